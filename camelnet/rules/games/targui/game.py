"""Targui in Python: its options, its fields, and its other modules.

Decides no rule: positions, events and refusals come from native/src/games/targui/rules.c.
The rules, with their names (T5, D3, ...), are in docs/rules-targui.md.
"""

from __future__ import annotations

from camelnet.i18n import N_
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo
from camelnet.rules.games.targui import dictionary, events, refusals

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
    read=dictionary.read,
    write=dictionary.write,
    options=dictionary.options,
    fields=_FIELDS,
    refusal=refusals.refusal,
    events=events.events_of,
)
