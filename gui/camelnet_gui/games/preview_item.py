"""The graphics item for what a board shows beforehand of the place that is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QPainter

from camelnet_gui.games.plan_item import PlanItem


class PreviewItem(PlanItem[Any]):
    """Paints by the game's own painter; hidden while nothing is pointed at."""

    def __init__(self, paint: Callable[[QPainter, Any, str], None]) -> None:
        """`paint`: given the layout and the place."""
        super().__init__()
        self._paint, self._place = paint, ""
        self.hide()

    @property
    def place(self) -> str:
        """The place whose preview is shown; "" for none."""
        return self._place

    def show_place(self, plan: Any, place: str) -> None:
        self._place = place
        self.setVisible(bool(place))
        if place:
            self.show_plan(plan)

    def paint_plan(self, painter: QPainter, plan: Any) -> None:
        if self._place:
            self._paint(painter, plan, self._place)
