"""The drum roll of Targui: whether a die can decide a battle for a camp, or one of the last round.

It is asked of the position before the die falls, so it tells nothing about how it falls.
"""

from __future__ import annotations

from functools import lru_cache

from camelnet.rules import Position
from camelnet.rules.games.targui.events import BattleRolled
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.kept import public_of


def holds_breath(step: Stepped) -> bool:
    """True for a die that could kill the last defender of a camp or, in the last round, of any
    land."""
    attacks = any(isinstance(e, BattleRolled) and e.side == "attack" for e in step.events)
    return attacks and _may_fall(step.before)


@lru_cache(maxsize=4)
def _may_fall(before: Position) -> bool:
    public = public_of(before)
    cell = public["attack"]["to"] - 1
    last = public["round"] == len(public["options"]["destiny"])
    if public["land"][cell] != "camp" and not last:
        return False
    then = (before.apply(notation).to_dict() for notation, _weight in before.outcomes())
    return any(after["camels"][cell] == 0 for after in then)
