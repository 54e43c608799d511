"""Who plays the games: this process, processes of this machine, or the workers of a Dask cluster.

All of them give futures of `concurrent.futures`, so a tournament runs alike on each.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from camelnet.arena.entrants import Entrant
from camelnet.arena.errors import ArenaError
from camelnet.arena.match import Outcome, Tournament, play
from camelnet.i18n import N_, message

CONNECT_S = 15.0  # how long a scheduler has to answer


@dataclass(frozen=True, slots=True)
class Crew:
    """`workers` play at once; `submit` begins a game, `stop` makes all end soon."""

    workers: int
    submit: Callable[[Tournament, int], Future[Outcome | None]]
    stop: Callable[[], None]


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def here(stopped: Callable[[], bool] = bool) -> Iterator[Crew]:
    """Games one after the other, in this thread: a debugger sees them. `stopped`: whether to break
    off the one that is played."""

    def submit(of: Tournament, number: int) -> Future[Outcome | None]:
        future: Future[Outcome | None] = Future()
        try:
            future.set_result(play(of, number, stopped))
        except ArenaError as error:
            future.set_exception(error)
        return future

    yield Crew(1, submit, lambda: None)


# Set in a worker process alone, before its first game: whether the tournament has been stopped.
_stopped: Callable[[], bool] = bool


def _begin(stopping: Event) -> None:
    global _stopped
    _stopped = stopping.is_set
    # Ctrl-C reaches all processes of a terminal; the tournament tells the workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that are begun here do not hear Ctrl-C, not even before `_begin`; we do, later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_unless_stopped(of: Tournament, number: int) -> Outcome | None:
    return play(of, number, _stopped)


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    """Processes of this machine, begun afresh: nothing of this one is shared with them."""
    context = multiprocessing.get_context("spawn")
    stopping = context.Event()
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin, initargs=(stopping,)
    )

    def submit(of: Tournament, number: int) -> Future[Outcome | None]:
        with _unheard():  # a worker is begun by a submit
            return pool.submit(_play_unless_stopped, of, number)

    try:
        yield Crew(workers, submit, stopping.set)
    finally:
        stopping.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def dask(address: str, entrants: Sequence[Entrant]) -> Iterator[Crew]:
    """The workers of the Dask cluster whose scheduler is at `address`.

    They need camelnet of the same rules. A class of one's own is sent to them when it is a module
    of a single file; a larger one has to be installed there. Raises ArenaError when the scheduler
    does not answer, or nobody works there.
    """
    try:
        import distributed
    except ImportError:
        text = N_("Dask is not installed. To install it: pip install 'camelnet[arena]'")
        raise ArenaError(message(text)) from None
    try:
        client: Any = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        text = N_("The Dask scheduler at {address} cannot be reached: {why}.")
        why = str(error).strip().rstrip(".") or type(error).__name__
        raise ArenaError(message(text, address=address, why=why)) from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            text = N_("Nobody works for the Dask scheduler at {address} yet.")
            raise ArenaError(message(text, address=address))
        for file in sorted(_files_of(entrants)):
            client.upload_file(str(file))
        # Dask plays a game again elsewhere when its machine goes away.
        executor: Executor = client.get_executor(pure=False)

        def stop() -> None:
            executor.shutdown(wait=False)  # which cancels what is still running

        try:
            yield Crew(workers, lambda of, number: executor.submit(play, of, number), stop)
        finally:
            stop()


def _files_of(entrants: Sequence[Entrant]) -> set[Path]:
    """The files of own classes that stand beside each other in the folder of this call."""
    found = (Path.cwd() / f"{entrant.module}.py" for entrant in entrants if entrant.custom)
    return {file for file in found if file.is_file()}
