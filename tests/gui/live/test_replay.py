"""A replay in a live window, by real pointer and keys: what moves is what is told."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint

from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands, pump

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
