from __future__ import annotations

import os
import signal
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial

import pytest

from tests.processes import in_processes

numbers = partial(in_processes, begin=int, chunk=3, processes=2)


def half(number: int) -> float:
    return number / 2


def end(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_order_where_that_is_wanted() -> None:
    wanted = [number / 2 for number in range(100)]
    assert list(numbers(half, range(100), in_order=True)) == wanted
    assert sorted(numbers(half, range(100))) == wanted


def test_who_wants_no_more_waits_for_no_work_that_is_left() -> None:
    with closing(numbers(half, iter(int, 1), in_order=True)) as endless:
        assert [next(endless) for _ in range(10)] == [0.0] * 10


def test_a_process_that_ends_is_no_endless_wait() -> None:
    with pytest.raises(BrokenProcessPool):
        list(numbers(end, range(100)))


def test_what_fails_there_fails_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(numbers(partial(pow, 0, mod=None), [-1]))
