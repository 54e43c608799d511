"""The rules of Camel Up: `rules.md`, its pictures, and the section about the players' rows."""

from __future__ import annotations

from pathlib import Path

from camelnet_gui.games.camelup import rules_pictures as pictures
from camelnet_gui.games.camelup.holdings_view import HOLDINGS
from camelnet_gui.games.camelup.scene_builder import Holdings
from camelnet_gui.games.rules_file import RulesFile
from camelnet_gui.games.rules_rows import rows_section

_HELD = Holdings(7, (("g", 5), ("y", 3)), 2, "7+", 1, 0)  # for example

RULES = RulesFile(
    Path(__file__).with_name("rules.md"),
    pictures={
        "start": pictures.start,
        "pyramid": pictures.pyramid,
        "carrying": pictures.carrying,
        "leg_tiles": pictures.leg_tiles,
        "desert_tiles": pictures.desert_tiles,
        "finish": pictures.finish,
    },
    sections={"rows": lambda: rows_section(HOLDINGS, _HELD, 7)},
)
