"""A panel with two pages: all acts, and while one is being chosen, what is left to choose."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from camelnet.i18n import _
from camelnet_gui.games.choosing import hint_of
from camelnet_gui.games.interface import Actions
from camelnet_gui.games.view_model import AnyViewModel, Table
from camelnet_gui.widgets.basics import FittingButton, ask, button, column, label, row, set_tip
from camelnet_gui.widgets.pointing import PICK

ActT = TypeVar("ActT", bound=Enum)
ButtonT = TypeVar("ButtonT", bound=QPushButton)


class ChoicePanel(Actions):
    """A game adds its two pages in this order."""

    def __init__(self) -> None:
        super().__init__()
        self._pages = QStackedWidget()
        column(self).addWidget(self._pages)
        self._words = label("", "muted", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._confirm = button(_("Confirm"), "accent", tip=_("Enter"))
        self._cancel = button(_("Back"), tip=_("Esc"))
        self._confirm.clicked.connect(self.confirmed)
        self._cancel.clicked.connect(self.cancelled)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

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
        # The table reads aloud what would happen.
        ask(self._words, words, aloud=choosing and armed is None)
        self._pages.setCurrentIndex(1 if choosing else 0)


class MoveButtons(ChoicePanel):
    """The panel of a game whose picks are its notations: a button for each."""

    def __init__(
        self, view_model: AnyViewModel, words: Mapping[str, str], keys: Mapping[str, str]
    ) -> None:
        """`words` and `keys`: by notation, the main one first."""
        super().__init__()
        self._view_model, self._keys = view_model, keys
        self._moves: dict[str, QPushButton] = {}
        moves, chosen = QWidget(), QWidget()
        line = row(moves, gap=7)
        for move, text in words.items():
            made = self._moves[move] = FittingButton(text, "" if self._moves else "main")
            made.setMinimumHeight(30)
            made.setProperty(PICK, move)
            made.clicked.connect(lambda _c=False, move=move: self.picked.emit(move))
            line.addWidget(made, 1)
        self._add_feet(column(chosen, gap=6))
        self._pages.addWidget(moves)
        self._pages.addWidget(chosen)

    def move_button(self, move: str) -> QPushButton:
        return self._moves[move]

    def show_table(self, table: Table, explained: str) -> None:
        for move, made in self._moves.items():
            made.setEnabled(move in table.legal)
            set_tip(made, hint_of(self._view_model, table, move, self._keys[move]))
        armed = self._view_model.armed
        self._show_choice(explained, armed, choosing=armed is not None)
