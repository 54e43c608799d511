"""Clicks a game of Camel Up: every kind of move once, then mostly rolls."""

from __future__ import annotations

from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.camelup.scene import PLACES
from camelnet_gui.table.page import TablePage

from tests.gui import clicker
from tests.gui.clicker import click, click_place


class GameClicks(clicker.GameClicks):
    """See `tests.gui.clicker.GameClicks`."""

    def move(self, table: TablePage) -> None:
        acts = table.panel.acts
        if acts.confirm_button.isVisible():
            self._choose_further(table)
            return
        act = self.choose_act(Act, acts, usual=Act.ROLL)
        self.clicker.shoot("board", table.window())
        click(acts.act_button(act))

    def _choose_further(self, table: TablePage) -> None:
        """An act is begun: choose what it wants on the board, then confirm."""
        acts = table.panel.acts
        if acts.confirm_button.isEnabled():
            self.clicker.moves += 1
            click(acts.confirm_button)
            return
        kind = "space " if table.model.view_model.choice.act is Act.TILE else "leg "
        picks = [p for p in PLACES if p.startswith(kind) and p in table.board.shown.picks]
        if picks:
            click_place(table, self.clicker.random.choice(picks))
        else:
            other = "-" if table.model.view_model.choice.side == "+" else "+"
            click(acts.side_button(other))

    def dialog(self, table: TablePage) -> None:
        dialog, random = table.chooser.dialog, self.clicker.random
        if not dialog.lay.isEnabled():
            click(dialog.deck_button(random.choice(("win", "lose"))))
            cards = [dialog.card_button(camel) for camel in "bgowy"]
            click(random.choice([card for card in cards if card.isEnabled()]))
            return
        self.clicker.shoot("dialog", dialog)
        self.clicker.moves += 1
        click(dialog.lay)
