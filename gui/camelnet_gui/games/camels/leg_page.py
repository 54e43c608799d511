"""The page of a leg's scoring: seat by seat the value of each bet, and the money afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import signed
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camels.pieces import ranking_row
from camelnet_gui.games.camels.scoring import LegSheet, LineT, SeatSheet
from camelnet_gui.games.interface import ScorePage
from camelnet_gui.games.payout import Payment, Payout
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import RIGHT, amount, column, frame, label, row, who
from camelnet_gui.widgets.pointing import PICK

Lines = Sequence[tuple[QWidget, int]]  # what stands there, and what it earned


class LegPage(ScorePage):
    """All of it is shown at once; coins fly if it is animated."""

    def __init__(
        self,
        sheet: LegSheet[LineT],
        marks: Sequence[SeatMark],
        *,
        lines_of: Callable[[SeatSheet[LineT]], Lines],
        notes: Sequence[str] = (),
        slim: bool = False,
        animated: bool,
    ) -> None:
        """`notes`: sentences beneath the seats; `slim`: see `seat_card`."""
        super().__init__()
        self.setProperty(PICK, "score leg")
        payments: list[Payment] = []
        page = column(self, gap=8 if slim else 10)
        page.addWidget(label(_("Leg {number} is scored").format(number=sheet.leg), "title"))
        page.addWidget(ranking_row(sheet.ranking))
        for seat in sheet.seats:
            lines = lines_of(seat)
            card, total = seat_card(marks[seat.seat], seat, lines, slim=slim)
            page.addWidget(card)
            payments += [Payment(line, total, earned) for line, earned in lines]
        for text in notes:
            page.addWidget(label(text, "notice", wrap=True))
        page.addStretch(1)
        if animated:
            Payout(self, payments, paint_coin)


def seat_card(
    mark: SeatMark, seat: SeatSheet[LineT], lines: Lines, *, slim: bool
) -> tuple[QWidget, QWidget]:
    """One seat's lines with what each earned, and its money before and after; and where that
    stands. `slim`: with less room around, where there are many lines."""
    card = frame("row")
    grid = QGridLayout(card)
    edge = 7 if slim else 8
    grid.setContentsMargins(12, edge, 14, edge)
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(3 if slim else 4)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(2, 34)
    grid.setColumnMinimumWidth(3, 96)
    rows = max(1, len(lines))
    grid.addWidget(who(mark), 0, 0, rows, 1, Qt.AlignmentFlag.AlignVCenter)
    for number, (line, earned) in enumerate(lines):
        grid.addWidget(line, number, 1)
        grid.addWidget(amount(earned), number, 2)
    if not lines:
        grid.addWidget(label(_("no bets"), "muted"), 0, 1)
    total = column(gap=0)
    words = label(f"{seat.before} → {seat.after}", "name")
    notes = []
    if seat.floored:
        notes = [label(_("minimum {least}").format(least=seat.after), "small")]
    elif len(lines) > 1:
        notes = [label(_("total {sum}").format(sum=signed(seat.sum)), "small")]
    if slim:
        total.addStretch(1)
    for each in (words, *notes):
        each.setAlignment(RIGHT)
        total.addWidget(each)
    if slim:
        total.addStretch(1)
    grid.addLayout(total, 0, 3, rows, 1)
    return card, words


def piece_line(pieces: Sequence[QWidget], text: str, *, wide: int) -> QWidget:
    """Painted pieces in a column so wide, and what they stand for."""
    holder = QWidget()
    parts = row(holder, gap=8)
    piece = QWidget()
    piece.setFixedWidth(wide)
    inside = row(piece, gap=3)
    for each in pieces:
        inside.addWidget(each)
    inside.addStretch(1)
    parts.addWidget(piece)
    parts.addWidget(label(text, "muted", wrap=True), 1)
    return holder
