"""QR codes, painted by ourselves: dark modules on a light ground in either theme, with the margin
that readers need."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet_gui.widgets.basics import set_tip

MARGIN = 4  # modules of light ground around the code, as the standard asks for
_LIGHT, _DARK = QColor("#ffffff"), QColor("#1b1408")


@lru_cache(maxsize=16)
def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of a code, True for dark. Raises ValueError for a text that is too long."""
    import segno  # here, for it loads much that the window comes up without

    code = segno.make(text, error="m", micro=False)
    return tuple(tuple(bool(module) for module in line) for line in code.matrix)


def paint_qr(painter: QPainter, box: QRectF, text: str) -> None:
    """Paints the code with its margin, as large as fits into the middle of `box`, each module of
    whole device pixels."""
    rows = qr_modules(text)
    count = len(rows) + 2 * MARGIN
    ratio = painter.device().devicePixelRatioF() * abs(painter.transform().m11())
    module = max(1, int(min(box.width(), box.height()) * ratio / count)) / ratio
    side = module * count
    left, top = box.center().x() - side / 2, box.center().y() - side / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_LIGHT)
    painter.drawRect(QRectF(left, top, side, side))
    painter.setBrush(_DARK)
    for y, line in enumerate(rows, start=MARGIN):
        for x, dark in enumerate(line, start=MARGIN):
            if dark:
                painter.drawRect(QRectF(left + x * module, top + y * module, module, module))
    painter.restore()


class QrCode(QWidget):
    """A code of a text, square; `words` say what it stands for."""

    def __init__(self, text: str, words: str, *, side: int = 180) -> None:
        super().__init__()
        self._text = text
        self._side = side
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)
        set_tip(self, words)

    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    def show_text(self, text: str) -> None:
        self._text = text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_qr(painter, QRectF(self.rect()), self._text)
        painter.end()
