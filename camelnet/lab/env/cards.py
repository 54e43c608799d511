"""Camel Up Cards as numbers: 61 actions, each a notation."""

from __future__ import annotations

from camelnet.lab.env.codec import COUNT_MAX, Block
from camelnet.rules.games.camels import CAMELS

_SPACES = 19  # of the longest track
_TOKENS = ("palm", "fennec")
_COPIES = 5  # of a race card at most
_ACTIONS = (
    "reveal",
    "hand",
    "pass",
    *(f"{token} {space}" for token in _TOKENS for space in range(1, _SPACES + 1)),
    *(f"{bet} {camel}" for bet in ("lead", "mid", "final win", "final lose") for camel in CAMELS),
)
_HELD = 3 * 5 + 3 * 5


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("options", 3),  # trophies, bet_optional, min_money
        Block("leg", 1, COUNT_MAX),
        Block("starter", 1, seats),
        Block("did", 1, 2),  # this turn: 0 nothing yet, 1 the race action, 2 the bet
        Block("space", 5, _SPACES + 1),  # by camel; 0: at the start, 20: crossed
        Block("rank", 5, 4),  # by camel: number of camels behind or below it
        Block("width", _track_cards(seats), 2),  # of each track card, in spaces
        Block("token_space", 2, _SPACES),  # palm, fennec; 0: not on the track
        Block("token_holder", 2, seats),
        Block("money", seats, COUNT_MAX),
        Block("leaders", 15, 2),  # by camel, 5 3 2: leader cards on offer
        Block("mids", 5),  # by camel: 1 if its midfield card lies in the pool
        Block("win", 5),  # by camel: 1 if its final-winner card lies in the pool
        Block("lose", 5),
        # By seat: leader cards by camel, 5 3 2; then by camel midfield, final-winner, final-loser.
        Block("held", _HELD * seats, 2),
        Block("trophies_win", 5, 6),  # by camel, on its final-winner card
        Block("trophies_lose", 5, 6),
        Block("trophies_left", 1, 6),
        Block("deck", 1, 12),  # race cards not turned up yet
        Block("hand", seats),  # by seat: 1 while it has its hand card
        Block("seen", 10, _COPIES),  # b1 b2 g1 ...: cards turned up in this leg
        Block("own", 10),  # b1 b2 g1 ...: the own hand card
    )


def _track_cards(seats: int) -> int:
    """The number of cards that make up the track."""
    return (14 + seats) // 2
