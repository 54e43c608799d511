"""The track: its carved frame, sixteen spaces, the finish line."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

from camelnet_gui.art.palette import Palette, faded, mixed


def paint_band(
    painter: QPainter, band: QPainterPath, court: QPainterPath, unit: float, tone: Palette
) -> None:
    """The frame of the track with its soft shadow, and the sand of the court inside."""
    box = band.boundingRect()
    for spread, alpha in ((10, 0.05), (7, 0.07), (4, 0.10)):
        painter.save()
        painter.translate(3 * unit, 5 * unit)
        painter.strokePath(band, QPen(faded(tone.shadow, alpha), spread * unit))
        painter.restore()
    middle = court.boundingRect().center()
    floor = QRadialGradient(middle - QPointF(0, box.height() * 0.06), box.width() * 0.42)
    floor.setColorAt(0, tone.court[0])
    floor.setColorAt(1, tone.court[1])
    painter.fillPath(court, floor)
    painter.save()
    painter.setClipPath(court, Qt.ClipOperation.IntersectClip)
    for spread, alpha in ((26, 0.05), (18, 0.06), (11, 0.08), (5, 0.10)):
        painter.strokePath(court, QPen(faded(tone.shadow, alpha), spread * unit))
    painter.restore()
    wood = QLinearGradient(box.topLeft(), box.bottomRight())
    wood.setColorAt(0, tone.frame[0])
    wood.setColorAt(0.5, tone.frame[1])
    wood.setColorAt(1, mixed(tone.frame[1], tone.frame[2], 0.55))
    painter.fillPath(band, wood)
    painter.strokePath(band, QPen(tone.frame[2], 1.6 * unit))


def paint_cell(painter: QPainter, path: QPainterPath, unit: float, tone: Palette) -> None:
    """An empty space, sunk a little into the frame."""
    painter.strokePath(path, QPen(faded(tone.frame[2], 0.75), 2.4 * unit))
    box = path.boundingRect()
    sand = QLinearGradient(box.topLeft(), box.bottomRight())
    sand.setColorAt(0, tone.cell[0])
    sand.setColorAt(1, tone.cell[1])
    painter.fillPath(path, sand)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.translate(0.8 * unit, 1.4 * unit)
    painter.strokePath(path, QPen(faded(tone.shadow, 0.16), 2.6 * unit))
    painter.restore()


def paint_number(painter: QPainter, at: QPointF, number: int, unit: float, tone: Palette) -> None:
    font = QFont(painter.font())
    font.setPixelSize(max(11, round(12.5 * unit)))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(faded(tone.ink, 0.85))
    box = QRectF(at.x() - 30, at.y() - 20, 60, 40)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))


def paint_arrow(painter: QPainter, at: QPointF, angle: float, unit: float, tone: Palette) -> None:
    """The running direction, cut into the frame between two spaces."""
    painter.save()
    painter.translate(at)
    painter.rotate(angle)
    painter.scale(unit, unit)
    arrow = QPainterPath(QPointF(-2.4, -4.6))
    arrow.lineTo(2.8, 0)
    arrow.lineTo(-2.4, 4.6)
    arrow.closeSubpath()
    painter.fillPath(arrow, faded(tone.cell[0], 0.75))
    painter.restore()
