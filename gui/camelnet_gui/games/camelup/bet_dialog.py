"""Betting on the race in secret: which deck, and which of my cards. Only its owner ever sees it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

from camelnet.i18n import _
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.advice import Advice
from camelnet_gui.games.camelup.pieces import RaceCardButton
from camelnet_gui.games.interface import MoveDialog
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Table
from camelnet_gui.widgets.basics import SPACE, button, column, label, row
from camelnet_gui.widgets.room import snug

PRIZES = (8, 5, 3, 2, 1)  # of right cards, in the order laid; 1 for each further one


class BetDialog(MoveDialog):
    """Choose a deck and a card; `notation` is the bet once the dialog was accepted."""

    def __init__(
        self,
        table: Table,
        deck: str | None = None,
        parent: QWidget | None = None,
        advice: Advice | None = None,
    ) -> None:
        """`advice`: what bets are worth, at a table that tells."""
        super().__init__(parent)
        self._table = table
        self._advice = advice if advice is not None and advice.about(table) else None
        self.setWindowTitle(_("Bet on the race"))
        self._decks = QButtonGroup(self)
        self._cards = QButtonGroup(self)
        self._cards_by_camel: dict[str, RaceCardButton] = {}
        self._decks_by_name = {
            "win": button(_("Wins the race")),
            "lose": button(_("Comes last")),
        }
        self.words = label("", "notice", wrap=True)
        self.words.setMinimumHeight(62)
        self.lay = button(_("Place the card"), "main")
        self.lay.setDefault(True)
        self._arrange()
        if deck:
            self._decks_by_name[deck].setChecked(True)
        self._refresh()

    def _arrange(self) -> None:
        page = column(self, gap=12, margin=24)
        page.addWidget(label(_("A secret bet on the race"), "title"))
        page.addWidget(
            label(
                _("The card stays face down until the race is over. Only you can see its face."),
                "muted",
                wrap=True,
            )
        )
        page.addSpacing(4)
        decks = row(gap=8)
        for deck, made in self._decks_by_name.items():
            made.setEnabled(any(self._allows(deck, camel) for camel in self._table.faces))
            made.setCheckable(True)
            made.setMinimumHeight(30)
            self._decks.addButton(made)
            decks.addWidget(made, 1)
        page.addLayout(decks)
        cards = row(gap=4)
        cards.addStretch(1)
        for camel, state in choosing.card_states(self._table):
            laid = {"hand": "", "win": _("on winner"), "lose": _("on loser")}[state]
            card = RaceCardButton(camel, laid=laid)
            if not any(self._allows(deck, camel) for deck in self._decks_by_name):
                card.setEnabled(False)
            self._cards.addButton(card)
            self._cards_by_camel[camel] = card
            cards.addWidget(card)
        cards.addStretch(1)
        page.addLayout(cards)
        page.addWidget(self.words)
        feet = row(gap=8)
        feet.addStretch(1)
        cancel = button(_("Cancel"))
        cancel.clicked.connect(self.reject)
        feet.addWidget(cancel)
        feet.addWidget(self.lay)
        page.addSpacing(SPACE - 12)
        page.addStretch(1)
        page.addLayout(feet)
        self._decks.buttonToggled.connect(self._refresh)
        self._cards.buttonToggled.connect(self._refresh)
        self.lay.clicked.connect(self._accept)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        snug(self)

    def choose(self, *, deck: str, camel: str) -> None:
        """Chooses as if both had been clicked."""
        self._decks_by_name[deck].setChecked(True)
        self._cards_by_camel[camel].setChecked(True)

    def deck_button(self, deck: str) -> QWidget:
        return self._decks_by_name[deck]

    def card_button(self, camel: str) -> QWidget:
        return self._cards_by_camel[camel]

    @property
    def _deck(self) -> str | None:
        return next((name for name, b in self._decks_by_name.items() if b.isChecked()), None)

    @property
    def _camel(self) -> str | None:
        return next((name for name, b in self._cards_by_camel.items() if b.isChecked()), None)

    def _allows(self, deck: str, camel: str) -> bool:
        """A tutorial lets only one bet be made."""
        return choosing.bet_notation(self._table.faces, deck, camel) in self._table.legal

    def _refresh(self, *_ignored: object) -> None:
        deck, camel = self._deck, self._camel
        self.lay.setEnabled(deck is not None and camel is not None)
        if deck is None:
            self.words.setText(_("Bet on the winner or on the loser?"))
            return
        place = len(public_of(self._table.position)[deck]) + 1
        prizes = ", ".join(str(prize) for prize in PRIZES)
        earns = _(
            "Correct cards earn {prizes} pounds, in the order they were placed; a wrong "
            "one costs 1."
        )
        lies = _("Yours would be number {place} in this deck.").format(place=place)
        text = f"{earns.format(prizes=prizes)} {lies}"
        if camel is not None:
            bet = (
                _("{camel} wins the race.") if deck == "win" else _("{camel} comes last.")
            ).format(camel=camel_title(camel))
            text = f"{bet}{self._worth(deck, camel)}\n{text}"
        self.words.setText(text)

    def _worth(self, deck: str, camel: str) -> str:
        """The value of the chosen bet, behind its sentence; "" where that is not shown."""
        notation = choosing.bet_notation(self._table.faces, deck, camel)
        worth = self._advice.worths.get(notation) if self._advice else None
        if worth is None:
            return ""
        return " " + _("Worth {pounds} pounds on average.").format(pounds=worth.words)

    def _accept(self) -> None:
        deck, camel = self._deck, self._camel
        if deck is None or camel is None:
            return
        self.notation = choosing.bet_notation(self._table.faces, deck, camel)
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.lay.isEnabled():
            self._accept()
        else:
            super().keyPressEvent(event)
