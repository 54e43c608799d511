"""The card over the log with what is opened beneath the board, which keeps its size and place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.style.words import unbroken
from camelnet_gui.widgets.basics import button, column, label, look, row, scrolled

EDGE, BORDER, CLOSE = 8, 2, 32  # pixels
NO_LIMIT = 16_777_215  # Qt's own: any width or height
LEFT_OVER = 96  # of the host, two lines and its foot: less than that it covers, too


class AdviceCard(QFrame):
    """Lies over its host, as high as what it shows needs, and scrolls where that is more than there
    is. `tell` shows words; while there are none, a part that it holds may be open."""

    closed = Signal()  # the person closes the part

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        look(self, "advice")
        self._host = host
        self._text = ""
        self._part: QWidget | None = None
        self._part_open = False
        self.words = label("", "advice-words", wrap=True)
        self.close_button: QPushButton = button("✕", "flat", tip=_("Close"))
        self.close_button.setAccessibleName(_("Close"))
        self.close_button.clicked.connect(self._close)
        self._words_area = scrolled(self.words)
        holder = QWidget()
        self._holder = column(holder)
        self._part_area = scrolled(holder)
        page = column(self, gap=0, margin=EDGE)
        words = row(gap=0)
        words.addWidget(self._words_area, 1)
        words.addSpacing(CLOSE - EDGE)
        page.addLayout(words)
        page.addWidget(self._part_area)
        self.close_button.setParent(self)  # in the corner, which a part leaves free
        self.close_button.show()
        host.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """The words that are shown; "" for none."""
        return self._text

    def tell(self, text: str) -> None:
        """Show these words; "" for none."""
        self._text = text
        self.words.setText(unbroken(text))
        self._show()

    def leave(self) -> None:
        self.tell("")

    def hold(self, part: QWidget | None) -> None:
        """Take a part in; None: it goes elsewhere."""
        self._part = part
        if part is not None:
            self._holder.addWidget(part)
        self._show()

    def open_part(self, open_: bool) -> None:
        self._part_open = open_
        self._show()

    def _close(self) -> None:
        if self._text:
            self.leave()
        else:
            self.closed.emit()

    def _show(self) -> None:
        shows_part = self._part is not None and self._part_open and not self._text
        self._words_area.setVisible(bool(self._text))
        self._part_area.setVisible(shows_part)
        if self._part is not None:
            self._part.setVisible(shows_part)
        self.setVisible(bool(self._text) or shows_part)
        if not self.isHidden():
            self._words_area.verticalScrollBar().setValue(0)
            self.raise_()
            self._fit()

    def _fit(self) -> None:
        wide, room = self._host.width(), self._host.height()
        inside = wide - CLOSE - EDGE - BORDER
        shown = self.words if self._text or self._part is None else self._part
        self.words.setMinimumHeight(0)  # that of the words before
        self.words.setMaximumHeight(NO_LIMIT)
        asks = shown.hasHeightForWidth()
        wanted = shown.heightForWidth(inside) if asks else shown.sizeHint().height()
        high = wanted + 2 * EDGE + BORDER
        fits = high <= room - LEFT_OVER
        if shown is self.words:
            # A scroll bar makes words longer: left to itself, one that is not needed would stay.
            bar = 0 if fits else self._words_area.verticalScrollBar().sizeHint().width()
            self.words.setFixedHeight(self.words.heightForWidth(inside - bar))
        self.close_button.setGeometry(wide - CLOSE - BORDER, BORDER, CLOSE, CLOSE)
        self.close_button.raise_()
        self.setGeometry(0, 0, wide, high if fits else room)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._fit()
        return False
