"""A replay in a live window, by real pointer and keys: what moves is what is told."""

from __future__ import annotations

from pathlib import Path

from camelnet_gui.replay.model import film_of_table
from camelnet_gui.review.page import ReviewPage
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands, pump
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

RECORDS = Path(__file__).parents[3] / "docs" / "vectors" / "records"


def test_a_record_is_played_paused_and_sought_in(driver: WindowDriver, hands: Hands) -> None:
    driver.settings.speed = "normal"
    driver.window.replays.open(RECORDS / "camelup-one-person.camelnet")
    page = driver.window.replays.page
    assert page is not None
    hands.wait(lambda: page.screen_)
    screen = page.screen_
    assert screen is not None
    model = screen.model
    first = model.history.chapters[0][1]
    hands.press("shift+Right")
    hands.wait(lambda: model.at == first)
    hands.press("space")
    frames = 0
    while model.at < first + 4:
        before = screen.panel.banner.text()
        moving = screen.player.moving
        pump()
        if moving and screen.player.moving:
            frames += 1
            assert screen.panel.banner.text() == before, "the banner waits for the board"
    assert frames > 0
    hands.press("space")
    hands.wait(lambda: not screen.player.playing and not screen.player.moving)
    at = model.at
    graph = screen.graph
    hands.click(graph, QPoint(round(graph.place_x(model.last // 2)), 40))
    hands.wait(lambda: model.at == model.last // 2)
    assert at < model.at
    assert screen.panel.banner.text() == model.told()
    hands.press("Escape")
    hands.wait(lambda: driver.window.replays.page is None)


def test_a_moment_is_a_click_away_and_mistakes_are_mended_on_the_board(
    driver: WindowDriver, hands: Hands
) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    for step in script.lively():
        driver.window.take(step)
    driver.window.take(TableChanged(script.view()))
    assert driver.window.table is not None
    driver.window.replays.open(film_of_table(driver.window.table.model))
    page = driver.window.replays.page
    assert page is not None
    screen = page.screen_
    assert screen is not None
    hands.wait(lambda: screen.analysis.findings is not None)
    hands.click(screen.panel.summary)
    hands.wait(lambda: screen.overlay.page)
    review = screen.overlay.page
    assert isinstance(review, ReviewPage)
    card = review.cards.cards[1]
    hands.wait(lambda: card.picture.ready)
    place = review.moments[1].place
    hands.click(card)
    hands.wait(lambda: screen.overlay.page is None)
    assert screen.model.at == place
    for _frame in range(20):  # the panel makes room for what the players hold now
        pump()
    hands.click(screen.panel.summary)
    hands.wait(lambda: screen.overlay.page)
    buttons = screen.overlay.card.findChildren(QPushButton)
    words = "Learn from my mistakes"
    hands.click(next(made for made in buttons if made.text() == words and made.isVisible()))
    hands.wait(lambda: page.practice is not None)
    practice = page.practice
    assert practice is not None
    hands.wait(lambda: practice.table is not None and practice.table.isVisible())
    table = practice.table
    assert table is not None
    hands.wait(lambda: table.board.shown.picks)
    hands.click(table.board.viewport(), table.board.place_centre("roll").toPoint())
    hands.wait(lambda: table.model.view_model.armed == "roll")
    hands.press("Return")
    hands.wait(lambda: practice.told.text().endswith("%."))
    gold = next(made for made in (practice.again, practice.next) if made.hasFocus())
    assert gold.property("look") == "main"
    hands.press("Escape")
    hands.wait(lambda: page.practice is None)
    assert isinstance(screen.overlay.page, ReviewPage)
