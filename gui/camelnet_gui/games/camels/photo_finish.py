"""The photo finish of a race of camels: all of them seen from beside the line, painted large."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen

from camelnet.rules import Position
from camelnet.rules.phrases import ordinal, sentence
from camelnet_gui.art.camel import paint_stack, stack_height
from camelnet_gui.art.desert import paint_desert, paint_palm
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import palette
from camelnet_gui.art.stack import Sprite, paint_shadow
from camelnet_gui.style.theme import ui_font

LINE_AT = 0.7  # of the picture's width, where the finish line is
GROUND_AT = 0.81  # of its height, where camels stand


def standing(position: Position) -> tuple[str, ...]:
    """The stacks of a finished race from the last to the first, each from the bottom to the top."""
    public = position.to_dict()
    track = {int(space): camels for space, camels in public["track"].items() if camels}
    stacks = [track[space] for space in sorted(track)]
    return (*stacks, public["crossed"]) if public["crossed"] else tuple(stacks)


def paint_end(painter: QPainter, box: QRectF, position: Position) -> None:
    """The photo finish of a race that is over."""
    paint_photo_finish(painter, box, stacks=standing(position))


def paint_photo_finish(painter: QPainter, box: QRectF, stacks: Sequence[str]) -> None:
    """`stacks`: those on the track from the last to the first, each from the bottom to the top;
    the last of them is beyond the line."""
    tone = palette(dark=False)
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.translate(box.topLeft())
    wide, high = box.width(), box.height()
    unit = high / 420
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_desert(painter, wide, high, high * 0.5, 1.4 * unit, tone)
    for x, size, lean in ((0.06, 150, 0.3), (0.95, 170, -0.4)):
        paint_palm(painter, QPointF(wide * x, high * 0.66), size * unit, lean, round(x * 99), tone)
    track = QRectF(0, high * 0.66, wide, high * 0.26)
    sand = QLinearGradient(track.topLeft(), track.bottomLeft())
    sand.setColorAt(0, QColor("#fff1cf"))
    sand.setColorAt(1, QColor("#e7c88c"))
    painter.fillRect(track, sand)
    for y in (track.top(), track.bottom()):
        painter.setPen(QPen(QColor("#a2672f"), 9 * unit))
        painter.drawLine(QPointF(0, y), QPointF(wide, y))
    _paint_gate(painter, wide, high, track, unit)
    _paint_camels(painter, wide, high, stacks, unit)
    painter.restore()


def _paint_gate(painter: QPainter, wide: float, high: float, track: QRectF, unit: float) -> None:
    """The chequered line across the track, and a banner of the same above it."""
    x, cell = wide * LINE_AT, 13 * unit
    rows = round(track.height() / cell)
    for row in range(rows):
        for column in range(3):
            colour = QColor("#fffaf0") if (row + column) % 2 else QColor("#2b2320")
            at = QRectF(x + column * cell, track.top() + row * track.height() / rows, cell, cell)
            painter.fillRect(at, colour)
    for side in (0.0, 3 * cell):
        painter.setPen(QPen(QColor("#6f421a"), 7 * unit, c=Qt.PenCapStyle.RoundCap))
        foot = track.top() if side == 0.0 else track.bottom()
        painter.drawLine(QPointF(x + side, foot), QPointF(x + side, high * 0.1))
    banner = QRectF(x - 2 * cell, high * 0.07, 7 * cell, 3 * cell)
    painter.fillRect(banner.adjusted(-3, -3, 3, 3), QColor("#c8323a"))
    for row in range(3):
        for column in range(7):
            colour = QColor("#fffaf0") if (row + column) % 2 else QColor("#2b2320")
            painter.fillRect(
                QRectF(banner.left() + column * cell, banner.top() + row * cell, cell, cell), colour
            )


def _paint_camels(
    painter: QPainter, wide: float, high: float, stacks: Sequence[str], unit: float
) -> None:
    """The first stack beyond the line, the others behind it, and everybody's place."""
    tone = palette(dark=False)
    tallest = max((stack_height(len(stack)) for stack in stacks), default=100.0)
    scale = min(1.75 * unit, high * 0.62 / tallest)
    behind = len(stacks) - 1
    count = sum(len(stack) for stack in stacks)
    place = count
    for index, stack in enumerate(stacks):
        first = index == behind
        x = wide * 0.85
        if not first:
            x = wide * (0.06 + (LINE_AT - 0.1) * (index + 0.5) / max(1, behind))
        foot = QPointF(x, high * GROUND_AT)
        paint_shadow(painter, Sprite(stack, foot, scale, 1), tone)
        painter.save()
        painter.translate(foot)
        painter.scale(scale, scale)
        paint_stack(painter, stack, "stride" if not first else "stand")
        painter.restore()
        pitch = 36 * unit
        left = x - pitch * (len(stack) - 1) / 2
        for level, camel in enumerate(stack):
            chip = QPointF(left + level * pitch, high * 0.96)
            paint_chip(painter, camel, chip, 14 * unit)
            if place in (1, count):
                _paint_place(painter, sentence(ordinal(place, count)), foot, scale, unit)
            place -= 1


def _paint_place(painter: QPainter, text: str, foot: QPointF, scale: float, unit: float) -> None:
    """The word for a place, beneath the feet of a stack."""
    painter.setFont(ui_font(round(17 * unit), QFont.Weight.Bold))
    wide = painter.fontMetrics().horizontalAdvance(text) + 20 * unit
    box = QRectF(foot.x() - wide / 2, foot.y() + 9 * scale, wide, 27 * unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 250, 240, 235))
    painter.drawRoundedRect(box, 14 * unit, 14 * unit)
    painter.setPen(QColor("#3d2a17"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
