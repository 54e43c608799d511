"""The section that explains the players' rows: one of them painted, and read in words."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from camelnet.i18n import _
from camelnet_gui.games.interface import HoldingsView
from camelnet_gui.games.rules_section import Picture, Section
from camelnet_gui.games.view_model import HeldT
from camelnet_gui.style.theme import DARK, LIGHT, ui_font

ANCHOR = "rows"
WIDE, HIGH, LINE = 400, 64, 24  # pixels: the row, and what lies in it


def rows_section(view: HoldingsView[HeldT], held: HeldT, score: int) -> Section:
    """`held`: what a player might have."""
    name, *rest = view.words(held, "Ana", score)
    caption = _("Here you read: {holdings}.").format(holdings="; ".join((name, *rest)))

    def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
        theme = DARK if dark else LIGHT
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 10, 10)
        painter.setFont(ui_font(15, QFont.Weight.Bold))
        painter.setPen(QColor(theme.text))
        upper = QRectF(box.left() + 14, box.top() + 6, box.width() - 90, 22)
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, "Ana")
        lower = QRectF(box.left() + 14, box.bottom() - LINE - 8, box.width() - 100, LINE)
        view.paint(painter, lower, held, theme)
        view.paint_unit(painter, QPointF(box.right() - 58, box.center().y()), 10)
        painter.setFont(ui_font(20, QFont.Weight.Black))
        painter.setPen(QColor(theme.text))
        number = QRectF(box.right() - 44, box.top(), 36, box.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, str(score))

    return Section(
        ANCHOR,
        _("What the players have"),
        (
            _(
                "Beside the board, the row of each player shows in small "
                "pictures what lies in front of them, and at its end their score."
            ),
            Picture(WIDE, HIGH, paint, caption),
        ),
    )
