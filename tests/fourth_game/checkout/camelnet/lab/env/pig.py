"""Pig as numbers: two actions."""

from __future__ import annotations

from camelnet.lab.env.codec import Block

_ACTIONS = ("roll", "hold")
_SCORE_MAX = 105


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("options", 1),
        Block("total", 1, _SCORE_MAX),
        Block("score", seats, _SCORE_MAX),  # by seat
    )
