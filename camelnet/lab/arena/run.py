"""A whole tournament: games go out to an executor, return in any order, and count in their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from camelnet.i18n import N_, message
from camelnet.lab.arena import sprt, statistics
from camelnet.lab.arena.errors import ArenaError
from camelnet.lab.arena.executors import GameExecutor
from camelnet.lab.arena.match import Outcome, Tournament
from camelnet.lab.arena.resume_file import ResumeFile
from camelnet.lab.arena.statistics import Figures, Group

AHEAD = 2  # games handed out per worker, so that no worker waits for us
LISTEN_S = 0.2  # between two looks at the request to end


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a tournament. Equal tournaments have equal results if no bot looks at the
    clock."""

    figures: Figures
    left_out: (
        int  # finished games that do not count: in a partial group, or after the end of the test
    )
    test: sprt.State | None
    interrupted: bool


def games_in_groups(of: Tournament, games: int) -> int:
    """The number of games, rounded up to whole groups."""
    return -(-games // of.seats) * of.seats


def run(
    of: Tournament,
    games: int,
    executor: GameExecutor,
    resume_file: ResumeFile,
    *,
    test: sprt.Test | None = None,
    finished: Callable[[int, sprt.State | None], None] = lambda done, state: None,
    asked_to_end: Callable[[], bool] = lambda: False,
) -> Report:
    """Play all of the first `games` (whole groups) that are not yet in the resume file.

    Calls `finished` with the number of finished games and the state of the test, and `asked_to_end`
    several times a second; keeps all finished games then, and also after a KeyboardInterrupt.
    Raises ArenaError when a player or a machine fails.
    """
    wanted = range(games_in_groups(of, games))
    missing = [number for number in wanted if number not in resume_file.outcomes]
    waiting = iter(missing)
    running: dict[Future[Outcome | None], int] = {}
    interrupted = False
    state = _examined(of, resume_file, games, test)
    done = len(wanted) - len(missing)
    finished(done, state)
    try:
        while not _decided(state) and not interrupted:
            wanted_running = AHEAD * executor.workers()
            while len(running) < wanted_running:
                number = next(waiting, None)
                if number is None:
                    break
                running[executor.submit(of, number)] = number
            if not running:
                break
            wait(running, timeout=LISTEN_S, return_when=FIRST_COMPLETED)
            interrupted = asked_to_end()
            taken = _take_finished(running, resume_file)
            if taken:
                done += taken
                state = _examined(of, resume_file, games, test)
                finished(done, state)
    except KeyboardInterrupt:
        interrupted = True
        _take_finished(running, resume_file)
    finally:
        executor.stop()
    return report(of, games, resume_file, test=test, interrupted=interrupted)


def report(
    of: Tournament,
    games: int,
    resume_file: ResumeFile,
    *,
    test: sprt.Test | None = None,
    interrupted: bool = False,
) -> Report:
    """The result of those of the first `games` that are in the resume file."""
    state = _examined(of, resume_file, games, test)
    groups = _groups(of, resume_file, games)
    if state is not None:
        groups = groups[: state.groups]
    counted = sum(len(group) for group in groups)
    in_range = sum(number < games_in_groups(of, games) for number in resume_file.outcomes)
    return Report(statistics.figures(of, groups), in_range - counted, state, interrupted)


def _take_finished(running: dict[Future[Outcome | None], int], resume_file: ResumeFile) -> int:
    """Write down the returned games, the lowest number first; return how many they were."""
    before = len(resume_file.outcomes)
    done = [future for future in running if future.done() and not future.cancelled()]
    for number, future in sorted((running.pop(future), future) for future in done):
        _take(future, number, resume_file)
    return len(resume_file.outcomes) - before


def _take(future: Future[Outcome | None], number: int, resume_file: ResumeFile) -> None:
    try:
        outcome = future.result()
    except ArenaError:
        raise
    except BrokenProcessPool:
        text = N_("A process that played ended by itself; its memory may have run out.")
        raise ArenaError(message(text)) from None
    except Exception as error:
        text = N_("Game {number} could not be played: {why}.")
        why = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(" .:")
        raise ArenaError(message(text, number=number, why=why)) from error
    if outcome is not None:
        resume_file.add(outcome)


def _groups(of: Tournament, resume_file: ResumeFile, games: int) -> list[Group]:
    """The whole groups among the requested games."""
    end = games_in_groups(of, games)
    found = (outcome for outcome in resume_file.outcomes.values() if outcome.number < end)
    return statistics.groups_of(of, found)


def _examined(
    of: Tournament, resume_file: ResumeFile, games: int, test: sprt.Test | None
) -> sprt.State | None:
    """The test over the groups, up to the first that is missing."""
    if test is None:
        return None
    unbroken = []
    for place, group in enumerate(_groups(of, resume_file, games)):
        if of.place(group[0].number)[0] != place:
            break
        unbroken.append(group)
    name = of.entrants[0].name
    return sprt.examine(test, statistics.without_luck_by_group(of, unbroken, name))


def _decided(state: sprt.State | None) -> bool:
    return state is not None and state.verdict is not sprt.Verdict.OPEN
