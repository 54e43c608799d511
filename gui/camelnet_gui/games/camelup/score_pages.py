"""The scorings as pages: a leg, the race cards one by one; and the table of the result."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from camelnet.i18n import _
from camelnet.rules.games.camelup.events import ScoreLine
from camelnet.rules.games.camelup.tables import pounds
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.account_table import account_table
from camelnet_gui.games.camels.pieces import CamelChip, camel_title, ranking_row
from camelnet_gui.games.camelup.bet_row import BetRow
from camelnet_gui.games.camelup.pieces import LegTile, PyramidTile
from camelnet_gui.games.camelup.scoring import Account, CardRow, FinalSheet, LegSheet
from camelnet_gui.games.payout import Payment, Payout
from camelnet_gui.games.reveal import Disclosure, Reveal
from camelnet_gui.games.standings import Standings
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.words import signed
from camelnet_gui.widgets.basics import (
    RIGHT,
    Elided,
    amount,
    column,
    frame,
    heading,
    label,
    row,
    who,
)
from camelnet_gui.widgets.pointing import PICK


class LegPage(QWidget):
    """A page with the value of each leg tile and pyramid tile, seat by seat."""

    done = Signal()  # never: there is nothing to wait for
    reveals = False
    finished = True
    moving = False

    def __init__(self, sheet: LegSheet, marks: Sequence[SeatMark], *, animated: bool) -> None:
        super().__init__()
        self.setProperty(PICK, "score leg")
        payments: list[Payment] = []
        page = column(self, gap=10)
        page.addWidget(label(_("Leg {number} is scored").format(number=sheet.leg), "title"))
        page.addWidget(ranking_row(sheet.ranking))
        for seat in sheet.seats:
            card = frame("row")
            grid = QGridLayout(card)
            grid.setContentsMargins(12, 8, 14, 8)
            grid.setHorizontalSpacing(14)
            grid.setVerticalSpacing(4)
            grid.setColumnStretch(1, 1)
            grid.setColumnMinimumWidth(2, 34)
            grid.setColumnMinimumWidth(3, 96)
            rows = max(1, len(seat.lines))
            top = Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(who(marks[seat.seat]), 0, 0, rows, 1, top)
            words = label(f"{seat.before} → {seat.after}", "name")
            for number, line in enumerate(seat.lines):
                shown = _leg_line(line, len(sheet.ranking))
                grid.addWidget(shown, number, 1)
                grid.addWidget(amount(line.pounds), number, 2)
                payments.append(Payment(shown, words, line.pounds))
            if not seat.lines:
                grid.addWidget(label(_("no bets"), "muted"), 0, 1)
            total = column(gap=0)
            words.setAlignment(RIGHT)
            total.addWidget(words)
            if seat.floored:
                note = label(_("minimum 0"), "small")
                note.setAlignment(RIGHT)
                total.addWidget(note)
            elif len(seat.lines) > 1:
                note = label(_("total {sum}").format(sum=signed(seat.sum)), "small")
                note.setAlignment(RIGHT)
                total.addWidget(note)
            grid.addLayout(total, 0, 3, rows, 1)
            page.addWidget(card)
        page.addStretch(1)
        if animated:
            Payout(self, payments, paint_coin)

    @property
    def surface(self) -> QWidget:
        return self

    def show_all(self) -> None:
        pass  # it is shown at once

    def button_words(self) -> str:
        return _("Continue")


def _leg_line(line: ScoreLine, ranked: int) -> QWidget:
    holder = QWidget()
    parts = row(holder, gap=8)
    piece = QWidget()
    piece.setFixedWidth(46)
    inside = row(piece)
    parts.addWidget(piece)
    if line.what == "pyramid" or line.camel is None:
        inside.addWidget(PyramidTile(line.pounds))
        parts.addWidget(Elided(_("pyramid tiles, 1 pound each"), "muted"), 1)
    else:
        place = line.rank or ranked
        inside.addWidget(LegTile(line.camel, line.value or 0))
        text = {
            1: _("{camel} leads: the number on the tile"),
            2: _("{camel} is second: 1 pound"),
        }.get(place, _("{camel} is neither first nor second: pay 1"))
        parts.addWidget(Elided(text.format(camel=camel_title(line.camel)), "muted"), 1)
    inside.addStretch(1)
    return holder


class FinalPage(QWidget):
    """The race cards turned over one by one: first the winner deck, then the loser deck."""

    done = Signal()  # all cards are face up
    reveals = True

    def __init__(self, sheet: FinalSheet, marks: Sequence[SeatMark], *, animated: bool) -> None:
        super().__init__()
        self.setProperty(PICK, "score race")
        self._disclosures: list[Disclosure] = []
        page = column(self, gap=10)
        page.addWidget(label(_("The race is over"), "title"))
        page.addWidget(ranking_row(sheet.ranking))
        standings = Standings(marks, sheet.money_before, paint_coin)
        page.addWidget(standings)
        decks = row(gap=14)
        for deck, title in (
            ("win", _("Bets on the winner")),
            ("lose", _("Bets on the loser")),
        ):
            cards = [card for card in sheet.cards if card.deck == deck]
            target = sheet.ranking[0] if deck == "win" else sheet.ranking[-1]
            decks.addWidget(self._deck(title, target, cards, marks), 1)
        page.addLayout(decks)
        page.addStretch(1)
        self._reveal = Reveal(self, standings, self._disclosures, paint_coin)
        self._reveal.done.connect(self.done)
        if animated:
            self._reveal.start()
        else:
            self._reveal.show_all()

    @property
    def surface(self) -> QWidget:
        return self

    def button_words(self) -> str:
        return _("Show the result") if self.finished else _("Reveal all")

    @property
    def moving(self) -> bool:
        return not self.finished

    @property
    def finished(self) -> bool:
        return self._reveal.finished

    def show_all(self) -> None:
        self._reveal.show_all()

    def _deck(
        self, title: str, target: str, cards: Sequence[CardRow], marks: Sequence[SeatMark]
    ) -> QWidget:
        holder = frame("card")
        lines = column(holder, gap=5, margin=12)
        top = row(gap=8)
        top.addWidget(heading(title))
        top.addStretch(1)
        top.addWidget(CamelChip(target, 22))
        top.addWidget(label(camel_title(target), "name"))
        lines.addLayout(top)
        if not cards:
            lines.addWidget(label(_("No cards here."), "muted"))
        correct = 0
        for card in cards:
            correct += card.right
            shown = BetRow(card, marks[card.seat], correct)
            lines.addWidget(shown)
            self._disclosures.append(
                Disclosure(shown, shown.turn_over, card.seat, card.earned, card.after)
            )
        lines.addStretch(1)
        return holder


def result_line(money: Sequence[int]) -> str:
    """The line beneath the winner's name."""
    return _("with {pounds}").format(pounds=pounds(max(money)))


def result_table(
    accounts: Sequence[Account],
    money: Sequence[int],
    winners: Sequence[int],
    marks: Sequence[SeatMark],
) -> QWidget:
    """A table of the sources of each player's money."""
    sources = (
        (_("desert"), [account.desert for account in accounts]),
        (_("legs"), [sum(account.legs) for account in accounts]),
        (_("winner"), [account.win_deck for account in accounts]),
        (_("loser"), [account.lose_deck for account in accounts]),
    )
    start = [account.start for account in accounts]
    return account_table(start, sources, money, winners, marks)
