"""Buttons that carry what their action is worth, at tables with aids."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

from camelnet_gui.widgets.basics import FittingButton, label, look

ASIDE = 6  # pixels between the pill and the button's edge


class ValueButton(FittingButton):
    """A button with a pill at its right end, which its own words leave room for."""

    def __init__(self, text: str, name: str = "") -> None:
        self._pill: QLabel | None = None
        super().__init__(text, name)
        self._pill = label("", "worth")
        self._pill.setParent(self)
        self._pill.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pill.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._pill.hide()

    @property
    def worth(self) -> str:
        """The value shown on the pill; "" for none."""
        return self._pill.text() if self._pill is not None else ""

    def show_worth(self, text: str, *, best: bool = False) -> None:
        """`best`: nothing else is worth more."""
        assert self._pill is not None
        self._pill.setText(text)
        look(self._pill, "worth-best" if best else "worth")
        self._pill.setVisible(bool(text))
        self.setAccessibleDescription(text)
        self._place()
        self.fit()

    def room(self) -> int:
        """The width that the pill takes."""
        if self._pill is None or self._pill.isHidden():
            return 0
        return self._pill.sizeHint().width() + ASIDE

    def _place(self) -> None:
        if self._pill is not None:
            size = self._pill.sizeHint()
            left = self.width() - size.width() - ASIDE
            self._pill.setGeometry(
                left, (self.height() - size.height()) // 2, size.width(), size.height()
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
