"""The campaign of directed attacks in short, and that it sees what it should see."""

from __future__ import annotations

from collections import Counter

import pytest

from camelnet.protocol.wire.frames import TableFrame
from tests.attacks import campaign, cover, duo
from tests.attacks.arena import Arena
from tests.attacks.case import BODIES, Stage, Way, splits_of
from tests.attacks.judge import judge
from tests.attacks.runner import run, run_all
from tests.sampling import sample
from tests.sim.bounds import liars_of
from tests.sim.runner import simulating

SHARE = 8  # `make attacks` makes all


@pytest.mark.slow
def test_every_attack_fails() -> None:
    told: Counter[object] = Counter()
    stages: Counter[object] = Counter()
    failures = {}
    for outcome in run_all(sample((*cover.quick(), *duo.quick()), SHARE)):
        if outcome.lies:
            told[outcome.case.way] += 1
            stages[outcome.case.stage] += 1
        if outcome.failure:
            failures[outcome.case.id] = outcome.failure
    assert not failures, "\n".join(f"--case {name}\n    {why}" for name, why in failures.items())
    assert set(told) == set(Way)
    assert set(stages) == set(Stage)


@pytest.mark.slow
def test_two_liars_tell_every_lie_together_where_two_may_lie() -> None:
    both = {(case.one.kind, case.way) for case in duo.full() if case.lie == _lie(case)}
    possible = {
        (kind, way)
        for kind, field, way, stage in cover.lies()
        if duo._drawn(duo.Random(1), (kind, field, way, stage), True) is not None
    }
    assert possible <= both
    for case in duo.full():
        liars = {lie.liar for lie in case.both}
        assert len(liars) == 2
        assert liars_of(case.one.size) == 2
        assert liars <= set(range(len(case.one.kinds)))


def _lie(case: duo.Duo) -> duo.Lie:
    return case.one.kind, case.one.field, case.one.way


@pytest.mark.slow
def test_both_liars_lie_and_whoever_else_is_sent_away_is_seen() -> None:
    case = next(case for case in duo.quick() if case.stage is Stage.OPENING)
    with simulating():
        arena = Arena(case)
        arena.run()
    assert all(attacker.lies > 0 for attacker in arena.attackers.values())
    lines = tuple(arena.peers[6].table.log.chain.lines)  # type: ignore[union-attr]
    liars = frozenset(arena.attackers)
    judge(lines, liars=liars, led=frozenset(), named=False, ended=True, checkable=False)


def test_every_frame_of_a_table_is_attacked() -> None:
    frames = {kind.__name__ for kind in TableFrame.__args__}
    assert frames <= {kind.__name__ for kind in BODIES}


@pytest.mark.slow
def test_every_pair_of_values_that_can_be_is_there() -> None:
    """No table has a pair that is missing: each is looked for until one is found or none can be."""
    for one, other in cover.missing(cover.quick(), whole=False):
        assert cover._with(cover.Random(1), (one, other)) is None, f"{one} with {other}"


@pytest.mark.slow
def test_an_attack_is_found_by_its_id() -> None:
    for case in (*campaign.quick(), *duo.full()):
        assert campaign.case_of(case.id) == case


def test_four_seats_are_split_in_every_way() -> None:
    assert splits_of(4, 0) == ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3))


MENDED = (  # cases of findings that were mended: they stay in, whatever pairs they have
    "Prep:delayed:change:calm:n4:people:first:other:s0",
    "Prep:delayed:change:calm:n4:human-bots:first:other:s0",
    "Prep:delayed:change:calm:n4:bots:last:other:s0",
    "Want:delayed:change:restart:n7:strict:last:liar:s4",
    "Ack.body.digest:two:agreement:calm:n4:bots:first:other:s0",
    "Ack.body.digest:two:agreement:calm:n4:people:first:other:s0",
    "Apart:withheld:parting:calm:n7:people:first:other:s0",
    "Beat:withheld:key:restart:n4:strict:first:other:s0",
    "Beat:delayed:key:restart:n4:strict:first:other:s0",
    "Promised:delayed:return:restart:n7:people:last:other:s2+Promised:delayed:apart",
    "Beat:withheld:return:restart:n8:strict:last:other:s0+Vote.body.change:taken-back:apart",
    "Plea:other-table:return:calm:n4:people:last:liar:s1",
)


@pytest.mark.parametrize("name", MENDED)
def test_what_was_mended_stays_well(name: str) -> None:
    with simulating():
        outcome = run(campaign.case_of(name))
    assert outcome.failure == ""
    assert outcome.lies > 0


@pytest.mark.slow
def test_equal_cases_give_equal_runs() -> None:
    case = next(case for case in cover.quick() if case.stage is Stage.CHANGE and case.bound)
    runs: list[list[str]] = [[], []]
    with simulating():
        for lines in runs:
            run(case, lines.append)
    assert runs[0]
    assert runs[0] == runs[1]
