"""Opening a table on the network: its name, the game, the way to play it, seats, bots for some.

The ways to play that people know by name come first; single options unfold under "Custom…".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import shuffle
from types import MappingProxyType
from typing import Any

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

from camelnet import rules
from camelnet.bots import FOR_PEOPLE, USUAL_LEVEL, split
from camelnet.i18n import _
from camelnet.record.profile import clean_name
from camelnet.rules import Options
from camelnet.session.api.intents import NAME_MAX
from camelnet.session.text.bot_words import bot_told, level_word
from camelnet.session.text.table_names import free_name
from camelnet_gui.games import game_of, game_title, playable
from camelnet_gui.lobby.option_fields import OptionField, option_field
from camelnet_gui.lobby.segments import Segments
from camelnet_gui.lobby.table_settings import TableSettings
from camelnet_gui.widgets.basics import (
    clear,
    column,
    form,
    label,
    paragraph,
    row,
    scrolled,
    set_tip,
)
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.room import height_needed, screen_room

SEATS = 4
CUSTOM = "custom"
OPTIONS_HIGH_MAX, OPTIONS_HIGH_MIN = 330, 96  # pixels; longer lists of options scroll


class CreateDialog(BaseDialog):
    """`wish` once accepted."""

    def __init__(
        self,
        taken: Sequence[str] = (),
        parent: QWidget | None = None,
        *,
        game: str = "",
        like: TableSettings | None = None,
        last: Mapping[str, TableSettings] = MappingProxyType({}),
    ) -> None:
        """`taken` are names of tables that exist; `game` is chosen at first; `like` is a table
        whose settings are proposed, under another name; `last`: those of each game that were opened
        last, the latest at the end."""
        title = _("Play again with other options") if like else _("Invite others")
        super().__init__(title, parent, wide=560)
        self._taken = {name.casefold() for name in taken}
        self._last = last
        self.wish: TableSettings | None = None
        self.name = QLineEdit(free_name(taken, shuffle))
        self.name.setMaxLength(NAME_MAX)
        self.game = QComboBox()
        for key in playable():
            self.game.addItem(game_title(key), key)
        self.seats, self.bots = QSpinBox(), QSpinBox()
        self.seats.setAccessibleName(_("Seats"))
        for box in (self.seats, self.bots):
            box.lineEdit().setTextMargins(8, 0, 0, 0)  # the style sheet does not reach inside
        levels = [(level_word(level), level, bot_told(level)) for level in FOR_PEOPLE]
        self.level = Segments(_("Level"), levels, USUAL_LEVEL)
        self.aids = QCheckBox(_("Show odds and hints"))
        set_tip(
            self.aids,
            _(
                "Every player sees what each action is worth and how the race may end, and can "
                "ask the computer for a hint."
            ),
        )
        self._aids_chosen = like is not None  # else they come where only bots play
        self.preset: Segments
        self._preset_place: QVBoxLayout = column(gap=4)
        self._preset_text = paragraph("", "small")
        self.options: Mapping[str, OptionField] = {}
        self._options_column: QVBoxLayout
        self.strict = QCheckBox(_("Strict: secret cards open only with everyone's help"))
        self._strict_words = paragraph(
            _(
                "Nobody can look at them early unless all players do so together. But the game "
                "pauses while anyone is away, and the cards of a player who stays away don't "
                "count. Nobody can join by a phone."
            ),
            "small",
        )
        set_tip(self.strict, self._strict_words.text())
        self._trouble = label("", "danger", wrap=True)
        self._arrange()
        wanted = like.game if like else game or next(reversed(tuple(last)), "")
        self.game.setCurrentIndex(max(0, self.game.findData(wanted)))
        self._game_chosen()
        if like is not None:
            self._show(like)
        self.game.currentIndexChanged.connect(self._game_chosen)

    def _arrange(self) -> None:
        fields = (
            (_("Name"), self.name),
            (_("Game"), self.game),
            (_("Seats"), self._chairs()),
            (_("Level"), self.level),
        )
        self.body.addLayout(form(fields))
        self.body.addLayout(self._preset_place)
        inner = QWidget()
        unfolded = column(inner, gap=6, margin=(0, 0, 8, 0))
        self._options_column = column(gap=6)
        unfolded.addLayout(self._options_column)
        self._strict_part = QWidget()
        strict = column(self._strict_part, gap=6)
        strict.addWidget(self.strict)
        strict.addLayout(_beneath(self._strict_words))
        unfolded.addWidget(self._strict_part)
        unfolded.addStretch(1)
        self._unfolded = unfolded
        self._options_area = scrolled(inner)
        self.body.addWidget(self._options_area)
        self.body.addWidget(self.aids)
        self.body.addWidget(self._trouble)
        self.level.chosen.connect(self._check)
        self.seats.valueChanged.connect(self._check)
        self.bots.valueChanged.connect(self._check)
        self.aids.clicked.connect(self._choose_aids)
        self.name.textChanged.connect(self._check)
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.open_ = self.foot(_("Open the table"), "main")
        self.open_.setDefault(True)
        self.open_.clicked.connect(self._open)
        self.open_.setFocus()

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
        key = str(self.game.currentData())
        game = game_of(key)
        info = game.info
        self.seats.setRange(info.seats_min, info.seats_max)
        self.seats.setValue(min(SEATS, info.seats_max))
        hidden = info.slots > 0 or info.hands
        self.strict.setChecked(self.strict.isChecked() and hidden)
        self._strict_part.setVisible(hidden)
        clear(self._preset_place)
        presets = game.presets
        items: list[tuple[str, Any, str]] = [
            (_(preset.title), preset.key, _(preset.text)) for preset in presets
        ]
        if info.options or hidden:
            items.append((_("Custom…"), CUSTOM, _("Choose each option yourself.")))
        self._presets = {preset.key: preset for preset in presets}
        self.preset = Segments(_("Rules"), items or [(_("Full game"), "", "")], None)
        self.preset.chosen.connect(self._preset_chosen)
        self._preset_place.addWidget(self.preset)
        self._preset_text = paragraph("", "small")
        self._preset_place.addWidget(self._preset_text)
        clear(self._options_column)
        words = game.screens()
        self.options = {option.key: option_field(option, words) for option in info.options}
        for option, field in self.options.items():
            self._options_column.addWidget(field.surface)
            if text := words.option_words(option)[1]:
                self._options_column.addLayout(_beneath(paragraph(text, "small")))
        self._preset_chosen()
        if key in self._last:
            self._aids_chosen = True
            self._show(self._last[key])
        self._check()

    def _preset_chosen(self) -> None:
        """A way to play by name sets all options; "Custom…" shows them as they are."""
        chosen = self._presets.get(str(self.preset.value))
        if chosen is not None:
            info = game_of(str(self.game.currentData())).info
            for option in info.options:
                value = chosen.options.get(option.key, option.default)
                self.options[option.key].show_value(value)
            self.strict.setChecked(False)
        custom = self.preset.value == CUSTOM
        self._preset_text.setText(_(chosen.text) if chosen else _("Choose each option yourself."))
        self._options_area.setVisible(custom)
        self.fit()

    def fit(self) -> None:
        """The options take what the rest leaves of the window, so that all else is in sight."""
        self._options_area.setFixedHeight(OPTIONS_HIGH_MIN)
        least = height_needed(self._page, self.minimumWidth())
        owner = self.parentWidget()
        room = screen_room(self).height()
        if owner is not None:
            room = min(room, owner.window().height())
        high = self._unfolded.totalHeightForWidth(self.minimumWidth() - 70) + 6
        most = min(OPTIONS_HIGH_MAX, OPTIONS_HIGH_MIN + max(0, room - least))
        self._options_area.setFixedHeight(min(high, most))
        super().fit()

    def _show(self, like: TableSettings) -> None:
        """Proposes the settings of another table."""
        self.level.choose(split(like.level)[0])
        self.seats.setValue(like.seats)
        self.bots.setValue(like.bots)
        self.aids.setChecked(like.aids)
        same = [key for key, preset in self._presets.items() if _same(like, preset.options)]
        self.preset.choose(same[0] if same and not like.strict else CUSTOM)
        self.strict.setChecked(like.strict and not self._strict_part.isHidden())
        for key, field in self.options.items():
            if key in like.options:
                field.show_value(like.options[key])
        self._check()

    def _choose_aids(self) -> None:
        self._aids_chosen = True

    def _check(self) -> None:
        self.bots.setRange(0, self.seats.value() - 1)
        self.level.setEnabled(self.bots.value() > 0)
        if not self._aids_chosen:
            self.aids.setChecked(self.bots.value() == self.seats.value() - 1)
        name = clean_name(self.name.text())
        trouble = ""
        if not name:
            trouble = _("Give the table a name.")
        elif name.casefold() in self._taken:
            trouble = _("There is already a table with this name.")
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        self.open_.setEnabled(not trouble)

    def _open(self) -> None:
        options = {key: field.value() for key, field in self.options.items()}
        self.wish = TableSettings(
            name=clean_name(self.name.text()),
            game=str(self.game.currentData()),
            seats=self.seats.value(),
            options=options,
            bots=self.bots.value(),
            level=str(self.level.value),
            strict=self.strict.isChecked(),
            aids=self.aids.isChecked(),
            at_once=self.bots.value() == self.seats.value() - 1,  # nobody else has to be waited for
        )
        self.accept()


def _same(like: TableSettings, options: Options) -> bool:
    """True if a preset's options mean the same as those of a table."""
    checked = rules.check_options(like.game, options)
    return checked == rules.check_options(like.game, like.options)


def _beneath(words: QLabel) -> QHBoxLayout:
    """A line for an option's explanation, beneath its name and in line with it."""
    line = row(margin=(29, 0, 0, 0))
    line.addWidget(words)
    return line
