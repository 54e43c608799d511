"""The moment in which a camel crosses the line: a flash of the camera, confetti, a ribbon."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet.i18n import _
from camelnet_gui.art.confetti import FESTIVE, paint_confetti
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import COATS, faded
from camelnet_gui.games.camels.pieces import camel_title
from camelnet_gui.style.theme import ui_font

FINISH_MS = 2300
FLASH = 0.16  # the share of it in which the flash fades


class FinishShow(QGraphicsItem):
    """Covers a board of a size while a camel finishes."""

    def __init__(self) -> None:
        super().__init__()
        self._box = QRectF()
        self._camel: str | None = None
        self._share = 0.0

    def show_finish(self, box: QRectF, camel: str | None, share: float) -> None:
        """`camel`: the first across the line; None for nothing. `share`: of the show, 0 to 1."""
        if camel is None and self._camel is None:
            return
        self.prepareGeometryChange()
        self._box, self._camel, self._share = QRectF(box), camel, share
        self.update()

    def boundingRect(self) -> QRectF:
        return self._box if self._camel else QRectF()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        camel, box, share = self._camel, self._box, self._share
        if camel is None:
            return
        coat = COATS[camel]
        colours = (coat.base, coat.light, *FESTIVE)
        paint_confetti(painter, box, share * FINISH_MS / 1000, colours=colours)
        slide = min(1.0, share / 0.14) * min(1.0, (1 - share) / 0.08)
        paint_ribbon(painter, box, camel, slide)
        if share < FLASH:
            painter.fillRect(box, faded(QColor("#ffffff"), 0.85 * (1 - share / FLASH)))


def paint_ribbon(painter: QPainter, box: QRectF, camel: str, shown: float) -> None:
    """A ribbon that says who crosses the line; `shown`: how strongly, 0 to 1."""
    text = _("{camel} crosses the line!").format(camel=camel_title(camel))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(painter.opacity() * max(0.0, shown))
    high = max(40.0, box.height() * 0.085)
    font = ui_font(round(high * 0.46), QFont.Weight.Black)
    metrics = QFontMetricsF(font)
    while metrics.horizontalAdvance(text) > box.width() * 0.8 and font.pixelSize() > 12:
        font.setPixelSize(font.pixelSize() - 1)
        metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(text) + high * 2.1
    plate = QRectF(0, 0, wide, high)
    plate.moveCenter(box.center())
    coat = COATS[camel]
    path = QPainterPath()
    path.addRoundedRect(plate, high / 2, high / 2)
    painter.fillPath(path.translated(0, 4), QColor(0, 0, 0, 70))
    painter.fillPath(path, coat.base)
    painter.strokePath(path, QPen(QColor("#ffe9b0"), 3))
    chip = plate.topLeft() + (plate.bottomLeft() - plate.topLeft()) / 2
    chip.setX(plate.left() + high * 0.72)
    paint_chip(painter, camel, chip, high * 0.36)
    painter.setFont(font)
    painter.setPen(coat.on)
    painter.drawText(
        plate.adjusted(high * 1.15, 0, -high * 0.5, 0), Qt.AlignmentFlag.AlignCenter, text
    )
    painter.restore()
