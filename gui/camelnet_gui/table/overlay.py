"""A card over the board for scorings and the result: the board stays in sight around it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPushButton,
    QScrollBar,
    QVBoxLayout,
    QWidget,
)

from camelnet_gui.style.theme import theme_of
from camelnet_gui.widgets.basics import SPACE, clear, column, frame, row, scrolled
from camelnet_gui.widgets.magnifier import Magnifier

WIDE_MAX = 780  # pixels
MARGIN, INSIDE = 18, 22  # around the card, and within it
NARROW = 680  # pixels of a stage with little room, and what the card's margins are there
MARGIN_NARROW, INSIDE_NARROW = 8, 13
UNREAD_MS = 700  # a key that is pressed so soon was meant for what was there before


class Overlay(QWidget):
    """Covers its parent. `show_page` replaces the page and the buttons beneath it; Enter stands for
    its main button, Esc for that or another."""

    turned = Signal()  # a page is there, or none any more
    touched = Signal()  # a click on the page, a key without a meaning, or the page was scrolled

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._stage = parent
        self._card = frame("card")
        self._card.setParent(self)
        self._lines = column(self._card, gap=SPACE, margin=INSIDE)
        self._body = QWidget()
        self._body_lines = column(self._body)
        self._scroll = scrolled(self._body)
        self._feet: QHBoxLayout = row(gap=8)
        self._lines.addWidget(self._scroll, 1)
        self._news: QVBoxLayout = column(gap=0)
        self._lines.addLayout(self._news)
        self._lines.addLayout(self._feet)
        self._page: QWidget | None = None
        self._main: QPushButton | None = None
        self._way_out: QPushButton | None = None
        self._unread = QTimer(self, singleShot=True, interval=UNREAD_MS)
        self._unread.timeout.connect(self._focus_main)
        self._wide_max = WIDE_MAX
        self._box = QRectF()  # where the card stands
        self._zoom = 1.0
        self._lens: Magnifier | None = None  # in which the card stands on a big screen
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        parent.installEventFilter(self)
        self.scroll_bar.sliderMoved.connect(self.touched)
        self.scroll_bar.actionTriggered.connect(self.touched)
        self.hide()

    @property
    def under_pointer(self) -> bool:
        """True if the pointer is on the card."""
        return self._card.rect().contains(self._card.mapFromGlobal(QCursor.pos()))

    @property
    def page(self) -> QWidget | None:
        return self._page if not self.isHidden() else None

    @property
    def card(self) -> QWidget:
        """The page with its frame and its buttons."""
        return self._card

    @property
    def scroll_bar(self) -> QScrollBar:
        """The scroll bar of the page, where it is higher than the card."""
        return self._scroll.verticalScrollBar()

    @property
    def main(self) -> QPushButton | None:
        """The button that Enter stands for."""
        return self._main

    @property
    def way_out(self) -> QPushButton | None:
        """The button that Esc stands for."""
        return self._way_out

    def show_page(
        self,
        page: QWidget,
        buttons: Sequence[QPushButton],
        *,
        wide_max: int = WIDE_MAX,
        way_out: QPushButton | None = None,
        by_surprise: bool = False,
        news: QWidget | None = None,
    ) -> None:
        """The last button is the main one. `way_out`: the button of Esc, if that is another.
        `by_surprise`: keys press no button yet. `news`: stands between page and buttons, always as
        high, and does not scroll."""
        self._wide_max = wide_max
        self.scroll_bar.setValue(0)
        clear(self._body_lines)
        clear(self._feet)
        clear(self._news)
        if news is not None:
            self._news.addWidget(news)
        self._page = page
        self._body_lines.addWidget(page)
        self._feet.addStretch(1)
        for made in buttons:
            self._feet.addWidget(made)
        self._main = buttons[-1]
        self._way_out = way_out or self._main
        self.show()
        self.raise_()
        self.fit()
        if by_surprise:
            self.setFocus()
            self._unread.start()
        else:
            self._focus_main()
        self.turned.emit()
        QTimer.singleShot(0, self.fit)  # once more when the page knows its fonts

    def leave(self) -> None:
        self._unread.stop()
        self.hide()
        self.turned.emit()

    def escape(self) -> None:
        """Press the button of Esc."""
        if self._way_out is not None and not self._unread.isActive():
            self._way_out.click()

    def _focus_main(self) -> None:
        """The main button gets the keyboard, unless somebody has gone elsewhere with it."""
        self._unread.stop()
        now = QApplication.focusWidget()
        elsewhere = now is None or not self._card.isAncestorOf(now)
        if self._main is not None and self.isVisible() and elsewhere:
            self._main.setFocus()

    def magnify(self, zoom: float) -> None:
        """Show the card so many times as large, or less where it would not fit; 1: as it is."""
        self._zoom = zoom
        if zoom != 1 and self._lens is None:
            self._lens = Magnifier(self._card, zoom, self)
            self._lens.show()
        elif zoom == 1 and self._lens is not None:
            self._lens.release(self)
            self._lens.deleteLater()
            self._lens = None
        self.fit()

    def fit(self) -> None:
        """Take the size of the parent; the card takes what its page needs, if there is room."""
        self.setGeometry(self._stage.rect())
        if self._page is None:
            return
        zoom = self._zoom
        narrow = self.width() < NARROW
        margin, inside = (MARGIN_NARROW, INSIDE_NARROW) if narrow else (MARGIN, INSIDE)
        self._lines.setContentsMargins(inside, inside, inside, inside)
        wide = min(self._wide_max, round(self.width() / zoom) - 2 * margin)
        news = self._news.sizeHint().height()
        beneath = 52 + (news + SPACE if news else 0)
        wanted = self._height_of(self._page, wide - 2 * inside) + 2 * inside + SPACE + beneath
        if self._lens is not None:
            zoom = max(1.0, min(zoom, (self.height() - 2 * margin) / wanted))
            self._lens.set_zoom(zoom)
        room = self.size() / zoom
        high = min(room.height() - 2 * margin, wanted)
        box = QRectF((room.width() - wide) // 2, (room.height() - high) // 2, wide, high)
        self._box = QRectF(box.topLeft() * zoom, box.size() * zoom)
        (self._card if self._lens is None else self._lens).setGeometry(self._box.toRect())

    @staticmethod
    def _height_of(page: QWidget, wide: int) -> int:
        """The height that a page needs at a width, in pixels."""
        layout = page.layout()
        if layout is None:
            return page.sizeHint().height()
        layout.activate()
        return max(
            layout.totalSizeHint().height(),
            layout.totalMinimumSize().height(),
            layout.totalHeightForWidth(wide),
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self.fit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escape()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._main is not None and not self._unread.isActive():
                self._main.click()
        else:
            self.touched.emit()
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.touched.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shade = QColor(theme_of(self).ground).darker(160)
        shade.setAlpha(120)
        painter.fillRect(self.rect(), shade)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 46))
        box = self._box
        for spread in (3, 7, 12):
            painter.setOpacity(0.5)
            painter.drawRoundedRect(
                box.adjusted(-spread, -spread + 4, spread, spread + 4), 12 + spread, 12 + spread
            )
