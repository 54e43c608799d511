"""Camel Up Cards as numbers: 61 actions, each a notation."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.env.camels import among, one_of, spaces_and_ranks
from camelnet.env.codec import COUNT_MAX, Block, Seen, numbered
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS

_SPACES = 19  # of the longest track
_LEAD_VALUES = (5, 3, 2)
_TOKENS = ("palm", "fennec")
_FACES = [f"{camel}{value}" for camel in CAMELS for value in (1, 2)]
_COPIES = 5  # of a race card at most
_ACTIONS = (
    "reveal",
    "hand",
    "pass",
    *(f"{token} {space}" for token in _TOKENS for space in range(1, _SPACES + 1)),
    *(f"{bet} {camel}" for bet in ("lead", "mid", "final win", "final lose") for camel in CAMELS),
)
_NUMBERS = numbered(_ACTIONS)
_DID = (None, "race", "bet")
_HELD = 3 * 5 + 3 * 5


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def legal(position: Position) -> dict[int, str]:
    return {_NUMBERS[notation]: notation for notation in position.legal()}


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("options", 3),  # trophies, bet_optional, min_money
        Block("leg", 1, COUNT_MAX),
        Block("starter", 1, seats),
        Block("did", 1, 2),  # this turn: 0 nothing yet, 1 the race action, 2 the bet
        Block("space", 5, _SPACES + 1),  # by camel; 0: at the start, 20: crossed
        Block("rank", 5, 4),  # by camel: how many stand behind or below it
        Block("width", _track_cards(seats), 2),  # of each track card, in spaces
        Block("token_space", 2, _SPACES),  # palm, fennec; 0: not on the track
        Block("token_holder", 2, seats),
        Block("money", seats, COUNT_MAX),
        Block("leaders", 15, 2),  # by camel, 5 3 2: leader cards that can be taken
        Block("mids", 5),  # by camel: whether its midfield card lies in the pool
        Block("win", 5),  # by camel: whether its final-winner card lies in the pool
        Block("lose", 5),
        # By seat: leader cards by camel, 5 3 2; then by camel midfield, final-winner, final-loser.
        Block("held", _HELD * seats, 2),
        Block("trophies_win", 5, 6),  # by camel, on its final-winner card
        Block("trophies_lose", 5, 6),
        Block("trophies_left", 1, 6),
        Block("deck", 1, 12),  # race cards not turned up yet
        Block("hand", seats),  # by seat: whether it still has its hand card
        Block("seen", 10, _COPIES),  # b1 b2 g1 ...: cards turned up in this leg
        Block("own", 10),  # b1 b2 g1 ...: the own hand card
    )


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
        [state["seen"].count(face) for face in _FACES],
        [int(face == faces) for face in _FACES],
    ]


def _track_cards(seats: int) -> int:
    """The number of cards that the track is made of."""
    return (14 + seats) // 2


def _held(held: dict[str, list[str] | str | None]) -> list[int]:
    lead, mid, win, lose = held["lead"], held["mid"], held["win"], held["lose"]
    assert isinstance(lead, list)
    assert isinstance(mid, str)
    assert not isinstance(win, list)
    assert not isinstance(lose, list)
    leaders = [lead.count(f"{camel}{value}") for camel in CAMELS for value in _LEAD_VALUES]
    return [*leaders, *among(mid), *one_of(win), *one_of(lose)]


def coded(faces: str) -> list[int]:
    """A seat's hidden cards as the core takes them."""
    return [_FACES.index(faces) + 1] if faces else []
