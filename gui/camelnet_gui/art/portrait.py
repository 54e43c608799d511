"""The portrait of a bot: a camel's face, the same for the same name wherever it is shown; how it
likes to play is in its look."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from camelnet_gui.style.seat_marks import Face

_INK = QColor("#3a2413")
_COATS = ("#e9c796", "#d09a5c", "#b07a48", "#f1e4cd", "#9a8672")
_CLOTHS = ("#2f6f8f", "#b03a48", "#3f7d58", "#d0912b", "#6a559a", "#2b8a8a")


@dataclass(frozen=True, slots=True)
class _Looks:
    """The looks that a name was given by chance."""

    coat: QColor
    cloth: QColor
    tuft: bool  # of hair between the ears


def _looks_of(name: str) -> _Looks:
    random = Random(name)
    return _Looks(
        QColor(random.choice(_COATS)), QColor(random.choice(_CLOTHS)), random.random() < 0.5
    )


def paint_portrait(painter: QPainter, face: Face, centre: QPointF, radius: float) -> None:
    """A face in a disc, which is drawn 100 units across."""
    looks = _looks_of(face.name)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    disc = QPainterPath()
    disc.addEllipse(centre, radius, radius)
    painter.setClipPath(disc, Qt.ClipOperation.IntersectClip)
    painter.translate(centre)
    painter.scale(radius / 50, radius / 50)
    sky = QLinearGradient(0, -50, 0, 50)
    sky.setColorAt(0, QColor("#a9d6e0"))
    sky.setColorAt(1, QColor("#f3d99f"))
    painter.fillRect(QRectF(-50, -50, 100, 100), sky)
    _paint_scarf(painter, looks.cloth, flies=face.style == "quick")
    _paint_head(painter, looks)
    _paint_eyes(painter, face.style)
    _paint_mouth(painter, face.style)
    _paint_band(painter, looks.cloth, gold=face.style == "bold")
    painter.restore()


def _paint_scarf(painter: QPainter, cloth: QColor, *, flies: bool) -> None:
    painter.setPen(QPen(_INK, 2.4, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(cloth.darker(112))
    if flies:
        end = QPainterPath(QPointF(-14, 40))
        end.cubicTo(-30, 30, -36, 42, -54, 32)
        end.lineTo(-54, 46)
        end.cubicTo(-38, 52, -30, 44, -14, 50)
        end.closeSubpath()
        painter.drawPath(end)
    scarf = QPainterPath(QPointF(-34, 58))
    scarf.cubicTo(-30, 36, 30, 36, 34, 58)
    painter.setBrush(cloth)
    painter.drawPath(scarf)


def _paint_head(painter: QPainter, looks: _Looks) -> None:
    """Ears, the brow and the long muzzle."""
    shade = QLinearGradient(-20, -30, 20, 40)
    shade.setColorAt(0, looks.coat.lighter(110))
    shade.setColorAt(1, looks.coat.darker(112))
    painter.setPen(QPen(_INK, 2.6, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(looks.coat.darker(108))
    for side in (-1, 1):
        ear = QPainterPath(QPointF(17 * side, -22))
        ear.quadTo(34 * side, -40, 33 * side, -22)
        ear.quadTo(30 * side, -10, 20 * side, -12)
        painter.drawPath(ear)
    if looks.tuft:
        tuft = QPainterPath(QPointF(-9, -32))
        tuft.quadTo(-8, -46, 0, -45)
        tuft.quadTo(9, -46, 9, -32)
        painter.setBrush(looks.coat.darker(150))
        painter.drawPath(tuft)
    head = QPainterPath(QPointF(-23, -14))
    head.cubicTo(-24, -36, 24, -36, 23, -14)
    head.cubicTo(22, 0, 20, 6, 22, 18)
    head.cubicTo(26, 44, -26, 44, -22, 18)
    head.cubicTo(-20, 6, -22, 0, -23, -14)
    painter.setBrush(shade)
    painter.drawPath(head)
    painter.setPen(QPen(_INK, 2.6, c=Qt.PenCapStyle.RoundCap))
    for side in (-1, 1):
        painter.drawLine(QPointF(6 * side, 17), QPointF(10 * side, 14))


def _paint_eyes(painter: QPainter, style: str) -> None:
    """Wide open, or half closed where it is sly; looking ahead where it is quick."""
    open_ = 0.5 if style == "sly" else 1.0
    look = 2.2 if style == "quick" else 0.0
    painter.setPen(QPen(_INK, 1.8))
    for side in (-1, 1):
        painter.setBrush(QColor("#fffaf0"))
        painter.drawEllipse(QPointF(12 * side, -6), 6.4, 5.8 * open_)
        painter.setBrush(_INK)
        painter.drawEllipse(QPointF(12 * side + look, -6), 2.8, 3.2 * open_)
    tilt = {"bold": 3.0, "sly": 1.5, "quick": -2.5}.get(style, -1.0)
    painter.setPen(QPen(_INK, 3.2, c=Qt.PenCapStyle.RoundCap))
    for side in (-1, 1):
        painter.drawLine(QPointF(18 * side, -15 - tilt), QPointF(7 * side, -15 + tilt))


def _paint_mouth(painter: QPainter, style: str) -> None:
    """A grin where it is bold, one corner up where it is sly, else a smile."""
    left, middle, right = {"bold": (24, 36, 24), "sly": (28, 30, 23)}.get(style, (26, 32, 26))
    mouth = QPainterPath(QPointF(-10, left))
    mouth.quadTo(1, middle, 11, right)
    painter.setPen(QPen(_INK, 2.8, c=Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if style == "bold":
        painter.setBrush(QColor("#fffaf0"))
        mouth.closeSubpath()
    painter.drawPath(mouth)


def _paint_band(painter: QPainter, cloth: QColor, *, gold: bool) -> None:
    """A band around the brow; a golden disc hangs from it where it is bold."""
    band = QPainterPath(QPointF(-22, -23))
    band.quadTo(0, -30, 22, -23)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(_INK, 8.4))
    painter.drawPath(band)
    painter.setPen(QPen(cloth, 5.4))
    painter.drawPath(band)
    if gold:
        painter.setPen(QPen(QColor("#8a5a0a"), 1.6))
        painter.setBrush(QColor("#ffd45e"))
        painter.drawEllipse(QPointF(0, -22), 5, 5)
