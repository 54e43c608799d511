"""Tables that tell odds and give hints: all alike, in time, without holding the window up."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.style.words import worth_words
from camelnet_gui.table import aids_controller
from camelnet_gui.table.aids_controller import ROOMY, AidsController
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.bots.search import Analysis, Line
from camelnet.i18n import choose_language
from camelnet.rules import Position
from camelnet.rules.phrases import chance_percent, decimal, deed
from camelnet.session.api.facts import Phase, Stepped, TableChanged
from camelnet.session.game import aids as told
from camelnet.session.game.aids import (
    Hint,
    Question,
    Stop,
    hint_words,
    judgement,
    leading,
    move_words,
    question_of,
    why_words,
    worths,
)
from camelnet.session.game.public_history import PublicHistory
from tests.gui.conftest import WindowDriver
from tests.gui.pictures import different
from tests.patience import LONG_MS, LONG_S
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

GAMES = (ScriptedCamelUp, ScriptedCards, ScriptedTargui)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is in a hurry for a good hint here."""
    monkeypatch.setattr(told, "HINT_MS", 20)
    monkeypatch.setattr(told, "CHANCES_MS", 20)


def at_my_turn(script: ScriptedGame, turns: int = 3) -> list[Stepped]:
    """Plays on to my turn; the steps on the way."""
    steps = []
    for _turn in range(turns):
        steps += script.play(lambda position: position.turn == script.me)
        if _turn + 1 < turns:
            steps.append(script.step(script.choose()))
    return steps


def sit_down(driver: WindowDriver, script: ScriptedGame) -> AidsController:
    driver.tell(TableChanged(script.view(aids=True)))
    assert driver.table.aids is not None
    return driver.table.aids


def at_table(
    driver: WindowDriver, script_of: type[ScriptedGame] = ScriptedCamelUp
) -> tuple[ScriptedGame, AidsController]:
    """My turn at a table with aids."""
    script = script_of(seats=3, me=1, seed=5)
    at_my_turn(script)
    return script, sit_down(driver, script)


def question_at(position: Position, faces: str = "") -> Question:
    seat = position.turn if isinstance(position.turn, int) else None
    return Question(position, seat, faces)


# --- words ----------------------------------------------------------------------------------------


def test_what_is_possible_is_never_told_as_impossible_nor_as_certain() -> None:
    assert [chance_percent(share) for share in (0, 0.001, 0.336, 0.999, 1)] == [
        *("0 %", "< 1 %", "34 %", "> 99 %", "100 %")
    ]


def test_a_worth_says_its_sign_and_whether_it_is_estimated() -> None:
    assert worth_words(1.333) == "+1.33"
    assert worth_words(-0.2) == "\N{MINUS SIGN}0.20"
    assert worth_words(-0.001) == "0.00", "there is no minus nothing"
    assert worth_words(0.75, estimated=True) == "≈+0.75"
    assert decimal(2.5, places=1) == "2.5"


@pytest.mark.parametrize("script_of", GAMES)
def test_every_move_has_a_short_name_of_its_own_in_every_language(
    script_of: type[ScriptedGame],
) -> None:
    script = script_of(seats=3, me=1, seed=5)
    at_my_turn(script)
    for language in ("en", "fr"):
        choose_language([language])
        names = {
            move: move_words(move, question_at(script.position, script.faces()))
            for move in script.position.legal()
        }
        assert len(set(names.values())) == len(names)
        assert all(0 < len(name) < 90 and name[-1] not in ". :" for name in names.values())


def test_a_short_name_ends_where_the_consequences_begin() -> None:
    assert deed("Take the tile: 5 pounds if it leads.") == "Take the tile"
    assert deed("Prenez la tuile\N{NO-BREAK SPACE}: 5 livres.") == "Prenez la tuile"
    assert deed("Lay the palm. It stays there.") == "Lay the palm"


def test_a_move_that_was_hardly_looked_at_is_never_told_as_the_best() -> None:
    lines = (
        Line("roll", 1000, 0.5, 3),
        Line("leg b", 20, 0.9, 5),
        Line("leg y", 20, 0.2, 1),
        Line("leg g", 400, 0.6, 2),
        Line("leg o", 300, 0.4, 2),
    )
    found = Analysis(lines, (0.5, 0.5), (3, 3), 1720)
    told_lines = [line.notation for line in leading(found, 9)]
    assert told_lines == ["leg g", "roll", "leg o", "leg y"]
    assert [line.notation for line in leading(found, 2)] == ["leg g", "roll"]


def test_chances_that_hardly_differ_are_told_in_words() -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    at_my_turn(script)
    question = question_at(script.position, script.faces())
    moves = sorted(script.position.legal())[:2]

    def told_with(shares: tuple[float, float]) -> str:
        lines = (Line(move, 9, share, 3) for move, share in zip(moves, shares, strict=True))
        return hint_words(Hint(tuple(lines), "It pays."), question)

    names = [move_words(move, question) for move in moves]
    assert told_with((0.25, 0.24)) == f"Best: {names[0]}. It pays. Also good: {names[1]}."
    assert "(40 %)" in told_with((0.4, 0.2))


def test_moves_stand_between_the_weakest_and_the_best() -> None:
    shares = {"roll": 0.3, "leg b": 0.28, "leg y": 0.2, "leg g": 0.1}
    lines = tuple(Line(move, 50, share, 2) for move, share in shares.items())
    found = Analysis(lines, (0.5, 0.5), (3, 3), 200)
    assert worths(found, lines[:3]) == pytest.approx((1, 0.9, 0.5))
    assert list(map(judgement, (1.0, 0.9, 0.2))) == ["best", "good", "weak"]
    assert worths(replace(found, lines=lines[:1]), lines[:1]) == (1.0,)


# --- the thread -----------------------------------------------------------------------------------


def test_the_newest_question_is_answered_and_the_old_one_is_told_to_stop(qtbot: QtBot) -> None:
    worker, heard = BackgroundWorker(), []
    begun, stopped = threading.Event(), threading.Event()
    worker.found.connect(lambda question, answer: heard.append((question, answer)))

    def long(stop: Stop) -> str:
        begun.set()
        while not stop():
            stopped.wait(0.001)
        stopped.set()
        return "too late"

    worker.ask("old", long)
    assert begun.wait(LONG_S)
    worker.ask("older than the newest", lambda _stop: "never")
    worker.ask("new", lambda _stop: "in time")
    qtbot.waitUntil(lambda: bool(heard), timeout=LONG_MS)
    assert stopped.is_set()
    assert heard == [("new", "in time")]
    worker.close()


def test_a_question_without_an_answer_and_a_bug_both_let_the_next_one_through(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashes: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: crashes.append(args.exc_value))
    worker, heard = BackgroundWorker(), []
    worker.found.connect(lambda question, answer: heard.append((question, answer)))

    def fails(error: Exception) -> None:
        raise error

    for number, error in enumerate((ValueError("no odds"), KeyError("a bug"))):
        worker.ask(number, lambda _stop, error=error: fails(error))
        qtbot.waitUntil(lambda number=number: len(heard) > number, timeout=LONG_MS)
    assert heard == [(0, None), (1, None)]
    assert [type(error) for error in crashes] == [KeyError]
    worker.close()


def test_nothing_is_heard_of_what_nobody_waits_for(qtbot: QtBot) -> None:
    worker, heard = BackgroundWorker(), []
    begun, go_on = threading.Event(), threading.Event()
    worker.found.connect(lambda question, _answer: heard.append(question))

    def work(_stop: Stop) -> None:
        begun.set()
        go_on.wait(LONG_S)

    worker.ask("dropped", work)
    assert begun.wait(LONG_S)
    worker.drop()
    go_on.set()
    worker.ask("wanted", lambda _stop: None)
    qtbot.waitUntil(lambda: bool(heard), timeout=LONG_MS)
    worker.close()
    worker.ask("after the end", lambda _stop: None)
    qtbot.wait(20)
    assert heard == ["wanted"]


# --- what is asked, and by whom -------------------------------------------------------------------


def test_own_cards_are_asked_with_on_ones_own_turn_and_never_otherwise() -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    steps = at_my_turn(script)
    view = script.view(aids=True)
    public = PublicHistory()
    asked = Question(view.position, 1, script.faces(), None)
    assert question_of(view, view.position, public) == asked
    for step in steps:
        public.take(step)
    asked = replace(asked, history=tuple(step.notation for step in steps))
    assert question_of(view, view.position, public) == asked
    other = replace(view, me=2)
    assert question_of(other, view.position, public) == replace(asked, faces="")
    for silent in (replace(view, aids=False), replace(view, phase=Phase.STOPPED)):
        assert question_of(silent, view.position, public) is None


@pytest.mark.slow
def test_a_table_without_aids_shows_none(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    at_my_turn(script)
    driver.sit_down(script)
    assert driver.table.aids is None
    actions = driver.table.panel.acts
    assert {actions.act_button(act).worth for act in Act} == {""}


@pytest.mark.slow
@pytest.mark.parametrize("script_of", GAMES)
def test_a_hint_is_told_and_lit_until_the_person_chooses(
    driver: WindowDriver,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    script_of: type[ScriptedGame],
) -> None:
    script, aids = at_table(driver, script_of)
    QApplication.processEvents()
    board = driver.table.board.geometry()
    aids.strip.hint.click()
    assert not aids.strip.hint.isEnabled(), "one at a time"
    qtbot.waitUntil(lambda: aids.hinted is not None, timeout=LONG_MS)
    assert aids.hinted in script.position.legal()
    QApplication.processEvents()
    assert driver.table.board.geometry() == board, "the board stays where it is"
    assert not aids.advice.words.visibleRegion().isEmpty()
    assert move_words(aids.hinted, question_at(script.position, script.faces())) in (
        aids.advice.text
    )
    place = next(move for move in script.position.legal() if _has_a_place(driver, move))
    found = Hint((Line(place, 10, 0.5, 3),))
    monkeypatch.setattr(aids_controller, "hint", lambda _question, _stop: found)
    aids.advice.close_button.click()
    assert aids.advice.isHidden()
    aids.ask_hint()
    qtbot.waitUntil(lambda: aids.strip.hint.isEnabled(), timeout=LONG_MS)
    assert aids.hinted == place
    assert driver.table.board.shown.chosen is not None
    assert aids.strip.hint.isEnabled()
    assert driver.table.board.shown.chosen in driver.table.board.shown.picks
    driver.table.chooser.back()
    assert driver.table.board.shown.chosen is None
    assert aids.advice.isVisible(), "the words stay"
    script.step(script.choose())
    driver.tell(TableChanged(script.view(aids=True)))
    assert not aids.advice.isVisible(), "they were about another position"


@pytest.mark.slow
@pytest.mark.parametrize("script_of", GAMES)
def test_a_click_on_what_a_hint_lights_plays_it(
    driver: WindowDriver,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    script_of: type[ScriptedCamelUp],
) -> None:
    script = script_of(seats=3, me=1, seed=5)
    at_my_turn(script)
    aids = sit_down(driver, script)
    move = [move for move in script.position.legal() if _has_a_place(driver, move)][-1]
    found = Hint((Line(move, 10, 0.5, 3),))
    monkeypatch.setattr(aids_controller, "hint", lambda _question, _stop: found)
    aids.ask_hint()
    qtbot.waitUntil(lambda: aids.hinted == move, timeout=LONG_MS)
    board = driver.table.board
    assert board.shown.chosen is not None
    board.buttons[board.shown.chosen].click()
    assert driver.asked[-1] == ("play", move)


@pytest.mark.slow
@pytest.mark.parametrize("script_of", GAMES)
@pytest.mark.parametrize("speed", ["normal", "off"])
@pytest.mark.every(3)
def test_a_hint_pulses_and_says_beside_it_what_a_click_does(
    driver: WindowDriver,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    script_of: type[ScriptedGame],
    speed: str,
) -> None:
    script = script_of(seats=3, me=1, seed=5)
    at_my_turn(script)
    aids = sit_down(driver, script)
    qtbot.waitUntil(lambda: aids.told, timeout=LONG_MS)
    driver.settings.speed = speed
    driver.table.apply_settings()
    move = [move for move in script.position.legal() if _has_a_place(driver, move)][-1]
    found = Hint((Line(move, 10, 0.5, 3),))
    monkeypatch.setattr(aids_controller, "hint", lambda _question, _stop: found)
    aids.ask_hint()
    qtbot.waitUntil(lambda: aids.hinted == move, timeout=LONG_MS)
    board = driver.table.board
    assert board.advised == board.shown.chosen
    assert board.pulses == (speed != "off")
    deed, worth = aids.hint_lines[0]
    assert deed == move_words(move, question_at(script.position, script.faces()))
    assert worth == "best" or worth.endswith("on average")
    with_words = board.grab().toImage()
    qtbot.waitUntil(lambda: not board.pulses, timeout=LONG_MS)
    driver.table.chooser.back()
    assert board.advised == ""
    assert different(with_words, board.grab().toImage()) > 500


def _has_a_place(driver: WindowDriver, move: str) -> bool:
    """Whether the board can light a move up; passing, for one, has no place."""
    model = driver.table.model
    kept, model.hinted = model.hinted, move
    scene = model.scene()
    model.hinted = kept
    return scene.chosen is not None


@pytest.mark.slow
def test_a_hint_that_comes_too_late_is_not_shown(driver: WindowDriver) -> None:
    script, aids = at_table(driver)
    asked = Question(script.position, 1, script.faces())
    script.step("roll")
    script.step(script.choose())
    driver.tell(TableChanged(script.view(aids=True)))
    aids.hint_worker.found.emit(asked, Hint((Line("roll", 10, 0.5, 3),)))
    aids.odds_worker.found.emit(asked, object())
    assert aids.hinted is None
    assert not aids.advice.isVisible()


def test_there_are_no_hints_on_the_turns_of_others(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    at_my_turn(script)
    for _step in script.play(lambda position: position.turn == 2):
        pass
    aids = sit_down(driver, script)
    assert not aids.strip.hint.isEnabled()
    assert "turn" in aids.strip.hint.toolTip()
    aids.ask_hint()  # as by the key
    assert aids.advice.text == ""


@pytest.mark.slow
@pytest.mark.parametrize("script_of", GAMES)
def test_the_last_move_of_another_player_is_explained_by_what_all_see(
    driver: WindowDriver, qtbot: QtBot, script_of: type[ScriptedGame]
) -> None:
    script = script_of(seats=3, me=1, seed=5)
    aids = sit_down(driver, script)
    assert not aids.strip.why.isEnabled()
    steps = at_my_turn(script)
    for step in steps:
        driver.tell(replace(step, replayed=True))
    driver.tell(TableChanged(script.view(aids=True)))
    last = [step for step in steps if step.before.turn == step.seat != 1][-1]
    assert aids.strip.why.isEnabled()
    aids.strip.why.click()
    qtbot.waitUntil(lambda: bool(aids.advice.text), timeout=LONG_MS)
    text = aids.advice.text
    assert text == why_words(last, driver.table.model.names)
    assert script.view().seats[last.seat or 0].name in text


@pytest.mark.slow
def test_odds_that_are_folded_stay_so_and_cost_nothing(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(
        BackgroundWorker, "ask", lambda _self, question, _work: asked.append(question)
    )
    driver.settings.odds_open = False
    driver.window.resize(ROOMY)
    _script, aids = at_table(driver)
    board = driver.table.board.geometry()
    assert not aids.strip.aid.isVisible()
    assert asked == []
    aids.fold()
    assert aids.strip.aid.isVisible()
    assert len(asked) == 1
    assert driver.settings.odds_open
    QApplication.processEvents()
    assert driver.table.board.geometry() == board


@pytest.mark.slow
def test_in_a_small_window_the_odds_unfold_over_the_log(driver: WindowDriver, qtbot: QtBot) -> None:
    _script, aids = at_table(driver)
    qtbot.waitUntil(lambda: aids.told, timeout=LONG_MS)
    actions = driver.table.panel.acts
    assert any(actions.act_button(act).worth for act in Act), "what actions are worth is told"
    assert not aids.strip.aid.isVisible()
    aids.strip.fold.click()
    QApplication.processEvents()
    card = aids.advice
    assert card.isAncestorOf(aids.strip.aid)
    assert not aids.strip.aid.visibleRegion().isEmpty()
    aids.ask_hint()
    qtbot.waitUntil(lambda: bool(card.text), timeout=LONG_MS)
    assert not aids.strip.aid.isVisible(), "words first"
    card.close_button.click()
    assert aids.strip.aid.isVisible()
    card.close_button.click()
    assert not card.isVisible()
    aids.fold()
    driver.window.resize(ROOMY)
    QApplication.processEvents()
    assert not card.isVisible()
    assert aids.strip.isAncestorOf(aids.strip.aid)
    assert not aids.strip.aid.visibleRegion().isEmpty()


@pytest.mark.slow
@pytest.mark.parametrize("script_of", [ScriptedCards, ScriptedTargui])
def test_chances_to_win_are_told_for_every_seat(
    driver: WindowDriver, qtbot: QtBot, script_of: type[ScriptedGame]
) -> None:
    _script, aids = at_table(driver, script_of)
    surface = aids.strip.aid
    qtbot.waitUntil(lambda: bool(surface.accessibleDescription()), timeout=LONG_MS)
    lines = surface.accessibleDescription().splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == list(driver.table.model.names)
    assert len(lines) > 3, "and what may be done"
    image = surface.grab().toImage()
    shades = {image.pixel(x, 30) for x in range(0, image.width(), 3)}
    assert len(shades) > 5, "it is painted"


@pytest.mark.slow
def test_a_scoring_covers_the_strip(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    driver.tell(TableChanged(script.view(aids=True)))
    aids, overlay = driver.table.aids, driver.table.overlay
    assert aids is not None
    for step in script.play(lambda _position: overlay.page is not None):
        driver.tell(replace(step, replayed=False))
    QApplication.processEvents()
    centre = aids.strip.geometry().center()
    court = aids.strip.parentWidget()
    assert court is not None
    assert overlay.isAncestorOf(court.childAt(centre)) or court.childAt(centre) is overlay
    driver.leave_page()
    assert not overlay.isVisible()


@pytest.mark.slow
def test_odds_are_those_of_the_displayed_position(driver: WindowDriver, qtbot: QtBot) -> None:
    script = ScriptedCamelUp(seats=4, me=0, seed=2)
    at_my_turn(script)
    script.step("roll")
    script.step(script.choose())
    aids = sit_down(driver, script)
    driver.table.pacer.pace_ms = 10**8
    steps = []
    for _number in range(2):
        move = next(move for move in script.position.legal() if move != "roll")
        steps.append(script.step(move, replayed=False))
    for step in steps:
        driver.tell(step)
    driver.tell(TableChanged(script.view(aids=True)))
    assert driver.table.model.shown == steps[0].after
    qtbot.waitUntil(lambda: aids.told, timeout=LONG_MS)
    worths = driver.table.aids.strip.aid.worths.text()  # type: ignore[union-attr]
    seat = steps[1].seat
    assert seat is not None
    assert worths.startswith(script.view().seats[seat].name), "who is to move on the board"
