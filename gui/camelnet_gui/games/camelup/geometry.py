"""The geometry of a Camel Up board, for painting and for hit-testing alike.

`layout(width, height)` is pure and cached: sizes in device-independent pixels, y down. The track
is a band of constant thickness along a superellipse, cut into sixteen spaces of equal length,
clockwise; the finish line crosses the left side, between space 16 and space 1, and the podium is
in the corner beyond it. All that is worth reading stands high in the court: stacks on the lower
straight rise into it, and hide at most the foot of the pyramid.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.art import camel as camel_art
from camelnet_gui.art.line import Line, band, distance, line_through
from camelnet_gui.art.shapes import rounded
from camelnet_gui.games.board_parts import CAPTION
from camelnet_gui.games.camels.ground import Cell, RaceGround, cell_at, degrees
from camelnet_gui.games.camelup.scene import SPACES

SQUARENESS = 2.9  # the superellipse's exponent: 2 an ellipse, more: fuller corners
ASPECT_MAX = 1.72  # of the oval; wider boards leave room at the sides
ASPECT_MIN = 1.12
SAMPLES = 480  # points on the middle line
NUMBER, LIFT = QRectF(-11, -8, 22, 17), 8.5  # a number's room, and a stack's height above it


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(RaceGround):
    """All positions for one size of the board; a unit is a pixel on one of about 700 by 580."""

    court_unit: float  # the same for what stands in the middle
    track: QPainterPath  # the band with its frame
    court: QPainterPath  # the middle
    arrows: tuple[tuple[QPointF, float], ...]  # between spaces: where, and the running direction
    queue: tuple[QPointF, ...]  # where waiting camels stand, the next to go first
    queue_forward: tuple[int, ...]
    piles: Mapping[str, QRectF]  # leg tiles: the whole pile with all its tabs
    tents: Mapping[str, QRectF]
    decks: Mapping[str, QRectF]  # "win", "lose"
    pyramid: QRectF

    def die(self, camel: str) -> QRectF:
        """The box in which a die rests, in front of its camel's tent."""
        tent = self.tents[camel]
        side = max(19.0, tent.width() * 0.45)
        high = side * 1.16
        return QRectF(tent.center().x() - side / 2, tent.bottom() - high * 0.46, side, high)


def _superellipse(centre: QPointF, a: float, b: float, t: float) -> QPointF:
    """Clockwise from nine o'clock: t = 0 left, π/2 top, π right, 3π/2 bottom."""
    power = 2 / SQUARENESS
    cosine, sine = math.cos(t), math.sin(t)
    return QPointF(
        centre.x() - a * math.copysign(abs(cosine) ** power, cosine),
        centre.y() - b * math.copysign(abs(sine) ** power, sine),
    )


def _middle_line(centre: QPointF, a: float, b: float) -> Line:
    """The middle line from the finish line on, which is one space above the leftmost point."""
    ring = [_superellipse(centre, a, b, math.tau * step / SAMPLES) for step in range(SAMPLES)]
    quarter = ring[: SAMPLES // 4 + 1]
    space = sum(distance(p, q) for p, q in pairwise(quarter)) / 4
    run, start = 0.0, 0
    while run < space:
        run += distance(ring[start], ring[start + 1])
        start += 1
    return line_through([*ring[start:], *ring[: start + 1]], closed=True)


def _ring(line: Line, offset: float) -> QPainterPath:
    path = QPainterPath()
    steps = 160
    path.addPolygon(
        QPolygonF([line.beside(line.length * step / steps, offset) for step in range(steps)])
    )
    path.closeSubpath()
    return path


def _cell_path(line: Line, space: int, thickness: float, unit: float) -> QPainterPath:
    length = line.length / len(SPACES)
    gap = 3.2 * unit
    begin, end = (space - 1) * length + gap, space * length - gap
    return band(line, begin, end, thickness / 2 - 4.5 * unit, 7 * unit)


def _cell(line: Line, space: int, thickness: float, unit: float, scale: float) -> Cell:
    run = (space - 0.5) * line.length / len(SPACES)
    middle_x = (line.points[0].x() + line.at(line.length / 2)[0].x()) / 2
    return cell_at(
        line,
        run,
        _cell_path(line, space, thickness, unit),
        space=space,
        unit=unit,
        scale=scale,
        room=NUMBER,
        lift=LIFT,
        upright_ladder=1 if line.at(run)[0].x() < middle_x else -1,  # inwards
    )


def _arrow(line: Line, space: int) -> tuple[QPointF, float]:
    point, along = line.at(space * line.length / len(SPACES))
    return point, degrees(along)


@lru_cache(maxsize=8)
def layout(width: int, height: int) -> Layout:
    """The layout of a board of a size in device-independent pixels; at least 320 by 240."""
    wide, high = float(max(320, width)), float(max(240, height))
    unit = min(wide / 700, (high - CAPTION) / 580)
    head = 84 * unit + CAPTION  # for stacks on the upper straight, and captions above them
    oval_w, oval_h = wide - 28 * unit, high - head - 20 * unit
    if oval_w > oval_h * ASPECT_MAX:
        oval_w = oval_h * ASPECT_MAX
    elif oval_w < oval_h * ASPECT_MIN:
        oval_h = oval_w / ASPECT_MIN
    unit = min(oval_w / 672, oval_h / 476)
    thickness = 84 * unit
    spare = high - head - 20 * unit - oval_h
    centre = QPointF(wide / 2, head + oval_h / 2 + spare * 0.55)
    line = _middle_line(centre, (oval_w - thickness) / 2, (oval_h - thickness) / 2)
    scale = 0.9 * thickness / camel_art.HEIGHT
    cells = tuple(_cell(line, space, thickness, unit, scale) for space in SPACES)
    half_w, half_h = oval_w / 2 - thickness, oval_h / 2 - thickness
    court_unit = min(half_w / 252, half_h / 154)
    top = centre.y() - oval_h / 2
    podium = line.beside(0.62 * line.length / len(SPACES), thickness / 2 + 27 * unit)
    podium.setX(max(podium.x(), 48 * unit))
    queue_runs = [-(0.5 + 0.66 * index) * line.length / 16 for index in range(len(CAMELS))]
    queue, queue_forward = [], []
    for run in queue_runs:
        point, along = line.at(run)
        queue.append(point + QPointF(0, 22 * unit))
        queue_forward.append(1 if along.x() >= -0.05 else -1)
    piles, tents, decks, pyramid = _court(centre, half_w, half_h, court_unit)
    places: dict[str, QPainterPath] = {"roll": _pyramid_path(pyramid)}
    places |= {f"leg {name}": rounded(box, 7 * court_unit) for name, box in piles.items()}
    places |= {f"deck {name}": rounded(box, 7 * court_unit) for name, box in decks.items()}
    places |= {f"space {cell.space}": cell.path for cell in cells}
    return Layout(
        width=wide,
        height=high,
        unit=unit,
        court_unit=court_unit,
        thickness=thickness,
        camel_scale=scale,
        track=_ring(line, thickness / 2 + 3 * unit).subtracted(_ring(line, -thickness / 2)),
        court=_ring(line, -thickness / 2),
        cells=cells,
        arrows=tuple(_arrow(line, space) for space in SPACES[:-1]),
        finish=(
            line.beside(0, -thickness / 2 - 3 * unit),
            line.beside(0, thickness / 2 + 4 * unit),
        ),
        podium=podium,
        podium_forward=1,
        queue=tuple(queue),
        queue_forward=tuple(queue_forward),
        piles=MappingProxyType(piles),
        tents=MappingProxyType(tents),
        decks=MappingProxyType(decks),
        pyramid=pyramid,
        horizon=top * 0.62,
        places=MappingProxyType(places),
    )


def _court(
    centre: QPointF, half_w: float, half_h: float, unit: float
) -> tuple[dict[str, QRectF], dict[str, QRectF], dict[str, QRectF], QRectF]:
    """Piles above their tents, with the decks beside them; the pyramid below."""
    pitch = 57 * unit
    pile_w, pile_h = 50 * unit, 68 * unit
    pile_top = centre.y() - half_h + 13 * unit
    tent_w, tent_h = 50 * unit, 42 * unit
    tent_top = pile_top + pile_h + 9 * unit
    piles, tents = {}, {}
    for index, camel in enumerate(CAMELS):
        x = centre.x() + (index - 2) * pitch
        piles[camel] = QRectF(x - pile_w / 2, pile_top, pile_w, pile_h)
        tents[camel] = QRectF(x - tent_w / 2, tent_top, tent_w, tent_h)
    pyramid_top = tent_top + tent_h + 14 * unit
    pyramid_h = min(centre.y() + half_h - 16 * unit - pyramid_top, 150 * unit)
    pyramid_w = pyramid_h * 1.32
    pyramid = QRectF(centre.x() - pyramid_w / 2, pyramid_top, pyramid_w, pyramid_h)
    deck_w, deck_h = 60 * unit, 80 * unit
    shift = 2 * pitch + pile_w / 2 + deck_w / 2 + 7 * unit
    decks = {
        name: QRectF(centre.x() + side * shift - deck_w / 2, pile_top + 36 * unit, deck_w, deck_h)
        for name, side in (("win", -1), ("lose", 1))
    }
    return piles, tents, decks, pyramid


def _pyramid_path(box: QRectF) -> QPainterPath:
    """The pyramid's silhouette; `art.pyramid` paints inside the same corners."""
    path = QPainterPath()
    path.addPolygon(QPolygonF(pyramid_corners(box)))
    path.closeSubpath()
    return path


def pyramid_corners(box: QRectF) -> list[QPointF]:
    """Top, right corner, front corner, left corner."""
    return [
        QPointF(box.left() + box.width() * 0.53, box.top()),
        QPointF(box.right(), box.top() + box.height() * 0.84),
        QPointF(box.left() + box.width() * 0.6, box.bottom()),
        QPointF(box.left(), box.top() + box.height() * 0.87),
    ]
