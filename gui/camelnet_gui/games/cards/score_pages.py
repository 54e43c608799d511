"""The scorings as pages: a leg; the last leg and the final cards one by one; the result's table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import camel_names
from camelnet.rules.games.cards.events import FinalLine, ScoreLine
from camelnet.rules.phrases import ordinal
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.account_table import account_table
from camelnet_gui.games.camels.pieces import camel_title, ranking_row
from camelnet_gui.games.cards.chips import BetCard, TokenCard, Trophies
from camelnet_gui.games.cards.scoring import Account, FinalSeat, FinalSheet, LegSheet
from camelnet_gui.games.cards.words import token_title
from camelnet_gui.games.payout import Payment, Payout
from camelnet_gui.games.reveal import Disclosure, Reveal, keep_room
from camelnet_gui.games.standings import Standings
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.words import signed
from camelnet_gui.widgets.basics import RIGHT, Elided, amount, column, frame, label, row, who
from camelnet_gui.widgets.pointing import PICK


class LegPage(QWidget):
    """A page with the value of each card, seat by seat, and what changes before the next leg."""

    done = Signal()  # never: there is nothing to wait for
    reveals = False
    finished = True
    moving = False

    def __init__(self, sheet: LegSheet, marks: Sequence[SeatMark], *, animated: bool) -> None:
        super().__init__()
        self.setProperty(PICK, "score leg")
        payments: list[Payment] = []
        page = column(self, gap=8)
        page.addWidget(label(_("Leg {number} is scored").format(number=sheet.leg), "title"))
        page.addWidget(ranking_row(sheet.ranking))
        for seat in sheet.seats:
            lines = [(_leg_line(line, len(sheet.ranking)), line.coins) for line in seat.lines]
            card, total = _seat_card(
                marks[seat.seat],
                lines,
                before=seat.before,
                after=seat.after,
                sum_=seat.sum,
                floored=seat.floored,
            )
            page.addWidget(card)
            payments += [Payment(line, total, coins) for line, coins in lines]
        for text in _changes(sheet):
            page.addWidget(label(text, "notice", wrap=True))
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


def _changes(sheet: LegSheet) -> list[str]:
    """Sentences for the other changes before the next leg."""
    names = camel_names()
    told = []
    if sheet.turned:
        told.append(
            ngettext(
                "Sandstorm: {n} track card turns over to its one-space side.",
                "Sandstorm: {n} track cards turn over to their one-space side.",
                sheet.turned,
            ).format(n=sheet.turned)
        )
    for deck, camel in sheet.trophies:
        text = (
            _("A trophy goes on {camel}'s winner card.")
            if deck == "win"
            else _("A trophy goes on {camel}'s loser card.")
        )
        told.append(text.format(camel=names[camel]))
    return ["\n".join(told)] if told else []


def _seat_card(
    mark: SeatMark,
    lines: Sequence[tuple[QWidget, int]],
    *,
    before: int,
    after: int,
    sum_: int,
    floored: bool,
) -> tuple[QWidget, QWidget]:
    """One seat's lines with what each earned, and its money before and after; and where that
    stands."""
    card = frame("row")
    grid = QGridLayout(card)
    grid.setContentsMargins(12, 7, 14, 7)
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(2, 34)
    grid.setColumnMinimumWidth(3, 96)
    rows = max(1, len(lines))
    grid.addWidget(who(mark), 0, 0, rows, 1, Qt.AlignmentFlag.AlignVCenter)
    for number, (line, coins) in enumerate(lines):
        grid.addWidget(line, number, 1)
        grid.addWidget(amount(coins), number, 2)
    if not lines:
        grid.addWidget(label(_("no bets"), "muted"), 0, 1)
    total = column(gap=0)
    total.addStretch(1)
    words = label(f"{before} → {after}", "name")
    words.setAlignment(RIGHT)
    total.addWidget(words)
    note = ""
    if floored:
        note = _("minimum {least}").format(least=after)
    elif len(lines) > 1:
        note = _("total {sum}").format(sum=signed(sum_))
    if note:
        small = label(note, "small")
        small.setAlignment(RIGHT)
        total.addWidget(small)
    total.addStretch(1)
    grid.addLayout(total, 0, 3, rows, 1)
    return card, words


def _line(pieces: Sequence[QWidget], text: str, *, wide: int) -> QWidget:
    """Painted cards and what they stand for."""
    holder = QWidget()
    parts = row(holder, gap=8)
    piece = QWidget()
    piece.setFixedWidth(wide)
    inside = row(piece, gap=3)
    for each in pieces:
        inside.addWidget(each)
    inside.addStretch(1)
    parts.addWidget(piece)
    parts.addWidget(Elided(text, "muted"), 1)
    return holder


def _leg_line(line: ScoreLine, ranked: int) -> QWidget:
    if line.what in ("palm", "fennec"):
        token = token_title("palm" if line.what == "palm" else "fennec")
        text = _("{token} still on the track: pay 1").format(token=token)
        return _line([TokenCard(line.what)], text, wide=38)
    camel, place = line.camel or "", line.rank or ranked
    name = camel_title(camel)
    if line.what == "lead":
        text = {
            1: _("{camel} leads: the number on the card"),
            2: _("{camel} is second: 1 coin"),
        }.get(place, _("{camel} is neither first nor second: pay 1"))
        return _line([BetCard("lead", camel, line.value)], text.format(camel=name), wide=38)
    text = {
        2: _("{camel} is second: 1 coin"),
        3: _("{camel} is third: 2 coins"),
        4: _("{camel} is fourth: 1 coin"),
    }.get(place, _("{camel} is first or last: pay 1"))
    return _line([BetCard("mid", camel)], text.format(camel=name), wide=38)


def _final_lines(line: FinalLine, ranked: int) -> list[tuple[QWidget, int]]:
    """A final card, and the trophies on it where they earn something."""
    text = (
        _("on the winner: {camel} is {place}")
        if line.deck == "win"
        else _("on the loser: {camel} is {place}")
    ).format(camel=camel_names()[line.camel], place=ordinal(line.rank, ranked))
    card = BetCard(line.deck, line.camel, height=24)
    lines = [(_line([card], text, wide=46), line.coins)]
    if line.trophy_coins:
        count = line.trophies
        text = ngettext("{n} trophy on it", "{n} trophies on it", count).format(n=count)
        lines.append((_line([Trophies(count, height=22)], text, wide=46), line.trophy_coins))
    return lines


class FinalPage(QStackedWidget):
    """The last leg; then the final cards seat by seat."""

    done = Signal()  # the button says something else now
    reveals = True

    def __init__(self, sheet: FinalSheet, marks: Sequence[SeatMark], *, animated: bool) -> None:
        super().__init__()
        self.setProperty(PICK, "score race")
        self._animated = animated
        self.addWidget(LegPage(sheet.leg, marks, animated=animated))
        page = QWidget()
        before = {seat.seat: seat.before for seat in sheet.seats}
        scores = [before[seat] for seat in range(len(marks))]
        standings = Standings(marks, scores, paint_coin)
        self.addWidget(page)
        disclosures = self._final(page, standings, sheet, marks)
        self._reveal = Reveal(page, standings, disclosures, paint_coin)
        self._reveal.done.connect(self.done)
        if not animated:
            self._reveal.show_all()

    @property
    def surface(self) -> QWidget:
        return self

    @property
    def moving(self) -> bool:
        return self.currentIndex() == 1 and not self._reveal.finished

    @property
    def finished(self) -> bool:
        return self.currentIndex() == 1 and self._reveal.finished

    def button_words(self) -> str:
        if self.currentIndex() == 0:
            return _("See the bets on the race")
        return _("Show the result") if self.finished else _("Show all")

    def show_all(self) -> None:
        if self.currentIndex() == 0:
            self.setCurrentIndex(1)
            if self._animated:
                self._reveal.start()
        else:
            self._reveal.show_all()
        self.done.emit()

    def _final(
        self,
        holder: QWidget,
        standings: Standings,
        sheet: FinalSheet,
        marks: Sequence[SeatMark],
    ) -> list[Disclosure]:
        page = column(holder, gap=8)
        page.addWidget(label(_("The race is over"), "title"))
        page.addWidget(ranking_row(sheet.leg.ranking))
        page.addWidget(standings)
        disclosures = []
        for seat in sheet.seats:
            shown = self._seat(seat, marks[seat.seat], len(sheet.leg.ranking))
            keep_room(shown)
            shown.hide()
            page.addWidget(shown)
            earned = seat.after - seat.before
            disclosures.append(
                Disclosure(
                    shown,
                    lambda _moving, shown=shown: shown.show(),  # type: ignore[misc]
                    seat.seat,
                    earned,
                    seat.after,
                )
            )
        page.addStretch(1)
        return disclosures

    @staticmethod
    def _seat(seat: FinalSeat, mark: SeatMark, ranked: int) -> QWidget:
        lines = [each for line in seat.lines for each in _final_lines(line, ranked)]
        card, _total = _seat_card(
            mark,
            lines,
            before=seat.before,
            after=seat.after,
            sum_=seat.sum,
            floored=seat.floored,
        )
        return card


def result_line(money: Sequence[int]) -> str:
    """The line beneath the winner's name."""
    most = max(money)
    return ngettext("with {n} coin", "with {n} coins", most).format(n=most)


def result_table(
    accounts: Sequence[Account],
    money: Sequence[int],
    winners: Sequence[int],
    marks: Sequence[SeatMark],
) -> QWidget:
    """A table of the sources of each player's money."""
    columns: list[tuple[str, list[int]]] = []
    if accounts:
        columns = [
            (_("legs"), [sum(account.legs) for account in accounts]),
            (_("winner"), [account.win for account in accounts]),
            (_("loser"), [account.lose for account in accounts]),
        ]
        if any(account.trophies for account in accounts):
            columns.append((_("trophies"), [account.trophies for account in accounts]))
        if any(account.forgiven for account in accounts):
            columns.append((_("forgiven"), [account.forgiven for account in accounts]))
    start = [account.start for account in accounts]
    return account_table(start, columns, money, winners, marks)
