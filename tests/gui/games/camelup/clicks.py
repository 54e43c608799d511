"""Clicks a game of Camel Up: every kind of move once, then mostly rolls."""

from __future__ import annotations

from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.camelup.scene import PLACES
from camelnet_gui.table.page import TablePage

from tests.gui.clicker import Clicker, click, click_place


class GameClicks:
    """See `tests.gui.clicker.GameClicks`."""

    def __init__(self, clicker: Clicker) -> None:
        self._clicker = clicker
        self._done: set[Act] = set()

    def move(self, table: TablePage) -> None:
        acts = table.panel.acts
        if acts.confirm_button.isVisible():
            self._choose_further(table)
            return
        # The dice are real, so a game may be short.
        enabled = [act for act in Act if acts.act_button(act).isEnabled()]
        fresh = [act for act in enabled if act not in self._done]
        weights = [3 if act is Act.ROLL else 1 for act in enabled]
        act = fresh[0] if fresh else self._clicker.random.choices(enabled, weights)[0]
        self._done.add(act)
        self._clicker.shoot("board", table.window())
        click(acts.act_button(act))

    def _choose_further(self, table: TablePage) -> None:
        """An act is begun: choose what it wants on the board, then confirm."""
        acts = table.panel.acts
        if acts.confirm_button.isEnabled():
            self._clicker.moves += 1
            click(acts.confirm_button)
            return
        kind = "space " if table.model.view_model.choice.act is Act.TILE else "leg "
        picks = [p for p in PLACES if p.startswith(kind) and p in table.board.shown.picks]
        if picks:
            click_place(table, self._clicker.random.choice(picks))
        else:
            other = "-" if table.model.view_model.choice.side == "+" else "+"
            click(acts.side_button(other))

    def dialog(self, table: TablePage) -> None:
        dialog, random = table.chooser.dialog, self._clicker.random
        if not dialog.lay.isEnabled():
            click(dialog.deck_button(random.choice(("win", "lose"))))
            cards = [dialog.card_button(camel) for camel in "bgowy"]
            click(random.choice([card for card in cards if card.isEnabled()]))
            return
        self._clicker.shoot("dialog", dialog)
        self._clicker.moves += 1
        click(dialog.lay)
