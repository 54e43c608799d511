"""The end of a past game as a picture, painted once after the window is up and kept."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import language
from camelnet.rules import Position
from camelnet_gui.games import game_title, screens
from camelnet_gui.style.theme import Theme, theme_of

HIGH = 150  # device-independent pixels
LATER_MS = 400  # after the boards in miniature
KEPT_MAX = 8  # pictures
_RADIUS = 11.0

# The digest of the end, the theme, the language, the size in device pixels.
_Key = tuple[bytes, Theme, str, int, int]
_pictures: dict[_Key, QPixmap] = {}


def has_finish(game: str) -> bool:
    """True if the end of such a game can be painted."""
    return screens(game).last_moment is not None


class LastFinish(QWidget):
    """As wide as its place, with rounded upper corners."""

    clicked = Signal()

    def __init__(self, end: Position) -> None:
        super().__init__()
        self._end = end
        self._digest = end.digest()
        self._last: QPixmap | None = None  # shown until there is one of the right size
        self.setFixedHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(game_title(end.game))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATER_MS)
        self._timer.timeout.connect(self._paint_picture)

    @property
    def ready(self) -> bool:
        """True once the picture is there."""
        return self._key() in _pictures

    def _key(self) -> _Key:
        size = self.size() * self.devicePixelRatioF()
        return self._digest, theme_of(self), language(), size.width(), size.height()

    def _paint_picture(self) -> None:
        moment = screens(self._end.game).last_moment
        key = self._key()
        if moment is None or key in _pictures or not self.isVisible():
            return
        made = QPixmap(QSize(*key[3:]))
        made.setDevicePixelRatio(self.devicePixelRatioF())
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        moment(self._end)(painter, QRectF(self.rect()), dark=theme_of(self).dark)
        painter.end()
        while len(_pictures) >= KEPT_MAX:
            del _pictures[next(iter(_pictures))]
        _pictures[key] = made
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        picture = _pictures.get(self._key())
        if picture is None:
            self._timer.start()
            picture = self._last
        if picture is None:
            return
        self._last = picture
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()).adjusted(0, 0, 0, _RADIUS), _RADIUS, _RADIUS)
        painter.setClipPath(shape)
        painter.drawPixmap(self.rect(), picture)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and inside:
            self.clicked.emit()
