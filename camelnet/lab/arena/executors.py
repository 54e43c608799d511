"""The executors of a tournament's games: this process, a pool of processes, or a Dask cluster.

All of them return futures of `concurrent.futures`, so a tournament runs alike on each.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType
from typing import Any

from camelnet.i18n import N_, message
from camelnet.lab.arena.entrants import Entrant
from camelnet.lab.arena.errors import ArenaError
from camelnet.lab.arena.match import Outcome, Tournament, play

_WINDOWS_MAX = 61  # Windows cannot wait for more processes at once
CONNECT_S = 15.0  # time for a scheduler to answer
_NOW_S = 0.01  # almost nothing; Dask takes 0 for no limit


@dataclass(frozen=True, slots=True)
class GameExecutor:
    """Plays games. `workers` counts the current workers; `submit` begins a game, `stop` soon ends
    all games."""

    workers: Callable[[], int]
    submit: Callable[[Tournament, int], Future[Outcome | None]]
    stop: Callable[[], None]


@contextmanager
def here(stopped: Callable[[], bool] = bool) -> Iterator[GameExecutor]:
    """Play games one after the other, in this thread: a debugger sees them. `stopped`: tells a game
    to break off."""

    def submit(of: Tournament, number: int) -> Future[Outcome | None]:
        future: Future[Outcome | None] = Future()
        try:
            future.set_result(play(of, number, stopped))
        except ArenaError as error:
            future.set_exception(error)
        return future

    yield GameExecutor(lambda: 1, submit, lambda: None)


# Set only in a worker process, before its first game: tells whether the tournament has stopped.
_stopped: Callable[[], bool] = bool


# Ctrl-C reaches all processes of a terminal, and an ending service or job (`timeout`, systemd)
# signals all of its processes; only the tournament's own process stops the workers.
_ASKING = {signal.SIGINT, signal.SIGTERM}


def _begin(stopping: Event, parent: int) -> None:
    global _stopped
    _stopped = stopping.is_set

    def hear(number: int, frame: FrameType | None) -> None:
        if os.getppid() != parent:  # the parent was killed, and nobody else will tell us
            os._exit(128 + number)

    for number in _ASKING:
        signal.signal(number, hear)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKING)


@contextmanager
def _unheard() -> Iterator[None]:
    """Keep signals from processes that begin here, even before `_begin`; we get them afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_unless_stopped(of: Tournament, number: int) -> Outcome | None:
    return play(of, number, _stopped)


@contextmanager
def processes(workers: int) -> Iterator[GameExecutor]:
    """New processes on this machine, which share nothing with this one."""
    if sys.platform == "win32":
        workers = min(workers, _WINDOWS_MAX)
    context = multiprocessing.get_context("spawn")
    stopping = context.Event()
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_begin, initargs=(stopping, os.getpid())
    )

    def submit(of: Tournament, number: int) -> Future[Outcome | None]:
        with _unheard():  # a submit starts a worker
            return pool.submit(_play_unless_stopped, of, number)

    try:
        yield GameExecutor(lambda: workers, submit, stopping.set)
    finally:
        stopping.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def dask(
    address: str, entrants: Sequence[Entrant], *, patience_s: float = 0
) -> Iterator[GameExecutor]:
    """The workers of the Dask cluster whose scheduler is at `address`. They may come and go.

    They need camelnet with the same rules. We send them a user's own class if it is a module in a
    single file; a larger one has to be installed there. Raises ArenaError if the scheduler does not
    answer, or has no workers after `patience_s`.
    """
    try:
        import distributed
    except ImportError:
        text = N_("Dask is not installed. To install it: pip install 'camelnet[lab]'")
        raise ArenaError(message(text)) from None
    try:
        _check_address(address)
        client: Any = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        text = N_("The Dask scheduler at {address} cannot be reached: {why}.")
        why = str(error).strip().rstrip(".") or type(error).__name__
        raise ArenaError(message(text, address=address, why=why)) from None
    with client:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=max(patience_s, _NOW_S))

        def workers() -> int:
            return sum(client.nthreads().values())

        if not workers():
            text = N_("Nobody works for the Dask scheduler at {address} yet.")
            raise ArenaError(message(text, address=address))
        for file in sorted(_files_of(entrants)):
            client.upload_file(str(file))
        # If a machine goes away, Dask plays its game again elsewhere.
        executor: Executor = client.get_executor(pure=False)

        def stop() -> None:
            executor.shutdown(wait=False)  # cancels running games

        try:
            yield GameExecutor(
                lambda: max(1, workers()),  # a game that waits for a worker to return
                lambda of, number: executor.submit(play, of, number),
                stop,
            )
        finally:
            stop()


def _check_address(address: str) -> None:
    """Raise ValueError for an invalid address. A Dask client that notices it itself is left half
    created, and complains on standard error half a minute later."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, location = parse_address(address)
    get_backend(scheme)
    if scheme in ("tcp", "tls"):
        parse_host_port(location)


def _files_of(entrants: Sequence[Entrant]) -> set[Path]:
    """The files of users' classes that lie in the current folder."""
    found = (Path.cwd() / f"{entrant.module}.py" for entrant in entrants if entrant.custom)
    return {file for file in found if file.is_file()}
