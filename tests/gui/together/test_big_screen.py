"""The big screen of a watched table: what it shows, that it needs no click, and how it is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.chat.emotes import EMOTES
from camelnet_gui.together.big_screen import SHARE, BigScreen
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from camelnet.i18n import choose_language
from camelnet.rules import Options
from camelnet.session.api.facts import (
    ChatSaid,
    Kind,
    LobbyChanged,
    Presence,
    SeatOffer,
    TableChanged,
    TableLeft,
    TableOffer,
    TableView,
)
from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.lobby import lobby_view
from tools.screenshots.targui.scripted_game import ScriptedTargui


def watch(driver: WindowDriver, *, seats: int = 3, steps: int = 40) -> ScriptedCamelUp:
    """A table that I watch, in the middle of its game."""
    script = ScriptedCamelUp(seats=seats, me=0, seed=3)
    count = 0

    def stop(_position: object) -> bool:
        nonlocal count
        count += 1
        return count > steps

    for step in script.play(stop):
        driver.window.take(step)
    driver.window.take(TableChanged(looking_on(script)))
    return script


def looking_on(script: ScriptedCamelUp) -> TableView:
    return replace(script.watched(), aids=True)


def enter(driver: WindowDriver, *size: int) -> None:
    """On a screen of that size, in pixels: Qt's offscreen one is always of 800 by 800."""
    screen(driver).entered.disconnect()
    driver.window.toggle_big_screen()
    driver.window.resize(*size)
    QTest.qWait(20)


def screen(driver: WindowDriver) -> BigScreen:
    return driver.window.big_screen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("seats", [2, 8])
@pytest.mark.every(3)
def test_it_fills_screens_of_any_size(
    driver: WindowDriver, size: tuple[int, int], seats: int
) -> None:
    watch(driver, seats=seats, steps=12)
    screen(driver).show_address("192.0.2.5:40111")
    enter(driver, *size)
    panel = screen(driver).panel
    lens = screen(driver)._lens
    assert lens.width() >= round(size[0] * SHARE) - 1
    assert lens.zoom == pytest.approx(max(1.0, size[0] * SHARE / 340), rel=0.01)
    assert driver.table.board.width() > size[0] * 0.6
    for part in (panel.title, panel.banner, panel.players, panel.qr, panel.join):
        assert part.isVisible()
        assert panel.rect().contains(part.geometry()), part
    assert not panel.players.geometry().intersects(panel.qr.geometry())
    for seat in range(seats):
        assert panel.players.rect().contains(panel.players.row_of(seat).geometry())


@pytest.mark.slow
def test_it_tells_whose_turn_it_is_the_last_moves_and_how_to_join(driver: WindowDriver) -> None:
    watch(driver)
    screen(driver).show_address("192.0.2.5:40111")
    driver.window.toggle_big_screen()
    panel = screen(driver).panel
    assert panel.banner.text() == driver.table.panel.banner.text()
    said = "\n".join(label.text() for label in panel.findChildren(QLabel))
    assert all(line in said for line in driver.table.panel.feed.texts()[-3:])
    assert "192.0.2.5:40111" in said
    assert not driver.table.panel.isVisible()
    assert driver.window.windowState() & Qt.WindowState.WindowFullScreen


@pytest.mark.slow
def test_escape_leaves_it_and_all_is_as_before(driver: WindowDriver) -> None:
    watch(driver)
    strip = driver.table.aids.strip if driver.table.aids else None
    driver.window.toggle_big_screen()
    assert strip.window() is not driver.window
    QTest.keyClick(driver.table, Qt.Key.Key_Escape)
    assert not screen(driver).on
    assert driver.table.panel.isVisible()
    assert strip.window() is driver.window
    assert driver.window.pages.currentWidget() is driver.table
    assert not driver.window.windowState() & Qt.WindowState.WindowFullScreen
    QTest.keyClick(driver.window, Qt.Key.Key_F11)
    assert screen(driver).on, "and it can be entered again"


@pytest.mark.slow
def test_a_player_has_the_plain_full_screen(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    driver.window.toggle_big_screen()
    assert not screen(driver).on
    assert driver.window.windowState() & Qt.WindowState.WindowFullScreen


@pytest.mark.slow
def test_it_waits_between_two_games_and_goes_on_with_the_next(driver: WindowDriver) -> None:
    script = watch(driver)
    driver.window.toggle_big_screen()
    driver.tell(TableLeft(script.view().game_id))
    assert driver.window.pages.currentWidget() is screen(driver).waiting
    again = replace(looking_on(ScriptedCamelUp(seats=3, me=0, seed=8)), game_id=b"\x09" * 32)
    driver.tell(TableChanged(again))
    assert driver.window.pages.currentWidget() is driver.table
    panel = screen(driver).panel
    assert panel.isVisible()
    QTest.keyClick(driver.table, Qt.Key.Key_Escape)
    assert driver.table.panel.isVisible()


@pytest.mark.slow
def test_escape_leaves_the_page_between_two_games(driver: WindowDriver) -> None:
    script = watch(driver)
    driver.window.toggle_big_screen()
    driver.tell(TableLeft(script.view().game_id))
    QTest.keyClick(screen(driver).waiting, Qt.Key.Key_Escape)
    assert driver.window.pages.currentWidget() is driver.window.lobby


@pytest.mark.slow
def test_an_emote_points_at_its_players_row(driver: WindowDriver) -> None:
    script = watch(driver)
    driver.window.toggle_big_screen()
    QTest.qWait(20)
    seat = script.view().seats[1]
    driver.tell(ChatSaid(seat.key, seat.name, EMOTES[5].text, False))
    bubble = driver.table.talk.bubbles.of(seat.key)
    lens = screen(driver)._lens
    assert abs(bubble.geometry().right() - lens.x()) < 60 * lens.zoom


@pytest.mark.slow
def test_how_to_join_is_whole_in_german_on_a_small_screen(driver: WindowDriver) -> None:
    choose_language(["de"])
    try:
        watch(driver, seats=4)
        enter(driver, 1024, 640)
        screen(driver).show_address("192.168.1.23:21776")
        QTest.qWait(50)
        join = screen(driver).panel.join
        assert join.height() >= join.heightForWidth(join.width())
    finally:
        choose_language(["en"])


@pytest.mark.slow
def test_scorings_are_as_large_as_the_rest(driver: WindowDriver) -> None:
    watch(driver)
    enter(driver, 2560, 1440)
    driver.table.show_result()
    QTest.qWait(20)
    overlay = driver.table.overlay
    assert overlay._lens.isVisible()
    assert overlay._lens.zoom > 2
    assert overlay.rect().contains(overlay._lens.geometry())
    screen(driver).leave()
    assert overlay.page.isVisible()
    assert overlay.page.window() is driver.window


@pytest.mark.slow
def test_odds_come_without_a_window_of_their_own(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    watch(driver)
    QTest.qWait(20)
    assert driver.window.isActiveWindow(), "a button without its place would be a window"


def offer(name: str, game: str = "camelup", *, watchable: bool = True) -> TableOffer:
    chair = SeatOffer(b"\x02" * 32, "Ben", Kind.HUMAN, "", True, Presence.HERE, False)
    options: Options = {}
    return TableOffer(
        name.encode().ljust(32), name, game, options, (chair, chair), True, False, watchable, None
    )


@pytest.mark.slow
def test_it_watches_the_table_that_it_was_told_as_soon_as_that_plays(driver: WindowDriver) -> None:
    screen(driver).await_table("friday", "camelup")
    assert driver.window.pages.currentWidget() is screen(driver).waiting
    wrong = (offer("monday"), offer("friday", "cards"), offer("friday", watchable=False))
    lobby = lobby_view(full=False)
    driver.tell(LobbyChanged(replace(lobby, tables=wrong)))
    assert driver.asked == []
    driver.tell(LobbyChanged(replace(lobby, tables=(*wrong, offer("friday")))))
    assert driver.asked == [("watch", b"friday".ljust(32))]
    driver.tell(TableChanged(ScriptedCamelUp(seats=3, seed=3).watched()))
    assert driver.window.pages.currentWidget() is driver.table
    assert screen(driver).panel is not None


@pytest.mark.slow
def test_what_is_taken_flies_to_the_rows_of_the_big_screen(driver: WindowDriver) -> None:
    script = watch(driver)
    enter(driver, 1280, 720)
    page = driver.window.table
    lens = screen(driver)._lens
    assert lens is not None
    assert not page.panel.isVisible()
    for seat in range(script.seats):
        spot = page.spots.spot_of(seat)
        assert lens.geometry().contains(spot.centre.toPoint())
    screen(driver).leave()
    spot = page.spots.spot_of(0)
    assert page.panel.geometry().contains(spot.centre.toPoint())


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_long_steps_leave_room_for_the_way_to_join(driver: WindowDriver, seats: int) -> None:
    script = ScriptedTargui(seats=seats, seed=3)
    driver.window.take(TableChanged(script.watched()))
    screen(driver).show_address("192.0.2.5:40111")
    enter(driver, 1920, 1080)
    for step in script.play(lambda _position: script.index > 90):
        driver.window.take(step)
    driver.tell(TableChanged(script.watched()))
    QTest.qWait(20)
    panel, lens = screen(driver).panel, screen(driver)._lens
    assert panel.height() <= round(lens.height() / lens.zoom) + 1
    assert panel.rect().contains(panel.hint.geometry())
