"""The moments that tell most of a game: a card each, with a sentence beside the board in small."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QImage,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.review.moments import Moment
from camelnet_gui.style.theme import Theme, theme_of
from camelnet_gui.style.words import titled, unbroken
from camelnet_gui.widgets.basics import column, heading, set_tip
from camelnet_gui.widgets.basics import sentence as wrapped

# Paints the board at a moment, so many device pixels wide; `dark`: by night.
PaintMoment = Callable[[Moment, int, bool], QImage]

GAP = 10
EDGE = 10  # within a card, in pixels
SMALL = 82  # pixels: the width of a board beside its sentence
TIGHT = 6  # between cards one above the other, and within them: three in a small window
ASPECT = 500 / 640  # of the boards' height to their width
LATER_MS = 30  # between two pictures, so that the window answers
_RADIUS = 10.0


class MomentCards(QWidget):
    """Side by side, or one above the other."""

    place_requested = Signal(int)  # a place of the game

    def __init__(self, told: list[tuple[Moment, str, str]], paint: PaintMoment) -> None:
        """`told`: each moment with its title and its sentence."""
        super().__init__()
        self._lines = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(GAP)
        self.cards: list[MomentCard] = []
        for order, (moment, title, sentence) in enumerate(told):
            card = MomentCard(title, sentence, partial(paint, moment), order)
            card.clicked.connect(partial(self.place_requested.emit, moment.place))
            self.cards.append(card)
            self._lines.addWidget(card, 1)

    def lie(self, direction: QBoxLayout.Direction, width: int) -> None:
        """`width`: of all together, in pixels."""
        self._lines.setDirection(direction)
        across = direction is QBoxLayout.Direction.LeftToRight
        self._lines.setSpacing(GAP if across else TIGHT)
        count = max(3, len(self.cards))
        each = (width - (count - 1) * GAP) // count
        for card in self.cards:
            card.lie(each - 2 * EDGE if across else SMALL, above=across)


class MomentCard(QAbstractButton):
    """One moment; a click shows it in the replay."""

    def __init__(
        self, title: str, sentence: str, paint: Callable[[int, bool], QImage], order: int
    ) -> None:
        super().__init__()
        self.setAccessibleName(titled(title, sentence))
        set_tip(self, _("Show this moment on the board"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.picture = MomentPicture(paint, order)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self._lines.setSpacing(EDGE)
        words = column(gap=3)
        above = heading(title)
        above.setMinimumHeight(20)  # capitals keep their accents
        words.addWidget(above)
        told = wrapped(unbroken(sentence))
        told.setContentsMargins(0, 2, 0, 0)  # here, too
        words.addWidget(told)
        words.addStretch(1)
        self._lines.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        self._lines.addLayout(words, 1)
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def lie(self, wide: int, *, above: bool) -> None:
        """The board so wide, above the sentence or beside it."""
        ways = QBoxLayout.Direction
        self._lines.setDirection(ways.TopToBottom if above else ways.LeftToRight)
        edge = EDGE if above else TIGHT
        self._lines.setContentsMargins(edge, edge, edge, edge)
        self.picture.setFixedSize(wide, round(ASPECT * wide))

    def sizeHint(self) -> QSize:
        return self._lines.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._lines.totalMinimumSize()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pointed = self.hasFocus() or self.underMouse()
        wide = 2.0 if pointed else 1.0
        painter.setPen(QPen(QColor(theme.accent_text if pointed else theme.line), wide))
        painter.setBrush(QColor(theme.soft if self.isDown() else theme.card))
        box = QRectF(self.rect()).adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2)
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)


class MomentPicture(QWidget):
    """The board, painted a moment after its place is known, and kept."""

    def __init__(self, paint: Callable[[int, bool], QImage], order: int) -> None:
        """`order`: its place among those that are painted one after another."""
        super().__init__()
        self._paint = paint
        self._shown: QImage | None = None
        self._key: tuple[int, Theme] | None = None  # of what is shown: its width, the theme
        self._timer = QTimer(self, singleShot=True, interval=LATER_MS * (order + 1))
        self._timer.timeout.connect(self._paint_picture)

    @property
    def ready(self) -> bool:
        """True once the picture is there."""
        return self._key == self._wanted()

    def _wanted(self) -> tuple[int, Theme]:
        return round(self.width() * self.devicePixelRatioF()), theme_of(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._timer.start()

    def _paint_picture(self) -> None:
        wanted = self._wanted()
        if self.isVisible() and self._key != wanted:
            wide, theme = self._key = wanted
            self._shown = self._paint(wide, theme.dark)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.ready:
            self._timer.start()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), _RADIUS, _RADIUS)
        painter.setClipPath(shape)
        if self._shown is None:
            painter.fillPath(shape, QColor(theme_of(self).off))
        else:
            painter.drawImage(self.rect(), self._shown)
