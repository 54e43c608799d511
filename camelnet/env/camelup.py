"""Camel Up as numbers: 46 actions, each a notation."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.env.camels import among, spaces_and_ranks
from camelnet.env.codec import COUNT_MAX, Block, Seen, numbered
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS

_LEG_VALUES = (5, 3, 2)
_BEYOND = 17
_ACTIONS = (
    "roll",
    *(f"leg {camel}" for camel in CAMELS),
    *(f"tile {space}{side}" for space in range(2, _BEYOND) for side in "+-"),
    *(f"{deck} {slot}" for deck in ("win", "lose") for slot in range(5)),
)
_NUMBERS = numbered(_ACTIONS)
_LEG_TILES = [f"{camel}{value}" for camel in CAMELS for value in _LEG_VALUES]


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def legal(position: Position) -> dict[int, str]:
    return {_NUMBERS[notation]: notation for notation in position.legal()}


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("options", 2),  # leg_ends_without_tiles, flip_in_place
        Block("leg", 1, COUNT_MAX),
        Block("starter", 1, seats),  # of this leg
        Block("space", 5, _BEYOND),  # by camel; 0: not placed yet, 17: crossed
        Block("rank", 5, 4),  # by camel: how many stand behind or below it
        Block("die", 5),  # by camel: 1 while its die is in the pyramid
        Block("tile_space", seats, _BEYOND - 1),  # by seat: of its desert tile; 0: not laid
        Block("tile_side", seats, 1, -1),  # by seat: 1 oasis, -1 mirage, 0 not laid
        Block("money", seats, COUNT_MAX),
        Block("pyramid", seats, 5),  # by seat: pyramid tiles held
        Block("leg_home", 15),  # by camel, 5 3 2: 1 for a leg tile that can be taken
        Block("leg_held", 15 * seats),  # by seat, camel, 5 3 2
        Block("win", 5 * seats, seats),  # whose card lies there, the first laid first
        Block("lose", 5 * seats, seats),
        Block("face", 5, 5),  # own race cards by slot: 1 + its camel
        Block("laid", 5, 2),  # own race cards by slot: 0 in hand, 1 on win, 2 on lose
    )


def view(position: Position, seat: int, faces: str) -> list[Sequence[int]]:
    seen = Seen(position, seat)
    state = seen.state
    space, rank = spaces_and_ranks(state["track"], state["crossed"], _BEYOND)
    tiles = seen.by_seat(state["tiles"])
    held = seen.by_seat(state["held"])
    laid = [0] * 5
    for number, deck in enumerate(("win", "lose"), start=1):
        for owner, slot in state[deck]:
            if owner == seat:
                laid[slot] = number
    home = state["leg_tiles"]
    return [
        [int(value) for value in state["options"].values()],
        [state["leg"]],
        [seen.near(state["starter"])],
        space,
        rank,
        among(state["dice"]),
        [int(tile[:-1]) if tile else 0 for tile in tiles],
        [(1 if tile[-1] == "+" else -1) if tile else 0 for tile in tiles],
        seen.by_seat(state["money"]),
        [each["pyramid"] for each in held],
        [int(value in home[camel]) for camel in CAMELS for value in _LEG_VALUES],
        [int(tile in each["leg"]) for each in held for tile in _LEG_TILES],
        _deck(seen, "win"),
        _deck(seen, "lose"),
        [CAMELS.index(face) + 1 for face in faces] or [0] * 5,
        laid,
    ]


def _deck(seen: Seen, name: str) -> list[int]:
    owners = [seen.near(owner) for owner, _slot in seen.state[name]]
    return owners + [0] * (5 * seen.seats - len(owners))


def coded(faces: str) -> list[int]:
    """A seat's hidden cards as the core takes them."""
    return [CAMELS.index(face) + 1 for face in faces]
