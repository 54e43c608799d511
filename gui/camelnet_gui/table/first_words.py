"""A game's glossary at first sight: once in a profile, at a player's first turn that needs it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from camelnet_gui.settings.store import Settings
from camelnet_gui.table.page import TablePage


class FirstWords(QObject):
    """Follows a table page, and lives as long as it."""

    def __init__(self, page: TablePage, settings: Settings) -> None:
        super().__init__(page)
        self._page, self._settings = page, settings
        page.your_turn.connect(self._show)

    def _show(self) -> None:
        game, shown = self._page.model.view.position.game, self._settings.glossaries
        known = game in (*shown, *self._settings.learned)  # a tutorial shows them, too
        if not known and self._page.overlay.page is None and self._page.open_glossary():
            self._settings.glossaries = (*shown, game)
            self._settings.save()
