"""The celebration of an end in a live window: real frames, and out of it with real keys."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtGui import QImage

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver, to_the_end
from tests.gui.live.hands import Hands
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def celebrated(driver: WindowDriver, hands: Hands, script: ScriptedCamelUp) -> None:
    """To the celebration, by the buttons of the scorings before it."""
    driver.settings.speed = "fast"
    *before, last = script.play(to_the_end)
    for step in before:
        driver.window.take(step)
    driver.window.take(replace(last, replayed=False))
    driver.window.take(TableChanged(script.view()))
    table = driver.table

    def there() -> bool:
        if table.overlay.page is not None:
            assert not isinstance(table.overlay.page, ResultPage), "the celebration comes first"
            hands.press("Return")
        return table.celebration.isVisible()

    hands.wait(there, "there was no celebration")


@pytest.mark.parametrize(("wide", "high"), [(1024, 640), (1440, 900)])
def test_a_race_is_celebrated_in_real_frames_and_then_shows_its_sheet(
    driver: WindowDriver, hands: Hands, wide: int, high: int
) -> None:
    driver.window.resize(wide, high)
    celebrated(driver, hands, ScriptedCamelUp(seats=3, seed=8))
    table = driver.table
    frames: list[QImage] = []

    def over() -> bool:
        if table.celebration.isVisible():
            assert table.celebration.geometry() == table.rect()
            frames.append(driver.window.grab().toImage().scaledToWidth(200))
        return isinstance(table.overlay.page, ResultPage)

    hands.wait(over, "the sheet never came")
    assert sum(one != other for one, other in itertools.pairwise(frames)) > 5


@pytest.mark.parametrize("way", ["Escape", "space", "Return", "click"])
def test_a_key_or_a_click_goes_on_to_the_sheet_and_enter_plays_again(
    driver: WindowDriver, hands: Hands, way: str
) -> None:
    celebrated(driver, hands, ScriptedCamelUp(seats=3, seed=8))
    table = driver.table
    if way == "click":
        hands.click(table.celebration)
    else:
        hands.press(way)
    hands.wait(lambda: isinstance(table.overlay.page, ResultPage), "the sheet never came")
    assert ("again",) not in driver.asked
    main = table.overlay.main
    assert main is not None
    hands.wait(main.hasFocus, "Play again never had the keyboard")
    hands.press("Escape")
    hands.wait(lambda: table.overlay.page is None, "the board never came")
    hands.press("Return")
    hands.wait(lambda: isinstance(table.overlay.page, ResultPage), "the result is out of reach")
    hands.press("Return")
    hands.wait(lambda: ("again",) in driver.asked, "nobody asked for a rematch")
