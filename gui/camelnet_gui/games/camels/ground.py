"""The ground of a race: the spaces of its track, and where stacks stand on them and beyond."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from camelnet_gui.art import camel as camel_art
from camelnet_gui.art.line import Line
from camelnet_gui.games.board_parts import BoardPlan

ROOM = {1: 1.0, 2: 1.0, 3: 0.95, 4: 0.89, 5: 0.82}  # the scale of camels in a stack, by its size


@dataclass(frozen=True, slots=True)
class Cell:
    """One space of the track."""

    space: int
    path: QPainterPath  # what is hit
    centre: QPointF
    foot: QPointF  # where a stack stands
    number: QPointF  # the middle of the space's number
    forward: int  # 1: camels face right, -1: left
    ladder: int  # on which side of a stack its ladder stands: 1 right, -1 left


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceGround(BoardPlan):
    """The layout of a race, for one size of the board; a game adds its pieces. See
    `camelnet_gui.art.walk.Ground`."""

    thickness: float  # of the track
    camel_scale: float  # pixels per camel unit for a single camel
    horizon: float
    cells: tuple[Cell, ...]
    finish: tuple[QPointF, QPointF]  # the line's two ends
    podium: QPointF  # where a unit beyond the line stands
    podium_forward: int  # which way it faces there

    def cell(self, space: int) -> Cell:
        return self.cells[space - 1]

    def stack_scale(self, space: int, count: int) -> float:
        """Pixels per camel unit in a stack of `count` on a space.

        Tall stacks are a little smaller, and none leaves the board at the top.
        """
        fits = (self.stack_foot(space).y() - 3) / (camel_art.stack_height(count) + 3)
        return min(self.camel_scale * ROOM[count], fits)

    def stack_foot(self, space: int) -> QPointF:
        """The ground point of the stack on a space; beyond the last it is the podium."""
        return self.podium if space > len(self.cells) else self.cell(space).foot

    def forward(self, space: int) -> int:
        return self.podium_forward if space > len(self.cells) else self.cell(space).forward

    def ladder(self, space: int) -> int:
        """The side of the ladder; beyond the line that is at a camel's tail."""
        return -self.podium_forward if space > len(self.cells) else self.cell(space).ladder


GroundT = TypeVar("GroundT", bound=RaceGround)


def cell_at(
    line: Line,
    run: float,
    path: QPainterPath,
    *,
    space: int,
    unit: float,
    scale: float,
    room: QRectF,
    lift: float,
    upright_ladder: int,
) -> Cell:
    """The space whose middle is so far along a line. Its number lies as low in `path` as its
    `room` allows, a stack stands `lift` above it; both are for a unit of one pixel."""
    centre, along = line.at(run)
    size = max(unit, 0.9)
    number = QPointF(centre)
    box = QRectF(room.topLeft() * size, room.size() * size)
    while path.contains(box.translated(number + QPointF(0, 1))):
        number += QPointF(0, 1)
    forward = 1 if along.x() > 0 else -1
    reach = (camel_art.RIGHT + camel_art.LEFT) / 2 * scale  # the picture's middle before its feet
    foot = QPointF(centre.x() - forward * reach * 0.8, number.y() - lift * size)
    upright = abs(along.y()) > 0.75
    return Cell(space, path, centre, foot, number, forward, upright_ladder if upright else -forward)


def degrees(along: QPointF) -> float:
    """The running direction, clockwise from "to the right"."""
    return math.degrees(math.atan2(along.y(), along.x()))
