"""Whole games of bots to test with."""

from __future__ import annotations

import pytest

from camelnet import bots, rules
from camelnet.rules import Position
from camelnet.session.game.referee import Referee

NODES = {"hard": 20, "expert": 30}  # of the levels that look ahead, by count and not by the clock


simple_and_searching = pytest.mark.parametrize("level", ["greedy", "hard"])


def chosen(level: str, position: Position, faces: str = "", *, nodes: int = 600) -> str:
    """What a bot of this level does for the seat on turn."""
    assert position.decider is not None
    return bots.create(level, 1, nodes=nodes).choose(position, position.decider, faces)


def whole_game(
    game: str, levels: list[str], seed: int, *, nodes: int | None = None, **options: object
) -> Referee:
    """Bots play a game among themselves; luck and cards come from the seed."""
    start = rules.new(game, len(levels), options)
    referee = Referee(start, bytes([seed] * 32), plies_max=20_000)
    players = [
        bots.create(level, 100 * seed + seat, nodes=nodes or NODES.get(level))
        for seat, level in enumerate(levels)
    ]
    while not referee.over:
        seat = referee.position.decider
        assert seat is not None
        faces = referee.faces(seat)
        referee.decide(players[seat].choose(referee.position, seat, faces, referee.history))
    assert not referee.broken_off
    return referee
