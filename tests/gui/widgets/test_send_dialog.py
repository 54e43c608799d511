"""The dialog that sends a game: what it asks, what it has made, and what it says of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from camelnet_gui.widgets import send_dialog
from camelnet_gui.widgets.send_dialog import SendDialog
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.gui.programs import RECORDS
from tests.patience import LONG_MS

RECORD = RECORDS / "camelup-one-person.camelnet"
NAMES = ("Ana", "Bo", "Cleo")
# Stands for `camelnet`: tells its arguments, or fails as it does.
STAND_IN = """
import os, sys
if "--link" in sys.argv and "--no-names" in sys.argv:
    sys.exit("camelnet: This game is too long for a link, or not whole.")
print(os.environ["LANGUAGE"], *sys.argv[2:])
"""


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SendDialog:
    program = tmp_path / "stand_in.py"
    program.write_text(STAND_IN, encoding="utf-8")
    monkeypatch.setattr(send_dialog, "self_command", lambda: [sys.executable, str(program)])
    made = SendDialog(RECORD, "camelup", "Ana: game?", NAMES, None)
    qtbot.addWidget(made)
    made.show()
    return made


def told(dialog: SendDialog, qtbot: QtBot) -> str:
    qtbot.waitUntil(dialog.told.isVisible, timeout=LONG_MS)
    return dialog.told.text()


def test_a_page_is_made_as_it_was_asked_for_and_can_be_opened(
    dialog: SendDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    out = str(tmp_path / "game.html")

    def where(_parent: object, _title: str, wanted: str, _kinds: str) -> tuple[str, str]:
        asked.append(wanted)
        return out, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", where)
    made: list[list[str]] = []
    make = dialog.make

    def making(words: list[str], then: Callable[[str], None]) -> None:
        made.append(words)
        make(words, then)

    monkeypatch.setattr(dialog, "make", making)
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    dialog.eyes.setCurrentIndex(2)
    dialog.save_button.click()
    assert not dialog.save_button.isEnabled()
    assert dialog.bar.isVisible()
    assert out in told(dialog, qtbot)
    assert Path(asked[0]).name == "Ana- game-.html"
    assert made == [["--html", out, "--seen-by", "2"]]
    assert opened == []
    dialog.save_button.click()
    assert opened == [out]


def test_a_page_that_is_there_cannot_be_asked_for_otherwise(
    dialog: SendDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "game.html")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_asked: (out, ""))
    dialog.save_button.click()
    assert out in told(dialog, qtbot)
    assert dialog.save_button.text() == "Open it in the browser"
    dialog.link_button.click()
    qtbot.waitUntil(lambda: "proves nothing" in dialog.told.text(), timeout=LONG_MS)
    assert not dialog.nameless.isEnabled()
    assert not dialog.eyes.isEnabled()
    assert dialog.link_button.isEnabled()


def test_a_link_is_copied_in_the_language_of_the_app(dialog: SendDialog, qtbot: QtBot) -> None:
    dialog.link_button.click()
    assert "proves nothing" in told(dialog, qtbot)
    assert QGuiApplication.clipboard().text() == f"en {RECORD} --link"


def test_a_refusal_is_told_and_changes_nothing(dialog: SendDialog, qtbot: QtBot) -> None:
    dialog.nameless.setChecked(True)
    assert "left out" in dialog.note.text()
    dialog.link_button.click()
    assert told(dialog, qtbot) == "This game is too long for a link, or not whole."
    assert dialog.link_button.isEnabled()


def test_hidden_cards_are_asked_about_where_there_are_some(
    dialog: SendDialog, qtbot: QtBot
) -> None:
    seen = [dialog.eyes.itemText(index) for index in range(dialog.eyes.count())]
    assert seen == ["None, as a spectator sees it", "As Ana", "As Bo", "As Cleo", "All cards open"]
    assert dialog.eyes.currentData() == "nobody"
    open_game = SendDialog(RECORD, "targui", "Ana", NAMES, None)
    qtbot.addWidget(open_game)
    open_game.show()
    assert dialog.eyes.isVisible()
    assert not open_game.eyes.isVisible()


@pytest.mark.slow
def test_closing_ends_what_is_being_made(dialog: SendDialog) -> None:
    dialog.link_button.click()
    process = dialog._process
    assert process is not None
    dialog.reject()
    assert process.state() is process.ProcessState.NotRunning
