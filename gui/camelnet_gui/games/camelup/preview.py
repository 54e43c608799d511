"""Pictures of Camel Up's screens, for `python -m camelnet_gui.preview`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from camelnet.rules import Position
from camelnet.session.facts import ChatSaid, Presence, TableChanged
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.play import CamelUpPlay
from camelnet_gui.games.camelup.script import Script
from camelnet_gui.games.camelup.sheets import FinalPage, LegPage
from camelnet_gui.overlay import Overlay
from camelnet_gui.studio import Studio, pause
from camelnet_gui.table_page import TablePage


def _is_mine_in_leg(script: Script, leg: int, dice_left: int) -> Callable[[Position], bool]:
    def there(position: Position) -> bool:
        public = position.to_dict()
        return (
            public["turn"] == script.me
            and public["leg"] >= leg
            and len(public["dice"]) <= dice_left
        )

    return there


def shoot_table(studio: Studio, seats: int) -> None:
    """My turn in each of its states, and somebody else's."""
    script = Script(seats=seats, me=min(2, seats - 1), seed=11)
    steps = list(script.play(_is_mine_in_leg(script, 2, 3)))
    studio.take(*steps, TableChanged(script.view()))
    studio.take(ChatSaid(b"\x02" * 32, "Ben", "Green will never make it.", False))
    page = studio.window.table
    assert page is not None
    studio.shoot("table-mine")
    page.choose("act leg")
    leg = next((m for m in sorted(page.model.table.legal) if m.startswith("leg")), None)
    if leg:
        page.choose(leg)
    studio.shoot("table-leg")
    page.back()
    page.back()
    page.choose("act tile")
    tile = next((m for m in sorted(page.model.table.legal) if m.startswith("tile")), None)
    if tile:
        page.choose(f"space {tile[5:-1]}")
    studio.shoot("table-tile")
    page.back()
    page.back()
    page.choose("act bet")
    if isinstance(page.dialog, BetDialog):
        page.dialog.choose(deck="win", camel="g")
        studio.shoot("bet", page.dialog)
        studio.shoot("bet-table")
        page.dialog.reject()
    other = (script.me + 1) % seats
    studio.take(*[replace(s, replayed=False) for s in (script.step(script.choose()),)])
    while script.position.turn != other:
        studio.take(replace(script.step(script.choose()), replayed=False))
    studio.take(TableChanged(script.view()))
    studio.shoot("table-other")
    script.presence[other] = (Presence.AWAY, 14)
    studio.take(TableChanged(script.view()))
    studio.shoot("table-away")


def shoot_scoring(studio: Studio, seats: int) -> None:
    """A leg, the race cards, the result."""
    script = Script(seats=seats, me=min(2, seats - 1), seed=5)
    early = list(script.play(lambda p: p.to_dict()["leg"] >= 1 and p.turn == script.me))
    studio.take(*early, TableChanged(script.view()))
    shot_leg = False
    page = studio.window.table
    assert page is not None
    for step in script.play(lambda p: False):
        studio.take(replace(step, replayed=False))
        while isinstance(page.overlay.page, LegPage | FinalPage):
            if isinstance(page.overlay.page, FinalPage):
                studio.shoot("final")
            elif not shot_leg and _legs(page) > 1:
                shot_leg = True
                studio.shoot("leg")
            _go_on(page.overlay)
    studio.take(TableChanged(script.view(again=(1, 3) if seats > 3 else (1,))))
    studio.shoot("result")


def _legs(page: TablePage) -> int:
    play = page.model.play
    assert isinstance(play, CamelUpPlay)
    return len(play.legs)


def _go_on(overlay: Overlay) -> None:
    assert overlay.main is not None
    overlay.main.click()
    pause()
