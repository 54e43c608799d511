"""The figures of My play: what the reviewed games say together, by game and by partner.

A level is told after `ENOUGH` games and never before: one game is mostly luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.bots import split
from camelnet.my_play.database import Game
from camelnet.my_play.level import level_of

ENOUGH = 10  # games of one kind until a level is told; it follows from the latest so many
PARTNERS_MAX = 20


@dataclass(frozen=True, slots=True)
class ByGame:
    """All games of one kind. Amounts are means in points; `rate` is what a decision of the latest
    games gave away."""

    game: str
    games: int
    won: float
    even: float  # what equal players win
    without_luck: float
    rate: float
    level: str  # "" while there are too few games
    missing: int  # games until a level is told


@dataclass(frozen=True, slots=True)
class ByPartner:
    """All games with one person, by key, or with bots of one level. `won` and `lost` are victories:
    mine and theirs, parts of one where it was shared."""

    name: str  # the latest of a person; "" for bots
    level: str  # of bots
    games: int
    won: float
    lost: float


def by_game(games: Sequence[Game]) -> tuple[ByGame, ...]:
    """The kinds of game, the most played first. `games`: the oldest first."""
    kinds = sorted({game.game for game in games})
    found = [_of_kind(kind, [game for game in games if game.game == kind]) for kind in kinds]
    return tuple(sorted(found, key=lambda kind: -kind.games))


def by_partner(games: Sequence[Game]) -> tuple[ByPartner, ...]:
    """Those with whom most was played, the most frequent first."""
    names: dict[tuple[bytes, str], str] = {}
    results: dict[tuple[bytes, str], list[tuple[int, int]]] = {}
    for game in games:
        met: dict[tuple[bytes, str], int] = {}
        for other in game.others:
            level = split(other.level)[0]
            who = (b"" if level else other.key, level)
            names[who] = "" if level else other.name
            met[who] = met.get(who, 0) + other.won
        for who, theirs in met.items():
            results.setdefault(who, []).append((game.won, theirs))
    found = [
        ByPartner(
            names[who],
            who[1],
            len(pairs),
            sum(mine for mine, _theirs in pairs) / 10_000,
            sum(theirs for _mine, theirs in pairs) / 10_000,
        )
        for who, pairs in results.items()
    ]
    return tuple(sorted(found, key=lambda one: -one.games)[:PARTNERS_MAX])


def rate_of(games: Sequence[Game]) -> float:
    """The points given away a decision; 0 without any."""
    return (
        sum(game.given_away for game in games) / 100 / max(1, sum(game.decisions for game in games))
    )


def curve(games: Sequence[Game], kind: str) -> tuple[tuple[int, float], ...]:
    """The error rate of one kind over time, from the first game on after which a level is told: the
    number of that game among all, and the rate of the latest ones up to it."""
    mine = [
        (number, game) for number, game in enumerate(games) if game.game == kind and game.decisions
    ]
    return tuple(
        (mine[last][0], rate_of([game for _n, game in mine[last + 1 - ENOUGH : last + 1]]))
        for last in range(ENOUGH - 1, len(mine))
    )


def _of_kind(kind: str, games: Sequence[Game]) -> ByGame:
    count = len(games)
    decided = [game for game in games if game.decisions]  # in the others a ghost played for me
    rate = rate_of(decided[-ENOUGH:])
    return ByGame(
        game=kind,
        games=count,
        won=sum(game.won for game in games) / 100 / count,
        even=sum(100 / game.seats for game in games) / count,
        without_luck=sum(game.won - game.luck for game in games) / 100 / count,
        rate=rate,
        level=level_of(kind, rate) if len(decided) >= ENOUGH else "",
        missing=max(0, ENOUGH - len(decided)),
    )
