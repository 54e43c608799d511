"""Targui as numbers: 2540 actions.

A herd may split in hundreds of ways, so an action moves one of six amounts of the k camels that can
go: one, a quarter, half, three quarters (each rounded up), all but one, all. An amount equal to an
earlier one is masked, so at most one action stands for a notation. No action stands for the
notations in between: they are legal at the table, but not available here.
"""

from __future__ import annotations

from camelnet.lab.env.codec import COUNT_MAX, Block
from camelnet.rules.games.targui.cells import NEIGHBOURS
from camelnet.rules.games.targui.dictionary import STEPS
from camelnet.rules.games.targui.events import LANDS, SECTORS

_CELLS = 49
_DESTINY = 16
AMOUNTS = ("one", "quarter", "half", "most", "rest", "all")
_PAIRS = [(start, end) for start in range(1, _CELLS + 1) for end in NEIGHBOURS[start]]
_ACTIONS = (
    "pass",
    "again",
    "stop",
    *(f"sector {key}" for key in SECTORS),
    *(f"camp {cell}" for cell in range(1, _CELLS + 1)),
    *(f"occupy {amount}" for amount in AMOUNTS),
    *(f"buy {cell} {amount}" for cell in range(1, _CELLS + 1) for amount in AMOUNTS),
    *(f"attack {start} {end}" for start, end in _PAIRS),
    *(f"move {start} {end} {amount}" for start, end in _PAIRS for amount in AMOUNTS),
)


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("seat", seats),  # 1 for the observer's number: some destiny cards name tribes
        Block("step", 1, len(STEPS) - 1),  # the current step, by its place in the rules' list
        Block("round", 1, _DESTINY),
        Block("die", 1, 6),
        Block("effect", 1, 2),  # 0 none, 1 destiny card 13, 2 destiny card 16
        Block("turns_left", 1, 2),
        Block("attack", 3, _CELLS),  # who, from where, onto which cell; 0: no attack
        Block("first", 1, seats),
        Block("sector", seats, len(SECTORS)),  # 0: none
        Block("camp", seats, _CELLS),  # 0: none yet
        Block("out", seats),
        Block("money", seats, COUNT_MAX),
        Block("tribute", seats, COUNT_MAX),
        Block("pile", seats + 1, 5),  # cards left by seat, then destiny's
        Block("destiny", _DESTINY),  # 1 for a card that is left
        Block("box", 1, COUNT_MAX),
        Block("land", _CELLS, len(LANDS)),  # by cell; 0: not laid yet
        Block("owner", _CELLS, seats),
        Block("camels", _CELLS, COUNT_MAX),
    )
