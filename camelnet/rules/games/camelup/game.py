"""Camel Up in Python: its options, its fields, and its other modules.

Decides no rule: positions, events and refusals come from native/src/games/camelup/rules.c.
The rules, with their names (A3, M4, ...), are in docs/rules.md.
"""

from __future__ import annotations

from itertools import permutations

from camelnet.i18n import N_
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camelup import dictionary, events, refusals
from camelnet.rules.notation import opening_notation

INFO = GameInfo(
    key="camelup",
    name=N_("Camel Up"),
    seats_min=2,
    seats_max=8,
    options=(
        OptionInfo("leg_ends_without_tiles", False, "flag"),
        OptionInfo("flip_in_place", False, "flag"),
    ),
    slots=5,
    faces=CAMELS,
)


def _openings(seat: int) -> list[str]:
    orders = ("".join(faces) for faces in permutations(CAMELS))
    return [opening_notation(seat), *(opening_notation(seat, faces) for faces in orders)]


_FIELDS = {
    lib.CN_CAMELUP_F_OPTIONS: "options",
    lib.CN_CAMELUP_F_TURN: "turn",
    lib.CN_CAMELUP_F_STARTER: "starter",
    lib.CN_CAMELUP_F_LEG: "leg",
    lib.CN_CAMELUP_F_TRACK: "track",
    lib.CN_CAMELUP_F_CROSSED: "crossed",
    lib.CN_CAMELUP_F_DICE: "dice",
    lib.CN_CAMELUP_F_ROLLING: "rolling",
    lib.CN_CAMELUP_F_TILES: "tiles",
    lib.CN_CAMELUP_F_MONEY: "money",
    lib.CN_CAMELUP_F_LEG_TILES: "leg_tiles",
    lib.CN_CAMELUP_F_HELD: "held",
    lib.CN_CAMELUP_F_SLOTS: "slots",
    lib.CN_CAMELUP_F_WIN: "win",
    lib.CN_CAMELUP_F_LOSE: "lose",
}

GAME = Game(
    info=INFO,
    round="leg",
    read=dictionary.read,
    write=dictionary.write,
    options=dictionary.options,
    fields=_FIELDS,
    refusal=refusals.refusal,
    events=events.events_of,
    openings=_openings,
)
