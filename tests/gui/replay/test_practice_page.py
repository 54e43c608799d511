"""Mistakes as puzzles on the real table: try, try again, see it, go on, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.replay.page import ReplayPage
from camelnet_gui.replay.practice_page import PracticePage
from camelnet_gui.review.page import ReviewPage
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.enter_key import EnterKey
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.review import analysis
from tests.gui.replay.films import film
from tests.gui.review.played_games import AnyGame, played
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.targui.scripted_game import ScriptedTargui

Key = Qt.Key


def opened(qtbot: QtBot, folder: Path, script_of: type[AnyGame] = ScriptedCamelUp) -> ReplayPage:
    """A game of mine, reviewed, with its summary."""
    settings = Settings(folder)
    settings.speed, settings.bots_pace = "off", "instant"
    whole = film(script_of)
    script = played(script_of, 5)
    tuple(script.lively())
    history = replace(whole.history, reader=1, faces=script.faces())
    page = ReplayPage(replace(whole, history=history), settings)
    qtbot.addWidget(page)
    EnterKey(page)
    page.resize(956, 520)
    with qtbot.waitExposed(page, timeout=LONG_MS):
        page.show()
    screen = page.screen_
    assert screen is not None
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    screen.show_summary()
    return page


def practise(page: ReplayPage) -> PracticePage:
    screen = page.screen_
    assert screen is not None
    learn = next(
        made
        for made in screen.overlay.findChildren(QPushButton)
        if made.text() == "Learn from my mistakes"
    )
    learn.click()
    assert page.practice is not None
    return page.practice


@pytest.fixture
def page(light: None, qtbot: QtBot, tmp_path: Path) -> Iterator[ReplayPage]:
    made = opened(qtbot, tmp_path)
    yield made
    made.stop()


@pytest.fixture
def practice(page: ReplayPage) -> PracticePage:
    return practise(page)


def judged(practice: PracticePage, qtbot: QtBot) -> str:
    """The sentence about a try."""
    waits = "The computer is looking ahead…"
    qtbot.waitUntil(lambda: practice.told.text() != waits, timeout=LONG_MS)
    return practice.told.text()


def focused() -> object:
    return QApplication.focusWidget()


@pytest.mark.slow
def test_the_position_is_as_i_saw_it_and_i_play_on_the_real_board(
    practice: PracticePage, qtbot: QtBot
) -> None:
    history, made = practice._film.history, practice.mistake
    table = practice.table
    assert table is not None
    assert practice.told.text() == f"{history.told(made.step)} Find a better move."
    step = history.steps[made.step]
    assert table.model.table.position == step.before
    assert table.model.table.me == made.seat == 1
    assert table.model.table.faces == history.faces
    assert table.model.table.legal == frozenset(step.before.legal())
    assert [one.notation for one in table.model.steps] == [
        one.notation for one in history.steps[: made.step]
    ]
    assert practice.isAncestorOf(focused())  # type: ignore[arg-type]
    table.chooser.played.emit(made.best)
    assert table.board.shown.chosen is not None, "the move lies on the board while it is judged"
    assert judged(practice, qtbot).startswith("Yes, that is the best move")
    assert focused() is practice.next
    assert practice.next.property("look") == "main"
    assert practice.gains[0] == pytest.approx(made.loss)
    assert table.model.table.position == step.before, "the game goes nowhere"


@pytest.mark.slow
def test_a_weak_try_can_be_repeated_and_the_best_move_be_shown(
    practice: PracticePage, qtbot: QtBot
) -> None:
    table, made = practice.table, practice.mistake
    assert table is not None
    table.chooser.played.emit(made.notation)
    assert judged(practice, qtbot).startswith("So you played")
    assert focused() is practice.again
    QTest.keyClick(practice.again, Key.Key_Return)
    assert table.board.shown.chosen is None
    assert table.isAncestorOf(focused())  # type: ignore[arg-type]
    assert not practice.again.isVisible()
    practice.show_best.click()
    assert table.model.hinted == made.best
    assert table.board.shown.chosen is not None
    assert " keeps a chance of " in practice.told.text()
    assert focused() is practice.next
    table.chooser.played.emit(made.best)
    judged(practice, qtbot)
    assert not practice.gains, "what was shown is not found"


@pytest.mark.slow
def test_enter_goes_through_all_of_them_and_back_to_the_review(
    page: ReplayPage, practice: PracticePage, qtbot: QtBot
) -> None:
    count = len(practice.mistakes)
    assert count > 1
    for number in range(count):
        assert practice.number == number
        assert practice.title.text().startswith(f"MISTAKE {number + 1} OF {count}")
        assert practice.table is not None
        practice.table.chooser.played.emit(practice.mistake.best)
        judged(practice, qtbot)
        assert practice.next.text() == ("Finish" if number + 1 == count else "Next")
        QTest.keyClick(practice.next, Key.Key_Return)
    assert practice.table is None
    assert practice.told.text().startswith(
        f"You found a better move in {count} of {count} positions and won back "
    )
    lost = sum(round(100 * made.loss) for made in practice.mistakes)
    assert practice.told.text().endswith(f" of {lost} points.")
    assert focused() is practice.leave
    QTest.keyClick(practice.leave, Key.Key_Return)
    assert page.practice is None
    screen = page.screen_
    assert screen is not None
    assert screen.isVisible()
    assert isinstance(screen.overlay.page, ReviewPage)


@pytest.mark.slow
def test_escape_takes_back_what_is_chosen_and_then_leads_back(
    page: ReplayPage, practice: PracticePage
) -> None:
    table = practice.table
    assert table is not None
    table.choose("roll")
    assert table.model.view_model.armed == "roll"
    QTest.keyClick(table, Key.Key_Escape)
    assert table.model.view_model.armed is None
    assert page.practice is practice
    QTest.keyClick(table, Key.Key_Escape)
    assert page.practice is None


@pytest.mark.slow
def test_a_hint_on_the_board_goes_as_soon_as_something_else_is_chosen(
    practice: PracticePage,
) -> None:
    table = practice.table
    assert table is not None
    practice.show_best.click()
    table.choose("act tile")
    assert table.model.hinted is None


@pytest.mark.slow
@pytest.mark.parametrize("script_of", [ScriptedCards, ScriptedTargui])
@pytest.mark.every(2)
def test_every_game_has_its_puzzles(
    light: None,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    script_of: type[AnyGame],
) -> None:
    monkeypatch.setattr(analysis, "NODES_OTHERWISE", 4)
    page = opened(qtbot, tmp_path, script_of)
    practice = practise(page)
    table, made = practice.table, practice.mistake
    assert table is not None
    assert made.best in table.model.table.legal
    table.chooser.played.emit(made.best)
    judged(practice, qtbot)
    practice.show_best.click()
    assert table.model.hinted == made.best
    page.stop()


@pytest.mark.slow
def test_whoever_looked_on_has_no_mistakes_to_learn_from(
    light: None, qtbot: QtBot, tmp_path: Path
) -> None:
    settings = Settings(tmp_path)
    settings.speed = "off"
    page = ReplayPage(film(), settings)
    qtbot.addWidget(page)
    screen = page.screen_
    assert screen is not None
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    screen.show_summary()
    texts = [made.text() for made in screen.overlay.findChildren(QPushButton)]
    assert "Back to the board" in texts
    assert "Learn from my mistakes" not in texts
    page.stop()
