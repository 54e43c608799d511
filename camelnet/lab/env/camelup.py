"""Camel Up as numbers: 46 actions, each a notation."""

from __future__ import annotations

from camelnet.lab.env.codec import COUNT_MAX, Block
from camelnet.rules.games.camels import CAMELS

_BEYOND = 17
_ACTIONS = (
    "roll",
    *(f"leg {camel}" for camel in CAMELS),
    *(f"tile {space}{side}" for space in range(2, _BEYOND) for side in "+-"),
    *(f"{deck} {slot}" for deck in ("win", "lose") for slot in range(5)),
)


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("options", 2),  # leg_ends_without_tiles, flip_in_place
        Block("leg", 1, COUNT_MAX),
        Block("starter", 1, seats),  # of this leg
        Block("space", 5, _BEYOND),  # by camel; 0: not placed yet, 17: crossed
        Block("rank", 5, 4),  # by camel: number of camels behind or below it
        Block("die", 5),  # by camel: 1 while its die is in the pyramid
        Block("tile_space", seats, _BEYOND - 1),  # by seat: of its desert tile; 0: not laid
        Block("tile_side", seats, 1, -1),  # by seat: 1 oasis, -1 mirage, 0 not laid
        Block("money", seats, COUNT_MAX),
        Block("pyramid", seats, 5),  # by seat: pyramid tiles held
        Block("leg_home", 15),  # by camel, 5 3 2: 1 for a leg tile on offer
        Block("leg_held", 15 * seats),  # by seat, camel, 5 3 2
        Block("win", 5 * seats, seats),  # owners of the cards there, the first laid first
        Block("lose", 5 * seats, seats),
        Block("face", 5, 5),  # own race cards by slot: 1 + its camel
        Block("laid", 5, 2),  # own race cards by slot: 0 in hand, 1 on win, 2 on lose
    )
