"""Every screen by keyboard and by name: Tab reaches all, it can be seen where one is, and a screen
reader has a word for everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from camelnet_gui.games import playable
from camelnet_gui.main_window import LEAST
from camelnet_gui.replay.model import film_of_table
from camelnet_gui.together.phone_visit import PhoneVisit
from camelnet_gui.widgets.send_dialog import SendDialog
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from camelnet.guests.server import Invitation
from camelnet.session.api.facts import LobbyChanged, TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.programs import RECORDS
from tests.gui.review.played_games import played
from tests.patience import LONG_MS, until
from tools.screenshots.doctor import findings
from tools.screenshots.games import SCRIPTED
from tools.screenshots.lobby import lobby_view
from tools.screenshots.my_play import state_of

PRESSES_MAX = 150

Open = Callable[[WindowDriver, QtBot], QWidget]


def home(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    return driver.window


def seated(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    return driver.window


def sharing(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window.home.ask_to_share("camelup")
    return _dialog(driver)


def phones(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    players = driver.window.local_players
    players.phones.visits["guest"] = PhoneVisit(players.guests, driver.settings)
    players.phones.invitation = Invitation("next", ("http://192.0.2.5:21791/#code",))
    players.ask_phones()
    return _dialog(driver)


def creating(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window.home.ask_for_table()
    return _dialog(driver)


def address(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window.home.ask_for_address()
    return _dialog(driver)


def settings(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window._show_settings()
    return _dialog(driver)


def about_camelnet(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window._show_about()
    return _dialog(driver)


def table(driver: WindowDriver, qtbot: QtBot, *, game: str) -> QWidget:
    script = SCRIPTED[game](seats=3, me=1, seed=7)
    driver.play(script, lambda position: position.turn == 1)
    return driver.window


def result(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    script = played()
    for step in script.lively():
        driver.window.take(step)
    driver.tell(TableChanged(script.view()))
    return driver.window


def watching(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    script = played()
    driver.tell(TableChanged(script.watched()))
    return driver.window


def replaying(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    replays = driver.window.replays
    replays.open(RECORDS / "camelup-one-person.camelnet")
    qtbot.waitUntil(lambda: replays.page.screen_ is not None, timeout=LONG_MS)
    screen = replays.page.screen_
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    screen.seek(screen.model.last // 2)
    return driver.window


def reviewing(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    window = result(driver, qtbot)
    assert driver.window.table is not None
    replays = driver.window.replays
    replays.open(film_of_table(driver.window.table.model))
    screen = replays.page.screen_
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    screen.show_summary()
    return window


def practising(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    window = reviewing(driver, qtbot)
    screen = driver.window.replays.page.screen_
    screen.practice_requested.emit(screen.overlay.page.found.costliest(1))
    return window


def doctoring(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    doctor = driver.window.doctor
    doctor.examine = lambda stop, **_given: findings(well=False)
    doctor.open()
    qtbot.waitUntil(lambda: doctor.page.again.isEnabled(), timeout=LONG_MS)
    return driver.window


def my_play(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window.my_play.close()
    driver.window.my_play.open()
    driver.window.my_play.page.show_state(state_of(14))
    return driver.window


def learning(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window.show_tutorial(playable()[0])
    return driver.window


def sending(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    file, names = RECORDS / "camelup-one-person.camelnet", ("Ana", "Bo", "Cleo")
    dialog = SendDialog(file, "camelup", "Oasis", names, driver.window)
    dialog.show()
    return _dialog(driver)


def rules(driver: WindowDriver, qtbot: QtBot) -> QWidget:
    driver.window._show_rules()
    return driver.window.rules.rulebook


def _dialog(driver: WindowDriver) -> QDialog:
    QApplication.processEvents()
    found = [made for made in driver.window.findChildren(QDialog) if made.isVisible()]
    assert found, "no dialog is open"
    return found[-1]


SCREENS: dict[str, Open] = {
    **{made.__name__: made for made in (home, seated, creating, sharing, phones)},
    **{made.__name__: made for made in (address, settings, about_camelnet)},
    **{f"{game} table": partial(table, game=game) for game in playable()},
    **{open_it.__name__: open_it for open_it in (watching, result, replaying, learning, rules)},
    **{
        open_it.__name__: open_it
        for open_it in (doctoring, reviewing, practising, my_play, sending)
    },
}


INPUTS = (QAbstractButton, QComboBox, QLineEdit, QSlider)


def controls(top: QWidget) -> Iterator[QWidget]:
    """All that Tab has to reach: enabled, shown, and wanting the keyboard or made for it."""
    for widget in top.findChildren(QWidget):
        wants = widget.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(widget, INPUTS)
        own = widget.window() is top and widget.focusProxy() is None
        if wants and own and widget.isEnabled() and widget.isVisible():
            yield widget


def called(widget: QWidget) -> str:
    """What a screen reader says of it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return str(interface.text(QAccessible.Text.Name)).strip() if interface else ""


def about(widget: QWidget) -> str:
    path = []
    at: QWidget | None = widget
    while at is not None:
        path.append(at.objectName() or type(at).__name__)
        at = at.parentWidget()
    return f"{called(widget)!r} {' < '.join(path)}"


def picture(widget: QWidget) -> QImage:
    """A control as it is seen, with what is painted around it by others."""
    window = widget.window()
    box = widget.rect().adjusted(-4, -4, 4, 4)
    return window.grab(box.translated(widget.mapTo(window, QPoint()))).toImage()


def in_sight(widget: QWidget) -> None:
    at = widget.parentWidget()
    while at is not None:
        if isinstance(at, QScrollArea):
            at.ensureWidgetVisible(widget)
        at = at.parentWidget()
    QApplication.processEvents()


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.every(2)
def test_tab_reaches_every_control_it_is_seen_there_and_has_a_name(
    driver: WindowDriver, qtbot: QtBot, screen: str
) -> None:
    top = SCREENS[screen](driver, qtbot)
    top.activateWindow()
    QApplication.processEvents()
    wanted = tuple(controls(top))
    assert wanted
    nameless = [about(widget) for widget in wanted if not called(widget)]
    assert not nameless, "a screen reader has no word for it"
    seen = reached(top, wanted)
    missed = [about(widget) for widget in wanted if id(widget) not in seen]
    assert not missed, "Tab never comes there"
    lost = [about(widget) for widget in tuple(controls(top)) if not shows_focus(widget, top)]
    assert not lost, "nobody sees that it has the keyboard"


def test_tab_goes_through_the_cards_of_the_games_as_one_reads_them(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    top = home(driver, qtbot)
    cards = driver.window.lobby.games.cards.values()
    wanted = [
        made
        for card in cards
        for made in (card.learn_button, card.play_button, card.share_button, card.invite_button)
    ]
    driver.window.lobby.menu.setFocus()
    for made in wanted:
        QTest.keyClick(top, Qt.Key.Key_Tab)
        assert top.focusWidget() is made, about(made)


def reached(top: QWidget, wanted: tuple[QWidget, ...]) -> set[int]:
    """What Tab comes to, all around."""
    seen: set[int] = set()
    for _press in range(PRESSES_MAX):
        QTest.keyClick(top, Qt.Key.Key_Tab)
        now = top.focusWidget()
        seen.add(id(now))
        group = now.group() if isinstance(now, QAbstractButton) else None
        if group is not None and group.exclusive():
            # One of several that go together stands for all: arrows lead to the others.
            seen |= {id(each) for each in group.buttons()}
        if all(id(widget) in seen for widget in wanted):
            break
    return seen


def shows_focus(widget: QWidget, top: QWidget) -> bool:
    if isinstance(widget, QScrollBar):
        return True
    in_sight(widget)

    def elsewhere() -> bool:
        """A list that is made anew may have given it back."""
        next((each for each in controls(top) if each is not widget), top).setFocus()
        QApplication.processEvents()
        return not widget.hasFocus()

    until(elsewhere, what=f"{about(widget)} keeps the keyboard")
    before = picture(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return not (widget.isVisible() and widget.hasFocus()) or picture(widget) != before


@pytest.mark.slow
@pytest.mark.parametrize("screen", [name for name in SCREENS if name != "rules"])
@pytest.mark.every(2)
def test_everything_is_within_the_least_window(
    driver: WindowDriver, qtbot: QtBot, screen: str
) -> None:
    """A screen of 960 by 560 pixels less the window's frame. What scrolls may be longer; the rules
    have a window of their own."""
    driver.window.resize(LEAST)
    top = SCREENS[screen](driver, qtbot)
    QApplication.processEvents()
    assert driver.window.size() == LEAST
    assert top.width() <= LEAST.width()
    assert top.height() <= LEAST.height()
    outside = [about(widget) for widget in controls(top) if not within(widget, top)]
    assert not outside


def within(widget: QWidget, top: QWidget) -> bool:
    """True if all of a control is to be seen, where need be by scrolling downwards."""
    box, place = widget.rect(), widget
    while place is not top:
        at = place.parentWidget()
        box = box.translated(place.pos())
        area = at.parentWidget()
        if isinstance(area, QAbstractScrollArea) and at is area.viewport():
            return box.left() >= 0 and box.right() <= at.width() and within(area, top)
        if not at.rect().contains(box):
            return False
        place = at
    return True
