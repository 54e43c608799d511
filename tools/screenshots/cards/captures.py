"""Pictures of the screens of Camel Up Cards."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.cards.score_pages import FinalPage
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.page import TablePage

from camelnet.rules import Position
from camelnet.session.api.facts import ChatSaid, Shuffling, Stepped, TableChanged
from tools.screenshots import review
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.driver import (
    HeadlessDriver,
    capture_celebration,
    pause,
    show_hint,
    show_odds,
)


def _in_leg(seats: int, *, leg: int, deck: int) -> tuple[ScriptedCards, list[Stepped]]:
    """A race that reaches my turn in a leg, with so few cards left and a token at home."""
    for seed in range(4, 100):
        script = ScriptedCards(seats=seats, me=min(2, seats - 1), seed=seed)

        def there(position: Position, me: int = script.me) -> bool:
            public = position.to_dict()
            mine = public["turn"] == me and public["did"] is None
            home = any(token["space"] is None for token in public["tokens"].values())
            return bool(mine and home and public["leg"] >= leg and public["deck"] <= deck)

        steps = list(script.play(there))
        if script.position.turn != "over":
            return script, steps
    raise AssertionError("most races come to such a turn")


def capture_table(driver: HeadlessDriver, seats: int) -> None:
    """My turn in each of its states; a card in the air; the cards being shuffled; looking on."""
    script, steps = _in_leg(min(seats, 6), leg=2, deck=8)
    driver.take(*steps, TableChanged(script.view()))
    driver.take(ChatSaid(b"\x02" * 32, "Ben", "Not the fennec again!", False))
    page = driver.window.table
    assert page is not None
    view_model = page.model.view_model
    assert isinstance(view_model, CardsViewModel)
    driver.capture("cards-mine")
    for pick in ("act lead", "act win"):
        page.choose(pick)
        if view_model.choice.act is not None:
            camel = next(c for c in "bgowy" if _can_bet(page, pick[4:], c))
            page.choose(f"{pick[4:]} {camel}")
            driver.capture(f"cards-{pick[4:]}")
            page.chooser.back()
            page.chooser.back()
    for token in ("palm", "fennec"):
        page.choose(f"act {token}")
        spaces = [m for m in sorted(page.model.table.legal) if m.startswith(token)]
        if spaces:
            page.choose(f"space {spaces[len(spaces) // 2].split()[1]}")
            driver.capture("cards-token")
            page.chooser.back()
            page.chooser.back()
            break
    driver.take(replace(script.step("reveal"), replayed=False))
    driver.take(TableChanged(script.view()))
    driver.capture("cards-luck")
    driver.take(replace(script.step(script.choose()), replayed=False))
    driver.take(TableChanged(script.view()))
    driver.capture("cards-bet-left")
    driver.take(TableChanged(script.watched()))
    driver.capture("cards-watching")
    for anew in (False, True):
        driver.take(TableChanged(script.view(faces="", shuffling=Shuffling(9, 21, anew))))
        driver.capture("cards-shuffling-anew" if anew else "cards-shuffling")


def _can_bet(page: TablePage, kind: str, camel: str) -> bool:
    start = "final " if kind in ("win", "lose") else ""
    return f"{start}{kind} {camel}" in page.model.table.legal


def capture_aids(driver: HeadlessDriver, seats: int) -> None:
    """A table that shows chances, and gives a hint."""
    script, steps = _in_leg(min(seats, 6), leg=2, deck=8)
    driver.take(*steps, TableChanged(script.view(aids=True)))
    page = driver.window.table
    assert page is not None
    show_odds(page)
    driver.capture("cards-aids")
    show_hint(page)
    driver.capture("cards-aids-hint")


def capture_scoring(driver: HeadlessDriver, seats: int) -> None:
    """A leg, the final cards, the result."""
    seats = min(seats, 6)
    script = ScriptedCards(seats=seats, me=min(2, seats - 1), seed=6)
    early = list(script.play(lambda p: p.to_dict()["leg"] >= 1 and p.turn == script.me))
    driver.take(*early, TableChanged(script.view()))
    shot_leg = False
    page = driver.window.table
    assert page is not None
    view_model = page.model.view_model
    assert isinstance(view_model, CardsViewModel)
    for step in script.play(lambda p: False):
        driver.take(replace(step, replayed=False))
        while isinstance(page.overlay.page, LegPage | FinalPage):
            if isinstance(page.overlay.page, FinalPage):
                if page.overlay.page.moving or page.overlay.page.finished:
                    driver.capture("cards-final")
            elif not shot_leg and len(view_model.legs) > 1:
                shot_leg = True
                driver.capture("cards-leg")
            _go_on(page.overlay)
    driver.take(TableChanged(script.view(again=(1,))))
    capture_celebration(driver, "cards-celebration")
    driver.capture("cards-result")


def _go_on(overlay: Overlay) -> None:
    assert overlay.main is not None
    overlay.main.click()
    pause()


def capture_review(driver: HeadlessDriver, seats: int) -> None:
    """The review of a whole game."""
    review.capture_review(
        driver, ScriptedCards(seats=min(seats, 6), me=min(2, seats - 1), seed=3), "cards-review"
    )


CAPTURES = (
    capture_table,
    capture_aids,
    capture_scoring,
    capture_review,
)
