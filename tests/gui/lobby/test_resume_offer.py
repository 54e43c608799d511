"""After a crash: one dialog with the report, and the next start offers the game."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.lobby.resume_offer import ResumeOffer, RunningMark
from camelnet_gui.startup.crash import CrashDialogs, CrashLog
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import LobbyView, SavedGame, TableChanged
from tests.gui.test_app import end, quiet_app
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.lobby import lobby_view

GAME = b"g" * 32


def lobby(*ids: bytes, closed: bool = False) -> LobbyView:
    saved = tuple(
        SavedGame(game_id, "Amber Oasis", "camelup", ("Ana", "Badr"), 9, "", closed)
        for game_id in ids
    )
    return replace(lobby_view(full=False), resumable=saved)


def torn(folder: Path, game_id: bytes = GAME) -> RunningMark:
    """The mark of a start after a run that ended in the middle of a game."""
    RunningMark(folder).note(game_id)
    return RunningMark(folder)


def test_a_run_that_was_torn_from_a_game_is_known_at_the_next_start(tmp_path: Path) -> None:
    assert RunningMark(tmp_path).interrupted == b""
    mark = torn(tmp_path)
    assert mark.interrupted == GAME
    assert RunningMark(tmp_path).interrupted == b"", "it is told once"
    mark.note(GAME)
    mark.note(b"")
    assert RunningMark(tmp_path).interrupted == b"", "the table was left"


def test_an_orderly_end_leaves_nothing_behind_but_a_fault_does(tmp_path: Path) -> None:
    mark = RunningMark(tmp_path)
    mark.note(GAME)
    mark.clear()
    assert not list(tmp_path.iterdir())
    mark = RunningMark(tmp_path)
    mark.note(GAME)
    mark.keep()
    mark.clear()
    assert RunningMark(tmp_path).interrupted == GAME


@pytest.mark.parametrize("text", [b"", b"zz", b"67" * 31, b"\xff\xfe", b"67" * 400])
def test_a_spoilt_mark_is_no_offer(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "running").write_bytes(text)
    assert RunningMark(tmp_path).interrupted == b""


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_the_app_goes_straight_back_to_the_interrupted_game_once(
    tmp_path: Path, window: QWidget, qtbot: QtBot
) -> None:
    offer = ResumeOffer(window, torn(tmp_path))
    resumed: list[bytes] = []
    offer.accepted.connect(resumed.append)
    offer.take(lobby(b"o" * 32))
    assert resumed == []
    offer.take(lobby(b"o" * 32, GAME))
    offer.take(lobby(b"o" * 32, GAME))
    assert resumed == [GAME]
    assert offer.question is None


def test_a_game_that_ends_badly_twice_is_asked_about_before_one_goes_back(
    tmp_path: Path, window: QWidget, qtbot: QtBot
) -> None:
    ResumeOffer(window, torn(tmp_path)).take(lobby(GAME))
    offer = ResumeOffer(window, RunningMark(tmp_path))
    offer.take(lobby())
    offer.take(lobby(b"o" * 32))
    assert offer.question is None
    offer.take(lobby(b"o" * 32, GAME))
    question = offer.question
    assert question.isVisible()
    with qtbot.waitSignal(offer.accepted) as resumed:
        question.yes.click()
    assert resumed.args == [GAME]
    offer.question = None
    offer.take(lobby(GAME))
    assert offer.question is None


def test_one_does_not_go_back_to_a_game_that_has_ended(tmp_path: Path, window: QWidget) -> None:
    offer = ResumeOffer(window, torn(tmp_path))
    resumed: list[bytes] = []
    offer.accepted.connect(resumed.append)
    offer.take(lobby(GAME, closed=True))
    assert offer.question is None
    assert resumed == []


def test_a_table_that_was_left_in_between_counts_no_more(tmp_path: Path, window: QWidget) -> None:
    mark = torn(tmp_path)
    ResumeOffer(window, mark).take(lobby(GAME))
    mark.note(GAME)
    assert RunningMark(tmp_path).went_back
    mark.note(GAME)
    mark.note(b"")
    mark.note(GAME)
    again = RunningMark(tmp_path)
    assert (again.interrupted, again.went_back) == (GAME, False)


@pytest.mark.slow
def test_the_app_goes_back_to_a_game_that_had_forked(
    qapp: QApplication, tmp_path: Path, window: QWidget
) -> None:
    """Its journal has the id from before, whatever id the game went on with."""
    app = quiet_app(qapp, tmp_path, mark=RunningMark(tmp_path))
    app.start()
    view = ScriptedCamelUp(seats=3, me=1).view(game_id=b"f" * 32, former=(GAME,))
    app._take(TableChanged(view))
    offer = ResumeOffer(window, RunningMark(tmp_path))  # as if it had been torn from there
    end(app)
    resumed: list[bytes] = []
    offer.accepted.connect(resumed.append)
    offer.take(lobby(GAME))
    assert resumed == [GAME]


def test_two_faults_are_one_dialog_whose_report_can_be_copied(
    tmp_path: Path, window: QWidget
) -> None:
    log = CrashLog(tmp_path)
    dialogs = CrashDialogs(log, window)
    told: list[bool] = []
    dialogs.crashed.connect(lambda: told.append(True))
    log.install()
    try:
        for words in ("a hump too many", "a broken saddle"):
            try:
                raise RuntimeError(words)
            except RuntimeError as error:
                sys.excepthook(type(error), error, error.__traceback__)
    finally:
        log.close()
    dialog = dialogs.dialog
    assert len(told) == 2
    dialog.copy.click()
    copied = QApplication.clipboard().text()
    assert "a hump too many" in copied
    assert "a broken saddle" in copied
    dialog.accept()
    assert dialogs.dialog is None
