"""Which of several connections to one peer is used, and that no frame overtakes another."""

from __future__ import annotations

from collections import deque
from typing import cast

import pytest

from camelnet.net.connection import Connection, State
from camelnet.net.links import CONNECTIONS_MAX, LIVE_S, RETIRED_S_MAX, Links

LOW, HIGH = b"\x01" * 32, b"\x02" * 32


class Wire:
    """What `Links` needs of a connection."""

    def __init__(self, *, dialled: bool, serial: int = 1, heard: float = 0.0) -> None:
        self.state = State.OPEN
        self.dialled = dialled
        self.serial = serial
        self.heard = heard
        self.retired_in = self.retired_out = False
        self.retired_at = 0.0
        self.parked: deque[bytes] = deque()
        self.parked_bytes = 0

    def retire(self) -> None:
        self.retired_out = True

    def close(self) -> None:
        self.state = State.CLOSED

    def cut(self, why: str) -> None:
        assert "{address}" in why
        self.state = State.CLOSED

    def peer_retires(self, now: float) -> None:
        self.retired_in, self.retired_at = True, now


def wire(*, dialled: bool, serial: int = 1, heard: float = 0.0) -> Connection:
    return cast(Connection, Wire(dialled=dialled, serial=serial, heard=heard))


def links(mine: bytes, key: bytes) -> tuple[Links, list[bytes]]:
    seen: list[bytes] = []
    return Links(mine=mine, key=key, deliver=lambda _, payload: seen.append(payload), now=0.0), seen


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("mine", [LOW, HIGH])
def test_both_sides_keep_the_one_that_the_lower_key_dialled(
    mine: bytes, order: tuple[int, int]
) -> None:
    here, _ = links(mine, HIGH if mine == LOW else LOW)
    wires = [wire(dialled=mine == LOW), wire(dialled=mine == HIGH)]  # dialled by LOW, by HIGH
    for number in order:
        here.add(wires[number], 0.0)
    assert here.current is wires[0]
    assert wires[1].retired_out
    assert not wires[0].retired_out


def test_of_two_that_the_same_side_dialled_the_last_dial_stays() -> None:
    here, _ = links(HIGH, LOW)
    old, new = wire(dialled=False, serial=3), wire(dialled=False, serial=4)
    here.add(new, 0.0)
    here.add(old, 0.0)
    assert here.current is new


def test_one_that_was_not_heard_lately_gives_way() -> None:
    here, _ = links(LOW, HIGH)
    dead, live = wire(dialled=True, heard=0.0), wire(dialled=False, heard=LIVE_S + 1)
    here.add(dead, 0.0)
    here.add(live, LIVE_S + 1)
    assert here.current is live
    assert dead.retired_out


def test_a_silent_connection_is_kept_while_there_is_no_other() -> None:
    here, _ = links(LOW, HIGH)
    only = wire(dialled=True)
    here.add(only, 0.0)
    here.choose(100.0)
    assert here.current is only


def test_new_frames_wait_for_the_last_ones_of_the_old_connection() -> None:
    here, seen = links(LOW, HIGH)
    old, new = wire(dialled=False), wire(dialled=True)
    here.add(old, 0.0)
    here.receive(old, b"1", 0.0)
    here.add(new, 0.0)
    here.receive(new, b"3", 0.0)
    here.receive(old, b"2", 0.0)
    assert seen == [b"1", b"2"]
    cast(Wire, old).peer_retires(0.0)
    here.choose(0.0)
    assert seen == [b"1", b"2", b"3"]
    assert old.state is State.CLOSED  # both have left it
    here.receive(new, b"4", 0.0)
    assert seen[-1] == b"4"


def test_new_frames_do_not_wait_for_a_connection_that_is_gone_or_silent() -> None:
    here, seen = links(LOW, HIGH)
    old, new = wire(dialled=False), wire(dialled=True)
    here.add(old, 0.0)
    here.add(new, 0.0)
    here.receive(new, b"1", 0.0)
    assert seen == []
    cast(Wire, new).heard = LIVE_S + 1
    here.choose(LIVE_S + 1)
    assert seen == [b"1"]
    here.receive(new, b"2", LIVE_S + 1)
    cast(Wire, old).heard = LIVE_S + 1
    here.receive(new, b"3", LIVE_S + 1)
    assert seen == [b"1", b"2"]
    cast(Wire, old).state = State.CLOSED
    here.remove(old, LIVE_S + 1)
    assert seen == [b"1", b"2", b"3"]


def test_frames_wait_in_bounded_memory() -> None:
    here, seen = links(LOW, HIGH)
    old, new = wire(dialled=False), wire(dialled=True)
    here.add(old, 0.0)
    here.add(new, 0.0)
    for _ in range(40):
        here.receive(new, bytes(60_000), 0.0)
        assert new.parked_bytes <= 1024 * 1024
    assert len(seen) > 20


def test_a_peer_that_leaves_our_only_connection_has_to_come_by_another() -> None:
    here, _ = links(LOW, HIGH)
    only = wire(dialled=True)
    here.add(only, 0.0)
    cast(Wire, only).peer_retires(0.0)
    here.choose(0.0)
    assert here.current is only  # the other one is on its way
    assert only.state is State.OPEN
    here.choose(RETIRED_S_MAX + 1)
    assert here.all[0].state is State.CLOSED


def test_one_connection_too_many_is_cut() -> None:
    here, _ = links(LOW, HIGH)
    wires = [wire(dialled=False, serial=n) for n in range(CONNECTIONS_MAX + 1)]
    for each in wires:
        here.add(each, 0.0)
    assert wires[-1].state is State.CLOSED
    assert here.current is wires[-2]
