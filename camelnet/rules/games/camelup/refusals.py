"""Refusals of Camel Up in words: one sentence for each rule that the core names.

The rules, with their names, are in docs/rules.md.
"""

from __future__ import annotations

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib

_REFUSALS = {
    lib.CN_CAMELUP_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_CAMELUP_S2_PLACED: N_("S2: this camel stands on the track already"),
    lib.CN_CAMELUP_A1_DIE: N_("A1: this die has left the pyramid"),
    lib.CN_CAMELUP_A2_NONE_LEFT: N_("A2: no leg tile of this camel is left"),
    lib.CN_CAMELUP_A3_SPACE: N_("A3: a desert tile goes on a space from 2 to 16"),
    lib.CN_CAMELUP_A3_CAMEL: N_("A3: a camel stands on space {space}"),
    lib.CN_CAMELUP_A3_TILE: N_("A3: another player's tile lies on space {space}"),
    lib.CN_CAMELUP_A3_NEXT: N_("A3: space {space} is next to another player's tile"),
    lib.CN_CAMELUP_A3_SAME: N_("A3: the tile lies on space {space} already; it must go elsewhere"),
    lib.CN_CAMELUP_O2_SIDE: N_("O2: the tile lies on space {space} with this side up already"),
    lib.CN_CAMELUP_A4_SLOT: N_("A4: the race cards are in slots 0 to 4"),
    lib.CN_CAMELUP_A4_LAID: N_("A4: this race card is laid already"),
    lib.CN_CAMELUP_E2_SEAT: N_("E2: another player opens their race cards now"),
    lib.CN_CAMELUP_E2_FACES: N_("E2: the race cards are the five camels once each"),
}


def refusal(state: bytes, status: int, notation: str) -> Message:
    """The sentence that tells a player why the core refused `notation`."""
    template = _REFUSALS[status]
    if "{space}" in template:
        return message(template, space=int(notation.split(" ")[1][:-1]))
    return message(template)
