"""The column beside a big screen's board: whose turn, who has what, what happened, how to join.

It is laid out for a column of `WIDE` pixels and magnified to the room that a television has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.interface import HoldingsView
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import ui_font
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.players import PlayersPanel
from camelnet_gui.widgets.basics import Badge, Elided, clear, column, label, look, row, sentence
from camelnet_gui.widgets.qr import QrCode

WIDE = 340  # pixels
ROWS_MAX, ROOMY_MAX = 352, 300  # the height of all players, with one line each or two
STEPS = 3  # of the newest that are told
QR = 96  # pixels


class BigPanel(QWidget):
    """Nothing in it can or must be clicked."""

    def __init__(self, holdings: HoldingsView[Any]) -> None:
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Elided("", "title")
        self.banner = label("", "banner-other", wrap=True)
        self.banner.setMinimumHeight(34)
        self.progress = Elided("", "heading")
        self.players = PlayersPanel(holdings)
        self._steps = column(gap=6)
        self._told: tuple[FeedEntry, ...] = ()
        self.qr = QrCode("", _("Address of this table's network"), side=QR)
        self.join = sentence("", "small")
        self.hint = label(_("Esc leaves the big screen."), "small")
        page = column(self, gap=9, margin=(14, 14, 16, 12))
        page.addWidget(self.title)
        page.addWidget(self.banner)
        page.addWidget(self.progress)
        page.addWidget(self.players)
        page.addSpacing(4)
        page.addLayout(self._steps)
        page.addStretch(1)
        foot = row(gap=12)
        foot.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignBottom)
        words = column(gap=4)
        words.addStretch(1)
        words.addWidget(self.join)
        words.addWidget(self.hint)
        foot.addLayout(words, 1)
        page.addLayout(foot)

    def show_table(
        self, model: TableModel, told: Sequence[FeedEntry], address: str, *, room: int
    ) -> None:
        """`told`: the newest of the log as far as it is shown; `address`: where others can join, or
        ""; `room`: the height that there is, in pixels."""
        view = model.view
        self.title.setText(view.name)
        banner = model.banner()
        self.banner.setText(banner.text)
        look(self.banner, f"banner-{banner.tone.value}")
        self.progress.setText("  ·  ".join(model.view_model.progress(model.shown)).upper())
        self.progress.setVisible(bool(self.progress.text()))
        self.players.show_rows(model.rows())
        self.players.fit_into(ROWS_MAX, ROOMY_MAX)
        self.qr.setVisible(bool(address))
        self.qr.show_text(address)
        words = _("Open camelnet on this network to watch, or to play the next game: {address}")
        self.join.setText(words.format(address=address) if address else "")
        self._show_as_many(tuple(told[-STEPS:]), model.marks, room)

    def _show_as_many(
        self, told: tuple[FeedEntry, ...], marks: Sequence[SeatMark], room: int
    ) -> None:
        """Show as many of the newest steps as there is room for, but at least one."""
        layout = self.layout()
        assert layout is not None
        for count in range(len(told), 0, -1):
            self._show_steps(told[-count:], marks)
            layout.activate()
            needs = (layout.totalHeightForWidth(WIDE), layout.totalMinimumSize().height())
            if max(needs) <= room:
                return

    def _show_steps(self, told: tuple[FeedEntry, ...], marks: Sequence[SeatMark]) -> None:
        if told == self._told:
            return
        self._told = told
        clear(self._steps)
        for number, entry in enumerate(reversed(told)):
            line = row(gap=8)
            words = sentence(entry.text, "" if number == 0 else "muted")
            words.setFont(ui_font(15 if number == 0 else 13))
            if entry.seat is not None:
                line.addWidget(Badge(marks[entry.seat], 22), 0, Qt.AlignmentFlag.AlignTop)
            else:
                line.addSpacing(30)
            line.addWidget(words, 1)
            self._steps.addLayout(line)

    def tip_of(self, seat: int | None) -> QPoint:
        """The place that a bubble points at, in its own coordinates."""
        if seat is None:
            return QPoint(6, self.height() - QR)
        shown = self.players.row_of(seat)
        return shown.mapTo(self, QPoint(6, shown.height() // 2))
