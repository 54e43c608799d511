"""The drum roll: whether a die or a card can end a leg or the race, by the rules and nothing else.

It is asked of the position before the die falls, so it tells nothing about how it falls.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.kept import public_of

REACH = {"camelup": 4, "cards": 3}  # the spaces that one die or card can carry a camel at most


def holds_breath(step: Stepped) -> bool:
    """True for a die or a card that could end the leg or the race."""
    drawn = step.notation.startswith(("die ", "card "))
    return drawn and _may_end(step.before)


@lru_cache(maxsize=4)
def _may_end(before: Position) -> bool:
    public = public_of(before)
    if not public["leg"]:
        return False  # the camels take their places
    if before.turn == "chance" and _last_of_leg(public):
        return True
    beyond = sum(public["cards"]) + 1 if before.game == "cards" else 17
    foremost = max((int(space) for space, camels in public["track"].items() if camels), default=0)
    if foremost + REACH[before.game] < beyond:
        return False
    return any(before.apply(notation).to_dict()["crossed"] for notation in _possible(before))


def _last_of_leg(public: Mapping[str, Any]) -> bool:
    left = public["deck"] if public["game"] == "cards" else len(public["dice"])
    return bool(left == 1)


def _possible(before: Position) -> list[str]:
    """Whatever may be drawn; of a card in a hand nobody else knows which it is."""
    if before.turn == "chance":
        return [notation for notation, _weight in before.outcomes()]
    cards = (f"card {camel}{value}" for camel in CAMELS for value in (1, 2))
    return [card for card in cards if before.why_not(card) is None]
