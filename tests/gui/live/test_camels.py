"""Camel Up in a live window: what flies, what is shown beforehand, and the end of a race."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from camelnet_gui.games.camelup.bet_row import BetRow
from camelnet_gui.games.camelup.score_pages import FinalPage
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def box_in_window(widget: QWidget) -> QRect:
    window = widget.window()
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


@pytest.mark.parametrize(("wide", "high"), [(1024, 640), (1440, 900)])
def test_no_row_of_the_final_bets_is_cut(
    driver: WindowDriver, hands: Hands, wide: int, high: int
) -> None:
    script = ScriptedCamelUp(seats=5, seed=7, me=2)
    driver.window.resize(wide, high)
    driver.settings.speed = "fast"
    driver.play_until_my_turn(script)
    steps = list(script.play(lambda _position: False))
    for step in steps:
        driver.window.take(replace(step, replayed=step is not steps[-1]))
    page = driver.table.overlay.page
    assert isinstance(page, FinalPage)
    hands.wait(lambda: all(row.open for row in page.findChildren(BetRow)))
    card = page.parentWidget()
    assert card is not None
    for row in page.findChildren(BetRow):
        assert row.height() >= row.sizeHint().height()
        assert page.rect().contains(QRect(row.mapTo(page, QPoint(0, 0)), row.size()))
    bar = driver.table.overlay.scroll_bar
    room = driver.table.overlay.height()
    assert bar.maximum() == 0 or page.height() > room - 160, "it scrolls only for want of room"


def test_a_bet_flies_in_real_frames_and_then_lies_in_the_row(
    driver: WindowDriver, hands: Hands
) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    table = driver.table
    driver.settings.speed = "normal"
    table.apply_settings()
    row = box_in_window(table.panel.players.row_of(script.me))
    driver.window.take(script.step("leg b", replayed=False))
    driver.window.take(TableChanged(script.view()))
    frames = []

    def landed() -> bool:
        if table.flights.isVisible():
            frames.append(driver.window.grab().toImage())
        return not table.player.playing

    hands.wait(landed)
    assert len(frames) > 3
    assert any(one != other for one, other in itertools.pairwise(frames))
    assert frames[-1].copy(row) != driver.window.grab().toImage().copy(row)


def test_the_pointer_shows_beforehand_what_a_tile_pays(driver: WindowDriver, hands: Hands) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    board = driver.table.board
    centre = board.place_centre("leg b")
    hands.move(board.viewport(), QPoint(round(centre.x()), round(centre.y())))
    hands.wait(lambda: board.previewed == "leg b")
