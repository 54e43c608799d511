"""Which addresses are dialled, in what number, and when a person hears of it."""

from __future__ import annotations

import pytest

from camelnet.net import dialler as dialler_module
from camelnet.net.connection import Connection
from camelnet.net.dialler import TARGETS_MAX, TARGETS_PER_KEY_MAX
from tests.net.peers import HOST, eventually, peers, silent_port


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
