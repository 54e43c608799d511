"""A graphics item that shows a state, by functions: where it is, and how it is painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

StateT = TypeVar("StateT")


class StateItem(QGraphicsItem, Generic[StateT]):
    """States are compared: an equal one is not painted again. None shows nothing."""

    def __init__(
        self, bounds: Callable[[StateT], QRectF], paint: Callable[[QPainter, StateT], None]
    ) -> None:
        super().__init__()
        self._bounds, self._paint = bounds, paint
        self._state: StateT | None = None

    def show_state(self, state: StateT | None) -> None:
        if state == self._state:
            return
        self.prepareGeometryChange()
        self._state = state
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF() if self._state is None else self._bounds(self._state)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._state is not None:
            self._paint(painter, self._state)
