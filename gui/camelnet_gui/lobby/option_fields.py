"""Fields for a game's options, one for each kind that the rules know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QSpinBox, QWidget

from camelnet.rules import OptionInfo
from camelnet_gui.games.interface import GameScreens
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import FittingButton, column, label, row, set_tip

COLUMNS, NAMED_COLUMNS = 8, 2  # of a set's numbers; of those that have names


class OptionField(Protocol):
    """`surface` goes into a form."""

    @property
    def surface(self) -> QWidget: ...

    def value(self) -> Any:
        """The option's value, as the rules take it."""

    def show_value(self, value: Any) -> None: ...


class FlagField:
    def __init__(self, option: OptionInfo, title: str, text: str) -> None:
        self.box = self.surface = QCheckBox(title)
        self.box.setChecked(bool(option.default))
        set_tip(self.box, text)

    def value(self) -> bool:
        return self.box.isChecked()

    def show_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))


class NumberField:
    def __init__(self, option: OptionInfo, title: str, text: str) -> None:
        self.surface = QWidget()
        self.box = QSpinBox()
        self.box.setRange(option.low, option.high)
        self.box.setValue(int(option.default))
        set_tip(self.box, text)
        self.box.setAccessibleName(title)
        self.box.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet does not reach inside
        line = row(self.surface, gap=12)
        line.addWidget(label(title), 1)
        line.addWidget(self.box)

    def value(self) -> int:
        return self.box.value()

    def show_value(self, value: Any) -> None:
        self.box.setValue(int(value))


class SetField:
    """A button for each number that may be in it; those that have to be cannot be taken out."""

    def __init__(
        self, option: OptionInfo, title: str, text: str, words: Mapping[int, tuple[str, str]]
    ) -> None:
        """`words`: the name of each number, and what it means."""
        self.surface = QWidget()
        self.buttons: dict[int, QPushButton] = {}
        whole = column(self.surface, gap=6)
        name = label(title)
        set_tip(name, text)
        whole.addWidget(name)
        grid = QGridLayout()
        grid.setSpacing(6)
        columns = NAMED_COLUMNS if any(name for name, _text in words.values()) else COLUMNS
        for place, number in enumerate(range(option.low, option.high + 1)):
            called, means = words.get(number, ("", ""))
            button = FittingButton(called or str(number))
            button.setCheckable(True)
            button.setChecked(number in option.default)
            button.setEnabled(number not in option.required)
            button.setProperty("slim", True)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            set_tip(button, means)
            button.setAccessibleName(titled(title, called or str(number)))
            button.setAccessibleDescription(means)
            self.buttons[number] = button
            grid.addWidget(button, place // columns, place % columns)
        whole.addLayout(grid)

    def value(self) -> list[int]:
        return [number for number, button in self.buttons.items() if button.isChecked()]

    def show_value(self, value: Any) -> None:
        for number, button in self.buttons.items():
            button.setChecked(number in value)


def option_field(option: OptionInfo, game: GameScreens) -> OptionField:
    """The field for an option of a game, showing its default."""
    title, text = game.option_words(option.key)
    match option.kind:
        case "flag":
            return FlagField(option, title, text)
        case "number":
            return NumberField(option, title, text)
    numbers = range(option.low, option.high + 1)
    words = {number: game.option_item(option.key, number) for number in numbers}
    return SetField(option, title, text, words)
