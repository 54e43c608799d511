"""The games by key: their scripts, and the pictures of their screens."""

from __future__ import annotations

from collections.abc import Callable

from tools.screenshots.camelup import captures as camelup
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards import captures as cards
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.driver import HeadlessDriver
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui import captures as targui
from tools.screenshots.targui.scripted_game import ScriptedTargui

Capture = Callable[[HeadlessDriver, int], None]  # paints pictures of a table with so many seats

SCRIPTED: dict[str, type[ScriptedGame]] = {
    "camelup": ScriptedCamelUp,
    "cards": ScriptedCards,
    "targui": ScriptedTargui,
}

CAPTURES: dict[str, tuple[Capture, ...]] = {
    "camelup": camelup.CAPTURES,
    "cards": cards.CAPTURES,
    "targui": targui.CAPTURES,
}
