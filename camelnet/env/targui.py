"""Targui as numbers: 2540 actions.

A herd may be split in hundreds of ways, so how many go is one of six amounts of the k that could:
one, a quarter, half, three quarters (each rounded up), all but one, all. An amount that is the same
number as one before it is masked, so every notation stands for one action at most. Notations in
between are left out: they are legal at the table, but not to be had here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from camelnet.env.codec import COUNT_MAX, Block, Seen, numbered
from camelnet.rules import Position
from camelnet.rules.games.targui.board import SPIRAL
from camelnet.rules.games.targui.dictionary import STEPS
from camelnet.rules.games.targui.events import LANDS, SECTORS

_CELLS = 49
_DESTINY = 16
AMOUNTS = ("one", "quarter", "half", "most", "rest", "all")
_EFFECTS = (None, 13, 16)


def _neighbours() -> list[tuple[int, int]]:
    """Every cell with each of its up to eight neighbours."""
    place = {cell: at for at, cell in _places()}
    return [
        (start, end)
        for start, end in product(range(1, _CELLS + 1), repeat=2)
        if start != end
        and all(abs(a - b) <= 1 for a, b in zip(place[start], place[end], strict=True))
    ]


def _places() -> Iterator[tuple[tuple[int, int], int]]:
    for row, cells in enumerate(SPIRAL):
        for column, cell in enumerate(cells):
            yield (row, column), cell


_PAIRS = _neighbours()
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
_NUMBERS = numbered(_ACTIONS)
_COUNTED = ("occupy", "buy", "move")


def actions(seats: int) -> tuple[str, ...]:
    return _ACTIONS


def legal(position: Position) -> dict[int, str]:
    found: dict[int, str] = {}
    most: dict[str, int] = {}  # by all words but the count, how many could go
    for notation in position.legal():
        words, _space, count = notation.rpartition(" ")
        if words.partition(" ")[0] in _COUNTED:
            most[words] = max(most.get(words, 0), int(count))
        else:
            found[_NUMBERS[notation]] = notation
    for words, could in most.items():
        taken: set[int] = set()
        for amount, going in zip(AMOUNTS, amounts(could), strict=True):
            if going and going not in taken:
                taken.add(going)
                found[_NUMBERS[f"{words} {amount}"]] = f"{words} {going}"
    return found


def amounts(count: int) -> tuple[int, ...]:
    """The six amounts of `count`; 0 for one that is none."""
    return (1, -(-count // 4), -(-count // 2), -(-3 * count // 4), count - 1, count)


def blocks(seats: int) -> tuple[Block, ...]:
    return (
        Block("seat", seats),  # 1 for the observer's number: some destiny cards name tribes
        Block("step", 1, len(STEPS) - 1),  # what is asked, by its place in the rules' list
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


def view(position: Position, seat: int, faces: str) -> list[Sequence[int]]:
    seen = Seen(position, seat)
    state = seen.state
    attack = state["attack"]
    pile = [state["pile"][str(number)] for number in range(seen.seats)]
    return [
        [int(number == seat) for number in range(seen.seats)],
        [STEPS.index(state["step"])],
        [state["round"]],
        [state["die"] or 0],
        [_EFFECTS.index(state["effect"])],
        [state["turns_left"]],
        [seen.near(attack["seat"]), attack["from"], attack["to"]] if attack else [0, 0, 0],
        [seen.near(state["first"])],
        [SECTORS.index(key) + 1 if key else 0 for key in seen.by_seat(state["sectors"])],
        [cell or 0 for cell in seen.by_seat(state["camp"])],
        [int(out) for out in seen.by_seat(state["out"])],
        seen.by_seat(state["money"]),
        seen.by_seat(state["tribute"]),
        [*seen.by_seat(pile), state["pile"]["destiny"]],
        [int(card in state["destiny"]) for card in range(1, _DESTINY + 1)],
        [state["box"]],
        [LANDS.index(land) + 1 if land else 0 for land in state["land"]],
        [seen.near(owner) for owner in state["owner"]],
        state["camels"],
    ]


def coded(faces: str) -> list[int]:
    """A seat's hidden cards as the core takes them: there are none."""
    return []
