"""My name at the head of the home page: a button until it is clicked, then a field.

So no key that was meant for something else ever lands in the name, wherever the focus goes when a
button vanishes.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QStackedWidget, QWidget

from camelnet.i18n import _
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import button, button_text, row
from camelnet_gui.widgets.player_name import TYPED_MAX, admitted

EDIT_WIDE = 180  # pixels; nothing while the name is a button


class NameField(QWidget):
    """`renamed` with a name that the protocol admits; `refused` with a sentence about one that it
    does not."""

    renamed = Signal(str)
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self.show_button = button("", "flat", tip=_("Click to change your name."))
        self.show_button.setAccessibleName(_("Your name"))
        self.edit = QLineEdit()
        self.edit.setMaxLength(TYPED_MAX)
        self.edit.setAccessibleName(_("Your name"))
        self.edit.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.show_button)
        self._pages.addWidget(self.edit)
        self._pages.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row(self).addWidget(self._pages)
        self.show_button.clicked.connect(self.open)
        self.edit.returnPressed.connect(self._accept)
        self.edit.installEventFilter(self)

    def text(self) -> str:
        """The name that others see."""
        return self._name

    def show_name(self, name: str) -> None:
        self._name = name
        self.show_button.setText(button_text(f"{name}  ✎"))
        self.show_button.setAccessibleName(titled(_("Your name"), name))

    def open(self) -> None:
        """The name can be typed."""
        self.edit.setText(self._name)
        self.edit.setMinimumWidth(EDIT_WIDE)
        self._pages.setCurrentWidget(self.edit)
        self.edit.setFocus()
        self.edit.selectAll()

    def close_edit(self, *, focus: bool) -> None:
        """Back to the button; what was typed is forgotten. `focus`: it takes the keyboard."""
        self.edit.clear()
        self.edit.setMinimumWidth(0)
        self._pages.setCurrentWidget(self.show_button)
        if focus:
            self.show_button.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self._is_open and not self.edit.hasFocus():
            self._take(focus=False)
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self.close_edit(focus=True)
            return True
        return super().eventFilter(watched, event)

    @property
    def _is_open(self) -> bool:
        return self._pages.currentWidget() is self.edit

    def _accept(self) -> None:
        if self._is_open:
            self._take(focus=True)

    def _take(self, *, focus: bool) -> None:
        typed = self.edit.text().strip()
        self.close_edit(focus=focus)
        name, why = admitted(typed)
        if why:
            self.refused.emit(why)
        if name and name != self._name:
            self.renamed.emit(name)
