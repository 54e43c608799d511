"""The statistics: known values, intervals that hold what they promise, a test that errs as said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log, sqrt
from random import Random
from statistics import NormalDist

import pytest

from camelnet.lab.arena import Entrant, Figures, Interval, Outcome, Tournament, sprt, statistics
from camelnet.lab.arena.student_t import quantile


def table(*names: str) -> Tournament:
    entrants = tuple(Entrant(name, "random") for name in names)
    return Tournament("camelup", (), entrants, seed=1, plies_max=9, rules="")


def won(of: Tournament, *winners: int, first: int = 0) -> list[Outcome]:
    """Games from number `first` on that these players won, each with a score of 10 to 3."""
    return [
        Outcome(
            number=first + place,
            shares=tuple(float(player == winner) for player in range(of.seats)),
            luck=(0.0,) * of.seats,
            scores=tuple(10 if player == winner else 3 for player in range(of.seats)),
            plies=100,
            broken_off=False,
            decisions=(20,) * of.seats,
            seconds=(0.1,) * of.seats,
            slowest=(0.01,) * of.seats,
        )
        for place, winner in enumerate(winners)
    ]


def found(of: Tournament, outcomes: list[Outcome]) -> Figures:
    return statistics.figures(of, statistics.groups_of(of, outcomes))


@pytest.mark.parametrize(
    ("freedom", "value"),  # a printed table of Student's t, two-sided 95 %
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (5, 2.57058), (30, 2.04227), (120, 1.97993)],
)
def test_the_quantiles_of_students_t_are_those_of_the_tables(freedom: int, value: float) -> None:
    assert quantile(freedom) == pytest.approx(value, rel=0.0013)


def test_only_whole_groups_count_and_their_order_does_not() -> None:
    of = table("a", "b", "b")
    outcomes = won(of, 0, 1, 0, 2, 0, 1) + won(of, 0, 0, first=9)
    report = found(of, outcomes)
    assert (report.games, report.groups) == (6, 2)
    assert found(of, outcomes[::-1]) == report
    assert [s.victories for s in report.standings] == [3, 3]
    assert [s.share.value for s in report.standings] == [0.5, 0.25]
    assert [s.score.value for s in report.standings] == [pytest.approx(6.5), pytest.approx(4.75)]
    assert report.standings[1].decisions == 6 * 2 * 20
    assert report.standings[1].mean_ms == pytest.approx(5)


def test_a_single_group_has_no_interval() -> None:
    of = table("a", "b")
    first, second = found(of, won(of, 0, 0)).standings
    assert first.share == statistics.Interval(1.0)
    assert (first.score.low, first.elo.low, second.elo.high) == (None, None, None)
    assert found(of, []).standings[0].share == statistics.Interval(0.0)


def test_who_always_wins_has_an_interval_as_of_independent_games() -> None:
    of = table("a", "b", "b", "b")
    always = found(of, won(of, *[0] * 400)).standings[0]
    t = quantile(99)
    assert always.share.high == 1
    assert always.share.low == pytest.approx(400 / (400 + t * t))  # Wilson's, for 400 of 400
    assert always.elo.low is not None
    assert 300 < always.elo.low < always.elo.value < 1500


def test_two_players_are_as_far_apart_as_elos_formula_says() -> None:
    of = table("a", "b")
    winners = [0, 0, 0, 1] * 400  # three quarters
    first, anchor = found(of, won(of, *winners)).standings
    assert anchor.elo == statistics.Interval(0.0, 0.0, 0.0)
    assert first.elo.value == pytest.approx(400 * log(3, 10), abs=1)
    expected = 1 / (1 + 10 ** (-first.elo.value / 400))
    assert expected == pytest.approx(0.75, abs=0.001)


def test_a_player_on_all_seats_wins_the_even_share_for_certain() -> None:
    of = table("a", "a", "a")
    (all_of_them,) = found(of, won(of, 0, 1, 2, 1, 1, 0)).standings
    assert all_of_them.share == statistics.Interval(pytest.approx(1 / 3))
    assert all_of_them.victories == 6


def drawn(
    random: Random, of: Tournament, chance: float, groups: int, alike: float
) -> list[Outcome]:
    """Games that player 0 wins with `chance`; within a group, `alike` copy the first of it."""
    winners: list[int] = []
    for _ in range(groups):
        for rotation in range(of.seats):
            if rotation and random.random() < alike:
                winners.append(winners[-1])
            else:
                winners.append(0 if random.random() < chance else random.randrange(1, of.seats))
    return won(of, *winners)


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_intervals_hold_the_truth_as_often_as_they_say(alike: float) -> None:
    of, random = table("a", "b", "b", "b"), Random(f"coverage {alike}")
    truth = {"share": 0.4, "score": 3 + 7 * 0.4, "elo": 400 * log(0.4 / 0.2, 10)}
    held = dict.fromkeys(truth, 0)
    for _ in range(200):
        standing = found(of, drawn(random, of, 0.4, 30, alike)).standings[0]
        for name in held:
            interval = getattr(standing, name)
            held[name] += interval.low <= truth[name] <= interval.high
    # 95 % of 200 are 190; 178 or fewer would be a matter of one in ten thousand.
    assert all(count > 178 for count in held.values()), held


# --- without luck ---------------------------------------------------------------------------------


def lucky(
    random: Random, of: Tournament, chance: float, groups: int, most: float = 0.2
) -> list[Outcome]:
    """Games that player 0 wins with `chance` on average; luck, which the outcomes tell, adds `most`
    to it at most, or takes it away."""
    games = []
    for number in range(of.seats * groups):
        luck = random.uniform(-most, most)
        winner = 0 if random.random() < chance + luck else random.randrange(1, of.seats)
        (game,) = won(of, winner, first=number)
        games.append(replace(game, luck=(luck, *[-luck / (of.seats - 1)] * (of.seats - 1))))
    return games


def width(interval: Interval) -> float:
    assert interval.low is not None
    assert interval.high is not None
    return interval.high - interval.low


@pytest.mark.slow
def test_without_luck_intervals_hold_the_truth_too_and_are_shorter() -> None:
    of, random = table("a", "b", "b", "b"), Random("luck")
    held, shorter, sloped = 0, 0, 0
    for _ in range(200):
        figures = found(of, lucky(random, of, 0.3, 30))
        assert figures.slope is not None
        assert figures.slope.low is not None
        assert figures.slope.high is not None
        first = figures.standings[0]
        low, high = first.without_luck.low, first.without_luck.high
        assert low is not None
        assert high is not None
        held += low <= 0.3 <= high
        sloped += figures.slope.low <= 1 <= figures.slope.high
        shorter += width(first.without_luck) < width(first.share)
    # 95 % of 200 are 190; 178 or fewer would be a matter of one in ten thousand.
    assert (held > 178, sloped > 178) == (True, True), (held, sloped)
    assert shorter > 150


@pytest.mark.slow
def test_the_slope_is_what_came_true_of_the_luck() -> None:
    of, random = table("a", "b"), Random("slope")
    games = lucky(random, of, 0.5, 3000)
    for times, expected in ((1, 1.0), (2, 0.5), (0.5, 2.0)):
        told = [replace(game, luck=tuple(times * share for share in game.luck)) for game in games]
        slope = found(of, told).slope
        assert slope is not None
        assert slope.low is not None
        assert slope.high is not None
        assert slope.low <= expected <= slope.high
        assert slope.high - slope.low < 0.4 * expected
    assert found(of, won(of, 0, 1, 0, 1)).slope is None, "nobody knew of any luck"


# --- the sequential test --------------------------------------------------------------------------


def shares(random: Random, test: sprt.Test, elo: float, groups: int) -> list[float]:
    """By group of four games: which part a seat that stands `elo` above the others wins."""
    chance = test.share(elo)
    return [sum(random.random() < chance for _ in range(4)) / 4 for _ in range(groups)]


def test_the_shares_of_the_hypotheses_are_those_of_the_elo_table() -> None:
    test = sprt.Test(0, 120, own=1, seats=4)
    assert test.share(0) == pytest.approx(0.25)
    assert test.share(400 * log(2, 10)) == pytest.approx(0.4)
    several = sprt.Test(0, 120, own=3, seats=4)
    assert 3 * several.share(100) + several.share(100) / 10 ** (100 / 400) == pytest.approx(1)


def shares_without_luck(random: Random, test: sprt.Test, elo: float, groups: int) -> list[float]:
    """The same without the luck of games in which it adds up to a quarter to the chance."""
    of = table("a", "b", "b", "b")
    games = lucky(random, of, test.share(elo), groups, 0.25)
    return statistics.without_luck_by_group(of, statistics.groups_of(of, games), "a")


Drawing = Callable[[Random, sprt.Test, float, int], list[float]]


@pytest.mark.slow
@pytest.mark.parametrize("draw", [shares, shares_without_luck])
@pytest.mark.parametrize(
    ("elo", "wrong"), [(0.0, sprt.Verdict.STRONGER), (120.0, sprt.Verdict.NOT_STRONGER)]
)
@pytest.mark.every(2)
def test_the_test_errs_no_more_often_than_it_says(
    elo: float, wrong: sprt.Verdict, draw: Drawing
) -> None:
    random, test = Random(f"errors {elo}"), sprt.Test(0, 120, own=1, seats=4)
    states = [sprt.examine(test, draw(random, test, elo, 400)) for _ in range(200)]
    errors = sum(state.verdict is wrong for state in states)
    assert all(state.verdict is not sprt.Verdict.OPEN for state in states)
    # 5 % of 200 are 10; 22 or more would be a matter of one in two thousand.
    assert errors < 22
    mean = sum(state.groups for state in states) / len(states)
    z = NormalDist().inv_cdf(0.95)
    fixed = (2 * z) ** 2 * 0.2 / 4 / (test.share(120) - 0.25) ** 2
    assert mean < fixed  # groups that a test of a fixed size would take


def test_what_comes_behind_the_end_of_the_test_changes_nothing() -> None:
    test = sprt.Test(0, 50, own=1, seats=4)
    winning = [0.75, 0.5] * 30
    state = sprt.examine(test, winning)
    assert state.verdict is sprt.Verdict.STRONGER
    assert sprt.examine(test, winning + [0.0] * 500) == state
    assert sprt.examine(test, winning[: state.groups - 1]).verdict is sprt.Verdict.OPEN


def test_equal_groups_end_the_test_too() -> None:
    test = sprt.Test(0, 50, own=1, seats=4)
    assert sprt.examine(test, [0.25] * 5).verdict is sprt.Verdict.OPEN
    assert sprt.examine(test, [0.25] * 500).verdict is sprt.Verdict.NOT_STRONGER
    assert sprt.examine(test, [1.0] * sprt.GROUPS_MIN).verdict is sprt.Verdict.STRONGER


@pytest.mark.parametrize(("elo0", "elo1", "own"), [(50, 0, 1), (10, 10, 1), (0, 50, 4), (0, 50, 0)])
def test_hypotheses_that_cannot_be_are_refused(elo0: float, elo1: float, own: int) -> None:
    with pytest.raises(ValueError, match="has to"):
        sprt.Test(elo0, elo1, own, seats=4)


def test_the_standard_error_of_a_mean_is_that_of_its_groups() -> None:
    interval = statistics.mean_interval([1.0, 2.0, 3.0, 6.0])
    assert interval.value == 3
    assert interval.high == pytest.approx(3 + quantile(3) * sqrt(14 / 3 / 4))
