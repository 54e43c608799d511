"""Confetti over a box: a pure function of time, so that no timer lives here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

_SCRAPS = 150
FALL_S = 3.4  # until the last piece has left the box
FESTIVE = tuple(
    QColor(name) for name in ("#f4c430", "#cf4d12", "#12936e", "#1b66b0", "#c2185b", "#fff6df")
)


@dataclass(frozen=True, slots=True)
class _Scrap:
    """One piece; lengths as shares of the box."""

    x: float
    delay: float  # seconds
    speed: float  # heights a second
    sway: float
    phase: float
    spin: float  # turns a second
    size: float  # pixels
    colour: int


@cache
def _scraps() -> tuple[_Scrap, ...]:
    random = Random(1)
    return tuple(
        _Scrap(
            x=random.uniform(-0.02, 1.02),
            delay=random.uniform(0.0, 1.1),
            speed=random.uniform(0.52, 0.85),
            sway=random.uniform(0.008, 0.03),
            phase=random.uniform(0, math.tau),
            spin=random.uniform(-1.6, 1.6),
            size=random.uniform(7.0, 13.0),
            colour=random.randrange(1000),
        )
        for _number in range(_SCRAPS)
    )


def paint_confetti(
    painter: QPainter, box: QRectF, seconds: float, *, colours: Sequence[QColor] = FESTIVE
) -> None:
    """The confetti `seconds` after it was thrown; nothing once all has fallen."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for scrap in _scraps():
        age = seconds - scrap.delay
        fallen = -0.05 + scrap.speed * age
        if age < 0 or fallen > 1.05:
            continue
        x = scrap.x + scrap.sway * math.sin(scrap.phase + 3.1 * age)
        painter.save()
        painter.translate(box.left() + x * box.width(), box.top() + fallen * box.height())
        painter.rotate(math.degrees(scrap.phase) + 360 * scrap.spin * age)
        painter.scale(1, 0.25 + 0.75 * abs(math.cos(scrap.phase + 4.3 * age)))
        painter.setBrush(colours[scrap.colour % len(colours)])
        painter.drawRect(QRectF(-scrap.size / 2, -scrap.size * 0.32, scrap.size, scrap.size * 0.64))
        painter.restore()
    painter.restore()
