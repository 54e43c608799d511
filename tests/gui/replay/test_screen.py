"""The replay's screen: it plays, steps and seeks by mouse and keys, and explains what was found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.replay.model import EVERYBODY, SPECTATOR
from camelnet_gui.replay.moment_painter import MomentPainter
from camelnet_gui.replay.page import ReplayPage
from camelnet_gui.replay.screen import ReplayScreen
from camelnet_gui.review.page import ReviewPage
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from camelnet import bots
from camelnet.i18n import message
from camelnet.record import durable
from camelnet.review import analysis
from camelnet.review.moments import Kind
from camelnet.rules.phrases import percent, signed
from tests.gui.pictures import colours
from tests.gui.replay.films import film
from tests.patience import LONG_MS
from tools.screenshots.targui.scripted_game import ScriptedTargui

Key = Qt.Key


@pytest.fixture
def page(light: None, qtbot: QtBot, tmp_path: Path) -> Iterator[ReplayPage]:
    """A game of Camel Up that three others have played; nothing moves."""
    settings = Settings(tmp_path)
    settings.speed = "off"
    made = ReplayPage(film(), settings)
    qtbot.addWidget(made)
    made.resize(1024, 640)
    with qtbot.waitExposed(made, timeout=LONG_MS):
        made.show()
    yield made
    made.stop()


@pytest.fixture
def screen(page: ReplayPage) -> ReplayScreen:
    assert page.screen_ is not None
    return page.screen_


def analysed(screen: ReplayScreen, qtbot: QtBot) -> ReplayScreen:
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    return screen


def summary(screen: ReplayScreen) -> ReviewPage:
    screen.panel.summary.click()
    page = screen.overlay.page
    assert isinstance(page, ReviewPage)
    return page


def shown(screen: ReplayScreen) -> None:
    """Everything on the screen tells of the one place where the model stands."""
    model = screen.model
    assert screen.board.shown == model.scene()
    assert screen.panel.banner.text() == model.told()
    assert screen.graph.at == model.at
    assert list(screen.panel.feed.texts()) == [e.text for _n, e in model.entries(model.at)]
    assert f"{model.at} of {model.last}" in screen.transport.place.text()
    buttons = screen.transport.buttons
    assert buttons["back"].isEnabled() == (model.at > 0)
    assert buttons["forward"].isEnabled() == (model.at < model.last)


# --- moving ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_keys_go_everywhere(screen: ReplayScreen) -> None:
    model = screen.model
    starts = [first for _number, first in model.history.chapters]
    assert screen.graph.hasFocus()
    none, shift, control = (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ShiftModifier,
        Qt.KeyboardModifier.ControlModifier,
    )
    decided = [n for n, step in enumerate(model.steps) if isinstance(step.before.turn, int)]
    for key, modifier, at in (
        (Key.Key_Right, none, 1),
        (Key.Key_Right, none, 2),
        (Key.Key_Left, none, 1),
        (Key.Key_Home, none, 0),
        (Key.Key_Left, none, 0),
        (Key.Key_Right, shift, starts[0]),
        (Key.Key_Right, shift, starts[1]),
        (Key.Key_Left, shift, starts[0]),
        (Key.Key_Right, control, next(n for n in decided if n > starts[0])),
        (Key.Key_Left, control, next(n for n in decided if n >= starts[0])),
        (Key.Key_End, none, model.last),
        (Key.Key_Right, none, model.last),
    ):
        QTest.keyClick(screen.graph, key, modifier)
        assert model.at == at
        shown(screen)


@pytest.mark.slow
def test_a_click_and_a_drag_on_the_graph_seek(screen: ReplayScreen) -> None:
    graph, model = screen.graph, screen.model
    middle = model.last // 2
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=QPoint(round(graph.place_x(middle)), 40))
    assert model.at == middle
    shown(screen)
    QTest.mousePress(graph, Qt.MouseButton.LeftButton, pos=QPoint(round(graph.place_x(5)), 40))
    assert model.at == 5
    QTest.mouseMove(graph, QPoint(graph.width() - 1, 40))
    QTest.mouseRelease(graph, Qt.MouseButton.LeftButton, pos=QPoint(graph.width() - 1, 40))
    shown(screen)


@pytest.mark.slow
def test_it_plays_to_the_end_and_shows_the_result(screen: ReplayScreen, qtbot: QtBot) -> None:
    began: list[object] = []
    ended: list[object] = []
    screen.player.step_began.connect(began.append)
    screen.player.step_shown.connect(ended.append)
    screen.transport.speed.setCurrentIndex(screen.transport.speed.count() - 1)
    screen.seek(screen.model.last - 12)
    QTest.keyClick(screen.graph, Key.Key_Space)
    assert screen.player.playing
    assert screen.transport.buttons["play"].accessibleName() == "Pause"
    qtbot.waitUntil(lambda: isinstance(screen.overlay.page, ResultPage), timeout=LONG_MS)
    assert not screen.player.playing
    assert began == ended == list(screen.model.steps[-12:])
    shown(screen)
    assert screen.transport.buttons["play"].accessibleName() == "Watch again"
    screen.transport.buttons["play"].click()
    assert screen.overlay.page is None
    assert screen.model.at == 0
    assert screen.player.playing


@pytest.mark.slow
def test_steps_are_heard_one_by_one_but_not_while_all_goes_fast(screen: ReplayScreen) -> None:
    heard: list[object] = []
    screen.step_shown.connect(heard.append)
    screen.seek(20)
    screen.player.forward()
    assert heard == [screen.model.steps[20]]
    screen.transport.speed.setCurrentIndex(screen.transport.speed.count() - 1)
    screen.player.forward()
    assert len(heard) == 1


@pytest.mark.slow
def test_pause_stays_where_it_is(screen: ReplayScreen, qtbot: QtBot) -> None:
    screen.transport.speed.setCurrentIndex(screen.transport.speed.count() - 1)
    screen.toggle()
    qtbot.waitUntil(lambda: screen.model.at > 8, timeout=LONG_MS)
    screen.toggle()
    at = screen.model.at
    assert not screen.player.playing
    assert not screen.player.moving
    shown(screen)
    QTest.keyClick(screen.graph, Key.Key_Right)
    assert screen.model.at == at + 1
    assert not screen.player.playing


@pytest.mark.slow
def test_a_scoring_is_shown_while_it_plays_and_can_be_left(
    screen: ReplayScreen, qtbot: QtBot
) -> None:
    model = screen.model
    second = model.history.chapters[1][1]
    screen.seek(second - 1)
    screen.transport.speed.setCurrentIndex(3)
    screen.toggle()
    qtbot.waitUntil(lambda: screen.overlay.page is not None, timeout=LONG_MS)
    at = model.at
    assert screen.reader.reads
    QTest.keyClick(screen.overlay, Key.Key_Escape)
    assert screen.overlay.page is None
    qtbot.waitUntil(lambda: model.at > at, timeout=LONG_MS)
    assert screen.player.playing
    screen.toggle()
    screen.seek(second - 1)
    screen.player.forward()
    assert screen.overlay.page is None, "a step by hand is not held up"


@pytest.mark.slow
def test_motions_are_played_and_a_seek_in_the_middle_drops_them(page: ReplayPage) -> None:
    screen = page.screen_
    page._settings.speed = "normal"
    page.apply_settings()
    model = screen.model
    rolls = [n for n, step in enumerate(model.steps) if step.notation.startswith("die ")]
    screen.seek(rolls[3])
    before = screen.panel.banner.text()
    screen.player.forward()
    assert screen.player.moving
    assert screen.panel.banner.text() == before, "nothing tells what the board does not show yet"
    screen.seek(rolls[6])
    assert not screen.player.moving
    shown(screen)
    screen.player.forward()
    screen.player.forward()
    assert model.at == rolls[6] + 1, "the second one ends the motion of the first"
    shown(screen)


@pytest.mark.slow
def test_speed_has_keys(screen: ReplayScreen) -> None:
    for key, speed in ((Key.Key_Plus, 1.5), (Key.Key_Plus, 2.0), (Key.Key_Minus, 1.5)):
        QTest.keyClick(screen.graph, key)
        assert screen.player.speed == speed
    for _press in range(9):
        QTest.keyClick(screen.graph, Key.Key_Minus)
    assert screen.player.speed == 0.5


# --- eyes -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_digits_change_the_eyes(screen: ReplayScreen) -> None:
    assert screen.model.view == EVERYBODY
    hand = screen.parts.hand
    screen.seek(screen.model.last // 2)
    for key, view in (("2", 1), ("1", 0), ("9", SPECTATOR), ("0", EVERYBODY), ("3", 2)):
        QTest.keyClicks(screen.graph, key)
        assert screen.model.view == view
        assert screen.panel.views.currentData() == view
        assert hand.isVisible() == (view != SPECTATOR)
        shown(screen)
    assert "Chloé" in next(label.text() for label in hand.findChildren(QLabel))


@pytest.mark.slow
def test_a_click_on_a_line_of_the_log_goes_back_to_it(screen: ReplayScreen) -> None:
    screen.seek(screen.model.last // 2)
    feed = screen.panel.feed
    index = feed.model().index(10, 0)
    feed.scrollTo(index)
    QTest.mouseClick(
        feed.viewport(), Qt.MouseButton.LeftButton, pos=feed.visualRect(index).center()
    )
    step = screen.model.entries(screen.model.last)[10][0]
    assert screen.model.at == step + 1
    shown(screen)


# --- the review -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_findings_fill_the_graph_the_list_and_the_summary(
    screen: ReplayScreen, qtbot: QtBot
) -> None:
    analysed(screen, qtbot)
    findings = screen.analysis.findings
    found = findings.review
    assert screen.graph.plot.graph == found.graph
    screen.panel.open_tab(1)
    decisions = screen.panel.decisions
    decisions.order.setCurrentIndex(1)
    worst = sorted(found.decisions, key=lambda made: (-made.loss, made.step))
    first = decisions.list.item(0).text()
    assert first.startswith(signed(-round(100 * worst[0].loss)))
    decisions.list.setFocus()
    decisions.list.setCurrentRow(0)
    decisions.list.setCurrentRow(1)
    assert screen.model.at == worst[1].step
    decisions.whose.setCurrentIndex(2)
    assert decisions.list.count() == sum(made.seat == 1 for made in found.decisions)
    flags = tuple((made.step, made.seat) for made in found.costliest(1))
    assert screen.graph.plot.flags == flags
    page = summary(screen)
    assert not page.costly.isVisible(), "the numbers come only when they are asked for"
    assert page.costly.shown == found.costliest(1)
    QTest.keyClick(page.numbers, Key.Key_Space)
    assert page.costly.isVisible()
    see = next(b for b in page.findChildren(QPushButton) if b.text() == "Show this position")
    see.click()
    assert screen.overlay.page is None
    assert screen.model.at == found.costliest(1)[0].step
    shown(screen)


@pytest.mark.slow
def test_three_moments_come_first_each_with_its_board_and_a_click_goes_there(
    screen: ReplayScreen, qtbot: QtBot
) -> None:
    analysed(screen, qtbot)
    screen.seek(4)
    page = summary(screen)
    assert [moment.kind for moment in page.moments] == [Kind.TURN, Kind.LUCK, Kind.MISTAKE]
    cards = page.cards.cards
    qtbot.waitUntil(lambda: all(card.picture.ready for card in cards), timeout=LONG_MS)
    pictures = [card.picture.grab().toImage() for card in cards]
    assert all(len(colours(picture)) > 30 for picture in pictures)
    assert pictures[0] != pictures[1] != pictures[2]
    assert screen.model.at == 4, "the replay has not moved meanwhile"
    for number, moment in enumerate(page.moments):
        card = summary(screen).cards.cards[number]
        told = card.accessibleName()
        assert told.index(percent(moment.before)) < told.rindex(percent(moment.after))
        card.setFocus()
        QTest.keyClick(card, Key.Key_Space)
        assert screen.overlay.page is None
        assert screen.model.at == moment.place
        shown(screen)


@pytest.mark.slow
def test_all_three_moments_are_in_sight_in_a_small_window_and_the_table_s_whole_name(
    screen: ReplayScreen, qtbot: QtBot
) -> None:
    analysed(screen, qtbot)
    page = summary(screen)
    QTest.qWait(50)
    for part in (*page.cards.cards, page.numbers):
        assert part.visibleRegion().boundingRect().size() == part.size(), part.accessibleName()
    name = screen.panel.title
    assert name.fontMetrics().horizontalAdvance("Caravanserai") <= name.contentsRect().width()


@pytest.mark.slow
def test_the_better_move_lies_on_the_little_board(screen: ReplayScreen, qtbot: QtBot) -> None:
    analysed(screen, qtbot)
    mistake = summary(screen).moments[-1]
    paint = MomentPainter(screen.model.film, screen)
    lit = paint(mistake, 300, False)
    assert lit.width() == 300
    plain = paint(replace(mistake, kind=Kind.TURN, step=mistake.step - 1, best=""), 300, False)
    assert lit != plain
    assert paint(mistake, 300, True) != lit, "by night"


@pytest.mark.slow
def test_a_summary_that_is_opened_again_makes_no_other_board(
    screen: ReplayScreen, qtbot: QtBot
) -> None:
    analysed(screen, qtbot)
    summary(screen)
    boards = screen.findChildren(type(screen.board))
    screen.seek(0)
    summary(screen)
    assert screen.findChildren(type(screen.board)) == boards


@pytest.mark.slow
def test_the_graph_comes_first_then_the_costs_then_the_summary(
    qtbot: QtBot, tmp_path: Path
) -> None:
    seen = []

    class Watched(ReplayScreen):
        def _show_analysis(self) -> None:
            super()._show_analysis()
            graph, order = self.graph.plot.graph, self.panel.decisions.order
            seen.append((bool(graph), order.isEnabled(), self.panel.summary.isEnabled()))

    made = Watched(film(), settings=Settings(tmp_path), whole_graph=True)
    qtbot.addWidget(made)
    analysed(made, qtbot)
    assert seen == [
        (False, False, False),
        (True, False, False),
        (True, True, False),
        (True, True, True),
    ]
    made.stop()


@pytest.mark.slow
def test_the_graph_of_others_games_tells_no_more_than_was_watched(
    qtbot: QtBot, tmp_path: Path
) -> None:
    made = ReplayScreen(film(), settings=Settings(tmp_path), whole_graph=False)
    qtbot.addWidget(made)
    analysed(made, qtbot)
    made.seek(10)
    assert made.graph.plot.seen == made.graph.plot.graph[:11]
    assert made.graph.chances(11) == ""
    made.seek(4)
    assert len(made.graph.plot.seen) == 11, "what was seen stays"
    assert "at the end" in made.graph.accessibleDescription()
    made.show_summary()
    assert made.graph.plot.seen == made.graph.plot.graph
    made.stop()


def test_a_game_that_is_not_over_has_no_review_but_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    whole = film(ScriptedTargui)
    history = type(whole.history)(whole.history.steps[:-30], whole.history.names, None, "")
    cut = type(whole)(history, "x", whole.kinds, whole.levels, "The game was not finished.")
    made = ReplayScreen(cut, settings=Settings(tmp_path), whole_graph=True)
    qtbot.addWidget(made)
    assert not made.panel.summary.isEnabled()
    assert not made.panel.views.isVisibleTo(made)
    made.seek(made.model.last)
    assert made.panel.banner.text() == "The game was not finished."
    assert made.graph.plot.note == "Only a finished game can be reviewed."
    assert made.graph.accessibleDescription() == made.graph.plot.note
    made.stop()


def test_a_game_that_cannot_be_reviewed_says_why_on_its_graph(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = film()
    cut = replace(whole, history=replace(whole.history, steps=whole.history.steps[3:]))
    made = ReplayScreen(cut, settings=Settings(tmp_path), whole_graph=True)
    qtbot.addWidget(made)
    missing = "The beginning of this game is missing, so it cannot be reviewed."
    assert made.graph.plot.note == missing == made.panel.summary.toolTip()
    painted = made.graph.grab().toImage()
    made.graph.show_plot(replace(made.graph.plot, note=""))
    assert made.graph.grab().toImage() != painted
    made.stop()

    def unable(*_given: object, **_more: object) -> None:
        raise ValueError("this position cannot be searched")

    monkeypatch.setattr(analysis, "look_ahead", unable)
    made = ReplayScreen(film(reader=1), settings=Settings(tmp_path), whole_graph=True)
    qtbot.addWidget(made)
    assert made.graph.plot.note == ""
    qtbot.waitUntil(lambda: made.graph.plot.note != "", timeout=LONG_MS)
    assert made.graph.plot.note.startswith("One of its positions cannot be searched")
    assert not made.panel.summary.isEnabled()
    made.stop()


@pytest.mark.slow
def test_a_review_tells_what_it_had_to_do_without(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_draft: Path, _path: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(bots, "troubles", lambda _games: (message("A foreign network."),))
    monkeypatch.setattr(durable, "put", full)
    monkeypatch.setattr(analysis, "NODES_OTHERWISE", 13)
    made = ReplayScreen(film(), settings=Settings(tmp_path), whole_graph=True)
    qtbot.addWidget(made)
    page = summary(analysed(made, qtbot))
    texts = [label.text() for label in page.findChildren(QLabel)]
    assert "A foreign network." in texts
    kept = "This review cannot be kept: no space is left on the disk. "
    assert any(text.startswith(kept) for text in texts)
    made.stop()


def test_leaving_stops_the_analysis(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "NODES_OTHERWISE", 3000)
    made = ReplayScreen(film(), settings=Settings(tmp_path), whole_graph=True)
    qtbot.addWidget(made)
    worker = made.analysis.worker
    assert worker.running
    with qtbot.waitSignal(made.left):
        made.panel.leave.click()
    qtbot.waitUntil(lambda: not worker.running, timeout=LONG_MS)


# --- for everybody --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [(956, 520), (1440, 900)])
def test_it_fits_its_window(page: ReplayPage, screen: ReplayScreen, size: tuple[int, int]) -> None:
    page.resize(*size)
    QApplication.processEvents()
    assert (page.width(), page.height()) == size
    for part in (screen.board, screen.graph, screen.transport, screen.panel):
        assert page.rect().contains(part.rect().translated(part.mapTo(page, QPoint())))
    assert screen.panel.feed.viewport().height() > 60
