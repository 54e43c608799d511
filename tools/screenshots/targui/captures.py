"""Pictures of the screens of Targui."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from camelnet_gui.games.targui.choice import ways
from camelnet_gui.games.targui.score_pages import RoundPage
from camelnet_gui.table.page import TablePage

from camelnet.rules import Position
from camelnet.rules.games.targui.events import DestinyTurned, TributePaid
from camelnet.session.api.facts import Stepped, TableChanged
from tools.screenshots import review
from tools.screenshots.driver import HeadlessDriver, capture_celebration, show_hint, show_odds
from tools.screenshots.targui.scripted_game import ScriptedTargui

LAYING = 18  # lands still to lay in a picture of the laying


def _seats(seats: int) -> int:
    return max(2, min(4, seats))


def _script(seats: int, seed: int) -> ScriptedTargui:
    seats = _seats(seats)
    return ScriptedTargui(seats=seats, me=min(2, seats - 1), seed=seed)


def _page(driver: HeadlessDriver) -> TablePage:
    page = driver.window.table
    assert page is not None
    return page


def _step(position: Position) -> str:
    return str(position.to_dict()["step"])


def capture_setup(driver: HeadlessDriver, seats: int) -> None:
    """The choice of a sector, the laying of lands, the founding of a camp."""
    script = _script(seats, 3)
    if script.seats != 3:  # three tribes are assigned their cells
        steps = list(script.play(lambda p: p.turn == script.me))
        driver.take(*steps, TableChanged(script.view()))
        driver.capture("targui-sector")
        _page(driver).choose(min(_page(driver).model.table.legal))
        driver.capture("targui-sector-chosen")
        _page(driver).chooser.back()
    steps = list(script.play(lambda p: p.to_dict()["land"].count(None) == LAYING))
    driver.take(*steps, TableChanged(script.view()))
    driver.capture("targui-laying")
    steps = list(script.play(lambda p: p.turn == script.me and _step(p) == "camp"))
    driver.take(*steps, TableChanged(script.view()))
    driver.capture("targui-camp")
    _page(driver).open_glossary()
    driver.capture("targui-glossary")
    _page(driver).overlay.escape()


def _mine(script: ScriptedTargui, step: str, number: int, position: Position) -> bool:
    public = position.to_dict()
    return position.turn == script.me and public["step"] == step and public["round"] >= number


def capture_table(driver: HeadlessDriver, seats: int) -> None:
    """My turn in each of its states, and another player's."""
    script = _script(seats, 11)
    steps = list(script.play(lambda p: _mine(script, "move", 4, p) and bool(_attacks(p))))
    driver.take(*steps, TableChanged(script.view()))
    page = _page(driver)
    driver.capture("targui-mine")
    can = ways(page.model.table.legal)
    source, foe = min(can.attacks)
    page.choose(f"cell {source}")
    driver.capture("targui-source")
    free = sorted(can.targets(source) - can.foes(source))
    if free:
        page.choose(f"cell {free[0]}")
        driver.capture("targui-move")
        page.chooser.back()
    page.choose(f"cell {foe}")
    driver.capture("targui-attack")
    page.chooser.back()
    page.chooser.back()
    steps = list(script.play(lambda p: _mine(script, "buy", 4, p) and bool(p.legal()[1:])))
    driver.take(*steps, TableChanged(script.view()))
    buys = ways(page.model.table.legal).buys
    page.choose(f"cell {min(buys)}")
    driver.capture("targui-buy")
    page.chooser.back()
    steps = list(
        script.play(
            lambda p: isinstance(p.turn, int) and p.turn != script.me and _step(p) == "move"
        )
    )
    driver.take(*steps, TableChanged(script.view()))
    driver.capture("targui-other")
    driver.take(TableChanged(script.watched()))
    driver.capture("targui-watching")


def _attacks(position: Position) -> frozenset[tuple[int, int]]:
    return ways(frozenset(position.legal())).attacks


def capture_aids(driver: HeadlessDriver, seats: int) -> None:
    """A table that shows chances, and gives a hint."""
    script = _script(seats, 3)
    steps = list(script.play(lambda p: _mine(script, "move", 4, p)))
    driver.take(*steps, TableChanged(script.view(aids=True)))
    page = _page(driver)
    show_odds(page)
    driver.capture("targui-aids")
    show_hint(page)
    driver.capture("targui-aids-hint")


def capture_battle(driver: HeadlessDriver, seats: int) -> None:
    """The dice of an attack; again or stop; the occupation."""
    script = _script(seats, 8)
    for step in ("after", "occupy"):
        steps = list(script.play(partial(_mine, script, step, 5)))
        driver.take(*steps, TableChanged(script.view()))
        page = _page(driver)
        if step == "occupy":
            page.choose("half")
        driver.capture(f"targui-{step}")
        page.chooser.back()


def capture_rounds(driver: HeadlessDriver, seats: int) -> None:
    """A destiny card falling, a tribute, both at once, the result."""
    script, shot = _script(seats, 2), set()
    before: list[Stepped] = []
    driver.take(TableChanged(script.view()))
    for step in script.play(lambda _position: False):
        name = _page_name(step)
        if not name or name in shot:
            before.append(step)
            continue
        shot.add(name)
        driver.take(*before, TableChanged(script.view(position=step.before, index=step.index - 1)))
        driver.take(replace(step, replayed=False))
        before.clear()
        overlay = _page(driver).overlay
        while isinstance(overlay.page, RoundPage) and not overlay.page.finished:
            overlay.page.show_all()
        driver.capture(name)
        assert overlay.main is not None
        overlay.main.click()
    driver.take(*before, TableChanged(script.view(again=(1,))))
    capture_celebration(driver, "targui-celebration")
    driver.capture("targui-result")


def _page_name(step: Stepped) -> str:
    """The name of the picture of a step after the first rounds; "" for none."""
    if step.after.to_dict()["round"] < 4:
        return ""
    touched = any(isinstance(e, DestinyTurned) and e.cells for e in step.events)
    paid = any(isinstance(event, TributePaid) for event in step.events)
    if touched and paid:
        return "targui-destiny-tribute"
    return "targui-destiny" if touched else "targui-tribute" if paid else ""


def capture_review(driver: HeadlessDriver, seats: int) -> None:
    """The review of a whole game."""
    review.capture_review(driver, _script(seats, 3), "targui-review")


CAPTURES = (
    capture_setup,
    capture_table,
    capture_aids,
    capture_battle,
    capture_rounds,
    capture_review,
)
