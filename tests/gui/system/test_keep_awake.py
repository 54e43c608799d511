"""The screen stays on while a big screen shows the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from camelnet_gui.system import keep_awake
from camelnet_gui.system.keep_awake import KeepAwake

from tests.gui.conftest import WindowDriver
from tests.gui.session_bus import needs_session_bus, seen_on_bus

CALL = """
from PySide6.QtWidgets import QApplication
from PySide6.QtCore import QTimer
from camelnet_gui.system.keep_awake import KeepAwake
app = QApplication([])
awake = KeepAwake()
awake.hold()
QTimer.singleShot(300, awake.release)
QTimer.singleShot(600, app.quit)
app.exec()
"""


@needs_session_bus
def test_the_desktop_is_asked_over_a_connection_that_ends(tmp_path: Path) -> None:
    seen = seen_on_bus(CALL, tmp_path)
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
