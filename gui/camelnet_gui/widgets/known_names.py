"""Names to choose from by a click: those of who has played at this laptop before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.widgets.basics import button, button_text, label, row

KNOWN_MAX = 6  # names that are offered


class KnownNames(QWidget):
    """Those who have played at this laptop before, to be chosen by a click."""

    chosen = Signal(str)

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []
        line = row(self, gap=6)
        line.addWidget(label(_("Played here before:"), "small"))
        for name in names[:KNOWN_MAX]:
            made = button(button_text(name), "small")
            made.clicked.connect(lambda _c=False, name=name: self.chosen.emit(name))
            self.buttons.append(made)
            line.addWidget(made)
        line.addStretch(1)
        self.setVisible(bool(self.buttons))
