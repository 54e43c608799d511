"""Elo figures from several matches at once, with intervals.

A seat of a player of strength w wins a game with the probability w / (the sum of w over all seats),
and Elo is 400 log10 w (R. D. Luce, "Individual Choice Behavior", 1959; for two seats that is the
model of Bradley and Terry, and Elo's own formula). One against three and two against two are the
same model: a pair's share is 2 w / (2 w + 2 w'). The likeliest strengths are those at which every
player wins as many games as the model expects; D. Hunter, "MM algorithms for generalized
Bradley-Terry models", Annals of Statistics 32 (2004), gives the iteration

    w  <-  W / (sum over games of n / S)

with W the player's victories, n its seats in a game, and S the sum of w over that game's seats.
Every seat of a match gets half a victory more (Haldane 1956), so that no strength is infinite.

Intervals: we draw the groups of each match anew with replacement, and fit everything again
(B. Efron, 1979); the interval is the middle 95 % of these fits. Players without a chain of matches
to the anchor have no figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from random import Random

from camelnet.lab.arena.statistics import Interval

FITS = 400
_TURNS_MAX = 20_000
_NEAR = 1e-7  # of a strength: then the iteration ends


@dataclass(frozen=True, slots=True)
class Played:
    """A match for the fit. `groups`: the share of the first player's seats together in each group,
    on average; without luck it may lie beyond 0 and 1."""

    first: str
    other: str
    own: int
    seats: int
    games_of_group: int
    groups: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Sums:
    """A match in numbers: games, and victories of the two sides."""

    first: int  # places in the list of players
    other: int
    own: int
    others: int
    games: float
    won: float


def ratings(
    matches: Sequence[Played], anchor: str, *, seed: int = 1, fits: int = FITS
) -> dict[str, Interval]:
    """The Elo of each player above `anchor`, the best first."""
    used = _joined(matches, anchor)
    players = sorted({name for match in used for name in (match.first, match.other)} | {anchor})
    best = _fit(used, [match.groups for match in used], players, anchor, [1.0] * len(players))
    start = [10 ** (elo / 400) for elo in best]
    random = Random(seed)
    drawn = []
    for _ in range(fits):
        groups = [random.choices(match.groups, k=len(match.groups)) for match in used]
        drawn.append(_fit(used, groups, players, anchor, start))
    found = {}
    for place, name in enumerate(players):
        low, high = _middle([fit[place] for fit in drawn]) if drawn else (None, None)
        found[name] = Interval(best[place], low, high)
    return dict(sorted(found.items(), key=lambda item: -item[1].value))


def _joined(matches: Sequence[Played], anchor: str) -> list[Played]:
    """The matches of all players with a chain of matches to the anchor."""
    reached, before = {anchor}, 0
    played = [match for match in matches if match.groups]
    while len(reached) > before:
        before = len(reached)
        for match in played:
            if reached & {match.first, match.other}:
                reached |= {match.first, match.other}
    return [match for match in played if match.first in reached]


def _middle(values: list[float]) -> tuple[float, float]:
    """The bounds of the middle 95 %."""
    ordered = sorted(values)
    cut = round(0.025 * (len(ordered) - 1))
    return ordered[cut], ordered[-1 - cut]


def _fit(
    matches: Sequence[Played],
    groups: Sequence[Sequence[float]],
    players: list[str],
    anchor: str,
    start: list[float],
) -> list[float]:
    """The Elo of all players above the anchor, from these groups of each match."""
    sums = []
    for match, shares in zip(matches, groups, strict=True):
        games = len(shares) * match.games_of_group
        won = min(max(sum(shares) * match.games_of_group, 0), games)
        sums.append(
            _Sums(
                players.index(match.first),
                players.index(match.other),
                match.own,
                match.seats - match.own,
                games + match.seats / 2,
                won + match.own / 2,
            )
        )
    strengths = list(start)
    for _ in range(_TURNS_MAX):
        after = _step(sums, strengths)
        moved = max(abs(a / b - 1) for a, b in zip(after, strengths, strict=True))
        strengths = after
        if moved < _NEAR:
            break
    zero = strengths[players.index(anchor)]
    return [400 * log10(strength / zero) for strength in strengths]


def _step(sums: Sequence[_Sums], strengths: list[float]) -> list[float]:
    """One turn of the iteration. A player without a match keeps its strength."""
    won, due = [0.0] * len(strengths), [0.0] * len(strengths)
    for match in sums:
        of_all = match.own * strengths[match.first] + match.others * strengths[match.other]
        won[match.first] += match.won
        won[match.other] += match.games - match.won
        due[match.first] += match.games * match.own / of_all
        due[match.other] += match.games * match.others / of_all
    return [w / d if d else before for w, d, before in zip(won, due, strengths, strict=True)]
