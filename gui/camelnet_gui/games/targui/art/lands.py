"""The lands of the desert, each with a texture and a drawing of its own: none needs its colour to
be told from another.

A land is drawn in a square of 100 by 100 units. `seed` varies what lies about, so that no two
cells look stamped.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QPainter,
    QPainterPath,
    QRadialGradient,
)

from camelnet_gui.art.palette import Palette
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art.brush import SIDE, Brush, outline


def paint_land(
    painter: QPainter, land: str, box: QRectF, seed: int, tone: Palette, home: int | None = None
) -> None:
    """Fill a box with a land; `home` is the tribe in whose colours a camp's tents stand."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.translate(box.topLeft())
    painter.scale(box.width() / SIDE, box.height() / SIDE)
    brush = Brush(painter, seed, tone)
    if land == "camp":
        _camp(brush, home)
    else:
        _LANDS[land](brush)
    painter.restore()


# --- sand and stone -----------------------------------------------------------------------------


def _erg(brush: Brush) -> None:
    """Dunes: curved crests between a lit side and one in the shade, and wind ripples."""
    brush.ground("#fbdc97", "#f2bd62")
    for x, foot, half, high in (
        (24.0, 40, 46, 27),
        (84.0, 52, 50, 31),
        (34.0, 76, 54, 33),
        (80.0, 104, 60, 40),
    ):
        x += brush.random.uniform(-7, 7)
        top = foot - high + brush.random.uniform(-2, 3)
        lit = QPainterPath(QPointF(x - half, foot + 2))
        lit.cubicTo(x - half * 0.5, foot - 2, x - half * 0.25, top + high * 0.25, x, top)
        lit.cubicTo(x + half * 0.2, top + high * 0.35, x + half * 0.6, foot - 4, x + half, foot + 2)
        lit.lineTo(x + half, 112)
        lit.lineTo(x - half, 112)
        lit.closeSubpath()
        brush.fill(lit, "#fbd88c", "#eeb04f")
        shade = QPainterPath(QPointF(x, top))
        shade.cubicTo(
            x + half * 0.2, top + high * 0.35, x + half * 0.6, foot - 4, x + half, foot + 2
        )
        shade.cubicTo(
            x + half * 0.6, foot + 8, x + half * 0.3, foot + 9, x + half * 0.06, foot + 11
        )
        shade.cubicTo(x + half * 0.3, foot - high * 0.2, x - half * 0.22, foot - high * 0.4, x, top)
        brush.fill(shade, "#c77d28", "#dd9a40")
        for step in range(3):
            low = foot - 3 + step * 6.5
            ripple = QPainterPath(QPointF(x - half * 0.72, low + 3))
            ripple.quadTo(x - half * 0.4, low - 3, x - half * 0.1, low + 2)
            brush.line(ripple, "#c07f2c", 1.3, 0.6)


def _reg(brush: Brush) -> None:
    """Gravel: angular stones of many sizes all over a flat plain."""
    brush.ground("#d8c8ae", "#bfa987")
    for _grain in range(46):
        x, y = brush.random.uniform(1, 99), brush.random.uniform(1, 99)
        brush.spot(x, y, 0.9, 0.7, "#7d6a52", 0.55)
    stones = sorted(
        (brush.random.uniform(4, 96), brush.random.uniform(7, 97), brush.random.uniform(3, 7.5))
        for _stone in range(23)
    )
    for x, y, size in sorted(stones, key=lambda stone: stone[1]):
        turn = brush.random.uniform(0, math.tau)
        around = [
            (
                x + math.cos(turn + step * math.tau / 6) * size * brush.random.uniform(0.8, 1.15),
                y
                + math.sin(turn + step * math.tau / 6) * size * 0.72 * brush.random.uniform(0.8, 1),
            )
            for step in range(6)
        ]
        brush.spot(x + 1.6, y + size * 0.5, size * 1.05, size * 0.45, "#5b4a36", 0.35)
        brush.fill(outline(*around), "#b9aa97", "#81725f", "#63543f")
        brush.line(
            outline(
                (x - size * 0.4, y - size * 0.25), (x + size * 0.3, y - size * 0.35), closed=False
            ),
            "#e6dccb",
            1.2,
            0.8,
        )


def _feche(brush: Brush) -> None:
    """Soft dust: fine as flour, rising in curls."""
    brush.ground("#f6e9dc", "#e7cdb9")
    for _grain in range(90):
        x, y = brush.random.uniform(0, 100), brush.random.uniform(0, 100)
        brush.spot(x, y, 0.75, 0.75, "#a9795c", 0.5)
    for x, y, size, way in ((28.0, 34.0, 13, 1), (72.0, 52.0, 15, -1), (34.0, 80.0, 11, 1)):
        x += brush.random.uniform(-5, 5)
        y += brush.random.uniform(-4, 4)
        cloud = QRadialGradient(QPointF(x, y), size * 1.7)
        cloud.setColorAt(0, brush.tint("#fffaf4", 0.95))
        cloud.setColorAt(1, brush.tint("#fffaf4", 0))
        brush.painter.fillRect(QRectF(x - 30, y - 30, 60, 60), cloud)
        curl = QPainterPath()
        for step in range(45):
            angle, reach = step * 0.21, size * (1 - step / 50)
            at = QPointF(x + way * math.cos(angle) * reach, y + math.sin(angle) * reach * 0.72)
            curl.moveTo(at) if step == 0 else curl.lineTo(at)
        curl_tail = QPainterPath(QPointF(x + way * size, y))
        curl_tail.quadTo(x + way * size * 0.9, y + size * 0.95, x - way * size * 1.5, y + size)
        brush.line(curl, "#a8714f", 2.1, 0.85)
        brush.line(curl_tail, "#a8714f", 2.1, 0.7)


def _mount(brush: Brush) -> None:
    """Bare peaks with one lit side and one in the shade."""
    brush.ground("#d9bf9d", "#c4a27c")
    peaks = ((22.0, 66, 30.0, 26), (78.0, 70, 34.0, 27), (50.0, 84, 66.0, 40))
    for x, foot, high, half in peaks:
        x += brush.random.uniform(-4, 4)
        high += brush.random.uniform(-3, 4)
        top = foot - high
        whole = outline(
            (x - half, foot),
            (x - half * 0.5, foot - high * 0.52),
            (x - half * 0.34, foot - high * 0.5),
            (x, top),
            (x + half * 0.3, foot - high * 0.6),
            (x + half * 0.5, foot - high * 0.55),
            (x + half, foot),
        )
        brush.fill(whole, "#b79a8c", "#8d6f63", "#4d3833")
        shade = outline(
            (x, top),
            (x + half * 0.3, foot - high * 0.6),
            (x + half * 0.5, foot - high * 0.55),
            (x + half, foot),
            (x + half * 0.12, foot),
            (x - half * 0.1, foot - high * 0.4),
            (x + half * 0.08, foot - high * 0.62),
        )
        brush.fill(shade, "#6f544e", "#523c3a")
        light = outline(
            (x, top),
            (x + half * 0.08, foot - high * 0.72),
            (x - half * 0.1, foot - high * 0.6),
            (x - half * 0.26, foot - high * 0.64),
        )
        brush.fill(light, "#fbf3e8", "#e6d6c6")
        for step in range(3):
            low = foot - 4 - step * high * 0.14
            brush.line(
                outline(
                    (x - half * 0.62 + step * 3, low),
                    (x - half * 0.3 + step * 2, low - 5),
                    closed=False,
                ),
                "#5f463f",
                1.2,
                0.6,
            )
    for _stone in range(6):
        brush.spot(
            brush.random.uniform(4, 96), brush.random.uniform(88, 98), 2.2, 1.4, "#6f544e", 0.8
        )


# --- water and salt -----------------------------------------------------------------------------


def _guelta(brush: Brush) -> None:
    """A pool between rocks, with palms."""
    brush.ground("#efd9a2", "#d9b873")
    shift = brush.random.uniform(-4, 4)
    shore = QPainterPath(QPointF(10, 66))
    shore.cubicTo(8, 44 + shift, 40, 46, 54, 42)
    shore.cubicTo(78, 36 + shift, 96, 52, 92, 70)
    shore.cubicTo(88, 90, 60, 94, 40, 90)
    shore.cubicTo(22, 88, 12, 82, 10, 66)
    brush.line(shore, "#7f9a4b", 7.0)
    brush.fill(shore, "#7fd6da", "#1b7f9e", "#0e5068")
    for x, y, wide in ((30, 62, 20), (52, 74, 26), (62, 58, 16), (34, 80, 14)):
        wave = QPainterPath(QPointF(x, y))
        wave.quadTo(x + wide * 0.25, y - 4, x + wide * 0.5, y)
        wave.quadTo(x + wide * 0.75, y + 4, x + wide, y)
        brush.line(wave, "#e8fbff", 1.8, 0.9)
    for at, foot, high, lean in ((18.0, 55.0, 40.0, 7.0), (31.0, 50.0, 28.0, -5.0)):
        _palm(brush, at + shift, foot, high, lean)
    for x, y, size in ((80, 40, 8), (92, 48, 6), (70, 37, 5)):
        rock = outline(
            (x - size, y + 4),
            (x - size * 0.5, y - size * 0.6),
            (x + size * 0.3, y - size),
            (x + size, y + 4),
        )
        brush.fill(rock, "#c7a680", "#86684a", "#5b442d")


def _palm(brush: Brush, x: float, foot: float, high: float, lean: float) -> None:
    trunk = QPainterPath(QPointF(x, foot))
    trunk.quadTo(x, foot - high * 0.6, x + lean, foot - high)
    brush.line(trunk, "#5f3d1c", 3.6)
    brush.line(trunk, "#a06f3b", 1.6)
    for angle in (-165, -130, -50, -15, 160, 20):
        turn = math.radians(angle)
        reach = high * 0.5
        leaf = QPainterPath(QPointF(x + lean, foot - high))
        leaf.quadTo(
            x + lean + math.cos(turn) * reach * 0.6,
            foot - high + math.sin(turn) * reach * 0.6 - 5,
            x + lean + math.cos(turn) * reach,
            foot - high + math.sin(turn) * reach * 0.5 + 6,
        )
        brush.line(leaf, "#1f5f34", 3.2)
        brush.line(leaf, "#56a552", 1.2)


def _saline(brush: Brush) -> None:
    """A white salt pan, cracked in plates, with heaps of salt."""
    brush.ground("#ffffff", "#dfe8ee")
    _plates(brush, 25.0, 7.0, "#8fa6b5", 1.5, 0.9)
    for x, foot, high in ((30, 62, 30), (68, 70, 36), (48, 90, 24)):
        brush.spot(x + 5, foot, high * 0.66, 4.5, "#6d8494", 0.45)
        heap = QPainterPath(QPointF(x - high * 0.6, foot))
        heap.quadTo(x - high * 0.16, foot - high * 0.6, x, foot - high)
        heap.quadTo(x + high * 0.16, foot - high * 0.6, x + high * 0.6, foot)
        heap.quadTo(x, foot + 5, x - high * 0.6, foot)
        brush.fill(heap, "#ffffff", "#b9cbd8", "#5f7686")
        side = QPainterPath(QPointF(x, foot - high))
        side.quadTo(x + high * 0.16, foot - high * 0.6, x + high * 0.6, foot)
        side.quadTo(x + high * 0.2, foot + 4, x + high * 0.04, foot + 3)
        side.closeSubpath()
        brush.fill(side, "#a9becd", "#8fa8ba")


def _chott(brush: Brush) -> None:
    """A dead salt lake that cannot be crossed: a crust over mud, and stagnant water."""
    brush.ground("#a9a394", "#857f74")
    _plates(brush, 16.5, 5.5, "#3d3a38", 2.2, 0.95)
    lake = QPainterPath(QPointF(14, 52))
    lake.cubicTo(18, 30, 50, 36, 66, 32)
    lake.cubicTo(92, 30, 92, 60, 80, 68)
    lake.cubicTo(62, 80, 36, 78, 24, 72)
    lake.cubicTo(14, 68, 12, 60, 14, 52)
    brush.line(lake, "#d9d3c2", 4.0)
    brush.fill(lake, "#6d7f86", "#46565f", "#2c373d")
    for y in (46, 54, 62):
        for x in (28, 48):
            wave = QPainterPath(QPointF(x + (y % 4) * 3, y))
            wave.quadTo(x + 8, y - 3, x + 16, y)
            brush.line(wave, "#a9bcc2", 1.4, 0.8)
    for x, y in ((20, 80), (84, 78), (16, 28), (88, 24)):
        for lean in (-4, 0, 4):
            reed = QPainterPath(QPointF(x, y))
            reed.quadTo(x + lean * 0.4, y - 7, x + lean * 1.4, y - 13)
            brush.line(reed, "#413a26", 1.7)


def _plates(brush: Brush, pitch: float, swing: float, name: str, wide: float, alpha: float) -> None:
    """A net of cracks: a grid of points pushed about, joined to their neighbours."""
    count = math.ceil(SIDE / pitch) + 2
    grid = {
        (row, column): QPointF(
            (column - 0.5 + (0.5 if row % 2 else 0)) * pitch + brush.random.uniform(-swing, swing),
            (row - 0.5) * pitch + brush.random.uniform(-swing, swing) * 0.7,
        )
        for row in range(count)
        for column in range(count)
    }
    for (row, column), at in grid.items():
        down = (row + 1, column + (1 if row % 2 else 0))
        for other in ((row, column + 1), down):
            if other in grid and (row + column) % 5 != 4:
                crack = QPainterPath(at)
                crack.lineTo(grid[other])
                brush.line(crack, name, wide, alpha)


# --- camps --------------------------------------------------------------------------------------


def paint_tents(painter: QPainter, box: QRectF, tone: Palette, home: int) -> None:
    """A camp's tents alone, in a box as high as it is wide."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / SIDE, box.height() / SIDE)
    _tents(Brush(painter, 0, tone), home)
    painter.restore()


def _camp(brush: Brush, home: int | None) -> None:
    """Low tents on trodden ground, a fire between them."""
    brush.ground("#f3dfb4", "#dfc083")
    for _grain in range(26):
        brush.spot(
            brush.random.uniform(0, 100), brush.random.uniform(40, 100), 1.3, 0.8, "#b98f55", 0.6
        )
    _tents(brush, home)


def _tents(brush: Brush, home: int | None) -> None:
    for x, foot, half, high in ((27, 50, 24, 30), (74, 47, 21, 27), (52, 74, 29, 37)):
        _tent(brush, x, foot, half, high, home)


def _tent(brush: Brush, x: float, foot: float, half: float, high: float, home: int | None) -> None:
    brush.spot(x + 4, foot + 1, half * 1.08, 4.5, "#5a3a14", 0.4)
    coat = tribes.coat(home) if home is not None else None
    light, base, deep = (
        (coat.light.name(), coat.base.name(), coat.deep.name())
        if coat
        else ("#b58463", "#8d5b3e", "#5d3722")
    )
    roof = QPainterPath(QPointF(x - half, foot))
    roof.quadTo(x - half * 0.35, foot - high * 0.45, x, foot - high)
    roof.quadTo(x + half * 0.35, foot - high * 0.45, x + half, foot)
    roof.quadTo(x, foot + 3, x - half, foot)
    brush.fill(roof, light, base, "#2b1a10")
    shade = QPainterPath(QPointF(x, foot - high))
    shade.quadTo(x + half * 0.35, foot - high * 0.45, x + half, foot)
    shade.quadTo(x + half * 0.6, foot + 2, x + half * 0.34, foot + 1.4)
    shade.closeSubpath()
    brush.fill(shade, base, deep)
    for side in (-0.62, 0.62):
        seam = QPainterPath(QPointF(x, foot - high))
        seam.quadTo(x + side * half * 0.3, foot - high * 0.45, x + side * half, foot)
        brush.line(seam, "#fff3d6", 1.8, 0.85)
    door = outline(
        (x, foot - high * 0.55), (x + half * 0.22, foot + 1), (x - half * 0.22, foot + 1)
    )
    brush.fill(door, "#2b170c", "#3a2012")
    pole = QPainterPath(QPointF(x, foot - high))
    pole.lineTo(x, foot - high - 5)
    brush.line(pole, "#4d2f16", 1.8)


_LANDS: dict[str, Callable[[Brush], None]] = {
    "erg": _erg,
    "reg": _reg,
    "feche": _feche,
    "mount": _mount,
    "guelta": _guelta,
    "saline": _saline,
    "chott": _chott,
}
LANDS = ("camp", *_LANDS)
