"""Clicks a race of Camel Up Cards: every kind of move once, then mostly cards from the deck."""

from __future__ import annotations

from camelnet_gui.games.cards.choice import Act
from camelnet_gui.games.cards.scene import KINDS, PLACES
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
        act = self.choose_act(Act, acts, usual=Act.REVEAL)
        self.clicker.shoot("board", table.window())
        if act.value in table.board.shown.picks and self.clicker.random.random() < 0.5:
            click_place(table, act.value)  # deck, hand and tokens lie there too
        else:
            click(acts.act_button(act))

    def _choose_further(self, table: TablePage) -> None:
        """An act is begun: choose what it wants, half of the time on the board, then confirm."""
        acts, random = table.panel.acts, self.clicker.random
        if acts.confirm_button.isEnabled():
            self.clicker.moves += 1
            armed = table.model.view_model.choice.armed
            place = armed.removeprefix("final ")
            if place in table.board.shown.picks and random.random() < 0.5:
                click_place(table, place)  # the second click confirms
            else:
                click(acts.confirm_button)
            return
        act = table.model.view_model.choice.act
        kind = act.value if act.value in KINDS else "space"
        picks = [p for p in PLACES if p.startswith(f"{kind} ") and p in table.board.shown.picks]
        place = random.choice(picks)
        if kind != "space" and random.random() < 0.5:
            click(acts.bet_button(place.split()[1]))
        else:
            click_place(table, place)
