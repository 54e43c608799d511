"""Stacks of camels on a board: where one stands, its shadow, the ladder beside it, and the graphics
item that shows it.

A stack is painted once per size and device ratio into `QPixmapCache`, so that a frame of an
animation only copies pictures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPixmapCache,
    QRadialGradient,
)
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.camel import LEFT, RIGHT, Gait, paint_stack, stack_height
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import Palette, faded, palette
from camelnet_gui.art.vectors import VectorDevice, paint_named

LIT_LEVEL = 1.8e6  # of stacks in the light


@dataclass(frozen=True, slots=True)
class Sprite:
    """A stack of camels somewhere on the board."""

    camels: str  # bottom to top
    foot: QPointF
    scale: float  # pixels per camel unit
    forward: int  # 1 faces right, -1 left
    gait: Gait = "stand"
    lift: float = 0.0  # pixels above the ground, where its shadow stays
    seated: bool = False  # its lowest camel is couched on others
    lit: bool = False  # it stands above all others, in the light

    def bounds(self) -> QRectF:
        """All that is painted, the shadow included."""
        left, right = (LEFT, RIGHT) if self.forward > 0 else (-RIGHT, -LEFT)
        margin = 8 * self.scale
        top = self.foot.y() - self.lift - stack_height(len(self.camels)) * self.scale
        return QRectF(
            self.foot.x() + left * self.scale - margin,
            top - margin,
            (right - left) * self.scale + 2 * margin,
            self.foot.y() - top + 2 * margin + 10 * self.scale,
        )


def paint_shadow(painter: QPainter, sprite: Sprite, tone: Palette) -> None:
    """The shadow on the ground; smaller and paler the higher the unit is."""
    height = sprite.lift / (sprite.scale * 60)
    shadow = QRadialGradient(QPointF(0, 0), 1)
    strength = 0.5 / (1 + height)
    shadow.setColorAt(0, faded(tone.shadow, strength))
    shadow.setColorAt(0.55, faded(tone.shadow, strength * 0.5))
    shadow.setColorAt(1, faded(tone.shadow, 0))
    painter.save()
    painter.translate(sprite.foot + QPointF(4, -1) * sprite.scale)
    painter.scale(52 * sprite.scale / (1 + height * 0.4), 10 * sprite.scale / (1 + height * 0.4))
    painter.fillRect(QRectF(-1, -1, 2, 2), shadow)
    painter.restore()


def paint_sprite(painter: QPainter, sprite: Sprite, tone: Palette) -> None:
    """A stack without its shadow."""
    painter.save()
    painter.translate(sprite.foot - QPointF(0, sprite.lift))
    painter.scale(sprite.scale * sprite.forward, sprite.scale)
    name = f"stack {sprite.camels} {sprite.gait} {sprite.seated}"
    paint_named(
        painter, name, lambda inner: paint_stack(inner, sprite.camels, sprite.gait, sprite.seated)
    )
    painter.restore()


def paint_still(painter: QPainter, sprite: Sprite, *, snapped: bool = True) -> None:
    """A stack without its shadow, from its picture where the painter paints pixels; `snapped`: to
    whole ones, so that it is crisp."""
    if isinstance(painter.device(), VectorDevice):
        paint_sprite(painter, sprite, palette(dark=False))
        return
    ratio = device_ratio(painter)
    picture, corner = stack_picture(sprite, ratio)
    at = sprite.foot - QPointF(0, sprite.lift) + corner
    painter.drawPixmap(on_pixels(at, ratio) if snapped else at, picture)


def on_pixels(at: QPointF, ratio: float) -> QPointF:
    """The nearest point at which a picture's pixels lie on those of the device."""
    return QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio)


def paint_ladder(
    painter: QPainter,
    camels: str,
    foot: QPointF,
    *,
    scale: float,
    forward: int,
    side: int,
    unit: float,
    width: float,
) -> None:
    """The camels of a stack as chips in its order, beside it on a side (-1 left, 1 right), within
    a board of a width."""
    radius = max(8.5, 9 * unit)
    pitch = radius * 2 + 1.5
    reach = (RIGHT if forward == side else -LEFT) * scale
    x = foot.x() + side * (reach * 0.94 + radius)
    x = min(max(x, radius + 3), width - radius - 3)
    low = foot.y() - 8 * scale
    plate = QRectF(
        x - radius - 2, low - pitch * len(camels) - 2, radius * 2 + 4, pitch * len(camels) + 3
    )
    path = QPainterPath()
    path.addRoundedRect(plate, radius + 2, radius + 2)
    painter.fillPath(path.translated(0.8, 1.8), QColor(40, 20, 0, 60))
    painter.fillPath(path, QColor(255, 250, 240, 225))
    painter.strokePath(path, QPen(QColor(90, 60, 25, 130), 1.0))
    for index, camel in enumerate(camels):
        paint_chip(painter, camel, QPointF(x, low - pitch * (index + 0.5)), radius)


def device_ratio(painter: QPainter) -> float:
    device = painter.device()
    return float(device.devicePixelRatio()) if device else 1.0


def stack_picture(sprite: Sprite, ratio: float) -> tuple[QPixmap, QPointF]:
    """A stack without shadow, and where the picture's corner is from the stack's base."""
    still = Sprite(
        sprite.camels, QPointF(0, 0), sprite.scale, sprite.forward, sprite.gait, 0.0, sprite.seated
    )
    box = still.bounds()
    left, top = math.floor(box.left()), math.floor(box.top())
    width, height = math.ceil(box.right()) - left, math.ceil(box.bottom()) - top
    key = (
        f"stack {sprite.camels} {sprite.scale:.3f} {sprite.forward} {sprite.gait}"
        f" {sprite.seated} {ratio:.3f}"
    )
    picture = QPixmap()
    if not QPixmapCache.find(key, picture):
        picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.translate(-left, -top)
        paint_sprite(painter, still, palette(dark=False))
        painter.end()
        QPixmapCache.insert(key, picture)
    return picture, QPointF(left, top)


class StackItem(QGraphicsItem):
    """A stack of camels with its shadow. At rest it is crisp; on its way its picture is scaled."""

    def __init__(self) -> None:
        super().__init__()
        self._sprite = Sprite("", QPointF(), 1.0, 1)
        self._native = 1.0  # the scale at which a moving stack's picture is painted
        self._moving = False
        self._dark = False

    def show_sprite(self, sprite: Sprite, *, native: float, moving: bool, dark: bool) -> None:
        if (sprite, moving, dark) == (self._sprite, self._moving, self._dark):
            return
        self.prepareGeometryChange()
        self._sprite, self._native, self._moving, self._dark = sprite, native, moving, dark
        self.update()

    def boundingRect(self) -> QRectF:
        return self._sprite.bounds()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        sprite = self._sprite
        paint_shadow(painter, sprite, palette(self._dark))
        if not self._moving:
            paint_still(painter, sprite)
            return
        ratio = device_ratio(painter)
        base = sprite.foot - QPointF(0, sprite.lift)
        unscaled = Sprite(
            sprite.camels, sprite.foot, self._native, sprite.forward, sprite.gait, 0, sprite.seated
        )
        picture, corner = stack_picture(unscaled, ratio)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(base)
        share = sprite.scale / self._native
        painter.scale(share, share)
        painter.drawPixmap(corner, picture)
        painter.restore()


class Herd:
    """All camels of a board as items, made when they are first needed."""

    def __init__(self, pictures: QGraphicsScene) -> None:
        self._pictures = pictures
        self._stacks: list[StackItem] = []

    def show(
        self, shown: Sequence[Sprite], resting: Sequence[Sprite], *, native: float, dark: bool
    ) -> None:
        """`shown`: those farther off first; those in the light lie above all others. What is not
        among `resting` is on its way, and its picture is painted at the scale `native`."""
        while len(self._stacks) < len(shown):
            item = StackItem()
            self._pictures.addItem(item)
            self._stacks.append(item)
        still = {sprite.camels: sprite for sprite in resting}
        for index, item in enumerate(self._stacks):
            item.setVisible(index < len(shown))
            if index < len(shown):
                sprite = shown[index]
                moving = still.get(sprite.camels) != sprite
                item.setZValue(index + (LIT_LEVEL if sprite.lit else 0.0))
                item.show_sprite(sprite, native=native, moving=moving, dark=dark)
