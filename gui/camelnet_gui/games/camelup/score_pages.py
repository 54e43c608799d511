"""The scorings as pages: a leg, the race cards one by one; and the table of the result."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet.rules import Position
from camelnet.rules.games.camelup.events import ScoreLine
from camelnet.rules.games.camelup.tables import pounds
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camels.leg_page import LegPage, piece_line
from camelnet_gui.games.camels.pieces import CamelChip, ranking_row
from camelnet_gui.games.camels.result import race_result
from camelnet_gui.games.camels.scoring import Account, LegSheet
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.camelup.bet_row import BetRow
from camelnet_gui.games.camelup.pieces import LegTile, PyramidTile
from camelnet_gui.games.camelup.scoring import CardRow, FinalSheet, Sheet
from camelnet_gui.games.interface import Marks, Result, ScorePage
from camelnet_gui.games.reveal import Disclosure, Reveal
from camelnet_gui.games.standings import Standings
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import (
    column,
    frame,
    heading,
    label,
    row,
)
from camelnet_gui.widgets.pointing import PICK


def page(sheet: Sheet, marks: Sequence[SeatMark], animated: bool) -> ScorePage:
    """The page of a scoring."""
    if isinstance(sheet, FinalSheet):
        return FinalPage(sheet, marks, animated=animated)
    return leg_page(sheet, marks, animated=animated)


def leg_page(sheet: LegSheet[ScoreLine], marks: Sequence[SeatMark], *, animated: bool) -> LegPage:
    """The value of each leg tile and of the pyramid tiles."""
    ranked = len(sheet.ranking)
    return LegPage(
        sheet,
        marks,
        lines_of=lambda seat: [(_leg_line(line, ranked), line.pounds) for line in seat.lines],
        animated=animated,
    )


def _leg_line(line: ScoreLine, ranked: int) -> QWidget:
    if line.what == "pyramid" or line.camel is None:
        text = _("pyramid tiles, 1 pound each")
        return piece_line([PyramidTile(line.pounds)], text, wide=46)
    text = {
        1: _("{camel} leads: the number on the tile"),
        2: _("{camel} is second: 1 pound"),
    }.get(line.rank or ranked, _("{camel} is neither first nor second: pay 1"))
    tile = LegTile(line.camel, line.value or 0)
    return piece_line([tile], text.format(camel=camel_title(line.camel)), wide=46)


class FinalPage(ScorePage):
    """The race cards turned over one by one: first the winner deck, then the loser deck."""

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


def result(position: Position, marks: Marks, accounts: Sequence[Account]) -> Result:
    """The most money, and the sources of each player's."""
    columns = (
        ("desert", _("desert")),
        ("legs", _("legs")),
        ("win", _("winner")),
        ("lose", _("loser")),
    )
    line = _("with {pounds}").format(pounds=pounds(max(position.scores())))
    return race_result(position, marks, accounts, line=line, columns=columns)
