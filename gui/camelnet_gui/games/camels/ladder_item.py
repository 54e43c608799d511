"""The ladders of chips beside the stacks at rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QPainter

from camelnet_gui.games.board_parts import PlanT
from camelnet_gui.games.plan_item import PlanItem

SceneT = TypeVar("SceneT")


class LadderItem(PlanItem[PlanT], Generic[PlanT, SceneT]):
    """Paints a scene's ladders by the game's own painter."""

    def __init__(self, paint: Callable[[QPainter, PlanT, SceneT], None], scene: SceneT) -> None:
        super().__init__()
        self._paint, self._scene = paint, scene

    def show_ladders(self, plan: PlanT, scene: SceneT) -> None:
        self._scene = scene
        self.show_plan(plan)

    def paint_plan(self, painter: QPainter, plan: PlanT) -> None:
        self._paint(painter, plan, self._scene)
