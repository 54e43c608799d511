"""The end of the app when its screen goes: as when somebody logs out with a dialog open."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
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


def started(home: Path) -> tuple[subprocess.Popen[str], subprocess.Popen[str]]:
    """An X server, and the app on it with a dialog open."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    display = f":{server.stdout.readline().strip()}"
    environment = around(DISPLAY=display, QT_QPA_PLATFORM="xcb", HOME=str(home))
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
    return server, app


@pytest.mark.parametrize("terminated", [True, False])
def test_an_app_whose_screen_went_ends_though_a_dialog_is_open(
    terminated: bool, tmp_path: Path
) -> None:
    server, app = started(tmp_path)
    try:
        server.kill()
        server.wait()
        if terminated:
            app.send_signal(signal.SIGTERM)
        app.wait(LONG_S)
    finally:
        for process in (server, app):
            process.kill()
            process.communicate()


def test_a_polite_kill_ends_it_in_order(tmp_path: Path) -> None:
    server, app = started(tmp_path)
    try:
        app.send_signal(signal.SIGTERM)
        assert app.wait(LONG_S) == 0
        assert not list(tmp_path.rglob("running")), "nothing was interrupted"
    finally:
        for process in (server, app):
            process.kill()
            process.communicate()


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


def test_the_app_does_not_outlive_its_screen(tmp_path: Path) -> None:
    done = run_python("-c", SCREENLESS, str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "connection broke" in (tmp_path / "crash.log").read_text(encoding="utf-8")
