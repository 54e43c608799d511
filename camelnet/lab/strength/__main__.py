"""`make strength`: plays the ladder for some hours, resumes where it stopped, writes the results.

python -m camelnet.lab.strength --hours 8                        processes of this machine
python -m camelnet.lab.strength --hours 8 --scheduler tcp://…    the workers of a Dask cluster
python -m camelnet.lab.strength --game camelup --match hard-3-greedy --budget time
python -m camelnet.lab.strength --docs                only writes docs/bots.md

All matches advance by turns, so that whenever the time is over, every match has got about equally
far; matches whose test has ended are left out. After each turn a deeper search judges some games of
`hard` against itself (given_away.py).
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from camelnet.cores import cores
from camelnet.lab import arena
from camelnet.lab.arena import ArenaError, ResumeFile, Tournament, executors
from camelnet.lab.arena.executors import GameExecutor
from camelnet.lab.strength import given_away, page, report
from camelnet.lab.strength.ladder import BUDGETS, MATCHES, Match
from camelnet.lab.strength.results import FOLDER, Result, file_of, result, tournament

TARGETS = (60, 200, 600, 2000)  # games of a match after each turn,
JUDGED = 10  # and so many times fewer judged ones


@dataclass(slots=True)
class Ending:
    """True at a signal, and once the time is over."""

    deadline: float
    asked: bool = False

    def hear(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def __call__(self) -> bool:
        return self.asked or time.monotonic() >= self.deadline

    @property
    def left_s(self) -> float:
        return max(0.0, self.deadline - time.monotonic())


Executor = Callable[[Tournament], AbstractContextManager[GameExecutor]]


def play(
    matches: Sequence[Match],
    budget: str,
    folder: Path,
    executor: Executor,
    ended: Ending,
    judged: Sequence[given_away.Setting] = (),
    workers: int = 1,
) -> None:
    """Play the matches, and the games to be `judged`, by turns until all are decided or `ended` is
    true."""
    for target in TARGETS:
        for setting in judged:
            given_away.run(setting, target // JUDGED, folder, workers, ended)
        for match in matches:
            found = result(match, budget, folder)
            games = min(target, match.games)
            if ended() or (found and (found.figures.games >= games or decided(found))):
                continue
            of = tournament(match, budget)
            with (
                executor(of) as players,
                ResumeFile(file_of(match, budget, folder), of, resume=True) as journal,
            ):
                arena.run(of, games, players, journal, test=match.test(), asked_to_end=ended)
            if (found := result(match, budget, folder)) is not None:
                print(line(found), flush=True)


def decided(found: Result) -> bool:
    return found.verdict in ("reached", "missed")


def line(found: Result) -> str:
    """The state of a match, in a line."""
    won = f"{report.percent(found.share)}, without luck {report.percent(found.without_luck)}"
    if slope := report.sloped(found.figures.slope):
        won += f" (slope {slope})"
    name = page.name_of(found.match.game)
    return f"{name}, {found.match}: {found.figures.games} games, {won} {found.verdict}".rstrip()


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m camelnet.lab.strength")
    parser.add_argument("--hours", type=float, default=0.0, help="how long to play; 0: not at all")
    parser.add_argument("--budget", choices=sorted(BUDGETS), default="nodes")
    parser.add_argument("--game", choices=sorted({match.game for match in MATCHES}))
    parser.add_argument("--match", action="append", help="only matches with this in their key")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler")
    parser.add_argument("--workers", type=int, default=cores(), help="processes here")
    parser.add_argument("--results", type=Path, default=FOLDER, help="the folder of the games")
    parser.add_argument("--docs", action="store_true", help="write docs/bots.md")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    given = _arguments(words)
    wanted = given.match or [""]
    matches = [
        match
        for match in MATCHES
        if given.game in (None, match.game) and any(part in match.key for part in wanted)
    ]
    if not matches:
        print(f"no such match; there are {', '.join(match.key for match in MATCHES)}")
        return 2
    ended = Ending(time.monotonic() + 3600 * given.hours)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ended.hear)

    def executor(of: Tournament) -> AbstractContextManager[GameExecutor]:
        if given.scheduler:
            return executors.dask(given.scheduler, of.entrants, patience_s=ended.left_s)
        if given.workers == 1:
            return executors.here(ended)
        return executors.processes(given.workers)

    games = dict.fromkeys(match.game for match in matches)
    judged = [] if given.match else [given_away.Setting(game) for game in games]
    try:
        play(
            matches,
            given.budget,
            given.results,
            executor,
            ended,
            judged=judged,
            workers=given.workers,
        )
    except ArenaError as error:
        print(error, file=sys.stderr)
        return 1
    found = [result(match, given.budget, given.results) for match in MATCHES]
    whole = [each for each in found if each is not None]
    lines = given_away.lines(given.results)
    print("\n".join([*map(line, whole), *lines]))
    if given.docs:
        report.write(whole, lines)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
