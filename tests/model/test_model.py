"""The short form of `make model`: what must never be is not reachable, and mistakes are found."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from unittest import mock

import pytest

from camelnet.protocol.epoch import decision
from tests.model import forks, lapse
from tests.model.naive import Naive, written_out
from tests.model.planted import IDLE, MISTAKES, Planted
from tests.model.progress import Progress, ahead_refuses, behind_refuses
from tests.model.real import Form, Judge, View
from tests.model.rounds import PLANTED as PLANTED_ROUNDS
from tests.model.rounds import Meeting, Timing
from tests.model.search import Search
from tests.model.setting import Setting
from tests.model.settings import COMPARED, COMPARED_CUT, LAPSING, MEETING, PROGRESSING, QUICK
from tests.model.states import State


def named(value: object) -> str | None:
    return value.name if isinstance(value, Setting) else None


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "kinds"), QUICK, ids=named)
@pytest.mark.every(3)
def test_no_table_forks_and_every_kind_of_change_is_reached(
    setting: Setting, kinds: set[str]
) -> None:
    found = Search(setting).run()
    assert found.complete, "the search came to its end"
    assert not found.violation, "\n".join(found.trace)
    assert found.decided == kinds


@pytest.mark.parametrize("planted", MISTAKES, ids=lambda planted: planted.name)
def test_a_planted_mistake_is_found(planted: Planted) -> None:
    found = planted.search(ballots=4)
    assert found.violation
    assert len(found.trace) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("planted", IDLE, ids=lambda planted: planted.name)
@pytest.mark.every(3)
def test_without_an_idle_rule_nothing_unsafe_is_reached(planted: Planted) -> None:
    found = planted.quick().search()
    assert found.complete
    assert not found.violation, "\n".join(found.trace)


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "ballots"), COMPARED + COMPARED_CUT, ids=named)
@pytest.mark.every(2)
def test_ballot_by_ballot_comes_to_what_small_steps_come_to(setting: Setting, ballots: int) -> None:
    search = Search(setting, numbered=True)
    naive = Naive(setting, ballots)
    states, _ = naive.reached()
    assert written_out(search.run(ballots).seen, search.judge) == written_out(states, naive.judge)


@cache
def searched(setting: Setting) -> tuple[Search, set[State]]:
    search = Search(setting)
    return search, search.run().seen


@pytest.mark.slow
@pytest.mark.parametrize("setting", PROGRESSING, ids=named)
@pytest.mark.every(2)
def test_from_every_state_one_good_ballot_ends_the_epoch(setting: Setting) -> None:
    search, states = searched(setting)
    progress = Progress(search)
    assert not progress.check_all(states)
    assert progress.offers > len(states), "they were offered something"
    assert progress.behind, "some had to fetch what others had"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "wrong"), [("_unless_known", ahead_refuses), ("highest", behind_refuses)]
)
def test_what_keeps_a_good_ballot_from_deciding_is_found(function: str, wrong: object) -> None:
    search, states = searched(PROGRESSING[1])
    with mock.patch.object(decision, function, wrong):
        assert Progress(search).check_all(states)


def test_who_lacks_luck_that_a_repeated_change_carries_is_behind_and_refuses_nothing() -> None:
    judge = Judge(Setting("", luck="coin", entries=(1, 1), requested=1))
    acknowledged = (Form(("a1",), 1, "a2"),) * 3
    number = judge.found_right(acknowledged, 0, View(("a1",), True))
    assert number is not None
    assert judge.changes[number].closing == "a2"
    again = judge.repeated_offer(number, ("a1",))
    judge.check(again, View(("a1",), True))
    with pytest.raises(decision.Behind):
        judge.check(again, View(("a1",), False))


@pytest.mark.parametrize("setting", LAPSING, ids=named)
def test_old_wants_end_no_epoch_and_freeze_nobody_unless_a_liar_is_named(setting: Setting) -> None:
    found = lapse.Lapse(setting, 3).run()
    assert not found.violation, found.trace
    assert found.followed, "somebody past the place of the wants followed somebody who was not"
    assert bool(found.lied) == bool(setting.liars), "only a lie ends an epoch late"


@pytest.mark.parametrize(("name", "rule"), lapse.PLANTED)
def test_a_planted_rule_by_which_old_wants_end_an_epoch_is_found(
    name: str, rule: lapse.Follows
) -> None:
    assert lapse.Lapse(LAPSING[0], 4, rule).run().violation, name


@pytest.mark.slow
@pytest.mark.parametrize("setting", MEETING, ids=named)
def test_whoever_is_present_meets_in_a_ballot_of_one_of_them(setting: Setting) -> None:
    met = Meeting(setting).run()
    assert not met.violation, met.trace
    assert met.combinations > 1
    assert met.last, "from some states they meet later only"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "timing"), PLANTED_ROUNDS)
@pytest.mark.every(2)
def test_planted_rounds_in_which_nobody_meets_are_found(name: str, timing: Timing) -> None:
    assert Meeting(MEETING[1], timing).run().violation, name


@pytest.mark.slow
@pytest.mark.parametrize(("honest", "liars"), [(2, 0), (1, 1), (2, 1)])
def test_nobody_plays_on_by_a_fork_that_another_is_free_of(honest: int, liars: int) -> None:
    found = forks.Forks(honest, liars).run()
    assert not found.violation, found.trace
    assert found.gone, "some play on by it"
    assert found.free, "some have signed it, and are free"


@pytest.mark.parametrize(("name", "method", "wrong", "honest", "liars"), forks.PLANTED)
def test_a_planted_mistake_about_forks_is_found(
    name: str, method: str, wrong: Callable[..., Any], honest: int, liars: int
) -> None:
    assert forks.Forks(honest, liars).run(forks.planted(method, wrong)).violation, name
