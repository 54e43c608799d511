"""The small dialogs: a question, join by address, the table code, the rules, settings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from camelnet.i18n import LANGUAGES, N_, _
from camelnet.net.address import parse_address
from camelnet_gui.settings import SIZES, Settings
from camelnet_gui.widgets import (
    SPACE,
    button,
    column,
    form,
    frame,
    label,
    row,
    snug,
)

_THEMES = {
    "auto": N_("Match the system"),
    "light": N_("Light"),
    "dark": N_("Dark"),
    "contrast": N_("High contrast"),
}
_SPEEDS = {"off": N_("Off"), "normal": N_("Normal"), "fast": N_("Fast")}
_SYSTEM = N_("Match the system")


class BaseDialog(QDialog):
    """A dialog with a title, a body and a row of buttons at the foot."""

    def __init__(self, title: str, parent: QWidget | None = None, *, wide: int = 440) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(wide)
        self._page: QVBoxLayout = column(self, gap=12, margin=24)
        self._page.addWidget(label(title, "title", wrap=True))
        self.body: QVBoxLayout = column(gap=10)
        self._page.addLayout(self.body, 1)
        self._feet: QHBoxLayout = row(gap=8)
        self._feet.addStretch(1)
        self._page.addSpacing(SPACE - 10)
        self._page.addLayout(self._feet)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the height that the words need."""
        snug(self)

    def foot(self, text: str, name: str = "") -> QPushButton:
        made = button(text, name)
        self._feet.addWidget(made)
        return made


class Question(BaseDialog):
    """One sentence, and whether to do it. Enter says no harm: the safe answer is the default."""

    def __init__(self, title: str, text: str, *, yes: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.body.addWidget(label(text, wrap=True))
        no = self.foot(_("Cancel"))
        no.clicked.connect(self.reject)
        no.setDefault(True)
        self.yes = self.foot(yes, "accent")
        self.yes.clicked.connect(self.accept)


class Telling(BaseDialog):
    """Something to read and to close."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.body.addWidget(label(text, wrap=True))
        close = self.foot(_("Close"), "accent")
        close.clicked.connect(self.accept)
        close.setDefault(True)


class CodeDialog(Telling):
    """The table code, large, and what it is good for."""

    def __init__(self, code: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(
            _("Table code"),
            _(
                "Read these four words aloud. If everyone at the table sees the same words, "
                "nobody is tampering with the connection. The words are in English in every "
                "language."
            ),
            parent,
        )
        words: QLabel = label("   ".join(code), "subtitle", wrap=True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        holder = frame("card")
        inside = column(holder, margin=16)
        inside.addWidget(words)
        self.body.insertWidget(0, holder)


class AddressDialog(BaseDialog):
    """Reach a camelnet that was not found by itself; `address` once accepted."""

    def __init__(self, own: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(_("Join by address"), parent)
        self.address: tuple[str, int] | None = None
        self.body.addWidget(
            label(
                _(
                    "Some networks hide computers from each other. Ask another player for the "
                    "address shown in their lobby and enter it here."
                ),
                "muted",
                wrap=True,
            )
        )
        self.line = QLineEdit()
        self.line.setPlaceholderText("192.168.1.20:40123")
        self.line.setAccessibleName(_("Address"))
        self.line.textChanged.connect(self._check)
        self.body.addWidget(self.line)
        self._trouble = label("", "danger", wrap=True)
        self.body.addWidget(self._trouble)
        if own:
            self.body.addWidget(label(_("Your own address: {own}").format(own=own[0]), "small"))
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        self.join = self.foot(_("Connect"), "main")
        self.join.setDefault(True)
        self.join.setEnabled(False)
        self.join.clicked.connect(self._join)

    def _check(self, text: str) -> None:
        good = parse_address(text) is not None
        self.join.setEnabled(good)
        wrong = _("Enter an address such as 192.168.1.20:40123.")
        self._trouble.setText("" if good or not text.strip() else wrong)

    def _join(self) -> None:
        self.address = parse_address(self.line.text())
        if self.address:
            self.accept()


class SettingsDialog(BaseDialog):
    """The settings; stored when the dialog is accepted."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(_("Settings"), parent)
        self._settings = settings
        self.theme = self._choice([(_(_THEMES[key]), key) for key in _THEMES], settings.theme)
        self.speed = self._choice([(_(_SPEEDS[key]), key) for key in _SPEEDS], settings.speed)
        sizes = [(f"{size} %", size) for size in SIZES]
        self.size_ = self._choice(sizes, settings.size)
        languages = [(_(_SYSTEM), ""), *((name, code) for code, name in LANGUAGES.items())]
        self.language = self._choice(languages, settings.language)
        self.confirm = QCheckBox(_("Confirm each move with a second click"))
        self.confirm.setChecked(settings.confirm)
        fields = (
            (_("Colours"), self.theme),
            (_("Animations"), self.speed),
            (_("Size"), self.size_),
            (_("Language"), self.language),
        )
        self.body.addLayout(form(fields))
        self.body.addWidget(self.confirm)
        self.body.addWidget(
            label(
                _("Size and language take effect the next time you start the app."),
                "small",
                wrap=True,
            )
        )
        cancel = self.foot(_("Cancel"))
        cancel.clicked.connect(self.reject)
        done = self.foot(_("Done"), "accent")
        done.setDefault(True)
        done.clicked.connect(self.accept)
        self.accepted.connect(self._store)

    def _choice(self, items: Sequence[tuple[str, object]], now: object) -> QComboBox:
        made = QComboBox()
        for text, value in items:
            made.addItem(text, value)
        made.setCurrentIndex(max(0, [value for _text, value in items].index(now)))
        return made

    def _store(self) -> None:
        self._settings.theme = str(self.theme.currentData())
        self._settings.speed = str(self.speed.currentData())
        self._settings.size = int(self.size_.currentData())
        self._settings.language = str(self.language.currentData())
        self._settings.confirm = self.confirm.isChecked()
        self._settings.save()
