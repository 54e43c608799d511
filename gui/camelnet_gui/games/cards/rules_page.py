"""The rules of Camel Up Cards: `rules.md`, its pictures, and the section about players' rows."""

from __future__ import annotations

from pathlib import Path

from camelnet_gui.games.cards import rules_pictures as pictures
from camelnet_gui.games.cards.holdings_view import HOLDINGS
from camelnet_gui.games.cards.scene_builder import Holdings
from camelnet_gui.games.rules_file import RulesFile
from camelnet_gui.games.rules_rows import rows_section

_HELD = Holdings((("g", 5),), "w", ("b", 1), None, ("palm",), "held", True, "race")  # for example

RULES = RulesFile(
    Path(__file__).with_name("rules.md"),
    pictures={
        "track": pictures.track,
        "carrying": pictures.carrying,
        "race_cards": pictures.race_cards,
        "tokens": pictures.tokens,
        "leader_cards": pictures.leader_cards,
    },
    sections={"rows": lambda: rows_section(HOLDINGS, _HELD, 6)},
)
