"""Playing at once, against bots: how many, how good, which way. Start is the second click."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QWidget

from camelnet.bots import LEVELS
from camelnet.i18n import _
from camelnet.rules import GAMES
from camelnet_gui.dialogs import BaseDialog
from camelnet_gui.games import game_title, introduction
from camelnet_gui.lobby.segments import Segments
from camelnet_gui.lobby.table_settings import PlayChoice
from camelnet_gui.widgets import form, paragraph
from camelnet_gui.words import level_told, level_word


class PlayDialog(BaseDialog):
    """`choice` once accepted. Everything is chosen already, as it was the last time."""

    def __init__(self, last: PlayChoice, parent: QWidget | None = None) -> None:
        title = _("Play {game}").format(game=game_title(last.game))
        super().__init__(title, parent, wide=520)
        self._game = last.game
        self.choice: PlayChoice | None = None
        info = GAMES[last.game]
        counts = range(info.seats_min - 1, info.seats_max)
        self.bots = Segments(_("Bots"), [(str(n), n, "") for n in counts], last.bots)
        levels = [(level_word(level), level, level_told(level)) for level in LEVELS]
        self.level = Segments(_("Level"), levels, last.level)
        presets = introduction(last.game).presets
        ways = [(preset.title, preset.key, preset.text) for preset in presets]
        self.preset = Segments(_("Rules"), ways, last.preset)
        self._texts = {preset.key: preset.text for preset in presets}
        self.told = paragraph("", "small")
        self.aids = QCheckBox(_("Show odds and hints"))
        self.aids.setChecked(last.aids)
        fields = ((_("Bots"), self.bots), (_("Level"), self.level), (_("Rules"), self.preset))
        self.body.addLayout(form(fields))
        self.body.addWidget(self.told)
        self.body.addWidget(self.aids)
        for part in (self.level, self.preset):
            part.chosen.connect(self._tell)
        self._tell()
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.start = self.foot(_("Start"), "main")
        self.start.setDefault(True)
        self.start.clicked.connect(self._start)
        self.start.setFocus()

    def _tell(self) -> None:
        """Describes what is chosen."""
        way, level = self._texts[self.preset.value], level_told(self.level.value)
        self.told.setText(f"{level}\n{way}")

    def _start(self) -> None:
        self.choice = PlayChoice(
            game=self._game,
            bots=self.bots.value,
            level=self.level.value,
            preset=self.preset.value,
            aids=self.aids.isChecked(),
        )
        self.accept()
