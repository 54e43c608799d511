"""The offer to resume a game after the app did not close properly: a crash, or a power cut.

A small file in the profile's folder says that the app runs, and which game is on its screen. It
goes when the app closes in order; a start that finds it offers to resume that game.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet.session.api.facts import LobbyView, SavedGame
from camelnet_gui.games import game_title
from camelnet_gui.widgets.dialogs import Question

FILE = "running"
ID_BYTES = 32


class RunningMark:
    """The file. `interrupted` is the game that an earlier run was torn from; b"" for none."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._kept = False
        self.interrupted = self._read()
        self.note(b"")

    def note(self, game_id: bytes) -> None:
        """This game is on the screen now; b"": none."""
        with contextlib.suppress(OSError):  # then there is no offer
            self._path.write_text(game_id.hex(), encoding="ascii")

    def keep(self) -> None:
        """Something broke: the next start offers the game even if this one closes in order."""
        self._kept = True

    def clear(self) -> None:
        """The app closes in order."""
        if not self._kept:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _read(self) -> bytes:
        try:
            game_id = bytes.fromhex(self._path.read_text(encoding="ascii"))
        except (OSError, ValueError):  # no such file, or a half-written one
            return b""
        return game_id if len(game_id) == ID_BYTES else b""


class ResumeOffer(QObject):
    """Asks once, when the lobby first lists the interrupted game."""

    accepted = Signal(object)  # the id of the game

    def __init__(self, window: QWidget, mark: RunningMark) -> None:
        super().__init__(window)
        self._window = window
        self._wanted = mark.interrupted
        self.question: Question | None = None

    def take(self, view: LobbyView) -> None:
        """A view of the lobby."""
        for saved in view.resumable:
            if self._wanted and saved.game_id == self._wanted and not saved.closed:
                self._wanted = b""
                self._ask(saved)

    def _ask(self, saved: SavedGame) -> None:
        text = _(
            "camelnet did not close properly last time. Your game of {game} at {table} is saved: "
            "you can go on where it stopped."
        )
        question = self.question = Question(
            _("Resume your game?"),
            text.format(game=game_title(saved.game), table=saved.table),
            yes=_("Resume"),
            parent=self._window,
        )
        question.yes.setDefault(True)  # nothing is lost by it
        question.accepted.connect(lambda: self.accepted.emit(saved.game_id))
        question.finished.connect(question.deleteLater)
        question.open()
        question.yes.setFocus()
