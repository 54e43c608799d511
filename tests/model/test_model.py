"""The short form of `make model`: what must never be is not reachable, and mistakes are found."""

from __future__ import annotations

import pytest

from camelnet.protocol.circle import Circle
from tests.model.naive import Naive, written_out
from tests.model.planted import IDLE, MISTAKES, Planted
from tests.model.search import Search
from tests.model.setting import WITHSTANDS, Setting
from tests.model.settings import COMPARED, QUICK


@pytest.mark.parametrize(("setting", "kinds"), QUICK, ids=lambda value: getattr(value, "name", ""))
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


@pytest.mark.parametrize("planted", IDLE, ids=lambda planted: planted.name)
def test_without_an_idle_rule_nothing_unsafe_is_reached(planted: Planted) -> None:
    found = planted.quick().search()
    assert found.complete
    assert not found.violation, "\n".join(found.trace)


@pytest.mark.parametrize(
    ("setting", "ballots"), COMPARED, ids=lambda value: getattr(value, "name", value)
)
def test_ballot_by_ballot_comes_to_what_small_steps_come_to(setting: Setting, ballots: int) -> None:
    search = Search(setting, numbered=True)
    naive = Naive(setting, ballots)
    states, _ = naive.reached()
    assert written_out(search.run(ballots).seen, search.judge) == written_out(states, naive.judge)


def circles(seats: int) -> list[Circle]:
    """All circles that a table of so many voters can come to, whoever leaves and comes back."""
    everybody = tuple(range(seats))
    search = Setting("", voters=seats, liars=0, targets=0).circle
    found: dict[tuple[object, ...], Circle] = {}
    queue = [search]
    for circle in queue:
        for about in everybody:
            for proven in ((), (about,)):
                leaving = {about} if about in circle.voters else set()
                returning = set() if leaving else {about}
                after = circle.after(
                    leaving=leaving, returning=returning, proven=proven if leaving else ()
                )
                if after is not None and (key := (after.voters, after.proven)) not in found:
                    found[key] = after
                    queue.append(after)
    return queue


@pytest.mark.parametrize("seats", range(2, 9))
def test_in_every_later_epoch_quorums_are_what_the_model_rests_on(seats: int) -> None:
    for circle in circles(seats):
        n, quorum = len(circle.voters), circle.quorum
        liars = max(WITHSTANDS[n], WITHSTANDS[seats] - len(circle.proven))
        assert quorum <= n, "a quorum can be"
        assert quorum > 2 * liars, "of a quorum's promises more tell the truth than lie"
        assert 2 * quorum - n > liars, "two quorums share somebody honest"
