"""The odds of a battle, exact and in integers, as the core counts them."""

from __future__ import annotations

from dataclasses import dataclass

from camelnet.rules.core import ffi, lib
from camelnet.rules.games.targui.game import INFO
from camelnet.rules.position import Position


@dataclass(frozen=True, slots=True)
class Battle:
    """The odds of an attack fought to its end, in thousandths; exact for herds of up to 400
    camels."""

    taken: int  # the chance that the attackers take the cell
    attackers_lost: int  # thousandths of a camel, on average over all endings
    defenders_lost: int


def battle(position: Position, start: int, end: int) -> Battle | None:
    """The odds of attacking cell `end` from `start`, or of continuing the battle between them.

    None when the owner of `start` could not attack `end` from there, whoever is on turn.
    """
    if position.game != INFO.key:
        raise ValueError(f"{position.game} knows no battles")
    odds = ffi.new("cn_targui_odds *")
    state = position.state
    if not (0 <= start < 256 and 0 <= end < 256 and lib.cn_targui_battle(state, start, end, odds)):
        return None
    return Battle(odds.taken, odds.attackers, odds.defenders)
