"""Pictures of the review of a game, the same for every game."""

from __future__ import annotations

from camelnet.session.api.facts import TableChanged
from camelnet_gui.games.script import Script
from camelnet_gui.review.page import ReviewPage
from camelnet_gui.studio import Studio, pause

LOOK_MS_MAX = 120_000  # until a game is looked at, on a busy machine


def shoot_review(studio: Studio, script: Script, name: str, *, seconds: float = 0.5) -> None:
    """A whole game, its review from above and further down, and the board as it stood."""
    studio.take(*script.lively(), TableChanged(script.view()))
    table = studio.window.table
    assert table is not None
    table.review.seconds = seconds
    table.review.open()
    page = table.review.page
    assert page is not None
    _wait_for(page)
    studio.shoot(name)
    bar = table.overlay.scroll_bar
    bar.setValue(bar.maximum())
    studio.shoot(f"{name}-below")
    bar.setValue(0)
    assert page.course is not None
    table.review.look_at(min(page.course.at, page.course.plot.last - 1))
    studio.shoot(f"{name}-then")
    table.review.back()


def _wait_for(page: ReviewPage) -> None:
    for _step in range(0, LOOK_MS_MAX, 50):
        if page.findings is not None:
            return
        pause(50)
    raise AssertionError("the game was not looked at in time")
