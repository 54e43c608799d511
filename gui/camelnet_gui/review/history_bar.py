"""The line above the board while it shows how it stood at some step of a finished game."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.widgets import Elided, button, look, row
from camelnet_gui.words import dotted


class HistoryBar(QFrame):
    """Goes back to the review, or on to the steps before and after."""

    back_requested = Signal()
    step_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self._step = 0
        self.told = Elided("", "name")
        self.before: QPushButton = button("◀", "small")
        self.after: QPushButton = button("▶", "small")
        self.back: QPushButton = button(_("Back to the review"), "main")
        self.before.setAccessibleName(_("One step back"))
        self.after.setAccessibleName(_("One step forward"))
        self.before.clicked.connect(lambda: self.step_requested.emit(self._step - 1))
        self.after.clicked.connect(lambda: self.step_requested.emit(self._step + 1))
        self.back.clicked.connect(self.back_requested)
        line = row(self, gap=8, margin=(14, 6, 10, 6))
        line.addWidget(self.told, 1)
        for made in (self.before, self.after, self.back):
            line.addWidget(made)
        self.hide()

    def tell(self, step: int, count: int, chapter: str, told: str) -> None:
        """`told`: what was about to happen at a step of so many, in words."""
        self._step = step
        self.told.setText(dotted(chapter, _("Next: {told}").format(told=told)))
        self.before.setEnabled(step > 0)
        self.after.setEnabled(step + 1 < count)
        if self.isHidden():
            self.show()
            self._take_focus(self.back)
        elif not self.focusWidget() or not self.before.isEnabled() or not self.after.isEnabled():
            self._take_focus(self.back)

    def _take_focus(self, made: QWidget) -> None:
        if not (self.before.hasFocus() or self.after.hasFocus()):
            made.setFocus()
