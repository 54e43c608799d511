"""The board of a game in miniature: painted once by the board's own code, after the window is up.

Pictures are kept for each game, theme, size and language. Until one is there its place is sand or
night.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import language
from camelnet_gui.games import game_title, screens
from camelnet_gui.style.theme import Theme, theme_of

BOARD = QSize(720, 480)  # device-independent pixels that the board is laid out in
WIDTHS = (240, 320, 400, 480, 600)  # of pictures; the next larger one is scaled down
LATER_MS = 60  # between two pictures, so that the window answers
_RADIUS = 11.0

_Key = tuple[str, Theme, int, str]  # the last is the language
_pictures: dict[_Key, QPixmap] = {}


def _key(game: str, theme: Theme, wide: int) -> _Key:
    return game, theme, wide, language()


def picture(game: str, *, theme: Theme, wide: int) -> QPixmap:
    """The board of a game, `wide` device pixels wide; painted when it is first asked for."""
    key = _key(game, theme, wide)
    if key not in _pictures:
        scale = wide / BOARD.width()
        made = QPixmap(wide, round(BOARD.height() * scale))
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        screens(game).paint_miniature(painter, QRectF(QPointF(0, 0), BOARD), theme.dark)
        painter.end()
        _pictures[key] = made
    return _pictures[key]


class Miniature(QWidget):
    """A game's picture with rounded upper corners. It fills its place, cut at top and bottom."""

    clicked = Signal()

    def __init__(self, game: str, order: int = 0, *, rounded_below: bool = False) -> None:
        """`order`: its place among those that are painted one after another."""
        super().__init__()
        self._game = game
        self._below = rounded_below
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATER_MS * (order + 1))
        self._timer.timeout.connect(self._paint_picture)
        self._shown: tuple[Theme, int] | None = None  # theme and width of the picture
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(game_title(game))

    @property
    def ready(self) -> bool:
        """True once the picture is there."""
        return self._shown == self._wanted()

    def show_game(self, game: str) -> None:
        if game != self._game:
            self._game, self._shown = game, None
            self.setAccessibleName(game_title(game))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(BOARD.width() // 3, BOARD.height() // 3)

    def _wanted(self) -> tuple[Theme, int]:
        ratio = self.devicePixelRatioF()
        wide = max(self.width(), self.height() * BOARD.width() / BOARD.height())
        fitting = next((each for each in WIDTHS if each >= wide), WIDTHS[-1])
        return theme_of(self), round(fitting * ratio)

    def _paint_picture(self) -> None:
        if self.isVisible():
            theme, wide = self._wanted()
            picture(self._game, theme=theme, wide=wide)
            self._shown = theme, wide
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        wanted = self._wanted()
        if self._shown != wanted:
            if _key(self._game, *wanted) in _pictures:
                self._shown = wanted
            elif not self._timer.isActive():
                self._timer.start()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect())
        shape = QPainterPath()
        below = 0 if self._below else _RADIUS
        shape.addRoundedRect(box.adjusted(0, 0, 0, below), _RADIUS, _RADIUS)
        painter.setClipPath(shape)
        if self._shown is None or self._shown[0] != wanted[0]:
            self._paint_ground(painter, box, dark=wanted[0].dark)
        else:
            shown = picture(self._game, theme=self._shown[0], wide=self._shown[1])
            high = box.width() * shown.height() / shown.width()
            high = max(high, box.height())
            wide = high * shown.width() / shown.height()
            place = QRectF((box.width() - wide) / 2, (box.height() - high) / 2, wide, high)
            painter.drawPixmap(place, shown, QRectF(shown.rect()))
        painter.setClipping(False)
        painter.setPen(QPen(QColor(theme_of(self).line), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.end()

    def _paint_ground(self, painter: QPainter, box: QRectF, *, dark: bool) -> None:
        sky = QLinearGradient(box.topLeft(), box.bottomLeft())
        upper, lower = ("#1b1b3a", "#2b2a52") if dark else ("#f6dfae", "#e6bf7d")
        sky.setColorAt(0.0, QColor(upper))
        sky.setColorAt(1.0, QColor(lower))
        painter.fillRect(box, sky)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and inside and self.isEnabled():
            self.clicked.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.update()
