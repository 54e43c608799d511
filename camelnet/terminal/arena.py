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

from camelnet import arena, rules
from camelnet.arena import ArenaError, Report, ResumeFile, Tournament, executors, sprt
from camelnet.arena.executors import GameExecutor
from camelnet.bots import THINK_MS
from camelnet.i18n import N_, _, message, os_reason
from camelnet.terminal import arena_table
from camelnet.terminal.exit_codes import INTERRUPTED, TERMINATED, Failed
from camelnet.terminal.params import Command, GameKey, Number, check_seats, game_options

DEFAULT_GAME = next(iter(rules.GAMES))
DEFAULT_PLAYERS = "expert,greedy,greedy,greedy"
WORKERS_MAX = 256


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of the command, as they were typed."""

    game: str
    options: Sequence[str]
    players: str
    own: Sequence[str]  # classes: they sit before the other players
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
    """Play it, show its table; the exit code. Raises `click.UsageError` and `Failed`."""
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
            raise  # with what a player's own code had to say
        raise Failed(error.reason) from error
    arena_table.write_json(wishes.json_file, of, test, report)
    if wishes.json_file != arena_table.STANDARD_OUTPUT:
        arena_table.show(of, test, report, wishes.out)
    return (ending.code or INTERRUPTED) if report.interrupted else 0


def _check_writable(file: str | None) -> None:
    """`Failed` now, and not when a night of games is over."""
    if file is None or file == arena_table.STANDARD_OUTPUT:
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
    workers = executors.cores() if wishes.workers is None else wishes.workers
    return executors.here(lambda: ending.asked) if workers == 1 else executors.processes(workers)


class _Ending:
    """A request to end the tournament, and the exit code for it.

    A signal sets no more than this, since an exception that comes out of nowhere can leave a pool
    of processes half-locked. Who insists gets one all the same.
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
    """A bar on standard error; nothing where that is no terminal."""
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


@click.command(
    "arena",
    cls=Command,
    help=N_(
        "Let bots play many games against each other, without a network, and say who plays better."
        " Seats rotate, and every rotation has the same luck. A player is a level, a level with a"
        " budget of its own (expert@100ms, strong@2000nodes) or a class of your own"
        " (module:Class)."
    ),
    games=True,
    examples=(
        "camelnet arena --games 200 --seed 1",
        "camelnet arena --players expert@100ms,strong@10ms,strong@10ms,strong@10ms --sprt",
        "camelnet arena --game cards --player mymodule:MyBot --players greedy,greedy",
        "camelnet arena --game targui --out night.jsonl --resume --games 2000",
    ),
)
@click.option("--game", type=GameKey(), default=DEFAULT_GAME, help=N_("The game to play."))
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help=N_("Set an option of the game; may be given several times."),
)
@click.option(
    "--players",
    default=DEFAULT_PLAYERS,
    show_default=True,
    metavar="NAME,NAME...",
    help=N_("Who plays, a name for each seat."),
)
@click.option(
    "--player",
    "own",
    multiple=True,
    metavar="MODULE:CLASS",
    help=N_("A bot of your own, before the other players; may be given several times."),
)
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=100,
    show_default=True,
    help=N_("How many games, rounded up to whole rotations."),
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help=N_("What all luck comes from."),
)
@click.option(
    "--think", type=click.IntRange(1, 600_000), metavar="MS", help=N_("Milliseconds a decision.")
)
@click.option(
    "--nodes",
    type=click.IntRange(1, 10_000_000),
    help=N_("Rounds of search a decision, instead of a time: then a seed repeats every game."),
)
@click.option(
    "--sprt", is_flag=True, help=N_("Stop as soon as it is clear whether the first is stronger.")
)
@click.option(
    "--elo0", type=Number(), default=0.0, show_default=True, help=N_("Not stronger: so many Elo.")
)
@click.option(
    "--elo1", type=Number(), default=50.0, show_default=True, help=N_("Stronger: so many Elo.")
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Write every finished game to this file, as JSON lines."),
)
@click.option("--resume", is_flag=True, help=N_("Go on with the games of that file."))
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    help=N_("Write all figures to this file; “-” is standard output."),
)
@click.option("--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster of this scheduler."))
@click.option(
    "--workers",
    type=click.IntRange(1, WORKERS_MAX),
    help=N_("How many processes play; left out, one for every core."),
)
def arena_command(**given: Any) -> int:
    return tournament(Wishes(**given))
