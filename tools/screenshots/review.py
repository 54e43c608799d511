"""Pictures of the replay of a game with its review, the same for every game."""

from __future__ import annotations

from camelnet_gui.replay.model import film_of_table
from camelnet_gui.replay.page import ReplayPage
from camelnet_gui.replay.screen import ReplayScreen
from camelnet_gui.review.page import ReviewPage

from camelnet.review.practice import mistakes
from camelnet.session.api.facts import TableChanged
from tools.screenshots.driver import HeadlessDriver, pause
from tools.screenshots.scripted_game import ScriptedGame

LOOK_MS_MAX = 120_000  # limit on waiting for a review, on a busy machine


def capture_review(
    driver: HeadlessDriver,
    script: ScriptedGame,
    name: str,
) -> None:
    """A whole game: its replay in the middle, with the decisions, and the summary of its review
    with the numbers; a mistake as a puzzle."""
    driver.take(*script.lively(), TableChanged(script.view()))
    window = driver.window
    assert window.table is not None
    window.replays.open(film_of_table(window.table.model))
    page = window.replays.page
    assert page is not None
    screen = _analysed(page)
    screen.seek(screen.model.last * 2 // 3)
    driver.capture(name)
    screen.panel.open_tab(1)
    driver.capture(f"{name}-decisions")
    screen.show_summary()
    page_shown = screen.overlay.page
    assert isinstance(page_shown, ReviewPage)
    while not all(card.picture.ready for card in page_shown.cards.cards):
        pause(50)
    driver.capture(f"{name}-summary")
    page_shown.numbers.click()
    pause(50)
    driver.capture(f"{name}-numbers")
    wrong = mistakes(page_shown.found, script.me) if script.me is not None else ()
    if wrong:
        screen.practice_requested.emit(wrong)
        practice = page.practice
        assert practice is not None
        driver.capture(f"{name}-practice")
        practice.show_best.click()
        driver.capture(f"{name}-practice-shown")
    window.replays.leave()


def _analysed(page: ReplayPage) -> ReplayScreen:
    for _step in range(0, LOOK_MS_MAX, 50):
        if page.screen_ is not None and page.screen_.analysis.findings is not None:
            return page.screen_
        pause(50)
    raise AssertionError("the game was not looked at in time")
