"""`camelnet arena`: a tournament between bots from the command line."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from camelnet import bots
from camelnet.bots import THINK_MS
from camelnet.cores import cores
from camelnet.i18n import N_, _, message, os_reason
from camelnet.lab import arena
from camelnet.lab.arena import (
    ArenaError,
    Report,
    ResumeFile,
    Tournament,
    executors,
    result_table,
    sprt,
)
from camelnet.lab.arena.executors import GameExecutor
from camelnet.terminal.exit_codes import INTERRUPTED, TERMINATED, Failed, complain
from camelnet.terminal.game_options import check_seats, game_options


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of the command, as typed."""

    game: str
    options: Sequence[str]
    players: str
    own: Sequence[str]  # the user's classes, which sit before the other players
    games: int
    seed: int
    think: int | None
    nodes: int | None
    sprt: bool
    elo0: float
    elo1: float
    out: Path | None
    resume: bool
    json_file: str | None
    dask: str | None
    workers: int | None


def tournament(wishes: Wishes) -> int:
    """Play a tournament and show its table; return the exit code. Raises `click.UsageError` and
    `Failed`."""
    if wishes.think is not None and wishes.nodes is not None:
        raise click.UsageError(_("A decision has milliseconds or nodes, not both."))
    if wishes.resume and wishes.out is None:
        raise click.UsageError(_("--resume needs the file to go on with: --out FILE."))
    if wishes.dask is not None and wishes.workers is not None:
        raise click.UsageError(_("A Dask cluster knows its workers: leave --workers out."))
    try:
        of = _tournament(wishes)
    except ArenaError as error:
        raise click.UsageError(str(error)) from None
    budget = "--think" if wishes.think is not None else "--nodes"
    looking = any(entrant.level in THINK_MS for entrant in of.entrants)
    if not looking and (wishes.think, wishes.nodes) != (None, None):
        text = _("None of these players looks ahead: {option} is for {levels}.")
        raise click.UsageError(text.format(option=budget, levels=", ".join(THINK_MS)))
    if any(bots.looks_ahead(entrant.level) for entrant in of.entrants):
        for trouble in bots.troubles((of.game,)):
            complain(str(trouble))
    test = _test(wishes, of)
    _check_writable(wishes.json_file)
    try:
        with (
            _ending() as ending,
            _executor(wishes, of, ending) as executor,
            ResumeFile(wishes.out, of, resume=wishes.resume) as journal,
        ):
            report = _run(of, wishes.games, executor, journal, test, ending)
    except ArenaError as error:
        if os.environ.get("CAMELNET_DEBUG"):
            raise  # with the error of a player's own code
        raise Failed(error.reason) from error
    result_table.write_json(wishes.json_file, of, test, report)
    if wishes.json_file != result_table.STANDARD_OUTPUT:
        result_table.show(of, test, report, wishes.out)
    return (ending.code or INTERRUPTED) if report.interrupted else 0


def _check_writable(file: str | None) -> None:
    """Raise `Failed` now rather than after a night of games."""
    if file is None or file == result_table.STANDARD_OUTPUT:
        return
    try:
        with Path(file).open("a", encoding="utf-8"):
            return
    except OSError as error:
        why = message(N_("{path} cannot be written: {why}."), path=file, why=os_reason(error))
        raise Failed(why) from None


def _tournament(wishes: Wishes) -> Tournament:
    named = [name.strip() for name in wishes.players.split(",") if name.strip()]
    entrants = tuple(
        arena.entrant(name, think_ms=wishes.think, nodes=wishes.nodes)
        for name in (*wishes.own, *named)
    )
    check_seats(wishes.game, len(entrants))
    options = game_options(wishes.game, wishes.options)
    return arena.tournament(wishes.game, entrants, seed=wishes.seed, options=options)


def _test(wishes: Wishes, of: Tournament) -> sprt.Test | None:
    if not wishes.sprt:
        return None
    own = sum(entrant.name == of.entrants[0].name for entrant in of.entrants)
    if own == of.seats:
        raise click.UsageError(_("--sprt compares the first player with others: name some."))
    if not wishes.elo0 < wishes.elo1:
        raise click.UsageError(_("--elo1 has to lie above --elo0."))
    return sprt.Test(wishes.elo0, wishes.elo1, own, of.seats)


def _executor(
    wishes: Wishes, of: Tournament, ending: _Ending
) -> AbstractContextManager[GameExecutor]:
    if wishes.dask is not None:
        return executors.dask(wishes.dask, of.entrants)
    workers = cores() if wishes.workers is None else wishes.workers
    return executors.here(lambda: ending.asked) if workers == 1 else executors.processes(workers)


class _Ending:
    """A request to end the tournament, and the exit code for it.

    A signal only sets this, since an exception at an arbitrary moment can leave a pool of processes
    half-locked. A second one raises the exception all the same.
    """

    def __init__(self) -> None:
        self.code = 0
        self.asked = False

    def hear(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self.code = INTERRUPTED if number == signal.SIGINT else TERMINATED


@contextmanager
def _ending() -> Iterator[_Ending]:
    ending = _Ending()
    asking = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, ending.hear) for number in asking}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _bar(total: int) -> Iterator[tuple[Progress, Any]]:
    """A bar on standard error; nothing if that is not a terminal."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress:
        yield progress, progress.add_task(_("games"), total=total)


def _run(
    of: Tournament,
    games: int,
    executor: GameExecutor,
    journal: ResumeFile,
    test: sprt.Test | None,
    ending: _Ending,
) -> Report:
    def asked_to_end() -> bool:
        return ending.asked

    with _bar(arena.games_in_groups(of, games)) as (progress, task):

        def finished(done: int, state: sprt.State | None) -> None:
            told = _("games")
            if state is not None:
                text = _("games, evidence {ratio} of {bound}")
                told = text.format(ratio=f"{state.ratio:+.2f}", bound=f"{sprt.BOUND:.2f}")
            progress.update(task, completed=done, description=told)

        return arena.run(
            of,
            games,
            executor,
            journal,
            test=test,
            finished=finished,
            asked_to_end=asked_to_end,
        )
