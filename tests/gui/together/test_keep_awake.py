"""The screen stays on while a big screen shows the table."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from camelnet_gui.together import keep_awake
from camelnet_gui.together.keep_awake import KeepAwake

from tests.gui.conftest import WindowDriver

ROOT = Path(__file__).parents[3]
CALL = """
from PySide6.QtWidgets import QApplication
from PySide6.QtCore import QTimer
from camelnet_gui.together.keep_awake import KeepAwake
app = QApplication([])
awake = KeepAwake()
awake.hold()
QTimer.singleShot(300, awake.release)
QTimer.singleShot(600, app.quit)
app.exec()
"""


@pytest.mark.skipif(
    not (shutil.which("dbus-run-session") and shutil.which("dbus-monitor")),
    reason="no session bus here",
)
def test_the_desktop_is_asked_over_a_connection_that_ends(tmp_path: Path) -> None:
    (tmp_path / "call.py").write_text(CALL, encoding="utf-8")
    watched = (
        "dbus-monitor > seen & watch=$!; until grep -q NameAcquired seen; do :; done; "
        f"{sys.executable} call.py; kill $watch"
    )
    path = f"{ROOT}:{ROOT / 'gui'}"
    subprocess.run(
        ["dbus-run-session", "--", "bash", "-c", watched],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": path},
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=600,
    )
    seen = (tmp_path / "seen").read_text(encoding="utf-8")
    before, _member, asked = seen.partition("member=Inhibit")
    sender = before.rpartition("sender=")[2].split()[0]
    assert 'string "camelnet"' in asked
    gone = asked.partition("member=NameOwnerChanged")[2]
    assert f'string "{sender}"' in gone, "the connection ends, and with it the inhibition"


def test_it_lasts_as_long_as_the_big_screen(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def hold() -> object:
        done.append("held")
        return lambda: done.append("released")

    monkeypatch.setattr(keep_awake, "_hold", hold)
    driver.window.big_screen.await_table(None)
    assert done == ["held"]
    driver.window.big_screen.leave()
    assert done == ["held", "released"]
    driver.window.big_screen.await_table(None)
    driver.window.close()
    assert done == ["held", "released", "held", "released"]


def test_without_a_bus_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    awake = KeepAwake()
    awake.hold()
    awake.hold()
    awake.release()
    awake.release()
