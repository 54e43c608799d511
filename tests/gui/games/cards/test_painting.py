"""Cards: a hidden one shows nothing, and no two look alike."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.art.palette import LIGHT
from camelnet_gui.games.cards.art.cards import paint_bet, paint_face
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.scene import KINDS
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from camelnet.rules.games.camels import CAMELS
from tests.gui.games.boards import CARDS_BARE, different


def test_a_hand_card_that_is_not_known_shows_no_camel(board: CardsBoard) -> None:
    pictures = []
    for hand in ("", "b1", "g1"):
        board.show_scene(replace(CARDS_BARE, hand=hand))
        pictures.append(board.grab().toImage())
    back, blue, green = pictures
    assert different(blue, green) > 10
    assert different(back, blue) > 10


def grey(face: str | None, kind: str = "", camel: str = "") -> QImage:
    image = QImage(36, 50, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    box = QRectF(1, 1, 34, 48)
    if face is not None:
        paint_face(painter, face, box)
    else:
        paint_bet(painter, kind, camel, 5, box, 1.0, LIGHT)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def test_cards_differ_in_shape_not_only_in_colour() -> None:
    faces = [grey(f"{camel}{value}") for camel in CAMELS for value in (1, 2)]
    bets_ = [grey(None, kind, camel) for camel in CAMELS for kind in KINDS]
    for pictures in (faces, bets_):
        for index, one in enumerate(pictures):
            for other in pictures[index + 1 :]:
                assert different(one, other) > 12
