"""The card over the log with what the computer advises: the board keeps its size and its place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.widgets.basics import button, column, label, look, row, scrolled

EDGE, GAP, BORDER = 8, 2, 2  # pixels


class AdviceCard(QFrame):
    """Lies over its host, as high as its words need, and scrolls where that is more than there is.
    `tell` shows words; a click on ✕ or other words end them."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        look(self, "advice")
        self._host = host
        self._text = ""
        self.words = label("", "advice-words", wrap=True)
        self.close_button: QPushButton = button("✕", "flat", tip=_("Close"))
        self.close_button.setAccessibleName(_("Close"))
        self.close_button.clicked.connect(self.leave)
        self._scroll = scrolled(self.words)
        line = row(self, gap=GAP, margin=(EDGE, EDGE, GAP, EDGE))
        line.addWidget(self._scroll, 1)
        aside = column()
        aside.addWidget(self.close_button)
        aside.addStretch(1)
        line.addLayout(aside)
        host.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """The words that are shown; "" for none."""
        return self._text

    def tell(self, text: str) -> None:
        """Show these words; "" for none."""
        self._text = text
        self.words.setText(text.replace(" %", "\N{NO-BREAK SPACE}%"))
        self.setVisible(bool(text))
        if text:
            self._scroll.verticalScrollBar().setValue(0)
            self.raise_()
            self._fit()

    def leave(self) -> None:
        self.tell("")

    def _fit(self) -> None:
        wide = self._host.width()
        inside = wide - self.close_button.sizeHint().width() - EDGE - 2 * GAP - BORDER
        wanted = self.words.heightForWidth(inside) + 2 * EDGE + BORDER
        self.setGeometry(0, 0, wide, min(self._host.height(), wanted))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._fit()
        return False
