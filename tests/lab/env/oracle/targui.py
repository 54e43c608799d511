"""Targui as numbers once more, from a position's dictionary and the words at each block."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.lab.env.targui import AMOUNTS, actions
from camelnet.rules import Position
from camelnet.rules.games.targui.dictionary import STEPS
from camelnet.rules.games.targui.events import LANDS, SECTORS
from tests.lab.env.oracle import Seen

FACES = ()
_DESTINY = 16
_EFFECTS = (None, 13, 16)
_COUNTED = ("occupy", "buy", "move")
_NUMBERS = {notation: number for number, notation in enumerate(actions(2))}


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
