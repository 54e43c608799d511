"""The table screen under real clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.camelup.score_pages import FinalPage as CamelUpFinal
from camelnet_gui.games.cards.score_pages import FinalPage as CardsFinal
from camelnet_gui.table.feed import ENTRY_ROLE
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import ChatSaid, TableChanged
from tests.gui.clicker import click, click_place, words
from tests.gui.conftest import WindowDriver, to_the_end
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_button_is_enabled_if_and_only_if_its_act_is_legal(
    driver: WindowDriver, seed: int
) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=seed)
    for turns in range(4):
        driver.play_until_my_turn(script, turns=turns)
        if script.position.turn == "over":
            break
        verbs = {move.split()[0] for move in script.position.legal()}
        acts = driver.table.panel.acts
        for act, names in (
            (Act.ROLL, {"roll"}),
            (Act.LEG, {"leg"}),
            (Act.TILE, {"tile"}),
            (Act.BET, {"win", "lose"}),
        ):
            assert acts.act_button(act).isEnabled() == bool(names & verbs)
            assert acts.act_button(act).toolTip()


@pytest.mark.slow
def test_all_buttons_are_off_and_say_why_when_it_is_anothers_turn(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=1, me=0)
    driver.play(script, lambda position: position.turn not in (0, "chance"))
    turn = script.position.turn
    name = script.view().seats[turn].name
    for act in Act:
        made = driver.table.panel.acts.act_button(act)
        assert not made.isEnabled()
        assert name in made.toolTip()
    assert name in driver.table.panel.banner.text()


@pytest.mark.slow
def test_a_roll_takes_two_clicks(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    acts = driver.table.panel.acts
    click(acts.act_button(Act.ROLL))
    assert driver.asked == []
    click(acts.confirm_button)
    assert driver.asked == [("play", "roll")]


def test_a_leg_tile_is_taken_by_two_clicks_on_the_board(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    click_place(driver.table, "leg b")
    assert driver.asked == []
    assert driver.table.board.shown.chosen == "leg b"
    click_place(driver.table, "leg b")
    assert driver.asked == [("play", "leg b")]


@pytest.mark.slow
def test_a_desert_tile_is_placed_by_keys_and_board(driver: WindowDriver) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    QTest.keyClick(driver.table, Qt.Key.Key_D)
    QTest.keyClick(driver.table, Qt.Key.Key_T)
    move = next(move for move in script.position.legal() if move.startswith("tile 1"))
    space = move[5:-1]
    click_place(driver.table, f"space {space}")
    assert [tile.ghost for tile in driver.table.board.shown.tiles if tile.seat == script.me] == [
        True
    ]
    QTest.keyClick(driver.table, Qt.Key.Key_Return)
    assert driver.asked == [("play", f"tile {space}-")]


@pytest.mark.slow
def test_escape_takes_back_what_was_chosen(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    QTest.keyClick(driver.table, Qt.Key.Key_R)
    assert driver.table.panel.acts.confirm_button.isVisible()
    QTest.keyClick(driver.table, Qt.Key.Key_Escape)
    assert not driver.table.panel.acts.confirm_button.isVisible()
    QTest.keyClick(driver.table, Qt.Key.Key_Return)
    assert driver.asked == []


@pytest.mark.slow
def test_enter_in_the_chat_line_says_and_confirms_nothing(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    QTest.keyClick(driver.table, Qt.Key.Key_R)
    line = driver.table.panel.chat_line
    line.setFocus()
    QTest.keyClicks(line, "rd")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert driver.asked == [("say", "rd")]


def test_without_asking_one_click_is_enough(driver: WindowDriver) -> None:
    driver.settings.confirm = False
    driver.play_until_my_turn(ScriptedCamelUp())
    click(driver.table.panel.acts.act_button(Act.ROLL))
    assert driver.asked == [("play", "roll")]


@pytest.mark.slow
def test_a_bet_is_chosen_in_its_dialog_and_sent_as_a_slot(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    click_place(driver.table, "deck lose")
    dialog = driver.table.chooser.dialog
    assert not dialog.lay.isEnabled(), "no card is chosen yet"
    click(dialog.card_button("o"))
    click(dialog.lay)
    assert driver.asked == [("play", f"lose {driver.table.model.view.faces.index('o')}")]
    assert driver.table.chooser.dialog is None


def test_a_bet_can_be_left_without_betting(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    click(driver.table.panel.acts.act_button(Act.BET))
    dialog = driver.table.chooser.dialog
    assert dialog is not None
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert driver.table.chooser.dialog is None
    assert driver.asked == []
    assert driver.table.panel.acts.act_button(Act.ROLL).isEnabled()


def test_a_card_that_is_laid_cannot_be_laid_again(driver: WindowDriver) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    camel = script.view().faces[2]
    move = "win 2" if "win 2" in script.position.legal() else None
    if move:
        driver.window.take(script.step(move))
        driver.play_until_my_turn(script)
    click(driver.table.panel.acts.act_button(Act.BET))
    assert not driver.table.chooser.dialog.card_button(camel).isEnabled()
    driver.table.chooser.dialog.reject()


@pytest.mark.slow
def test_a_leg_is_scored_before_the_show_goes_on(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=5)
    driver.play_until_my_turn(script)
    steps = list(script.play(lambda position: position.to_dict()["leg"] == 2, replayed=False))
    later = script.step(script.choose(), replayed=False)
    for step in (*steps, later):
        driver.window.take(step)
    driver.sit_down(script)
    page = driver.table.overlay.page
    assert isinstance(page, LegPage)
    assert not driver.table.model.settled
    words = [label.text() for label in page.findChildren(QLabel)]
    sheet = driver.table.model.view_model.legs[-1]
    for seat in sheet.seats:
        assert f"{seat.before} → {seat.after}" in words
    driver.leave_page()
    assert driver.table.overlay.page is None
    assert driver.table.model.settled


ENDS = [
    (partial(ScriptedCamelUp, seed=8), CamelUpFinal, ("Winner bets", "Loser bets", "had bet")),
    (partial(ScriptedCards, seats=3, me=1, seed=2), CardsFinal, ("The race is over", "victory")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("script_of", "final", "told"), ENDS)
@pytest.mark.every(2)
def test_the_end_is_told_leg_cards_result(
    driver: WindowDriver, script_of: Callable[[], ScriptedGame], final: type, told: tuple[str, ...]
) -> None:
    script, pages = script_of(), []
    driver.play_until_my_turn(script)

    def log_tells() -> bool:
        return any(words in text for words in told for text in driver.table.panel.feed.texts())

    for step in script.play(to_the_end, replayed=False):
        driver.window.take(step)
        while isinstance(page := driver.table.overlay.page, LegPage | final):
            pages.append(type(page))
            assert not (isinstance(page, final) and log_tells())
            driver.leave_page()
    driver.sit_down(script)
    clicks = 2 if final is CardsFinal else 1  # the first one turns the cards over
    assert pages[-clicks:] == [final] * clicks
    assert pages[-clicks - 1] is LegPage
    assert log_tells()
    shown = words(driver.result).splitlines()
    assert all(str(money) in shown for money in script.position.scores())


@pytest.mark.slow
def test_nothing_of_the_result_moves_when_somebody_wants_to_play_again(
    driver: WindowDriver,
) -> None:
    driver.window.resize(1440, 900)
    script = ScriptedCamelUp(seed=8, me=0)
    driver.play(script)
    page, card = driver.result, driver.table.overlay.card
    main = driver.table.overlay.main
    assert main is not None
    parts = (main, page.podium, page.save_button, page.otherwise)

    def places() -> list[QPoint]:
        QApplication.processEvents()
        return [part.mapTo(driver.window, QPoint()) for part in parts]

    before = places()
    driver.tell(TableChanged(script.view(again=(2,))))
    assert script.view().seats[2].name in words(card)
    assert places() == before
    page.show_invitation(QLabel("Ben wants to play at “Oasis”."))
    assert "Oasis" in words(card)
    page.tell_kept("The picture is saved.")
    assert places() == before


@pytest.mark.slow
def test_play_again_is_asked_once_and_shows_who_else_wants_it(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=8, me=0)
    driver.play(script)
    assert isinstance(driver.table.overlay.page, ResultPage)
    driver.leave_page()
    assert driver.asked == [("again",)]
    driver.window.take(TableChanged(script.view(again=(0, 2))))
    page = driver.result
    seats = script.view().seats
    assert seats[2].name in page.again.text()
    assert seats[1].name in page.again.text(), "the table waits for this one"
    assert not driver.table.overlay.main.isEnabled()


def test_a_resumed_game_is_shown_where_it_stands_without_the_show(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=8)
    steps = list(script.play(lambda p: p.to_dict()["leg"] == 3 and p.turn == script.me))
    for step in steps:  # a resumed table tells its steps before its first view
        driver.window.take(step)
    driver.sit_down(script)
    assert driver.table.overlay.page is None
    assert driver.table.model.settled
    assert len(driver.table.panel.feed.texts()) > 10
    assert driver.table.panel.acts.act_button(Act.ROLL).isEnabled()


@pytest.mark.slow
def test_my_turn_is_told_once(driver: WindowDriver, qtbot: QtBot) -> None:
    script = ScriptedCamelUp(seed=2)
    driver.play_until_my_turn(script)
    assert driver.window.windowTitle().startswith("●")
    driver.window.take(script.step("roll", replayed=False))
    for step in script.play(lambda position: position.turn == (script.me - 1) % script.seats):
        driver.window.take(replace(step, replayed=False))
    driver.sit_down(script)
    while driver.table.overlay.page is not None and driver.table.overlay.main:
        click(driver.table.overlay.main)
    with qtbot.waitSignal(driver.table.your_turn, timeout=LONG_MS):
        for step in script.play(lambda position: position.turn == script.me):
            driver.window.take(replace(step, replayed=False))
            while driver.table.overlay.page is not None and driver.table.overlay.main:
                click(driver.table.overlay.main)
        driver.sit_down(script)


def test_a_line_of_chat_from_the_lobby_is_there_at_the_table(driver: WindowDriver) -> None:
    driver.window.take(ChatSaid(b"\x02" * 32, "Ben", "<b>Tea?</b>", False))
    driver.play_until_my_turn(ScriptedCamelUp())
    model = driver.table.panel.talk.chat.model()
    assert model.index(0, 0).data() == "Ben: <b>Tea?</b>"
    assert driver.table.panel.feed.isVisible(), "the log is shown first"
    assert driver.window.chat.unread == 1


@pytest.mark.slow
def test_pointing_at_a_log_entry_lights_its_spaces(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=3)
    driver.play_until_my_turn(script, turns=4)
    feed = driver.table.panel.feed
    model = feed.model()
    rows = (model.index(row, 0) for row in range(model.rowCount()))
    entry = next(e for row in rows if (e := row.data(ENTRY_ROLE)).spaces)
    feed.pointed.emit(entry.spaces)
    assert driver.table.board.shown.highlight == entry.spaces
    feed.pointed.emit(frozenset())
    assert not driver.table.board.shown.highlight


def test_an_entry_lights_nothing_once_the_keyboard_leaves_the_log(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=3)
    driver.play_until_my_turn(script, turns=4)
    feed = driver.table.panel.feed
    feed.setFocus()
    rows = range(feed.model().rowCount())
    lit = next(i for row in rows if (i := feed.model().index(row, 0)).data(ENTRY_ROLE).spaces)
    feed.setCurrentIndex(lit)
    assert driver.table.board.shown.highlight
    driver.table.board.setFocus()
    assert not driver.table.board.shown.highlight


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "seats"),
    [
        *((ScriptedCamelUp, seats) for seats in (2, 8)),
        *((partial(ScriptedCards, options={"bet_optional": True}), seats) for seats in (2, 6)),
    ],
)
@pytest.mark.parametrize("size", [(1024, 640), (1400, 850), (2000, 1200)])
@pytest.mark.every(2)
def test_nothing_is_cut_off_at_any_size(
    driver: WindowDriver, script: Callable[..., ScriptedGame], seats: int, size: tuple[int, int]
) -> None:
    driver.window.resize(*size)
    driver.play_until_my_turn(script(seats=seats, me=1))
    QTest.qWait(30)
    panel = driver.table.panel
    for part in (panel.banner, panel.acts, panel.talk):
        box = part.geometry()
        assert panel.rect().contains(box), part
        assert box.height() >= part.minimumSizeHint().height()
    assert panel.feed.height() >= 72
    for button in panel.acts.findChildren(QWidget):
        if button.isVisible():
            assert button.width() >= button.minimumSizeHint().width()


@pytest.mark.slow
def test_each_step_is_told_once_when_its_result_is_displayed(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=2)
    driver.play_until_my_turn(script)
    shown: list[object] = []
    driver.table.step_shown.connect(shown.append)
    driver.window.take(script.step("roll", replayed=True))
    assert shown == [], "what is replayed is no news"
    steps = [script.step(script.choose(), replayed=False) for _number in range(4)]
    for step in steps:
        driver.window.take(step)
    assert shown == steps


def test_a_turn_left_alone_is_said_once_more(driver: WindowDriver, qtbot: QtBot) -> None:
    script = ScriptedCamelUp(seed=2)
    driver.play_until_my_turn(script)
    assert driver.table.watch.nudge_timer.isActive()
    with qtbot.waitSignal(driver.table.nudged, timeout=LONG_MS):
        driver.table.watch.nudge_timer.start(0)
    driver.window.take(script.step("roll"))
    driver.sit_down(script)
    with qtbot.assertNotEmitted(driver.table.nudged):
        driver.table.watch.nudge_timer.timeout.emit()


@pytest.mark.slow
def test_what_is_new_is_read_aloud_and_a_resumed_game_is_not(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    announce = "camelnet_gui.table.feed.announce"
    monkeypatch.setattr(announce, lambda _widget, text: heard.append(text))
    script = ScriptedCamelUp()
    driver.play(script, lambda position: position.to_dict()["leg"] == 2)
    assert heard == []
    assert len(driver.table.panel.feed.texts()) > 10
    driver.play(script, lambda position: position.to_dict()["leg"] == 3, replayed=False)
    driver.leave_page()
    assert heard == list(driver.table.panel.feed.texts()[-len(heard) :])
