"""The light of a tutorial: a shade over the table with holes at what a step is about, and an arrow.

The holes are holes for the pointer too: what lies in them can be clicked, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPaintEvent,
    QPen,
    QPolygonF,
    QRegion,
)
from PySide6.QtWidgets import QWidget

from camelnet_gui.style.theme import theme_of

RING = 4.0  # pixels, the width of the line around a hole
PULSE_MS = 520
PULSE = 16.0  # pixels that the line comes from outside
HEAD = 13.0  # pixels, the length of the arrow's head


class Spotlight(QWidget):
    """Covers its parent. `show_light` places the holes; `show_dark` shades nothing and lets every
    click through to `pressed`."""

    pressed = Signal()  # somebody clicked where there is no hole

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._holes: tuple[QPainterPath, ...] = ()
        self._arrow: tuple[QPointF, QPointF] | None = None
        self._lit = False
        self._pulse = QVariantAnimation(self)
        self._pulse.setDuration(PULSE_MS)
        self._pulse.setStartValue(1.0)
        self._pulse.setEndValue(0.0)
        self._pulse.valueChanged.connect(lambda _share: self.update())

    @property
    def holes(self) -> tuple[QPainterPath, ...]:
        return self._holes

    def show_light(
        self,
        holes: Sequence[QPainterPath],
        arrow: tuple[QPointF, QPointF] | None,
        *,
        animated: bool,
    ) -> None:
        """Shade all but the holes (outlines in our own pixels); the arrow goes from a point to a
        point. `animated`: the lines around the holes draw the eye once."""
        self._lit = True
        self._holes = tuple(holes)
        self._arrow = arrow
        region = QRegion(self.rect())
        for hole in self._holes:
            polygon = _inside(hole).toFillPolygon().toPolygon()
            region = region.subtracted(QRegion(polygon, Qt.FillRule.WindingFill))
        self.setMask(region)
        if animated:
            self._pulse.stop()
            self._pulse.start()
        self.update()

    def show_dark(self) -> None:
        """Nothing is pointed at: things move, and a click anywhere is `pressed`."""
        self._lit = False
        self._holes, self._arrow = (), None
        self._pulse.stop()
        self.clearMask()
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._lit:
            return
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shaded = QPainterPath()
        shaded.addRect(QRectF(self.rect()))
        for hole in self._holes:
            shaded = shaded.subtracted(hole)
        painter.fillPath(shaded, QColor(4, 4, 16, 118) if theme.dark else QColor(58, 34, 8, 104))
        gold = QColor(theme.gold_high)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        away = PULSE * float(self._pulse.currentValue() or 0.0) if self._moving else 0.0
        for hole in self._holes:
            painter.setPen(_pen(QColor(theme.on_gold), RING + 2))
            painter.drawPath(hole)
            painter.setPen(_pen(gold, RING))
            painter.drawPath(hole)
            if away:
                faint = QColor(gold)
                faint.setAlphaF(1.0 - away / PULSE)
                painter.setPen(_pen(faint, RING / 2))
                painter.drawPath(_grown(hole, away))
        if self._arrow is not None:
            self._paint_arrow(painter, *self._arrow, gold, QColor(theme.on_gold))

    @property
    def _moving(self) -> bool:
        return self._pulse.state() is QVariantAnimation.State.Running

    def _paint_arrow(
        self, painter: QPainter, start: QPointF, end: QPointF, fill: QColor, edge: QColor
    ) -> None:
        way = end - start
        length = (way.x() ** 2 + way.y() ** 2) ** 0.5
        if length < HEAD:
            return
        along = way / length
        aside = QPointF(-along.y(), along.x())
        neck = end - along * HEAD
        bend = start + way / 2 + aside * min(26.0, length * 0.16)
        shaft = QPainterPath(start)
        shaft.quadTo(bend, neck)
        tip = end - bend
        tip = tip / max(1.0, (tip.x() ** 2 + tip.y() ** 2) ** 0.5)
        side = QPointF(-tip.y(), tip.x())
        back = end - tip * HEAD
        head = QPolygonF([end, back + side * HEAD * 0.62, back - side * HEAD * 0.62])
        for colour, wide in ((edge, 7.0), (fill, 4.5)):
            painter.setPen(_pen(colour, wide))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shaft)
            painter.setPen(_pen(colour, wide - 3.5))
            painter.setBrush(colour)
            painter.drawPolygon(head)


_ROUND = Qt.PenJoinStyle.RoundJoin


def _pen(colour: QColor, wide: float) -> QPen:
    return QPen(colour, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, _ROUND)


def _inside(hole: QPainterPath) -> QPainterPath:
    """The hole without its edge, which is painted smoothly over the mask's steps."""
    edge = QPainterPathStroker()
    edge.setWidth(RING)
    return hole.subtracted(edge.createStroke(hole)).simplified()


def _grown(hole: QPainterPath, pixels: float) -> QPainterPath:
    edge = QPainterPathStroker()
    edge.setWidth(2 * pixels)
    edge.setJoinStyle(_ROUND)
    return hole.united(edge.createStroke(hole)).simplified()
