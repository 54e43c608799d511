"""A panel with two pages: all acts, and while one is being chosen, what is left to choose."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from camelnet.i18n import _
from camelnet_gui.widgets.basics import button, label, row
from camelnet_gui.widgets.pointing import PICK

ActT = TypeVar("ActT", bound=Enum)
ButtonT = TypeVar("ButtonT", bound=QPushButton)


class ChoicePanel(QStackedWidget):
    """See `camelnet_gui.games.interface.Actions`; a game adds its two pages in this order."""

    picked = Signal(str)  # see `choice.pick` of the game
    confirmed = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._words = label("", "muted", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._confirm = button(_("Confirm"), "accent", tip=_("Enter"))
        self._cancel = button(_("Back"), tip=_("Esc"))
        self._confirm.clicked.connect(self.confirmed)
        self._cancel.clicked.connect(self.cancelled)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def surface(self) -> QWidget:
        return self

    @property
    def confirm_button(self) -> QPushButton:
        return self._confirm

    def _connect_acts(self, acts: Mapping[ActT, ButtonT]) -> None:
        for act, made in acts.items():
            made.setProperty(PICK, f"act {act.value}")
            made.clicked.connect(lambda _c=False, act=act: self.picked.emit(f"act {act.value}"))

    def _add_feet(self, lines: QVBoxLayout) -> None:
        """The effect of the chosen move, and the buttons to confirm or to leave it."""
        lines.addWidget(self._words, 1)
        feet = row(gap=7)
        feet.addWidget(self._cancel, 1)
        feet.addWidget(self._confirm, 2)
        lines.addLayout(feet)

    def _show_choice(self, words: str, armed: str | None, *, choosing: bool) -> None:
        self._confirm.setEnabled(armed is not None)
        self._words.setText(words)
        self.setCurrentIndex(1 if choosing else 0)
