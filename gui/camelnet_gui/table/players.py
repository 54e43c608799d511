"""The players panel: a painted row for each seat, in one line or two as there is room.

A seat that holds the table up has a foot: how it is, where its name leaves no room for that, and
the button that votes to go on without it. For any other seat the same stands in its menu.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import methodcaller
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from camelnet.bots import split
from camelnet.i18n import _
from camelnet.session.api.facts import Kind, Presence
from camelnet.session.text.bot_words import bot_told, bot_word
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.games.interface import HoldingsView
from camelnet_gui.style.theme import Theme, theme_of, ui_font
from camelnet_gui.table.readings import PlayerRow
from camelnet_gui.widgets.basics import button, button_text, column, set_tip
from camelnet_gui.widgets.pointing import PICK

LOWEST, ONE_LINE_MAX = 26, 46  # pixels of a row with one line
ROOMY, HIGHEST = 58, 78  # of one with two
GAP, GAP_LEAST = 5, 3  # between rows
FOOT, FOOT_WORDS = 34, 21  # more of them for a foot with a button, or with words alone
PIECE_MOST = 29  # pixels: so much that rows with few pieces and with many still look alike
PIECE = 19.0  # the height of what a seat holds, where it is much
NAME_SHARE = 0.36  # of a row's width, for a name before pieces grow
NAME_MIN = 62.0  # what a long name keeps when holdings want room


class PlayersPanel(QWidget):
    """All rows, in seat order. `fit_into` makes them as high as there is room."""

    accessible_role = QAccessible.Role.List

    drop_requested = Signal(int)  # a seat: I vote to go on without it

    def __init__(self, holdings: HoldingsView[Any]) -> None:
        super().__init__()
        self.setAccessibleName(_("Players"))
        self._holdings = holdings
        self.setProperty(PICK, "row")
        self._rows: list[PlayerRowView] = []
        self._high = ROOMY
        self._turn: int | None = None
        self._layout: QVBoxLayout = column(self, gap=GAP)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[PlayerRow]) -> None:
        while len(self._rows) > len(rows):
            gone = self._rows.pop()
            self._layout.removeWidget(gone)
            gone.deleteLater()
        self._turn = next((row.seat for row in rows if row.turn), None)
        for number, row in enumerate(rows):
            if number == len(self._rows):
                view = PlayerRowView(self._holdings)
                view.set_height(self._high)
                view.drop.clicked.connect(
                    lambda _c=False, seat=number: self.drop_requested.emit(seat)
                )
                self._rows.append(view)
                self._layout.addWidget(view)
            self._rows[number].show_row(row)

    def fit_into(self, room: int, roomy_room: int) -> int:
        """Gives each row two lines if all fit into `roomy_room`, else one in `room`. Returns the
        height that they take; lengths in pixels."""
        count = max(1, len(self._rows))
        feet = self._feet(roomy=True)
        high = (roomy_room - feet) // count - GAP
        roomy = high >= ROOMY
        if not roomy:
            feet = self._feet(roomy=False)
            high = (room - feet) // count - GAP
        gap = GAP if roomy or high >= LOWEST + GAP else GAP_LEAST
        high = min(high, HIGHEST) if roomy else max(LOWEST, min(high + GAP - gap, ONE_LINE_MAX))
        if high != self._high or gap != self._layout.spacing():
            self._high = high
            self._layout.setSpacing(gap)
            for row in self._rows:
                row.set_height(high)
        return count * (high + gap) + feet

    @property
    def least(self) -> int:
        """The height in which all rows are in sight while none has a foot, in pixels."""
        return len(self._rows) * (LOWEST + GAP_LEAST)

    def _feet(self, *, roomy: bool) -> int:
        return sum(map(methodcaller("foot", roomy=roomy), self._rows))

    def row_of(self, seat: int) -> PlayerRowView:
        return self._rows[seat]

    def row_that_matters(self) -> QWidget | None:
        """The row to be scrolled to: where something can be decided, else of whoever is on turn."""
        removable = next((row for row in self._rows if not row.drop.isHidden()), None)
        return removable or (None if self._turn is None else self._rows[self._turn])


def height_of(parts: Sequence[QWidget], wide: int) -> int:
    """The pixels that the shown parts of a panel take of its height, at a width."""
    return sum(
        max(
            part.heightForWidth(wide) if part.hasHeightForWidth() else -1,
            part.sizeHint().height(),
        )
        for part in parts
        if not part.isHidden()
    )


def fit_rows(area: QScrollArea, players: PlayersPanel, room: int, panel_high: int) -> None:
    """Give the rows what they want of `room` pixels, in the area that scrolls them; the row that
    matters stays in sight."""
    wanted = players.fit_into(room, min(room, panel_high * 45 // 100))
    area.setFixedHeight(max(80, min(wanted, room)))
    first = players.row_that_matters()
    if first is not None:
        area.ensureWidgetVisible(first, 0, 24)


class PlayerRowView(QWidget):
    """One seat, painted. What it shows is its accessible description too, in words."""

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, holdings: HoldingsView[Any]) -> None:
        super().__init__()
        self._holdings = holdings
        self._row: PlayerRow | None = None
        self._body = ROOMY  # the height without the foot, in pixels
        self.drop: QPushButton = button("", "small")
        self.drop.setParent(self)
        self.drop.hide()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, row: PlayerRow) -> None:
        if row == self._row:
            return
        self._row = row
        text = in_words(row, self._holdings)
        self.setAccessibleName(row.name)
        self.setAccessibleDescription(text)
        set_tip(self, text)
        self.drop.setText(button_text(_("Continue without {name}").format(name=row.name)))
        set_tip(
            self.drop,
            _("A vote that everyone sees and that you can withdraw. A ghost would play this seat."),
        )
        self.drop.setVisible(row.holds_up)
        self.updateGeometry()
        self._place_drop()
        self.update()

    def set_height(self, high: int) -> None:
        """The height without the foot, in pixels; from `ROOMY` on it has two lines."""
        self._body = high
        self.updateGeometry()
        self._place_drop()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, self._body + self.foot(roomy=self._roomy))

    def foot(self, *, roomy: bool) -> int:
        """The height that the row needs beneath its lines, in pixels."""
        row = self._row
        if row is None:
            return 0
        if not self.drop.isHidden():
            return FOOT
        return FOOT_WORDS if row.note and not roomy and _matters(row) else 0

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.make_menu().popup(event.globalPos())

    def make_menu(self) -> QMenu:
        """A menu of the decisions about this seat; it opens by the menu key, too."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        drop = menu.addAction(self.drop.text(), self.drop.click)
        drop.setEnabled(self._row is not None and self._row.removable)
        return menu

    @property
    def _roomy(self) -> bool:
        return self._body >= ROOMY

    @property
    def _piece(self) -> float:
        """The height of what a seat holds, in pixels."""
        return float(min(PIECE_MOST, self._body - 39) if self._roomy else min(26, self._body - 12))

    def _fitting(self, row: PlayerRow, room: float) -> float:
        """The height at which all that a seat holds fits beside each other, down to the usual."""
        high = self._piece
        while high > PIECE and self._holdings.width(row.holdings, math.inf, high) > room:
            high -= 1
        return high

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_drop()

    def _place_drop(self) -> None:
        wide = min(self.drop.sizeHint().width(), self.width() - 20)
        self.drop.setGeometry(self.width() - wide - 10, self.height() - FOOT, wide, FOOT - 7)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        row = self._row
        self._paint_card(painter, row, theme)
        middle = self._body / 2
        radius = min(20.0, self._body / 4) if self._roomy else min(13.0, self._body / 2 - 5)
        painter.setFont(ui_font(14, QFont.Weight.Bold))
        centre = QPointF(12 + radius, middle)
        if row.presence.ghost:
            painter.setPen(QPen(QColor(theme.muted), 1.4, Qt.PenStyle.DashLine))
            painter.drawEllipse(centre, radius + 2, radius + 2)
        if row.presence.ghost or row.presence.missed:
            painter.setOpacity(0.45)
        paint_badge(painter, row.mark, centre, radius - (2 if row.presence.ghost else 0))
        painter.setOpacity(1)
        left = 12 + 2 * radius + 9
        right = self._paint_score(painter, row.score, theme)
        if self._roomy:
            self._paint_two_lines(painter, row, theme, left, right)
        else:
            self._paint_one_line(painter, row, theme, left, right)
            if self.foot(roomy=False):
                end = self.drop.x() if not self.drop.isHidden() else self.width() - 10
                high = self.height() - self._body
                box = QRectF(left, self._body - 5, end - left - 8, high)
                self._paint_note(painter, row, theme, box)

    def _paint_card(self, painter: QPainter, row: PlayerRow, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = QPen(QColor(theme.accent if row.turn else theme.line), 2 if row.turn else 1)
        if self.hasFocus():
            edge = QPen(QColor(theme.accent_text), 3, Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 10, 10)
        if row.turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(box.left(), box.top() + 9, 4, self._body - 20), 2, 2)

    def _paint_score(self, painter: QPainter, score: int, theme: Theme) -> float:
        """Paint the score and its unit at the right edge; where they begin."""
        middle = self._body / 2
        font = ui_font(20 if self._roomy else 17, QFont.Weight.Black)
        wide = max(26.0, QFontMetricsF(font).horizontalAdvance(str(score)) + 2)
        right = self.width() - 13.0
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(right - wide, 0, wide, self._body), align, str(score))
        if not self._roomy:
            return right - wide - 7
        self._holdings.paint_unit(painter, QPointF(right - wide - 12, middle), 9.0)
        return right - wide - 30

    def _paint_two_lines(
        self, painter: QPainter, row: PlayerRow, theme: Theme, left: float, right: float
    ) -> None:
        piece = self._fitting(row, right - left)
        top = 8.0
        second = self._body - 8 - piece - max(0.0, (self._body - 39 - piece) / 2)
        used = self._paint_name(painter, row, theme, QRectF(left, top, right - left, 19))
        if row.note:
            self._paint_note(
                painter, row, theme, QRectF(left + used + 8, top, right - left - used - 8, 19)
            )
        line = QRectF(left, second, right - left, piece)
        self._holdings.paint(painter, line, row.holdings, theme)

    def _paint_one_line(
        self, painter: QPainter, row: PlayerRow, theme: Theme, left: float, right: float
    ) -> None:
        whole = QFontMetricsF(ui_font(15, QFont.Weight.Bold)).horizontalAdvance(row.name) + 8
        piece = self._fitting(row, right - left - min(whole, self.width() * NAME_SHARE))
        top = (self._body - piece) / 2
        room = right - left - min(whole, NAME_MIN)
        taken = self._holdings.width(row.holdings, room, piece)
        name = QRectF(left, 2, right - left - taken - 4, self._body - 4)
        used = self._paint_name(painter, row, theme, name)
        rest = name.adjusted(used + 6, 0, 0, 0)
        if row.note and rest.width() > 40 and not self.foot(roomy=False):
            self._paint_note(painter, row, theme, rest)
        held = QRectF(right - taken, top, taken, piece)
        self._holdings.paint(painter, held, row.holdings, theme)

    def _paint_name(self, painter: QPainter, row: PlayerRow, theme: Theme, box: QRectF) -> float:
        """The name, and beside it that it is me, or which kind of bot; the width used."""
        font = ui_font(15, QFont.Weight.Bold)
        small = ui_font(12, QFont.Weight.Bold)
        metrics, beside = QFontMetricsF(font), QFontMetricsF(small)
        room = box.width() - metrics.horizontalAdvance(row.name)
        tag, tag_wide = "", 0.0  # the name comes first; the tooltip tells the rest
        for words in _tags(row):
            if (wide := beside.horizontalAdvance(words) + 6) <= room:
                tag, tag_wide = words, wide
                break
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, box.width() - tag_wide)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
        used = metrics.horizontalAdvance(name)
        if tag:
            painter.setFont(small)
            painter.setPen(QColor(theme.accent_text if row.me else theme.muted))
            painter.drawText(box.adjusted(used + 6, 1, 8, 0), Qt.AlignmentFlag.AlignVCenter, tag)
        return used + tag_wide

    def _paint_note(self, painter: QPainter, row: PlayerRow, theme: Theme, box: QRectF) -> None:
        font = ui_font(12, QFont.Weight.Medium)
        text = QFontMetricsF(font).elidedText(row.note, Qt.TextElideMode.ElideRight, box.width())
        painter.setFont(font)
        painter.setPen(QColor(_note_colour(row, theme)))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box.adjusted(0, 1, 0, 0), align, text)


def _tags(row: PlayerRow) -> tuple[str, ...]:
    """The tags that may stand beside a name, the longest first."""
    if row.me:
        return (_("you"),)
    if row.kind is not Kind.BOT:
        return ()
    if not row.level:
        return (_("bot"),)
    return (bot_word(row.level, row.game), bot_word(split(row.level)[0], row.game), _("bot"))


def _matters(row: PlayerRow) -> bool:
    """True if a note must be shown even where there is little room."""
    return row.presence is not Presence.HERE or not row.turn


def _note_colour(row: PlayerRow, theme: Theme) -> str:
    settled = not row.presence.missed and row.presence is not Presence.SLOW
    return theme.muted if settled else theme.danger_text


def in_words(row: PlayerRow, holdings: HoldingsView[Any]) -> str:
    """A row read aloud."""
    parts = holdings.words(row.holdings, row.name, row.score)
    if row.level:
        parts.append(bot_word(row.level, row.game))
        parts.append(bot_told(row.level, row.game))
    if row.turn:
        parts.append(_("to move"))
    if row.note:
        parts.append(row.note)
    if row.detail:
        parts.append(row.detail)
    return "\n".join(parts)
