"""The small pieces in front of a player, painted: leg tiles, pyramid tiles, coins, race cards.

Each painter takes a box in pixels. Wherever a camel's colour is, its mark is too.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from camelnet_gui.art.marks import paint_mark, paint_pattern
from camelnet_gui.art.palette import COATS
from camelnet_gui.games.camelup.art.tiles import paint_desert_side
from camelnet_gui.style.theme import Theme, ui_font

TILE_SHAPE = 1.5  # width of a leg tile over its height
CARD_SHAPE = 0.72  # width of a race card over its height
SMALL_TILE = 1.35  # width of a desert tile over its height


def paint_leg_tile(painter: QPainter, box: QRectF, camel: str, value: int) -> None:
    """A leg tile: the camel's mark and the pounds it earns if the camel leads."""
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shade = QLinearGradient(box.topLeft(), box.bottomLeft())
    shade.setColorAt(0, coat.light if camel != "w" else coat.base)
    shade.setColorAt(0.35, coat.base)
    painter.setBrush(shade)
    painter.setPen(QPen(coat.ink, 1))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    high = box.height()
    paint_mark(
        painter, camel, QPointF(box.left() + high * 0.42, box.center().y()), high * 0.26, coat.on
    )
    painter.setFont(ui_font(round(high * 0.66), QFont.Weight.Black))
    painter.setPen(coat.on)
    right = box.adjusted(high * 0.6, 0, -high * 0.08, 0)
    painter.drawText(right, Qt.AlignmentFlag.AlignCenter, str(value))
    painter.restore()


def paint_pyramid(painter: QPainter, box: QRectF, count: int, theme: Theme) -> None:
    """Pyramid tiles: a gold triangle, and how many when there are more than one."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    high = box.height()
    left, top, bottom = box.left() + 1, box.top() + 2, box.bottom() - 2
    wide = high * 1.05
    apex, base = QPointF(left + wide / 2, top), QPointF(left + wide * 0.6, bottom)
    sun = QPolygonF([apex, QPointF(left, bottom), base])
    shade = QPolygonF([apex, base, QPointF(left + wide, bottom)])
    painter.setPen(QPen(QColor("#7a4b06"), 1))
    painter.setBrush(QColor("#f7c548"))
    painter.drawPolygon(sun)
    painter.setBrush(QColor("#d6951c"))
    painter.drawPolygon(shade)
    if count > 1:
        painter.setFont(ui_font(round(high * 0.62), QFont.Weight.Bold))
        painter.setPen(QColor(theme.text))
        painter.drawText(
            QRectF(left + wide + 2, box.top(), high * 1.4, high),
            Qt.AlignmentFlag.AlignVCenter,
            f"\N{MULTIPLICATION SIGN}{count}",
        )
    painter.restore()


def pyramid_width(high: float, count: int) -> float:
    return high * (1.15 if count < 2 else 2.2)


def desert_width(high: float) -> float:
    return high * (SMALL_TILE + 0.95)


def paint_desert(painter: QPainter, box: QRectF, tile: str | None, theme: Theme) -> None:
    """The desert tile of a seat: in hand both its sides, oasis and mirage; on the track the side
    that lies up, and the number of its space."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    high = box.height()
    small = QRectF(box.left() + 1, box.top() + 1, high * SMALL_TILE - 2, high - 2)
    shape = QPainterPath()
    shape.addRoundedRect(small, 4, 4)
    painter.save()
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    if tile is None:
        paint_desert_side(painter, "+", small)
        painter.setClipRect(
            small.adjusted(small.width() / 2, 0, 0, 0), Qt.ClipOperation.IntersectClip
        )
        paint_desert_side(painter, "-", small)
    else:
        paint_desert_side(painter, tile[-1], small)
    painter.restore()
    rim = QColor(theme.muted)
    if tile is not None:
        rim = QColor("#1f6d3d" if tile.endswith("+") else "#93460f")
    painter.strokePath(shape, QPen(rim, 1.4))
    if tile is not None:
        painter.setFont(ui_font(max(12, round(high * 0.68)), QFont.Weight.Bold))
        painter.setPen(QColor(theme.text))
        number = QRectF(small.right() + 3, box.top(), high * 1.1, high)
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, tile[:-1])
    painter.restore()


def cards_width(high: float) -> float:
    return high * 1.55


def paint_cards(painter: QPainter, box: QRectF, count: int, theme: Theme) -> None:
    """Race cards left in hand: the back of one, and how many."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    high = box.height()
    card = QRectF(box.left() + 3, box.top() + 1, high * CARD_SHAPE, high - 2)
    painter.setPen(QPen(QColor("#f8ecd2"), 1))
    painter.setBrush(QColor("#7c4712"))
    painter.drawRoundedRect(card.translated(-3, 0), 3, 3)
    painter.setBrush(QColor("#a0612a"))
    painter.drawRoundedRect(card, 3, 3)
    painter.setFont(ui_font(max(12, round(high * 0.68)), QFont.Weight.Bold))
    painter.setPen(QColor(theme.text if count else theme.muted))
    painter.drawText(
        QRectF(card.right() + 3, box.top(), high, high), Qt.AlignmentFlag.AlignVCenter, str(count)
    )
    painter.restore()


def paint_race_card(painter: QPainter, box: QRectF, camel: str, *, faint: bool = False) -> None:
    """The face of a race card: the blanket's pattern and the mark on a light disc."""
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(0.38 if faint else 1.0)
    shape = QPainterPath()
    round_ = max(3.0, box.width() * 0.12)
    shape.addRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), round_, round_)
    painter.fillPath(shape, coat.base)
    painter.save()
    painter.setClipPath(shape)
    paint_pattern(painter, camel, box, coat.deep, max(4.0, box.width() * 0.16))
    painter.restore()
    painter.setPen(QPen(coat.ink, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape)
    centre = box.center()
    radius = min(box.width(), box.height()) * 0.34
    painter.setBrush(QColor("#fffaf0"))
    painter.drawEllipse(centre, radius, radius)
    ink = coat.deep if camel != "w" else coat.ink
    paint_mark(painter, camel, centre, radius * 0.66, ink)
    painter.restore()
