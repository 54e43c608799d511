"""All decisions of a game in one list: in order of play, and once the game is analysed with what
each cost."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from camelnet.i18n import _
from camelnet.review import Review, decided
from camelnet.rules.phrases import signed
from camelnet_gui.review.game_history import GameHistory
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import column, row, set_tip

STEP_ROLE = Qt.ItemDataRole.UserRole + 1
ALL = -1  # in the choice of whose decisions are shown


class DecisionList(QWidget):
    """Choosing a line asks for the board before that decision; so does Enter."""

    pointed = Signal(int)  # a step
    chosen = Signal()  # others' decisions are shown

    def __init__(self, history: GameHistory) -> None:
        super().__init__()
        self._history = history
        self._losses: dict[int, float] = {}  # by step, once they are known
        self.whose = self._chooser()
        self.order = QComboBox()
        self.order.setAccessibleName(_("Order of the decisions"))
        self.order.addItem(_("in order of play"), False)
        self.order.addItem(_("most costly first"), True)
        self.order.setEnabled(False)
        set_tip(self.order, _("The costs are known once the game is analysed."))
        self.list = _List(history.reason)
        self.list.setAccessibleName(_("All decisions"))
        for chooser in (self.whose, self.order):
            chooser.setMinimumWidth(60)
            chooser.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        top = row(gap=6)
        top.addWidget(self.whose)
        top.addWidget(self.order)
        lines = column(self, gap=6)
        lines.addLayout(top)
        lines.addWidget(self.list, 1)
        self.whose.currentIndexChanged.connect(self._choose)
        self.order.currentIndexChanged.connect(self._fill)
        self.list.wanted.connect(self.pointed)
        self._fill()

    @property
    def seat(self) -> int | None:
        """The seat whose decisions are shown; None: everybody's."""
        chosen = int(self.whose.currentData())
        return None if chosen == ALL else chosen

    def _chooser(self) -> QComboBox:
        made = QComboBox()
        made.setAccessibleName(_("Whose decisions"))
        made.addItem(_("of all players"), ALL)
        for seat, name in enumerate(self._history.names):
            mine = seat == self._history.reader
            made.addItem(_("my own") if mine else _("of {name}").format(name=name), seat)
        set_tip(made, _("Whose decisions"))
        return made

    def show_costs(self, found: Review) -> None:
        """The game is analysed: each line gets its cost, and costly ones can come first."""
        self._losses = {made.step: made.loss for made in found.decisions}
        self.order.setEnabled(True)
        set_tip(self.order, _("Order of the decisions"))
        self._fill()

    def show_at(self, at: int) -> None:
        """Marks the decision that comes next at a place of the game, or the last one before."""
        if self.list.hasFocus():
            return  # whoever moves through the list keeps their line
        rows = range(self.list.count())
        steps = [int(self.list.item(number).data(STEP_ROLE)) for number in rows]
        before = [number for number in rows if steps[number] <= at]
        exact = [number for number in before if steps[number] == at]
        nearest = max(before, key=lambda number: steps[number], default=-1)
        self.list.mark(exact[0] if exact else nearest)

    def _choose(self) -> None:
        self._fill()
        self.chosen.emit()

    def _fill(self) -> None:
        steps = [
            number
            for number, step in enumerate(self._history.steps)
            if decided(step) and self.seat in (None, step.seat)
        ]
        if self.order.currentData():
            steps.sort(key=lambda number: (-self._losses.get(number, 0.0), number))
        self.list.fill([(step, self._told(step)) for step in steps])

    def _told(self, step: int) -> str:
        history = self._history
        loss = self._losses.get(step)
        cost = "" if loss is None else signed(-round(100 * loss))
        return dotted(cost, history.chapter_of(step), history.told(step))


class _List(QListWidget):
    """Wrapped lines. A line that is chosen with mouse or keys is wanted; its tooltip is worked out
    when it is asked for."""

    wanted = Signal(int)

    def __init__(self, tip: Callable[[int], str]) -> None:
        super().__init__()
        self._tip = tip  # by step
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(False)
        self.currentItemChanged.connect(self._want)
        self.itemClicked.connect(self._want)

    def fill(self, lines: list[tuple[int, str]]) -> None:
        self.blockSignals(True)  # a list that fills asks for nothing
        self.clear()
        for step, text in lines:
            item = QListWidgetItem(text)
            item.setData(STEP_ROLE, step)
            self.addItem(item)
        self.blockSignals(False)
        self._measure()

    def mark(self, number: int) -> None:
        """Shows a line as the current one without asking for it."""
        if number != self.currentRow():
            self.blockSignals(True)
            self.setCurrentRow(number)
            self.blockSignals(False)
            if number >= 0:
                self.scrollToItem(self.item(number))
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        metrics = QFontMetrics(self.font())
        wide = max(80, self.viewport().width() - 14)
        wrap = int(Qt.TextFlag.TextWordWrap)
        for number in range(self.count()):
            item = self.item(number)
            high = metrics.boundingRect(QRect(0, 0, wide, 10_000), wrap, item.text()).height()
            item.setSizeHint(QSize(wide, high + 12))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.itemAt(event.pos())
            if item is not None and not item.toolTip():
                set_tip(item, self._tip(int(item.data(STEP_ROLE))))
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._want(item)
        else:
            super().keyPressEvent(event)

    def _want(self, item: QListWidgetItem | None, _before: QListWidgetItem | None = None) -> None:
        if item is not None:
            self.wanted.emit(int(item.data(STEP_ROLE)))
