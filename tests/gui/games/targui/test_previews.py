"""What a pick would do is shown where one points, before any click."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from camelnet_gui.art.bubble import paint_bubble
from camelnet_gui.games import painted_board
from camelnet_gui.games.targui import previews
from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.choice import ways
from camelnet_gui.games.targui.scene import Preview, Scene
from camelnet_gui.table.model import TableModel
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPicture
from pytestqt.qtbot import QtBot

from camelnet.i18n import speaking
from camelnet.rules import Position
from camelnet.rules.games.targui.battle import Battle, battle
from camelnet.rules.games.targui.names import chance_short
from tests.gui.conftest import WindowDriver
from tests.gui.games.mid_game import table_at
from tests.gui.games.targui.test_table import sit
from tools.screenshots.targui.scripted_game import ScriptedTargui


def at(step: str, *, verb: str = "", seed: int = 11) -> tuple[TableModel, ScriptedTargui]:
    """My decision at a step where a verb is legal."""
    script = ScriptedTargui(seats=3, me=1, seed=seed)

    def there(position: Position) -> bool:
        legal = position.legal() if position.turn == 1 else []
        return position.to_dict()["step"] == step and any(m.startswith(verb) for m in legal)

    return table_at(script, there), script


def preview(scene: Scene, cell: int) -> Preview:
    (found,) = (each for each in scene.previews if each.place == f"cell {cell}")
    return found


def test_an_attack_shows_its_exact_odds() -> None:
    model, script = at("move", verb="attack")
    source, foe = min(ways(model.table.legal).attacks)
    assert not model.scene().previews, "nothing is known before camels are chosen"
    model.pick(f"cell {source}")
    shown = preview(model.scene(), foe)
    odds = battle(script.position, source, foe)
    assert shown.attack
    assert shown.way == (source, foe)
    assert shown.lines[0][1] == chance_short(odds.taken)


@pytest.mark.parametrize(("taken", "told"), [(0, "< 1"), (3, "< 1"), (997, "> 99"), (1000, "> 99")])
def test_a_likely_win_is_no_certain_one_in_any_language(
    monkeypatch: pytest.MonkeyPatch, taken: int, told: str
) -> None:
    monkeypatch.setattr(previews, "_odds", lambda *_asked: Battle(taken, 1000, 1000))
    model, _script = at("move", verb="attack")
    source, foe = min(ways(model.table.legal).attacks)
    model.pick(f"cell {source}")
    assert preview(model.scene(), foe).lines[0][1] == f"{told} %"
    with speaking("fr"):
        shown = preview(model.scene(), foe).lines[0][1]
    assert shown == f"{told} %".replace(" ", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize(("source", "below"), [(22, True), (2, False), (9, False)])
def test_words_of_advice_leave_in_sight_where_the_camels_come_from(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, source: int, below: bool
) -> None:
    """Cell 8 lies below 22, above 2 and beside 9."""
    board = TarguiBoard()
    qtbot.addWidget(board)
    board.resize(800, 600)
    scene = at("move", verb="move")[0].scene()
    board.show_scene(replace(scene, source=source, chosen="cell 8", picks=frozenset({"cell 8"})))
    painted: list[bool] = []

    def paint(_painter: QPainter, words: Any, at: QRectF, *rest: Any, clear: QPointF) -> None:
        picture = QPicture()
        with QPainter(picture) as painter:
            paint_bubble(painter, words, at, *rest, clear=clear)
        painted.append(picture.boundingRect().top() > at.top())

    monkeypatch.setattr(painted_board, "paint_bubble", paint)
    board.advise((("Move there", "best"),))
    board.grab()
    assert set(painted) == {below}


def test_free_land_shows_what_it_will_pay() -> None:
    model, script = at("move", verb="move")
    marches = ways(model.table.legal).marches
    owner = script.position.to_dict()["owner"]
    source, target = next(way for way in sorted(marches) if owner[way[1] - 1] != 1)
    model.pick(f"cell {source}")
    scene = model.scene()
    shown = preview(scene, target)
    assert not shown.attack
    values = [value for _words, value in shown.lines if value]
    cell = scene.cell(target)
    assert values == [f"+{value}" for value in (cell.economic, cell.strategic) if value]


def test_buying_shows_how_many_camels_can_come() -> None:
    model, script = at("buy", verb="buy")
    public = script.position.to_dict()
    for cell, most in ways(model.table.legal).buys.items():
        shown = preview(model.scene(), cell)
        assert shown.lines[0][1] == f"+{most}"
        assert most == min(public["money"][1], public["box"])


def test_a_camp_shows_what_the_lands_around_it_pay() -> None:
    model, _script = at("camp")
    for cell in ways(model.table.legal).camps:
        assert preview(model.scene(), cell).lines[0][1].startswith(("+", "0"))


@pytest.mark.slow
def test_the_board_shows_it_only_while_one_points(driver: WindowDriver) -> None:
    sit(driver, "move")
    board = driver.table.board
    source, target = min(ways(driver.table.model.table.legal).marches)
    driver.table.choose(f"cell {source}")
    calm = board.grab().toImage()
    board.point_at(f"cell {target}")
    assert board.previewed == f"cell {target}"
    assert board.grab().toImage() != calm
    board.point_at("")
    assert board.grab().toImage() == calm


@pytest.mark.parametrize("step", ["move", "buy", "camp"])
def test_every_line_says_something(step: str) -> None:
    model, _script = at(step)
    picks = sorted(model.scene().picks)
    model.pick(picks[0])
    for shown in model.scene().previews:
        assert shown.lines
        assert all(words for words, _value in shown.lines)
