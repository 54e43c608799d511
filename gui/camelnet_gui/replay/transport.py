"""The transport of a replay: play, pause, steps, legs, speed, and where in the game it stands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QPushButton

from camelnet.i18n import N_, _
from camelnet.rules.phrases import decimal
from camelnet_gui.widgets.basics import Elided, button, look, row, set_tip

SPEEDS = (0.5, 1.0, 1.5, 2.0, 4.0, 8.0)
USUAL = 1.0

# What a button asks for: its picture, its words and its key.
_BUTTONS = (
    ("start", "|<", N_("To the beginning"), "Home"),
    ("chapter-back", "<<", N_("Back by a leg or round"), "Shift+←"),
    ("back", "<", N_("One step back"), "←"),
    ("play", ">", N_("Play"), "Space"),
    ("forward", ">", N_("One step forward"), "→"),
    ("chapter-forward", ">>", N_("On by a leg or round"), "Shift+→"),
    ("end", ">|", N_("To the end"), "End"),
)
_NARROW = 560  # pixels; with less room the text at the right goes


class Transport(QFrame):
    """`asked` names the button: start, chapter-back, back, play, forward, chapter-forward, end."""

    asked = Signal(str)
    speed_chosen = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        look(self, "strip")
        self.buttons: dict[str, TransportButton] = {}
        line = row(self, gap=4, margin=(10, 5, 10, 6))
        for name, picture, words, key in _BUTTONS:
            made = TransportButton("play" if name == "play" else picture, _(words), key)
            made.clicked.connect(self._asker(name))
            self.buttons[name] = made
            line.addWidget(made)
        self.speed = QComboBox()
        self.speed.setAccessibleName(_("Speed"))
        set_tip(self.speed, _("Speed (keys + and -)"))
        for speed in SPEEDS:
            number = decimal(speed, places=1) if speed % 1 else str(int(speed))
            self.speed.addItem(f"{number}\N{MULTIPLICATION SIGN}", speed)
        self.speed.setCurrentIndex(SPEEDS.index(USUAL))
        self.speed.currentIndexChanged.connect(lambda index: self.speed_chosen.emit(SPEEDS[index]))
        self.send = button(_("Send…"), "small")
        set_tip(self.send, _("As one page for people without camelnet, or as a link."))
        self.place = Elided("", "small")
        self.place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.addSpacing(6)
        line.addWidget(self.speed)
        line.addWidget(self.place, 1)
        line.addWidget(self.send)

    def _asker(self, name: str) -> Callable[[], None]:
        return lambda: self.asked.emit(name)

    def show_place(self, text: str, *, at: int, last: int) -> None:
        self.place.setText(text)
        for name in ("start", "chapter-back", "back"):
            self.buttons[name].setEnabled(at > 0)
        for name in ("forward", "chapter-forward", "end"):
            self.buttons[name].setEnabled(at < last)

    def show_playing(self, playing: bool, *, over: bool) -> None:
        """The one button that plays, pauses, or begins again."""
        words = _("Pause") if playing else _("Watch again") if over else _("Play")
        self.buttons["play"].show_as("pause" if playing else "again" if over else "play", words)

    def change_speed(self, by: int) -> None:
        """Faster or slower by so many notches."""
        index = self.speed.currentIndex() + by
        self.speed.setCurrentIndex(max(0, min(len(SPEEDS) - 1, index)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place.setVisible(self.width() >= _NARROW)


class TransportButton(QPushButton):
    """A button with a painted sign."""

    def __init__(self, sign: str, words: str, key: str) -> None:
        super().__init__()
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        look(self, "main" if sign == "play" else "small")
        self._key = key
        self.setFixedSize(QSize(54 if sign == "play" else 40, 34))
        self.show_as(sign, words)

    def show_as(self, sign: str, words: str) -> None:
        self._sign = sign
        self.setAccessibleName(words)
        set_tip(self, f"{words} ({self._key})")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        state = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        painter.setBrush(QColor(self.palette().color(state, QPalette.ColorRole.ButtonText)))
        painter.translate(self.width() / 2, self.height() / 2)
        paint_sign(painter, self._sign)


def paint_sign(painter: QPainter, sign: str) -> None:
    """A sign around the origin, some 14 pixels high, in the brush of the painter."""
    match sign:
        case "play":
            _triangle(painter, -4, 7, 11)
        case "pause":
            painter.drawRect(QRectF(-6, -6.5, 4, 13))
            painter.drawRect(QRectF(2, -6.5, 4, 13))
        case "again":
            _turn_back(painter)
        case "<" | ">":
            way = 1 if sign == ">" else -1
            _triangle(painter, -2 * way, 5.5, 7 * way)
            painter.drawRect(QRectF(-5 * way - 1.1, -5.5, 2.2, 11))
        case "<<" | ">>":
            way = 1 if sign == ">>" else -1
            _triangle(painter, -7 * way, 5.5, 7 * way)
            _triangle(painter, 0, 5.5, 7 * way)
        case _:
            way = 1 if sign == ">|" else -1
            _triangle(painter, -7 * way, 5.5, 7 * way)
            _triangle(painter, -1 * way, 5.5, 6 * way)
            painter.drawRect(QRectF(6 * way - 1.2, -5.5, 2.4, 11))


def _turn_back(painter: QPainter) -> None:
    """Most of a circle, with the head of an arrow at its end."""
    painter.save()
    painter.setPen(QPen(painter.brush(), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(-6.5, -6, 13, 13), 90 * 16, -290 * 16)
    painter.restore()
    painter.save()
    painter.translate(0, -6)
    _triangle(painter, 1, 5, -7)
    painter.restore()


def _triangle(painter: QPainter, foot: float, half: float, length: float) -> None:
    """A triangle that points to the right, or to the left with a negative length."""
    corners = (QPointF(foot, -half), QPointF(foot + length, 0), QPointF(foot, half))
    painter.drawPolygon(QPolygonF(list(corners)))
