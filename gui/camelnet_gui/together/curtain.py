"""The curtain between two players of one laptop, and the card that names whoever is on turn."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.camel import paint_camel
from camelnet_gui.art.desert import paint_desert
from camelnet_gui.art.palette import palette
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of, ui_font
from camelnet_gui.widgets.basics import (
    button,
    button_text,
    column,
    frame,
    label,
    look,
    row,
)
from camelnet_gui.widgets.screen_reader import announce

GUARD_MS = 600  # a click meant for the last move opens no curtain
CARD_MS = 1800  # how long the card of whoever is on turn stays


class Curtain(QWidget):
    """Fills the window in place of the table, until the next player is alone with the screen."""

    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._mark = SeatMark("?", "#4a5a63", "")
        look(self, "page")
        page = column(self, margin=24)
        card = frame("card")
        card.setMaximumWidth(560)
        lines = column(card, gap=14, margin=32)
        self._badge = _BigBadge()
        self.title = label("", "title", wrap=True)
        self.words = label("", "", wrap=True)
        self.open_button = button("", "main")
        self.open_button.clicked.connect(self._open)
        for made in (self.title, self.words):
            made.setAlignment(Qt.AlignmentFlag.AlignCenter)
        lines.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignHCenter)
        lines.addWidget(self.title)
        lines.addWidget(self.words)
        lines.addSpacing(6)
        lines.addWidget(self.open_button)
        page.addStretch(2)
        middle = row()
        middle.addStretch(1)
        middle.addWidget(card, 3)
        middle.addStretch(1)
        page.addLayout(middle)
        page.addStretch(3)
        self._guard = QTimer(self)
        self._guard.setSingleShot(True)
        self._guard.timeout.connect(self._guard_over)

    def draw_for(self, mark: SeatMark) -> None:
        """Draw the curtain for the player of that badge."""
        self._badge.show_mark(mark)
        self.title.setText(_("Pass the laptop to {name}").format(name=mark.name))
        self.words.setText(
            _("Everyone else, look away: {name}'s secret cards come next.").format(name=mark.name)
        )
        shown = _("I'm {name} — show my cards").format(name=mark.name)
        self.open_button.setText(button_text(shown))
        self.open_button.setEnabled(False)
        self._guard.start(GUARD_MS)
        announce(self, f"{self.title.text()} {self.words.text()}", urgent=True)

    def _guard_over(self) -> None:
        self.open_button.setEnabled(True)
        self.open_button.setFocus()

    def _open(self) -> None:
        self.opened.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tone = palette(theme_of(self).dark)
        wide, high = float(self.width()), float(self.height())
        unit = min(wide / 1100, high / 700)
        paint_desert(painter, wide, high, high * 0.42, unit, tone)
        for number, camel in enumerate("gwboy"):
            painter.save()
            painter.translate(wide * (0.12 + 0.19 * number), high * (0.95 - 0.02 * (number % 2)))
            painter.scale(0.9 * unit, 0.9 * unit)
            paint_camel(painter, camel, ("stride", "pass", "stand")[number % 3])
            painter.restore()


class _BigBadge(QWidget):
    SIZE = 88

    def __init__(self) -> None:
        super().__init__()
        self._mark: SeatMark | None = None
        self.setFixedSize(self.SIZE, self.SIZE)

    def show_mark(self, mark: SeatMark) -> None:
        self._mark = mark
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._mark is not None:
            middle = self.SIZE / 2
            paint_badge(QPainter(self), self._mark, QPointF(middle, middle), middle - 4)


class TurnCard(QWidget):
    """Says over the board whose turn it is at this laptop, for a moment. Clicks go through it."""

    def __init__(self, stage: QWidget) -> None:
        super().__init__(stage)
        self._stage = stage
        self._mark = SeatMark("?", "#4a5a63", "")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.timeout.connect(self.hide)
        stage.installEventFilter(self)
        self.hide()

    @property
    def words(self) -> str:
        return _("{name}'s turn").format(name=self._mark.name)

    def show_turn(self, mark: SeatMark) -> None:
        self._mark = mark
        self.setAccessibleName(self.words)
        self._fit()
        self.show()
        self.raise_()
        self.update()
        self._away.start(CARD_MS)
        announce(self, self.words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._fit()
        elif event.type() is QEvent.Type.MouseButtonPress:
            self.hide()
        return False

    def _fit(self) -> None:
        stage = self._stage
        metrics = QFontMetricsF(self._font())
        wide = min(int(metrics.horizontalAdvance(self.words)) + 130, stage.width() - 24)
        self.setGeometry((stage.width() - wide) // 2, stage.height() // 9, wide, 84)

    def _font(self) -> QFont:
        return ui_font(28, QFont.Weight.Black)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 50))
        painter.drawRoundedRect(box.translated(0, 3), 20, 20)
        painter.setPen(QPen(QColor(theme.gold_line), 2))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 20, 20)
        middle = box.center().y()
        paint_badge(painter, self._mark, QPointF(box.left() + 46, middle), 26)
        font = self._font()
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        place = box.adjusted(86, 0, -22, 0)
        text = QFontMetricsF(font).elidedText(
            self.words, Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
