"""All searches of the model, one after the other: `make model`.

python -m tests.model              every search, every planted mistake
python -m tests.model NAME         searches and mistakes with that in their name, with traces
python -m tests.model "traces of"  what the program did at simulated tables alone
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from rich.console import Console

from tests.model.forks import PLANTED as PLANTED_FORKS
from tests.model.forks import Forks, planted
from tests.model.lapse import Lapse
from tests.model.naive import Naive, written_out
from tests.model.planted import IDLE, MISTAKES
from tests.model.progress import Progress
from tests.model.rounds import PLANTED, Meeting
from tests.model.search import Found, Search
from tests.model.settings import (
    COMPARED,
    COMPARED_CUT,
    COMPARED_SLOWLY,
    LAPSING,
    LAPSING_SLOWLY,
    MEETING,
    MEETING_SLOWLY,
    PROGRESSING,
    PROGRESSING_SLOWLY,
    QUICK,
    SLOW,
)
from tests.model.trace import Admitted
from tests.sim.memoization import forget
from tests.sim.plan import plan_of
from tests.sim.runner import played, simulating
from tests.sim.world import World

TRACES = "traces of the program"
FORKS = ((2, 0), (1, 1), (2, 1), (3, 0))  # honest seats, liars
SEEDS = 120  # tables whose traces are held against the model

console = Console(highlight=False)


def main() -> int:
    wanted = " ".join(sys.argv[1:])
    wrong = 0
    begun = time.process_time()
    for words, right in checks(wanted):
        console.print(("      " if right else "WRONG ") + words, markup=False, soft_wrap=True)
        wrong += not right
    console.print(f"{time.process_time() - begun:.0f} s of processor time, {wrong} wrong")
    return bool(wrong)


def checks(wanted: str) -> Iterator[tuple[str, bool]]:
    for setting, kinds in QUICK + SLOW:
        if wanted in setting.name:
            found, seconds = timed(Search(setting))
            yield told(setting.name, found, seconds), found.complete and found.decided == kinds
            yield from ((line, False) for line in found.trace)
    for mistake in MISTAKES:
        if wanted in mistake.name:
            found = mistake.search(ballots=4)
            yield f"planted: {mistake.name}: ballot {found.ballots}", bool(found.violation)
            if wanted:
                yield from ((line, True) for line in found.trace)
    for rule in IDLE:
        if wanted in rule.name:
            found = rule.search()
            yield f"idle: {rule.name}: {found.states} states", found.complete
    for setting in PROGRESSING + PROGRESSING_SLOWLY:
        if wanted in setting.name:
            search = Search(setting)
            progress, states = Progress(search), search.run().seen
            wrong = progress.check_all(states)
            words = (
                f"{len(states)} states, {progress.offers} good ballots, {progress.behind} behind"
            )
            yield f"ends: {setting.name}: {wrong or words}", not wrong
    for setting in LAPSING + LAPSING_SLOWLY:
        if wanted in setting.name:
            lapsed = Lapse(setting, 4).run()
            words = f"{lapsed.states} states, {lapsed.followed} promises followed another's"
            yield f"lapses: {setting.name}: {lapsed.violation or words}", not lapsed.violation
    for setting in MEETING + MEETING_SLOWLY:
        if wanted in setting.name:
            met = Meeting(setting).run()
            words = f"{met.states} states from {met.combinations} combinations of rounds"
            yield f"meets: {setting.name}: {met.violation or words}", not met.violation
    for name, timing in PLANTED:
        if wanted in name:
            met = Meeting(MEETING[1], timing).run()
            yield f"planted: {name}: {met.violation}", bool(met.violation)
            if wanted:
                yield from ((str(clock), True) for clock in met.trace)
    for honest, liars in FORKS:
        name = f"forks: {honest} honest, {liars} liars"
        if wanted in name:
            forked = Forks(honest, liars).run()
            words = f"{forked.states} states, {forked.gone} gone, {forked.free} free"
            yield f"{name}: {forked.violation or words}", not forked.violation
    for name, method, wrong_one, honest, liars in PLANTED_FORKS:
        if wanted in name:
            forked = Forks(honest, liars).run(planted(method, wrong_one))
            yield f"planted: {name}: {forked.violation}", bool(forked.violation)
            if wanted:
                yield from ((line, True) for line in forked.trace)
    if wanted in TRACES:
        yield from traces()
    for setting, ballots in COMPARED + COMPARED_CUT + COMPARED_SLOWLY:
        if wanted in setting.name:
            search, naive = Search(setting, numbered=True), Naive(setting, ballots)
            states, small = naive.reached()
            ours = written_out(search.run(ballots).seen, search.judge)
            words = f"{len(states)} states from {small} in small steps, {ballots} ballots"
            yield f"compared: {setting.name}: {words}", ours == written_out(states, naive.judge)


def traces() -> Iterator[tuple[str, bool]]:
    """What the program did at some simulated tables, held against the model."""
    admitted = Admitted()
    with simulating():
        for seed in range(SEEDS):
            plan = plan_of(seed)
            if not plan.hall:
                world = World(plan)
                failure, _ = played(world)
                admitted.add(world.witness.admitted)
                forget()
                if failure:
                    yield f"python -m tests.sim {seed} -v: {failure}", False
    told = f"{admitted.traces} epochs, {admitted.changed} of them ended by a change"
    steps = f"{admitted.steps.total()} steps, {admitted.beyond} beyond the bounds"
    yield f"{TRACES}: {told}, {steps}", bool(admitted.changed)
    for why, count in sorted(admitted.skipped.items()):
        yield f"not in the model: {why}: {count}", True


def timed(search: Search) -> tuple[Found, float]:
    begun = time.process_time()
    found = search.run()
    return found, time.process_time() - begun


def told(name: str, found: Found, seconds: float) -> str:
    words = f"{found.states} states, {found.steps} steps, {found.ballots} ballots, {seconds:.1f} s"
    return f"{name}: {words}{'; ' + found.violation if found.violation else ''}"


if __name__ == "__main__":
    sys.exit(main())
