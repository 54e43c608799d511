"""The sheets repeat what the rules reported, in an order that can be read."""

from __future__ import annotations

import pytest
from camelnet_gui.games import screens
from camelnet_gui.games.targui.pieces import TributeBars
from camelnet_gui.games.targui.score_pages import RoundPage, result_line
from camelnet_gui.games.targui.scoring import RoundSheet, Tributes, round_sheet
from camelnet_gui.widgets.pointing import PICK, property_of
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from camelnet.rules.games.targui import events as targui
from tests.gui.clicker import words
from tests.patience import LONG_MS
from tools.screenshots.targui.sample_scenes import SEATS
from tools.screenshots.targui.scripted_game import ScriptedTargui

GAMES = [(2, 0), (3, 1), (4, 2), (4, 5)]


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_each_tribute_is_explained_land_by_land(seats: int, seed: int) -> None:
    script, tributes, rounds = ScriptedTargui(seats=seats, seed=seed), Tributes(), 0
    for step in script.play(lambda _position: False):
        tributes.add(seats, step.events)
        sheet = round_sheet(step.before, step.events)
        if sheet is None or sheet.tribute is None:
            continue
        rounds += 1
        for line in sheet.tribute.lines:
            assert sum(paid.silver for paid in line.paid) == line.silver
            assert tributes.of(line.seat)[-1] == line.silver
    assert rounds
    assert all(len(tributes.of(seat)) == rounds for seat in range(seats))
    if sum(not gone for gone in script.position.to_dict()["out"]) > 1:
        assert [tributes.of(seat)[-1] for seat in range(seats)] == script.position.scores()


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_a_destiny_sheet_leads_from_the_camels_before_to_those_after(seats: int, seed: int) -> None:
    script, sheets = ScriptedTargui(seats=seats, seed=seed), 0
    for step in script.play(lambda _position: False):
        sheet = round_sheet(step.before, step.events)
        if sheet is None or sheet.destiny is None:
            continue
        sheets += 1
        before, after = step.before.to_dict(), step.after.to_dict()
        touched = set()
        for fate in sheet.destiny.seats:
            for line in fate.cells:
                touched.add(line.cell)
                assert before["owner"][line.cell - 1] == fate.seat
                assert (line.land, line.before) == (
                    before["land"][line.cell - 1],
                    before["camels"][line.cell - 1],
                )
                assert line.after == after["camels"][line.cell - 1]
        same = [n for n in range(1, 50) if before["camels"][n - 1] == after["camels"][n - 1]]
        assert touched == set(range(1, 50)) - set(same)
    assert sheets


def sheets_of(seed: int) -> list[RoundSheet]:
    script = ScriptedTargui(seats=4, seed=seed)
    steps = script.play(lambda _position: False)
    return [sheet for step in steps if (sheet := round_sheet(step.before, step.events))]


def both(seed: int = 2) -> RoundSheet:
    return next(sheet for sheet in sheets_of(seed) if sheet.destiny and sheet.tribute)


def shown(qtbot: QtBot, sheet: RoundSheet, *, animated: bool) -> RoundPage:
    page = RoundPage(sheet, SEATS, animated=animated)
    qtbot.addWidget(page)
    page.show()
    return page


def test_destiny_is_read_before_the_tribute(qtbot: QtBot) -> None:
    page = shown(qtbot, both(), animated=False)
    assert not page.finished
    assert page.reveals
    assert page.button_words() == "See the tribute"
    assert not any(text.startswith("Tribute") for text in words(page).splitlines())
    page.show_all()
    assert page.finished
    assert any(text.startswith("Tribute") for text in words(page).splitlines())
    assert page.button_words() == "Continue"


def test_f1_opens_the_section_about_the_page_that_is_shown(qtbot: QtBot) -> None:
    page = shown(qtbot, both(), animated=False)
    for heading, section in (("Destiny ", "destiny"), ("Tribute ", "tribute")):
        (told,) = (
            each
            for each in page.findChildren(QLabel)
            if each.text().startswith(heading) and each.isVisible()
        )
        assert screens("targui").rules_anchor(property_of(told, PICK)) == section
        page.show_all()


def test_a_tribute_is_told_tribe_by_tribe(qtbot: QtBot) -> None:
    sheet = next(sheet for sheet in sheets_of(2) if sheet.tribute and not sheet.destiny)
    page = shown(qtbot, sheet, animated=True)
    assert page.button_words() == "Show all"
    assert SEATS[0].name not in words(page).splitlines()
    with qtbot.waitSignal(page.done, timeout=LONG_MS):
        pass
    assert {mark.name for mark in SEATS} <= set(words(page).splitlines())
    assert page.finished


def test_show_all_ends_the_telling(qtbot: QtBot) -> None:
    page = shown(qtbot, both(), animated=True)
    page.show_all()
    assert not page.finished
    with qtbot.waitSignal(page.done, timeout=LONG_MS):
        page.show_all()
    assert page.finished


def test_a_destiny_card_alone_hides_nothing(qtbot: QtBot) -> None:
    sheet = next(sheet for sheet in sheets_of(2) if sheet.destiny and not sheet.tribute)
    page = shown(qtbot, sheet, animated=True)
    assert page.finished
    assert not page.reveals


def test_the_last_tribute_leads_to_the_result(qtbot: QtBot) -> None:
    last = sheets_of(2)[-1]
    assert last.last
    page = shown(qtbot, last, animated=False)
    while not page.finished:
        page.show_all()
    assert page.button_words() == "Show the result"


@pytest.mark.parametrize("why", ["last", "tribute", "camels", "money", "shared", "campless"])
def test_every_way_to_win_has_its_words(why: str) -> None:
    others = {"last", "tribute", "camels", "money", "campless"} - {why}
    assert result_line(why, 20)
    if why != "shared":
        assert all(result_line(why, 20) != result_line(other, 20) for other in others)
    assert targui.GameOver((0,), why)  # type: ignore[arg-type]


def test_the_result_shows_every_tribute_of_each_tribe_as_a_bar() -> None:
    bars = TributeBars(2, (3, 0, 12), most=12)
    assert bars.accessibleName() == "Tributes: 3, 0, 12"
    image = bars.grab().toImage()
    step = bars.width() // 3
    heights = [
        sum(
            image.pixelColor(number * step, y) != image.pixelColor(bars.width() - 1, 0)
            for y in range(bars.height() - 1)
        )
        for number in range(3)
    ]
    assert heights[2] > heights[0] > 0
    assert heights[1] == 0
