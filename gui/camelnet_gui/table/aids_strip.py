"""The strip beneath the board of a table with aids: the game's odds, and the button for a hint.

Its height is reserved, whatever is opened. In a small window it is a row of buttons, and the odds
unfold in a card over the log. What they show is the game's part, see
`camelnet_gui.games.interface.Aid`.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy

from camelnet.i18n import _
from camelnet_gui.games.interface import Aid
from camelnet_gui.table.advice_card import NO_LIMIT, AdviceCard
from camelnet_gui.widgets.basics import Elided, button, column, look, row, set_tip

HINT_KEY, FOLD_KEY = "F2", "F3"


class AidsStrip(QFrame):
    """Emits what the person wants of it; shows what it is given."""

    hint_requested = Signal()
    why_requested = Signal()
    folded = Signal()  # the odds are to open, or to close
    layered = Signal(bool)  # whether the board shall show its part of the odds

    def __init__(self, aid: Aid[Any]) -> None:
        super().__init__()
        look(self, "strip")
        self.aid = aid
        self.fold: QPushButton = button("", "small")
        self.layer: QPushButton = button(aid.layer, "small")
        self.layer.setCheckable(True)
        self.hint: QPushButton = button(_("Hint"), "small")
        self.why: QPushButton = button(_("Why?"), "small")
        self._state = Elided("", "small")
        self.is_open = True
        self._plain = False
        self.cramped = False  # the odds are elsewhere
        self._arrange()
        self.layer.setVisible(bool(aid.layer))  # in its place: alone it would be a window

    def _arrange(self) -> None:
        self._page = column(self, gap=4, margin=(8, 6, 8, 6))
        top = row(gap=8)
        top.addWidget(self.fold)
        top.addWidget(self._state, 1)
        top.addWidget(self.layer)
        top.addWidget(self.why)
        top.addWidget(self.hint)
        self._page.addLayout(top)
        self._page.addWidget(self.aid)
        kept = self.aid.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # the board keeps its size
        self.aid.setSizePolicy(kept)
        set_tip(
            self.fold,
            _("All players at this table see the same odds ({key}).").format(key=FOLD_KEY),
        )
        self.fold.clicked.connect(self.folded)
        self.layer.toggled.connect(self.layered)
        self.hint.clicked.connect(self.hint_requested)
        self.why.clicked.connect(self.why_requested)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def cramp(self, cramped: bool, card: AdviceCard) -> None:
        """`cramped`: the odds stand in the card, in little room."""
        cramped = cramped and not self._plain
        if cramped == self.cramped:
            return
        self.cramped = cramped
        self.aid.set_compact(cramped)
        card.hold(self.aid if cramped else None)
        if not cramped:
            self._page.addWidget(self.aid)

    def show_open(self, open_: bool, *, layer: bool) -> None:
        """`open_`: the odds are in sight. `layer`: the board can show its part of them."""
        self.is_open = open_
        mark = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"
        if not open_:
            mark = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
        title = _("Odds")
        self.fold.setText(f"{mark} {title}")
        self.fold.setAccessibleName(_("Hide the odds") if open_ else _("Show the odds"))
        if not self.cramped:
            self.aid.setVisible(open_)
        self.layer.setVisible(layer and bool(self.layer.text()))

    def show_plain(self, plain: bool) -> None:
        """`plain`: without its buttons, where nobody clicks."""
        self._plain = plain
        for made in (self.hint, self.why, self.layer, self.fold):
            made.setMaximumWidth(0 if plain else NO_LIMIT)

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
