"""The executor of slow work, mostly proofs of a shuffle.

A peer handles frames one by one in a thread that must not block. It gives slow jobs to the
executor, which reports back to the loop. Simulations run jobs inline.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

_T = TypeVar("_T")

_LOG = logging.getLogger(__name__)


class Executor(Protocol):
    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        """Run `job`, which must not touch shared mutable state, then `done` on the caller's
        thread."""


class KeyedFuture(Generic[_T]):
    """The result of the latest job, under its key. Results for earlier keys are dropped."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._key: object = None
        self._made: _T | None = None

    def get(self, key: object, job: Callable[[], _T], then: Callable[[_T], None]) -> _T | None:
        """The result of `job` for this key; None until it is ready. A new key starts the job;
        `then` is called once with its result."""
        if key != self._key:
            self._key, self._made = key, None
            made: list[_T] = []

            def done() -> None:
                if self._key == key and made:
                    self._made = made[0]
                    then(made[0])

            self._executor.run(lambda: made.append(job()), done)
        return self._made


class InlineExecutor:
    """Runs every job at once, on the caller's thread."""

    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        job()
        done()


class ThreadExecutor:
    """Runs jobs in one thread, in order, and `done` in the loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="camelnet-work")
        self._closed = False

    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()

        def back() -> None:
            if not self._closed:
                done()

        def finished(future: Future[None]) -> None:
            if future.cancelled():
                return
            if (error := future.exception()) is not None:
                _LOG.error("a job of the executor failed", exc_info=error)
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                loop.call_soon_threadsafe(back)

        self._pool.submit(job).add_done_callback(finished)

    def close(self) -> None:
        """Drop the jobs that have not begun; a running one ends by itself."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
