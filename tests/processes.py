"""Work in forked processes: what is replaced in this process is replaced in them.

`multiprocessing.Pool` may hang for ever when it is ended with work left: its thread that hands work
out waits for a lock that a killed process held. Here each process ends the chunk that it is at.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_processes(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    begin: Callable[[], object],
    chunk: int,
    processes: int | None = None,
    in_order: bool = False,
) -> Generator[Result, None, None]:
    """What `work` makes of each item, as it comes; whoever wants no more closes this. A process
    begins with `begin`, and takes `chunk` items at a time."""
    many = processes or os.cpu_count() or 1
    left = iter(items)
    fork = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(many, mp_context=fork, initializer=begin)
    running: list[Future[list[Result]]] = []
    try:
        while True:
            while len(running) < 2 * many and (taken := list(islice(left, chunk))):
                running.append(pool.submit(_each, work, taken))
            if not running:
                return
            done, _ = wait(running[:1] if in_order else running, return_when=FIRST_COMPLETED)
            for future in [future for future in running if future in done]:
                running.remove(future)
                yield from future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _each(work: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    return [work(item) for item in items]
