"""camelup in Python: its options, and the words for its refusals.

No rule is decided here: positions, events and refusals come from native/src/games/camelup/rules.c.
The rules, with their names (A3, M4, ...), are in docs/rules.md.
"""

from __future__ import annotations

from itertools import permutations

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camelup import dictionary, events
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

# --- refusals ---------------------------------------------------------------------------------

_REFUSALS = {
    lib.CN_CAMELUP_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_CAMELUP_S2_PLACED: N_("S2: this camel stands on the track already"),
    lib.CN_CAMELUP_A1_DIE: N_("A1: this die has left the pyramid"),
    lib.CN_CAMELUP_A2_NONE_LEFT: N_("A2: no leg tile of this camel is left"),
    lib.CN_CAMELUP_A3_SPACE: N_("A3: a desert tile goes on a space from 2 to 16"),
    lib.CN_CAMELUP_A3_CAMEL: N_("A3: a camel stands on space {space}"),
    lib.CN_CAMELUP_A3_TILE: N_("A3: another seat's tile lies on space {space}"),
    lib.CN_CAMELUP_A3_NEXT: N_("A3: space {space} is next to another seat's tile"),
    lib.CN_CAMELUP_A3_SAME: N_("A3: the tile lies on space {space} already; it must go elsewhere"),
    lib.CN_CAMELUP_O2_SIDE: N_("O2: the tile lies on space {space} with this side up already"),
    lib.CN_CAMELUP_A4_SLOT: N_("A4: the race cards are in slots 0 to 4"),
    lib.CN_CAMELUP_A4_LAID: N_("A4: this race card is laid already"),
    lib.CN_CAMELUP_E2_SEAT: N_("E2: another seat opens its race cards now"),
    lib.CN_CAMELUP_E2_FACES: N_("E2: the race cards are the five camels once each"),
}


def _refusal(state: bytes, status: int, notation: str) -> Message:
    template = _REFUSALS[status]
    if "{space}" in template:
        return message(template, space=int(notation.split(" ")[1][:-1]))
    return message(template)


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
    body=(
        "starter",
        "leg",
        "track",
        "crossed",
        "dice",
        "rolling",
        "tiles",
        "money",
        "leg_tiles",
        "held",
        "slots",
        "win",
        "lose",
    ),
    read=dictionary.read,
    write=dictionary.write,
    options=dictionary.options,
    fields=_FIELDS,
    refusal=_refusal,
    events=events.events_of,
    openings=_openings,
)
