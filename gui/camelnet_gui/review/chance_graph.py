"""The graph of everybody's chance to win over a game, which is the seek bar of its replay."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import percent
from camelnet_gui.review.graph_painting import Field, Plot, paint
from camelnet_gui.style.theme import theme_of
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import show_tip

HIGH, LOW = 132, 84  # pixels: with room, and without


class ChanceGraph(QWidget):
    """A click or a drag asks for a place; whoever listens shows it with `show_at`. Before anybody
    has worked out the chances it is a plain time line."""

    accessible_role = QAccessible.Role.Chart

    seek_requested = Signal(int)  # a place, from 0 to the number of steps

    def __init__(self, plot: Plot) -> None:
        super().__init__()
        self._plot = plot
        self._at = 0
        self._hover: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(LOW)
        self.setAccessibleName(_("The chance of winning over the game"))
        self.show_plot(plot)

    @property
    def at(self) -> int:
        return self._at

    @property
    def plot(self) -> Plot:
        return self._plot

    def sizeHint(self) -> QSize:
        return QSize(640, LOW)

    def show_plot(self, plot: Plot) -> None:
        self._plot = plot
        self.setAccessibleDescription(self.summary())
        self.update()

    def show_at(self, at: int) -> None:
        """Moves the cursor."""
        if at != self._at:
            self._at = at
            self.update()

    def summary(self) -> str:
        """The graph in words: where each line began, how high and low it went, where it ended."""
        if not self._plot.seen:
            return self._plot.note
        text = _("{name}: at first {first}, lowest {low}, highest {high}, at the end {last}.")
        lines = []
        for seat, mark in enumerate(self._plot.marks):
            chances = [shares[seat] for shares in self._plot.seen]
            line = text.format(
                name=mark.name,
                first=percent(chances[0]),
                low=percent(min(chances)),
                high=percent(max(chances)),
                last=percent(chances[-1]),
            )
            lines.append(line)
        return " ".join(lines)

    def chances(self, at: int) -> str:
        """Everybody's chance at a place, in words; "" while nobody knows them."""
        if not self._plot.graph or not self._plot.visible(at):
            return ""
        shares = zip(self._plot.marks, self._plot.graph[at], strict=True)
        parts = [f"{mark.name} {percent(share)}" for mark, share in shares]
        return dotted(*(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts))

    def place_x(self, at: int) -> float:
        """The position of a place, in pixels from the left."""
        return self._field().x(at)

    # --- pointing -------------------------------------------------------------------------------

    def _field(self) -> Field:
        return Field.within(QRectF(self.rect()), self._plot.last)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.seek_requested.emit(self._field().step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._field().step_at(event.position().x())
        if place != self._hover:
            self._hover = place
            self.update()
        if event.buttons() & Qt.MouseButton.LeftButton and place != self._at:
            self.seek_requested.emit(place)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.update()
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._field().step_at(event.pos().x())
            show_tip(event.globalPos(), self.chances(place), self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        field, theme = self._field(), theme_of(self)
        lit = self.hasFocus()
        paint(painter, self._plot, field, theme, at=self._at, lit=lit, hover=self._hover)
