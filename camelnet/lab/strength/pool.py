"""Games by number, in this process or in several, until the time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")


def played(
    play: Callable[[int], T], numbers: Sequence[int], workers: int, ended: Callable[[], bool]
) -> Iterator[T]:
    """The games of these numbers, in their order; begins none once `ended` is true."""
    if workers == 1:
        for number in numbers:
            if ended():
                return
            yield play(number)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for begin in range(0, len(numbers), 8 * workers):
            if ended():
                return
            yield from pool.map(play, numbers[begin : begin + 8 * workers])
