"""Playing at once, against bots: how many, how good, which way. Start is the second click."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from camelnet.bots import ANY_STYLE, FOR_PEOPLE
from camelnet.i18n import _
from camelnet.session.text.bot_words import bot_told, level_word, styles_of
from camelnet_gui.games import game_of, game_title
from camelnet_gui.lobby.segments import Segments
from camelnet_gui.lobby.table_settings import PlayChoice
from camelnet_gui.widgets.basics import form, paragraph
from camelnet_gui.widgets.dialogs import BaseDialog


class PlayDialog(BaseDialog):
    """`choice` once accepted. Everything is chosen already, as it was the last time."""

    def __init__(self, last: PlayChoice, parent: QWidget | None = None) -> None:
        title = _("Play {game}").format(game=game_title(last.game))
        super().__init__(title, parent, wide=520)
        self._game = last.game
        self.choice: PlayChoice | None = None
        game = game_of(last.game)
        info = game.info
        counts = range(info.seats_min - 1, info.seats_max)
        self.bots = Segments(_("Bots"), [(str(n), n, "") for n in counts], last.bots)
        levels = [(level_word(level), level, bot_told(level)) for level in FOR_PEOPLE]
        self.level = Segments(_("Level"), levels, last.level)
        self.manner = QComboBox()
        self.manner.setAccessibleName(_("Style"))
        self.manner.addItem(_("mixed"), ANY_STYLE)
        for key, name, _told in styles_of(last.game):
            self.manner.addItem(name, key)
        self.manner.setCurrentIndex(max(0, self.manner.findData(last.style)))
        presets = game.presets
        ways = [(_(preset.title), preset.key, _(preset.text)) for preset in presets]
        self.preset = Segments(_("Rules"), ways, last.preset)
        self._texts = {preset.key: _(preset.text) for preset in presets}
        self.told = paragraph("", "small")
        self.aids = QCheckBox(_("Show odds and hints"))
        self.aids.setChecked(last.aids)
        fields = (
            (_("Bots"), self.bots),
            (_("Level"), self.level),
            (_("Style"), self.manner),
            (_("Rules"), self.preset),
        )
        self.body.addLayout(form(fields))
        self.body.addWidget(self.told)
        self.body.addWidget(self.aids)
        for part in (self.level, self.preset):
            part.chosen.connect(self._tell)
        self.manner.currentIndexChanged.connect(self._tell)
        self._tell()
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.start = self.foot(_("Start"), "main")
        self.start.setDefault(True)
        self.start.clicked.connect(self._start)
        self.start.setFocus()

    def _tell(self) -> None:
        """Describes what is chosen."""
        way, level = self._texts[self.preset.value], bot_told(self.level.value)
        styles = {key: told for key, _name, told in styles_of(self._game)}
        mixed = _("Each bot has a style of its own, drawn by lot.")
        style = styles.get(self.manner.currentData(), mixed)
        self.told.setText(f"{level} {style}\n{way}")

    def _start(self) -> None:
        self.choice = PlayChoice(
            game=self._game,
            bots=self.bots.value,
            level=self.level.value,
            style=str(self.manner.currentData()),
            preset=self.preset.value,
            aids=self.aids.isChecked(),
        )
        self.accept()
