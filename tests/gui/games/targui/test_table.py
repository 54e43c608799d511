"""Targui on the table screen, under real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.targui.actions import ActionPanel
from camelnet_gui.games.targui.choice import ways
from camelnet_gui.games.targui.score_pages import RoundPage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from camelnet.rules import Position
from camelnet.session.api.facts import TableChanged
from tests.gui.clicker import Clicker
from tests.gui.conftest import Desk
from tools.screenshots.targui.scripted_game import ScriptedTargui


def sit(desk: Desk, step: str, *, seats: int = 3, seed: int = 4, number: int = 2) -> ScriptedTargui:
    """A table where I decide at a step."""
    script = ScriptedTargui(seats=seats, me=1, seed=seed)

    def there(position: Position) -> bool:
        public = position.to_dict()
        return position.turn == 1 and public["step"] == step and public["round"] >= number

    for taken in script.play(there):
        desk.window.take(taken)
    assert script.position.turn == 1
    desk.tell(TableChanged(script.view()))
    return script


def panel(desk: Desk) -> ActionPanel:
    acts = desk.table.panel.acts
    assert isinstance(acts, ActionPanel)
    return acts


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def choose_way(desk: Desk, *, most: int = 2) -> tuple[int, int, int]:
    """Click two cells between which so many camels can go."""
    marches = ways(desk.table.model.table.legal).marches
    (source, target), count = min((way, n) for way, n in marches.items() if n >= most)
    clicker = Clicker(desk.window, seed=0)
    clicker.click_board(desk.table, f"cell {source}")
    clicker.click_board(desk.table, f"cell {target}")
    return source, target, count


def test_a_move_is_made_by_two_clicks_a_number_and_a_button(desk: Desk) -> None:
    sit(desk, "move")
    assert not panel(desk).confirm_button.isVisible()
    source, target, _most = choose_way(desk)
    click(panel(desk).quick_button("one"))
    assert panel(desk).number.value() == 1
    assert panel(desk).confirm_button.text() == "Move 1 camel"
    click(panel(desk).confirm_button)
    assert desk.asked == [("play", f"move {source} {target} 1")]


def test_a_number_is_typed_and_confirmed_by_enter(desk: Desk) -> None:
    sit(desk, "move")
    source, target, _most = choose_way(desk)
    desk.table.setFocus()
    QTest.keyClick(desk.table, Qt.Key.Key_2)
    assert panel(desk).number.value() == 2
    QTest.keyClick(desk.table, Qt.Key.Key_Return)
    assert desk.asked == [("play", f"move {source} {target} 2")]


def test_a_number_is_written_into_its_field(desk: Desk) -> None:
    sit(desk, "move")
    source, target, most = choose_way(desk)
    number = panel(desk).number
    assert number.maximum() == most
    number.setFocus()
    number.selectAll()
    QTest.keyClicks(number, "2")
    QTest.keyClick(number, Qt.Key.Key_Return)
    assert desk.asked == [("play", f"move {source} {target} 2")]


def test_without_confirmations_a_number_is_asked_for_all_the_same(desk: Desk) -> None:
    desk.settings.confirm = False
    script = sit(desk, "move")
    source, target, _most = choose_way(desk)
    assert desk.asked == []
    click(panel(desk).confirm_button)
    assert desk.asked[0][1] in script.position.legal()
    assert str(desk.asked[0][1]).startswith(f"move {source} {target} ")


def test_escape_leaves_the_target_and_then_the_source(desk: Desk) -> None:
    sit(desk, "move")
    source, _target, _most = choose_way(desk)
    desk.table.setFocus()
    QTest.keyClick(desk.table, Qt.Key.Key_Escape)
    assert desk.table.board.shown.source == source
    assert desk.table.board.shown.arrow is None
    QTest.keyClick(desk.table, Qt.Key.Key_Escape)
    assert desk.table.board.shown.source is None


@pytest.mark.parametrize(("step", "key"), [("move", Qt.Key.Key_P), ("buy", Qt.Key.Key_P)])
def test_a_turn_is_passed_by_a_key_pressed_twice(desk: Desk, step: str, key: Qt.Key) -> None:
    sit(desk, step)
    desk.table.setFocus()
    QTest.keyClick(desk.table, key)
    assert desk.asked == []
    QTest.keyClick(desk.table, key)
    assert desk.asked == [("play", "pass")]


def test_a_whole_turn_is_played_by_keyboard_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    announce = "camelnet_gui.table.page.announce"
    monkeypatch.setattr(announce, lambda _widget, text, **_urgent: heard.append(text))
    script = sit(desk, "move")
    board = desk.table.board
    desk.window.activateWindow()
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
    armed = desk.table.model.play.armed
    assert heard[-1] == desk.table.model.explained
    QTest.keyClick(reached, Qt.Key.Key_Return)
    assert desk.asked == [("play", armed)]
    assert armed in script.position.legal()


def test_after_an_exchange_the_odds_stand_beside_the_buttons(desk: Desk) -> None:
    sit(desk, "after")
    acts = panel(desk)
    assert "of 100 cases" in acts.words
    assert acts.word_button("stop").isVisible()
    assert not acts.word_button("pass").isVisible()
    click(acts.word_button("again"))
    click(acts.confirm_button)
    assert desk.asked == [("play", "again")]


def test_all_is_off_and_says_why_when_it_is_anothers_turn(desk: Desk) -> None:
    script = ScriptedTargui(seats=3, me=1, seed=4)
    for step in script.play(lambda p: p.turn == 0 and p.to_dict()["step"] == "move"):
        desk.window.take(step)
    desk.tell(TableChanged(script.view()))
    made = panel(desk).word_button("pass")
    assert not made.isEnabled()
    assert "Ana" in made.toolTip()
    assert desk.table.board.shown.picks == frozenset()


def test_destiny_and_tribute_are_read_before_the_game_goes_on(desk: Desk) -> None:
    script = sit(desk, "move")
    pages = 0
    for step in script.play(lambda position: position.to_dict()["round"] > 3):
        desk.tell(replace(step, replayed=False))
        while isinstance(desk.table.overlay.page, RoundPage):
            pages += desk.table.overlay.page.finished
            assert desk.table.overlay.main is not None
            desk.table.overlay.main.click()
    assert pages >= 2
    desk.tell(TableChanged(script.view()))
    assert desk.table.panel.players.row_of(0).accessibleDescription().startswith("Ana, Kel Ress")


def test_badges_have_the_tribes_colours(desk: Desk) -> None:
    sit(desk, "move")
    marks = desk.table.model.marks
    assert len({mark.colour for mark in marks}) == 3
    assert [mark.colour for mark in marks] == list(desk.table.model.play.colours[:3])
