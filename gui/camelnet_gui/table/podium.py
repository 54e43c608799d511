"""The podium of a finished game: the first three on their steps, painted as they rise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
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
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.confetti import FALL_S, paint_confetti
from camelnet_gui.art.palette import readable_on
from camelnet_gui.games.coins import PaintUnit
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import Theme, theme_of, ui_font

HIGH, HIGH_COMPACT = 212, 150  # pixels
RISE_MS = 1300
METALS = {1: ("#ffe08a", "#d99a1c"), 2: ("#eceff2", "#a9b2bb"), 3: ("#eebd92", "#b0703a")}
TALL = {1: 1.0, 2: 0.74, 3: 0.56}  # of a step, by its place


@dataclass(frozen=True, slots=True)
class Step:
    """One of the first three."""

    mark: SeatMark
    place: int  # from 1; equal scores share one
    score: int


def steps(
    marks: Sequence[SeatMark], scores: Sequence[int], winners: Sequence[int]
) -> tuple[Step, ...]:
    """The first three, best first: all winners before anybody else, whatever broke the tie."""
    order = sorted(range(len(scores)), key=lambda s: (s not in winners, -scores[s], s))
    places = {
        seat: 1
        if seat in winners
        else 1 + sum(other in winners or scores[other] > scores[seat] for other in order)
        for seat in order
    }
    return tuple(Step(marks[s], places[s], scores[s]) for s in order[:3])


def paint_podium_steps(
    painter: QPainter,
    box: QRectF,
    shown: Sequence[Step],
    theme: Theme,
    paint_unit: PaintUnit,
    risen: float = 1.0,
) -> None:
    """The steps within a box; `risen`: how far the show is, 0 to 1, the third place first."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = box.height() / HIGH
    wide = min(box.width() / 3.2, 196 * unit)
    middle = box.center().x()
    for index in reversed(range(len(shown))):
        step = shown[index]
        side = (0, -1, 1)[index]
        begins = (len(shown) - 1 - index) * 0.28
        part = max(0.0, min(1.0, (risen - begins) / 0.42))
        part = 1 - (1 - part) ** 3
        tall = 112 * unit * TALL[min(3, step.place)] * part
        left = middle + side * wide - wide / 2
        if len(shown) == 2:
            left += wide / 2
        top = box.bottom() - tall
        _paint_step(painter, QRectF(left + 3, top, wide - 6, tall), step, unit)
        if part <= 0:
            continue
        painter.setOpacity(part)
        centre = QPointF(left + wide / 2, top - 46 * unit)
        painter.setFont(ui_font(round(22 * unit), QFont.Weight.Bold))
        paint_badge(painter, step.mark, centre, 24 * unit)
        if step.place == 1:
            _paint_crown(painter, centre - QPointF(0, 27 * unit), unit)
        font = ui_font(round(15 * unit), QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        name = QFontMetricsF(font).elidedText(step.mark.name, Qt.TextElideMode.ElideRight, wide - 8)
        line = QRectF(left, top - 21 * unit, wide, 20 * unit)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, name)
        _paint_score(painter, QRectF(left, top, wide, tall), step, unit, paint_unit)
        painter.setOpacity(1)
    painter.restore()


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
    painter: QPainter, box: QRectF, step: Step, unit: float, paint_unit: PaintUnit
) -> None:
    ink = readable_on(QColor(METALS[min(3, step.place)][1]))
    painter.setFont(ui_font(round(30 * unit), QFont.Weight.Black))
    metrics = QFontMetricsF(painter.font())
    text = str(step.score)
    wide = metrics.horizontalAdvance(text) + 30 * unit
    middle = box.top() + min(box.height() / 2, 31 * unit)
    if box.height() < 24 * unit:
        return
    left = box.center().x() - wide / 2
    paint_unit(painter, QPointF(left + 11 * unit, middle), 11 * unit)
    painter.setPen(ink)
    number = QRectF(left + 28 * unit, middle - 20 * unit, wide, 40 * unit)
    painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, text)
    painter.setFont(ui_font(round(15 * unit), QFont.Weight.Black))
    if box.height() > 84 * unit:
        low = QRectF(box.left(), middle + 20 * unit, box.width(), 24 * unit)
        painter.drawText(low, Qt.AlignmentFlag.AlignCenter, f"{step.place}.")


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
    """Painted; with motion the steps rise one after another."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, shown: Sequence[Step], paint_unit: PaintUnit, *, animated: bool) -> None:
        super().__init__()
        self._steps, self._paint_unit = tuple(shown), paint_unit
        self._risen = 0.0 if animated else 1.0
        self.set_compact(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        told = [f"{step.place}. {step.mark.name} {step.score}" for step in shown]
        self.setAccessibleName(", ".join(told))
        if animated:
            self._clock = QVariantAnimation(self)
            self._clock.setDuration(RISE_MS)
            self._clock.setStartValue(0.0)
            self._clock.setEndValue(1.0)
            self._clock.valueChanged.connect(self._tick)
            self._clock.start()

    def set_compact(self, compact: bool) -> None:
        """Lower, where there is little room."""
        self.setFixedHeight(HIGH_COMPACT if compact else HIGH)

    @property
    def risen(self) -> bool:
        return self._risen >= 1.0

    def _tick(self, risen: float) -> None:
        self._risen = risen
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, self.maximumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        paint_podium_steps(painter, box, self._steps, theme_of(self), self._paint_unit, self._risen)


class ConfettiShower(QWidget):
    """Lets confetti fall once over its parent, and is gone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._seconds = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(round(FALL_S * 1000))
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(FALL_S)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self.hide)
        self._clock.start()

    def _tick(self, seconds: float) -> None:
        self._seconds = seconds
        parent = self.parentWidget()
        if parent is not None and self.size() != parent.size():
            self.setGeometry(parent.rect())
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_confetti(QPainter(self), QRectF(self.rect()), self._seconds)
