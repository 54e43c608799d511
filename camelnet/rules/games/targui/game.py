"""targui in Python: its options, and the words for its refusals.

No rule is decided here: positions, events and refusals come from native/src/games/targui/rules.c.
The rules, with their names (T5, D3, ...), are in docs/rules-targui.md.
"""

from __future__ import annotations

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo
from camelnet.rules.games.targui import dictionary, events

INFO = GameInfo(
    key="targui",
    name=N_("Targui"),
    seats_min=2,
    seats_max=4,
    options=(
        OptionInfo("destiny", tuple(range(1, 17)), "set", 1, 16, required=(1,)),
        OptionInfo(
            "camels", 450, "number", int(lib.CN_TARGUI_HERD_MIN), int(lib.CN_TARGUI_HERD_MAX)
        ),
    ),
    slots=0,
    faces="",
)

# --- refusals -----------------------------------------------------------------------------------

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


def _refusal(state: bytes, status: int, notation: str) -> Message:
    template = _REFUSALS[status]
    raw = dictionary.Raw.from_bytes(state)
    numbers = [int(word) for word in notation.split(" ")[1:] if word.isdecimal()]
    start = raw.start or (numbers[0] if numbers else 0)
    values = {
        "start": start,
        "end": numbers[1] if len(numbers) > 1 else 0,
        "camels": raw.camels[start - 1] if 1 <= start <= dictionary.CELLS else 0,
        "money": raw.money[raw.seat],
        "box": raw.box,
    }
    return message(template, **{k: v for k, v in values.items() if f"{{{k}}}" in template})


_FIELDS = {
    lib.CN_TARGUI_F_OPTIONS: "options",
    lib.CN_TARGUI_F_TURN: "turn",
    lib.CN_TARGUI_F_FIRST: "first",
    lib.CN_TARGUI_F_SECTORS: "sectors",
    lib.CN_TARGUI_F_LAND: "land",
    lib.CN_TARGUI_F_OWNER: "owner",
    lib.CN_TARGUI_F_CAMELS: "camels",
    lib.CN_TARGUI_F_BOX: "box",
    lib.CN_TARGUI_F_MONEY: "money",
    lib.CN_TARGUI_F_CAMP: "camp",
    lib.CN_TARGUI_F_OUT: "out",
    lib.CN_TARGUI_F_ROUND: "round",
    lib.CN_TARGUI_F_DIE: "die",
    lib.CN_TARGUI_F_PILE: "pile",
    lib.CN_TARGUI_F_DESTINY: "destiny",
    lib.CN_TARGUI_F_EFFECT: "effect",
    lib.CN_TARGUI_F_STEP: "step",
    lib.CN_TARGUI_F_TURNS_LEFT: "turns_left",
    lib.CN_TARGUI_F_ATTACK: "attack",
    lib.CN_TARGUI_F_TRIBUTE: "tribute",
}

GAME = Game(
    info=INFO,
    round="round",
    body=(
        "first",
        "sectors",
        "land",
        "owner",
        "camels",
        "box",
        "money",
        "camp",
        "out",
        "round",
        "die",
        "pile",
        "destiny",
        "effect",
        "step",
        "turns_left",
        "attack",
        "tribute",
    ),
    read=dictionary.read,
    write=dictionary.write,
    options=dictionary.options,
    fields=_FIELDS,
    refusal=_refusal,
    events=events.events_of,
)
