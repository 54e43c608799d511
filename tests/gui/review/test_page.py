"""The review of a finished game: it shows what was found, and never holds anything up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.review import game_history
from camelnet_gui.review.chance_graph import ChanceGraph
from camelnet_gui.review.game_history import GameHistory
from camelnet_gui.review.graph_painting import visible
from camelnet_gui.review.page import ReviewPage
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.result_page import ResultPage
from camelnet_gui.theme import theme_of
from camelnet_gui.widgets import FittingButton
from camelnet_gui.words import signed
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.review import Review
from camelnet.rules.phrases import percent
from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.review.played_games import GAMES, AnyGame, history_of, played
from tests.patience import LONG_MS


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to know it well here."""
    think(monkeypatch, 12)


def think(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    monkeypatch.setattr(game_history, "NODES_MIN", nodes)
    monkeypatch.setattr(game_history, "NODES_MAX", nodes)
    monkeypatch.setattr(game_history, "_TRIED_NODES", 1)


def at_the_end(driver: WindowDriver, script: AnyGame, *, watched: bool = False) -> None:
    for step in script.lively():
        driver.window.take(step)
    driver.tell(TableChanged(script.watched() if watched else script.view()))


def review_button(driver: WindowDriver) -> FittingButton:
    found = [made for made in driver.table.findChildren(FittingButton) if made.text() == "Review"]
    assert len(found) == 1
    return found[0]


def opened(driver: WindowDriver) -> ReviewPage:
    """A click on the button, and some patience."""
    QTest.mouseClick(review_button(driver), Qt.MouseButton.LeftButton)
    page = driver.table.review.page
    assert page is not None
    for _wait in range(1000):
        if page.findings is not None:
            QTest.qWait(5)
            return page
        QTest.qWait(10)
    raise AssertionError("nothing was found")


def parts(page: ReviewPage) -> tuple[Review, ChanceGraph]:
    assert page.findings is not None
    assert page.course is not None
    return page.findings.review, page.course


def said(widget: QFrame | ReviewPage) -> list[str]:
    return [made.text() for made in widget.findChildren(QLabel) if made.text()]


# --- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("script_of", GAMES)
def test_the_numbers_and_lines_shown_are_those_of_the_review(
    driver: WindowDriver, script_of: Callable[..., AnyGame]
) -> None:
    at_the_end(driver, played(script_of))
    page = opened(driver)
    found, course = parts(page)
    cells = {
        label.accessibleName(): label.text() for label in page.findChildren(QLabel) if label.text()
    }
    for seat, name in enumerate(driver.table.model.names):
        shares = [chances[seat] for chances in found.graph]
        assert cells[f"{name}, began at: {percent(shares[0])}"] == percent(shares[0])
        assert cells[f"{name}, ended at: {percent(shares[-1])}"] == percent(shares[-1])
        for title, part in (
            ("luck", found.luck[seat]),
            ("own moves", found.own[seat]),
            ("others", found.others[seat]),
            ("given away", -found.given_away(seat)),
        ):
            points = signed(round(100 * part))
            assert cells[f"{name}, {title}: {points}"] == points
        assert f"{name}: at first {percent(shares[0])}" in course.accessibleDescription()
    assert course.plot.graph == found.graph
    assert "12 simulated games" in page.note.text()
    image = course.grab().toImage()
    places = [(x, y) for x in range(0, image.width(), 2) for y in range(image.height())]
    seen = {image.pixel(x, y) for x, y in places}
    for mark in course.plot.marks:
        assert visible(mark.colour, theme_of(course)).rgba() in seen, "its line is painted"


def test_costly_decisions_are_explained_on_cards_and_numbered_on_the_graph(
    driver: WindowDriver,
) -> None:
    at_the_end(driver, played())
    page = opened(driver)
    found, course = parts(page)
    assert page.costly is not None
    assert page.costly.shown == found.costliest(1, 3), "my own at first"
    for seat in (None, 0, 2, 1):
        page.costly.whose.setCurrentIndex(0 if seat is None else 1 + seat)
        worst = found.costliest(seat, 3)
        assert worst, "whims cost something"
        assert page.costly.shown == worst
        assert course.plot.flags == tuple((made.step, made.seat) for made in worst)
        QTest.qWait(5)
        words = said(page)
        for made in worst:
            assert driver.table.model.history.told(made.step) in words
            assert signed(-round(100 * made.loss)) in words
            kept = f"It left a chance of {percent(made.share)} to win"
            assert any(line.startswith(kept) for line in words)


def test_all_decisions_are_listed_by_cost_or_in_order(driver: WindowDriver) -> None:
    at_the_end(driver, played())
    page = opened(driver)
    found, course = parts(page)
    mine = [made for made in found.decisions if made.seat == 1]
    listed = page.all.list

    def steps() -> list[int]:
        pointed = []
        for number in range(listed.count()):
            listed.setCurrentRow(number)
            pointed.append(course.at)
        return pointed

    assert steps() == [m.step for m in sorted(mine, key=lambda one: (-one.loss, one.step))]
    page.all.order.setCurrentIndex(1)
    assert steps() == [made.step for made in mine]
    assert page.costly is not None
    page.costly.whose.setCurrentIndex(0)
    assert listed.count() == len(found.decisions)


def test_who_looked_on_sees_everybodys_decisions_and_no_line_of_their_own(
    driver: WindowDriver,
) -> None:
    at_the_end(driver, played(), watched=True)
    page = opened(driver)
    found, course = parts(page)
    assert course.plot.mine is None
    assert page.costly is not None
    assert page.costly.seat is None
    assert page.costly.shown == found.costliest(None, 3)


def test_a_game_whose_beginning_was_not_seen_offers_no_review_and_says_why(
    driver: WindowDriver,
) -> None:
    script = played()
    for step in list(script.lively())[3:]:
        driver.window.take(step)
    driver.tell(TableChanged(script.view()))
    made = review_button(driver)
    assert not made.isEnabled()
    assert "beginning" in made.toolTip()


def test_a_game_that_cannot_be_looked_at_says_so(qtbot: QtBot) -> None:
    history = history_of(played())
    broken = GameHistory(history.steps[:-1], history.names, history.reader, history.faces)
    page = ReviewPage(broken, TableModel(played().view(), CamelUpViewModel()).marks, seconds=1)
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.done, timeout=LONG_MS):
        pass
    assert page.note.text() == "This game cannot be reviewed."
    assert page.findings is None


# --- stopping -------------------------------------------------------------------------------------


def test_stop_ends_the_looking_and_shows_the_result_again(
    driver: WindowDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    think(monkeypatch, 3000)
    at_the_end(driver, played())
    review_button(driver).click()
    page = driver.table.review.page
    assert page is not None
    worker = page.worker
    assert worker.running
    qtbot.waitUntil(lambda: page.bar.value() > 0, timeout=LONG_MS)
    assert driver.table.overlay.main is not None
    assert driver.table.overlay.main.text() == "Stop"
    driver.table.overlay.main.click()
    assert isinstance(driver.table.overlay.page, ResultPage)
    qtbot.waitUntil(lambda: not worker.running, timeout=LONG_MS)
    assert driver.table.review.page is None


def test_leaving_the_table_stops_the_looking(
    driver: WindowDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    think(monkeypatch, 3000)
    at_the_end(driver, played())
    review_button(driver).click()
    page = driver.table.review.page
    assert page is not None
    worker = page.worker
    assert worker.running
    qtbot.waitUntil(lambda: page.bar.value() > 0, timeout=LONG_MS)
    driver.table.deleteLater()
    driver.window.table = None
    qtbot.waitUntil(lambda: not worker.running, timeout=LONG_MS)


# --- by keyboard ----------------------------------------------------------------------------------


def test_the_cursor_goes_everywhere_by_keyboard(driver: WindowDriver) -> None:
    at_the_end(driver, played())
    page = opened(driver)
    _found, course = parts(page)
    starts = [chapter.first for chapter in course.plot.chapters]
    assert len(starts) > 2
    assert course.hasFocus()
    keys = Qt.Key
    for key, at in (
        (keys.Key_Home, 0),
        (keys.Key_Left, 0),
        (keys.Key_Right, 1),
        (keys.Key_PageDown, next(first for first in starts if first > 1)),
        (keys.Key_PageDown, [first for first in starts if first > 1][1]),
        (keys.Key_PageUp, next(first for first in starts if first > 1)),
        (keys.Key_End, course.plot.last),
        (keys.Key_PageDown, course.plot.last),
    ):
        QTest.keyClick(course, key)
        assert course.at == at
        over = at == course.plot.last
        told_there = "The end of the game." if over else driver.table.model.history.told(at)
        assert page.told.text() == told_there
        assert page.there.text() == course.chances(at)
        assert page.see.isEnabled() != over


@pytest.mark.parametrize("script_of", GAMES)
def test_the_board_stands_as_it_stood_and_goes_on_step_by_step(
    driver: WindowDriver, script_of: Callable[..., AnyGame]
) -> None:
    at_the_end(driver, played(script_of))
    page = opened(driver)
    _found, course = parts(page)
    table, steps = driver.table, driver.table.model.history.steps
    end = table.board.shown
    course.point(len(steps) // 2)
    QTest.keyClick(course, Qt.Key.Key_Return)
    strip = table.review.strip
    assert strip.isVisible()
    assert table.overlay.page is None
    assert table.model.shown == steps[len(steps) // 2].before
    middle = table.board.shown
    assert middle != end
    scores = [row.score for row in table.model.rows()]
    assert scores == list(steps[len(steps) // 2].before.scores())
    strip.after.click()
    assert table.model.shown == steps[len(steps) // 2].after
    strip.before.click()
    assert table.board.shown == middle
    assert course.at == len(steps) // 2
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert not strip.isVisible()
    assert table.overlay.page is page
    assert table.board.shown == end
    assert table.model.snapshot is None


def test_enter_on_a_button_or_a_line_of_the_page_does_not_close_it(driver: WindowDriver) -> None:
    at_the_end(driver, played())
    page = opened(driver)
    _found, course = parts(page)
    page.see.setFocus()
    course.point(4)
    QTest.keyClick(page.see, Qt.Key.Key_Return)
    assert driver.table.review.shows_snapshot
    driver.table.review.back()
    page.all.list.setFocus()
    page.all.list.setCurrentRow(2)
    at = course.at
    QTest.keyClick(page.all.list, Qt.Key.Key_Return)
    assert driver.table.model.snapshot is not None
    assert driver.table.model.snapshot.step == at
    driver.table.review.back()
    assert driver.table.overlay.page is page
    QTest.keyClick(course, Qt.Key.Key_Escape)
    assert isinstance(driver.table.overlay.page, ResultPage)


def test_every_control_of_the_review_is_reached_by_tab(driver: WindowDriver) -> None:
    at_the_end(driver, played())
    page = opened(driver)
    _found, course = parts(page)
    assert page.costly is not None
    reached = set()
    for _press in range(30):
        QTest.keyClick(driver.window, Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    wanted = {course, page.see, page.costly.whose, page.all.order, page.all.list}
    wanted |= {made for made in page.costly.findChildren(QPushButton) if made.isVisible()}
    assert wanted <= reached
