"""The settings dialog: every change applies at once; what cannot says when it will."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from camelnet.i18n import LANGUAGES, N_, Message, _
from camelnet_gui.settings.store import SIZES, Settings
from camelnet_gui.system.network_interfaces import Interface, list_interfaces
from camelnet_gui.widgets.basics import button, column, form, heading, label, row, scrolled
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.player_name import TYPED_MAX, admitted

ROOM = QSize(48, 90)  # what stays of the window beside the dialog, its title bar included
TITLES = 124  # pixels for the titles before the fields
HIGH = 720  # pixels that the dialog takes where there is room

THEME_WORDS = {
    "auto": N_("Match the system"),
    "light": N_("Light"),
    "dark": N_("Dark"),
    "contrast": N_("High contrast"),
}
MOTION_WORDS = {
    "auto": N_("Match the system"),
    "off": N_("Off"),
    "normal": N_("Normal"),
    "fast": N_("Fast"),
}
PACE_WORDS = {
    "instant": N_("Without a pause"),
    "quick": N_("Quick: about a second for each move"),
    "calm": N_("Calm: time to follow every move"),
}


class SettingsDialog(BaseDialog):
    """Writes to the settings as its fields change."""

    renamed = Signal(str)  # my name
    sound_tried = Signal()  # the volume was set, and may be heard

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        *,
        name: str = "",
        interfaces: Sequence[Interface] | None = None,
    ) -> None:
        """`interfaces`: those of this computer if left out."""
        super().__init__(_("Settings"), parent, wide=520)
        self._settings = settings
        self._sheet = QWidget()
        self._lines: QVBoxLayout = column(self._sheet, gap=8, margin=(0, 0, 12, 0))
        self.area = scrolled(self._sheet)
        self.body.addWidget(self.area)
        self._add_player(name)
        self._add_look()
        self._add_game()
        self._add_sound()
        self._add_notifications()
        self._add_network(list_interfaces() if interfaces is None else interfaces)
        self._add_files()
        self._lines.addStretch(1)
        self.close_button = self.foot(_("Close"), "accent")
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)

    # --- groups ---------------------------------------------------------------------------------

    def _add_player(self, name: str) -> None:
        self.name = QLineEdit(name)
        self.name.setMaxLength(TYPED_MAX)
        self.name.editingFinished.connect(self._rename)
        languages = [(_("Match the system"), ""), *((own, c) for c, own in LANGUAGES.items())]
        self.language = self._choice("language", languages)
        self._group(_("You"), (_("Your name"), self.name), (_("Language"), self.language))
        self._name_note = self._note("")
        self._name_note.hide()

    def _add_look(self) -> None:
        self.theme = self._choice("theme", _items(THEME_WORDS))
        self.size_ = self._choice(
            "size",
            [(_("Match the system") if size == 100 else f"{size} %", size) for size in SIZES],
        )
        self._group(_("Appearance"), (_("Colours"), self.theme), (_("Size"), self.size_))
        self._size_note = self._note(_("The new size applies the next time you start the app."))
        self._size_note.hide()
        self.size_.activated.connect(self._size_note.show)

    def _add_game(self) -> None:
        self.motion = self._choice("motion", _items(MOTION_WORDS))
        self.pace = self._choice("bots_pace", _items(PACE_WORDS))
        fields = (_("Animations"), self.motion), (_("Moves of others"), self.pace)
        self._group(_("During a game"), *fields)
        self.confirm = self._flag("confirm", _("Confirm each move with a second click"))

    def _add_sound(self) -> None:
        self._group(_("Sound"))
        self.sound = self._flag("sound", _("Play sounds"))
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setPageStep(10)
        self.volume.setValue(self._settings.volume)
        self.volume.valueChanged.connect(self._set_volume)
        self.volume.sliderReleased.connect(self.sound_tried)
        self.volume.setMinimumHeight(26)
        self.volume.installEventFilter(self)
        self._add_form([(_("Volume"), self.volume)])
        self.ambience = self._flag("ambience", _("Desert wind in the background"))
        self.sound.toggled.connect(self._follow_sound)
        self._silence = self._note("", "muted")
        self._silence.hide()
        self._follow_sound(self._settings.sound)

    def _add_notifications(self) -> None:
        self._group(_("Notifications"))
        words = _("Notify me when it is my turn and I'm in another window")
        self.notifications = self._flag("notifications", words)

    def _add_network(self, interfaces: Sequence[Interface]) -> None:
        items: list[tuple[str, Any]] = [(_("All networks"), "")]
        items += [(f"{found.name} ({found.address})", found.name) for found in interfaces]
        chosen = self._settings.interface
        if chosen and chosen not in [value for _text, value in items]:
            items.append((_("{name} (not connected)").format(name=chosen), chosen))
        self.interface = self._choice("interface", items)
        self._group(_("Network"), (_("Play on"), self.interface))
        self._network_note = self._note(
            _("The new network applies the next time you start the app.")
        )
        self._network_note.hide()
        self.interface.activated.connect(self._network_note.show)

    def _add_files(self) -> None:
        folder = self._settings.path.parent
        self._group(_("Data folder"))
        shown = label(str(folder), wrap=True)
        shown.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        shown.setAccessibleName(_("Data folder"))
        self._lines.addWidget(shown)
        self._note(_("Your key, your settings and your games are kept here."))
        line: QHBoxLayout = row()
        self.open_folder = button(_("Open the folder"))
        url = QUrl.fromLocalFile(str(folder))
        self.open_folder.clicked.connect(lambda: QDesktopServices.openUrl(url))
        line.addWidget(self.open_folder)
        line.addStretch(1)
        self._lines.addLayout(line)

    # --- what the sound player tells ------------------------------------------------------------

    def show_silence(self, why: Message | None) -> None:
        """Say why no sound can be played; None: it can."""
        self._silence.setText(str(why or ""))
        self._silence.setVisible(why is not None)

    # --- fields ---------------------------------------------------------------------------------

    def _group(self, title: str, *fields: tuple[str, QWidget]) -> None:
        if self._lines.count():
            self._lines.addSpacing(10)
        self._lines.addWidget(heading(title))
        if fields:
            self._add_form(fields)

    def _add_form(self, fields: Sequence[tuple[str, QWidget]]) -> None:
        grid = form(fields)
        grid.setColumnMinimumWidth(0, TITLES)
        self._lines.addLayout(grid)

    def _note(self, text: str, look: str = "small") -> Any:
        made = label(text, look, wrap=True)
        self._lines.addWidget(made)
        return made

    def _choice(self, field: str, items: Sequence[tuple[str, Any]]) -> QComboBox:
        made = QComboBox()
        for text, value in items:
            made.addItem(text, value)
        values = [value for _text, value in items]
        now = getattr(self._settings, field)
        made.setCurrentIndex(values.index(now) if now in values else 0)
        made.activated.connect(lambda: self._set(field, made.currentData()))
        made.installEventFilter(self)
        return made

    def _flag(self, field: str, text: str) -> QCheckBox:
        made = QCheckBox(text)
        made.setChecked(getattr(self._settings, field))
        made.toggled.connect(lambda on: self._set(field, on))
        self._lines.addWidget(made)
        return made

    def _set(self, field: str, value: Any) -> None:
        setattr(self._settings, field, value)
        self._settings.save()

    def _set_volume(self, volume: int) -> None:
        self._set("volume", volume)
        if not self.volume.isSliderDown():  # by key
            self.sound_tried.emit()

    def _follow_sound(self, on: bool) -> None:
        self.volume.setEnabled(on)
        self.ambience.setEnabled(on)

    def _rename(self) -> None:
        if self.name.isModified():
            name, why = admitted(self.name.text().strip())
            self.name.setText(name)  # it is no longer modified
            if name:
                self.renamed.emit(name)
                why = why or _("A game that has begun goes on with your former name.")
            self._name_note.setText(why or _("A name needs letters that can be seen."))
            self._name_note.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the wheel for scrolling: it would change what it happens to roll over."""
        if event.type() is QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    # --- its size -------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.language.setFocus()

    def fit(self) -> None:
        """As high as the fields need, and no higher than the window that it belongs to."""
        window = self.parentWidget()
        room = (window.window().size() if window else self.screen().availableSize()) - ROOM
        whole = self._sheet.sizeHint().height() + self.sizeHint().height()
        self.resize(self.width(), min(whole - self.area.sizeHint().height(), room.height(), HIGH))


def _items(words: dict[str, str]) -> list[tuple[str, Any]]:
    return [(_(text), key) for key, text in words.items()]
