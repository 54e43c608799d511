"""All decisions of a game in one list, with what each cost: by cost, or as they were made."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem, QWidget

from camelnet.i18n import _
from camelnet.review import Decision, Review
from camelnet_gui.review.game_history import GameHistory
from camelnet_gui.widgets import column, heading, row
from camelnet_gui.words import dotted, signed

HIGH = 190  # pixels
STEP_ROLE = Qt.ItemDataRole.UserRole + 1


class DecisionList(QWidget):
    """Moving through the list moves the graph's cursor; Enter or a double click asks for the
    board."""

    pointed = Signal(int)  # a step
    board_requested = Signal(int)

    def __init__(self, found: Review, history: GameHistory) -> None:
        super().__init__()
        self._found, self._history = found, history
        self._seat: int | None = None
        self.order = QComboBox()
        self.order.setAccessibleName(_("Order of the decisions"))
        self.order.addItem(_("most costly first"), True)
        self.order.addItem(_("in order of play"), False)
        self.list = _List()
        self.list.setAccessibleName(_("All decisions"))
        self.list.setFixedHeight(HIGH)
        top = row(gap=10)
        top.addWidget(heading(_("All decisions")))
        top.addWidget(self.order)
        top.addStretch(1)
        lines = column(self, gap=8)
        lines.addLayout(top)
        lines.addWidget(self.list)
        self.order.currentIndexChanged.connect(self._fill)
        self.list.currentItemChanged.connect(self._point)
        self.list.wanted.connect(self.board_requested)

    def show_seat(self, seat: int | None) -> None:
        """Those of a seat; None: of everybody."""
        self._seat = seat
        self._fill()

    def _fill(self) -> None:
        made = [one for one in self._found.decisions if self._seat in (None, one.seat)]
        if self.order.currentData():
            made.sort(key=lambda one: (-one.loss, one.step))
        self.list.blockSignals(True)  # a list that fills does not move the cursor
        self.list.clear()
        for decision in made:
            item = QListWidgetItem(self._told(decision))
            item.setData(STEP_ROLE, decision.step)
            self.list.addItem(item)
        self.list.blockSignals(False)

    def _told(self, decision: Decision) -> str:
        history, step = self._history, decision.step
        return dotted(
            signed(-round(100 * decision.loss)), history.chapter_of(step), history.told(step)
        )

    def _point(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.pointed.emit(int(item.data(STEP_ROLE)))


class _List(QListWidget):
    """Keeps its Enter, which would close the page around it."""

    wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.itemDoubleClicked.connect(self._want)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._want(item)
        else:
            super().keyPressEvent(event)

    def _want(self, item: QListWidgetItem) -> None:
        self.wanted.emit(int(item.data(STEP_ROLE)))
