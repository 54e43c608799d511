"""The model admits what the program did at simulated tables, and refuses what is planted there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.model.plants import PLANTS, Planter
from tests.model.trace import Admitted, NotAdmitted, Trace, replay
from tests.sim.plan import plan_of
from tests.sim.runner import played, simulating
from tests.sim.world import World

SEEDS = (
    3,
    5,
    9,
    14,
    39,
    41,
    47,
    55,
    163,
    251,
    2207,  # two changes accepted in one ballot, beyond the bounds
    2789,
    7991,  # luck of an older epoch, said again after a promise
    10725,  # a promise that is followed, made again since a change was accepted
    29653,  # restarted behind a key whose own luck is missing
)  # changes, restarts, liars, many ballots
TRIES = 40  # places at which a step is planted, at most

Taken = list[tuple[Trace, frozenset[int]]]


@pytest.fixture(scope="module")
def taken() -> Iterator[Taken]:
    found: Taken = []
    with simulating():
        for seed in SEEDS:
            world = World(plan_of(seed))
            failure, _ = played(world)
            assert not failure, f"python -m tests.sim {seed} -v"
            found += [(trace, frozenset(world.plan.lies)) for trace in world.witness.traces]
        yield found


@pytest.mark.slow
def test_what_the_program_did_is_admitted_and_holds_every_kind_of_step(taken: Taken) -> None:
    told = Admitted()
    for trace, liars in taken:
        told.add(replay(trace, liars))
    assert told.traces == len(taken), told.skipped
    assert told.changed
    kinds = {type(event).__name__ for trace, _ in taken for event in trace.events}
    assert kinds >= {"Froze", "Promised", "Offered", "Echoed", "AcceptedIt", "Restarted", "Drew"}


@pytest.mark.slow
@pytest.mark.parametrize(("why", "plant"), PLANTS, ids=lambda item: getattr(item, "__name__", ""))
@pytest.mark.every(2)
def test_a_planted_step_is_refused_for_the_right_reason(
    taken: Taken, why: str, plant: Planter
) -> None:
    found = [
        refusal
        for trace, liars in taken
        for events in islice(plant(trace), TRIES)
        if (refusal := refused(Trace(trace.beginning, events), liars))
    ]
    first = [refusal.splitlines()[0] for refusal in found]
    assert any(re.search(why, line) for line in first), first[:10]


def refused(trace: Trace, liars: frozenset[int]) -> str:
    try:
        replay(trace, liars)
    except NotAdmitted as error:
        return str(error)
    return ""
