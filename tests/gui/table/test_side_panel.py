"""The panel beside the board shares its height out, and nothing jumps or is cut."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.table.players import HIGHEST, LOWEST
from camelnet_gui.widgets.basics import label
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def rows_in_sight(driver: WindowDriver, seats: int) -> int:
    """Rows that are seen whole."""
    panel = driver.table.panel
    whole = 0
    for seat in range(seats):
        row = panel.players.row_of(seat)
        whole += row.visibleRegion().boundingRect() == row.rect()
    return whole


@pytest.mark.slow
@pytest.mark.parametrize("seats", [6, 8])
@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_all_players_are_in_sight(driver: WindowDriver, size: tuple[int, int], seats: int) -> None:
    driver.window.resize(*size)
    driver.play_until_my_turn(ScriptedCamelUp(seats=seats, me=1))
    QApplication.processEvents()
    assert rows_in_sight(driver, seats) == seats
    assert driver.table.panel.feed.height() >= 45


@pytest.mark.slow
def test_rows_use_the_room_that_there_is(driver: WindowDriver) -> None:
    heights = []
    for size in ((1024, 640), (1440, 900), (2000, 1200)):
        driver.window.resize(*size)
        driver.play_until_my_turn(ScriptedCamelUp(seats=4, me=1))
        QApplication.processEvents()
        heights.append(driver.table.panel.players.row_of(0).height())
    assert heights == sorted(heights)
    assert LOWEST < heights[0] < heights[-1] <= HIGHEST


@pytest.mark.slow
def test_rows_keep_their_place_while_a_move_is_chosen(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(seats=6, me=1))
    QApplication.processEvents()
    panel = driver.table.panel
    before = [panel.players.row_of(seat).geometry() for seat in range(6)]
    click(panel.acts.act_button(Act.ROLL))
    QApplication.processEvents()
    assert [panel.players.row_of(seat).geometry() for seat in range(6)] == before
    assert panel.rect().contains(panel.talk.geometry())


def test_the_first_frame_of_a_game_shows_the_panel_whole(driver: WindowDriver) -> None:
    """As it is painted first, before anything is laid out a second time."""
    script = ScriptedCamelUp(seats=4, me=1)
    driver.sit_down(script)
    panel = driver.table.panel
    for part in (panel.banner, panel.acts, panel.talk):
        box = QRect(part.mapTo(panel, QPoint(0, 0)), part.size())
        assert panel.rect().contains(box), part
    assert driver.table.rect().contains(panel.geometry())


@pytest.mark.parametrize("letter", ["À", "Ê", "Ű"])
def test_capitals_keep_their_accents_in_the_banner(driver: WindowDriver, letter: str) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(seats=4, me=1))
    banner = driver.table.panel.banner
    text = f"{letter}ngela is thinking…"
    QApplication.processEvents()
    banner.setText(text)
    driver.table.panel.layout().activate()  # events would bring the table's own words back
    roomy = label(text, "banner-mine")
    roomy.setParent(driver.table)
    roomy.resize(banner.width(), 90)
    roomy.show()

    def ink(widget: object) -> int:
        picture = widget.grab().toImage()  # type: ignore[attr-defined]
        wide, high = min(60, picture.width()), picture.height()
        ground = picture.pixelColor(6, high // 2)
        rows = [
            any(
                abs(picture.pixelColor(x, y).lightness() - ground.lightness()) > 60
                for x in range(14, wide)
            )
            for y in range(3, high - 3)
        ]
        return sum(rows)

    assert ink(banner) == ink(roomy)


@pytest.mark.slow
def test_the_last_line_of_the_log_is_whole_when_its_room_changes(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(seats=6, me=1), turns=3)
    feed = driver.table.panel.feed
    for act in (None, Act.ROLL):
        if act is not None:
            click(driver.table.panel.acts.act_button(act))
        for _look in range(5):
            QApplication.processEvents()
        model = feed.model()
        last = feed.visualRect(model.index(model.rowCount() - 1, 0))
        assert last.bottom() < feed.viewport().height()
        assert last.top() >= 0
