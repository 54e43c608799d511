"""The line above the board while it shows how it stood at some step of a finished game."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from camelnet.i18n import _
from camelnet_gui.widgets import Elided, button, row


class ThenStrip(QFrame):
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "card")
        line = row(self, gap=10, margin=(14, 6, 10, 6))
        self.told = Elided("", "name")
        self.back = button(_("Back to the review"), "main")
        self.back.clicked.connect(self.back_wanted)
        line.addWidget(self.told, 1)
        line.addWidget(self.back)
        self.hide()

    def tell(self, told: str) -> None:
        """`told`: what was about to happen, in words."""
        self.told.setText(_("As it stood before this: {told}").format(told=told))
        self.show()
        self.back.setFocus()
