"""The show of a drum roll: the board grows dark but for the leaders, who come a little nearer, and
all that moves takes its time. Nothing of the board's layout changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient

from camelnet_gui.art.camel import stack_height
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.art.stack import Sprite
from camelnet_gui.games.camels.ground import RaceGround
from camelnet_gui.games.camels.scene import RaceScene
from camelnet_gui.games.camels.state_item import StateItem

HOP_SLOWER = 2.0  # a walk takes so many times as long
NEARER = 0.2  # how much larger the leaders are
FADE = 0.14  # the share of a motion in which it gets dark, or light again
DARKNESS = 0.62
LEADERS = 2  # stacks in the light


@dataclass(frozen=True, slots=True)
class Drum:
    """A moment of it."""

    lit: str  # camels in the light
    pools: tuple[tuple[float, float, float], ...]  # of light on the ground: x, y and radius
    strength: float  # 0 to 1


def drum_roll(
    plan: RaceGround, scene: RaceScene, *, stage: QPointF, moving: str = ""
) -> Callable[[float], Drum]:
    """The drum for a motion that starts from a scene, by the share of its time: it begins with a
    die or a card that is shown on the `stage`, and ends with the walk of those `moving`."""
    places = sorted(scene.stacks, reverse=True)[:LEADERS]
    size = plan.camel_scale
    feet = [plan.stack_foot(space) for space, _camels in places]
    pools = [(foot.x(), foot.y() - 40 * size, 150 * size) for foot in feet]
    pools.append((stage.x(), stage.y(), 210 * size))
    lit = "".join(camels for _space, camels in places) + moving

    def drum(share: float) -> Drum:
        fading = (1 - share) / FADE if moving else share / FADE
        return Drum(lit, tuple(pools), max(0.0, min(1.0, fading)))

    return drum


def nearer(sprites: tuple[Sprite, ...], drum: Drum) -> tuple[Sprite, ...]:
    """The sprites with the leaders larger, as far as the board's upper edge allows."""

    def near(sprite: Sprite) -> Sprite:
        if not set(sprite.camels) & set(drum.lit):
            return sprite
        high = stack_height(len(sprite.camels), sprite.seated) * sprite.scale + sprite.lift
        room = max(1.0, (sprite.foot.y() - 3) / high)
        scale = sprite.scale * min(room, 1 + NEARER * drum.strength)
        return replace(sprite, scale=scale, lit=True)

    return tuple(near(sprite) for sprite in sprites)


def veil_item() -> StateItem[tuple[QRectF, Drum]]:
    """The dark over a board's box."""
    return StateItem(lambda state: state[0], _paint_veil)


def _paint_veil(painter: QPainter, state: tuple[QRectF, Drum]) -> None:
    box, drum = state

    def paint(inner: QPainter, room: QRectF) -> None:
        dark = QColor(16, 8, 4)
        dark.setAlphaF(DARKNESS)
        inner.fillRect(room, dark)
        inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOut)
        inner.setPen(Qt.PenStyle.NoPen)
        for x, y, radius in drum.pools:
            light = QRadialGradient(QPointF(x, y), radius)
            light.setColorAt(0, QColor(0, 0, 0, 235))
            light.setColorAt(0.55, QColor(0, 0, 0, 190))
            light.setColorAt(1, QColor(0, 0, 0, 0))
            inner.setBrush(light)
            inner.drawEllipse(QPointF(x, y), radius, radius)

    painter.save()
    painter.setOpacity(drum.strength)
    paint_cached(painter, f"veil {drum.pools}", box, paint)
    painter.restore()
