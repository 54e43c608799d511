"""Camel Up Cards in Python: its options, its fields, and its other modules.

Decides no rule: positions, events and refusals come from native/src/games/cards/rules.c.
The rules, with their names (R1, M4, ...), are in docs/rules-cards.md.
"""

from __future__ import annotations

from camelnet.i18n import N_
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo
from camelnet.rules.games.cards import dictionary, events, refusals

INFO = GameInfo(
    key="cards",
    name=N_("Camel Up Cards"),
    seats_min=2,
    seats_max=6,
    options=(
        OptionInfo("trophies", True, "flag"),
        OptionInfo("bet_optional", False, "flag"),
        OptionInfo("min_money", 1, "number", 0, 1),
    ),
    slots=0,
    faces="",
    hands=True,
)

_FIELDS = {
    lib.CN_CARDS_F_OPTIONS: "options",
    lib.CN_CARDS_F_TURN: "turn",
    lib.CN_CARDS_F_STARTER: "starter",
    lib.CN_CARDS_F_LEG: "leg",
    lib.CN_CARDS_F_MOVER: "mover",
    lib.CN_CARDS_F_DID: "did",
    lib.CN_CARDS_F_TRACK: "track",
    lib.CN_CARDS_F_CROSSED: "crossed",
    lib.CN_CARDS_F_CARDS: "cards",
    lib.CN_CARDS_F_TOKENS: "tokens",
    lib.CN_CARDS_F_MONEY: "money",
    lib.CN_CARDS_F_LEADERS: "leaders",
    lib.CN_CARDS_F_MIDS: "mids",
    lib.CN_CARDS_F_FINALS: "finals",
    lib.CN_CARDS_F_HELD: "held",
    lib.CN_CARDS_F_TROPHIES: "trophies",
    lib.CN_CARDS_F_DECK: "deck",
    lib.CN_CARDS_F_HAND: "hand",
    lib.CN_CARDS_F_SEEN: "seen",
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
)
