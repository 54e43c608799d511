"""Refusals of Camel Up Cards in words: one sentence for each rule that the core names.

The rules, with their names, are in docs/rules-cards.md.
"""

from __future__ import annotations

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib
from camelnet.rules.games.cards import dictionary

_REFUSALS = {
    lib.CN_CARDS_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_CARDS_S2_SEEN: N_("S2: all of these cards have been drawn"),
    lib.CN_CARDS_T1_RACE: N_("T1: the race action of this turn is done"),
    lib.CN_CARDS_T1_BET: N_("T1: the bet of this turn is made"),
    lib.CN_CARDS_R1_AWAY: N_("R1: this token lies on the track already"),
    lib.CN_CARDS_R1_SPACE: N_("R1: a token goes on a space of the track, from 1 to {last}"),
    lib.CN_CARDS_R1_CAMEL: N_("R1: a camel stands on space {space}"),
    lib.CN_CARDS_R1_TOKEN: N_("R1: the other token lies on space {space}"),
    lib.CN_CARDS_R2_SEEN: N_("R2: all of these cards have been seen in this leg"),
    lib.CN_CARDS_R3_PLAYED: N_("R3: the hand card of this leg is played already"),
    lib.CN_CARDS_R3_SEEN: N_("R3: all of these cards have been seen in this leg"),
    lib.CN_CARDS_B1_NONE_LEFT: N_("B1: no leader card of this camel is left"),
    lib.CN_CARDS_B2_TAKEN: N_("B2: the midfield card of this camel is taken"),
    lib.CN_CARDS_B3_OWN: N_("B3: this final card is your own already"),
    lib.CN_CARDS_B3_TAKEN: N_("B3: another player has this final card"),
    lib.CN_CARDS_B4_FIRST: N_("B4: the race action comes before a pass"),
    lib.CN_CARDS_B4_NEVER: N_("B4: at this table a bet must be made"),
}


def refusal(state: bytes, status: int, notation: str) -> Message:
    """The sentence that tells a player why the core refused `notation`."""
    template = _REFUSALS[status]
    if "{space}" in template:
        return message(template, space=int(notation.split(" ")[1]))
    if "{last}" in template:
        return message(template, last=sum(dictionary.read(state)["cards"]))
    return message(template)
