"""The end of the app when its screen goes away: it never survives a polite kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.display import x_server
from tests.patience import LONG_S

PROGRAM = """
import sys
from pathlib import Path
from camelnet_gui import app
from camelnet_gui.application import Application
from camelnet_gui.widgets.dialogs import Telling
from PySide6.QtCore import QTimer

start = Application.start

def start_with_a_dialog(this, *more):
    start(this, *more)
    this.dialog = Telling("A dialog", "It is open.", this.window)
    this.dialog.open()
    QTimer.singleShot(0, lambda: print("open", flush=True))

Application.start = start_with_a_dialog
sys.exit(app.run(profile=Path(sys.argv[1]), name="Ana", interface="127.0.0.1"))
"""


def test_an_app_with_a_dialog_open_ends_when_its_screen_is_gone(tmp_path: Path) -> None:
    with x_server() as display:
        app = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path / "profile")],
            env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert app.stdout is not None
            lines = iter(app.stdout.readline, "")
            assert any(line.strip() == "open" for line in lines), "the app never came"
        except BaseException:
            app.kill()
            raise
    app.send_signal(signal.SIGTERM)
    try:
        app.wait(LONG_S)
    finally:
        app.kill()
        app.stdout.close()
