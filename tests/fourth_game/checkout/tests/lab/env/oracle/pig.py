"""Pig as numbers once more."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.lab.env.pig import actions

from camelnet.rules import Position
from tests.lab.env.oracle import Seen

FACES = ()


def legal(position: Position) -> dict[int, str]:
    return {actions(position.seats).index(notation): notation for notation in position.legal()}


def view(position: Position, seat: int, faces: str) -> list[Sequence[int]]:
    seen = Seen(position, seat)
    return [
        [int(seen.state["options"]["short_game"])],
        [seen.state["total"]],
        seen.by_seat(seen.state["score"]),
    ]
