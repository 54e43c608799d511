"""Pictures for a rulebook that a board's own code paints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet_gui.games.board_parts import PlanT
from camelnet_gui.games.rules_section import Picture, cut_out
from camelnet_gui.games.view_model import SceneT

BOARD = (900, 700)  # the size at which the board is painted before a part is cut out
WHOLE = QRectF(0, 0, *BOARD)


@dataclass(frozen=True, slots=True)
class BoardPictures(Generic[SceneT, PlanT]):
    """`plan_of`: the layout for a width, a height and a scene; `paint`: a whole scene at rest."""

    plan_of: Callable[[int, int, SceneT], PlanT]
    paint: Callable[[QPainter, PlanT, SceneT], None]

    def paint_part(
        self, painter: QPainter, box: QRectF, scene: SceneT, part: QRectF, *, dark: bool
    ) -> None:
        """Fills a box with a part of the board and what is around it."""
        lit = replace(scene, dark=dark)
        with cut_out(painter, box, part, WHOLE):
            self.paint(painter, self.plan_of(*BOARD, lit), lit)

    def around(self, scene: SceneT, places: Iterable[str], *, above: float, edge: float) -> QRectF:
        """The part of the board that holds places, with room `above` for what stands there."""
        plan, part = self.plan_of(*BOARD, scene), QRectF()
        for place in places:
            part = part.united(plan.places[place].boundingRect())
        return part.adjusted(-edge, -above - edge, edge, edge)

    def picture(
        self, width: int, height: int, caption: str, scene: SceneT, part: QRectF = WHOLE
    ) -> Picture:
        def paint(painter: QPainter, box: QRectF, dark: bool) -> None:
            self.paint_part(painter, box, scene, part, dark=dark)

        return Picture(width, height, paint, caption)
