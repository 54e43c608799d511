"""The app with a scripted game of Camel Up, for a player outside of it: `python -m ... PLAYER`.

The script moves for the others as soon as I have moved; PLAYER is a program of the system's Python
that plays my seat through the accessibility bus. What it prints is printed; its exit code is ours.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import LIGHT, dress
from PySide6.QtCore import QProcess, QProcessEnvironment, QTimer
from PySide6.QtWidgets import QApplication

from camelnet.session.api.facts import TableChanged
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.scripted_game import ScriptedGame

SYSTEM_PYTHON = "/usr/bin/python3"
LOOK_MS = 20


class Rollers(ScriptedCamelUp):
    """The others hurry."""

    def decide(self) -> str:
        return "roll"


class ScriptedTable:
    """Carries out what the window asks for, in the script."""

    def __init__(self, window: MainWindow, intents: RecordingIntents, script: ScriptedGame) -> None:
        self._window, self._intents, self._script = window, intents, script
        self._tell()

    def look(self) -> bool:
        """Make the moves that were asked for; false if there are none."""
        asked, self._intents.asked = self._intents.asked, []
        moves = [str(intent[1]) for intent in asked if intent[0] == "play"]
        for move in moves:
            self._window.take(self._script.step(move, replayed=False))
        if moves:
            self._tell()
        return bool(moves)

    def _tell(self) -> None:
        script = self._script
        self._window.take(TableChanged(script.view()))
        while script.position.turn not in (script.me, "over"):
            self._window.take(script.step(script.choose(), replayed=False))
        self._window.take(TableChanged(script.view()))


def main(player: Path) -> int:
    app = QApplication(["camelnet"])
    app.setApplicationName("camelnet")
    dress(app, LIGHT)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder))
        settings.speed, settings.bots_pace = "off", "instant"
        intents = RecordingIntents()
        window = MainWindow(intents=intents, settings=settings, bots=LocalBots(Path(folder)))
        window.resize(1024, 640)
        window.show()
        table = ScriptedTable(window, intents, Rollers(seats=3, me=1, seed=5))
        timer = QTimer()
        timer.timeout.connect(table.look)
        timer.start(LOOK_MS)
        process = QProcess()
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedChannels)
        process.finished.connect(lambda code, _status: app.exit(code))
        environment = QProcessEnvironment.systemEnvironment()
        environment.remove("PYTHONPATH")  # ours is not the system's
        process.setProcessEnvironment(environment)
        process.start(SYSTEM_PYTHON, [str(player)])
        code = app.exec()
        timer.stop()
        window.close()
    return code


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
