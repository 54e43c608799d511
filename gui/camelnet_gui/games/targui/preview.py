"""Pictures of Targui's screens, for `python -m camelnet_gui.preview`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from camelnet.rules import Position
from camelnet.rules.games.targui import DestinyTurned, TributePaid
from camelnet.session.api.facts import Stepped, TableChanged
from camelnet_gui.games.targui.choice import ways
from camelnet_gui.games.targui.script import Script
from camelnet_gui.games.targui.sheets import RoundPage
from camelnet_gui.review import preview as review
from camelnet_gui.studio import Studio, show_hint, show_odds
from camelnet_gui.table_page import TablePage

LAYING = 18  # lands that are still to be laid in a picture of that


def _seats(seats: int) -> int:
    return max(2, min(4, seats))


def _script(seats: int, seed: int) -> Script:
    seats = _seats(seats)
    return Script(seats=seats, me=min(2, seats - 1), seed=seed)


def _page(studio: Studio) -> TablePage:
    page = studio.window.table
    assert page is not None
    return page


def _step(position: Position) -> str:
    return str(position.to_dict()["step"])


def shoot_setup(studio: Studio, seats: int) -> None:
    """Choosing a sector, lands being laid, founding a camp."""
    script = _script(seats, 3)
    if script.seats != 3:  # three tribes get their cells
        steps = list(script.play(lambda p: p.turn == script.me))
        studio.take(*steps, TableChanged(script.view()))
        studio.shoot("targui-sector")
        _page(studio).choose(min(_page(studio).model.table.legal))
        studio.shoot("targui-sector-chosen")
        _page(studio).back()
    steps = list(script.play(lambda p: p.to_dict()["land"].count(None) == LAYING))
    studio.take(*steps, TableChanged(script.view()))
    studio.shoot("targui-laying")
    steps = list(script.play(lambda p: p.turn == script.me and _step(p) == "camp"))
    studio.take(*steps, TableChanged(script.view()))
    studio.shoot("targui-camp")


def _mine(script: Script, step: str, number: int, position: Position) -> bool:
    public = position.to_dict()
    return position.turn == script.me and public["step"] == step and public["round"] >= number


def shoot_table(studio: Studio, seats: int) -> None:
    """My turn in each of its states, and somebody else's."""
    script = _script(seats, 11)
    steps = list(script.play(lambda p: _mine(script, "move", 4, p) and bool(_attacks(p))))
    studio.take(*steps, TableChanged(script.view()))
    page = _page(studio)
    studio.shoot("targui-mine")
    can = ways(page.model.table.legal)
    source, foe = min(can.attacks)
    page.choose(f"cell {source}")
    studio.shoot("targui-source")
    free = sorted(can.targets(source) - can.foes(source))
    if free:
        page.choose(f"cell {free[0]}")
        studio.shoot("targui-move")
        page.back()
    page.choose(f"cell {foe}")
    studio.shoot("targui-attack")
    page.back()
    page.back()
    steps = list(script.play(lambda p: _mine(script, "buy", 4, p) and bool(p.legal()[1:])))
    studio.take(*steps, TableChanged(script.view()))
    buys = ways(page.model.table.legal).buys
    page.choose(f"cell {min(buys)}")
    studio.shoot("targui-buy")
    page.back()
    steps = list(
        script.play(
            lambda p: isinstance(p.turn, int) and p.turn != script.me and _step(p) == "move"
        )
    )
    studio.take(*steps, TableChanged(script.view()))
    studio.shoot("targui-other")
    studio.take(TableChanged(script.watched()))
    studio.shoot("targui-watching")


def _attacks(position: Position) -> frozenset[tuple[int, int]]:
    return ways(frozenset(position.legal())).attacks


def shoot_aids(studio: Studio, seats: int) -> None:
    """A table that tells chances, and gives a hint."""
    script = _script(seats, 3)
    steps = list(script.play(lambda p: _mine(script, "move", 4, p)))
    studio.take(*steps, TableChanged(script.view(aids=True)))
    page = _page(studio)
    show_odds(page)
    studio.shoot("targui-aids")
    show_hint(page)
    studio.shoot("targui-aids-hint")


def shoot_battle(studio: Studio, seats: int) -> None:
    """Dice of an attack, again or stop, going in."""
    script = _script(seats, 8)
    for step in ("after", "occupy"):
        steps = list(script.play(partial(_mine, script, step, 5)))
        studio.take(*steps, TableChanged(script.view()))
        page = _page(studio)
        if step == "occupy":
            page.choose("half")
        studio.shoot(f"targui-{step}")
        page.back()


def shoot_rounds(studio: Studio, seats: int) -> None:
    """A destiny card that falls, a tribute, both at once, the result."""
    script, shot = _script(seats, 2), set()
    before: list[Stepped] = []
    studio.take(TableChanged(script.view()))
    for step in script.play(lambda _position: False):
        name = _page_name(step)
        if not name or name in shot:
            before.append(step)
            continue
        shot.add(name)
        studio.take(*before, replace(step, replayed=False))
        before.clear()
        overlay = _page(studio).overlay
        while isinstance(overlay.page, RoundPage) and not overlay.page.finished:
            overlay.page.show_all()
        studio.shoot(name)
        assert overlay.main is not None
        overlay.main.click()
    studio.take(*before, TableChanged(script.view(again=(1,))))
    studio.shoot("targui-result")


def _page_name(step: Stepped) -> str:
    """What a step after the first rounds is a picture of; "" for none."""
    if step.after.to_dict()["round"] < 4:
        return ""
    touched = any(isinstance(e, DestinyTurned) and e.cells for e in step.events)
    paid = any(isinstance(event, TributePaid) for event in step.events)
    if touched and paid:
        return "targui-destiny-tribute"
    return "targui-destiny" if touched else "targui-tribute" if paid else ""


def shoot_review(studio: Studio, seats: int) -> None:
    """A whole game, looked at again."""
    review.shoot_review(studio, _script(seats, 3), "targui-review")
