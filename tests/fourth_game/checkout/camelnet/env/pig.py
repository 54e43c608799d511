"""Pig as numbers: two actions."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.env.codec import Block, Seen, numbered
from camelnet.rules import Position

_ACTIONS = ("roll", "hold")
_NUMBERS = numbered(_ACTIONS)
_SCORE_MAX = 105


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def legal(position: Position) -> dict[int, str]:
    return {_NUMBERS[notation]: notation for notation in position.legal()}


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("options", 1),
        Block("total", 1, _SCORE_MAX),
        Block("score", seats, _SCORE_MAX),  # by seat
    )


def view(position: Position, seat: int, faces: str) -> list[Sequence[int]]:
    seen = Seen(position, seat)
    return [
        [int(seen.state["options"]["short_game"])],
        [seen.state["total"]],
        seen.by_seat(seen.state["score"]),
    ]


def coded(faces: str) -> list[int]:
    return []
