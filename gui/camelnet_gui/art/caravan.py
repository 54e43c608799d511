"""Camels that trot into a picture one after another, as a pure function of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from camelnet_gui.art.camel import RIGHT, Gait
from camelnet_gui.art.palette import Palette
from camelnet_gui.art.stack import Sprite, paint_shadow, paint_still

APART = 0.11  # of the time, between one and the next
STRIDE = 46.0  # the length of a step, in camel units
BOUNCE = 6.0  # how high it goes, in camel units


@dataclass(frozen=True, slots=True)
class Walker:
    """A stack and where it stays, in pixels; `rests`: how it stands there."""

    camels: str  # bottom to top
    foot: QPointF
    rests: Gait = "stand"


def caravan(walkers: Sequence[Walker], scale: float, arrived: float) -> tuple[Sprite, ...]:
    """The walkers on their way from beyond the left edge, in the order of `walkers`; `arrived`: how
    much of the time is over, 0 to 1."""
    lasts = 1 - APART * (len(walkers) - 1)
    return tuple(
        _walking(walker, scale, (arrived - APART * number) / lasts)
        for number, walker in enumerate(walkers)
    )


def _walking(walker: Walker, scale: float, share: float) -> Sprite:
    share = max(0.0, share)
    if share >= 1:
        return Sprite(walker.camels, walker.foot, scale, 1, walker.rests)
    start = -(RIGHT + 12) * scale
    x = start + (walker.foot.x() - start) * (1 - (1 - share) ** 1.8)
    steps = (x - start) / (STRIDE * scale)
    gait: Gait = "stride" if int(steps) % 2 else "pass"
    lift = abs(math.sin(math.pi * steps)) * BOUNCE * scale
    return Sprite(walker.camels, QPointF(x, walker.foot.y()), scale, 1, gait, lift)


def paint_caravan(painter: QPainter, sprites: Sequence[Sprite], tone: Palette) -> None:
    """Those that came last are painted first."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setPen(Qt.PenStyle.NoPen)
    for sprite in reversed(sprites):
        paint_shadow(painter, sprite, tone)
        paint_still(painter, sprite, snapped=False)
    painter.restore()
