"""The mesh on real sockets: identity, order, one connection per peer, reconnects, limits."""

from __future__ import annotations

import asyncio
import gc
import socket
import time
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.net import admission as admission_module
from camelnet.net import transport as transport_module
from camelnet.net.framing import Kind
from camelnet.net.mesh import PAYLOAD_BYTES_MAX, NetError
from camelnet.net.rate import SEAT
from camelnet.net.transport import PING_S, Transport
from tests.net.peers import HOST, Diary, Peer, eventually, pair, peers, silent_port, start_peer


async def test_peers_know_each_other_by_their_keys() -> None:
    async with pair() as (one, other):
        assert one.diary.ups == [(other.key, HOST, other.transport.port)]
        assert other.diary.ups == [(one.key, HOST, one.transport.port)]
        assert one.transport.address_of(other.key) == (HOST, other.transport.port)
        assert other.transport.address_of(one.key) == (HOST, one.transport.port)
        assert one.transport.address_of(bytes(32)) is None


async def test_frames_arrive_whole_and_in_order() -> None:
    payloads = [bytes((n % 256,)) * size for n, size in enumerate([1, 2, 5, 4096] * 50)]
    payloads += [b"\xff" * PAYLOAD_BYTES_MAX, b"last"]
    async with pair() as (one, other):
        for payload in payloads:
            assert one.transport.send(other.key, payload)
        assert other.transport.send(one.key, b"back")
        await eventually(lambda: len(other.diary.frames) == len(payloads))
        await eventually(lambda: one.diary.frames)
        assert other.diary.payloads(one.key) == payloads
        assert one.diary.payloads(other.key) == [b"back"]
        assert one.diary.troubles == other.diary.troubles == []


async def test_nothing_is_sent_to_who_is_not_connected() -> None:
    async with peers(2) as (one, other):
        assert not one.transport.send(other.key, b"hello")
        assert one.transport.peers() == ()


@pytest.mark.parametrize("_time", range(10))
async def test_a_change_of_connection_neither_loses_nor_repeats_nor_reorders_frames(
    _time: int,
) -> None:
    said = [bytes((n,)) for n in range(40)]
    async with peers(3) as room:
        others = [(peer, other) for peer in room for other in room if other is not peer]
        for peer in room:

            def talk(key: bytes, peer: Peer = peer) -> None:
                for payload in said:
                    assert peer.transport.send(key, payload)

            peer.diary.on_up = talk
        for peer, other in others:
            peer.dial(other)
        await eventually(lambda: all(len(peer.diary.frames) >= 80 for peer in room))
        await eventually(lambda: all(len(peer.connections) == 2 for peer in room))
        for peer, other in others:
            assert peer.transport.send(other.key, b"more")
        await eventually(lambda: all(len(peer.diary.frames) >= 82 for peer in room))
        for peer, other in others:
            assert peer.diary.payloads(other.key) == [*said, b"more"]
        for peer in room:
            assert peer.diary.downs == peer.diary.troubles == []
            for key, links in peer.transport._links.items():
                (stays,) = links.all
                assert stays.dialled is (peer.key < key), "it is the one that the lower key dialled"


async def test_a_lost_peer_is_dialled_again() -> None:
    async with pair() as (one, other):
        for connection in other.connections:
            connection.abort()
        await eventually(lambda: one.diary.downs and other.diary.downs)
        await eventually(lambda: one.sees(other) and other.sees(one))
        assert one.transport.send(other.key, b"again")
        await eventually(lambda: other.diary.frames)
        assert (
            one.diary.downs == [(other.key, f"The peer at {HOST}:{other.transport.port} has left.")]
            or "lost" in one.diary.downs[0][1]
        )


async def test_only_a_goodbye_is_one_and_no_end_that_the_system_makes() -> None:
    async with pair() as (one, other):
        (connection,) = other.connections
        assert connection._transport is not None
        connection._transport.close()  # as a system closes what a crashed program had open
        await eventually(lambda: one.diary.downs)
        assert "was lost" in one.diary.downs[0][1]
        await eventually(lambda: one.sees(other) and other.sees(one))
        await other.transport.stop()
        await eventually(lambda: len(one.diary.downs) == 2)
        assert "has left" in one.diary.downs[1][1]


async def test_who_knocked_while_we_were_stopped_is_refused_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport_module, "_STALL_S", 0.1)
    monkeypatch.setattr(admission_module, "KNOCKS_BURST", 8)
    many = 16  # half of them are refused

    def knock(peer: Peer) -> list[socket.socket]:
        return [socket.create_connection((HOST, peer.transport.port)) for _ in range(many)]

    async with peers(1) as (one,):
        sockets = knock(one)
        try:
            time.sleep(2.5)  # the loop stands still, and the system lets them in
            await asyncio.sleep(max(1.0, transport_module._BACKLOG_S))
            assert one.diary.troubles == []
            sockets += knock(one)
            await eventually(lambda: one.diary.troubles)
        finally:
            for each in sockets:
                each.close()


async def test_a_peer_that_restarts_at_its_address_is_found_again() -> None:
    key = Ed25519PrivateKey.generate()
    async with peers(1) as (one,):
        other = await start_peer(key)
        one.dial(other)
        await eventually(lambda: one.sees(other))
        await other.transport.stop()
        await eventually(lambda: one.sees())
        other = await start_peer(key, ports=(other.transport.port,))
        try:
            await eventually(lambda: one.sees(other) and other.sees(one))
            assert len(one.diary.ups) == 2
        finally:
            await other.transport.stop()


async def test_nobody_connects_to_oneself() -> None:
    async with peers(1) as (one,):
        one.dial(one)
        await eventually(lambda: not one.dialler._targets)
        await eventually(lambda: not one.transport._connections)
        assert one.diary == Diary()


async def test_an_address_with_another_peer_than_expected_is_that_other_peer() -> None:
    async with peers(2) as (one, other):
        one.dial(other, key=bytes(32))
        await eventually(lambda: one.sees(other))
        assert one.transport.address_of(bytes(32)) is None
        assert not one.dialler._of(bytes(32))


async def test_several_addresses_of_one_peer_make_one_connection() -> None:
    async with peers(1) as (one,):
        diary = Diary()
        other = Transport(private_key=Ed25519PrivateKey.generate(), handler=diary)
        await other.start()
        try:
            for n in range(1, 4):
                one.transport.add_address(f"127.0.0.{n}", other.port)
            await eventually(lambda: one.transport.peers() == (other.key,))
            await eventually(lambda: len(one.connections) == 1)
            assert one.transport.send(other.key, b"hello")
            await eventually(lambda: diary.frames == [(one.key, b"hello")])
            assert one.diary.downs == diary.downs == []
        finally:
            await other.stop()


async def test_a_sender_that_is_too_fast_is_slowed_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = replace(SEAT, frames_burst=20, frames_per_s=2_000)
    monkeypatch.setattr(transport_module, "SEAT", limits)

    async with pair() as (one, other):
        for n in range(1_000):
            assert one.transport.send(other.key, n.to_bytes(2, "big"))
        await eventually(lambda: len(other.diary.frames) == 1_000)
        assert [int.from_bytes(p, "big") for _, p in other.diary.frames] == list(range(1_000))
        assert one.diary.downs == other.diary.downs == []


async def test_a_peer_that_takes_nothing_is_cut_off_and_memory_stays_bounded() -> None:
    async with pair() as (one, other):
        for connection in other.connections:
            assert connection._transport is not None
            connection._transport.pause_reading()
        accepted = 0
        while one.transport.send(other.key, bytes(PAYLOAD_BYTES_MAX)):
            accepted += 1
            assert accepted < 1_000
            await asyncio.sleep(0)
        assert one.diary.downs == []  # never from within send
        assert not one.transport.send(other.key, b"more")
        await eventually(lambda: one.diary.downs)
        assert "stopped receiving" in one.diary.downs[0][1]


@pytest.mark.parametrize(
    ("interface", "port", "sentence"),
    [
        ("192.0.2.123", 0, "192.0.2.123 is not an address of this computer."),
        ("nonsense", 0, "nonsense is not an address of this computer."),
        ("0.0.0.0", 0, "0.0.0.0 is not an address of this computer."),
        (HOST, 65_536, "65536 is not a port: ports lie between 0 and 65535."),
    ],
)
def test_what_cannot_be_listened_on_is_a_clear_sentence(
    interface: str, port: int, sentence: str
) -> None:
    transport = Transport(
        private_key=Ed25519PrivateKey.generate(),
        handler=Diary(),
        interface=interface,
        ports=(port,),
    )
    with pytest.raises(NetError) as caught:
        asyncio.run(transport.start())
    assert str(caught.value) == sentence


@pytest.mark.parametrize("interface", [HOST, None])
async def test_a_port_in_use_is_a_clear_sentence(interface: str | None) -> None:
    async with peers(1) as (one,):
        port = one.transport.port
        key = Ed25519PrivateKey.generate()
        second = Transport(private_key=key, handler=Diary(), interface=interface, ports=(port,))
        with pytest.raises(NetError) as caught:
            await second.start()
        assert str(caught.value) == f"Port {port} is in use by another program."


async def test_several_on_one_computer_take_one_port_after_the_other() -> None:
    with silent_port() as free:
        pass
    async with peers(1) as (one,):
        ports = (one.transport.port, free, 0)
        second, third = [await start_peer(ports=ports) for _ in range(2)]
        try:
            assert second.transport.port == free
            assert third.transport.port not in (0, free, one.transport.port)
        finally:
            await second.transport.stop()
            await third.transport.stop()


async def test_of_a_name_with_several_addresses_one_that_answers_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    connect, silent = loop.sock_connect, "127.77.77.77"

    async def resolve(host: str, port: int, **_options: Any) -> list[Any]:
        found = (silent, HOST) if host == "annas-laptop.example" else (host,)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (at, port)) for at in found]

    async def hang(sock: socket.socket, address: tuple[str, int]) -> None:
        await (asyncio.Event().wait() if address[0] == silent else connect(sock, address))

    monkeypatch.setattr(loop, "getaddrinfo", resolve)
    monkeypatch.setattr(loop, "sock_connect", hang)
    async with peers(2) as (one, other):
        one.transport.add_address("annas-laptop.example", other.transport.port)
        await eventually(lambda: one.sees(other) and other.sees(one))


async def test_without_an_interface_all_addresses_answer() -> None:
    diary = Diary()
    transport = Transport(private_key=Ed25519PrivateKey.generate(), handler=diary)
    await transport.start()
    try:
        assert transport.addresses()
        assert all(a.endswith(f":{transport.port}") for a in transport.addresses())
        async with peers(1) as (one,):
            one.transport.add_address(HOST, transport.port)
            await eventually(lambda: one.transport.peers() == (transport.key,))
    finally:
        await transport.stop()


@pytest.mark.slow
async def test_stop_leaves_no_task_and_no_socket_and_tells_nothing() -> None:
    async with peers(3) as room:
        for peer in room:
            for other in room:
                peer.dial(other)
        room[0].transport.add_address(HOST, 1)  # refused over and over
        await eventually(lambda: all(len(p.transport.peers()) == 2 for p in room))
        told = len(room[0].diary.downs)
        await room[0].transport.stop()
        assert len(room[0].diary.downs) == told
        assert not room[0].transport._connections
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    gc.collect()  # an open socket would warn now, and warnings are errors


async def test_who_stops_while_it_dials_leaves_no_socket() -> None:
    """Whatever is left would be told as a ResourceWarning, which fails a test."""
    async with peers(1) as (other,):
        for turns in range(16):  # of the loop; a connection over loopback takes about six
            one = await start_peer()
            one.dial(other)
            for _turn in range(turns):
                await asyncio.sleep(0)
            await one.transport.stop()
        gc.collect()


async def test_only_who_has_said_nothing_for_long_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    async with pair() as (one, other):
        (connection,) = one.connections
        pings: list[Kind] = []
        monkeypatch.setattr(connection, "send", lambda kind: pings.append(kind))
        now = asyncio.get_running_loop().time()
        connection.heard = connection.sent = now
        one.transport._look_at(connection, now + PING_S / 2)
        assert pings == []
        one.transport._look_at(connection, now + PING_S)
        assert pings == [Kind.PING]
        monkeypatch.undo()
        assert one.transport.send(other.key, b"news")
        assert connection.sent >= now
        await eventually(lambda: other.diary.payloads(one.key) == [b"news"])


async def test_what_is_said_at_once_travels_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """One write to the socket, and one wake-up at the other end, for all frames of a moment."""

    async with pair() as (one, other):
        (connection,) = one.connections
        await asyncio.sleep(0)
        writes: list[int] = []
        flush = connection._transport.write  # type: ignore[union-attr]
        monkeypatch.setattr(
            connection._transport, "write", lambda data: (writes.append(len(data)), flush(data))
        )
        for number in range(5):
            assert one.transport.send(other.key, bytes((number, 1)))
        assert writes == []
        await eventually(lambda: len(other.diary.payloads(one.key)) == 5)
        assert len(writes) == 1


async def test_a_frame_too_large_is_not_sent_and_cuts_off_nobody() -> None:
    async with pair() as (one, other):
        assert not one.transport.send(other.key, bytes(PAYLOAD_BYTES_MAX + 1))
        assert not one.transport.send(other.key, b"")
        assert one.transport.send(other.key, b"next")
        await eventually(lambda: other.diary.frames)
        assert one.diary.downs == other.diary.downs == []
