"""Camel Up as numbers once more, from a position's dictionary and the words at each block."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.lab.env.camelup import actions
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS
from tests.lab.env.oracle import Seen
from tests.lab.env.oracle.camels import among, spaces_and_ranks

FACES = CAMELS  # of the cards that a seat hides
_LEG_VALUES = (5, 3, 2)
_BEYOND = 17
_LEG_TILES = [f"{camel}{value}" for camel in CAMELS for value in _LEG_VALUES]


def legal(position: Position) -> dict[int, str]:
    numbers = actions(position.seats)
    return {numbers.index(notation): notation for notation in position.legal()}


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
