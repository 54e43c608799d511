"""The players panel: a painted row for each seat, in one line or two as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camelup_board import camel_names
from camelnet.rules.phrases import listing
from camelnet.session.facts import Kind, Presence
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.games.camelup import chips
from camelnet_gui.table_model import PlayerRow
from camelnet_gui.theme import Theme, theme_of, ui_font
from camelnet_gui.widgets import column

HIGH_ROOMY, HIGH_COMPACT = 60, 38  # pixels
PIECE = 19.0  # the height of a chip
NAME_MIN = 62.0  # what a long name keeps when tiles want room


class PlayersPanel(QWidget):
    """All rows, in seat order. `set_roomy` chooses two lines or one for each."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[PlayerRowView] = []
        self._roomy = True
        self._turn: int | None = None
        self._layout: QVBoxLayout = column(self, gap=5)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[PlayerRow]) -> None:
        while len(self._rows) > len(rows):
            gone = self._rows.pop()
            self._layout.removeWidget(gone)
            gone.deleteLater()
        self._turn = next((row.seat for row in rows if row.turn), None)
        for number, row in enumerate(rows):
            if number == len(self._rows):
                view = PlayerRowView()
                view.set_roomy(self._roomy)
                self._rows.append(view)
                self._layout.addWidget(view)
            self._rows[number].show_row(row)

    def set_roomy(self, roomy: bool) -> None:
        if roomy != self._roomy:
            self._roomy = roomy
            for row in self._rows:
                row.set_roomy(roomy)

    def row_on_turn(self) -> QWidget | None:
        """The row of whoever is on turn, to be scrolled to."""
        return None if self._turn is None else self._rows[self._turn]

    def height_when(self, *, roomy: bool) -> int:
        """The height that the rows take, in pixels."""
        return len(self._rows) * ((HIGH_ROOMY if roomy else HIGH_COMPACT) + 5)


class PlayerRowView(QWidget):
    """One seat, painted. What it shows is its accessible description too, in words."""

    def __init__(self) -> None:
        super().__init__()
        self._row: PlayerRow | None = None
        self._roomy = True
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, row: PlayerRow) -> None:
        if row == self._row:
            return
        self._row = row
        text = in_words(row)
        self.setAccessibleName(row.name)
        self.setAccessibleDescription(text)
        self.setToolTip(text)
        self.update()

    def set_roomy(self, roomy: bool) -> None:
        self._roomy = roomy
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, HIGH_ROOMY if self._roomy else HIGH_COMPACT)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        row = self._row
        self._paint_card(painter, row, theme)
        middle = self.height() / 2
        radius = 15.0 if self._roomy else 12.0
        painter.setFont(ui_font(14, QFont.Weight.Bold))
        if row.presence is Presence.AWAY:
            painter.setOpacity(0.45)
        paint_badge(painter, row.mark, QPointF(12 + radius, middle), radius)
        painter.setOpacity(1)
        left = 12 + 2 * radius + 9
        right = self._paint_money(painter, row.holdings.money, theme)
        if self._roomy:
            self._paint_two_lines(painter, row, theme, left, right)
        else:
            self._paint_one_line(painter, row, theme, left, right)

    def _paint_card(self, painter: QPainter, row: PlayerRow, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = QPen(QColor(theme.accent if row.turn else theme.line), 2 if row.turn else 1)
        if self.hasFocus():
            edge = QPen(QColor(theme.accent_high), 2, Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 10, 10)
        if row.turn:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawRoundedRect(QRectF(box.left(), box.top() + 9, 4, box.height() - 18), 2, 2)

    def _paint_money(self, painter: QPainter, money: int, theme: Theme) -> float:
        """Paint coin and sum at the right edge; where they begin."""
        middle = self.height() / 2
        font = ui_font(20 if self._roomy else 17, QFont.Weight.Black)
        wide = max(26.0, QFontMetricsF(font).horizontalAdvance(str(money)) + 2)
        right = self.width() - 13.0
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(right - wide, 0, wide, self.height()), align, str(money))
        if not self._roomy:
            return right - wide - 7
        chips.paint_coin(painter, QPointF(right - wide - 12, middle), 9.0)
        return right - wide - 30

    def _paint_two_lines(
        self, painter: QPainter, row: PlayerRow, theme: Theme, left: float, right: float
    ) -> None:
        top, second = 8.0, self.height() - 8 - PIECE
        used = self._paint_name(painter, row, theme, QRectF(left, top, right - left, 19))
        if row.note:
            self._paint_note(
                painter, row, theme, QRectF(left + used + 8, top, right - left - used - 8, 19)
            )
        end = self._paint_stock(painter, row, theme, QRectF(left, second, right - left, PIECE))
        self._paint_tiles(painter, row, theme, QRectF(left, second, end - left - 6, PIECE))

    def _paint_one_line(
        self, painter: QPainter, row: PlayerRow, theme: Theme, left: float, right: float
    ) -> None:
        top = (self.height() - PIECE) / 2
        end = self._paint_stock(painter, row, theme, QRectF(left, top, right - left, PIECE)) - 6
        held = row.holdings
        wanted = len(held.leg) * (PIECE * chips.TILE_SHAPE + 4)
        wanted += chips.pyramid_width(PIECE, held.pyramid) + 4 if held.pyramid else 0
        whole = QFontMetricsF(ui_font(15, QFont.Weight.Bold)).horizontalAdvance(row.name) + 8
        tiles = min(wanted, max(52.0, end - left - min(whole, NAME_MIN))) if wanted else 0.0
        name = QRectF(left, top, end - left - tiles - 4, PIECE)
        used = self._paint_name(painter, row, theme, name)
        rest = name.adjusted(used + 6, 0, 0, 0)
        if row.note and rest.width() > 40:
            self._paint_note(painter, row, theme, rest)
        self._paint_tiles(painter, row, theme, QRectF(end - tiles, top, tiles, PIECE))

    def _paint_name(self, painter: QPainter, row: PlayerRow, theme: Theme, box: QRectF) -> float:
        """The name, and the words "bot" or "you" beside it; the width used."""
        font = ui_font(15, QFont.Weight.Bold)
        small = ui_font(12, QFont.Weight.Bold)
        tag = _("you") if row.me else _("bot") if row.kind is Kind.BOT else ""
        tag_wide = QFontMetricsF(small).horizontalAdvance(tag) + 6 if tag else 0.0
        metrics = QFontMetricsF(font)
        if tag and metrics.horizontalAdvance(row.name) + tag_wide > box.width():
            tag, tag_wide = "", 0.0  # the name comes first; the tooltip tells the rest
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, box.width() - tag_wide)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
        used = metrics.horizontalAdvance(name)
        if tag:
            painter.setFont(small)
            painter.setPen(QColor(theme.accent_high if row.me else theme.muted))
            painter.drawText(box.adjusted(used + 6, 1, 8, 0), Qt.AlignmentFlag.AlignVCenter, tag)
        return used + tag_wide

    def _paint_note(self, painter: QPainter, row: PlayerRow, theme: Theme, box: QRectF) -> None:
        font = ui_font(12, QFont.Weight.Medium)
        text = QFontMetricsF(font).elidedText(row.note, Qt.TextElideMode.ElideRight, box.width())
        painter.setFont(font)
        painter.setPen(QColor(theme.muted if row.presence is Presence.HERE else theme.danger_text))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box.adjusted(0, 1, 0, 0), align, text)

    def _paint_stock(self, painter: QPainter, row: PlayerRow, theme: Theme, box: QRectF) -> float:
        """Desert tile and race cards, at the right end of a line; where they begin."""
        high = PIECE
        cards = QRectF(box.right() - 29, box.top(), 29, high)
        chips.paint_cards(painter, cards, row.holdings.cards_left, theme)
        desert = QRectF(cards.left() - 34 - 5, box.top(), 34, high)
        chips.paint_desert(painter, desert, row.holdings.desert, theme)
        return desert.left()

    def _paint_tiles(self, painter: QPainter, row: PlayerRow, theme: Theme, box: QRectF) -> None:
        """Leg tiles and pyramid tiles from the left, drawn closer when there are many."""
        high = PIECE
        wide = high * chips.TILE_SHAPE
        held = row.holdings
        pyramid = chips.pyramid_width(high, held.pyramid) + 3 if held.pyramid else 0.0
        room = box.width() - pyramid
        count = len(held.leg)
        step = wide + 4
        if count > 1 and count * step > room:
            step = max(6.0, (room - wide) / (count - 1))
        x = box.left()
        for camel, value in held.leg:
            chips.paint_leg_tile(painter, QRectF(x, box.top(), wide, high), camel, value)
            x += step
        if held.pyramid:
            x = x - step + wide + 5 if count else x
            chips.paint_pyramid(painter, QRectF(x, box.top(), high, high), held.pyramid, theme)


def in_words(row: PlayerRow) -> str:
    """A row read aloud."""
    held, names = row.holdings, camel_names()
    parts = [
        ngettext("{name}: {n} pound", "{name}: {n} pounds", held.money).format(
            name=row.name, n=held.money
        )
    ]
    if held.leg:
        tiles = [f"{names[camel]} {value}" for camel, value in held.leg]
        parts.append(_("leg tiles: {tiles}").format(tiles=listing(tiles)))
    if held.pyramid:
        parts.append(
            ngettext("{n} pyramid tile", "{n} pyramid tiles", held.pyramid).format(n=held.pyramid)
        )
    if held.desert is None:
        parts.append(_("desert tile in hand"))
    else:
        side = (
            _("oasis on space {space}") if held.desert[-1] == "+" else _("mirage on space {space}")
        )
        parts.append(side.format(space=held.desert[:-1]))
    left = held.cards_left
    parts.append(ngettext("{n} race card left", "{n} race cards left", left).format(n=left))
    if row.turn:
        parts.append(_("on turn"))
    if row.note:
        parts.append(row.note)
    return "\n".join(parts)
