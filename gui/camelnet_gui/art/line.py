"""A line on the board that things lie along: a track's middle, cut into cells of a band."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath


@dataclass(frozen=True, slots=True)
class Line:
    """Points with the distance run from the first to each; a closed line ends where it began."""

    points: tuple[QPointF, ...]
    runs: tuple[float, ...]
    closed: bool

    @property
    def length(self) -> float:
        return self.runs[-1]

    def at(self, run: float) -> tuple[QPointF, QPointF]:
        """The point after a run, and the unit vector of the running direction there."""
        run = run % self.length if self.closed else min(max(run, 0.0), self.length)
        index = min(max(1, bisect_left(self.runs, run)), len(self.points) - 1)
        before, beyond = self.points[index - 1], self.points[index]
        span = self.runs[index] - self.runs[index - 1]
        share = (run - self.runs[index - 1]) / span if span else 0.0
        step = beyond - before
        return before + step * share, step / math.hypot(step.x(), step.y())

    def beside(self, run: float, offset: float) -> QPointF:
        """The point after a run, moved to the left of the direction by an offset."""
        point, along = self.at(run)
        return point + QPointF(along.y(), -along.x()) * offset


def line_through(points: Sequence[QPointF], *, closed: bool) -> Line:
    runs = [0.0]
    for p, q in pairwise(points):
        runs.append(runs[-1] + distance(p, q))
    return Line(tuple(points), tuple(runs), closed)


def distance(p: QPointF, q: QPointF) -> float:
    return math.hypot(q.x() - p.x(), q.y() - p.y())


def band(line: Line, begin: float, end: float, half: float, corner: float) -> QPainterPath:
    """The part of a band along a line between two runs, `half` to each side, with round corners."""
    steps = 14
    runs = [begin + corner + (end - begin - 2 * corner) * step / steps for step in range(steps + 1)]
    path = QPainterPath(line.beside(runs[0], half))
    for run in runs[1:]:
        path.lineTo(line.beside(run, half))
    path.quadTo(line.beside(end, half), line.beside(end, half - corner))
    path.lineTo(line.beside(end, corner - half))
    path.quadTo(line.beside(end, -half), line.beside(runs[-1], -half))
    for run in reversed(runs[:-1]):
        path.lineTo(line.beside(run, -half))
    path.quadTo(line.beside(begin, -half), line.beside(begin, corner - half))
    path.lineTo(line.beside(begin, half - corner))
    path.quadTo(line.beside(begin, half), line.beside(runs[0], half))
    path.closeSubpath()
    return path
