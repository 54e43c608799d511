"""The time of a search: sure choices end it early, close ones get more, and it is never more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from camelnet.bots.deadline import Deadline
from camelnet.bots.search import analyse
from tests.bots.test_search import somewhere

EACH_S = 0.001  # an iteration


def made(*, threads: int = 1) -> Deadline:
    return Deadline(100.0, 2.0, threads=threads, adaptive=True)


def test_a_lead_that_can_be_overtaken_does_not_end_it() -> None:
    deadline = made()
    deadline.note(0, {"a": 900, "b": 100}, 101.0, EACH_S)  # a thousand iterations are left
    assert deadline.left_s(101.0) == 1.0


def test_a_lead_that_cannot_be_overtaken_ends_it() -> None:
    deadline = made()
    deadline.note(0, {"a": 1201, "b": 200, "c": 9}, 101.0, EACH_S)
    assert deadline.left_s(101.0) == 0


def test_the_only_move_is_sure_at_once() -> None:
    deadline = made()
    deadline.note(0, {"a": 4}, 100.1, EACH_S)
    assert deadline.left_s(100.1) == 0


@pytest.mark.parametrize(("second", "left"), [(400, 0.0), (600, 2.0), (1000, 2.0)])
def test_a_close_choice_gets_twice_the_time(second: int, left: float) -> None:
    deadline = made()
    deadline.note(0, {"a": 100, "b": 90}, 101.5, EACH_S)
    assert deadline.left_s(101.5) == 0.5  # it is not given before the time is over
    deadline.note(0, {"a": 1000, "b": second}, 102.0, EACH_S)
    assert deadline.left_s(102.0) == left
    deadline.note(0, {"a": 2000, "b": 2 * second}, 104.0, EACH_S)
    assert deadline.left_s(104.0) <= 0


def test_a_choice_that_is_close_no_longer_ends_the_extra_time() -> None:
    deadline = made()
    deadline.note(0, {"a": 1000, "b": 1000}, 102.0, EACH_S)
    assert deadline.left_s(102.0) == 2.0
    deadline.note(0, {"a": 1700, "b": 800}, 102.9, EACH_S)
    assert deadline.left_s(102.9) == 0


def test_threads_are_counted_together() -> None:
    deadline = made(threads=2)
    deadline.note(0, {"a": 1201, "b": 200}, 101.0, EACH_S)  # the other may bring 1000 for b too
    assert deadline.left_s(101.0) == 1.0
    deadline.note(1, {"a": 100, "b": 1300}, 101.2, EACH_S)
    assert deadline.left_s(101.2) == pytest.approx(0.8)
    deadline.note(1, {"a": 2300, "b": 100}, 101.2, EACH_S)
    assert deadline.left_s(101.2) == 0


def ticking(step_s: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step_s


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_takes_at_most_twice_its_time(threads: int) -> None:
    position = somewhere("camelup", 20)
    ticks = ticking(0.01)
    last = [0.0]

    def clock() -> float:
        last[0] = next(ticks)
        return last[0]

    found = analyse(position, None, think_ms=500, threads=threads, adaptive=True, clock=clock)
    assert found.lines[0].visits >= found.lines[-1].visits
    assert last[0] <= 1.0 + 0.02 * threads


def test_a_search_for_nodes_ignores_the_clock() -> None:
    position = somewhere("camelup", 20)
    first, again = (
        analyse(position, None, nodes=300, adaptive=adaptive) for adaptive in (False, True)
    )
    assert first == again
