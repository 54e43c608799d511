"""The home page in a live window: what only real frames, real focus and real popups show."""

from __future__ import annotations

from functools import partial

from camelnet_gui.games import playable
from camelnet_gui.lobby.create_dialog import CreateDialog
from camelnet_gui.lobby.play_dialog import PlayDialog
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QComboBox, QMenu

from camelnet.session.api.facts import LobbyChanged
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tests.gui.lobby.test_page import card, standing
from tools.screenshots.lobby import lobby_view


def in_front(driver: WindowDriver, hands: Hands) -> None:
    driver.window.activateWindow()
    hands.wait(driver.window.isActiveWindow, "the window never had the keyboard")


def test_two_clicks_start_each_game(driver: WindowDriver, hands: Hands) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    in_front(driver, hands)
    for game in playable():
        hands.click(driver.window.lobby.games.cards[game].play_button)
        hands.wait(lambda: driver.window.findChildren(PlayDialog))
        (dialog,) = driver.window.findChildren(PlayDialog)
        hands.wait(dialog.isActiveWindow)
        hands.click(dialog.start)
        hands.wait(lambda: not driver.window.findChildren(PlayDialog))
        assert driver.asked[-1][2] == game
        in_front(driver, hands)


def test_enter_and_enter_start_a_game(driver: WindowDriver, hands: Hands) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    in_front(driver, hands)
    hands.press("Return")
    hands.wait(lambda: driver.window.findChildren(PlayDialog))
    (dialog,) = driver.window.findChildren(PlayDialog)
    hands.wait(dialog.isActiveWindow)
    hands.press("Return")
    hands.wait(lambda: driver.asked)
    assert driver.asked[0][:1] == ("open_table",)


def test_keys_after_sitting_down_do_not_change_my_name(driver: WindowDriver, hands: Hands) -> None:
    full = lobby_view(full=True)
    driver.tell(LobbyChanged(standing(full)))
    in_front(driver, hands)
    made = card(driver, "Oasis after lunch").button
    hands.focus_by_tab(made)
    hands.press("Return")
    assert driver.asked == [("sit", b"b" * 32)]
    driver.tell(LobbyChanged(full))
    hands.type("qwz")
    assert driver.window.lobby.name.text() == "Ana"
    assert [asked for asked in driver.asked if asked[0] == "rename"] == []
    assert QApplication.focusWidget() is driver.window.lobby.my_table.ready_button


def test_a_popup_of_choices_shows_all_of_them(driver: WindowDriver, hands: Hands) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    driver.window.home.ask_for_table()
    (dialog,) = driver.window.findChildren(CreateDialog)
    hands.wait(dialog.isActiveWindow)
    hands.click(dialog.game)
    assert_whole(dialog.game, hands)
    hands.press("Escape")


def assert_whole(box: QComboBox, hands: Hands) -> None:
    """Every choice of an open popup is in sight."""
    view = box.view()
    hands.wait(view.isVisible)
    hands.wait(lambda: view.viewport().height() > 0)
    last = view.visualRect(box.model().index(box.count() - 1, 0))
    assert view.viewport().rect().contains(last), (view.viewport().rect(), last)


def test_the_menu_stays_inside_the_window(driver: WindowDriver, hands: Hands) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    in_front(driver, hands)
    hands.click(driver.window.lobby.menu)
    hands.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    window = QRect(driver.window.mapToGlobal(QPoint(0, 0)), driver.window.size())
    assert window.contains(menu.geometry()), (window, menu.geometry())
    hands.press("Escape")


def test_the_least_window_fits_a_small_screen_with_its_frame(
    driver: WindowDriver, hands: Hands
) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    driver.window.resize(driver.window.minimumSize())
    in_front(driver, hands)
    hands.wait(lambda: driver.window.frameGeometry().height() > driver.window.height())
    frame = driver.window.frameGeometry()
    assert frame.width() <= 960, frame
    assert frame.height() <= 560, frame
    mine = driver.window.lobby.my_table
    for part in (mine.ready_button, mine.leave_button, driver.window.lobby.chat.line):
        corner = part.mapTo(driver.window, part.rect().bottomRight())
        assert driver.window.rect().contains(corner), part


def test_boards_in_miniature_are_on_the_screen(driver: WindowDriver, hands: Hands) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    in_front(driver, hands)
    cards = driver.window.lobby.games.cards.values()
    hands.wait(lambda: all(made.miniature.ready for made in cards))
    hands.move(QPoint(2, 2))
    for made in cards:
        place = made.miniature
        part = QRect(place.mapToGlobal(QPoint(0, 0)), place.size())
        hands.wait(partial(is_painted, hands, part), "one flat colour")


def is_painted(hands: Hands, part: QRect) -> bool:
    shown = hands.screen(part)
    points = [(x, y) for x in range(6, shown.width(), 11) for y in range(6, shown.height(), 11)]
    return len({shown.pixel(x, y) for x, y in points}) > 40
