"""The podium of a finished game: the first three on their steps, and the coins they have made."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.palette import readable_on
from camelnet_gui.games.coins import PaintUnit
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import Theme, theme_of, ui_font

HIGH, HIGH_COMPACT = 212, 150  # pixels
METALS = {1: ("#ffe08a", "#d99a1c"), 2: ("#eceff2", "#a9b2bb"), 3: ("#eebd92", "#b0703a")}
TALL = {1: 1.0, 2: 0.74, 3: 0.56}  # of a step, by its place
APART, RISES = 0.28, 0.42  # of the time: between two steps, and until one has risen
HEAP_MAX = 24  # coins before one step
COIN = 8.0  # the radius of one, in pixels of a podium of its usual height


@dataclass(frozen=True, slots=True)
class Step:
    """One of the first three."""

    mark: SeatMark
    place: int  # from 1; those who are equal share one
    score: int


def steps(
    marks: Sequence[SeatMark], scores: Sequence[int], places: Sequence[int]
) -> tuple[Step, ...]:
    """The first three, best first."""
    order = sorted(range(len(scores)), key=lambda seat: (places[seat], seat))
    return tuple(Step(marks[seat], places[seat], scores[seat]) for seat in order[:3])


def _share(shown: Sequence[Step], index: int, time: float) -> float:
    """The share of its rise that the step at `index` has behind it; the last place comes first."""
    begins = (len(shown) - 1 - index) * APART
    return max(0.0, min(1.0, (time - begins) / RISES))


def _box_of(box: QRectF, shown: Sequence[Step], index: int) -> QRectF:
    """A step at its full height."""
    unit = box.height() / HIGH
    wide = min(box.width() / 3.2, 196 * unit)
    left = box.center().x() + (0, -1, 1)[index] * wide - wide / 2
    if len(shown) == 2:
        left += wide / 2
    tall = 112 * unit * TALL[min(3, shown[index].place)]
    return QRectF(left, box.bottom() - tall, wide, tall)


def paint_podium_steps(
    painter: QPainter,
    box: QRectF,
    shown: Sequence[Step],
    theme: Theme,
    paint_unit: PaintUnit,
    *,
    risen: float = 1.0,
    paid: float = 1.0,
) -> None:
    """The steps within a box, as far as they have `risen`, 0 to 1, and the scores as far as they
    are `paid`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = box.height() / HIGH
    for index in reversed(range(len(shown))):
        step, whole = shown[index], _box_of(box, shown, index)
        part = 1 - (1 - _share(shown, index, risen)) ** 3
        at = whole.adjusted(0, whole.height() * (1 - part), 0, 0)
        _paint_step(painter, at.adjusted(3, 0, -3, 0), step, unit)
        if part <= 0:
            continue
        painter.setOpacity(part)
        centre = QPointF(at.center().x(), at.top() - 46 * unit)
        painter.setFont(ui_font(round(22 * unit), QFont.Weight.Bold))
        paint_badge(painter, step.mark, centre, 24 * unit)
        if step.place == 1:
            _paint_crown(painter, centre - QPointF(0, 27 * unit), unit)
        font = ui_font(round(15 * unit), QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        room = at.width() - 8
        name = QFontMetricsF(font).elidedText(step.mark.name, Qt.TextElideMode.ElideRight, room)
        line = QRectF(at.left(), at.top() - 21 * unit, at.width(), 20 * unit)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, name)
        score = round(step.score * _share(shown, index, paid))
        _paint_score(painter, at, step, score, unit, paint_unit)
        painter.setOpacity(1)
    painter.restore()


def paint_coins(
    painter: QPainter, box: QRectF, shown: Sequence[Step], coin: QPixmap, paid: float
) -> None:
    """The coins that fall before the steps of a podium in a box, a heap for each score; `coin`: one
    of them, of a radius of `COIN` where the podium has its usual height."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for index in range(len(shown)):
        share = _share(shown, index, paid)
        count = max(0, min(HEAP_MAX, shown[index].score))
        places = _heap(_box_of(box, shown, index), count, box.height() / HIGH)
        random = Random(index)
        for number, place in enumerate(places):
            begins, drift = 0.7 * number / count, random.uniform(-60, 60)
            fall = (share - begins) / 0.3
            if fall > 0:
                _paint_falling(painter, coin, place, min(1.0, fall), drift)
    painter.restore()


def _heap(step: QRectF, count: int, unit: float) -> list[QPointF]:
    """The places of coins before a step, the lowest of three rows first."""
    places: list[QPointF] = []
    wide = math.ceil((count + 3) / 3)
    for row in range(3):
        in_row = min(wide - row, count - len(places))
        for number in range(in_row):
            x = (number - (in_row - 1) / 2) * 2 * COIN
            y = 0.9 * COIN - row * 1.3 * COIN
            places.append(QPointF(step.center().x() + x * unit, step.bottom() + y * unit))
    return places


def _paint_falling(
    painter: QPainter, coin: QPixmap, place: QPointF, fall: float, drift: float
) -> None:
    size = coin.deviceIndependentSize()
    left = 1 - fall
    at = QPointF(place.x() + drift * left, place.y() - (1 - fall * fall) * (place.y() + 40))
    wide = size.width() * (abs(math.cos(9 * left)) if left else 1.0)
    box = QRectF(0, 0, max(2.0, wide), size.height())
    box.moveCenter(at)
    painter.drawPixmap(box, coin, QRectF(coin.rect()))


def _paint_step(painter: QPainter, box: QRectF, step: Step, unit: float) -> None:
    light, deep = METALS[min(3, step.place)]
    path = QPainterPath()
    path.addRoundedRect(box.adjusted(0, 0, 0, 12 * unit), 9 * unit, 9 * unit)
    painter.save()
    painter.setClipRect(box)
    metal = QLinearGradient(box.topLeft(), box.bottomLeft())
    metal.setColorAt(0, QColor(light))
    metal.setColorAt(1, QColor(deep))
    painter.fillPath(path, metal)
    painter.fillRect(
        QRectF(box.left(), box.top(), box.width(), 5 * unit), QColor(255, 255, 255, 90)
    )
    painter.restore()


def _paint_score(
    painter: QPainter, box: QRectF, step: Step, score: int, unit: float, paint_unit: PaintUnit
) -> None:
    ink = readable_on(QColor(METALS[min(3, step.place)][1]))
    painter.setFont(ui_font(round(30 * unit), QFont.Weight.Black))
    metrics = QFontMetricsF(painter.font())
    text = str(score)
    wide = metrics.horizontalAdvance(text) + 30 * unit
    middle = box.top() + min(box.height() / 2, 31 * unit)
    if box.height() < 24 * unit:
        return
    left = box.center().x() - wide / 2
    paint_unit(painter, QPointF(left + 11 * unit, middle), 11 * unit)
    painter.setPen(ink)
    number = QRectF(left + 28 * unit, middle - 20 * unit, wide, 40 * unit)
    painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, text)


def _paint_crown(painter: QPainter, foot: QPointF, unit: float) -> None:
    """A crown of gold above the winner's disc."""
    painter.save()
    painter.translate(foot)
    painter.scale(unit, unit)
    crown = QPainterPath(QPointF(-15, 2))
    for x, y in ((-18, -15), (-8, -6), (0, -20), (8, -6), (18, -15), (15, 2)):
        crown.lineTo(x, y)
    crown.closeSubpath()
    gold = QLinearGradient(0, -18, 0, 2)
    gold.setColorAt(0, QColor("#ffe793"))
    gold.setColorAt(1, QColor("#e0a11f"))
    painter.setPen(QPen(QColor("#8a5a0a"), 1.6, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(gold)
    painter.drawPath(crown)
    for x, y in ((-18, -15), (0, -20), (18, -15)):
        painter.drawEllipse(QPointF(x, y), 2.6, 2.6)
    painter.restore()


class Podium(QWidget):
    """Painted, with all its steps."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, shown: Sequence[Step], paint_unit: PaintUnit) -> None:
        super().__init__()
        self._steps, self._paint_unit = tuple(shown), paint_unit
        self.set_compact(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(spoken_steps(shown))

    def set_compact(self, compact: bool) -> None:
        """Lower, where there is little room."""
        self.setFixedHeight(HIGH_COMPACT if compact else HIGH)

    def sizeHint(self) -> QSize:
        return QSize(560, self.maximumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(self.rect())
        paint_podium_steps(QPainter(self), box, self._steps, theme_of(self), self._paint_unit)


def spoken_steps(shown: Sequence[Step]) -> str:
    """A podium for who does not see it."""
    return ", ".join(f"{step.place}. {step.mark.name} {step.score}" for step in shown)
