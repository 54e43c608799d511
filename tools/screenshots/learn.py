"""Pictures of the tutorials: every step, and their last page."""

from __future__ import annotations

from camelnet_gui.games import has_lesson, playable
from camelnet_gui.learn.page import LearnPage

from tools.screenshots.driver import HeadlessDriver, pause

LOOKS_MAX = 200


def capture_tutorials(driver: HeadlessDriver, _seats: int) -> None:
    for game in filter(has_lesson, playable()):
        driver.window.show_tutorial(game)
        page = driver.window.learn.page
        assert page is not None
        shown = -1
        while _next_bubble(page):
            if page.number != shown:
                shown = page.number
                driver.capture(f"learn-{game}-{shown:02}")
            page.go_on()
        driver.capture(f"learn-{game}-end")
        driver.window.learn.leave()


def _next_bubble(page: LearnPage) -> bool:
    """Wait for the next bubble; false at the end."""
    for _look in range(LOOKS_MAX):
        if page.waiting or page.end is not None:
            return page.end is None
        pause(20)
    raise AssertionError(f"nothing follows {page.step.say!r}")
