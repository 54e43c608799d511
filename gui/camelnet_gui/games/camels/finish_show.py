"""The moment in which a camel crosses the line: a flash of the camera, confetti, a ribbon."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from camelnet.i18n import _
from camelnet_gui.art.confetti import FESTIVE, paint_confetti
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import COATS, faded
from camelnet_gui.games.camels.pieces import camel_title
from camelnet_gui.games.camels.state_item import StateItem
from camelnet_gui.style.theme import ui_font

FINISH_MS = 2300
FLASH = 0.16  # the share of it in which the flash fades


@dataclass(frozen=True, slots=True)
class Show:
    """A moment of it."""

    box: QRectF  # of the board, which it covers
    camel: str  # the first across the line
    share: float  # of the show, 0 to 1


def finish_item() -> StateItem[Show]:
    return StateItem(lambda show: show.box, paint_show)


def paint_show(painter: QPainter, show: Show) -> None:
    box, share, coat = show.box, show.share, COATS[show.camel]
    colours = (coat.base, coat.light, *FESTIVE)
    paint_confetti(painter, box, share * FINISH_MS / 1000, colours=colours)
    slide = min(1.0, share / 0.14) * min(1.0, (1 - share) / 0.08)
    paint_ribbon(painter, box, show.camel, slide)
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
