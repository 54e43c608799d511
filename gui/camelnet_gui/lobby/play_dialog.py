"""Playing at once, against bots or with others at this laptop: who, how good the bots are, which
way. Against bots Start is the second click."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from camelnet.bots import ANY_STYLE, FOR_PEOPLE
from camelnet.i18n import _
from camelnet.session.text.bot_words import bot_told, level_word, styles_of
from camelnet_gui.games import game_of, game_title
from camelnet_gui.lobby.people_fields import PeopleFields
from camelnet_gui.lobby.segments import Segments
from camelnet_gui.lobby.table_settings import PlayChoice
from camelnet_gui.widgets.basics import form, label, paragraph, set_tip
from camelnet_gui.widgets.dialogs import BaseDialog


class PlayDialog(BaseDialog):
    """`choice` once accepted. All but names is chosen already, as it was the last time."""

    def __init__(
        self,
        last: PlayChoice,
        parent: QWidget | None = None,
        *,
        people: PeopleFields | None = None,
    ) -> None:
        """`people`: who plays at this laptop, too; None against bots alone."""
        title = _("Play {game}") if people is None else _("{game} on this laptop")
        super().__init__(title.format(game=game_title(last.game)), parent, wide=520)
        self._game = last.game
        self.people = people
        self.choice: PlayChoice | None = None
        game = game_of(last.game)
        info = game.info
        alone = people is None
        counts = range(info.seats_min - 1, info.seats_max) if alone else range(info.seats_max - 1)
        bots = last.bots if alone else 0
        self.bots = Segments(_("Bots"), [(str(n), n, "") for n in counts], bots)
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
        fields: list[tuple[str, QWidget]] = [
            (_("Bots"), self.bots),
            (_("Level"), self.level),
            (_("Style"), self.manner),
            (_("Rules"), self.preset),
        ]
        if people is not None:
            fields.insert(0, (_("With"), people))
        self.body.addLayout(form(fields))
        self.body.addWidget(self.told)
        self.body.addWidget(self.aids)
        self._trouble = label("", "danger", wrap=True)
        self.body.addWidget(self._trouble)
        for part in (self.bots, self.level, self.preset):
            part.chosen.connect(self._tell)
        self.manner.currentIndexChanged.connect(self._tell)
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.start = self.foot(_("Start"), "main")
        self.start.setDefault(True)
        self.start.clicked.connect(self._start)
        self.start.setFocus()
        if people is not None:
            people.changed.connect(self._tell)
            people.fields[0].setFocus()
        self._tell()

    def _tell(self) -> None:
        """Describes what is chosen, or says why it cannot begin."""
        way, level = self._texts[self.preset.value], bot_told(self.level.value)
        styles = {key: told for key, _name, told in styles_of(self._game)}
        mixed = _("Each bot has a style of its own, drawn by lot.")
        style = styles.get(self.manner.currentData(), mixed)
        bots = self.bots.value > 0
        self.told.setText(f"{level} {style}\n{way}" if bots else way)
        for part in (self.level, self.manner):
            part.setEnabled(bots)
        if self.people is not None:
            self._check(self.people)
        self.fit()

    def _check(self, people: PeopleFields) -> None:
        most = game_of(self._game).info.seats_max
        crowd = 1 + len(people.names) + self.bots.value > most
        trouble = people.trouble
        if crowd and not trouble:
            trouble = _("At most {most} can play.").format(most=most)
        self.start.setEnabled(not trouble)
        set_tip(self.start, trouble)
        self._trouble.setText(trouble if people.names else "")
        self._trouble.setVisible(bool(self._trouble.text()))

    @property
    def guests(self) -> tuple[str, ...]:
        """Those who play at this laptop, too."""
        return self.people.names if self.people is not None else ()

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
