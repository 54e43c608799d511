"""Targui on the table screen, under real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.targui.actions import ActionPanel
from camelnet_gui.games.targui.choice import ways
from camelnet_gui.games.targui.score_pages import RoundPage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from camelnet.rules import Position
from camelnet.session.api.facts import TableChanged
from tests.gui.clicker import click, click_place
from tests.gui.conftest import WindowDriver
from tools.screenshots.targui.scripted_game import ScriptedTargui


def sit(
    driver: WindowDriver, step: str, *, seats: int = 3, seed: int = 4, number: int = 2
) -> ScriptedTargui:
    """A table where I decide at a step."""
    script = ScriptedTargui(seats=seats, me=1, seed=seed)

    def there(position: Position) -> bool:
        public = position.to_dict()
        return position.turn == 1 and public["step"] == step and public["round"] >= number

    for taken in script.play(there):
        driver.window.take(taken)
    assert script.position.turn == 1
    driver.tell(TableChanged(script.view()))
    return script


def panel(driver: WindowDriver) -> ActionPanel:
    return driver.table.panel.acts


def choose_way(driver: WindowDriver, *, most: int = 2) -> tuple[int, int, int]:
    """Click two cells between which so many camels can go."""
    marches = ways(driver.table.model.table.legal).marches
    (source, target), count = min((way, n) for way, n in marches.items() if n >= most)
    click_place(driver.table, f"cell {source}")
    click_place(driver.table, f"cell {target}")
    return source, target, count


@pytest.mark.slow
def test_a_move_is_made_by_two_clicks_a_number_and_a_button(driver: WindowDriver) -> None:
    sit(driver, "move")
    assert not panel(driver).confirm_button.isVisible()
    source, target, _most = choose_way(driver)
    click(panel(driver).quick_button("one"))
    assert panel(driver).number.value() == 1
    assert panel(driver).confirm_button.text() == "Move 1 camel"
    click(panel(driver).confirm_button)
    assert driver.asked == [("play", f"move {source} {target} 1")]


@pytest.mark.slow
def test_a_number_is_typed_and_confirmed_by_enter(driver: WindowDriver) -> None:
    sit(driver, "move")
    source, target, _most = choose_way(driver)
    driver.table.setFocus()
    QTest.keyClick(driver.table, Qt.Key.Key_2)
    assert panel(driver).number.value() == 2
    QTest.keyClick(driver.table, Qt.Key.Key_Return)
    assert driver.asked == [("play", f"move {source} {target} 2")]


@pytest.mark.slow
def test_a_number_is_written_into_its_field(driver: WindowDriver) -> None:
    sit(driver, "move")
    source, target, most = choose_way(driver)
    number = panel(driver).number
    assert number.maximum() == most
    other = 1 if number.value() == 2 else 2
    number.setFocus()
    number.selectAll()
    QTest.keyClicks(number, str(other))
    QTest.keyClick(number, Qt.Key.Key_Return)
    assert driver.asked == [("play", f"move {source} {target} {other}")]


@pytest.mark.slow
def test_without_confirmations_a_number_is_asked_for_all_the_same(driver: WindowDriver) -> None:
    driver.settings.confirm = False
    script = sit(driver, "move")
    source, target, _most = choose_way(driver)
    assert driver.asked == []
    click(panel(driver).confirm_button)
    assert driver.asked[0][1] in script.position.legal()
    assert str(driver.asked[0][1]).startswith(f"move {source} {target} ")


@pytest.mark.slow
def test_escape_leaves_the_target_and_then_the_source(driver: WindowDriver) -> None:
    sit(driver, "move")
    source, _target, _most = choose_way(driver)
    driver.table.setFocus()
    QTest.keyClick(driver.table, Qt.Key.Key_Escape)
    assert driver.table.board.shown.source == source
    assert driver.table.board.shown.arrow is None
    QTest.keyClick(driver.table, Qt.Key.Key_Escape)
    assert driver.table.board.shown.source is None


@pytest.mark.slow
@pytest.mark.parametrize("step", ["move", "buy"])
def test_a_turn_is_passed_by_a_key_pressed_twice(driver: WindowDriver, step: str) -> None:
    sit(driver, step)
    driver.table.setFocus()
    QTest.keyClick(driver.table, Qt.Key.Key_P)
    assert driver.asked == []
    QTest.keyClick(driver.table, Qt.Key.Key_P)
    assert driver.asked == [("play", "pass")]


@pytest.mark.slow
def test_a_whole_turn_is_played_by_keyboard_alone(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    announce = "camelnet_gui.table.page.announce"
    monkeypatch.setattr(announce, lambda _widget, text, **_urgent: heard.append(text))
    script = sit(driver, "move")
    board = driver.table.board
    driver.window.activateWindow()
    board.setFocus()
    source = QApplication.focusWidget()
    QTest.keyClick(source, Qt.Key.Key_Return)
    assert f"cell {board.shown.source}" == source.place
    reached = None
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(QApplication.focusWidget(), key)
        reached = QApplication.focusWidget()
        if reached is not source:
            break
    QTest.keyClick(reached, Qt.Key.Key_Return)
    QTest.keyClick(reached, Qt.Key.Key_O)
    armed = driver.table.model.view_model.armed
    assert heard[-1] == driver.table.model.explained
    QTest.keyClick(reached, Qt.Key.Key_Return)
    assert driver.asked == [("play", armed)]
    assert armed in script.position.legal()


@pytest.mark.slow
def test_after_an_exchange_the_odds_stand_beside_the_buttons(driver: WindowDriver) -> None:
    sit(driver, "after")
    acts = panel(driver)
    assert "of 100 cases" in acts.words
    assert acts.word_button("stop").isVisible()
    assert not acts.word_button("pass").isVisible()
    click(acts.word_button("again"))
    click(acts.confirm_button)
    assert driver.asked == [("play", "again")]


@pytest.mark.slow
def test_all_is_off_and_says_why_when_it_is_anothers_turn(driver: WindowDriver) -> None:
    script = ScriptedTargui(seats=3, me=1, seed=4)
    driver.play(script, lambda p: p.turn == 0 and p.to_dict()["step"] == "move")
    made = panel(driver).word_button("pass")
    assert not made.isEnabled()
    assert "Ana" in made.toolTip()
    assert driver.table.board.shown.picks == frozenset()


@pytest.mark.slow
def test_destiny_and_tribute_are_read_before_the_game_goes_on(driver: WindowDriver) -> None:
    script = sit(driver, "move")
    pages = 0
    for step in script.play(lambda position: position.to_dict()["round"] > 3):
        driver.tell(replace(step, replayed=False))
        while isinstance(driver.table.overlay.page, RoundPage):
            pages += driver.table.overlay.page.finished
            driver.leave_page()
    assert pages >= 2
    driver.tell(TableChanged(script.view()))
    assert driver.table.panel.players.row_of(0).accessibleDescription().startswith("Ana, Kel Ress")


@pytest.mark.slow
def test_badges_have_the_tribes_colours(driver: WindowDriver) -> None:
    sit(driver, "move")
    marks = driver.table.model.marks
    assert len({mark.colour for mark in marks}) == 3
    assert [mark.colour for mark in marks] == list(driver.table.model.view_model.colours[:3])


@pytest.mark.slow
def test_nothing_of_the_panel_is_covered_in_the_smallest_window(driver: WindowDriver) -> None:
    sit(driver, "buy", seats=4)
    driver.window.setMinimumSize(0, 0)
    driver.window.resize(956, 520)
    QApplication.processEvents()
    buys = ways(driver.table.model.table.legal).buys
    driver.table.choose(f"cell {max(buys, key=lambda cell: buys[cell])}")
    QApplication.processEvents()
    acts, players = panel(driver), driver.table.panel.players
    low = max(
        row.mapTo(driver.window, row.rect().bottomLeft()).y()
        for row in (players.row_of(seat) for seat in range(4))
        if not row.visibleRegion().isEmpty()
    )
    words = acts.findChildren(QLabel)[0]
    assert words.isVisible()
    assert words.mapTo(driver.window, words.rect().topLeft()).y() >= low
    assert acts.number.isVisible()
