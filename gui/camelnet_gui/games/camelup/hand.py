"""My race cards beneath the players; others see their number only."""

from __future__ import annotations

from camelnet.i18n import _
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.pieces import RaceCard
from camelnet_gui.games.interface import Hand
from camelnet_gui.games.view_model import Table
from camelnet_gui.widgets.basics import label, row, set_tip


class RaceCards(Hand):
    """Hidden while I have none, as before they are sealed."""

    def __init__(self) -> None:
        super().__init__()
        self._row = row(self, gap=5)
        self._faces: list[RaceCard] = []
        self._whose = label(_("Your race cards"), "small", wrap=True)
        set_tip(self._whose, _("Only you can see these cards."))
        self._row.addWidget(self._whose, 1)

    def show_owner(self, name: str) -> None:
        self._whose.setText(_("{name}'s race cards").format(name=name))
        set_tip(self._whose, _("The others could not see these cards."))

    def show_table(self, table: Table) -> None:
        cards = choosing.card_states(table) if table.faces else ()
        self.setVisible(bool(cards))
        laid = {"hand": "", "win": _("placed on the winner"), "lose": _("placed on the loser")}
        for number, (camel, state) in enumerate(cards):
            if number == len(self._faces):
                self._faces.append(RaceCard())
                self._row.addWidget(self._faces[number])
            self._faces[number].show_card(camel, laid[state])
