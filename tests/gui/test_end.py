"""The end of the app when its screen goes: as when somebody logs out with a dialog open."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gui.programs import around, run_python
from tests.patience import LONG_S

pytestmark = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="no X server here")

# The app as it is launched; it says when its dialog is on the screen.
APP = """
import sys
from PySide6.QtCore import QTimer
from camelnet_gui.main_window import MainWindow

def opened(window):
    window._show_settings()
    QTimer.singleShot(0, lambda: print("open", flush=True))

plain = MainWindow.showEvent
def shown(window, event):
    plain(window, event)
    QTimer.singleShot(0, lambda: opened(window))
MainWindow.showEvent = shown

from camelnet.__main__ import main
sys.argv = ["camelnet", "--interface", "127.0.0.1"]
main()
"""


Started = tuple[subprocess.Popen[str], subprocess.Popen[str]]


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Started]:
    """An X server, and the app on it with a dialog open."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    display = f":{server.stdout.readline().strip()}"
    environment = around(DISPLAY=display, QT_QPA_PLATFORM="xcb", HOME=str(tmp_path))
    app = subprocess.Popen(
        [sys.executable, "-c", APP],
        env={name: value for name, value in environment.items() if not name.startswith("XDG_")},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    while (line := app.stdout.readline()) and line != "open\n":
        pass
    assert line, "the app did not come up"
    yield server, app
    for process in (server, app):
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("terminated", [True, False])
def test_an_app_whose_screen_went_ends_though_a_dialog_is_open(
    terminated: bool, started: Started
) -> None:
    server, app = started
    server.kill()
    server.wait()
    if terminated:
        app.send_signal(signal.SIGTERM)
    app.wait(LONG_S)


@pytest.mark.slow
def test_a_polite_kill_ends_it_in_order(started: Started, tmp_path: Path) -> None:
    _server, app = started
    app.send_signal(signal.SIGTERM)
    assert app.wait(LONG_S) == 0
    assert not list(tmp_path.rglob("running")), "nothing was interrupted"


TOLD_EARLY = """
import os, signal, sys
from camelnet_gui.application import _signals
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

app = QApplication([])
with _signals(app):
    os.kill(os.getpid(), signal.SIGTERM)
    QTimer.singleShot(5000, lambda: app.exit(1))
    sys.exit(app.exec())
"""


@pytest.mark.slow
def test_a_polite_kill_counts_before_the_app_listens() -> None:
    done = run_python("-c", TOLD_EARLY)
    assert done.returncode == 0, done.stderr


SCREENLESS = """
import sys
from pathlib import Path
from camelnet_gui.startup.crash import CrashLog
from PySide6.QtCore import qWarning
log = CrashLog(Path(sys.argv[1]))
log.install()
qWarning("The X11 connection broke (error 1). Did the X11 server die?")
print("still here")
"""


@pytest.mark.slow
def test_the_app_does_not_outlive_its_screen(tmp_path: Path) -> None:
    done = run_python("-c", SCREENLESS, str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "connection broke" in (tmp_path / "crash.log").read_text(encoding="utf-8")
