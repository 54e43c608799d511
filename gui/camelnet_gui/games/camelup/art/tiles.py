"""Leg tiles, desert tiles, and the decks of bets on the race."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
)

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.emblems import paint_laurel, paint_slumber
from camelnet_gui.art.marks import paint_mark, paint_pattern
from camelnet_gui.art.palette import COATS, Palette, faded, mixed
from camelnet_gui.art.shapes import fits, paint_fitting, rounded, sized_font, soft_shadow
from camelnet_gui.style.seat_marks import SeatMark


def paint_pile(
    painter: QPainter, camel: str, values: tuple[int, ...], box: QRectF, unit: float, tone: Palette
) -> None:
    """A pile of leg tiles: the top one whole, of each below its edge with its value."""
    coat = COATS[camel]
    tab = 12.4 * unit
    card = box.adjusted(3 * unit, 3 * unit, -3 * unit, -3 * unit - 2 * tab)
    _paint_tray(painter, box, unit, tone)
    if not values:
        _paint_gap(painter, camel, card, unit, tone)
        return
    lowest = rounded(card.translated(0, tab * (len(values) - 1)), 6 * unit)
    soft_shadow(painter, lowest, unit, tone)
    for depth in reversed(range(len(values))):
        path = rounded(card.translated(0, tab * depth), 6 * unit)
        face = QLinearGradient(card.topLeft(), card.bottomRight() + QPointF(0, tab * depth))
        base = mixed(coat.base, coat.deep, 0.24 * depth)
        face.setColorAt(0, coat.light if depth == 0 else base)
        face.setColorAt(0.5, base)
        face.setColorAt(1, mixed(base, coat.deep, 0.35))
        painter.fillPath(path, face)
        painter.strokePath(path, QPen(coat.ink, max(1.0, 1.1 * unit)))
        if depth:
            painter.setFont(sized_font(painter, 11 * unit))
            painter.setPen(coat.on)
            strip = QRectF(card.left(), card.bottom() + tab * (depth - 1), card.width(), tab)
            painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, str(values[depth]))
    painter.save()
    painter.setClipPath(rounded(card.adjusted(2, 2, -2, -2), 5 * unit))
    band = QRectF(card.left(), card.top(), card.width(), card.height() * 0.2)
    paint_pattern(
        painter, camel, band, faded(coat.ink if camel in "yw" else coat.light, 0.4), 5.5 * unit
    )
    painter.restore()
    inner = rounded(card.adjusted(3 * unit, 3 * unit, -3 * unit, -3 * unit), 4 * unit)
    painter.strokePath(inner, QPen(faded(coat.on, 0.45), max(0.8, 0.9 * unit)))
    mark = QPointF(card.left() + card.width() * 0.27, card.center().y() + 1 * unit)
    paint_mark(painter, camel, mark, 7.2 * unit, coat.on)
    painter.setFont(sized_font(painter, 24 * unit))
    painter.setPen(coat.on)
    number = QRectF(
        card.left() + card.width() * 0.42, card.top(), card.width() * 0.52, card.height() + 1 * unit
    )
    painter.drawText(number, Qt.AlignmentFlag.AlignCenter, str(values[0]))


def _paint_tray(painter: QPainter, box: QRectF, unit: float, tone: Palette) -> None:
    """The hollow in the sand where a pile lies."""
    path = rounded(box, 7 * unit)
    painter.fillPath(path, faded(tone.shadow, 0.08))
    painter.strokePath(path, QPen(faded(tone.shadow, 0.14), max(1.0, unit)))


def _paint_gap(painter: QPainter, camel: str, card: QRectF, unit: float, tone: Palette) -> None:
    """Paints the place of a pile that is used up."""
    pen = QPen(faded(tone.faint, 0.8), max(1.0, 1.3 * unit))
    pen.setDashPattern([3, 3])
    path = rounded(card, 6 * unit)
    painter.fillPath(path, faded(tone.faint, 0.12))
    painter.strokePath(path, pen)
    paint_mark(painter, camel, card.center(), 9 * unit, faded(tone.faint, 0.6))


def paint_desert_tile(
    painter: QPainter, side: str, centre: QPointF, unit: float, owner: SeatMark | None, ghost: bool
) -> None:
    """An oasis ("+") or a mirage ("-") with its owner's badge; a ghost is see-through, dashed."""
    box = QRectF(0, 0, 62 * unit, 46 * unit)
    box.moveCenter(centre)
    painter.save()
    colour = QColor(owner.colour) if owner else QColor("#777777")
    path = rounded(box, 7 * unit)
    if ghost:
        painter.setOpacity(0.72)
    else:
        for spread, alpha in ((5, 0.08), (2, 0.16)):
            painter.strokePath(
                path.translated(1.2 * unit, 2.2 * unit),
                QPen(QColor(40, 20, 0, round(alpha * 255)), spread * unit),
            )
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    paint_desert_side(painter, side, box)
    painter.restore()
    rim = QPen(colour, 3 * unit)
    if ghost:
        rim.setDashPattern([2.4, 1.6])
    painter.strokePath(path, QPen(QColor("#fffaf0"), 4.6 * unit))
    painter.strokePath(path, rim)
    painter.setFont(sized_font(painter, 17 * unit))
    label = QRectF(box.left(), box.top(), box.width() * 0.56, box.height() * 0.62)
    text = "+1" if side == "+" else "\u22121"
    letters = QPainterPath()
    metrics = QFontMetricsF(painter.font())
    letters.addText(
        label.center().x() - metrics.horizontalAdvance(text) / 2,
        label.center().y() + metrics.capHeight() / 2,
        painter.font(),
        text,
    )
    painter.strokePath(letters, QPen(QColor("#fffaf0"), 3.4 * unit, j=Qt.PenJoinStyle.RoundJoin))
    painter.fillPath(letters, QColor("#10502f") if side == "+" else QColor("#7d1d10"))
    if owner:
        corner = QPointF(box.right() - 3 * unit, box.top() + 3 * unit)
        paint_badge(painter, owner, corner, max(8.5, 9.5 * unit))
    painter.restore()


def paint_desert_side(painter: QPainter, side: str, box: QRectF) -> None:
    """The picture on one side of a desert tile."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / 62, box.height() / 46)
    (_oasis if side == "+" else _mirage)(painter)
    painter.restore()


def _oasis(painter: QPainter) -> None:
    sky = QLinearGradient(0, 0, 0, 30)
    sky.setColorAt(0, QColor("#bfe6ee"))
    sky.setColorAt(1, QColor("#f2f6dc"))
    painter.fillRect(QRectF(0, 0, 62, 46), sky)
    grass = QPainterPath(QPointF(0, 27))
    grass.cubicTo(16, 21, 38, 23, 62, 26)
    grass.lineTo(62, 46)
    grass.lineTo(0, 46)
    grass.closeSubpath()
    green = QLinearGradient(0, 22, 0, 46)
    green.setColorAt(0, QColor("#8cc66a"))
    green.setColorAt(1, QColor("#4f9a4a"))
    painter.fillPath(grass, green)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#eadba0"))
    painter.drawEllipse(QPointF(29, 37.5), 24, 7)
    water = QLinearGradient(0, 32, 0, 44)
    water.setColorAt(0, QColor("#7fd3ea"))
    water.setColorAt(1, QColor("#2f93c4"))
    painter.setBrush(water)
    painter.drawEllipse(QPointF(29, 37.5), 21.5, 5.4)
    painter.setPen(QPen(QColor(255, 255, 255, 170), 1.1))
    painter.drawLine(QPointF(18, 36.5), QPointF(28, 36.5))
    painter.drawLine(QPointF(26, 39.5), QPointF(38, 39.5))
    for x, top, lean in ((44, 11, 3), (52, 17, 2)):
        trunk = QPainterPath(QPointF(x - lean, 33))
        trunk.quadTo(x - lean, 24, x, top)
        painter.strokePath(trunk, QPen(QColor("#7a4c22"), 2.2, c=Qt.PenCapStyle.RoundCap))
        for dx, dy in ((-9, 3), (9, 3), (-7, -3.5), (7, -3.5), (-4.5, 7), (5, 7)):
            leaf = QPainterPath(QPointF(x, top))
            leaf.quadTo(x + dx * 0.6, top + dy * 0.4 - 4, x + dx, top + dy)
            painter.strokePath(leaf, QPen(QColor("#1f7a40"), 2.3, c=Qt.PenCapStyle.RoundCap))


def _mirage(painter: QPainter) -> None:
    sky = QLinearGradient(0, 0, 0, 46)
    sky.setColorAt(0, QColor("#ffdf9a"))
    sky.setColorAt(0.5, QColor("#f9b35c"))
    sky.setColorAt(1, QColor("#d96f2e"))
    painter.fillRect(QRectF(0, 0, 62, 46), sky)
    painter.setPen(Qt.PenStyle.NoPen)
    for radius, alpha in ((13, 60), (10, 90), (7.5, 255)):
        painter.setBrush(QColor(255, 246, 208, alpha))
        painter.drawEllipse(QPointF(45, 17), radius, radius)
    for index, (level, alpha) in enumerate(((25, 235), (31.5, 215), (38, 200))):
        wave = QPainterPath(QPointF(-4, level))
        for step in range(24):
            x = step * 3.0
            wave.lineTo(x, level + math.sin(x * 0.42 + index * 1.9) * 2.2)
        painter.strokePath(wave, QPen(QColor(255, 240, 205, alpha), 2.2))
        painter.strokePath(wave.translated(0, 2.2), QPen(QColor(150, 62, 20, 110), 1.3))


def paint_deck(
    painter: QPainter,
    title: str,
    win: bool,
    cards: int,
    owners: tuple[SeatMark, ...],
    box: QRectF,
    unit: float,
    tone: Palette,
) -> None:
    """A deck of bets: its emblem, how many cards, and below whose, the first laid first."""
    base = QColor("#14684a") if win else QColor("#8b2438")
    for depth in reversed(range(min(cards, 4))):
        card = box.translated(-1.5 * unit * depth, 1.9 * unit * depth)
        path = rounded(card, 7 * unit)
        if depth == min(cards, 4) - 1:
            soft_shadow(painter, path, unit, tone)
        painter.fillPath(path, base.darker(112 + 14 * depth))
        painter.strokePath(path, QPen(faded(QColor("#1c0d08"), 0.6), max(0.8, unit)))
    path = rounded(box, 7 * unit)
    cloth = QLinearGradient(box.topLeft(), box.bottomRight())
    cloth.setColorAt(0, base.lighter(132))
    cloth.setColorAt(1, base.darker(108))
    painter.save()
    if not cards:
        painter.setOpacity(0.8)
    painter.fillPath(path, cloth)
    painter.restore()
    gold = QColor("#f2d48b")
    rim = QPen(gold, max(1.0, 1.2 * unit))
    if not cards:
        rim.setDashPattern([3, 2.4])
    inner = rounded(box.adjusted(4 * unit, 4 * unit, -4 * unit, -4 * unit), 4.5 * unit)
    painter.strokePath(inner, rim)
    emblem = QPointF(box.center().x(), box.top() + box.height() * 0.36)
    (paint_laurel if win else paint_slumber)(painter, emblem, unit, gold)
    words = QRectF(
        box.left() + 5 * unit, box.top() + box.height() * 0.62, box.width() - 10 * unit, 16 * unit
    )
    if fits(painter, title, words):  # else its emblem says it, better than half a word
        paint_fitting(painter, title, words, 12 * unit, QColor("#fff6de"))
    count = QRectF(box.left(), box.top() + box.height() * 0.785, box.width(), 15 * unit)
    painter.setFont(sized_font(painter, 13 * unit))
    painter.setPen(gold)
    painter.drawText(count, Qt.AlignmentFlag.AlignCenter, f"\u00d7 {cards}")
    _owners(painter, owners, box, unit, tone)


def paint_card_back(painter: QPainter, box: QRectF) -> None:
    """The back of a race card, which is the same for all camels: lanes of gold on brown."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    round_ = max(3.0, box.width() * 0.12)
    path = rounded(box.adjusted(0.5, 0.5, -0.5, -0.5), round_)
    cloth = QLinearGradient(box.topLeft(), box.bottomRight())
    cloth.setColorAt(0, QColor("#a9692f"))
    cloth.setColorAt(1, QColor("#5e330f"))
    painter.fillPath(path, cloth)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(faded(QColor("#f2d48b"), 0.45), max(0.8, box.width() * 0.03)))
    for ring in range(1, 6):
        reach = ring * box.width() * 0.2
        diamond = QPainterPath(box.center() + QPointF(0, -reach * 1.4))
        for dx, dy in ((reach, 0.0), (0.0, reach * 1.4), (-reach, 0.0)):
            diamond.lineTo(box.center() + QPointF(dx, dy))
        diamond.closeSubpath()
        painter.drawPath(diamond)
    painter.restore()
    painter.strokePath(path, QPen(QColor("#f8ecd2"), max(1.2, box.width() * 0.05)))
    painter.restore()


def _owners(
    painter: QPainter, owners: tuple[SeatMark, ...], box: QRectF, unit: float, tone: Palette
) -> None:
    """Badges in rows of four, the latest eight; how many came before, as a number."""
    radius = max(8.5, 9.2 * unit)
    pitch = radius * 2 + 1.5 * unit
    shown = owners if len(owners) <= 8 else owners[-7:]
    hidden = len(owners) - len(shown)
    total = len(shown) + (1 if hidden else 0)
    for index in range(total):
        row, column = divmod(index, 4)
        in_row = min(4, total - row * 4)
        at = QPointF(
            box.center().x() + (column - (in_row - 1) / 2) * pitch,
            box.bottom() + 7 * unit + radius + row * (pitch + 1 * unit),
        )
        if hidden and index == 0:
            painter.setFont(sized_font(painter, 11 * unit))
            painter.setPen(tone.ink)
            plate = QRectF(at.x() - 20, at.y() - 10, 40, 20)
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, f"+{hidden}")
        else:
            paint_badge(painter, shown[index - (1 if hidden else 0)], at, radius)
