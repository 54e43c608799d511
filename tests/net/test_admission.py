"""Who may come in, on a clock of the test's own; what too much sending leads to."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from camelnet.net import admission, transport
from camelnet.net.admission import Admission
from camelnet.net.connection import State
from camelnet.net.framing import Kind, encode
from camelnet.net.rate import FRAMES_BURST, FRAMES_PER_S, PEERS_OF_A_HOST, Throttle
from tests.net.peers import Peer, Stranger, data, eventually, pair, peers

HOST = "192.0.2.9"


def _peers(*hosts: str) -> dict[bytes, tuple[str, float]]:
    """By made-up keys, the earliest first."""
    return {n.to_bytes(32, "big"): (host, float(n)) for n, host in enumerate(hosts)}


def test_one_address_cannot_take_the_places_of_others() -> None:
    gate = Admission()
    mine = [HOST] * admission.STRANGERS_PER_HOST_MAX
    assert gate.knock(HOST, 0.0, strangers=mine, accepted=40) is None
    assert gate.knock(HOST, 0.0, strangers=[*mine, HOST], accepted=41) is not None
    assert gate.knock("192.0.2.1", 0.0, strangers=[*mine, "192.0.2.1"], accepted=41) is None
    peers = _peers(*[HOST] * admission.PEERS_PER_HOST_MAX)
    assert gate.newcomer(HOST, peers=peers) == admission.TOO_MANY_OF_ONE
    assert gate.newcomer("192.0.2.1", peers=peers) is None


def test_the_number_of_sockets_and_peers_is_bounded_wherever_they_come_from() -> None:
    gate = Admission()
    everywhere = [f"192.0.2.{n}" for n in range(admission.STRANGERS_MAX + 1)]
    assert gate.knock(HOST, 0.0, strangers=everywhere, accepted=65) is not None
    assert gate.knock(HOST, 0.0, strangers=[HOST], accepted=admission.ACCEPTED_MAX + 1) is not None
    peers = _peers(*everywhere[: admission.PEERS_MAX])
    assert gate.newcomer(HOST, peers=peers) == admission.FULL
    assert gate.makes_room(HOST, peers=peers) is None


def test_a_player_finds_a_place_though_two_addresses_have_taken_all() -> None:
    gate = Admission()
    half = admission.PEERS_MAX // 2
    peers = _peers(*["192.0.2.1"] * (half - 1), *["192.0.2.2"] * half, "192.0.2.3")
    assert gate.newcomer(HOST, peers=peers) is None
    # The latest of the larger crowd goes, never one who is alone at its address.
    assert gate.makes_room(HOST, peers=peers) == list(peers)[-2]
    assert gate.newcomer("192.0.2.2", peers=peers) is not None
    assert gate.newcomer("192.0.2.1", peers=peers) == admission.FULL
    peers.popitem()
    assert gate.makes_room(HOST, peers=peers) is None


def test_who_knocks_without_end_is_refused_until_it_pauses() -> None:
    gate = Admission()
    answers = [gate.knock(HOST, 0.0, strangers=[HOST], accepted=1) for _ in range(200)]
    assert answers[: admission.KNOCKS_BURST] == [None] * admission.KNOCKS_BURST
    assert None not in answers[admission.KNOCKS_BURST :]
    assert gate.knock("192.0.2.1", 0.0, strangers=[], accepted=1) is None
    assert gate.knock(HOST, 1.0, strangers=[HOST], accepted=1) is None


def test_what_is_remembered_of_those_who_knock_is_bounded() -> None:
    gate = Admission()
    for number in range(3 * admission._HOSTS_MAX):
        gate.knock(f"host-{number}", 0.0, strangers=[], accepted=1)
        gate.ban(number.to_bytes(32, "big"), 0.0)
    assert len(gate._knocks) <= admission._HOSTS_MAX
    assert len(gate._bans) <= admission._BANS_MAX


def test_a_ban_ends() -> None:
    gate = Admission()
    gate.ban(b"key", 10.0)
    assert gate.banned(b"key", 10.0)
    assert not gate.banned(b"other", 10.0)
    assert not gate.banned(b"key", 10.0 + admission.BAN_S)


def test_a_busy_peer_is_slowed_down_and_a_pause_ends_its_strain() -> None:
    throttle = Throttle(0.0)
    waits = [throttle.frame(0.0) for _ in range(FRAMES_BURST + FRAMES_PER_S)]
    assert not any(waits[:FRAMES_BURST])
    assert waits[-1] == pytest.approx(1.0)
    assert throttle.strained_s(1.0) == pytest.approx(1.0)
    assert throttle.strained_s(3.0) == 0.0  # half of the burst is back
    throttle.frame(3.0)
    assert throttle.strained_s(9.0) == 0.0


def test_peers_of_one_address_share_what_they_may_send() -> None:
    crowd = Throttle(0.0, times=PEERS_OF_A_HOST)
    peers = [Throttle(0.0) for _ in range(3 * PEERS_OF_A_HOST)]
    waits = []
    for peer in peers:
        peer.above = crowd
        waits += [peer.frame(0.0) for _ in range(FRAMES_BURST)]
    free = PEERS_OF_A_HOST * FRAMES_BURST
    assert not any(waits[:free])
    assert all(waits[free:])
    # Nobody is taken for a flood because of the others.
    assert all(peer.strained_s(20.0) == 0.0 for peer in peers)


def test_a_flood_strains_without_a_pause() -> None:
    throttle = Throttle(0.0)
    now = 0.0
    while now < 20.0:
        now += throttle.frame(now)  # always the next one as soon as it is read
    assert throttle.strained_s(now) > 17.0


def test_all_places_taken_from_one_address_leave_one_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "PEERS_MAX", 3)

    async def scene() -> None:
        async with contextlib.AsyncExitStack() as stack:
            one, *crowd = await stack.enter_async_context(peers(4))
            for peer in crowd:
                peer.dial(one)
                await eventually(lambda peer=peer: peer.sees(one))
            (latest,) = one.transport._links[crowd[-1].key].all
            for links in one.transport._links.values():
                links.all[0].host = "192.0.2.1"  # as if they came from there
            newcomer = Stranger()
            await stack.enter_async_context(newcomer.visit(one))
            await eventually(lambda: one.diary.downs)
            assert one.diary.downs[0][0] == crowd[-1].key
            assert "made room" in one.diary.downs[0][1]
            assert latest.state is State.CLOSED
            assert len(one.diary.ups) == 4

    asyncio.run(scene())


def test_the_transport_keeps_one_account_for_each_address_that_is_here() -> None:
    async def scene() -> None:
        async with peers(3) as (one, first, second):
            one.dial(first)
            one.dial(second)
            await eventually(lambda: one.sees(first, second))
            (crowd,) = one.transport._crowds.values()
            assert {links.throttle.above for links in one.transport._links.values()} == {crowd}
            for number in range(300):
                one.transport._throttle_of(f"192.0.2.{number}", 0.0)
            assert len(one.transport._crowds) == 2

    asyncio.run(scene())


def test_who_was_refused_when_all_places_were_taken_is_dialled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "PEERS_MAX", 1)

    async def scene() -> None:
        async with peers(3) as (one, first, second):
            one.dial(first)
            await eventually(lambda: one.sees(first))
            one.dial(second)
            await eventually(lambda: one.diary.troubles)
            assert one.diary.troubles[0].startswith("There are too many peers")
            await first.transport.stop()
            await eventually(lambda: one.sees(second))

    asyncio.run(scene())


def test_who_floods_is_cut_off_with_a_sentence_and_stays_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport, "STRAIN_S_MAX", 1.0)
    monkeypatch.setattr(transport, "_TICK_S", 0.1)

    async def flood(one: Peer, stranger: Stranger) -> None:
        async with stranger.visit(one) as (_, writer):
            try:
                while not one.diary.downs:
                    writer.write(encode(Kind.DATA, b"?") * 500)
                    await writer.drain()
            except OSError:
                await eventually(lambda: one.diary.downs)

    async def scene() -> None:
        async with pair() as (one, other):
            stranger = Stranger()
            await flood(one, stranger)
            assert "kept sending too much and was disconnected" in one.diary.downs[0][1]
            assert one.diary.troubles == [one.diary.downs[0][1]]
            async with stranger.visit(one) as (reader, _):
                while await reader.read(1_000):
                    pass  # greeted, then hung up on
            assert one.sees(other)
            async with Stranger().visit(one) as (_, writer):
                writer.write(data(b"hello"))
                await eventually(lambda: (b"hello") in [payload for _, payload in one.diary.frames])
            assert other.key not in [key for key, _ in one.diary.downs]

    asyncio.run(scene())
