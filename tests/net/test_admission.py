"""Who may come in, on a clock of the test's own; what too much sending leads to."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from camelnet.net import admission, transport
from camelnet.net.admission import Admission
from camelnet.net.certificate import raw_public_key
from camelnet.net.connection import State
from camelnet.net.framing import Kind, encode
from camelnet.net.mesh import Favour
from camelnet.net.rate import (
    COMPANY,
    CROWD,
    OTHER,
    OTHERS,
    SEAT,
    Throttle,
    share_of_others,
)
from tests.net.peers import HOST as HERE
from tests.net.peers import Peer, Stranger, data, eventually, pair, peers

HOST = "192.0.2.9"


def _peers(*hosts: str) -> dict[bytes, tuple[str, float]]:
    """By made-up keys, the earliest first."""
    return {n.to_bytes(32, "big"): (host, float(n)) for n, host in enumerate(hosts)}


def test_one_address_cannot_take_the_places_of_others() -> None:
    gate = Admission()
    mine = [HOST] * admission.STRANGERS_PER_HOST_MAX
    assert gate.makes_way(HOST, strangers=mine[1:]) is None
    assert gate.makes_way("192.0.2.1", strangers=mine) is None
    assert gate.makes_way(HOST, strangers=["192.0.2.1", *mine]) == 1, "the oldest from there"
    peers = _peers(*[HOST] * admission.PEERS_PER_HOST_MAX)
    assert gate.newcomer(HOST, peers=peers) == admission.TOO_MANY_OF_ONE
    assert gate.newcomer("192.0.2.1", peers=peers) is None


def test_the_number_of_sockets_and_peers_is_bounded_wherever_they_come_from() -> None:
    gate = Admission()
    everywhere = [f"192.0.2.{n}" for n in range(admission.STRANGERS_MAX)]
    crowded = [*everywhere[:-1], everywhere[7]]
    assert gate.makes_way(HOST, strangers=everywhere) == 0
    assert gate.makes_way(HOST, strangers=crowded) == 7, "the oldest of the largest crowd"
    assert gate.knock(HOST, 0.0, accepted=admission.ACCEPTED_MAX, friend=False) is None
    assert gate.knock(HOST, 0.0, accepted=admission.ACCEPTED_MAX + 1, friend=False) is not None
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
    answers = [gate.knock(HOST, 0.0, accepted=1, friend=False) for _ in range(200)]
    assert answers[: admission.KNOCKS_BURST] == [None] * admission.KNOCKS_BURST
    assert None not in answers[admission.KNOCKS_BURST :]
    assert gate.knock("192.0.2.1", 0.0, accepted=1, friend=False) is None
    assert gate.knock(HOST, 1.0, accepted=1, friend=False) is None


def test_what_is_remembered_of_those_who_knock_is_bounded() -> None:
    gate = Admission()
    for number in range(3 * admission._HOSTS_MAX):
        gate.knock(f"host-{number}", 0.0, accepted=1, friend=False)
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
    throttle = Throttle(0.0, SEAT)
    burst, per_s = round(SEAT.frames_burst), round(SEAT.frames_per_s)
    waits = [throttle.frame(0.0) for _ in range(burst + per_s)]
    assert not any(waits[:burst])
    assert waits[-1] == pytest.approx(1.0)
    assert throttle.strained_s(1.0) == pytest.approx(1.0)
    assert throttle.strained_s(3.0) == 0.0  # half of the burst is back
    throttle.frame(3.0)
    assert throttle.strained_s(9.0) == 0.0


def test_what_strangers_may_send_together_does_not_grow_with_their_number() -> None:
    for others in range(admission.PEERS_MAX + 1):
        share = share_of_others(others)
        assert share.pause_s == OTHER.pause_s
        for name in ("frames_per_s", "frames_burst", "bytes_per_s", "bytes_burst"):
            mine = getattr(share, name)
            assert 0 < mine <= getattr(OTHER, name)
            assert mine * min(others, CROWD) <= getattr(OTHERS, name) * 1.000_001
    # In the fullest room there is room for a beat and a record a second from each, and more.
    assert share_of_others(admission.PEERS_MAX).frames_per_s >= 2 * 2.4


def test_a_stranger_at_its_limit_is_read_in_batches_and_a_seat_at_once() -> None:
    for limits in (OTHER, SEAT):
        throttle = Throttle(0.0, limits)
        waits = [throttle.frame(0.0) for _ in range(round(limits.frames_burst) + 1)]
        assert not any(waits[:-1])
        assert waits[-1] == max(limits.pause_s, 1 / limits.frames_per_s)
    assert OTHER.pause_s > 0 == SEAT.pause_s == COMPANY.pause_s


def test_a_dear_frame_is_paid_for_by_whoever_sent_it_and_by_nobody_else() -> None:
    dear, cheap = Throttle(0.0, OTHER), Throttle(0.0, OTHER)
    dear.frame(0.0, frames=round(OTHER.frames_burst))
    assert dear.frame(0.0) > 0
    assert cheap.frame(0.0) == 0


def test_a_debt_is_not_forgiven_when_the_limits_change() -> None:
    throttle = Throttle(0.0, OTHER)
    throttle.frame(0.0, frames=round(OTHER.frames_burst) + 40)
    throttle.limit(COMPANY, 0.0)
    throttle.limit(OTHER, 0.0)
    assert throttle.frame(0.0) == pytest.approx(41 / OTHER.frames_per_s)


def test_a_flood_strains_without_a_pause() -> None:
    throttle = Throttle(0.0, SEAT)
    now = 0.0
    while now < 20.0:
        now += throttle.frame(now)  # always the next one as soon as it is read
    assert throttle.strained_s(now) > 17.0


async def test_all_places_taken_from_one_address_leave_one_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "PEERS_MAX", 3)

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


async def test_strangers_share_what_there_is_and_who_sits_at_my_table_has_more() -> None:
    async with peers(4) as (one, *others):
        limits = {}
        for count, other in enumerate(others, 1):
            one.dial(other)
            await eventually(lambda count=count: len(one.transport.peers()) == count)
        for favours in ({}, {others[0].key: Favour.SEAT, others[1].key: Favour.COMPANY}, {}):
            one.transport.favour(favours)
            limits = {links.key: links.throttle._limits for links in one.transport._links.values()}
            left = len(others) - len(favours)
            share = share_of_others(left)
            table = {Favour.SEAT: SEAT, Favour.COMPANY: COMPANY}
            for other in others:
                favour = favours.get(other.key)
                assert limits[other.key] == (share if favour is None else table[favour])


async def test_who_sits_at_my_table_finds_its_place_though_strangers_have_taken_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "PEERS_MAX", 2)
    monkeypatch.setattr(admission, "PEERS_PER_HOST_MAX", 2)

    async with peers(5) as (one, seat, *strangers):
        for stranger in strangers[:2]:
            stranger.dial(one)
            await eventually(lambda stranger=stranger: stranger.sees(one))
        one.transport.favour({seat.key: Favour.SEAT})
        seat.dial(one)
        await eventually(lambda: seat.sees(one))
        strangers[2].dial(one)
        await eventually(lambda: one.diary.troubles)
        assert set(one.transport.peers()) == {seat.key, *(each.key for each in strangers[:2])}
        assert one.diary.downs == []


def test_knocks_of_strangers_do_not_keep_out_who_played_with_us() -> None:
    gate = Admission()
    hosts = [f"192.0.2.{n}" for n in range(250)]
    refused = [gate.knock(host, 0.0, accepted=1, friend=False) is not None for host in hosts]
    assert any(refused), "from many addresses together no more than from a few"
    for friend in (True, False):
        answer = gate.knock(HOST, 0.0, accepted=300, friend=friend)
        assert (answer is None) is friend


async def test_who_connects_and_says_nothing_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "STRANGERS_PER_HOST_MAX", 3)

    async with contextlib.AsyncExitStack() as stack:
        one, other = await stack.enter_async_context(peers(2))
        for _ in range(5):
            _, writer = await asyncio.open_connection(HERE, one.transport.port)
            stack.callback(writer.close)
        await eventually(lambda: one.diary.troubles)
        assert one.diary.troubles[0].startswith("Too many connections"), "the oldest has gone"
        other.dial(one)
        await eventually(lambda: one.sees(other))


async def test_a_flood_of_knocks_costs_no_more_than_accepting_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "KNOCKS_BURST", 5)

    async with peers(2) as (one, other):
        made: list[None] = []
        make = one.transport._listeners._make

        def count() -> asyncio.BaseProtocol:
            made.append(None)
            return make()

        one.transport._listeners._make = count  # type: ignore[assignment]
        for _ in range(60):
            _, writer = await asyncio.open_connection(HERE, one.transport.port)
            writer.close()
        await eventually(lambda: one.diary.troubles)
        assert len(made) < 60
        assert len(one.diary.troubles) <= transport.COMPLAINTS_BURST
        one.dial(other)
        await eventually(lambda: one.sees(other))


async def test_who_was_refused_when_all_places_were_taken_is_dialled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "PEERS_MAX", 1)

    async with peers(3) as (one, first, second):
        one.dial(first)
        await eventually(lambda: one.sees(first))
        one.dial(second)
        await eventually(lambda: one.diary.troubles)
        assert one.diary.troubles[0].startswith("There are too many peers")
        await first.transport.stop()
        await eventually(lambda: one.sees(second))


async def test_a_seat_that_floods_is_cut_off_with_a_sentence_and_stays_outside(
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

    async with pair() as (one, other):
        stranger = Stranger()
        key = raw_public_key(stranger.key.public_key())
        one.transport.favour({other.key: Favour.SEAT, key: Favour.SEAT})
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
