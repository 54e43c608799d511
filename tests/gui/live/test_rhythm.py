"""The rhythm of a table in a real window: real frames, the real pointer and keys."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.camelup.choice import Act
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Phase, Stepped, TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

FOREVER_MS = 10**8


@pytest.fixture
def window(driver: WindowDriver, hands: Hands) -> WindowDriver:
    """In front, with the keyboard; things move."""
    driver.window.activateWindow()
    hands.wait(lambda: driver.window.isActiveWindow(), "the window never came to the front")
    driver.settings.speed = "normal"
    return driver


def others(script: ScriptedCamelUp, count: int) -> list[Stepped]:
    """So many decisions that need no luck."""
    return [
        script.step(next(m for m in script.position.legal() if m != "roll"), replayed=False)
        for _number in range(count)
    ]


def at_others_turn(window: WindowDriver) -> ScriptedCamelUp:
    script = ScriptedCamelUp(seats=6, me=0, seed=2)
    window.play_until_my_turn(script)
    window.window.take(script.step("leg b"))
    window.sit_down(script)
    window.table.pacer.pace_ms = FOREVER_MS
    return script


@pytest.mark.parametrize("script_of", [ScriptedCamelUp, ScriptedCards, ScriptedTargui])
def test_the_first_frames_of_a_game_show_all_of_the_side_panel(
    window: WindowDriver, hands: Hands, script_of: type[ScriptedGame]
) -> None:
    script = script_of(seats=4, me=0)
    window.window.take(TableChanged(script.view(phase=Phase.SETUP)))
    panel = window.table.panel
    hands.wait(lambda: panel.isVisible() and not panel.visibleRegion().isEmpty())
    QApplication.processEvents()
    for seat in range(4):
        row = panel.players.row_of(seat)
        assert row.visibleRegion().boundingRect() == row.rect(), f"row {seat} is cut"
    for part in (panel.banner, panel.acts, panel.talk):
        assert panel.rect().contains(QRect(part.mapTo(panel, QPoint()), part.size())), part


def test_a_game_begins_with_the_keyboard_at_the_table_and_not_in_its_log(
    window: WindowDriver, hands: Hands
) -> None:
    made = [made for made in window.window.lobby.findChildren(QPushButton) if made.isVisible()]
    made[-1].setFocus()
    script = ScriptedCamelUp(seats=4, me=0)
    window.window.take(TableChanged(script.view(phase=Phase.SETUP)))
    hands.wait(lambda: window.table.isVisible())
    hands.press("Shift_L")
    focus = QApplication.focusWidget()
    assert focus is not None
    talk = window.table.panel.talk
    assert focus is window.table or window.table.isAncestorOf(focus)
    assert focus is not talk
    assert not talk.isAncestorOf(focus)


def test_the_screen_never_tells_more_than_the_board_while_tiles_fly(
    window: WindowDriver, hands: Hands
) -> None:
    script = at_others_turn(window)
    table = window.table
    steps = others(script, 4)
    for step in steps:
        window.window.take(step)
    window.sit_down(script)
    names = [seat.name for seat in script.view().seats]
    for step in steps:
        assert isinstance(step.before.turn, int)
        hands.wait(
            lambda step=step: (
                table.model.shown == step.after
                or (table.model.shown == step.before and table.pacer.moving)
            )
        )
        while table.pacer.moving:
            assert table.model.shown == step.before
            assert names[step.before.turn] in table.panel.banner.text()
            lit = [row.seat for row in table.model.rows() if row.turn]
            assert lit == [step.before.turn]
            hands.move(QPoint(3, 3))
        hands.wait(lambda: not table.pacer.moving)
        if step is not steps[-1]:
            assert table.model.shown == step.after
            hands.click(table.caption)


def test_a_click_on_the_sand_and_the_space_bar_go_on(window: WindowDriver, hands: Hands) -> None:
    script = at_others_turn(window)
    table = window.table
    steps = others(script, 3)
    for step in steps:
        window.window.take(step)
    window.sit_down(script)
    table.setFocus()
    view: QWidget = table.board.viewport()
    for _click in range(3):
        hands.click(view, QPoint(12, view.height() // 2))
    hands.press("space", "space", "space")
    hands.wait(lambda: table.model.settled, "clicks and keys did not go on")
    assert table.model.shown == script.position
    assert window.asked == []


def test_enter_plays_a_whole_move_from_the_actions(window: WindowDriver, hands: Hands) -> None:
    window.play_until_my_turn(ScriptedCamelUp())
    acts = window.table.panel.acts
    acts.act_button(Act.ROLL).setFocus()
    hands.press("Return")
    hands.wait(lambda: QApplication.focusWidget() is acts.confirm_button)
    hands.press("Return")
    hands.wait(lambda: window.asked == [("play", "roll")])
    focus = QApplication.focusWidget()
    assert focus is window.table
    assert "Your turn" not in window.table.panel.banner.text()


def test_a_scoring_leaves_by_itself_and_the_pointer_on_it_holds_it(
    window: WindowDriver, hands: Hands, qtbot: QtBot
) -> None:
    window.settings.speed = "off"
    script = ScriptedCamelUp(seed=5)
    hands.move(QPoint(1, 1))
    window.play_until_my_turn(script)
    for step in script.play(lambda position: position.to_dict()["leg"] == 2, replayed=False):
        window.window.take(step)
    window.sit_down(script)
    table = window.table
    hands.wait(lambda: isinstance(table.overlay.page, LegPage))
    made = table.scores.button
    assert made is not None
    assert made.counts
    hands.move(table.overlay)
    hands.wait(lambda: not made.counts, "the pointer on the page did not hold it")
    made.count_down(0)
    hands.wait(lambda: table.overlay.page is None, "it never left")


def test_capitals_keep_their_accents_in_the_banner(window: WindowDriver, hands: Hands) -> None:
    script = ScriptedCamelUp()
    window.play_until_my_turn(script)
    banner = window.table.panel.banner
    assert banner.contentsRect().height() >= banner.fontMetrics().height()
    banner.setText("Àngela is thinking…")
    hands.wait(lambda: banner.text().startswith("À"))
    whole = banner.grab().toImage()
    top = [
        whole.pixelColor(x, 2).rgb() == whole.pixelColor(8, 2).rgb()
        for x in range(14, whole.width() // 2)
    ]
    assert all(top), "ink touches the edge"
