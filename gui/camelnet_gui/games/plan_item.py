"""A graphics item as large as its board, which it paints by the board's layout."""

from __future__ import annotations

from typing import Generic

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.games.board_parts import PlanT


class PlanItem(QGraphicsItem, Generic[PlanT]):
    """Paints nothing before `show_plan`."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: PlanT | None = None

    def show_plan(self, plan: PlanT) -> None:
        self.prepareGeometryChange()
        self._plan = plan
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._plan.width, self._plan.height) if self._plan else QRectF()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._plan is None:
            return
        if widget is not None:
            painter.setFont(widget.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_plan(painter, self._plan)

    def paint_plan(self, painter: QPainter, plan: PlanT) -> None:
        raise NotImplementedError
