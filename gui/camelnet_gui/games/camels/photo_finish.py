"""The photo finish of a race of camels: all of them seen from beside the line, painted large."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPen

from camelnet.rules import Position
from camelnet.rules.phrases import ordinal, sentence
from camelnet_gui.art.camel import stack_height
from camelnet_gui.art.caravan import Walker, caravan, paint_caravan
from camelnet_gui.art.desert import paint_desert, paint_palm
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import Palette, mixed, palette
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.games.interface import PaintMoment
from camelnet_gui.style.theme import ui_font

LINE_AT = 0.7  # of the picture's width, where the finish line is
GROUND_AT = 0.81  # of its height, where camels stand
TRACK_AT, TRACK_HIGH = 0.66, 0.26  # of its height, the track
FLASH = 0.12  # the share of the time in which the flash of the camera fades, when all are there


def standing(position: Position) -> tuple[str, ...]:
    """The stacks of a finished race from the last to the first, each from the bottom to the top."""
    public = position.to_dict()
    track = {int(space): camels for space, camels in public["track"].items() if camels}
    stacks = [track[space] for space in sorted(track)]
    return (*stacks, public["crossed"]) if public["crossed"] else tuple(stacks)


def photo_finish(position: Position) -> PaintMoment:
    """The picture of a race that is over."""
    return partial(paint_photo_finish, stacks=standing(position))


def paint_photo_finish(
    painter: QPainter,
    box: QRectF,
    arrived: float = 1.0,
    *,
    stacks: Sequence[str],
    dark: bool = False,
) -> None:
    """`stacks`: those on the track from the last to the first, each from the bottom to the top;
    the last of them is beyond the line. `arrived`: how far they have come, the first one first."""
    tone = palette(dark)
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint_ground(inner: QPainter, room: QRectF) -> None:
        _paint_ground(inner, room, tone)

    paint_cached(painter, f"photo finish {dark}", box, paint_ground)
    painter.translate(box.topLeft())
    room = QRectF(QPointF(0, 0), box.size())
    walkers, scale = _walkers(room, stacks)
    paint_caravan(painter, caravan(walkers, scale, arrived / (1 - FLASH)), tone)
    _paint_post(painter, room, tone, near=True)
    if arrived > 1 - FLASH:
        _paint_places(painter, room, walkers, scale, tone)
        flash = QColor("#ffffff")
        flash.setAlphaF(0.8 * (1 - arrived) / FLASH)
        painter.fillRect(room, flash)
    painter.restore()


def _paint_ground(painter: QPainter, room: QRectF, tone: Palette) -> None:
    """Desert, track and line: all that stays as it is."""
    wide, high = room.width(), room.height()
    unit = high / 420
    paint_desert(painter, wide, high, high * 0.5, 1.4 * unit, tone)
    for x, size, lean in ((0.06, 150, 0.3), (0.95, 170, -0.4)):
        paint_palm(painter, QPointF(wide * x, high * 0.66), size * unit, lean, round(x * 99), tone)
    track = _track(room)
    sand = QLinearGradient(track.topLeft(), track.bottomLeft())
    sand.setColorAt(0, tone.cell[0])
    sand.setColorAt(1, tone.cell[1])
    painter.fillRect(track, sand)
    painter.setPen(QPen(tone.frame[1], 9 * unit))
    for y in (track.top(), track.bottom()):
        painter.drawLine(QPointF(0, y), QPointF(wide, y))
    _paint_post(painter, room, tone, near=False)
    x, cell = wide * LINE_AT, 13 * unit
    line = QRectF(x, track.top(), 3 * cell, track.height())
    _paint_chequers(painter, line, 3, round(track.height() / cell), tone)
    banner = QRectF(x - 2 * cell, high * 0.07, 7 * cell, 3 * cell)
    painter.fillRect(banner.adjusted(-3, -3, 3, 3), QColor("#c8323a"))
    _paint_chequers(painter, banner, 7, 3, tone)


def _track(room: QRectF) -> QRectF:
    return QRectF(0, room.height() * TRACK_AT, room.width(), room.height() * TRACK_HIGH)


def _paint_post(painter: QPainter, room: QRectF, tone: Palette, *, near: bool) -> None:
    """A post of the gate: whoever crosses the line walks behind the near one."""
    track, unit = _track(room), room.height() / 420
    x, foot = room.width() * LINE_AT, track.top()
    if near:
        x, foot = x + 39 * unit, track.bottom()
    wood = tone.frame[0] if tone.shade else tone.frame[2]
    painter.setPen(QPen(wood, 7 * unit, c=Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(x, foot), QPointF(x, room.height() * 0.07 + 42 * unit))


def _paint_chequers(painter: QPainter, box: QRectF, columns: int, rows: int, tone: Palette) -> None:
    pale, dark = QColor("#fffaf0"), QColor("#2b2320")
    if tone.shade:
        pale = mixed(pale, tone.court[0], 0.25)
    wide, high = box.width() / columns, box.height() / rows
    for row in range(rows):
        for column in range(columns):
            at = QRectF(box.left() + column * wide, box.top() + row * high, wide, high)
            painter.fillRect(at, pale if (row + column) % 2 else dark)


def _walkers(room: QRectF, stacks: Sequence[str]) -> tuple[list[Walker], float]:
    """The stacks where they stay, the first one first, and their scale."""
    wide, high = room.width(), room.height()
    tallest = max((stack_height(len(stack)) for stack in stacks), default=100.0)
    scale = min(1.75 * high / 420, high * 0.62 / tallest)
    behind = len(stacks) - 1
    foot = high * GROUND_AT
    places = [0.06 + (LINE_AT - 0.1) * (index + 0.5) / max(1, behind) for index in range(behind)]
    walkers = [
        Walker(stack, QPointF(wide * x, foot), "stride")
        for stack, x in zip(stacks, places, strict=False)
    ]
    return [Walker(stacks[-1], QPointF(wide * 0.85, foot)), *reversed(walkers)], scale


def _paint_places(
    painter: QPainter, room: QRectF, walkers: Sequence[Walker], scale: float, tone: Palette
) -> None:
    """Everybody's chip beneath the track, and who is first and last."""
    unit = room.height() / 420
    count = sum(len(walker.camels) for walker in walkers)
    place = 1
    for walker in walkers:
        pitch = 36 * unit
        left = walker.foot.x() + pitch * (len(walker.camels) - 1) / 2
        for level, camel in enumerate(reversed(walker.camels)):
            chip = QPointF(left - level * pitch, room.height() * 0.96)
            paint_chip(painter, camel, chip, 14 * unit)
            if place in (1, count):
                text = sentence(ordinal(place, count))
                _paint_place(painter, text, walker.foot, scale, unit, tone)
            place += 1


def _paint_place(
    painter: QPainter, text: str, foot: QPointF, scale: float, unit: float, tone: Palette
) -> None:
    """The word for a place, beneath the feet of a stack."""
    painter.setFont(ui_font(round(17 * unit), QFont.Weight.Bold))
    wide = painter.fontMetrics().horizontalAdvance(text) + 20 * unit
    box = QRectF(foot.x() - wide / 2, foot.y() + 9 * scale, wide, 27 * unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.paper)
    painter.drawRoundedRect(box, 14 * unit, 14 * unit)
    painter.setPen(tone.paper_ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
