"""The results of a tournament by player, with 95 % intervals.

The unit is the group: the rotations of one stretch of luck, which are not independent games. Only
whole groups count. With G groups of n games, and x the mean of a figure over one group:

- *score*: mean of the x, give or take t(G - 1) times their standard error.
- *share* of the victory: Wilson's interval, with t for z, for the number of independent games that
  would have the observed variance between groups, but at most n G. So correlation within a group
  widens it, and a player who always wins does not get an interval of no width.
- *without luck*: the share less the luck in each game (luck.py), with an interval like the score's.
  Luck is 0 on average, so this is the same in the long run, and sooner known.
- *slope* of the results on luck, by least squares over all games and players, each from its own
  mean: the part that came true of what the network took for luck. Its interval is by group, too.
- *Elo*: 400 log10 of a seat's strength w, if a seat wins with the probability w / (sum of all w)
  (Luce 1959; for two players that is Elo's own formula). Since all games have the same players,
  the likeliest w are proportional to the shares per seat. The last player named is at 0. Every seat
  gets half a victory more (Haldane 1956), so that nobody's strength is infinite. The interval of a
  difference of logarithms comes from the delta method between groups, but is never narrower than
  for n G independent games, whose variance is 1/V + 1/V' with the two players' victories.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, variance
from typing import Protocol

from camelnet.lab.arena.match import Outcome, Tournament
from camelnet.lab.arena.student_t import quantile

_ELO = 400 / log(10)

Group = tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate; `low` and `high` are None if there are fewer than two whole groups."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one player, summed over all seats that it holds."""

    name: str
    seats: int  # in each game
    victories: float  # a shared one counts in part
    share: Interval  # of the victory, per seat
    without_luck: Interval  # the same, with the luck taken off
    score: Interval  # per seat
    elo: Interval  # above the last player named
    decisions: int
    mean_ms: float  # per decision
    slowest_ms: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All players, in the order of their names on the command line."""

    games: int  # in whole groups
    groups: int
    even: float  # the share of a seat among equals
    broken_off: int  # games stopped for their length; the best score wins them
    plies: float  # per game, on average
    slope: Interval | None  # of the result on luck; None without any
    standings: tuple[Standing, ...]


def groups_of(of: Tournament, outcomes: Iterable[Outcome]) -> list[Group]:
    """The whole groups, ascending."""
    by_group: dict[int, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.number):
        by_group.setdefault(of.place(outcome.number)[0], []).append(outcome)
    return [tuple(found) for found in by_group.values() if len(found) == of.seats]


def names_of(of: Tournament) -> list[str]:
    """Each player's name once, in the order of the command line."""
    return list(dict.fromkeys(entrant.name for entrant in of.entrants))


def shares_by_group(of: Tournament, groups: Sequence[Group], name: str) -> list[float]:
    """The mean share of a victory that one seat of this player won, for each group."""
    mine = _seats_of(of, name)
    return [fmean(outcome.shares[p] for outcome in group for p in mine) for group in groups]


def without_luck_by_group(of: Tournament, groups: Sequence[Group], name: str) -> list[float]:
    """The same, with the luck taken off."""
    mine = _seats_of(of, name)
    return [
        fmean(outcome.shares[p] - outcome.luck[p] for outcome in group for p in mine)
        for group in groups
    ]


class Lucky(Protocol):
    """A game with its luck, in the order of its players."""

    @property
    def shares(self) -> tuple[float, ...]: ...
    @property
    def luck(self) -> tuple[float, ...]: ...


def slope(groups: Sequence[Sequence[Lucky]]) -> Interval | None:
    """The slope of the results on luck; None without luck."""
    games = [game for group in groups for game in group]
    if not games:
        return None
    won = [fmean(part) for part in zip(*(game.shares for game in games), strict=True)]
    luck = [fmean(part) for part in zip(*(game.luck for game in games), strict=True)]
    by_group = [  # the luck and the result of each player, from their means
        [
            (game.luck[p] - luck[p], game.shares[p] - won[p])
            for game in group
            for p in range(len(won))
        ]
        for group in groups
    ]
    squares = sum(x * x for pairs in by_group for x, _y in pairs)
    if squares == 0:
        return None
    value = sum(x * y for pairs in by_group for x, y in pairs) / squares
    if len(groups) < 2:
        return Interval(value)
    pulls = [sum(x * (y - value * x) for x, y in pairs) for pairs in by_group]
    spread = sum(pull * pull for pull in pulls) * len(groups) / (len(groups) - 1)
    reach = quantile(len(groups) - 1) * sqrt(spread) / squares
    return Interval(value, value - reach, value + reach)


def figures(of: Tournament, groups: Sequence[Group]) -> Figures:
    """The results of these groups; all zero if there are none."""
    outcomes = [outcome for group in groups for outcome in group]
    return Figures(
        games=len(outcomes),
        groups=len(groups),
        even=1 / of.seats,
        broken_off=sum(outcome.broken_off for outcome in outcomes),
        plies=fmean(outcome.plies for outcome in outcomes) if outcomes else 0.0,
        slope=slope(groups),
        standings=tuple(_standing(of, groups, name) for name in names_of(of)),
    )


def _seats_of(of: Tournament, name: str) -> list[int]:
    return [p for p, entrant in enumerate(of.entrants) if entrant.name == name]


def _standing(of: Tournament, groups: Sequence[Group], name: str) -> Standing:
    mine = _seats_of(of, name)
    outcomes = [outcome for group in groups for outcome in group]
    decisions = sum(outcome.decisions[p] for outcome in outcomes for p in mine)
    seconds = sum(outcome.seconds[p] for outcome in outcomes for p in mine)
    scores = [fmean(outcome.scores[p] for outcome in group for p in mine) for group in groups]
    return Standing(
        name=name,
        seats=len(mine),
        victories=sum(outcome.shares[p] for outcome in outcomes for p in mine),
        share=share_interval(
            shares_by_group(of, groups, name), games=of.seats, seats=len(mine), of=of.seats
        ),
        without_luck=mean_interval(
            without_luck_by_group(of, groups, name), certain=len(mine) == of.seats
        ),
        score=mean_interval(scores),
        elo=_elo(of, groups, name),
        decisions=decisions,
        mean_ms=1000 * seconds / decisions if decisions else 0.0,
        slowest_ms=1000 * max((o.slowest[p] for o in outcomes for p in mine), default=0.0),
    )


def mean_interval(by_group: Sequence[float], *, certain: bool = False) -> Interval:
    """A mean of groups with Student's interval; without one if it is `certain`."""
    if not by_group:
        return Interval(0.0)
    mean = fmean(by_group)
    if len(by_group) < 2 or certain:
        return Interval(mean)
    reach = quantile(len(by_group) - 1) * sqrt(variance(by_group) / len(by_group))
    return Interval(mean, mean - reach, mean + reach)


def share_interval(by_group: Sequence[float], *, games: int, seats: int, of: int) -> Interval:
    """The share of the victory of a seat. `games` per group; `seats` of the player's own among all
    `of` at a table: if they are all, its share is even whatever happens."""
    if not by_group:
        return Interval(0.0)
    share = fmean(by_group)
    if len(by_group) < 2 or seats == of:
        return Interval(share)
    won = share * seats  # by any of its seats: this happens once a game, or not at all
    trials = float(games * len(by_group))
    spread = variance(by_group) * seats**2 / len(by_group)
    if spread > 0:
        trials = min(trials, max(1.0, won * (1 - won) / spread))
    t = quantile(len(by_group) - 1)
    centre = (won + t * t / (2 * trials)) / (1 + t * t / trials)
    reach = t / (1 + t * t / trials) * sqrt(won * (1 - won) / trials + (t / (2 * trials)) ** 2)
    return Interval(share, max(0.0, centre - reach) / seats, min(1.0, centre + reach) / seats)


def _elo(of: Tournament, groups: Sequence[Group], name: str) -> Interval:
    """The Elo difference between a player and the last one named."""
    anchor = of.entrants[-1].name
    if not groups or name == anchor:
        return Interval(0.0, *((0.0, 0.0) if len(groups) > 1 else ()))
    shares = [shares_by_group(of, groups, each) for each in (name, anchor)]
    seats = [len(_seats_of(of, each)) for each in (name, anchor)]
    games = of.seats * len(groups)
    victories = [
        (sum(by_group) * of.seats + 0.5) * count
        for by_group, count in zip(shares, seats, strict=True)
    ]
    strengths = [v / count / games for v, count in zip(victories, seats, strict=True)]
    value = _ELO * log(strengths[0] / strengths[1])
    if len(groups) < 2:
        return Interval(value)
    pulls = [
        mine / strengths[0] - other / strengths[1] for mine, other in zip(*shares, strict=True)
    ]
    spread = max(variance(pulls) / len(groups), sum(1 / v for v in victories))
    reach = _ELO * quantile(len(groups) - 1) * sqrt(spread)
    return Interval(value, value - reach, value + reach)
