"""Tutorials under real clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from camelnet_gui.games import has_lesson, playable
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.learn import page as page_module
from camelnet_gui.learn.page import LearnPage
from camelnet_gui.learn.targets import outline
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.enter_key import EnterKey
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.i18n import LANGUAGES, choose_language
from tests.gui.learn.student import Student, click_window
from tests.patience import LONG_MS

Make = Callable[[str], Student]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path)
    made.speed = "off"
    made.bots_pace = "instant"
    return made


@pytest.fixture
def make(light: None, qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Opens a tutorial in a window of its own, which looks for what comes next all the time."""
    monkeypatch.setattr(page_module, "LOOK_MS", 1)

    def made(game: str) -> Student:
        page = LearnPage(game, settings, name="Yara")
        qtbot.addWidget(page)
        page.resize(956, 520)  # the least window
        with qtbot.waitExposed(page, timeout=LONG_MS):
            page.show()
        student = Student(page)
        student.wait()
        return student

    return made


@pytest.fixture
def student(make: Make) -> Student:
    """In the tutorial of Camel Up."""
    return make("camelup")


@pytest.mark.slow
@pytest.mark.parametrize(
    "language",
    [code if code == "en" else pytest.param(code, marks=pytest.mark.slow) for code in LANGUAGES],
)
@pytest.mark.parametrize("game", list(filter(has_lesson, playable())))
@pytest.mark.every(9)  # live windows have all games
def test_a_tutorial_is_clicked_through_to_its_end(
    game: str, language: str, make: Make, settings: Settings
) -> None:
    choose_language([language])
    student = make(game)
    page, seen = student.page, []
    while page.end is None:
        if page.number not in seen:  # a scoring may take two clicks
            seen.append(page.number)
        _check_step(page)
        student.do_step()
        student.wait()
    assert seen == list(range(len(page.lesson.steps)))
    assert settings.learned == (game,)
    asked: list[str] = []
    page.play_requested.connect(asked.append)
    click_window(page.end.play)
    assert asked == [game]


def _check_step(page: LearnPage) -> None:
    """All that a step points at is there, nothing lies on it, and the bubble is in the window."""
    table, step = page.table, page.step
    assert table is not None
    bubble = page.bubble.geometry()
    assert page.rect().contains(bubble), step.say
    assert page.bubble.words.height() >= page.bubble.words.heightForWidth(page.bubble.words.width())
    for target in step.point:
        path = outline(table, target, page)
        assert path is not None, f"{target} is not on the screen at {step.say!r}"
        box = path.boundingRect().toAlignedRect()
        assert page.rect().intersects(box)
        if step.play:
            assert not bubble.intersects(box), f"the bubble covers {target} at {step.say!r}"


@pytest.mark.slow
def test_a_click_beside_changes_nothing_and_says_where(student: Student) -> None:
    page = student.page
    student.do_until(lambda step: step.play)
    number, position = page.number, student.table.model.view.position
    board, beside = student.table.board, 0
    for place in ("leg b", "deck win", "deck lose", "space 5", "space 9"):
        centre = board.place_centre(place).toPoint()  # type: ignore[attr-defined]
        if not page.bubble.geometry().contains(board.mapTo(page, centre)):
            student.click_place(place)
            beside += 1
    assert beside > 2
    assert page.number == number
    assert student.table.model.view.position == position
    assert student.table.model.view_model.armed is None
    assert page.bubble.hint.text()
    student.table.choose("act leg")  # nor does a key
    assert student.table.model.view_model.armed is None
    student.do_step()
    student.wait()
    assert page.number == number + 1


def test_while_something_is_to_be_read_nothing_can_be_chosen(student: Student) -> None:
    page = student.page
    assert not page.step.play
    assert not page._timer.isActive(), "nothing is to be done until the player does something"
    assert student.table.model.view.position.turn == 0
    assert not student.table.model.table.legal
    buttons = student.table.panel.acts.findChildren(QPushButton)
    assert not [made.text() for made in buttons if made.isEnabled() and made.isVisible()]


@pytest.mark.slow
def test_skipping_every_step_comes_to_the_end(student: Student) -> None:
    page = student.page
    while page.end is None:
        click_window(page.bubble.skip if page.step.play else page.bubble.next)
        student.wait()


@pytest.mark.slow
def test_back_shows_the_game_as_it_stood_there(student: Student) -> None:
    page, stood = student.page, {}
    while page.number < 9:
        number = page.number
        if not page.step.page:
            stood[number] = student.table.model.shown
            if number and not page.lesson.steps[number - 1].page:
                click_window(page.bubble.back)
                student.wait()
                assert page.number == number - 1
                assert student.table.model.shown == stood[number - 1]
                page.go_on()
                student.wait()
                assert page.number == number
                assert student.table.model.shown == stood[number]
        page.go_on()
        student.wait()


@pytest.mark.slow
def test_the_keyboard_alone_finishes_a_tutorial(make: Make, qapp: QApplication) -> None:
    EnterKey(qapp)  # before the first bubble takes the keyboard
    student = make("camelup")
    page = student.page
    for _press in range(4 * len(page.lesson.steps)):
        if page.end is not None:
            break
        dialog = student.table.chooser.dialog
        if isinstance(dialog, BetDialog):
            dialog.choose(deck="win", camel="y")
            QTest.keyClick(dialog, Qt.Key.Key_Return)
            page.activateWindow()  # as the desktop does when a dialog closes
        else:
            QTest.keyClick(page.windowHandle(), Qt.Key.Key_Return)
        QApplication.processEvents()
        student.wait()
    assert page.end is not None, f"stuck at {page.step.say!r}, {page.focusWidget()}"


def test_nobody_is_nudged_in_a_tutorial(student: Student) -> None:
    student.do_until(lambda step: step.play)
    assert student.table.model.my_turn
    assert not student.table.watch.nudge_timer.isActive()


@pytest.mark.slow
def test_escape_takes_back_and_then_leaves(student: Student) -> None:
    page = student.page
    student.do_until(lambda step: step.play)
    student.click_place("roll")
    assert student.table.model.view_model.armed == "roll"
    left: list[bool] = []
    page.left.connect(lambda: left.append(True))
    QTest.keyClick(page.windowHandle(), Qt.Key.Key_Escape)
    assert student.table.model.view_model.armed is None
    assert not left
    QTest.keyClick(page.windowHandle(), Qt.Key.Key_Escape)
    assert left


@pytest.mark.slow
def test_a_scoring_waits_until_it_is_left(student: Student) -> None:
    page = student.page
    student.do_until(lambda step: step.page)
    page._look()
    counting = student.table.scores.button
    assert not counting.counts, "it would close while the bubble is being read"


@pytest.mark.slow
def test_a_dialog_offers_only_what_the_step_waits_for(student: Student) -> None:
    page = student.page
    student.skip_until(lambda step: step.play.startswith("win"))
    student.click_place("deck win")
    dialog = student.table.chooser.dialog
    assert [camel for camel in "bgowy" if dialog.card_button(camel).isEnabled()] == ["y"]
    assert not dialog.deck_button("lose").isEnabled()
    dialog.reject()
    student.wait()
    assert page.step.play.startswith("win")
    student.do_step()
    student.wait()
    assert not page.step.play
