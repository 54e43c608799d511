"""What a pick would do, shown on the board before it is picked, and why one cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.art.glow import Glow, paint_glow
from camelnet_gui.art.palette import palette
from camelnet_gui.games.camels.scene import Preview, preview_of
from camelnet_gui.games.camelup import choice as camelup_choice
from camelnet_gui.games.camelup.advice import advise
from camelnet_gui.games.camelup.previews import previews as camelup_previews
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.cards import choice as cards_choice
from camelnet_gui.games.cards.previews import previews as cards_previews
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.view_model import AnyViewModel, SceneContext, Table, table_of
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter, QPainterPath
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from camelnet.session.game.aids import Question
from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards


def my_turn(script: ScriptedCamelUp | ScriptedCards) -> Table:
    for _step in script.play(lambda p: p.turn == script.me and p.to_dict()["leg"] >= 1):
        pass
    return table_of(script.position, me=script.me, faces=script.faces(), blocked=None)


def scene_of(view_model: AnyViewModel, table: Table, choice: object):  # type: ignore[no-untyped-def]
    """What a table shows while something is chosen."""
    view_model.choice = choice
    return view_model.scene(table.position, SceneContext((), False, frozenset()), table, None)


def point_at(page: TablePage, place: str) -> None:
    board = page.board
    centre = board.place_centre(place)
    QTest.mouseMove(board.viewport(), QPoint(round(centre.x()), round(centre.y())))
    board.point_at(place)  # the offscreen platform tells no move to a window without the pointer


@pytest.mark.slow
def test_a_leg_tile_shows_what_it_pays(driver: WindowDriver) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    calm = driver.table.board.grab().toImage()
    point_at(driver.table, "leg b")
    board = driver.table.board
    assert board.previewed == "leg b"
    value = script.position.to_dict()["leg_tiles"]["b"][0]
    shown = preview_of(board.shown.previews, "leg b")
    assert [pays for _when, pays in shown.lines] == [f"+{value}", "+1", "\N{MINUS SIGN}1"]
    assert board.grab().toImage() != calm
    board.point_at("")
    assert board.previewed == ""
    assert board.grab().toImage() == calm


def test_a_desert_tile_is_seen_before_any_click(driver: WindowDriver) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    driver.table.choose("act tile")
    space = next(move[5:-1] for move in sorted(script.position.legal()) if move[:4] == "tile")
    point_at(driver.table, f"space {space}")
    shown = preview_of(driver.table.board.shown.previews, f"space {space}")
    assert shown.piece == f"{script.me}+"
    assert driver.asked == []
    driver.table.choose("side")
    turned = preview_of(driver.table.board.shown.previews, f"space {space}")
    assert turned.piece == f"{script.me}-"


def test_no_tooltip_covers_a_preview(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    board = driver.table.board
    shown: list[str] = []
    for place in ("leg b", "space 3"):
        point_at(driver.table, place)
        spot = board.place_centre(place).toPoint()
        where = board.viewport().mapToGlobal(spot)
        event = QHelpEvent(QEvent.Type.ToolTip, spot, where)
        QApplication.sendEvent(board.viewport(), event)
        shown.append(QToolTip.text())
        QToolTip.hideText()
    assert shown[0] == ""
    assert "3" in shown[1]


def test_the_keyboard_shows_the_same_as_the_pointer(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    board = driver.table.board
    board.buttons["leg w"].setFocus(Qt.FocusReason.TabFocusReason)
    assert board.previewed == "leg w"


def test_nothing_is_previewed_that_cannot_be_picked(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    point_at(driver.table, "space 3")
    assert driver.table.board.previewed == ""


@pytest.mark.slow
def test_a_click_on_a_forbidden_space_says_why(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_more: told.append(text))
    driver.play_until_my_turn(ScriptedCamelUp())
    board = driver.table.board
    board._pick("space 1")
    assert not told, "nobody wants to lay a tile yet"
    driver.table.choose("act tile")
    board._pick("space 1")
    (text,) = told
    assert "A desert tile goes on a space from 2 to 16." in text
    board._pick(min(place for place in board.shown.picks if place.startswith("space")))
    assert len(told) == 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["+", "-"])
def test_a_tile_sends_camels_where_the_rules_send_them(seed: int, side: str) -> None:
    script = ScriptedCamelUp(seats=4, me=2, seed=seed)
    table = my_turn(script)
    choice = replace(camelup_choice.NOTHING, act=camelup_choice.Act.TILE, side=side)
    scene = scene_of(CamelUpViewModel(), table, choice)
    seen = 0
    for preview in camelup_previews(scene, table, choice, None):
        if preview.sent is None:
            continue
        sent = preview.sent
        laid = script.position.apply(f"tile {sent.start}{side}")
        moved = _landing_on(laid, sent.start)
        if moved is not None and moved.start != sent.end:
            seen += 1
            assert min(moved.end, 17) == sent.end
            assert (moved.under and bool(sent.there)) == (sent.under and bool(sent.there))
    assert seen or seed, "in the first game somebody can land there"


def _landing_on(position, space: int):  # type: ignore[no-untyped-def]
    """The first move of a single die that lands on a space, after the next roll."""
    if "roll" not in position.legal():
        return None
    rolled = position.apply("roll")
    for notation, _weight in rolled.outcomes():
        _after, events = rolled.step(notation)
        for event in events:
            if type(event).__name__ == "Moved" and event.landing == space:
                return event
    return None


def test_values_are_shown_only_with_odds() -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=4)
    table = my_turn(script)
    choice = camelup_choice.NOTHING
    scene = scene_of(CamelUpViewModel(), table, choice)
    advice = advise(Question(script.position, script.me, script.faces()))
    without = camelup_previews(scene, table, choice, None)
    told = camelup_previews(scene, table, choice, advice)

    def lines(previews: tuple[Preview, ...]) -> int:
        return sum(len(preview.lines) for preview in previews)

    assert lines(told) > lines(without)
    blocked = replace(table, blocked=None, position=script.position.apply("roll"))
    assert lines(camelup_previews(scene, blocked, choice, advice)) == lines(without), "old advice"


def test_bets_of_cards_show_what_they_pay() -> None:
    script = ScriptedCards(seats=3, me=1, seed=2)
    table = my_turn(script)
    kinds = set()
    for act in cards_choice.Act:
        choice = replace(cards_choice.NOTHING, act=act)
        scene = scene_of(CardsViewModel(), table, choice)
        for preview in cards_previews(scene, choice):
            assert preview.place in scene.picks
            kinds.add(preview.place.split()[0])
    assert kinds >= {"lead", "mid", "win", "lose", "space"}


@pytest.mark.parametrize("dark", [False, True])
def test_what_may_be_picked_glows_lighter_than_before(dark: bool) -> None:
    tone = palette(dark)
    for ground in tone.cell:
        image = QImage(60, 60, QImage.Format.Format_RGB32)
        image.fill(ground)
        path = QPainterPath()
        path.addRect(QRectF(10, 10, 40, 40))
        for glow in (Glow.PICK, Glow.HOVER):
            painter = QPainter(image)
            paint_glow(painter, path, glow, 1.0, tone)
            painter.end()
            assert image.pixelColor(30, 30).lightnessF() > QColor(ground).lightnessF()


@pytest.mark.parametrize("seed", range(6))
def test_my_hand_card_shows_where_its_camel_would_go(seed: int) -> None:
    script = ScriptedCards(seats=3, me=1, seed=seed)
    table = my_turn(script)
    if "hand" not in script.position.legal():
        return
    scene = scene_of(CardsViewModel(), table, cards_choice.NOTHING)
    shown = preview_of(cards_previews(scene, cards_choice.NOTHING), "hand")
    if shown is None:
        return
    script.step("hand")
    assert script.position.turn == "reveal"
    moved = next(e for e in script.step(script.opening()).events if type(e).__name__ == "Moved")
    assert (moved.start, moved.landing) == (shown.sent.start, shown.sent.end)
