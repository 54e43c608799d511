"""The board never moves: whatever is opened lies over something else, and so does what comes by
itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from camelnet.i18n import choose_language
from camelnet.session.api.facts import MembershipVotes, Presence, TableChanged, Vote
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tools.screenshots.games import SCRIPTED
from tools.screenshots.scripted_game import ScriptedGame

SIZES = [(1024, 640, "en"), (1024, 640, "fr"), (1180, 820, "de"), (1360, 820, "en")]


@pytest.fixture(params=SIZES, ids=lambda case: f"{case[0]}x{case[1]}-{case[2]}")
def spoken_size(request: pytest.FixtureRequest) -> Iterator[tuple[int, int]]:
    """A window's size; the language is spoken from before the window is made."""
    wide, high, language = request.param
    choose_language([language])
    yield wide, high
    choose_language(["en"])


@pytest.fixture(params=SCRIPTED)
def script(request: pytest.FixtureRequest) -> ScriptedGame:
    return SCRIPTED[request.param](seats=4, me=1, seed=5)


def sit_down(driver: WindowDriver, hands: Hands, script: ScriptedGame) -> TablePage:
    """At a table with aids, on my turn, with the odds told."""
    driver.window.take(TableChanged(script.view(aids=True)))
    driver.play_until_my_turn(script, turns=2)
    driver.window.take(TableChanged(script.view(aids=True)))
    page = driver.table
    aids = page.aids
    assert aids is not None
    hands.wait(lambda: aids.told, "the odds never came")
    QApplication.processEvents()
    return page


def box_of(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def seen(page: TablePage, *more: QWidget) -> tuple[object, ...]:
    """Where the board is and how large it paints, and where other widgets are."""
    QApplication.processEvents()
    layout = page.board.lay_out(page.board.width(), page.board.height(), page.board.shown)
    return (box_of(page.board), page.board.viewport().size(), layout.unit, *map(box_of, more))


def test_nothing_that_is_opened_moves_the_board(
    spoken_size: tuple[int, int], driver: WindowDriver, hands: Hands, script: ScriptedGame
) -> None:
    driver.window.resize(*spoken_size)
    page = sit_down(driver, hands, script)
    aids = page.aids
    assert aids is not None
    strip = aids.strip
    opened: list[tuple[QPushButton, Callable[[], object]]] = [
        (strip.hint, lambda: aids.advice.text),
        (strip.why, lambda: aids.advice.text != told[0]),
        (strip.fold, lambda: strip.is_open != was_open[0]),
        (strip.fold, lambda: strip.is_open != was_open[0]),
        (page.panel.recap, page.recap.isVisible),
        (page.panel.recap, page.recap.isHidden),
        (page.panel.talk.toggle, lambda: page.panel.talk.shows_chat),
    ]
    if strip.layer.isVisible():
        opened.insert(2, (strip.layer, strip.layer.isChecked))
    for made, done in opened:
        told, was_open = [aids.advice.text], [strip.is_open]
        if not made.isVisible() or made is page.panel.talk.toggle:
            aids.advice.leave()  # it may lie over the log's foot
            if strip.cramped and strip.is_open:
                aids.fold()
        before = seen(page, made)
        hands.click(made)
        hands.wait(done, made.text())
        assert seen(page, made) == before, made.text()


@pytest.mark.parametrize("size", [(1024, 640), (1360, 820)])
def test_no_choice_and_no_scoring_moves_the_board(
    size: tuple[int, int], driver: WindowDriver, hands: Hands, script: ScriptedGame
) -> None:
    driver.window.resize(*size)
    page = sit_down(driver, hands, script)
    before = seen(page)
    assert page.aids is not None
    for place in sorted(page.board.shown.picks):
        if page.chooser.dialog is None:
            page.board.picked.emit(place)
            assert seen(page) == before, place
            page.chooser.back()
            page.chooser.close_dialog()
    for step in script.play(lambda _position: page.overlay.page is not None):
        driver.window.take(replace(step, replayed=False))
        driver.window.take(TableChanged(script.view(aids=True)))
        assert seen(page) == before, step.notation
    assert page.overlay.page is not None
    assert page.overlay.geometry().bottom() >= page.aids.strip.geometry().bottom()


def test_a_vote_lies_over_the_board_and_not_beside_it(
    driver: WindowDriver, hands: Hands, script: ScriptedGame
) -> None:
    page = sit_down(driver, hands, script)
    before = seen(page)
    script.presence[0] = (Presence.SILENT, 42)
    vote = Vote(seat=0, leaving=True, wanted_by=(2,), needed=3)
    votes = MembershipVotes(votes=(vote,), removable=(0,))
    driver.tell(TableChanged(script.view(aids=True, membership_votes=votes)))
    assert seen(page) == before
    row = page.membership_votes.vote_row(0)
    assert row is not None
    hands.click(row.button)
    hands.wait(lambda: driver.asked)
    assert driver.asked == [("go_on_without", 0, True)]
