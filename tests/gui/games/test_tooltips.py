"""Tooltips of all games are sentences for players: none names a rule by its code."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from camelnet.rules import Position
from camelnet.session.api.facts import Noticed
from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

CODE = re.compile(r"\b[A-Z]{1,2}[0-9]{1,2}[a-z]?: ")
TURNS = 5  # of mine that are looked at in each game
PICKS = 4  # in each of them


def tips(driver: WindowDriver) -> list[str]:
    """All tooltips and descriptions on the table screen."""
    table = driver.table
    shown = table.board.shown  # type: ignore[attr-defined]
    found = [*(text for _place, text in shown.hints)]
    found += [w.toolTip() for w in table.findChildren(QWidget)]
    found += [w.accessibleDescription() for w in table.findChildren(QWidget)]
    return [text for text in found if text]


def looked_at(driver: WindowDriver, script: ScriptedGame) -> list[str]:
    """The tooltips of some of my turns, after several picks in each."""
    found = []

    def mine(position: Position) -> bool:
        return position.turn == script.me

    for _turn in range(TURNS):
        driver.play(script, mine)
        found += tips(driver)
        keys = sorted(driver.table.parts.keys.values())
        places = sorted(driver.table.model.scene().picks)
        for pick in (*places[:PICKS], *keys[:PICKS]):
            driver.table.model.view_model.forget()
            driver.table.model.pick(pick)
            driver.table.refresh()
            found += tips(driver)
        driver.table.model.view_model.forget()
        driver.window.take(script.step(script.choose()))
    QApplication.processEvents()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("script", [ScriptedCamelUp, ScriptedCards, ScriptedTargui])
@pytest.mark.every(3)
def test_no_tooltip_names_a_rule_by_its_code(
    driver: WindowDriver, script: type[ScriptedGame]
) -> None:
    found = looked_at(driver, script(me=1))
    assert not [text for text in found if CODE.search(text)]
    whys = [text for text in found if text.endswith("Press F1 to see why.")]
    assert whys, "the rules forbid something in every game"
    for text in whys:
        assert text.removesuffix("\nPress F1 to see why.").endswith(".")


@pytest.mark.slow
def test_a_notice_names_no_rule_either(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(me=1)
    driver.sit_down(script)
    for _step in script.play(lambda position: position.turn == 1):
        pass
    why = script.position.why_not("tile 1+")
    assert CODE.match(why.template)
    driver.tell(Noticed(why, True))
    said = driver.table.panel.feed.texts()
    assert "A desert tile goes on a space from 2 to 16." in said
    assert not any(CODE.search(text) for text in said)
