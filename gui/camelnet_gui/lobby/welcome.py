"""The first launch: what others shall call me, with the system's name as a suggestion."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit

from camelnet.i18n import _
from camelnet_gui.widgets.basics import button, column, label, row
from camelnet_gui.widgets.player_name import TYPED_MAX, admitted


class WelcomeCard(QFrame):
    """One question, once. `answered` with a name, or "" to keep the one that was suggested."""

    answered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "row-mine")
        lines = row(self, gap=16, margin=(18, 5, 16, 5))
        words = column(gap=2)
        words.addWidget(label(_("Welcome! What shall the others call you?"), "subtitle", wrap=True))
        self._told = label(_("You can change it at any time, up on the right."), "small", wrap=True)
        words.addWidget(self._told)
        lines.addLayout(words, 1)
        self.edit = QLineEdit()
        self.edit.setAccessibleName(_("Your name"))
        self.edit.setMaxLength(TYPED_MAX)
        self.edit.setMinimumWidth(150)
        self.edit.setMaximumWidth(220)
        lines.addWidget(self.edit)
        self.done = button(_("That's me"), "accent")
        self.skip = button(_("Skip"), "flat")
        lines.addWidget(self.done)
        lines.addWidget(self.skip)
        self.edit.returnPressed.connect(self._accept)
        self.done.clicked.connect(self._accept)
        self.skip.clicked.connect(lambda: self.answered.emit(""))

    def suggest(self, name: str) -> None:
        """Puts a name into the field, unless something was typed."""
        if not self.edit.isModified() and self.edit.text() != name:
            self.edit.setText(name)
            self.edit.selectAll()

    def _accept(self) -> None:
        name, why = admitted(self.edit.text().strip())
        if why or not name:
            self._told.setText(why or _("A name needs letters that can be seen."))
            self.edit.setText(name)
            self.edit.setFocus()
            return
        self.answered.emit(name)
