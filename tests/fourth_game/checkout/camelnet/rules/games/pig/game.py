"""pig in Python: its options, and the words for its refusals."""

from __future__ import annotations

from camelnet.rules.games.pig import dictionary, events

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo

INFO = GameInfo(
    key="pig",
    name=N_("Pig"),
    seats_min=2,
    seats_max=8,
    options=(OptionInfo("short_game", False, "flag"),),
    slots=0,
    faces="",
)

_REFUSALS = {
    lib.CN_PIG_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_PIG_H1_NOTHING: N_("H1: nothing was rolled in this turn yet"),
}


def _refusal(state: bytes, status: int, notation: str) -> Message:
    return message(_REFUSALS[status])


GAME = Game(
    info=INFO,
    read=dictionary.read,
    write=dictionary.write,
    options=dictionary.options,
    fields={
        lib.CN_PIG_F_OPTIONS: "options",
        lib.CN_PIG_F_TURN: "turn",
        lib.CN_PIG_F_TOTAL: "total",
        lib.CN_PIG_F_SCORE: "score",
    },
    refusal=_refusal,
    events=events.events_of,
)
