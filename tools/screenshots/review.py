"""Pictures of the review of a game, the same for every game."""

from __future__ import annotations

from camelnet_gui.review.page import ReviewPage

from camelnet.session.api.facts import TableChanged
from tools.screenshots.driver import HeadlessDriver, pause
from tools.screenshots.scripted_game import ScriptedGame

LOOK_MS_MAX = 120_000  # until a game is looked at, on a busy machine


def capture_review(
    driver: HeadlessDriver, script: ScriptedGame, name: str, *, seconds: float = 0.5
) -> None:
    """A whole game, its review from above and further down, and the board as it stood."""
    driver.take(*script.lively(), TableChanged(script.view()))
    table = driver.window.table
    assert table is not None
    table.review.seconds = seconds
    table.review.open()
    page = table.review.page
    assert page is not None
    _wait_for(page)
    driver.capture(name)
    bar = table.overlay.scroll_bar
    bar.setValue(bar.maximum())
    driver.capture(f"{name}-below")
    bar.setValue(0)
    assert page.course is not None
    table.review.look_at(min(page.course.at, page.course.plot.last - 1))
    driver.capture(f"{name}-then")
    table.review.back()


def _wait_for(page: ReviewPage) -> None:
    for _step in range(0, LOOK_MS_MAX, 50):
        if page.findings is not None:
            return
        pause(50)
    raise AssertionError("the game was not looked at in time")
