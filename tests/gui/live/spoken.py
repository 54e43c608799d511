"""Somebody who sees nothing and has a keyboard: prints every key, and what a screen reader is told
after it. `python -m tests.gui.live.spoken NAME`, in a session with an accessibility bus.

Nothing here waits for a time. What a key causes has happened when the app has nothing to do any
more; only then `ear` is asked what it was told.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.review.analysis import GameAnalysis
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import LIGHT, dress
from camelnet_gui.table import score_reader
from camelnet_gui.widgets import screen_reader
from PySide6.QtCore import QEvent, QObject, QProcess, QProcessEnvironment, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from camelnet.review import analysis
from camelnet.session.api.facts import TableChanged
from tests.gui.clicker import SHORT
from tests.gui.live.hands import XInput, pump
from tests.gui.live.scripted_app import SYSTEM_PYTHON, ScriptedTable
from tests.patience import LONG_MS, until
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

CALM = 4  # looks at an app that has nothing to do
SOON_MS = 1000  # a pause as short as this ends before anybody goes on
MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control)
KEYS_MAX = 200


class Arrivals(QObject):
    """Sees the keys that reach the app; a release of the one before may come late."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: set[int] = set()
        self.clear = self.keys.clear

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if pressed and isinstance(event, QKeyEvent) and event.key() not in MODIFIERS:
            self.keys.add(event.key())
        return False


class Listener:
    """Presses keys, and writes down what is told."""

    def __init__(self, folder: Path) -> None:
        self.heard: list[str] = []  # since the last key
        self.keys = 0
        self._intents = RecordingIntents()
        settings = Settings(folder)
        settings.speed, settings.bots_pace, settings.name_asked = "off", "instant", True
        self.window = MainWindow(intents=self._intents, settings=settings, bots=LocalBots(folder))
        self.window.resize(1024, 640)
        self.window.show()
        self._table: ScriptedTable | None = None
        self._hands = XInput()
        self._came = Arrivals()
        QApplication.instance().installEventFilter(self._came)  # type: ignore[union-attr]
        self._ear = QProcess()
        self._ear.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        environment = QProcessEnvironment.systemEnvironment()
        environment.remove("PYTHONPATH")  # ours is not the system's
        self._ear.setProcessEnvironment(environment)
        self._ear.start(SYSTEM_PYTHON, [str(Path(__file__).with_name("ear.py"))])
        until(self._is_heard, what="nothing is told")

    def sit_down(self, script: ScriptedGame) -> None:
        self._table = ScriptedTable(self.window, self._intents, script)
        self._write("The game begins")

    def look_back(self, script: ScriptedGame) -> None:
        for step in script.lively():
            self.window.take(step)
        self.window.take(TableChanged(script.view()))
        self._write("The game is over")

    def open_tutorial(self, game: str) -> None:
        self.window.show_tutorial(game)
        self._write("The tutorial is opened")

    def press(self, key: str) -> None:
        self.keys += 1
        assert self.keys < KEYS_MAX, self.heard
        self._came.clear()
        self._hands.stroke(key)
        until(lambda: self._came.keys, what=f"{key} never came", between=pump)
        self._write(key)

    def hears(self, words: str) -> bool:
        return any(words in line for line in self.heard)

    def close(self) -> None:
        self._ear.closeWriteChannel()
        self._ear.waitForFinished()
        self.window.close()

    def _write(self, key: str) -> None:
        self._settle()
        self.heard = self._hear()
        print(f"[{key}]", *self.heard, sep="\n", flush=True)

    def _is_heard(self) -> bool:
        """A bridge that starts just when somebody asks to be told may never hear of it."""
        self._settle()
        screen_reader.announce(self.window, "ready")
        heard = "  said ready" in self._hear()
        if not heard:
            self._hear("again")
        return heard

    def _hear(self, asked: str = "") -> list[str]:
        self._ear.write(f"{asked}\n".encode())
        lines: list[str] = []
        while not lines or lines[-1]:
            until(self._ear.canReadLine, what="nobody listens", between=pump)
            lines.append(bytes(self._ear.readLine().data()).decode().rstrip("\n"))
        return lines[:-1]

    def _settle(self) -> None:
        """Until all that was caused has happened."""
        calm = 0
        while calm < CALM:
            until(lambda: not self._busy(), what="it never came to rest", between=pump)
            pump()
            calm = 0 if self._busy() else calm + 1

    def _busy(self) -> bool:
        if self._table is not None and self._table.look():
            return True
        if any(found.running for found in self.window.findChildren(GameAnalysis)):
            return True
        lesson = self.window.learn.page
        if lesson is not None and not lesson.waiting and lesson.end is None:
            return True  # no bubble has come yet
        active = QApplication.activeWindow()
        modal = QApplication.activeModalWidget()
        timers = (t for top in QApplication.topLevelWidgets() for t in top.findChildren(QTimer))
        return active is None or modal not in (None, active) or any(map(_is_due, timers))


def _is_due(timer: QTimer) -> bool:
    return timer.isSingleShot() and timer.isActive() and timer.interval() < SOON_MS


def game(listener: Listener) -> None:
    """Camel Up to its end: my turns begin with each action in turn."""
    listener.sit_down(ScriptedCamelUp(seats=3, me=1, seed=5))
    begin = cycle("rlrdrbr")
    while not listener.hears("Play again"):
        if listener.hears("Your turn"):
            listener.press(next(begin))
        else:
            answer(listener)


def cards(listener: Listener) -> None:
    """Camel Up Cards: the halves of my turns, each action in turn."""
    listener.sit_down(ScriptedCards(seats=3, me=1, seed=2))
    race, bet = cycle("rhp"), cycle("lmwo")
    while not listener.hears("Play again"):
        if listener.hears("at 'Leader"):
            listener.press(next(bet))
        elif listener.hears("Your turn"):
            listener.press(next(race))
        else:
            answer(listener)


def targui(listener: Listener) -> None:
    """Targui: what has the keyboard is chosen, and camels go to a neighbouring cell."""
    listener.sit_down(ScriptedTargui(seats=3, me=1, seed=4, options=SHORT["targui"]))
    ways = cycle(("Right", "Up", "Left", "Down"))
    while not listener.hears("Play again"):
        if listener.hears("neighbouring cell"):
            while not listener.hears("at 'Cell"):
                listener.press(next(ways))
        answer(listener)


def tutorial(listener: Listener) -> None:
    listener.open_tutorial("camelup")
    while not listener.hears("Play now"):
        answer(listener)


def review(listener: Listener) -> None:
    """A finished game, leg by leg and step by step, and what the review found."""
    listener.look_back(ScriptedCamelUp(seats=3, me=1, seed=5))
    find(listener, "Replay and review", by="shift+Tab")
    for key in ("shift+Right", "Right", "Right", "ctrl+Right", "ctrl+Right", "Left", "End"):
        listener.press(key)
    find(listener, "Summary", by="Tab")
    listener.press("Escape")


def find(listener: Listener, name: str, *, by: str) -> None:
    """Go to a button by a key, and press it."""
    while not listener.hears(f"at '{name}'"):
        listener.press(by)
    listener.press("Return")


def answer(listener: Listener) -> None:
    """Enter, for what can be chosen, read or confirmed; in the dialog of a bet first a deck and a
    card."""
    if listener.hears("'Wins the race'"):
        for key in ("space", "Tab", "space"):
            listener.press(key)
    listener.press("Return")


SCENES: dict[str, Callable[[Listener], None]] = {
    "game": game,
    "tutorial": tutorial,
    "cards": cards,
    "targui": targui,
    "review": review,
}


def main(name: str) -> None:
    app = QApplication(["camelnet"])
    app.setApplicationName("camelnet")
    dress(app, LIGHT)
    score_reader.READ_MS = LONG_MS  # a page goes on by itself only for somebody who sees it
    screen_reader.CALM_MS = 0  # nobody drops anything here
    analysis.NODES, analysis.NODES_OTHERWISE = {}, 12
    with tempfile.TemporaryDirectory() as folder:
        listener = Listener(Path(folder))
        SCENES[name](listener)
        listener.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
