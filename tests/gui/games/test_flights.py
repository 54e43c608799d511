"""Pieces that fly over the table screen, and the show of a step with them."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camelup.flying_pieces import PIECES as CAMELUP
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.cards.flying_pieces import PIECES as CARDS
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.flights import FlightLayer, Spot
from camelnet_gui.games.interface import Pieces
from camelnet_gui.games.targui.flying_pieces import PIECES as TARGUI
from camelnet_gui.games.view_model import Anchor, Flight, Purse
from camelnet_gui.style.theme import LIGHT
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.pictures import colours, painted
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards

HERE = {"leg g": Spot(QPointF(50, 40), QSizeF(60, 80)), 2: Spot(QPointF(300, 200), None)}
TAKEN = Flight("leg g5", "leg g", 2)


def spot_of(anchor: Anchor) -> Spot | None:
    return HERE.get(anchor)  # type: ignore[call-overload, no-any-return]


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    with qtbot.waitExposed(widget, timeout=LONG_MS):
        widget.show()
    return widget


@pytest.fixture
def layer(page: QWidget) -> FlightLayer:
    return FlightLayer(page, CAMELUP)


def fly(layer: FlightLayer, *flights: Flight) -> list[str]:
    landed: list[str] = []
    layer.play(flights, spot_of, lambda: landed.append("landed"))
    return landed


def test_a_piece_flies_and_lands_once(layer: FlightLayer, qtbot: QtBot) -> None:
    landed = fly(layer, TAKEN)
    assert layer.flying == ("leg g5",)
    assert layer.isVisible()
    assert not landed
    qtbot.waitUntil(lambda: not layer.moving, timeout=LONG_MS)
    assert landed == ["landed"]
    assert layer.isHidden(), "at rest it costs nothing"


def test_a_short_flight_after_a_long_one_takes_its_time(layer: FlightLayer, qtbot: QtBot) -> None:
    fly(layer, TAKEN, Flight("coin", "leg g", 2, 5, "+5"))
    qtbot.waitUntil(lambda: not layer.moving, timeout=LONG_MS)
    landed = fly(layer, TAKEN)
    assert not landed
    assert layer.flying == ("leg g5",)
    layer.skip()
    assert landed == ["landed"]


def test_without_motion_it_has_landed_at_once(layer: FlightLayer) -> None:
    layer.set_speed("off")
    assert fly(layer, TAKEN) == ["landed"]
    assert layer.isHidden()


def test_what_is_out_of_sight_does_not_fly(layer: FlightLayer) -> None:
    assert fly(layer, Flight("leg g5", "leg b", 2), Flight("coin", 2, Purse(7))) == ["landed"]


def test_skipping_lands_everything(layer: FlightLayer) -> None:
    landed = fly(layer, TAKEN, Flight("coin", "leg g", 2, 5, "+5"))
    assert layer.flying == ("leg g5", *["coin"] * 5)
    layer.skip()
    assert landed == ["landed"]
    assert not layer.moving


def test_a_flight_lets_the_mouse_through(page: QWidget, layer: FlightLayer) -> None:
    fly(layer, TAKEN)
    assert page.childAt(50, 40) is None
    layer.skip()


def test_the_layer_paints_the_piece_between_its_places(
    page: QWidget, layer: FlightLayer, qtbot: QtBot
) -> None:
    fly(layer, TAKEN)
    seen = shades(page)
    qtbot.waitUntil(lambda: shades(page) - seen != set() or not layer.moving, timeout=LONG_MS)
    layer.skip()
    assert shades(page) <= seen, "nothing stays behind"


def shades(page: QWidget) -> set[int]:
    return colours(page.grab().toImage(), 3)


PIECES = [
    *(
        (CAMELUP, piece)
        for piece in ("leg y3", "pyramid", "coin", "card", "desert 2+", "desert 7-")
    ),
    *((CARDS, piece) for piece in ("lead g5", "mid w", "win b", "lose y", "palm", "fennec")),
    *((TARGUI, piece) for piece in ("coin", "camel 0", "camel 3", "land guelta", "land saline")),
]


@pytest.mark.parametrize(("pieces", "piece"), PIECES)
def test_every_piece_is_painted(pieces: Pieces, piece: str) -> None:
    small, large = pieces.size(piece, None), pieces.size(piece, QSizeF(76, 80))
    assert large.height() >= small.height()
    for size in (small, large):
        box = QRectF(QPointF(0, 0), size)
        image = painted(100, 100, lambda painter, box=box: pieces.paint(painter, piece, box, LIGHT))
        assert image.pixelColor(box.center().toPoint()).alpha() > 0


def flights_of(script: ScriptedCamelUp | ScriptedCards, view_model: object) -> set[str]:
    """The kinds of pieces that flew in a whole game; each from where it was to who took it."""
    kinds = set()
    for step in script.play(lambda _position: False):
        report = view_model.take(step, [""] * script.seats)  # type: ignore[attr-defined]
        for flight in report.flights:
            kinds.add(flight.piece.partition(" ")[0])
            if flight.goal == step.seat:
                assert step.notation.endswith(str(flight.origin))
    return kinds


def test_in_a_game_of_camel_up_all_that_changes_hands_flies() -> None:
    kinds = flights_of(ScriptedCamelUp(seats=4, seed=3), CamelUpViewModel())
    assert kinds == {"leg", "card", "desert", "pyramid", "coin"}


def test_in_a_game_of_cards_bets_and_tokens_fly() -> None:
    kinds = flights_of(ScriptedCards(seats=4, seed=3), CardsViewModel())
    assert {"lead", "mid", "win", "lose", "palm", "fennec"} <= kinds


def at_my_turn(driver: WindowDriver) -> tuple[ScriptedCamelUp, TablePage]:
    """A table that shows what moves."""
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    driver.table.player.set_speed("normal")
    return script, driver.table


@pytest.mark.slow
def test_a_taken_tile_flies_to_the_row_and_only_then_lies_there(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    script, table = at_my_turn(driver)
    row = table.panel.players.row_of(script.me)
    before = row.accessibleDescription()
    driver.window.take(script.step("leg b", replayed=False))
    driver.window.take(TableChanged(script.view()))
    assert table.flights.flying[0].startswith("leg b")
    assert row.accessibleDescription() == before
    qtbot.waitUntil(lambda: not table.player.playing, timeout=LONG_MS)
    assert row.accessibleDescription() != before


def test_escape_skips_a_flight(driver: WindowDriver) -> None:
    script, table = at_my_turn(driver)
    driver.window.take(script.step("leg b", replayed=False))
    assert table.player.playing
    table.player.skip()
    assert not table.player.playing
    assert table.flights.isHidden()
    assert table.board.shown.pile("b") == tuple(script.position.to_dict()["leg_tiles"]["b"])


@pytest.mark.slow
def test_a_bet_laid_lies_on_the_board_only_once_it_has_landed(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    script, table = at_my_turn(driver)
    table.player.set_speed("fast")
    laid = table.board.shown.win_cards
    driver.window.take(script.step("win 0", replayed=False))
    assert table.flights.flying == ("card",)
    assert table.board.shown.win_cards == laid
    qtbot.waitUntil(lambda: not table.player.playing, timeout=LONG_MS)
    assert table.board.shown.win_cards == laid + 1


@pytest.mark.slow
def test_a_desert_tile_that_is_moved_leaves_its_old_space_first(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    tiles = sorted(move for move in script.position.legal() if move.startswith("tile"))
    driver.window.take(script.step(tiles[0]))
    driver.play(script, lambda p: p.turn == script.me)
    while driver.table.overlay.page is not None:
        driver.leave_page()
    mine = script.position.to_dict()["tiles"][script.me]
    assert mine is not None, "the leg goes on"
    driver.table.player.set_speed("normal")
    move = next(m for m in script.position.legal() if m.startswith("tile"))
    driver.window.take(script.step(move, replayed=False))
    assert driver.table.flights.flying == (f"desert {script.me}{move[-1]}",)
    assert not [tile for tile in driver.table.board.shown.tiles if tile.seat == script.me]
    qtbot.waitUntil(lambda: not driver.table.player.playing, timeout=LONG_MS)
    (tile,) = [tile for tile in driver.table.board.shown.tiles if tile.seat == script.me]
    assert f"tile {tile.space}{tile.side}" == move
