"""A row of buttons of which exactly one is down: a choice among few things, all in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QPushButton, QWidget

from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import set_tip


class Segments(QWidget):
    """One stop of the Tab key: Qt lets the arrow keys go through an exclusive group."""

    chosen = Signal(object)  # the value

    def __init__(self, title: str, items: Sequence[tuple[str, Any, str]], now: Any) -> None:
        """`items`: text, value and tooltip of each button; `title` is said with each of them."""
        super().__init__()
        self.setAccessibleName(title)
        self._values = [value for _text, value, _tip in items]
        self.buttons: list[QPushButton] = []
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        for place, (text, _value, tip) in enumerate(items):
            made = QPushButton(text)
            made.setCheckable(True)
            made.setAutoDefault(False)
            made.setProperty("slim", True)
            set_tip(made, tip)
            made.setAccessibleName(titled(title, text))
            made.setAccessibleDescription(tip)
            made.setCursor(Qt.CursorShape.PointingHandCursor)
            self._group.addButton(made, place)
            grid.addWidget(made, 0, place)
            self.buttons.append(made)
        self._group.idToggled.connect(self._toggled)
        self.choose(now)

    @property
    def value(self) -> Any:
        return self._values[max(0, self._group.checkedId())]

    def choose(self, value: Any) -> None:
        """Presses the button of a value; the first where there is none."""
        place = self._values.index(value) if value in self._values else 0
        self.buttons[place].setChecked(True)

    def _toggled(self, place: int, down: bool) -> None:
        if down:
            self.chosen.emit(self._values[place])
