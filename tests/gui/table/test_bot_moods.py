"""Bots with faces and moods: seldom, on this screen alone, and not where emotes are hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.art.badge import FACE_FROM, paint_badge
from camelnet_gui.style.seat_marks import SeatMark, seat_marks
from camelnet_gui.table import bot_moods
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from camelnet.session.api.facts import Stepped, TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.pictures import painted
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import BOTS

BOT = BOTS[0]


def badge(mark: SeatMark, radius: float) -> QImage:
    return painted(80, 80, lambda p: paint_badge(p, mark, QPointF(40, 40), radius))


def test_a_bot_has_a_face_that_goes_with_its_name_and_its_style() -> None:
    people, *bots = seat_marks(
        ["Ana", "Salim", "Salima", "Salim"], ["#7d3c98"] * 4, [None, "sly", "sly", "bold"]
    )
    assert people.face is None
    pictures = [badge(mark, 30) for mark in bots]
    assert pictures[0] == badge(replace(bots[0]), 30), "the same wherever it is shown"
    assert pictures[0] != pictures[1], "another name"
    assert pictures[0] != pictures[2], "another style"


def test_a_small_badge_keeps_its_letter() -> None:
    (bot,) = seat_marks(["Salim"], styles=["sly"])
    small = FACE_FROM - 1
    assert badge(bot, small) == badge(replace(bot, face=None), small)
    assert badge(bot, FACE_FROM) != badge(replace(bot, face=None), FACE_FROM)


def mirage_hit(driver: WindowDriver, owner: int) -> Stepped:
    """A table, and a die by which a camel comes to a mirage of a seat."""
    for seed in range(200):
        script = ScriptedCamelUp(seats=4, me=0, seed=seed)
        for step in script.play(lambda _position: False):
            if (owner, "laugh") in bot_moods.screens("camelup").moods(step):
                driver.window.take(TableChanged(script.view()))
                return replace(step, replayed=False)
    raise AssertionError("nobody ran into it")


def bubble(driver: WindowDriver, seat: int) -> object:
    QApplication.processEvents()
    return driver.table.talk.bubbles.of(driver.table.model.view.seats[seat].key)


def test_a_bot_laughs_at_its_mirage_and_then_not_for_ten_decisions(driver: WindowDriver) -> None:
    step = mirage_hit(driver, BOT)
    driver.table.step_shown.emit(step)
    assert bubble(driver, BOT) is not None
    assert driver.asked == [], "nothing travels"
    driver.table.talk.bubbles.clear()
    for _decision in range(bot_moods.SELDOM - 1):
        driver.table.step_shown.emit(replace(step, seat=1, events=()))
    driver.table.step_shown.emit(step)
    assert bubble(driver, BOT) is None
    driver.table.step_shown.emit(replace(step, seat=1, events=()))
    driver.table.step_shown.emit(step)
    assert bubble(driver, BOT) is not None


def test_people_speak_for_themselves(driver: WindowDriver) -> None:
    driver.window.take(TableChanged(ScriptedCamelUp(seats=4, me=0, seed=1).view()))
    driver.table.step_shown.emit(mirage_hit(driver, 1))
    assert bubble(driver, 1) is None


def test_hidden_emotes_hide_moods(driver: WindowDriver) -> None:
    step = mirage_hit(driver, BOT)
    driver.settings.emotes = False
    driver.table.step_shown.emit(step)
    assert bubble(driver, BOT) is None


def won_by_a_bot() -> ScriptedCamelUp:
    """A race at its beginning, which a bot will win."""
    for seed in range(200):
        script = ScriptedCamelUp(seats=4, me=0, seed=seed)
        for _step in script.play(lambda _position: False):
            pass
        if script.position.winners() == [BOT]:
            return ScriptedCamelUp(seats=4, me=0, seed=seed)
    raise AssertionError("no bot won")


@pytest.mark.slow
def test_a_bot_that_wins_cheers_once(driver: WindowDriver) -> None:
    driver.play(won_by_a_bot())
    assert bubble(driver, BOT) is not None
    driver.table.talk.bubbles.clear()
    driver.table.show_result()
    assert bubble(driver, BOT) is None
