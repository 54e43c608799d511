"""The announcement: what is heard, what is ignored, and that a flood of it costs little."""

from __future__ import annotations

import asyncio
import ipaddress
import random
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.net import announcements
from camelnet.net.announcements import (
    Announcement,
    Announcer,
    decode_announcement,
    encode_announcement,
    in_network,
)
from camelnet.net.interfaces import Local
from tests.net.peers import HOST, eventually

SEED = 77
MINE, OTHERS = bytes(32), bytes([7]) * 32
LOOPBACK = Local("lo", 1, HOST, ipaddress.ip_network("127.0.0.0/8"))


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """Not the real one: a camelnet of this computer is not part of the test."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((HOST, 0))
        chosen = int(probe.getsockname()[1])
    monkeypatch.setattr(announcements, "PORT", chosen)
    return chosen


class Scene:
    """An announcement on loopback and whoever shouts at it."""

    def __init__(self, key: bytes = MINE) -> None:
        self.heard: list[Announcement] = []
        self.announcer = Announcer(key=key, port=4_001, heard=self.heard.append, interface=HOST)

    async def __aenter__(self) -> Scene:
        self.announcer.start()
        await eventually(lambda: self.announcer._ears)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.announcer.stop()
        assert not self.announcer._ears


def _shout(port: int, *datagrams: bytes) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.bind((HOST, 0))
        for datagram in datagrams:
            sender.sendto(datagram, (HOST, port))


@pytest.mark.slow
@given(st.binary(max_size=60))
def test_only_an_announcement_is_an_announcement(noise: bytes) -> None:
    assert decode_announcement(noise) is None or len(noise) == 43
    assert decode_announcement(encode_announcement(OTHERS, 4_001)) == (OTHERS, 4_001)
    assert decode_announcement(encode_announcement(OTHERS, 4_001) + noise[:1]) in (
        (OTHERS, 4_001),
        None,
    )
    assert decode_announcement(encode_announcement(OTHERS, 0)) is None


async def test_two_announcers_on_one_computer_hear_each_other_and_not_themselves() -> None:
    async with Scene(MINE) as one, Scene(OTHERS) as other:
        await eventually(lambda: one.heard and other.heard)
        assert one.heard == [Announcement(OTHERS, HOST, 4_001)]
        assert other.heard == [Announcement(MINE, HOST, 4_001)]


async def test_wrong_announcements_are_ignored_and_the_next_good_one_is_heard(port: int) -> None:
    chance = random.Random(SEED)
    good = encode_announcement(OTHERS, 4_001)

    async with Scene() as one:
        _shout(port, b"", b"camelnet", good[:-1], good + b"?", b"X" + good[1:], b"\xff" * 9_000)
        _shout(port, *(chance.randbytes(chance.randrange(100)) for _ in range(50)))
        _shout(port, good, good, good)
        await eventually(lambda: one.heard)
        await asyncio.sleep(0.1)
        assert one.heard == [Announcement(OTHERS, HOST, 4_001)]


async def test_many_new_peers_at_once_are_told_slowly_and_remembered_in_bounds(port: int) -> None:
    chance = random.Random(SEED)

    async with Scene() as one:
        for _ in range(6):
            _shout(port, *(encode_announcement(chance.randbytes(32), 4_001) for _ in range(50)))
            await asyncio.sleep(0.02)
        await eventually(lambda: one.heard)
        assert len(one.heard) <= announcements.TOLD_BURST + 50
        assert len(one.announcer._told) <= announcements.KNOWN_MAX


@pytest.mark.slow
async def test_a_flood_closes_the_ears_for_a_while_and_they_open_again(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcements, "DEAF_S", 0.2)
    monkeypatch.setattr(announcements, "EAGER_S", 0.1)
    noise = [bytes(43)] * 100

    async with Scene() as one:
        while one.announcer._ears:
            _shout(port, *noise)
            await asyncio.sleep(0)
        await eventually(lambda: one.announcer._ears)
        _shout(port, encode_announcement(OTHERS, 4_001))
        # What is left of the flood may close them again; the announcement is repeated.
        while not one.heard:
            await asyncio.sleep(0.2)
            _shout(port, encode_announcement(OTHERS, 4_001))


def test_an_announcement_counts_only_if_it_comes_from_the_network_that_was_asked_for() -> None:
    lan = Local("eth0", 2, "10.77.0.1", ipaddress.ip_network("10.77.0.0/24"))
    linked = Local("eth0", 2, "fe80::1%2", ipaddress.ip_network("fe80::/64"))
    assert in_network("10.77.0.9", lan)
    assert not in_network("10.77.1.9", lan)
    assert not in_network("10.77.0.9", LOOPBACK)
    assert in_network("fe80::9%2", linked)
    assert not in_network("fe80::9%3", linked)


def test_nothing_is_sent_where_nobody_else_can_be() -> None:
    tunnel = Local("tun0", 3, HOST, ipaddress.ip_network("127.0.0.1/32"))
    gone = Local("eth9", 99, "198.51.100.7", ipaddress.ip_network("198.51.100.0/24"))
    sent = announcements.send_everywhere(encode_announcement(MINE, 1), (tunnel, gone, LOOPBACK))
    assert sent == [LOOPBACK]
