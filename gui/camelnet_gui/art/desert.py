"""The land around the track: sky, dunes, palms and stones, by day and by night."""

from __future__ import annotations

import math
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

from camelnet_gui.art.palette import Palette, faded, mixed


def paint_desert(
    painter: QPainter, width: float, height: float, horizon: float, unit: float, tone: Palette
) -> None:
    """Fill the whole board with sky above the horizon and sand below it."""
    _sky(painter, width, horizon, unit, tone)
    _dunes(painter, width, height, horizon, unit, tone)
    _ripples(painter, width, height, horizon, unit, tone)


def _sky(painter: QPainter, width: float, horizon: float, unit: float, tone: Palette) -> None:
    sky = QLinearGradient(0, 0, 0, horizon + 24 * unit)
    for at, colour in zip((0, 0.55, 1), tone.sky, strict=True):
        sky.setColorAt(at, colour)
    painter.fillRect(QRectF(0, 0, width, horizon + 30 * unit), sky)
    if tone.shade:
        _stars(painter, width, horizon, unit, tone)
    sun = QPointF(width * 0.31, horizon * 0.62)
    halo = QRadialGradient(sun, 150 * unit)
    halo.setColorAt(0, faded(tone.glow, 0.75))
    halo.setColorAt(0.3, faded(tone.glow, 0.28))
    halo.setColorAt(1, faded(tone.glow, 0))
    painter.fillRect(QRectF(0, 0, width, horizon + 30 * unit), halo)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.sun)
    radius = 15 * unit
    painter.drawEllipse(sun, radius, radius)
    if tone.shade:
        painter.setBrush(faded(tone.sky[1], 0.18))
        for x, y, r in ((-5, -3, 3.4), (4, 5, 2.6), (6, -5, 1.8), (-2, 7, 1.6)):
            painter.drawEllipse(sun + QPointF(x, y) * unit, r * unit, r * unit)
    else:
        _clouds(painter, width, horizon, unit)


def _stars(painter: QPainter, width: float, horizon: float, unit: float, tone: Palette) -> None:
    random = Random(7)
    painter.setPen(Qt.PenStyle.NoPen)
    for _star in range(90):
        x, y = random.random() * width, random.random() ** 1.3 * horizon
        radius = (0.5 + random.random() ** 3 * 1.1) * unit
        painter.setBrush(faded(tone.sun, 0.35 + random.random() * 0.6))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _clouds(painter: QPainter, width: float, horizon: float, unit: float) -> None:
    for x, y, size in ((0.12, 0.30, 0.8), (0.56, 0.42, 1.0), (0.83, 0.22, 1.25)):
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        centre = QPointF(width * x, horizon * y)
        for dx, dy, rx, ry in (
            (-30, 1.5, 24, 3.2),
            (0, -1.5, 26, 4.6),
            (22, 2, 30, 3.4),
            (52, 3.2, 18, 2.0),
        ):
            path.addEllipse(
                centre + QPointF(dx, dy) * unit * size, rx * unit * size, ry * unit * size
            )
        painter.fillPath(path, QColor(255, 255, 255, 120))


def _dunes(
    painter: QPainter, width: float, height: float, horizon: float, unit: float, tone: Palette
) -> None:
    """Ridges of sand, one before the other; each crest is lit from the left."""
    ridges = (
        (horizon - 16 * unit, 9 * unit, 3.1, 0.4),
        (horizon - 2 * unit, 12 * unit, 2.0, 2.3),
        (horizon + 18 * unit, 13 * unit, 1.4, 4.4),
    )
    for (level, swing, waves, phase), colour in zip(ridges, tone.far, strict=True):
        path = QPainterPath(QPointF(0, height))
        steps = 80
        for step in range(steps + 1):
            x = width * step / steps
            turn = math.tau * waves * step / steps + phase
            y = level - swing * (abs(math.sin(turn / 2)) ** 1.6) - swing * 0.35 * math.sin(turn)
            path.lineTo(x, y)
        path.lineTo(width, height)
        path.closeSubpath()
        shade = QLinearGradient(0, level - swing * 1.4, 0, level + 70 * unit)
        shade.setColorAt(0, mixed(colour, tone.sky[2], 0.45))
        shade.setColorAt(0.4, colour)
        shade.setColorAt(1, mixed(colour, tone.sand[0], 0.8))
        painter.fillPath(path, shade)
    sand = QLinearGradient(0, horizon + 30 * unit, 0, height)
    top = QColor(tone.sand[0])
    sand.setColorAt(0, faded(top, 0))
    sand.setColorAt(0.25, faded(top, 0.9))
    sand.setColorAt(1, tone.sand[1])
    painter.fillRect(QRectF(0, horizon + 30 * unit, width, height - horizon - 30 * unit), sand)


def _ripples(
    painter: QPainter, width: float, height: float, horizon: float, unit: float, tone: Palette
) -> None:
    """Wind lines in the sand, denser and fainter far off."""
    random = Random(23)
    light, deep = mixed(tone.sand[0], tone.sun, 0.35), mixed(tone.sand[1], tone.shadow, 0.35)
    for _line in range(64):
        depth = random.random()
        y = horizon + 44 * unit + depth**1.15 * (height - horizon - 44 * unit)
        x = random.random() * width
        length = (22 + 60 * random.random()) * unit * (0.5 + depth)
        path = QPainterPath(QPointF(x, y))
        path.cubicTo(
            QPointF(x + length * 0.3, y - 4 * unit * (0.4 + depth)),
            QPointF(x + length * 0.6, y + 4 * unit * (0.4 + depth)),
            QPointF(x + length, y - 1 * unit),
        )
        round_cap = Qt.PenCapStyle.RoundCap
        painter.strokePath(path, QPen(faded(deep, 0.2), 1.3 * unit, c=round_cap))
        painter.strokePath(
            path.translated(0, 1.3 * unit), QPen(faded(light, 0.35), 1.0 * unit, c=round_cap)
        )


def paint_palm(
    painter: QPainter, foot: QPointF, height: float, lean: float, seed: int, tone: Palette
) -> None:
    """A date palm; `lean` of -1 to 1 bends it to a side. Its shadow falls to the right."""
    painter.save()
    painter.translate(foot)
    painter.scale(height / 100, height / 100)
    shadow = QRadialGradient(QPointF(0, 0), 1)
    shadow.setColorAt(0, faded(tone.shadow, 0.38))
    shadow.setColorAt(1, faded(tone.shadow, 0))
    painter.save()
    painter.translate(18, 1)
    painter.scale(40, 7)
    painter.fillRect(QRectF(-1, -1, 2, 2), shadow)
    painter.restore()
    crown = QPointF(lean * 24, -84)
    trunk = QPainterPath(QPointF(-5.5, 0))
    trunk.cubicTo(-3, -30, crown.x() - 9, -58, crown.x() - 3, -84)
    trunk.lineTo(crown.x() + 3, -84)
    trunk.cubicTo(crown.x() - 1, -56, 5, -30, 6.5, 0)
    trunk.closeSubpath()
    bark = QLinearGradient(-6, 0, 8, 0)
    night = tone.shade * 2.6
    bark.setColorAt(0, mixed(QColor("#b07a42"), tone.far[2], night))
    bark.setColorAt(1, mixed(QColor("#6c4320"), tone.far[2], night))
    painter.fillPath(trunk, bark)
    painter.save()
    painter.setClipPath(trunk, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(faded(QColor("#4a2c12"), 0.45), 1.4))
    for ring in range(12):
        y = -4 - ring * 7
        painter.drawLine(QPointF(-12, y + 2), QPointF(24, y - 2))
    painter.restore()
    _fronds(painter, crown, Random(seed), tone, night)
    painter.restore()


def _fronds(painter: QPainter, crown: QPointF, random: Random, tone: Palette, night: float) -> None:
    dark = mixed(QColor("#1f6b3a"), tone.far[2], night)
    light = mixed(QColor("#55ab52"), tone.far[2], night)
    painter.save()
    painter.translate(crown)
    spread = (-172, -8, -148, -32, -122, -58, 168, 12, -90)
    for index, angle in enumerate(spread):
        turn = math.radians(angle + random.uniform(-6, 6))
        length = 34 + random.uniform(-3, 5)
        tip = QPointF(math.cos(turn) * length, math.sin(turn) * length * 0.75 + 13)
        knee = QPointF(math.cos(turn) * length * 0.62, math.sin(turn) * length * 0.8 - 9)
        side = QPointF(0, 7.5)
        leaf = QPainterPath(QPointF(0, 0))
        leaf.quadTo(knee - side * 0.6, tip)
        leaf.quadTo(knee + side, QPointF(0, 2.5))
        leaf.closeSubpath()
        painter.fillPath(leaf, mixed(dark, light, index / len(spread)))
        rib = QPainterPath(QPointF(0, 1))
        rib.quadTo(knee + side * 0.15, tip)
        painter.strokePath(rib, QPen(faded(dark, 0.7), 0.8))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mixed(QColor("#8a5a23"), tone.far[2], night))
    for x, y in ((-3.5, 3), (2, 4.5), (5, 2)):
        painter.drawEllipse(QPointF(x, y), 2.8, 2.8)
    painter.restore()


def paint_stones(painter: QPainter, foot: QPointF, size: float, tone: Palette) -> None:
    """A few stones and a tuft of grass."""
    painter.save()
    painter.translate(foot)
    painter.scale(size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(tone.shadow, 0.22))
    painter.drawEllipse(QPointF(4, 1), 20, 4)
    for x, w, h, share in ((-8.0, 9, 8, 0.35), (6.0, 12, 11, 0.2), (15.0, 6, 5, 0.45)):
        stone = QPainterPath(QPointF(x - w, 1))
        stone.cubicTo(x - w, -h, x - w * 0.3, -h * 1.2, x, -h)
        stone.cubicTo(x + w * 0.8, -h * 0.9, x + w, -h * 0.2, x + w, 1)
        stone.closeSubpath()
        shade = QLinearGradient(x - w, -h, x + w, 2)
        base = mixed(tone.sand[1], tone.shadow, share)
        shade.setColorAt(0, mixed(base, tone.sun, 0.35))
        shade.setColorAt(1, base)
        painter.fillPath(stone, shade)
    grass = QPen(mixed(QColor("#7c8a3c"), tone.far[2], tone.shade * 2.6), 1.2)
    for x, lean in ((-17, -4), (-16, 0), (-15, 4), (-14.5, 7)):
        blade = QPainterPath(QPointF(x, 1))
        blade.quadTo(x + lean * 0.2, -6, x + lean, -10)
        painter.strokePath(blade, grass)
    painter.restore()
