"""The scorings as pages: a leg; the last leg and the final cards one by one; the result's table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QStackedWidget, QWidget

from camelnet.i18n import _, ngettext
from camelnet.rules import Position
from camelnet.rules.games.camels import camel_names
from camelnet.rules.games.cards.events import FinalLine, ScoreLine
from camelnet.rules.phrases import ordinal
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camels.leg_page import LegPage, piece_line, seat_card
from camelnet_gui.games.camels.pieces import ranking_row
from camelnet_gui.games.camels.result import race_result
from camelnet_gui.games.camels.scoring import Account, sources_of
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.cards.chips import BetCard, TokenCard, Trophies
from camelnet_gui.games.cards.scoring import CardsLegSheet, FinalSheet, Sheet
from camelnet_gui.games.cards.words import token_title
from camelnet_gui.games.interface import Marks, Result, ScorePage
from camelnet_gui.games.reveal import Disclosure, Reveal, keep_room
from camelnet_gui.games.standings import Standings
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import column, label
from camelnet_gui.widgets.pointing import PICK


def page(sheet: Sheet, marks: Sequence[SeatMark], animated: bool) -> ScorePage:
    """The page of a scoring."""
    if isinstance(sheet, FinalSheet):
        return FinalPage(sheet, marks, animated=animated)
    return leg_page(sheet, marks, animated=animated)


def leg_page(sheet: CardsLegSheet, marks: Sequence[SeatMark], *, animated: bool) -> LegPage:
    """The value of each card, and what changes before the next leg."""
    ranked = len(sheet.ranking)
    return LegPage(
        sheet,
        marks,
        lines_of=lambda seat: [(_leg_line(line, ranked), line.coins) for line in seat.lines],
        notes=_changes(sheet),
        slim=True,
        animated=animated,
    )


def _changes(sheet: CardsLegSheet) -> list[str]:
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


def _leg_line(line: ScoreLine, ranked: int) -> QWidget:
    if line.what in ("palm", "fennec"):
        token = token_title("palm" if line.what == "palm" else "fennec")
        text = _("{token} still on the track: pay 1").format(token=token)
        return piece_line([TokenCard(line.what)], text, wide=38)
    camel, place = line.camel or "", line.rank or ranked
    name = camel_title(camel)
    if line.what == "lead":
        text = {
            1: _("{camel} leads: the number on the card"),
            2: _("{camel} is second: 1 coin"),
        }.get(place, _("{camel} is neither first nor second: pay 1"))
        return piece_line([BetCard("lead", camel, line.value)], text.format(camel=name), wide=38)
    text = {
        2: _("{camel} is second: 1 coin"),
        3: _("{camel} is third: 2 coins"),
        4: _("{camel} is fourth: 1 coin"),
    }.get(place, _("{camel} is first or last: pay 1"))
    return piece_line([BetCard("mid", camel)], text.format(camel=name), wide=38)


def _final_lines(line: FinalLine, ranked: int) -> list[tuple[QWidget, int]]:
    """A final card, and the trophies on it where they earn something."""
    text = (
        _("on the winner: {camel} is {place}")
        if line.deck == "win"
        else _("on the loser: {camel} is {place}")
    ).format(camel=camel_names()[line.camel], place=ordinal(line.rank, ranked))
    card = BetCard(line.deck, line.camel, height=24)
    lines = [(piece_line([card], text, wide=46), line.coins)]
    if line.trophy_coins:
        count = line.trophies
        text = ngettext("{n} trophy on it", "{n} trophies on it", count).format(n=count)
        lines.append((piece_line([Trophies(count, height=22)], text, wide=46), line.trophy_coins))
    return lines


class FinalPage(ScorePage):
    """The last leg; then the final cards seat by seat."""

    reveals = True

    def __init__(self, sheet: FinalSheet, marks: Sequence[SeatMark], *, animated: bool) -> None:
        super().__init__()
        self.setProperty(PICK, "score race")
        self._animated = animated
        self._pages = QStackedWidget()
        column(self).addWidget(self._pages)
        self._pages.addWidget(leg_page(sheet.leg, marks, animated=animated))
        page = QWidget()
        before = {seat.seat: seat.before for seat in sheet.seats}
        scores = [before[seat] for seat in range(len(marks))]
        standings = Standings(marks, scores, paint_coin)
        self._pages.addWidget(page)
        disclosures = self._final(page, standings, sheet, marks)
        self._reveal = Reveal(page, standings, disclosures, paint_coin)
        self._reveal.done.connect(self.done)
        if not animated:
            self._reveal.show_all()

    @property
    def moving(self) -> bool:
        return self._pages.currentIndex() == 1 and not self._reveal.finished

    @property
    def finished(self) -> bool:
        return self._pages.currentIndex() == 1 and self._reveal.finished

    def button_words(self) -> str:
        if self._pages.currentIndex() == 0:
            return _("See the bets on the race")
        return _("Show the result") if self.finished else _("Show all")

    def show_all(self) -> None:
        if self._pages.currentIndex() == 0:
            self._pages.setCurrentIndex(1)
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
            ranked = len(sheet.leg.ranking)
            lines = [each for line in seat.lines for each in _final_lines(line, ranked)]
            shown, _total = seat_card(marks[seat.seat], seat, lines, slim=True)
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


def result(position: Position, marks: Marks, accounts: Sequence[Account]) -> Result:
    """The most money, and the sources of each player's; those that paid nobody are left out."""
    most = max(position.scores())
    columns = [
        (source, title)
        for source, title, always in (
            ("legs", _("legs"), True),
            ("win", _("winner"), True),
            ("lose", _("loser"), True),
            ("trophies", _("trophies"), False),
            ("forgiven", _("forgiven"), False),
        )
        if always or any(sources_of(accounts, source))
    ]
    line = ngettext("with {n} coin", "with {n} coins", most).format(n=most)
    return race_result(position, marks, accounts, line=line, columns=columns)
