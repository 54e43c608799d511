"""The graphics items of a board: stacks of camels, a die in the air, ladders, and what is lit up.

Stacks are painted once per size and device ratio into `QPixmapCache`, so that a frame of an
animation only copies pictures.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.palette import palette
from camelnet_gui.games.camelup.animation import Die
from camelnet_gui.games.camelup.art.pyramid import paint_die
from camelnet_gui.games.camelup.art.track import Glow, paint_glow
from camelnet_gui.games.camelup.geometry import Layout
from camelnet_gui.games.camelup.painting import Sprite, paint_ladders, paint_shadow, paint_sprite
from camelnet_gui.games.camelup.scene import Scene

CACHE_KIB = 262_144  # of pictures; Qt's own 10 MiB makes a frame at 2x cost 300 ms instead of 3


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
        ratio = device_ratio(painter)
        base = sprite.foot - QPointF(0, sprite.lift)
        if not self._moving:
            picture, corner = stack_picture(sprite, ratio)
            at = base + corner
            painter.drawPixmap(
                QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio), picture
            )
            return
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


class DieItem(QGraphicsItem):
    """A die in the air."""

    def __init__(self) -> None:
        super().__init__()
        self._die: Die | None = None
        self._dark = False

    def show_die(self, die: Die | None, *, dark: bool) -> None:
        if die == self._die:
            return
        self.prepareGeometryChange()
        self._die, self._dark = die, dark
        self.update()

    def boundingRect(self) -> QRectF:
        if self._die is None:
            return QRectF()
        reach = self._die.box.height()
        return self._die.box.adjusted(-reach, -reach, reach, reach)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._die:
            die = self._die
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_die(painter, die.camel, die.pips, die.box, palette(self._dark), die.turn)


class LadderItem(QGraphicsItem):
    """The ladders of chips beside the stacks at rest."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Layout | None = None
        self._scene = Scene()

    def show_ladders(self, plan: Layout, scene: Scene) -> None:
        self.prepareGeometryChange()
        self._plan, self._scene = plan, scene
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._plan.width, self._plan.height) if self._plan else QRectF()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._plan:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_ladders(painter, self._plan, self._scene)


class GlowItem(QGraphicsItem):
    """Places lit up for a moment, the place under the pointer, the place of the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Layout | None = None
        self._dark = False
        self._glows: tuple[tuple[str, Glow, float], ...] = ()

    def show_glows(
        self, plan: Layout, dark: bool, glows: tuple[tuple[str, Glow, float], ...]
    ) -> None:
        """`glows`: places, how they are set off, and how strongly (0 to 1)."""
        if (plan is self._plan) and (dark, glows) == (self._dark, self._glows):
            return
        self.prepareGeometryChange()
        self._plan, self._dark, self._glows = plan, dark, glows
        self.update()

    def boundingRect(self) -> QRectF:
        box = QRectF()
        for place, _glow, _strength in self._glows:
            if self._plan:
                box = box.united(self._plan.places[place].boundingRect())
        margin = 8 * self._plan.unit if self._plan else 0.0
        return box.adjusted(-margin, -margin, margin, margin) if self._glows else box

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if not self._plan:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, glow, strength in self._glows:
            painter.setOpacity(strength)
            path = self._plan.places[place]
            paint_glow(painter, path, glow, self._plan.unit, palette(self._dark))
