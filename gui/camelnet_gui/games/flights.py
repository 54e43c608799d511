"""Pieces in flight over a whole table screen: a tile to who takes it, coins to who earns them.

The layer lies over board and panel, lets the mouse through, and costs nothing at rest: it is
hidden, and its clock stands still. A game names the pieces (`Flight`) and paints them (`Pieces`);
the screen says where places and seats are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractAnimation,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.games.board_parts import Speed
from camelnet_gui.games.interface import Pieces
from camelnet_gui.games.view_model import Anchor, Flight
from camelnet_gui.style.theme import theme_of, ui_font
from camelnet_gui.widgets.basics import in_sight

FLIGHT_MS = 620  # one piece
APART_MS = 110  # between two that fly together
GAIN_MS = 900  # for how long the sum earned stays beside a row
FAST = 3.0  # how many times faster "fast" is
SHADOW = 7.0  # pixels around a piece, for what it throws on the table
TOGETHER_MAX = 8  # coins of one flight


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the layer's coordinates, and its size there; None for a player's row."""

    centre: QPointF
    room: QSizeF | None


@dataclass(frozen=True, slots=True)
class _Course:
    """One piece on its way."""

    piece: str
    start: QPointF
    goal: QPointF
    from_size: QSizeF
    to_size: QSizeF
    begins_ms: float
    flips: bool

    def at(self, share: float) -> tuple[QPointF, QSizeF, float, float]:
        """The centre, the size, the tilt in degrees and the visible share of the width."""
        run = share * share * (3 - 2 * share)
        reach = math.hypot(self.goal.x() - self.start.x(), self.goal.y() - self.start.y())
        centre = self.start + (self.goal - self.start) * run
        centre -= QPointF(0, math.sin(math.pi * run) * min(120.0, 30 + reach * 0.16))
        swell = 1 + 0.22 * math.sin(math.pi * run)
        size = QSizeF(
            (self.from_size.width() + (self.to_size.width() - self.from_size.width()) * run),
            (self.from_size.height() + (self.to_size.height() - self.from_size.height()) * run),
        )
        way = 1.0 if self.goal.x() >= self.start.x() else -1.0
        tilt = way * 9 * math.sin(math.pi * run)
        width = abs(math.cos(math.tau * run)) if self.flips else 1.0
        return centre, size * swell, tilt, max(0.03, width)


@dataclass(frozen=True, slots=True)
class _Gain:
    """A sum that rises beside a row."""

    text: str
    at: QPointF
    begins_ms: float


class FlightLayer(QWidget):
    """Covers its parent while something flies. `play` calls back when all of it has landed."""

    def __init__(self, parent: QWidget, pieces: Pieces | None) -> None:
        super().__init__(parent)
        self._stage = parent
        self._pieces = pieces
        self._speed: Speed = "normal"
        self._pace = 1.0
        self._courses: tuple[_Course, ...] = ()
        self._gains: tuple[_Gain, ...] = ()
        self._lands_ms = 0.0
        self._now_ms = 0.0
        self._then: Callable[[], None] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self._over)
        self.hide()

    @property
    def flying(self) -> tuple[str, ...]:
        """The pieces that have not landed."""
        return tuple(course.piece for course in self._courses) if self._then else ()

    @property
    def moving(self) -> bool:
        """True while the clock runs."""
        return self._clock.state() is QAbstractAnimation.State.Running

    def set_speed(self, speed: Speed) -> None:
        self._speed = speed
        if speed == "off":
            self.skip()

    def set_pace(self, factor: float) -> None:
        """So many times as fast as the speed says, from the next flight on."""
        self._pace = factor

    def play(
        self,
        flights: Sequence[Flight],
        spot_of: Callable[[Anchor], Spot | None],
        then: Callable[[], None],
    ) -> None:
        """Fly all of them together, and call `then` when the last has landed: at once where nothing
        may move or nobody looks. A flight between places that are not in sight is left out."""
        self.skip()
        if self._speed == "off" or self._pieces is None or not in_sight(self._stage):
            then()
            return
        courses, gains = self._courses_of(flights, spot_of)
        if not courses:
            then()
            return
        lands_ms = max(course.begins_ms for course in courses) + FLIGHT_MS
        length = lands_ms + (GAIN_MS if gains else 0)
        factor = FAST if self._speed == "fast" else 1.0
        # The clock tells the end of its last run while it is set: nothing may fly yet.
        self._clock.setDuration(max(1, round(length / factor)))
        self._clock.setEndValue(float(length))
        self._courses, self._gains, self._then = tuple(courses), tuple(gains), then
        self._lands_ms, self._now_ms = lands_ms, 0.0
        self.setGeometry(self._stage.rect())
        self.show()
        self.raise_()
        self._clock.start()

    def skip(self) -> None:
        """Land everything now."""
        if self.moving:
            self._clock.stop()
        self._over()

    def _courses_of(
        self, flights: Sequence[Flight], spot_of: Callable[[Anchor], Spot | None]
    ) -> tuple[list[_Course], list[_Gain]]:
        assert self._pieces is not None
        courses: list[_Course] = []
        gains: list[_Gain] = []
        for flight in flights:
            start, goal = spot_of(flight.origin), spot_of(flight.goal)
            if start is None or goal is None:
                continue
            for _number in range(min(flight.count, TOGETHER_MAX)):
                courses.append(
                    _Course(
                        flight.piece,
                        start.centre,
                        goal.centre,
                        self._pieces.size(flight.piece, start.room),
                        self._pieces.size(flight.piece, goal.room),
                        len(courses) * APART_MS,
                        flight.flips,
                    )
                )
            if flight.gain:
                gains.append(_Gain(flight.gain, goal.centre, courses[-1].begins_ms + FLIGHT_MS))
        return courses, gains

    # --- time -----------------------------------------------------------------------------------

    def _tick(self, now: float) -> None:
        if not self._courses:
            return
        before = self._dirty()
        self._now_ms = now
        self.update(before.united(self._dirty()).toAlignedRect())
        if self._now_ms >= self._lands_ms:
            self._landed()

    def _landed(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _over(self) -> None:
        self._courses, self._gains = (), ()
        self.hide()
        self._landed()

    # --- painting -------------------------------------------------------------------------------

    def _share(self, course: _Course) -> float:
        return (self._now_ms - course.begins_ms) / FLIGHT_MS

    def _dirty(self) -> QRectF:
        """All that is painted now."""
        box = QRectF()
        for course in self._courses:
            share = self._share(course)
            if 0 <= share <= 1.2:
                centre, size, _tilt, _width = course.at(min(1.0, share))
                reach = math.hypot(size.width(), size.height()) / 2 + 2 * SHADOW
                box = box.united(
                    QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach)
                )
        for gain in self._gains:
            if self._now_ms >= gain.begins_ms:
                box = box.united(QRectF(gain.at.x() - 46, gain.at.y() - 52, 92, 74))
        return box

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._courses or self._pieces is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(self.font())
        for course in self._courses:
            share = self._share(course)
            if 0 <= share < 1:
                self._paint_course(painter, course, share)
        for gain in self._gains:
            if (age := (self._now_ms - gain.begins_ms) / GAIN_MS) >= 0:
                self._paint_gain(painter, gain, min(1.0, age))

    def _paint_course(self, painter: QPainter, course: _Course, share: float) -> None:
        centre, size, tilt, width = course.at(share)
        largest = max(course.from_size, course.to_size, key=lambda each: each.height())
        native = QSizeF(largest.width() * 1.25, largest.height() * 1.25)
        pieces, theme = self._pieces, theme_of(self)
        assert pieces is not None

        def paint(inner: QPainter, box: QRectF) -> None:
            lifted = QPainterPath()
            lifted.addRoundedRect(box, 6, 6)
            for spread in (1.0, 2.5, 4.5):
                inner.strokePath(lifted.translated(0, 3), QPen(QColor(30, 16, 0, 26), spread * 2))
            pieces.paint(inner, course.piece, box, theme)

        painter.save()
        painter.setOpacity(min(1.0, 6 * (1 - share) + 0.25))
        painter.translate(centre)
        painter.rotate(tilt)
        painter.scale(width * size.width() / native.width(), size.height() / native.height())
        box = QRectF(QPointF(-native.width() / 2, -native.height() / 2), native)
        key = f"flight {course.piece} {theme.dark}"
        paint_cached(painter, key, box, paint, margin=SHADOW)
        painter.restore()

    def _paint_gain(self, painter: QPainter, gain: _Gain, age: float) -> None:
        theme = theme_of(self)
        painter.save()
        painter.setOpacity(min(1.0, 3 * (1 - age)))
        painter.setFont(ui_font(19, QFont.Weight.Black))
        at = gain.at - QPointF(0, 24 * (1 - (1 - age) ** 3))
        box = QRectF(at.x() - 40, at.y() - 15, 80, 30)
        path = QPainterPath()
        wide = painter.fontMetrics().horizontalAdvance(gain.text) + 20
        path.addRoundedRect(QRectF(at.x() - wide / 2, box.top() + 2, wide, 26), 13, 13)
        loss = gain.text[:1] not in "+"
        painter.fillPath(path, QColor(theme.danger if loss else theme.gold))
        painter.strokePath(path, QPen(QColor(theme.card), 1.6))
        painter.setPen(QColor(theme.on_danger if loss else theme.on_gold))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, gain.text)
        painter.restore()
