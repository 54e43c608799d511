"""Pictures of Camel Up's screens, for `python -m camelnet_gui.preview`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from camelnet.rules import Position
from camelnet.session.api.facts import (
    ChatSaid,
    Fellowship,
    Need,
    Presence,
    Stepped,
    TableChanged,
    Vote,
    Waiting,
)
from camelnet_gui.fellowship import LATE_MS
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.play import CamelUpPlay
from camelnet_gui.games.camelup.script import Script
from camelnet_gui.games.camelup.sheets import FinalPage, LegPage
from camelnet_gui.games.script import proof_of
from camelnet_gui.overlay import Overlay
from camelnet_gui.review import preview as review
from camelnet_gui.studio import Studio, pause, show_hint, show_odds
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


def _in_the_second_leg(seats: int) -> tuple[Script, list[Stepped]]:
    """A race in which it comes to that: some are over before."""
    for seed in range(11, 100):
        script = Script(seats=seats, me=min(2, seats - 1), seed=seed)
        steps = list(script.play(_is_mine_in_leg(script, 2, 3)))
        if script.position.turn == script.me:
            return script, steps
    raise AssertionError("races are over too soon")


def shoot_table(studio: Studio, seats: int) -> None:
    """My turn in each of its states, and somebody else's."""
    script, steps = _in_the_second_leg(seats)
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
    while script.position.turn not in (other, "over"):
        studio.take(replace(script.step(script.choose()), replayed=False))
    studio.take(TableChanged(script.view()))
    studio.shoot("table-other")
    script.presence[other] = (Presence.AWAY, 14)
    studio.take(TableChanged(script.view()))
    studio.shoot("table-away")


def shoot_fellowship(studio: Studio, seats: int) -> None:
    """Somebody is gone: votes, ghosts, changes; a table looked on at; the proof of a die."""
    script, steps = _in_the_second_leg(max(4, seats))
    steps.append(script.step("roll"))
    steps += script.play(lambda position: position.turn == 3)
    script.presence[1] = (Presence.AWAY, 42)
    script.waiting = (Waiting(1, Need.LUCK),)
    studio.take(*steps, TableChanged(script.view()))
    studio.take(TableChanged(script.view(fellowship=Fellowship(droppable=(1,)))))
    studio.shoot("away-droppable")
    wanted = Vote(seat=1, leaving=True, wanted_by=(0,), needed=3)
    state = Fellowship(votes=(wanted,), droppable=(1,))
    studio.take(TableChanged(script.view(fellowship=state)))
    studio.shoot("away-vote")
    script.presence[0] = (Presence.AWAY, 7)
    state = Fellowship(votes=(replace(wanted, wanted_by=(2,)),), droppable=(1, 0), apart=(2, 3))
    studio.take(TableChanged(script.view(fellowship=state)))
    studio.shoot("away-apart")
    script.presence.clear()
    script.waiting = (Waiting(3, Need.CHANGE),)
    studio.take(TableChanged(script.view(fellowship=Fellowship(changing=True))))
    pause(LATE_MS + 100)
    studio.shoot("change")
    script.ghosts, script.waiting = {1}, ()
    script.presence[1] = (Presence.AWAY, 95)
    back = Vote(seat=1, leaving=False, wanted_by=(1, 0), needed=3)
    studio.take(TableChanged(script.view(fellowship=Fellowship(epoch=1))))
    studio.shoot("ghost")
    script.presence.clear()
    studio.take(TableChanged(script.view(fellowship=Fellowship(epoch=1, votes=(back,)))))
    pause(LATE_MS + 100)
    studio.shoot("ghost-returns")
    script.ghosts = {2}
    mine = Vote(seat=2, leaving=False, wanted_by=(2,), needed=3)
    state = Fellowship(epoch=1, votes=(mine,), i_am_out=True)
    studio.take(TableChanged(script.view(fellowship=state)))
    studio.shoot("i-am-out")
    script.ghosts = set()
    studio.take(TableChanged(script.view()))
    page = studio.window.table
    assert page is not None
    page.open_fair()
    studio.take(proof_of(next(step for step in reversed(steps) if step.seat is None), script))
    assert page.fair is not None
    studio.shoot("fair", page.fair)
    page.fair.reject()
    script.apart = (script.index - 6, (2,))
    script.ghosts = {0, 1, 3}
    studio.take(TableChanged(script.view()))
    studio.shoot("apart")
    page.open_fair()
    assert page.fair is not None
    studio.shoot("fair-apart", page.fair)
    page.fair.reject()


def shoot_aids(studio: Studio, seats: int) -> None:
    """A table that tells the odds: my turn with a hint, what is chosen then, and folded."""
    script, steps = _in_the_second_leg(seats)
    studio.take(*steps, TableChanged(script.view(aids=True)))
    page = studio.window.table
    assert page is not None
    assert page.aids is not None
    show_odds(page)
    studio.shoot("aids-mine")
    page.aids.strip.layer.setChecked(True)
    studio.shoot("aids-landings")
    page.aids.strip.layer.setChecked(False)
    page.choose("act leg")
    studio.shoot("aids-leg")
    page.choose("act tile")
    studio.shoot("aids-tile")
    page.back()
    page.choose("act bet")
    if isinstance(page.dialog, BetDialog):
        page.dialog.choose(deck="win", camel="y")
        studio.shoot("aids-bet", page.dialog)
        page.dialog.reject()
    show_hint(page)
    studio.shoot("aids-hint")
    studio.take(replace(script.step("roll"), replayed=False))
    while not isinstance(script.position.turn, int):
        studio.take(replace(script.step(script.choose()), replayed=False))
    studio.take(TableChanged(script.view(aids=True)))
    show_odds(page)
    studio.shoot("aids-other")
    page.aids.fold()
    studio.shoot("aids-folded")
    page.aids.fold()


def shoot_watching(studio: Studio, seats: int) -> None:
    """The table as somebody sees it who looks on."""
    script = Script(seats=seats, me=min(2, seats - 1), seed=11)
    studio.take(*script.play(_is_mine_in_leg(script, 2, 3)), TableChanged(script.watched()))
    studio.shoot("watching")


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
    script.apart = (script.index // 2, (script.me,))
    studio.take(TableChanged(script.view()))
    studio.shoot("result-apart")


def _legs(page: TablePage) -> int:
    play = page.model.play
    assert isinstance(play, CamelUpPlay)
    return len(play.legs)


def _go_on(overlay: Overlay) -> None:
    assert overlay.main is not None
    overlay.main.click()
    pause()


def shoot_review(studio: Studio, seats: int) -> None:
    """A whole game, looked at again."""
    review.shoot_review(studio, Script(seats=seats, me=min(2, seats - 1), seed=3), "review")
