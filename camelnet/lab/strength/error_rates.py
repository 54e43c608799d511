"""The error rate of each level: the points that it gives away a decision, as a review finds them.

python -m camelnet.lab.strength.error_rates --game camelup --games 8

Four bots of one level play whole games, and each game is reviewed as a person's is. *My play* tells
a person's level by these rates (`camelnet.my_play.level`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from camelnet import bots, rules
from camelnet.lab.arena.match import PLIES_MAX
from camelnet.lab.strength.calibration import DECISIONS
from camelnet.protocol.crypto.suite import hash_of
from camelnet.review import known_faces, review
from camelnet.rules import Position
from camelnet.session.game.referee import Referee

SEED = 27
SEATS = 4
# The iterations per decision that stand for a level's time, so that a busy machine changes nothing.
NODES = {"hard": 200, "expert": 2000}


@dataclass(frozen=True, slots=True)
class Step:
    """A step as a review wants it (`camelnet.review.Played`)."""

    seat: int | None
    notation: str
    before: Position
    after: Position
    ghosts: tuple[int, ...] = ()


def play(game: str, level: str, number: int) -> list[Step]:
    """One game of four bots of a level; the same at each call."""
    luck = hash_of("camelnet/error-rates/1", SEED.to_bytes(8, "big"), number.to_bytes(8, "big"))
    position = rules.new(game, seats=SEATS)
    referee = Referee(position, luck, plies_max=PLIES_MAX)
    players = [
        bots.create(level, SEATS * number + seat, nodes=NODES.get(level)) for seat in range(SEATS)
    ]
    while not referee.over:
        seat = referee.position.decider
        assert seat is not None
        faces, history = referee.faces(seat), referee.history
        referee.decide(players[seat].choose(referee.position, seat, faces, history))
    steps = []
    for notation in referee.history:
        seat = position.opener if position.decider is None else position.decider
        after = position.apply(notation)
        steps.append(Step(seat, notation, position, after))
        position = after
    return steps


def given_away(steps: Sequence[Step]) -> Iterator[tuple[float, int]]:
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
