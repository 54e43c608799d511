"""The strip of eight emotes that opens above the chat line, and its switch for those of others."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.chat.emote_art import emote_icon
from camelnet_gui.chat.emotes import EMOTES, Emote
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import column, look, set_tip

ICON = 44  # pixels
COLUMNS = 4
KEY = "Ctrl+{number}"  # of each emote, from 1 on


class EmoteBar(QFrame):
    """A popup. A click, Enter or the number of an emote chooses it; the arrows go from one to the
    next."""

    chosen = Signal(object)  # an `Emote`
    muted = Signal(bool)  # whether those of others are hidden

    def __init__(self, parent: QWidget, *, muted: bool) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        look(self, "card")
        self.setAccessibleName(_("Emotes"))
        page = column(self, gap=8, margin=10)
        grid = QGridLayout()
        grid.setSpacing(4)
        self.buttons: list[QPushButton] = []
        for number, emote in enumerate(EMOTES):
            made = self._button(emote, number)
            grid.addWidget(made, number // COLUMNS, number % COLUMNS)
            self.buttons.append(made)
        page.addLayout(grid)
        self.mute = QCheckBox(_("Hide emotes of others"))
        self.mute.setChecked(muted)
        self.mute.toggled.connect(self.muted)
        page.addWidget(self.mute)

    def _button(self, emote: Emote, number: int) -> QPushButton:
        made = QPushButton(emote_icon(emote.key, ICON), "")
        made.setProperty("look", "flat")
        made.setIconSize(QSize(ICON, ICON))
        made.setFixedSize(ICON + 14, ICON + 14)
        made.setAutoDefault(False)
        made.setAccessibleName(emote.words)
        set_tip(made, titled(emote.words, KEY.format(number=number + 1)))
        made.clicked.connect(lambda: self._choose(emote))
        return made

    def open_above(self, widget: QWidget) -> None:
        """Open with the left edge and the foot at a widget's top."""
        self.adjustSize()
        corner = widget.mapToGlobal(QPoint(0, -self.sizeHint().height() - 6))
        self.move(corner)
        self.show()
        self.buttons[0].setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = event.text()
        focus = self.focusWidget()
        steps = {
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: COLUMNS,
            Qt.Key.Key_Up: -COLUMNS,
        }
        if number.isascii() and number.isdigit() and 1 <= int(number) <= len(EMOTES):
            self._choose(EMOTES[int(number) - 1])
        elif event.key() in steps and isinstance(focus, QPushButton) and focus in self.buttons:
            there = self.buttons.index(focus) + steps[Qt.Key(event.key())]
            self.buttons[there % len(self.buttons)].setFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and focus in self.buttons:
            assert isinstance(focus, QPushButton)
            focus.click()
        else:
            super().keyPressEvent(event)

    def _choose(self, emote: Emote) -> None:
        self.close()
        self.chosen.emit(emote)
