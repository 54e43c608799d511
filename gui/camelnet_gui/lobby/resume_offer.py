"""The way back into a game after the app did not close properly: a crash, or a power cut.

A small file in the profile's folder says that the app runs, and which game is on its screen. It
goes when the app closes in order; a start that finds it goes straight back to that game. If that
ends badly, too, the next start asks first.
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
BACK = "+"  # behind a game to which the app went back by itself
ID_BYTES = 32


class RunningMark:
    """The file. `interrupted` is the game that an earlier run was torn from; b"" for none.
    `went_back`: that run had gone back to it by itself."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._kept = False
        self._goes_back = False
        self.interrupted, self.went_back = self._read()
        self.note(b"")

    def note(self, game_id: bytes) -> None:
        """This game is on the screen now; b"": none."""
        self._goes_back &= bool(game_id)
        with contextlib.suppress(OSError):  # then there is no way back
            back = BACK if self._goes_back else ""
            self._path.write_text(game_id.hex() + back, encoding="ascii")

    def go_back(self) -> None:
        """The app goes back to the interrupted game by itself."""
        self._goes_back = True
        self.note(self.interrupted)

    def keep(self) -> None:
        """Something broke: the next start offers the game even if this one closes in order."""
        self._kept = True

    def clear(self) -> None:
        """The app closes in order."""
        if not self._kept:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _read(self) -> tuple[bytes, bool]:
        try:
            text = self._path.read_text(encoding="ascii")
            game_id = bytes.fromhex(text.removesuffix(BACK))
        except (OSError, ValueError):  # no such file, or a half-written one
            return b"", False
        return (game_id, text.endswith(BACK)) if len(game_id) == ID_BYTES else (b"", False)


class ResumeOffer(QObject):
    """Goes back once, when the lobby first lists the interrupted game."""

    accepted = Signal(object)  # the id of the game

    def __init__(self, window: QWidget, mark: RunningMark) -> None:
        super().__init__(window)
        self._window = window
        self._mark = mark
        self._wanted = mark.interrupted
        self.question: Question | None = None

    def take(self, view: LobbyView) -> None:
        """A view of the lobby."""
        for saved in view.resumable:
            if self._wanted and saved.game_id == self._wanted and not saved.closed:
                self._wanted = b""
                if self._mark.went_back:
                    self._ask(saved)
                else:
                    self._mark.go_back()
                    self.accepted.emit(saved.game_id)

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
