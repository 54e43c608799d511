"""Opens the rulebook of a window: at the top, or at what the player points at."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from camelnet.rules.phrases import rule_of
from camelnet_gui.games import screens
from camelnet_gui.games.view_model import AnyViewModel, Table
from camelnet_gui.rulebook.window import Rulebook
from camelnet_gui.widgets.pointing import pick_pointed_at


class RulebookOpener:
    """One rulebook for a window, made when it is first opened."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self.rulebook: Rulebook | None = None

    def open_at(self, game: str, anchor: str = "") -> None:
        """Opens a section of a game's rules; "" for the top."""
        if self.rulebook is None:
            self.rulebook = Rulebook(self._window)
        self.rulebook.open_at(game, anchor)

    def open_pointed(self, game: str, view_model: AnyViewModel, table: Table) -> None:
        """Opens at the rule that forbids what the player points at, else at what that is."""
        pick = pick_pointed_at(self._window)
        self.open_at(game, anchor_of(game, pick, view_model, table) if pick else "")

    def retranslate(self) -> None:
        """Make the rulebook anew, in the language that is spoken now."""
        before = self.rulebook
        if before is None:
            return
        made = self.rulebook = Rulebook(self._window)
        made.restoreGeometry(before.saveGeometry())
        if before.isVisible():
            made.open_at(before.game, before.current)
        before.close()
        before.deleteLater()

    def close(self) -> None:
        if self.rulebook is not None:
            self.rulebook.close()


def anchor_of(game: str, pick: str, view_model: AnyViewModel, table: Table) -> str:
    """The section that explains a pick; "" where none does."""
    known, why = screens(game), None
    if not table.blocked:
        why = view_model.why_not(table, pick)
    rule = rule_of(why) if why is not None else ""
    return (known.rules_anchor(rule) if rule else "") or known.rules_anchor(pick)
