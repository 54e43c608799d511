"""The picture of a finished game, to save or to copy: its last moment, the podium, all scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath

from camelnet.i18n import _
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.games.coins import PaintUnit
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import LIGHT, ui_font
from camelnet_gui.table.podium import paint_podium_steps, steps
from camelnet_gui.widgets.qr import paint_qr

WIDE, HIGH = 1600, 1200  # pixels
PHOTO = QRectF(40, 132, 1520, 620)
CODE = QRectF(700, 782, 300, 300)
LINK_MAX = 1500  # characters: more would make modules too small to be read off a screen


@dataclass(frozen=True, slots=True)
class Finish:
    """All that the picture says."""

    title: str  # who won
    game: str
    table: str
    date: str
    marks: tuple[SeatMark, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]  # of each seat
    link: str = ""  # with all moves; "" for none


def finish_picture(
    finish: Finish, moment: Callable[[QPainter, QRectF], None], paint_unit: PaintUnit
) -> QImage:
    """`moment` paints the end of the game into a box."""
    image = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.panel))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    _write(painter, finish.title, QRectF(44, 22, 1512, 62), 50, QFont.Weight.Black, LIGHT.text)
    below = "  ·  ".join(part for part in (finish.game, finish.table, finish.date) if part)
    _write(painter, below, QRectF(46, 86, 1508, 34), 25, QFont.Weight.Medium, LIGHT.muted)
    frame = QPainterPath()
    frame.addRoundedRect(PHOTO, 18, 18)
    painter.save()
    painter.setClipPath(frame)
    moment(painter, PHOTO)
    painter.restore()
    podium = QRectF(40, 782, 960, 380)
    if 0 < len(finish.link) <= LINK_MAX:
        podium.setWidth(podium.width() - CODE.width() - 20)
        _paint_code(painter, finish.link)
    first = steps(finish.marks, finish.scores, finish.places)
    paint_podium_steps(painter, podium, first, LIGHT, paint_unit)
    _paint_list(painter, finish, QRectF(1030, 790, 530, 372), paint_unit)
    painter.end()
    return image


def _paint_code(painter: QPainter, link: str) -> None:
    """The whole game as a code, and what it is good for."""
    paint_qr(painter, CODE, link)
    told = QRectF(CODE.left(), CODE.bottom() + 6, CODE.width(), 60)
    painter.setFont(ui_font(19))
    painter.setPen(QColor(LIGHT.muted))
    flags = int(
        Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    )
    painter.drawText(told, flags, _("All moves, for camelnet. Proves nothing."))


def _paint_list(painter: QPainter, finish: Finish, box: QRectF, paint_unit: PaintUnit) -> None:
    """All players, best first."""
    scores = finish.scores
    order = sorted(range(len(scores)), key=lambda seat: (finish.places[seat], seat))
    pitch = min(62.0, box.height() / len(order))
    for number, seat in enumerate(order):
        line = QRectF(box.left(), box.top() + number * pitch, box.width(), pitch - 8)
        card = QPainterPath()
        card.addRoundedRect(line, 10, 10)
        painter.fillPath(card, QColor(LIGHT.card))
        middle = line.center().y()
        painter.setFont(ui_font(18, QFont.Weight.Bold))
        radius = line.height() * 0.36
        paint_badge(painter, finish.marks[seat], QPointF(line.left() + 30, middle), radius)
        name = line.adjusted(60, 0, -110, 0)
        _write(painter, finish.marks[seat].name, name, 24, QFont.Weight.Bold, LIGHT.text)
        paint_unit(painter, QPointF(line.right() - 84, middle), radius * 0.8)
        total = QRectF(line.right() - 64, line.top(), 56, line.height())
        _write(painter, str(scores[seat]), total, 27, QFont.Weight.Black, LIGHT.text)


def _write(
    painter: QPainter, text: str, box: QRectF, size: int, weight: QFont.Weight, colour: str
) -> None:
    """One line, shortened where it does not fit."""
    font = ui_font(size, weight)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
