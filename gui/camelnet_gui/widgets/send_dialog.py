"""The dialog that sends a game: as one page for a browser, or as a link with all its moves.

A process of its own makes them: it takes seconds, and speaks every language in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QProcess, QProcessEnvironment, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QProgressBar, QPushButton, QWidget

from camelnet import rules
from camelnet.i18n import _, language
from camelnet.terminal.self_command import self_command, self_environment
from camelnet_gui.widgets.basics import (
    form,
    label,
)
from camelnet_gui.widgets.dialogs import BaseDialog
from camelnet_gui.widgets.screen_reader import announce

PAGE = ".html"
UNFIT = '<>:"/\\|?*'  # characters that a file's name cannot have everywhere
_EVERYBODY, _NOBODY = "all", "nobody"  # what `camelnet export --seen-by` takes


def sendable(file: Path | None) -> bool:
    """True if a game is kept in a file that a page can be made of."""
    return file is not None and file.is_file()


def file_name(title: str) -> str:
    """A title as the name of a file, without its ending."""
    return "".join("-" if letter in UNFIT else letter for letter in title)


class SendDialog(BaseDialog):
    """`file`: the record, or a journal; `names` by seat."""

    def __init__(
        self, file: Path, game: str, title: str, names: Sequence[str], parent: QWidget | None
    ) -> None:
        super().__init__(_("Send this game"), parent, wide=520)
        self._file, self._title = file, title
        self._process: QProcess | None = None
        self._made = ""  # the path of the page, once it is written
        text = _(
            "As one page: the game step by step, the chances and the costly decisions. It opens in "
            "the browser of any phone or computer, without camelnet and without the Internet."
        )
        self.body.addWidget(label(text, wrap=True))
        self.eyes = self._chooser(game, names)
        self.nameless = QCheckBox(_("Leave out the names"))
        self.nameless.toggled.connect(self._explain)
        self.body.addWidget(self.nameless)
        self.note = label("", "muted", wrap=True)
        self.body.addWidget(self.note)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName(_("The page is being made…"))
        self.bar.hide()
        self.body.addWidget(self.bar)
        self.told = label("", wrap=True)
        self.told.hide()
        self.body.addWidget(self.told)
        self.close_button = self.foot(_("Close"))
        self.close_button.clicked.connect(self.reject)
        self.link_button = self.foot(_("Copy as a link"))
        self.link_button.clicked.connect(self.copy_link)
        self.save_button: QPushButton = self.foot(_("Save the page…"), "main")
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self.save)
        self._explain()

    def _chooser(self, game: str, names: Sequence[str]) -> QComboBox:
        """The choice of the hidden cards that are shown; none in a game without any."""
        eyes = QComboBox()
        eyes.setAccessibleName(_("Hidden cards"))
        eyes.addItem(_("None, as a spectator sees it"), _NOBODY)
        for seat, name in enumerate(names, start=1):
            eyes.addItem(_("As {name}").format(name=name), str(seat))
        eyes.addItem(_("All cards open"), _EVERYBODY)
        info = rules.GAMES.get(game)
        if info is not None and (info.slots or info.hands):
            self.body.addLayout(form([(_("Hidden cards"), eyes)]))
        return eyes

    def _explain(self) -> None:
        with_record = _(
            "The record is in the page, with names and keys: who has camelnet can check every die "
            "and watch the game there."
        )
        without = _("The record is left out, too: it holds names and keys. So it proves nothing.")
        self.note.setText(without if self.nameless.isChecked() else with_record)
        self.fit()

    # --- what is made ---------------------------------------------------------------------------

    def save(self) -> None:
        """Asks where, and makes the page; once it is there, opens it."""
        if self._made:
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._made))
            return
        wanted = str(Path.home() / f"{file_name(self._title)}{PAGE}")
        path, _kind = QFileDialog.getSaveFileName(
            self, _("Save the page"), wanted, _("Web page (*{ending})").format(ending=PAGE)
        )
        if path:
            eyes = str(self.eyes.currentData())
            self.make(["--html", path, "--seen-by", eyes], lambda _said: self._saved(path))

    def copy_link(self) -> None:
        self.make(["--link"], self._copied)

    def make(self, arguments: Sequence[str], then: Callable[[str], None]) -> None:
        """Runs `camelnet export` with the game; `then` is given what it said."""
        command, *before = self_command()
        nameless = ["--no-names"] if self.nameless.isChecked() else []
        environment = QProcessEnvironment()
        for name, value in {**self_environment(), "LANGUAGE": language()}.items():
            environment.insert(name, value)
        process = self._process = QProcess(self)
        process.setProcessEnvironment(environment)
        process.finished.connect(lambda code, _status: self._finished(process, code, then))
        process.errorOccurred.connect(lambda _error: self._finished(process, -1, then))
        self._busy(True)
        process.start(command, [*before, "export", str(self._file), *arguments, *nameless])

    def _finished(self, process: QProcess, code: int, then: Callable[[str], None]) -> None:
        if process is not self._process:
            return
        self._process = None
        self._busy(False)
        said = bytes(process.readAllStandardOutput().data()).decode(errors="replace").strip()
        wrong = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
        if code in (0, 3) and said:  # 3: fewer than a quorum vouch for it, which the page tells
            then(said)
        else:
            lines = wrong.splitlines() or [_("The page could not be made.")]
            self._tell(lines[-1].removeprefix("camelnet: "))

    def _busy(self, busy: bool) -> None:
        self.bar.setVisible(busy)
        self.told.hide()
        self.link_button.setEnabled(not busy)
        self.save_button.setEnabled(not busy)
        for choice in (self.eyes, self.nameless):
            choice.setEnabled(not busy and not self._made)  # a page that is there stays as it is
        self.close_button.setText(_("Cancel") if busy else _("Close"))
        self.fit()

    def _saved(self, path: str) -> None:
        self._made = path
        self._busy(False)
        self.save_button.setText(_("Open it in the browser"))
        self._tell(_("The page is saved: {path}").format(path=path))

    def _copied(self, link: str) -> None:
        QGuiApplication.clipboard().setText(link)
        self._tell(
            _(
                "The link is copied. It opens the replay where camelnet is installed, and proves "
                "nothing: only the record does."
            )
        )

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.show()
        self.fit()
        announce(self, text)

    def done(self, result: int) -> None:
        """Gives up what is still being made."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.waitForFinished()
        super().done(result)
