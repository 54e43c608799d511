"""The last moment of Targui: the tribes that are left come to the winner's tents, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from camelnet_gui.art.caravan import Walker, caravan, paint_caravan
from camelnet_gui.art.desert import paint_desert, paint_palm
from camelnet_gui.art.palette import palette
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art.lands import paint_tents
from camelnet_gui.games.targui.art.tokens import paint_count, paint_flag
from camelnet_gui.games.targui.scene_builder import Holdings

GROUND_AT = 0.9  # of the picture's height, where camels stand
TENTS_AT = 0.66  # of its width, where the tents begin


@dataclass(frozen=True, slots=True)
class Caravan:
    """A tribe that comes, and how many camels it has."""

    seat: int
    camels: int


def caravans(held: Sequence[Holdings], places: Sequence[int]) -> tuple[Caravan, ...]:
    """The tribes that still have camels, and the winner, who comes first."""
    left = [seat for seat in range(len(held)) if held[seat].camels or places[seat] == 1]
    left.sort(key=lambda seat: (places[seat], seat))
    return tuple(Caravan(seat, held[seat].camels) for seat in left)


def paint_homecoming(
    painter: QPainter,
    box: QRectF,
    arrived: float = 1.0,
    *,
    caravans: Sequence[Caravan],
    dark: bool = False,
) -> None:
    """`caravans`: the winner first, in whose colours the tents stand."""
    tone, home = palette(dark), caravans[0].seat
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint_ground(inner: QPainter, room: QRectF) -> None:
        wide, high = room.width(), room.height()
        unit = high / 420
        paint_desert(inner, wide, high, high * 0.52, 1.4 * unit, tone)
        for x, size, lean in ((0.05, 130, 0.3), (0.62, 120, 0.2), (0.965, 190, -0.4)):
            foot = QPointF(wide * x, high * 0.72)
            paint_palm(inner, foot, size * unit, lean, round(x * 99), tone)
        side = min(high * 0.92, wide * (1 - TENTS_AT))
        at = QPointF(wide * TENTS_AT, high * 0.96 - side * 0.76)
        paint_tents(inner, QRectF(at.x(), at.y(), side, side), tone, home)

    paint_cached(painter, f"homecoming {home} {dark}", box, paint_ground)
    painter.translate(box.topLeft())
    wide, high = box.width(), box.height()
    unit = high / 420
    scale = 1.75 * unit
    pitch = min(0.19, TENTS_AT / len(caravans))
    walkers = [
        Walker(tribes.CAMELS[each.seat], QPointF(wide * (0.6 - pitch * place), high * GROUND_AT))
        for place, each in enumerate(caravans)
    ]
    sprites = caravan(walkers, scale, arrived)
    for each, sprite in zip(caravans, sprites, strict=True):
        hump = sprite.foot - QPointF(0, 66 * scale + sprite.lift)
        paint_flag(painter, each.seat, hump, 84 * scale, tone)
    paint_caravan(painter, sprites, tone)
    if arrived >= 1:
        for each, sprite in zip(caravans, sprites, strict=True):
            corner = sprite.foot + QPointF(14 * scale, 14 * scale)
            paint_count(painter, each.seat, str(each.camels), corner, 1.5 * unit)
    painter.restore()
