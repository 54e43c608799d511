"""Tutorials under real clicks and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from camelnet_gui.games import LESSONS
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.keys import EnterKey
from camelnet_gui.learn import page as page_module
from camelnet_gui.learn.page import LearnPage
from camelnet_gui.learn.targets import can_pick, outline
from camelnet_gui.settings import Settings
from camelnet_gui.table.page import TablePage
from camelnet_gui.theme import LIGHT, dress, style_sheet
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.i18n import LANGUAGES, choose_language
from tests.patience import until

Make = Callable[[str], LearnPage]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings(tmp_path)
    made.speed = "off"
    made.bots_pace = "instant"
    return made


@pytest.fixture
def make(
    qapp: QApplication, qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Make]:
    """Tutorials in a window of their own, which look for what comes next all the time."""
    monkeypatch.setattr(page_module, "LOOK_MS", 1)
    if qapp.styleSheet() != style_sheet(LIGHT):
        dress(qapp, LIGHT)

    def made(game: str) -> LearnPage:
        page = LearnPage(game, settings, name="Yara")
        qtbot.addWidget(page)
        page.resize(1024, 640)
        page.show()
        qtbot.waitExposed(page)
        return page

    yield made
    choose_language(["en"])


def wait_for_bubble(page: LearnPage) -> None:
    until(
        lambda: page.waiting or page.end is not None,
        what=f"nothing follows {page.step.say!r}",
        moving=lambda: page.number,
        between=QApplication.processEvents,
    )
    QApplication.processEvents()


def click_at(page: LearnPage, point: QPoint) -> None:
    """Click where a person would: whatever lies on top there gets it."""
    QTest.mouseClick(page.windowHandle(), LEFT, pos=point)
    QApplication.processEvents()


def click(page: LearnPage, widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    click_at(page, widget.mapTo(page, widget.rect().center()))


def table_of(page: LearnPage) -> TablePage:
    assert page.table is not None
    return page.table


def click_step(page: LearnPage) -> None:
    """Do what the bubble asks for."""
    table, step = table_of(page), page.step
    if not step.play:
        if step.page:
            assert table.overlay.main is not None
            click(page, table.overlay.main)
        else:
            click(page, page.bubble.next)
        return
    number = page.number
    for _click in range(8):
        if page.number != number or not page.waiting:
            return
        if isinstance(table.dialog, BetDialog):
            table.dialog.choose(deck=step.play.split()[0], camel="y")
            QTest.mouseClick(table.dialog.lay, LEFT)
        elif table.model.view_model.armed:
            click(page, _confirm(table))
        elif any(can_pick(table, place) for place in step.point):
            place = next(each for each in reversed(step.point) if can_pick(table, each))
            centre = table.board.place_centre(place)  # type: ignore[attr-defined]
            click_at(page, table.board.surface.mapTo(page, centre.toPoint()))
        else:
            click(page, _act_button(table, step.play.split("|")[0]))
        QApplication.processEvents()


def _confirm(table: TablePage) -> QWidget:
    button: QWidget = table.parts.actions.confirm_button  # type: ignore[attr-defined]
    return button


def _act_button(table: TablePage, move: str) -> QWidget:
    """The button that a move begins with; its place on the board comes after it."""
    actions = table.parts.actions
    button: QWidget
    if table.model.view.position.game == "targui":
        button = actions.word_button(move)  # type: ignore[attr-defined]
    else:
        acts = {"tile": Act.TILE}
        button = actions.act_button(acts[move.split()[0]])  # type: ignore[attr-defined]
    return button


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_a_tutorial_is_clicked_through_to_its_end(
    game: str, language: str, make: Make, settings: Settings
) -> None:
    choose_language([language])
    page = make(game)
    seen = []
    wait_for_bubble(page)
    while page.end is None:
        if page.number not in seen:  # a scoring may take two clicks
            seen.append(page.number)
        _check_step(page)
        click_step(page)
        wait_for_bubble(page)
    assert seen == list(range(len(page.lesson.steps)))
    assert settings.learned == (game,)
    asked: list[str] = []
    page.play_requested.connect(asked.append)
    click(page, page.end.play)
    assert asked == [game]


def _check_step(page: LearnPage) -> None:
    """All that a step points at is there, nothing lies on it, and the bubble is in the window."""
    table, step = table_of(page), page.step
    bubble = page.bubble.geometry()
    assert page.rect().contains(bubble), step.say
    assert page.bubble.words.height() >= page.bubble.words.heightForWidth(page.bubble.words.width())
    for target in step.point:
        path = outline(table, target, page)
        assert path is not None, f"{target} is not on the screen at {step.say!r}"
        box = path.boundingRect().toAlignedRect()
        assert page.rect().intersects(box)
        if step.play:
            assert not bubble.intersects(box), f"the bubble covers {target} at {step.say!r}"


def test_a_click_beside_changes_nothing_and_says_where(make: Make) -> None:
    page = make("camelup")
    while not page.step.play:
        wait_for_bubble(page)
        click_step(page)
    wait_for_bubble(page)
    number, position = page.number, table_of(page).model.view.position
    surface, beside = table_of(page).board.surface, 0
    for place in ("leg b", "deck win", "deck lose", "space 5", "space 9"):
        centre = table_of(page).board.place_centre(place)  # type: ignore[attr-defined]
        point = surface.mapTo(page, centre.toPoint())
        if not page.bubble.geometry().contains(point):
            click_at(page, point)
            beside += 1
    assert beside > 2
    assert page.number == number
    assert table_of(page).model.view.position == position
    assert table_of(page).model.view_model.armed is None
    assert page.bubble.hint.text()
    table_of(page).choose("act leg")  # nor does a key
    assert table_of(page).model.view_model.armed is None
    click_step(page)
    wait_for_bubble(page)
    assert page.number == number + 1


def test_skipping_every_step_comes_to_the_end(make: Make) -> None:
    page = make("camelup")
    wait_for_bubble(page)
    while page.end is None:
        click(page, page.bubble.skip if page.step.play else page.bubble.next)
        wait_for_bubble(page)


def test_back_shows_the_game_as_it_stood_there(make: Make) -> None:
    page = make("camelup")
    stood = {}
    wait_for_bubble(page)
    while page.end is None:
        if not page.step.page:
            stood[page.number] = table_of(page).model.shown
            if page.number and not page.lesson.steps[page.number - 1].page:
                number = page.number
                click(page, page.bubble.back)
                wait_for_bubble(page)
                assert page.number == number - 1
                assert table_of(page).model.shown == stood[number - 1]
                page.go_on()
                wait_for_bubble(page)
                assert page.number == number
                assert table_of(page).model.shown == stood[number]
        page.go_on()
        wait_for_bubble(page)


def test_the_keyboard_alone_finishes_a_tutorial(make: Make) -> None:
    page = make("camelup")
    EnterKey(page)
    wait_for_bubble(page)
    for _press in range(4 * len(page.lesson.steps)):
        if page.end is not None:
            break
        table = table_of(page)
        if isinstance(table.dialog, BetDialog):
            table.dialog.choose(deck="win", camel="y")
            QTest.keyClick(table.dialog, Qt.Key.Key_Return)
            page.activateWindow()  # as the desktop does when a dialog closes
        elif page.step.play == "tile 5+" and not can_pick(table, "space 5"):
            QTest.keyClick(page.windowHandle(), Qt.Key.Key_D)
        else:
            QTest.keyClick(page.windowHandle(), Qt.Key.Key_Return)
        QApplication.processEvents()
        wait_for_bubble(page)
    assert page.end is not None, f"stuck at {page.step.say!r}, {page.focusWidget()}"


def test_escape_takes_back_and_then_leaves(make: Make, qtbot: QtBot) -> None:
    page = make("camelup")
    while not page.step.play:
        wait_for_bubble(page)
        click_step(page)
    wait_for_bubble(page)
    centre = table_of(page).board.place_centre("roll")  # type: ignore[attr-defined]
    click_at(page, table_of(page).board.surface.mapTo(page, centre.toPoint()))
    assert table_of(page).model.view_model.armed == "roll"
    left: list[bool] = []
    page.left.connect(lambda: left.append(True))
    page._escape()
    assert table_of(page).model.view_model.armed is None
    assert not left
    page._escape()
    assert left
