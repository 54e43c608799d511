"""The graph of everybody's chance to win over a game, with a cursor for mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import percent
from camelnet_gui.review.graph_painting import Field, Plot, paint
from camelnet_gui.theme import theme_of
from camelnet_gui.widgets import announce
from camelnet_gui.words import dotted

HIGH = 212  # pixels


class ChanceGraph(QWidget):
    """Left and Right move the cursor by a step, Page Up and Page Down by a leg or round, Home and
    End to the ends. Enter or a double click asks for the board."""

    pointed = Signal(int)  # the step that the cursor is at; past the last one: the end
    board_requested = Signal(int)

    def __init__(self, plot: Plot) -> None:
        super().__init__()
        self._plot = plot
        self._at = plot.last
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HIGH)
        self.setAccessibleName(_("The chance of winning over the game"))
        self.setAccessibleDescription(self.summary())

    @property
    def at(self) -> int:
        return self._at

    @property
    def plot(self) -> Plot:
        return self._plot

    def sizeHint(self) -> QSize:
        return QSize(640, HIGH)

    def summary(self) -> str:
        """The graph in words: where each line began, how high and low it went, where it ended."""
        text = _("{name}: at first {first}, lowest {low}, highest {high}, at the end {last}.")
        lines = []
        for seat, mark in enumerate(self._plot.marks):
            chances = [shares[seat] for shares in self._plot.graph]
            line = text.format(
                name=mark.name,
                first=percent(chances[0]),
                low=percent(min(chances)),
                high=percent(max(chances)),
                last=percent(chances[-1]),
            )
            lines.append(line)
        return " ".join(lines)

    def chances(self, step: int) -> str:
        """Everybody's chance before a step and after it, in words."""
        graph = self._plot.graph
        before, after = graph[step], graph[min(step + 1, self._plot.last)]
        parts = []
        for mark, share, then in zip(self._plot.marks, before, after, strict=True):
            was, became = percent(share), percent(then)
            text = f"{mark.name} {was}" if was == became else f"{mark.name} {was} → {became}"
            parts.append(text.replace(" ", "\N{NO-BREAK SPACE}"))
        return dotted(*parts)

    def point(self, step: int) -> None:
        """Move the cursor; beyond the ends it stays at the end."""
        step = max(0, min(self._plot.last, step))
        if step != self._at:
            self._at = step
            self.update()
            self.pointed.emit(step)

    def flag(self, flags: tuple[tuple[int, int], ...]) -> None:
        """Number these decisions, (step, seat), on the lines."""
        self._plot = replace(self._plot, flags=flags)
        self.update()

    # --- moving the cursor ----------------------------------------------------------------------

    def _field(self) -> Field:
        return Field.within(QRectF(self.rect()), self._plot.last)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(self._field().step_at(event.position().x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.point(self._field().step_at(event.position().x()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._ask_for_board()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        starts = [chapter.first for chapter in self._plot.chapters]
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._ask_for_board()
                return
            case Qt.Key.Key_Left:
                target = self._at - 1
            case Qt.Key.Key_Right:
                target = self._at + 1
            case Qt.Key.Key_Home:
                target = 0
            case Qt.Key.Key_End:
                target = self._plot.last
            case Qt.Key.Key_PageUp:
                target = max((first for first in starts if first < self._at), default=0)
            case Qt.Key.Key_PageDown:
                target = min((f for f in starts if f > self._at), default=self._plot.last)
            case _:
                super().keyPressEvent(event)
                return
        self.point(target)
        announce(self, self.chances(self._at))

    def _ask_for_board(self) -> None:
        if self._at < self._plot.last:
            self.board_requested.emit(self._at)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter, self._plot, self._field(), theme_of(self), at=self._at, lit=self.hasFocus())
