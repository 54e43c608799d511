"""The error rate of each level: the points that it gives away a decision, as a review finds them.

python -m camelnet.lab.strength.error_rates --game camelup --games 8

Four bots of one level play whole games, and each game is reviewed as a person's is. *My play* tells
a person's level by these rates (`camelnet.my_play.level`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt

from camelnet import bots, rules
from camelnet.lab import arena
from camelnet.lab.strength.calibration import DECISIONS
from camelnet.lab.strength.games import SEATS, begun, choices
from camelnet.lab.strength.ladder import BUDGETS
from camelnet.review import Played, known_faces, review
from camelnet.session.game.steps import steps_of

SEED = 27


def play(game: str, level: str, number: int) -> Sequence[Played]:
    """One game of four bots of a level; the same at each call. Levels that look ahead do so by
    iterations, so that a busy machine changes nothing."""
    first = rules.new(game, seats=SEATS)
    referee = begun(first, "camelnet/error-rates/1", SEED, number)
    entrant = arena.entrant(BUDGETS["nodes"].get(level, level))
    players = [entrant.bot(SEATS * number + seat) for seat in range(SEATS)]
    for _choice in choices(referee, players):
        pass
    return steps_of(first, referee.history)


def given_away(steps: Sequence[Played]) -> Iterator[tuple[float, int]]:
    """For each seat, the points that it gave away in a game, and its decisions."""
    found = review(steps, known_faces(steps))
    assert found is not None
    for seat in range(SEATS):
        decisions = sum(made.seat == seat for made in found.decisions)
        yield 100 * found.given_away(seat), decisions


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m camelnet.lab.strength.error_rates")
    parser.add_argument("--game", choices=sorted(DECISIONS), required=True)
    parser.add_argument("--games", type=int, default=8, help="of each level")
    parser.add_argument("--level", choices=bots.FOR_PEOPLE, help="left out: each of them")
    given = parser.parse_args(words)
    for level in (given.level,) if given.level else bots.FOR_PEOPLE:
        games = [list(given_away(play(given.game, level, number))) for number in range(given.games)]
        points = [sum(cost for cost, _count in seats) for seats in games]
        counts = [sum(count for _cost, count in seats) for seats in games]
        rate = sum(points) / sum(counts)
        # Decisions of one game are not independent: the interval is by game.
        off = sum((cost - rate * count) ** 2 for cost, count in zip(points, counts, strict=True))
        reach = 1.96 * sqrt(off) / sum(counts)
        print(
            f"{given.game} {level}: {rate:.3f} ± {reach:.3f} ({sum(counts)} decisions)", flush=True
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
