"""A button that clicks itself after a while, with a ring that shows how soon."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QPainter, QPaintEvent, QPalette, QPen

from camelnet.i18n import _
from camelnet_gui.widgets.basics import FittingButton, set_tip

TICK_MS = 50
CALM_TICK_MS = 500  # of a ring that must not move
RING = 16  # pixels, its diameter


class CountdownButton(FittingButton):
    """`count_down` begins; `hold` ends it, and the button waits to be clicked."""

    pointed = Signal()  # the pointer has moved meanwhile

    def __init__(self, text: str, name: str = "", *, calm: bool = False) -> None:
        """`calm`: the ring goes on in steps, for those who want no motion."""
        super().__init__(text, name)
        self._length_ms = 0
        self._since = QElapsedTimer()
        self._pointer = QPoint()
        self._tick = QTimer(self)
        self._tick.setInterval(CALM_TICK_MS if calm else TICK_MS)
        self._tick.timeout.connect(self._ticked)

    @property
    def counts(self) -> bool:
        """True while it will click itself."""
        return self._tick.isActive()

    def count_down(self, length_ms: int) -> None:
        self._length_ms = length_ms
        self._since.start()
        self._pointer = QCursor.pos()
        self._tick.start()
        set_tip(self, _("Goes on by itself. Any key or a click on the page holds it."))
        self.fit()
        self.update()

    def hold(self) -> None:
        """Wait for a click after all."""
        self._tick.stop()
        set_tip(self, "")
        self.fit()
        self.update()

    def room(self) -> int:
        return RING + 8 if self.counts else 0

    def _ticked(self) -> None:
        pointer, self._pointer = self._pointer, QCursor.pos()
        if pointer != self._pointer:
            self.pointed.emit()
        elif self._since.elapsed() >= self._length_ms:
            self.hold()
            self.click()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.counts:
            return
        left = 1 - min(1.0, self._since.elapsed() / max(1, self._length_ms))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.width() - RING - 9, (self.height() - RING) / 2, RING, RING)
        colour = QColor(self.palette().color(QPalette.ColorRole.ButtonText))
        colour.setAlpha(70)
        painter.setPen(QPen(colour, 3))
        painter.drawEllipse(box)
        colour.setAlpha(255)
        pen = QPen(colour, 3)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(box, 90 * 16, round(left * 360 * 16))
