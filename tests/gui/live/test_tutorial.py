"""Tutorials in a live window: things move, and the pointer reaches what the bubble asks for."""

from __future__ import annotations

import pytest
from camelnet_gui.games import has_lesson, playable

from tests.gui.conftest import WindowDriver
from tests.gui.learn.student import Student
from tests.gui.live.hands import Hands, pump


@pytest.mark.parametrize("game", list(filter(has_lesson, playable())))
def test_a_tutorial_is_clicked_through_while_things_move(
    driver: WindowDriver, hands: Hands, game: str
) -> None:
    driver.settings.speed = "fast"
    driver.settings.bots_pace = "instant"
    driver.window.show_tutorial(game)
    page = driver.window.learn.page
    assert page is not None
    student = Student(page, hands.click, pump)
    student.wait()
    while page.end is None:
        student.do_step()
        student.wait()
    hands.click(page.end.home)
    hands.wait(lambda: driver.window.pages.currentWidget() is driver.window.lobby)
    assert driver.settings.learned == (game,)
