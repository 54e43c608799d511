"""Networks that change under a running transport: what is followed, and what is tried again."""

from __future__ import annotations

import asyncio
import errno
import socket
from pathlib import Path

import pytest

from camelnet import bots
from camelnet.i18n import Message, message
from camelnet.net import dialler as dialler_module
from camelnet.net import listeners as listeners_module
from camelnet.net import transport as transport_module
from camelnet.net.connection import Connection
from camelnet.net.discovery import Found
from camelnet.net.listeners import Listeners
from camelnet.net.mesh import NetError
from camelnet.net.txt_record import instance_of_key, key_of
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Fact, LobbyChanged, Noticed
from camelnet.session.peer import node as node_module
from camelnet.session.peer.node import Node
from tests.net.peers import HOST, Peer, eventually, pair, peers, silent_port

KEY = bytes(range(32))


def _current(peer: Peer) -> Connection:
    (links,) = peer.transport._links.values()
    assert isinstance(links.current, Connection)
    return links.current


async def test_what_ran_over_an_address_that_is_gone_is_cut_and_dialled_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport_module, "_LOOK_S", 0.1)
    monkeypatch.setattr(transport_module, "_TICK_S", 0.05)

    async with pair() as (one, other):
        monkeypatch.setattr(transport_module, "_own_addresses", lambda: frozenset())
        await eventually(lambda: one.diary.downs and other.diary.downs)
        whys = [each.diary.downs[0][1] for each in (one, other)]  # one of them looks first
        assert any(why.startswith("The network that connected to") for why in whys)
        await eventually(lambda: one.sees(other) and other.sees(one))
        assert one.transport.send(other.key, b"here again")
        await eventually(lambda: other.diary.frames)


async def test_a_peer_that_falls_silent_is_reached_another_way_before_it_is_given_up() -> None:
    async with pair() as (one, other):
        assert other.transport._tick_timer is not None
        other.transport._wakeups.cancel(other.transport._tick_timer)  # it says nothing ...
        mute = _current(other)
        assert mute._transport is not None
        mute._transport.pause_reading()  # ... and answers nothing any more
        old = _current(one)
        await eventually(lambda: _current(one) is not old)
        assert one.transport.send(other.key, b"another way")
        await eventually(lambda: other.diary.payloads(one.key) == [b"another way"])
        assert one.diary.downs == []


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not _has_ipv6(), reason="this computer has no IPv6")
async def test_a_family_that_was_missing_at_the_start_is_listened_on_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bound = listeners_module._bound
    missing = [socket.AF_INET6]

    def bind(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
        if family in missing:
            raise NetError(message("no {family}", family=family.name))
        return bound(family, HOST if family == socket.AF_INET else "::1", port)

    monkeypatch.setattr(listeners_module, "_bound", bind)

    listeners = Listeners(admits=lambda host, port: True, make=asyncio.Protocol, interface=None)
    await listeners.start((0,))
    assert set(listeners._listening) == {socket.AF_INET}
    await listeners.mend()
    assert set(listeners._listening) == {socket.AF_INET}
    missing.clear()
    await listeners.mend()
    assert set(listeners._listening) == {socket.AF_INET, socket.AF_INET6}
    _reader, writer = await asyncio.open_connection("::1", listeners._port)
    writer.close()
    await writer.wait_closed()
    await listeners.mend()
    await listeners.close()
    await listeners.mend()
    assert not listeners._listening


async def test_an_address_where_nothing_answers_is_deaf_and_a_refusal_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dialler_module, "CONNECT_S_MAX", 0.05)
    monkeypatch.setattr(dialler_module, "DELAY_S_MAX", 0.05)

    async with peers(1) as (one,):
        with socket.socket() as mute, silent_port() as refusing:
            mute.bind((HOST, 0))
            mute.listen(0)
            port = mute.getsockname()[1]
            crowd = [socket.socket() for _ in range(4)]
            for waiting in crowd:  # its backlog is full, so it says nothing to the next
                waiting.setblocking(False)
                waiting.connect_ex((HOST, port))
            one.transport.add_address(HOST, port, quiet=True)
            one.transport.add_address(HOST, refusing, quiet=True)
            await eventually(lambda: one.transport.is_deaf(HOST, port))
            target = one.dialler._targets[HOST, refusing]
            await eventually(lambda: target.failures >= 4)
            assert not one.transport.is_deaf(HOST, refusing)
            assert not one.transport.is_deaf(HOST, 1)
            one.dialler.begin_afresh()
            assert not one.transport.is_deaf(HOST, port)
            for waiting in crowd:
                waiting.close()


async def test_where_nobody_ever_answered_dials_become_rare_until_the_network_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DELAY_S_MIN", "DELAY_S_MAX"):
        monkeypatch.setattr(dialler_module, name, 0.001)

    with silent_port() as port:
        async with peers(1) as (one,):
            one.transport.add_address(HOST, port, quiet=True)
            target = one.dialler._targets[HOST, port]
            await eventually(lambda: target.delay_s == dialler_module.RARE_DELAY_S)
            assert target.failures >= dialler_module.RARE_AFTER
            one.dialler.begin_afresh()
            assert target.failures == 0
            await eventually(lambda: target.failures > 3)


async def test_addresses_that_answered_are_not_driven_out_by_those_that_never_did() -> None:
    async with pair() as (one, other):
        targets = one.dialler._targets
        for port in range(1, dialler_module.TARGETS_MAX + 50):
            one.transport.add_address("127.0.0.2", port, quiet=True)
        for port in range(1, dialler_module.TARGETS_PER_KEY_MAX + 5):
            one.transport.add_address("127.0.0.3", port, key=other.key, quiet=True)
        assert (HOST, other.transport.port) in targets
        assert one.dialler.address_of(other.key) == (HOST, other.transport.port)


def test_silence_is_told_from_a_refusal_and_from_our_own_lack() -> None:
    assert dialler_module._is_silence(TimeoutError())
    assert dialler_module._is_silence(OSError(errno.EHOSTUNREACH, "no route"))
    assert not dialler_module._is_silence(ConnectionRefusedError(errno.ECONNREFUSED, "no"))
    assert not dialler_module._is_silence(OSError(errno.ENETUNREACH, "no network"))
    assert not dialler_module._is_silence(ValueError("no name"))


@pytest.mark.parametrize("name", ["nobody", "", "a" * 52 + "!", "a" * 50, "1" * 52])
def test_an_instance_that_is_no_key_has_none(name: str) -> None:
    assert key_of(name) is None
    assert key_of(instance_of_key(KEY)) == KEY
    assert len(instance_of_key(KEY)) <= 63


# --- nodes ----------------------------------------------------------------------------------------


class NoDiscovery:
    """Where mDNS and announcement are filtered."""

    def __init__(self, **_: object) -> None:
        pass

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    def announce(self, hints: object, *, lobby: bool) -> None: ...


@pytest.fixture
def filtered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_module, "Discovery", NoDiscovery)


class Guest:
    """A node and its lobby."""

    def __init__(self, folder: Path) -> None:
        self.troubles: list[Message | None] = []
        self.profile = Profile.open(folder)
        self.node = Node(profile=self.profile, interface=HOST, listener=self._hear)

    def _hear(self, fact: Fact) -> None:
        if isinstance(fact, LobbyChanged):
            self.troubles.append(fact.lobby.discovery)

    async def stop(self) -> None:
        await self.node.stop()
        self.profile.close()


@pytest.mark.usefixtures("filtered")
@pytest.mark.parametrize("level", ["", "greedy", "hard"])
async def test_a_bot_that_lacks_its_network_says_so_once(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = message("The network of camelup is damaged.")
    monkeypatch.setattr(bots, "troubles", lambda: (why,))
    profile, heard = Profile.open(tmp_path), list[Fact]()

    node = Node(profile=profile, level=level, interface=HOST, listener=heard.append)
    await node.start()
    await node.stop()
    profile.close()
    told = [fact.message for fact in heard if isinstance(fact, Noticed)]
    assert told == ([why] if level == "hard" else [])


@pytest.mark.usefixtures("filtered")
@pytest.mark.parametrize(("level", "built"), [("greedy", []), ("normal", ["cards"])])
async def test_a_bot_builds_what_the_game_at_its_table_needs_and_nothing_before(
    level: str, built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(bots, "warm_up", asked.append)
    profile = Profile.open(tmp_path)

    node = Node(profile=profile, level=level, interface=HOST, listener=lambda fact: None)
    await node.start()
    node.tick()
    assert asked == []
    node.open_table(name="Oasis", game="cards", seats=2, options={})
    node.tick()
    node.tick()
    await eventually(lambda: asked == built)
    await node.stop()
    assert asked == built
    profile.close()


@pytest.mark.usefixtures("filtered")
async def test_peers_of_last_time_are_tried_at_the_start(tmp_path: Path) -> None:
    one, other = Guest(tmp_path / "1"), Guest(tmp_path / "2")
    await one.node.start()
    await other.node.start()
    one.node.connect(HOST, other.node._transport.port)
    await eventually(lambda: [peer.key for peer in one.node.lobby_view().peers])
    await one.stop()
    again = Guest(tmp_path / "1")
    assert again.profile.addresses() == ((other.node.key, HOST, other.node._transport.port),)
    await again.node.start()
    await eventually(lambda: again.node._transport.peers() == (other.node.key,))
    await again.stop()
    await other.stop()


@pytest.mark.usefixtures("filtered")
async def test_who_has_only_knocked_is_not_remembered(tmp_path: Path) -> None:
    one = Guest(tmp_path / "1")
    await one.node.start()
    async with peers(1) as (stranger,):
        stranger.transport.add_address(HOST, one.node._transport.port)
        await eventually(lambda: one.node._transport.peers() == (stranger.key,))
        one.node._remember_addresses()
        assert one.profile.addresses() == ()
    await one.stop()


@pytest.mark.usefixtures("filtered")
async def test_when_nobody_who_is_announced_answers_the_usual_causes_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Guest(tmp_path / "1")
    await one.node.start()
    deaf = {(HOST, 1)}
    monkeypatch.setattr(one.node._transport, "is_deaf", lambda *at: at in deaf)
    one.node._found_peer(Found("first", (HOST,), 1, {}))
    await eventually(lambda: one.troubles and one.troubles[-1] is not None)
    assert "guest Wi-Fi" in str(one.troubles[-1])
    one.node._found_peer(Found("second", (HOST,), 2, {}))
    await eventually(lambda: one.troubles[-1] is None)
    one.node._lost_peer("second")
    await eventually(lambda: one.troubles[-1] is not None)
    one.node._discovery_says(Message("no network"))
    assert str(one.troubles[-1]) == "no network"
    one.node._lost_peer("first")
    one.node._discovery_says(None)
    assert one.troubles[-1] is None
    await one.stop()
