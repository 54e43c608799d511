"""Cards: a hidden one shows nothing, and no two look alike."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from camelnet_gui.art.palette import LIGHT
from camelnet_gui.games.cards.art.cards import paint_bet, paint_face
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.scene import KINDS
from PySide6.QtCore import QRectF

from camelnet.rules.games.camels import CAMELS
from tests.gui.games.boards import CARDS_BARE
from tests.gui.pictures import different, grey

BOX = QRectF(1, 1, 34, 48)


def test_a_hand_card_that_is_not_known_shows_no_camel(board: CardsBoard) -> None:
    pictures = []
    for hand in ("", "b1", "g1"):
        board.show_scene(replace(CARDS_BARE, hand=hand))
        pictures.append(board.grab().toImage())
    back, blue, green = pictures
    assert different(blue, green) > 10
    assert different(back, blue) > 10


def test_cards_differ_in_shape_not_only_in_colour() -> None:
    faces = [f"{camel}{value}" for camel in CAMELS for value in (1, 2)]
    bets = [(kind, camel) for camel in CAMELS for kind in KINDS]
    for pictures in (
        [grey(36, 50, lambda p, face=face: paint_face(p, face, BOX)) for face in faces],
        [grey(36, 50, lambda p, bet=bet: paint_bet(p, *bet, 5, BOX, 1.0, LIGHT)) for bet in bets],
    ):
        for one, other in combinations(pictures, 2):
            assert different(one, other) > 12
