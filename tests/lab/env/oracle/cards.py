"""Camel Up Cards as numbers once more, from a position's dictionary and the words at each block."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.lab.env.cards import actions
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS
from tests.lab.env.oracle import Seen
from tests.lab.env.oracle.camels import among, one_of, spaces_and_ranks

FACES = tuple(f"{camel}{value}" for camel in CAMELS for value in (1, 2))
_SPACES = 19
_LEAD_VALUES = (5, 3, 2)
_TOKENS = ("palm", "fennec")
_DID = (None, "race", "bet")


def legal(position: Position) -> dict[int, str]:
    numbers = actions(position.seats)
    return {numbers.index(notation): notation for notation in position.legal()}


def view(position: Position, seat: int, faces: str) -> list[Sequence[int]]:
    seen = Seen(position, seat)
    state = seen.state
    space, rank = spaces_and_ranks(state["track"], state["crossed"], _SPACES + 1)
    tokens = [state["tokens"][token] for token in _TOKENS]
    trophies = state["trophies"]
    return [
        [int(value) for value in state["options"].values()],
        [state["leg"]],
        [seen.near(state["starter"])],
        [_DID.index(state["did"])],
        space,
        rank,
        state["cards"],
        [token["space"] or 0 for token in tokens],
        [seen.near(token["holder"]) for token in tokens],
        seen.by_seat(state["money"]),
        [state["leaders"][camel].count(value) for camel in CAMELS for value in _LEAD_VALUES],
        among(state["mids"]),
        among(state["finals"]["win"]),
        among(state["finals"]["lose"]),
        [number for each in seen.by_seat(state["held"]) for number in _held(each)],
        [trophies["win"][camel] for camel in CAMELS],
        [trophies["lose"][camel] for camel in CAMELS],
        [trophies["left"]],
        [state["deck"]],
        [int(held) for held in seen.by_seat(state["hand"])],
        [state["seen"].count(face) for face in FACES],
        [int(face == faces) for face in FACES],
    ]


def _held(held: dict[str, list[str] | str | None]) -> list[int]:
    lead, mid, win, lose = held["lead"], held["mid"], held["win"], held["lose"]
    assert isinstance(lead, list)
    assert isinstance(mid, str)
    assert not isinstance(win, list)
    assert not isinstance(lose, list)
    leaders = [lead.count(f"{camel}{value}") for camel in CAMELS for value in _LEAD_VALUES]
    return [*leaders, *among(mid), *one_of(win), *one_of(lose)]
