"""Speech bubbles beside the players' rows: an emote, or the beginning of what somebody said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEasingCurve,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QTimer,
    QVariantAnimation,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from camelnet_gui.chat.emote_art import paint_emote
from camelnet_gui.chat.emotes import Emote
from camelnet_gui.style.theme import theme_of, ui_font

EMOTE_MS, TEXT_MS, POP_MS = 3500, 6000, 180
_TAIL, _PAD, _LINES = 12, 12, 3
_WRAP = int(Qt.TextFlag.TextWrapAnywhere) | int(Qt.TextFlag.TextWordWrap)


class Bubble(QWidget):
    """One bubble with its tail at the right edge. It goes by itself; clicks go through it."""

    def __init__(
        self, parent: QWidget, name: str, said: Emote | str, *, zoom: float = 1.0, animated: bool
    ) -> None:
        """`zoom`: how many times as large as beside a player's row."""
        super().__init__(parent)
        self._name = name
        self._said = said
        self._zoom = zoom
        self._grown = 1.0
        self._tail_y = 0  # below the top
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(said.words if isinstance(said, Emote) else said)
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.timeout.connect(self.deleteLater)
        self._away.timeout.connect(self.hide)
        self._away.start(EMOTE_MS if isinstance(said, Emote) else TEXT_MS)
        self.resize(*self._size())
        self._pop = QVariantAnimation(self)
        if animated:
            self._grown = 0.4
            self._pop.setStartValue(0.4)
            self._pop.setEndValue(1.0)
            self._pop.setDuration(POP_MS)
            self._pop.setEasingCurve(QEasingCurve.Type.OutBack)
            self._pop.valueChanged.connect(self._grow)
            self._pop.start()

    @property
    def emote(self) -> Emote | None:
        return self._said if isinstance(self._said, Emote) else None

    def point_at(self, tip: QPoint, others: Sequence[QRect] = ()) -> None:
        """Put the tip of the tail there, in the parent's coordinates, and the bubble inside the
        parent where it covers least of the others."""
        parent = self.parentWidget()
        room = (parent.height() if parent else tip.y() + self.height()) - self.height() - 4
        high, edge = self.height(), round(22 * self._zoom)
        left = max(4, tip.x() - self.width())
        best: tuple[int, int, int] | None = None
        for above in range(edge, high - edge + 1, 6):  # how far the tail is below the top
            top = max(4, min(tip.y() - above, room))
            box = QRect(left, top, self.width(), high)
            covered = sum(_area(box.intersected(other)) for other in others)
            found = (covered, abs(above - high // 2), top)
            best = found if best is None else min(best, found)
        top = best[2] if best else max(4, min(tip.y() - high // 2, room))
        self._tail_y = max(edge, min(tip.y() - top, high - edge))
        self.move(left, top)
        self.update()

    def _grow(self, share: object) -> None:
        self._grown = share if isinstance(share, float) else 1.0
        self.update()

    def _text_font(self) -> QFont:
        return ui_font(round(15 * self._zoom), QFont.Weight.Medium)

    def _name_font(self) -> QFont:
        return ui_font(round(12 * self._zoom), QFont.Weight.Bold)

    def _size(self) -> tuple[int, int]:
        """Width and height in pixels, tail included."""
        zoom = self._zoom
        name_metrics = QFontMetricsF(self._name_font())
        name = name_metrics.horizontalAdvance(self._name)
        edges = 2 * _PAD * zoom
        if isinstance(self._said, Emote):
            words = QFontMetricsF(self._text_font()).horizontalAdvance(self._said.words)
            wide = max(84 * zoom, name, words) + edges
            return round(wide + _TAIL * zoom), round(84 * zoom + 50 * zoom)
        box = self._text_box(220 * zoom)
        wide = max(box.width(), name, 40 * zoom) + edges
        return round(wide + _TAIL * zoom), round(box.height() + 18 * zoom + edges)

    def _text_box(self, wide: float) -> QRect:
        metrics = QFontMetricsF(self._text_font())
        assert isinstance(self._said, str)
        box = metrics.boundingRect(QRectF(0, 0, wide, 10_000), _WRAP, self._said)
        high = min(box.height(), _LINES * metrics.lineSpacing())
        return QRect(0, 0, round(box.width()) + 2, round(high))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, zoom = theme_of(self), self._zoom
        if self._grown < 1:
            painter.translate(self.width(), self._tail_y)
            painter.scale(self._grown, self._grown)
            painter.translate(-self.width(), -self._tail_y)
        box = QRectF(2, 2, self.width() - _TAIL * zoom - 4, self.height() - 4)
        shape = QPainterPath()
        shape.addRoundedRect(box, 14 * zoom, 14 * zoom)
        tail = QPainterPath(QPointF(box.right() - 6, self._tail_y - 9 * zoom))
        tail.lineTo(self.width() - 2, self._tail_y)
        tail.lineTo(box.right() - 6, self._tail_y + 9 * zoom)
        painter.setPen(QPen(QColor(theme.gold_line), 1.6 * zoom))
        painter.setBrush(QColor(theme.card))
        painter.drawPath(shape.united(tail))
        inner = box.adjusted(_PAD * zoom, 8 * zoom, -_PAD * zoom, -8 * zoom)
        painter.setFont(self._name_font())
        painter.setPen(QColor(theme.heading))
        centre = isinstance(self._said, Emote)
        align = Qt.AlignmentFlag.AlignHCenter if centre else Qt.AlignmentFlag.AlignLeft
        painter.drawText(inner, align, self._name)
        painter.setPen(QColor(theme.text))
        painter.setFont(self._text_font())
        if isinstance(self._said, Emote):
            side = 76 * zoom
            left = inner.center().x() - side / 2
            paint_emote(painter, self._said.key, QRectF(left, inner.top() + 17 * zoom, side, side))
            foot = QRectF(inner.left(), inner.bottom() - 20 * zoom, inner.width(), 22 * zoom)
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, self._said.words)
        else:
            painter.drawText(inner.adjusted(0, 18 * zoom, 2, 4), _WRAP, self._said)


def _area(box: QRect) -> int:
    return max(0, box.width()) * max(0, box.height())


class Bubbles:
    """At most one bubble for each speaker at a time."""

    def __init__(self, page: QWidget, *, zoom: float = 1.0) -> None:
        self._page = page
        self.zoom = zoom
        self._open: dict[bytes, Bubble] = {}
        self._tips: dict[bytes, Callable[[], QPoint]] = {}

    def say(
        self,
        key: bytes,
        name: str,
        said: Emote | str,
        tip: Callable[[], QPoint],
        *,
        animated: bool,
    ) -> Bubble:
        """Let somebody say something; `tip`: where the tail points now, in the page's
        coordinates."""
        self.hush(key)
        made = Bubble(self._page, name, said, zoom=self.zoom, animated=animated)
        self._open[key], self._tips[key] = made, tip
        made.destroyed.connect(lambda: self._gone(key, made))
        self._point(key)
        made.show()
        made.raise_()
        return made

    def point_again(self) -> None:
        """Their tips lie elsewhere now."""
        for key in self._open:
            self._point(key)

    def _point(self, key: bytes) -> None:
        others = [bubble.geometry() for of, bubble in self._open.items() if of != key]
        self._open[key].point_at(self._tips[key](), others)

    def of(self, key: bytes) -> Bubble | None:
        """The bubble of a speaker that is still open."""
        return self._open.get(key)

    def hush(self, key: bytes) -> None:
        before = self._open.pop(key, None)
        if before is not None:
            before.hide()
            before.deleteLater()

    def clear(self) -> None:
        """Close all of them."""
        for key in list(self._open):
            self.hush(key)

    def _gone(self, key: bytes, bubble: Bubble) -> None:
        if self._open.get(key) is bubble:
            del self._open[key]
