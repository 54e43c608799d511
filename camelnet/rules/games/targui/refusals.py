"""Refusals of Targui in words: one sentence for each rule that the core names.

The rules, with their names, are in docs/rules-targui.md.
"""

from __future__ import annotations

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib
from camelnet.rules.games.targui import dictionary
from camelnet.rules.state import number, unpack

_REFUSALS = {
    lib.CN_TARGUI_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_TARGUI_S2_NOW: N_("S2: a sector is chosen now"),
    lib.CN_TARGUI_S2_TAKEN: N_("S2: this sector is taken already"),
    lib.CN_TARGUI_S3_LEFT: N_("S3: no card of this land is left"),
    lib.CN_TARGUI_S4_NOW: N_("S4: a camp is placed now"),
    lib.CN_TARGUI_S4_PLACE: N_("S4: this cell is not in your own part of the board"),
    lib.CN_TARGUI_D2_SEAT: N_("D2: no card of this tribe is in the pile"),
    lib.CN_TARGUI_D2_DESTINY: N_("D2: the destiny card has left the pile"),
    lib.CN_TARGUI_D2_GONE: N_("D2: this card is not in the destiny deck"),
    lib.CN_TARGUI_T_NOW: N_("T1: a move, an attack or a pass comes before buying"),
    lib.CN_TARGUI_T1_CELL: N_("T1: the cells are numbered 1 to 49"),
    lib.CN_TARGUI_T1_OWN: N_("T1: cell {start} is not yours"),
    lib.CN_TARGUI_T1_CAMELS: N_("T1: cell {start} holds {camels}, and one camel at least moves"),
    lib.CN_TARGUI_T1_NEXT: N_("T1: cell {end} is not next to cell {start}"),
    lib.CN_TARGUI_T1_CHOTT: N_("T1: cell {end} is a chott, which nobody enters"),
    lib.CN_TARGUI_T1_HELD: N_("T1: camels of another tribe hold cell {end}; attack them"),
    lib.CN_TARGUI_T2_CELL: N_("T2: the cells are numbered 1 to 49"),
    lib.CN_TARGUI_T2_OWN: N_("T2: cell {start} is not yours"),
    lib.CN_TARGUI_T2_CAMELS: N_("T2: no camels stand on cell {start}"),
    lib.CN_TARGUI_T2_NEXT: N_("T2: cell {end} is not next to cell {start}"),
    lib.CN_TARGUI_T2_NOBODY: N_("T2: no camels of another tribe stand on cell {end}"),
    lib.CN_TARGUI_T4_NOW: N_("T4: only buying is left in this turn"),
    lib.CN_TARGUI_T4_OWN: N_("T4: camels are bought onto a cell of your own"),
    lib.CN_TARGUI_T4_COUNT: N_("T4: one camel at least is bought; else pass"),
    lib.CN_TARGUI_T4_MONEY: N_("T4: a camel costs 1 silver, and you have {money}"),
    lib.CN_TARGUI_T4_BOX: N_("T4: the box holds no more than {box}"),
    lib.CN_TARGUI_T5_NOW_AFTER: N_("T5: now attack again or stop"),
    lib.CN_TARGUI_T5_NOW_OCCUPY: N_("T5: now camels go onto the emptied cell"),
    lib.CN_TARGUI_T5_COUNT: N_("T5: from 1 to {camels} go onto the emptied cell"),
}


def refusal(state: bytes, status: int, notation: str) -> Message:
    """The sentence that tells a player why the core refused `notation`."""
    template = _REFUSALS[status]
    raw = unpack("cn_targui", state)
    numbers = [int(word) for word in notation.split(" ")[1:] if word.isdecimal()]
    start = dictionary.attacked_from(raw) or (numbers[0] if numbers else 0)
    values = {
        "start": start,
        "end": numbers[1] if len(numbers) > 1 else 0,
        "camels": number(raw.camels[start - 1]) if 1 <= start <= dictionary.CELLS else 0,
        "money": number(raw.money[raw.head.seat]),
        "box": number(raw.box),
    }
    return message(template, **{k: v for k, v in values.items() if f"{{{k}}}" in template})
