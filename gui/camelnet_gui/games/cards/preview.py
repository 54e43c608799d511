"""Pictures of the screens of Camel Up Cards, for `python -m camelnet_gui.preview`."""

from __future__ import annotations

from dataclasses import replace

from camelnet.rules import Position
from camelnet.session.api.facts import ChatSaid, Shuffling, Stepped, TableChanged
from camelnet_gui.games.cards.play import CardsPlay
from camelnet_gui.games.cards.script import Script
from camelnet_gui.games.cards.sheets import FinalPage, LegPage
from camelnet_gui.overlay import Overlay
from camelnet_gui.review import preview as review
from camelnet_gui.studio import Studio, pause, show_hint, show_odds
from camelnet_gui.table_page import TablePage


def _in_leg(seats: int, *, leg: int, deck: int) -> tuple[Script, list[Stepped]]:
    """A race that comes to my turn in a leg, with so few cards left and a token at home."""
    for seed in range(4, 100):
        script = Script(seats=seats, me=min(2, seats - 1), seed=seed)

        def there(position: Position, me: int = script.me) -> bool:
            public = position.to_dict()
            mine = public["turn"] == me and public["did"] is None
            home = any(token["space"] is None for token in public["tokens"].values())
            return bool(mine and home and public["leg"] >= leg and public["deck"] <= deck)

        steps = list(script.play(there))
        if script.position.turn != "over":
            return script, steps
    raise AssertionError("most races come to such a turn")


def shoot_table(studio: Studio, seats: int) -> None:
    """My turn in each of its states; a card in the air; the cards being shuffled; looking on."""
    script, steps = _in_leg(min(seats, 6), leg=2, deck=8)
    studio.take(*steps, TableChanged(script.view()))
    studio.take(ChatSaid(b"\x02" * 32, "Ben", "Not the fennec again!", False))
    page = studio.window.table
    assert page is not None
    play = page.model.play
    assert isinstance(play, CardsPlay)
    studio.shoot("cards-mine")
    for pick in ("act lead", "act win"):
        page.choose(pick)
        if play.choice.act is not None:
            camel = next(c for c in "bgowy" if _can_bet(page, pick[4:], c))
            page.choose(f"{pick[4:]} {camel}")
            studio.shoot(f"cards-{pick[4:]}")
            page.back()
            page.back()
    for token in ("palm", "fennec"):
        page.choose(f"act {token}")
        spaces = [m for m in sorted(page.model.table.legal) if m.startswith(token)]
        if spaces:
            page.choose(f"space {spaces[len(spaces) // 2].split()[1]}")
            studio.shoot("cards-token")
            page.back()
            page.back()
            break
    studio.take(replace(script.step("reveal"), replayed=False))
    studio.take(TableChanged(script.view()))
    studio.shoot("cards-luck")
    studio.take(replace(script.step(script.choose()), replayed=False))
    studio.take(TableChanged(script.view()))
    studio.shoot("cards-bet-left")
    studio.take(TableChanged(script.watched()))
    studio.shoot("cards-watching")
    for anew in (False, True):
        studio.take(TableChanged(script.view(faces="", shuffling=Shuffling(9, 21, anew))))
        studio.shoot("cards-shuffling-anew" if anew else "cards-shuffling")


def _can_bet(page: TablePage, kind: str, camel: str) -> bool:
    start = "final " if kind in ("win", "lose") else ""
    return f"{start}{kind} {camel}" in page.model.table.legal


def shoot_aids(studio: Studio, seats: int) -> None:
    """A table that tells chances, and gives a hint."""
    script, steps = _in_leg(min(seats, 6), leg=2, deck=8)
    studio.take(*steps, TableChanged(script.view(aids=True)))
    page = studio.window.table
    assert page is not None
    show_odds(page)
    studio.shoot("cards-aids")
    show_hint(page)
    studio.shoot("cards-aids-hint")


def shoot_scoring(studio: Studio, seats: int) -> None:
    """A leg, the final cards, the result."""
    seats = min(seats, 6)
    script = Script(seats=seats, me=min(2, seats - 1), seed=6)
    early = list(script.play(lambda p: p.to_dict()["leg"] >= 1 and p.turn == script.me))
    studio.take(*early, TableChanged(script.view()))
    shot_leg = False
    page = studio.window.table
    assert page is not None
    play = page.model.play
    assert isinstance(play, CardsPlay)
    for step in script.play(lambda p: False):
        studio.take(replace(step, replayed=False))
        while isinstance(page.overlay.page, LegPage | FinalPage):
            if isinstance(page.overlay.page, FinalPage):
                if page.overlay.page.currentIndex() == 1:
                    studio.shoot("cards-final")
            elif not shot_leg and len(play.legs) > 1:
                shot_leg = True
                studio.shoot("cards-leg")
            _go_on(page.overlay)
    studio.take(TableChanged(script.view(again=(1,))))
    studio.shoot("cards-result")


def _go_on(overlay: Overlay) -> None:
    assert overlay.main is not None
    overlay.main.click()
    pause()


def shoot_review(studio: Studio, seats: int) -> None:
    """A whole game, looked at again."""
    review.shoot_review(
        studio, Script(seats=min(seats, 6), me=min(2, seats - 1), seed=3), "cards-review"
    )
