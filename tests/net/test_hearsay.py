"""Which addresses are dialled, in what number, and when a person hears of it; those that others
tell near by, seldom, and never at doors of this computer."""

from __future__ import annotations

import asyncio
import ipaddress

import pytest

from camelnet.net import dialler as dialler_module
from camelnet.net import interfaces
from camelnet.net.connection import Connection
from camelnet.net.dialler import HEARSAY_BURST, TARGETS_MAX, TARGETS_PER_KEY_MAX, TOLD_BURST
from camelnet.net.interfaces import Local, is_loopback, is_nearby
from tests.net.peers import HOST, Peer, eventually, pair, peers, silent_port

CAMPUS = Local("lan0", 2, "131.220.1.5", ipaddress.ip_network("131.220.0.0/16"))
EVERYTHING = Local("tun0", 3, "8.0.0.1", ipaddress.ip_network("8.0.0.0/7"))


def count_dials(peer: Peer, monkeypatch: pytest.MonkeyPatch) -> list[Connection]:
    """The dials from now on; none of them is made."""
    made: list[Connection] = []
    make = peer.transport._make_dial

    def count() -> Connection:
        made.append(make())
        return made[-1]

    async def no_attempt(*_args: object) -> None: ...

    monkeypatch.setattr(peer.dialler, "_make", count)
    monkeypatch.setattr(peer.dialler, "_attempt", no_attempt)
    return made


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("10.1.2.3", True),
        ("172.31.0.1", True),
        ("192.168.0.9", True),
        ("169.254.8.8", True),
        ("100.64.0.1", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("fd00::7", True),
        ("fe80::7%2", True),
        ("131.220.9.9", True),
        ("8.8.8.8", False),
        ("131.221.0.1", False),
        ("172.32.0.1", False),
        ("192.0.2.1", False),
        ("2001:db8::1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::8.8.8.8", False),
        ("::ffff:8.8.8.8", False),
        ("::ffff:10.0.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("fe80::7", False),
        ("localhost", False),
        ("10.1", False),
        ("", False),
    ],
)
def test_the_neighbourhood_is_what_is_private_or_on_a_network_of_ours(
    host: str, near: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interfaces, "local_addresses", lambda: (CAMPUS, EVERYTHING))
    assert is_nearby(host) is near


def test_loopback_is_loopback_in_whatever_way_it_is_written() -> None:
    for host in ("127.0.0.1", "127.9.9.9", "::1"):
        assert is_loopback(host)
    for host in ("10.0.0.1", "fe80::1%2", "localhost"):
        assert not is_loopback(host)


async def test_what_a_peer_tells_is_dialled_in_the_neighbourhood_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with peers(1) as (one,):
        made = count_dials(one, monkeypatch)
        for host in ("8.8.8.8", "2001:db8::1", "example.org", "fe80::1%2", "10.0.0.7"):
            one.transport.hear_of(bytes(32), host, 22, teller=b"teller")
        await eventually(lambda: made)
        assert list(one.dialler._targets) == [("10.0.0.7", 22)]
        # A person's own word counts for any address.
        one.transport.add_address("8.8.8.8", 22)
        assert ("8.8.8.8", 22) in one.dialler._targets


async def test_nobody_on_another_computer_has_us_try_the_doors_of_this_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with pair() as (one, other):
        made = count_dials(one, monkeypatch)
        one.transport.hear_of(bytes(32), HOST, 22, teller=other.key)
        await eventually(lambda: len(made) == 1)  # it is on this computer itself
        for connection in one.transport._links[other.key].all:
            connection.host = "10.0.0.7"
        one.transport.hear_of(bytes(32), HOST, 23, teller=other.key)
        one.transport.hear_of(bytes(32), "::1", 23, teller=other.key)
        one.transport.hear_of(bytes(32), HOST, 24, teller=b"who has gone")
        assert {port for _, port in one.dialler._targets} & {23, 24} == set()


@pytest.mark.slow
async def test_one_who_tells_without_end_has_us_dial_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dialler_module, "HEARSAY_DELAY_S", 0.01)

    async with peers(1) as (one,):
        made = count_dials(one, monkeypatch)
        begun_s = asyncio.get_running_loop().time()
        for turn in range(40):
            for number in range(64):
                host = f"10.0.{turn}.{number}"
                one.transport.hear_of(bytes([turn, number]), host, 22, teller=b"teller")
            await asyncio.sleep(0.01)
        passed_s = asyncio.get_running_loop().time() - begun_s
        told = TOLD_BURST + dialler_module.TOLD_PER_S * passed_s
        assert 0 < len(made) <= told + 1
        # However many tell, there is one budget, and the number of addresses is bounded.
        for turn in range(40):
            for number in range(64):
                host, teller = f"10.1.{turn}.{number}", bytes([turn])
                one.transport.hear_of(bytes([turn, number]), host, 22, teller=teller)
            await asyncio.sleep(0.01)
        passed_s = asyncio.get_running_loop().time() - begun_s
        assert len(made) <= HEARSAY_BURST + dialler_module.HEARSAY_PER_S * passed_s + 1
        assert len(one.dialler._targets) <= TARGETS_MAX
        assert len(one.dialler._tellers) <= dialler_module._TELLERS_MAX


async def test_the_same_tale_again_and_again_is_no_reason_to_hurry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with peers(1) as (one,):
        made = count_dials(one, monkeypatch)
        one.transport.hear_of(bytes(32), "10.0.0.7", 22, teller=b"teller")
        await eventually(lambda: made)
        (target,) = one.dialler._targets.values()
        target.delay_s, target.proven, target.connection = 5.0, True, None
        for _ in range(20):
            one.transport.hear_of(bytes(32), "10.0.0.7", 22, teller=b"teller")
        await asyncio.sleep(0.05)
        assert len(made) == 1, "where somebody was we look by ourselves"
        assert target.delay_s == 5.0


async def test_tales_drive_out_no_address_that_we_noted_ourselves() -> None:
    async with peers(1) as (one,):
        one.transport.add_address(HOST, 1, key=bytes(32), quiet=True)
        for number in range(2 * TARGETS_MAX):
            teller = number.to_bytes(2, "big")
            host = f"10.0.{number // 200}.{number % 200}"
            one.transport.hear_of(teller, host, 22, teller=teller)
        for port in range(30, 50):
            one.transport.hear_of(bytes(32), "10.3.0.1", port, teller=b"another")
        assert (HOST, 1) in one.dialler._targets
        assert len(one.dialler._targets) <= TARGETS_MAX


async def test_a_peer_that_another_tells_of_is_found() -> None:
    async with peers(3) as (one, other, third):
        one.dial(other)
        await eventually(lambda: one.sees(other))
        one.transport.hear_of(third.key, HOST, third.transport.port, teller=other.key)
        await eventually(lambda: one.sees(other, third))


async def test_quiet_addresses_are_no_trouble_until_a_person_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dialler_module, "DELAY_S_MIN", 0.01)

    with silent_port() as port:
        async with peers(1) as (one,):
            one.transport.add_address(HOST, port, quiet=True)
            (target,) = one.dialler._targets.values()
            target.delay_s = 0.01
            await eventually(lambda: target.failures > 6)
            assert one.diary.troubles == []
            target.failures = 0
            one.transport.add_address(HOST, port)
            await eventually(lambda: one.diary.troubles)
            assert one.diary.troubles == [f"No camelnet is running at {HOST}:{port}; trying again."]


async def test_the_number_of_addresses_is_bounded_and_the_oldest_go() -> None:
    async with peers(1) as (one,):
        targets = one.dialler._targets
        for port in range(1, TARGETS_PER_KEY_MAX + 3):
            one.transport.add_address(HOST, port, key=bytes(32), quiet=True)
        assert len(targets) == TARGETS_PER_KEY_MAX
        assert (HOST, 1) not in targets
        for port in range(1, TARGETS_MAX + 10):
            one.transport.add_address("127.0.0.2", port, quiet=True)
        assert len(targets) == TARGETS_MAX
        assert ("127.0.0.2", TARGETS_MAX + 9) in targets
        assert (HOST, 3) not in targets


async def test_a_peer_with_several_addresses_is_dialled_at_one_of_them_at_a_time() -> None:
    async with peers(2) as (one, other):
        dialler = one.dialler
        at_once = []
        make = dialler._make

        def count() -> Connection:
            at_once.append(sum(t.connection is not None for t in dialler._of(other.key)))
            return make()

        dialler._make = count
        for port in (1, 2, 3, other.transport.port):
            one.transport.add_address(HOST, port, key=other.key, quiet=True)
        await eventually(lambda: one.sees(other))
        assert set(at_once) == {0}


@pytest.mark.parametrize(
    ("host", "port", "shown"),
    [("", 1, ":1"), (HOST, 0, f"{HOST}:0"), (HOST, 65_536, f"{HOST}:65536"), (HOST, -1, "-1")],
)
async def test_what_is_no_address_is_said_to_the_person_who_typed_it(
    host: str, port: int, shown: str
) -> None:
    async with peers(1) as (one,):
        one.transport.add_address(host, port, quiet=True)
        one.transport.add_address(host, port)
        await eventually(lambda: one.diary.troubles)
        assert len(one.diary.troubles) == 1
        assert one.diary.troubles[0].endswith(f"{shown} is not an address.")
        assert not one.dialler._targets


async def test_a_name_or_a_group_that_others_tell_is_never_looked_up() -> None:
    async with peers(1) as (one,):
        for host in ("localhost", "224.0.0.251", "0.0.0.0", "::", "127.0.0.1.", "x" * 300):
            one.transport.add_address(host, 80, quiet=True)
        assert not one.dialler._targets
