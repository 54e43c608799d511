"""Opening a table: its name, the game and its options, how many chairs, and bots for some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from camelnet.bots import LEVELS
from camelnet.i18n import _
from camelnet.rules import Options
from camelnet_gui.dialogs import BaseDialog
from camelnet_gui.games import game_title, playable, screens
from camelnet_gui.lobby.option_fields import OptionField, option_field
from camelnet_gui.widgets import clear, column, form, heading, label, paragraph, row
from camelnet_gui.words import LEVEL, level_told, level_word

NAME_MAX = 32  # characters
SEATS = 4


@dataclass(frozen=True, slots=True)
class TableSettings:
    """A table to be opened, and the bots that shall sit down at it."""

    name: str
    game: str
    seats: int
    options: Options
    bots: int
    level: str
    strict: bool = False  # hidden bets open only with everybody's help
    aids: bool = False  # all see the odds and may ask for hints


class CreateDialog(BaseDialog):
    """`wish` once accepted."""

    def __init__(
        self, owner: str, taken: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        """`owner` gives the table its first name, `taken` are names of tables that exist."""
        super().__init__(_("New table"), parent, wide=520)
        self._taken = frozenset(taken)
        self.wish: TableSettings | None = None
        self.name = QLineEdit(_("{name}'s table").format(name=owner)[:NAME_MAX])
        self.name.setMaxLength(NAME_MAX)
        self.game = QComboBox()
        for key in playable():
            self.game.addItem(game_title(key), key)
        self.seats, self.bots = QSpinBox(), QSpinBox()
        for box in (self.seats, self.bots):
            box.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet does not reach inside
        self.level = QComboBox()
        for level in LEVELS:
            self.level.addItem(level_word(level), level)
            told = level_told(level)
            self.level.setItemData(self.level.count() - 1, told, Qt.ItemDataRole.ToolTipRole)
        self.level.setCurrentIndex(self.level.findData(LEVEL))
        self.aids = QCheckBox(_("Show odds and hints"))
        self.aids.setToolTip(
            _(
                "Every player sees what each action is worth and how the race may end, and can "
                "ask the computer for a hint."
            )
        )
        self._aids_chosen = False  # by the person; until then they come where only bots play
        self.options: Mapping[str, OptionField] = {}
        self._options_column: QVBoxLayout = column(gap=6)
        self.strict = QCheckBox(_("Strict: secret cards open only with everyone's help"))
        self._strict_words = paragraph(
            _(
                "Nobody can look at them early unless all players do so together. But the game "
                "pauses while anyone is away, and the cards of a player who stays away don't "
                "count."
            ),
            "small",
        )
        self.strict.setToolTip(self._strict_words.text())
        self._trouble = label("", "danger", wrap=True)
        self._arrange()
        self._game_chosen()

    def _arrange(self) -> None:
        fields = (
            (_("Name"), self.name),
            (_("Game"), self.game),
            (_("Seats"), self._chairs()),
            (_("Level"), self.level),
        )
        self.body.addLayout(form(fields))
        self.body.addLayout(self._options_column)
        self.body.addWidget(self.aids)
        strict = column(gap=6)
        strict.addWidget(self.strict)
        strict.addLayout(_beneath(self._strict_words))
        self.body.addLayout(strict)
        self.body.addWidget(self._trouble)
        self.game.currentIndexChanged.connect(self._game_chosen)
        self.level.currentIndexChanged.connect(self._check)
        self.seats.valueChanged.connect(self._check)
        self.bots.valueChanged.connect(self._check)
        self.aids.clicked.connect(self._choose_aids)
        self.name.textChanged.connect(self._check)
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.open_ = self.foot(_("Open the table"), "main")
        self.open_.setDefault(True)
        self.open_.clicked.connect(self._open)

    def _chairs(self) -> QWidget:
        """The number of seats, and how many of them are for bots, in one line."""
        both = QWidget()
        line = row(both, gap=12)
        line.addWidget(self.seats, 1)
        words = label(_("Bots"))
        words.setBuddy(self.bots)
        line.addWidget(words)
        line.addWidget(self.bots, 1)
        self.bots.setAccessibleName(words.text())
        return both

    def _game_chosen(self) -> None:
        game = screens(str(self.game.currentData()))
        info = game.info
        self.seats.setRange(info.seats_min, info.seats_max)
        self.seats.setValue(min(SEATS, info.seats_max))
        for part in (self.strict, self._strict_words):
            part.setVisible(info.slots > 0 or info.hands)
        clear(self._options_column)
        if info.options:
            self._options_column.addWidget(heading(_("Options")))
        self.options = {option.key: option_field(option, game) for option in info.options}
        for key, field in self.options.items():
            self._options_column.addWidget(field.surface)
            if text := game.option_words(key)[1]:
                self._options_column.addLayout(_beneath(paragraph(text, "small")))
        self._check()

    def _choose_aids(self) -> None:
        self._aids_chosen = True

    def _check(self) -> None:
        self.bots.setRange(0, self.seats.value() - 1)
        self.level.setEnabled(self.bots.value() > 0)
        self.level.setToolTip(level_told(str(self.level.currentData())))
        if not self._aids_chosen:
            self.aids.setChecked(self.bots.value() == self.seats.value() - 1)
        name = self.name.text().strip()
        trouble = ""
        if not name:
            trouble = _("Give the table a name.")
        elif name in self._taken:
            trouble = _("There is already a table with this name.")
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        self.open_.setEnabled(not trouble)

    def _open(self) -> None:
        options = {key: field.value() for key, field in self.options.items()}
        self.wish = TableSettings(
            name=self.name.text().strip(),
            game=str(self.game.currentData()),
            seats=self.seats.value(),
            options=options,
            bots=self.bots.value(),
            level=str(self.level.currentData()),
            strict=self.strict.isChecked() and not self.strict.isHidden(),
            aids=self.aids.isChecked(),
        )
        self.accept()


def _beneath(words: QLabel) -> QHBoxLayout:
    """A line for an option's explanation, beneath its name and in line with it."""
    line = row(margin=(29, 0, 0, 0))
    line.addWidget(words)
    return line
