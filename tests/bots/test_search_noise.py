"""Two searches of one position agree, whatever their seeds: the chances, and the two best moves."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import fmean, pvariance

import pytest

from camelnet import rules
from camelnet.bots.search import Analysis, analyse
from camelnet.review import known_faces
from camelnet.session.api.facts import Stepped
from camelnet.session.game.steps import steps_of
from tests.rules.play import read_lines

NODES = 200
SEEDS = 4
POINT = 0.01
EVERY = {"camelup": 3, "cards": 8, "targui": 23}  # steps of a golden game


def played(game: str, number: int) -> list[Stepped]:
    golden = read_lines(f"{game}/golden.jsonl")[number]
    first = rules.new(game, seats=golden["seats"], options=golden["options"])
    return steps_of(first, golden["path"])


def deviation(variances: list[float]) -> float:
    """The root of their mean; each is of a sample of SEEDS numbers."""
    return sqrt(fmean(variances) * SEEDS / (SEEDS - 1))


def lead(found: Analysis, moves: list[str]) -> float:
    first, second = (found.line(move) for move in moves)
    assert first
    assert second
    return first.share - second.share


@pytest.mark.slow
@pytest.mark.parametrize("viewed", ["by a spectator", "by its seat"])
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("game", rules.GAMES)
@pytest.mark.every(4)
def test_searches_with_other_seeds_find_the_same_chances(
    game: str, number: int, viewed: str
) -> None:
    steps = played(game, number)
    faces = known_faces(steps)
    chances, leads = [], []
    for at in range(0, len(steps), EVERY[game]):
        before, seat, own = steps[at].before, None, ""
        if viewed == "by its seat":
            if not isinstance(before.turn, int):
                continue
            seat, own = before.turn, faces.get(at, "")
        history = [step.notation for step in steps[:at]]
        found = [
            analyse(before, seat, own, history=history, nodes=NODES, seed=100 * at + k)
            for k in range(SEEDS)
        ]
        chances += [pvariance(one.shares[k] for one in found) for k in range(before.seats)]
        visits: Counter[str] = Counter()
        for one in found:
            visits.update({line.notation: line.visits for line in one.lines})
        best = [move for move, _ in visits.most_common(2)]
        if isinstance(before.turn, int) and len(best) == 2:
            leads.append(pvariance(lead(one, best) for one in found))
    assert deviation(chances) < 0.3 * POINT
    assert deviation(leads) < 0.3 * POINT
