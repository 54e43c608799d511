"""The strip beneath the board of a table with aids: the game's odds, and the button for a hint.

It folds to one line. What stands in it is the game's part, see `camelnet_gui.games.interface.Aid`.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy

from camelnet.i18n import _
from camelnet_gui.games.interface import Aid
from camelnet_gui.widgets.basics import Elided, button, column, look, row, set_tip

HINT_KEY, FOLD_KEY = "F2", "F3"
WIDE_MAX = 16_777_215  # Qt's own: no limit


class AidsStrip(QFrame):
    """Emits what the person wants of it; shows what it is given."""

    hint_requested = Signal()
    why_requested = Signal()
    folded = Signal(bool)  # whether it is open now
    layered = Signal(bool)  # whether the board shall show its part of the odds

    def __init__(self, aid: Aid[Any]) -> None:
        super().__init__()
        look(self, "strip")
        self.aid = aid
        self.fold: QPushButton = button("", "flat")
        self.layer: QPushButton = button(aid.layer, "small")
        self.layer.setCheckable(True)
        self.hint: QPushButton = button(_("Hint"), "small")
        self.why: QPushButton = button(_("Why?"), "small")
        self._state = Elided("", "small")
        self._open = True
        self._arrange()
        self.layer.setVisible(bool(aid.layer))  # in its place: alone it would be a window

    def _arrange(self) -> None:
        page = column(self, gap=2, margin=(4, 2, 8, 6))
        top = row(gap=8)
        top.addWidget(self.fold)
        top.addWidget(self._state, 1)
        top.addWidget(self.layer)
        top.addWidget(self.why)
        top.addWidget(self.hint)
        page.addLayout(top)
        page.addWidget(self.aid)
        set_tip(
            self.fold,
            _("All players at this table see the same odds ({key}).").format(key=FOLD_KEY),
        )
        self.fold.clicked.connect(lambda: self.folded.emit(not self._open))
        self.layer.toggled.connect(self.layered)
        self.hint.clicked.connect(self.hint_requested)
        self.why.clicked.connect(self.why_requested)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def is_open(self) -> bool:
        return self._open

    def show_open(self, open_: bool) -> None:
        """Unfold, or fold to one line."""
        self._open = open_
        mark = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
        if not open_:
            mark = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
        title = _("Odds")
        self.fold.setText(f"{mark} {title}")
        self.fold.setAccessibleName(_("Hide the odds") if open_ else _("Show the odds"))
        self.aid.setVisible(open_)
        self.layer.setVisible(open_ and bool(self.layer.text()))

    def show_plain(self, plain: bool) -> None:
        """`plain`: without its buttons, where nobody clicks."""
        for made in (self.hint, self.why, self.layer, self.fold):
            made.setMaximumWidth(0 if plain else WIDE_MAX)

    def show_state(self, text: str) -> None:
        """One short line beside the title."""
        self._state.setText(text)

    def allow_why(self, possible: bool) -> None:
        """`possible`: another player has made a move."""
        self.why.setEnabled(possible)
        tip = _("What speaks for the last move of another player, by what everyone sees.")
        set_tip(self.why, tip if possible else _("No other player has made a move yet."))

    def allow_hint(self, why_not: str) -> None:
        """`why_not`: why there is no hint to be had now; "" when there is."""
        self.hint.setEnabled(not why_not)
        tip = _("The computer thinks for a second and suggests a move ({key}).")
        set_tip(self.hint, why_not or tip.format(key=HINT_KEY))
