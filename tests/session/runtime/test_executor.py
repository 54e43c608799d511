"""Work that takes long, in its thread: what comes of it, and what does not."""

from __future__ import annotations

import asyncio
import threading

from camelnet.session.runtime.executor import ThreadExecutor
from tests.patience import LONG_S


async def test_work_is_done_in_another_thread_and_told_in_this_one() -> None:
    threads: list[int] = []

    worker, done = ThreadExecutor(), asyncio.Event()

    def back() -> None:
        threads.append(threading.get_ident())
        done.set()

    worker.run(lambda: threads.append(threading.get_ident()), back)
    await asyncio.wait_for(done.wait(), LONG_S)
    worker.close()
    elsewhere, here = threads
    assert here == threading.get_ident() != elsewhere


async def test_what_is_done_after_the_end_is_dropped() -> None:
    told: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def job() -> None:
        begun.set()
        assert may_end.wait(LONG_S)
        told.append("job")

    worker = ThreadExecutor()
    worker.run(job, lambda: told.append("done"))
    assert begun.wait(LONG_S)
    worker.close()
    may_end.set()
    worker._pool.shutdown(wait=True)
    for _ in range(3):
        await asyncio.sleep(0)
    assert told == ["job"]
