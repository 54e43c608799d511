"""Reads past games beside the window: first the list, then who won each, one after another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.lobby.past_games import PastGame, judged, past_games

_Key = tuple[Path, float]  # a record, and when it was written


class PastReader(QObject):
    """`close` before the listener goes. A record is verified once in a run of the app."""

    read = Signal(object)  # tuple[PastGame, ...], newest first; again as winners become known

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._folder = folder
        self._worker = BackgroundWorker()
        self._worker.found.connect(self._found)
        self._games: tuple[PastGame, ...] = ()
        self._judged: dict[_Key, PastGame] = {}

    def start(self) -> None:
        """Reads the folder anew."""
        self._worker.ask(None, partial(past_games, self._folder))

    def close(self) -> None:
        self._worker.close()

    def _found(self, question: _Key | None, answer: object) -> None:
        if question is None:
            found: tuple[PastGame, ...] = answer or ()  # type: ignore[assignment]
            self._games = tuple(self._judged.get(_key(game), game) for game in found)
        else:
            before = next((game for game in self._games if _key(game) == question), None)
            if before is None:
                return
            now = answer if isinstance(answer, PastGame) else before
            self._judged[question] = replace(now, judged=True)
            self._games = tuple(self._judged.get(_key(game), game) for game in self._games)
        self.read.emit(self._games)
        waiting = next((g for g in self._games if g.ended and not g.judged), None)
        if waiting is not None:
            self._worker.ask(_key(waiting), lambda _stop: judged(waiting))


def _key(game: PastGame) -> _Key:
    return game.path, game.saved_s
