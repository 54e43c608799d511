"""What is seen: nothing blank, nothing the same that should differ, the same wherever painted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.art.palette import LIGHT
from camelnet_gui.games.cards.art.cards import paint_bet, paint_face
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.scene import (
    KINDS,
    Scene,
    ShuffleScene,
    TokenScene,
)
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from camelnet.rules.games.camels import CAMELS
from tools.screenshots.cards.sample_scenes import MIDDLE, SAMPLES, bets, trophies


def colours(image: QImage, step: int = 5) -> set[int]:
    return {
        image.pixel(x, y)
        for x in range(0, image.width(), step)
        for y in range(0, image.height(), step)
    }


def different(one: QImage, other: QImage) -> int:
    """How many pixels of a grid differ."""
    return sum(
        one.pixel(x, y) != other.pixel(x, y)
        for x in range(0, one.width(), 2)
        for y in range(0, one.height(), 2)
    )


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_scene_is_painted_blank(board: CardsBoard, name: str, dark: bool) -> None:
    board.show_scene(replace(SAMPLES[name], dark=dark))
    assert len(colours(board.grab().toImage())) > 1000


@pytest.mark.parametrize("name", ["middle", "crossing", "opening"])
def test_the_picture_is_what_the_screen_shows(board: CardsBoard, name: str) -> None:
    board.show_scene(SAMPLES[name])
    shown = board.grab().toImage()
    painted = board.image(board.width(), board.height(), 1.0).convertToFormat(shown.format())

    def far(one: int, other: int) -> bool:
        return any(abs((one >> s & 255) - (other >> s & 255)) > 60 for s in (0, 8, 16))

    bad = sum(
        far(shown.pixel(x, y), painted.pixel(x, y))
        for x in range(0, board.width(), 2)
        for y in range(0, board.height(), 2)
    )
    assert bad < 0.005 * board.width() * board.height() / 4  # pictures snap to whole pixels


def test_pictures_come_in_any_size_and_ratio(board: CardsBoard) -> None:
    board.show_scene(SAMPLES["middle"])
    for width, height, ratio in ((640, 480, 1.0), (684, 580, 3.0), (1400, 700, 1.5)):
        image = board.image(width, height, ratio)
        assert (image.width(), image.height()) == (round(width * ratio), round(height * ratio))
        assert len(colours(image, 11)) > 500


def test_day_and_night_differ_everywhere(board: CardsBoard) -> None:
    board.show_scene(Scene(dark=False))
    day = board.grab().toImage()
    board.show_scene(Scene(dark=True))
    night = board.grab().toImage()
    assert different(day, night) > 0.95 * day.width() * day.height() / 4


BARE = replace(MIDDLE, chosen=None, picks=frozenset())


@pytest.mark.parametrize(
    "change",
    [
        {"stacks": ((3, "o"), (6, "wyb"), (11, "g"))},
        {"stacks": ((4, "o"), (6, "wby"), (11, "g"))},
        {"start": "o", "stacks": ((6, "wby"), (11, "g"))},
        {"cards": (1, 2, 2, 2, 2, 1, 1, 2, 1)},
        {"tokens": (TokenScene("palm", 8, 1), TokenScene("fennec", 9, 2))},
        {"tokens": (TokenScene("palm", 8, 2), TokenScene("fennec"))},
        {"leaders": ()},
        {"bets": bets()},
        {"bets": trophies(BARE.bets, win_o=1)},
        {"trophies_left": 3},
        {"trophies_left": None},
        {"deck": 8},
        {"seen": (*BARE.seen, "g1")},
        {"seen": (*BARE.seen, "o2")},
        {"hand": "y2"},
        {"hand": "g1"},
        {"hand": ""},
        {"hand_state": "played"},
        {"shuffle": ShuffleScene(1, 9, False)},
        {"highlight": frozenset({4})},
        {"picks": frozenset({"space 4"})},
        {"picks": frozenset({"win b"})},
        {"chosen": "lose g"},
    ],
    ids=lambda change: f"{next(iter(change))}",
)
def test_everything_in_a_scene_is_seen(board: CardsBoard, change: dict[str, object]) -> None:
    board.show_scene(BARE)
    before = board.grab().toImage()
    board.show_scene(replace(BARE, **change))  # type: ignore[arg-type]
    assert different(before, board.grab().toImage()) > 10


def test_a_hand_card_that_is_not_known_shows_no_camel(board: CardsBoard) -> None:
    pictures = []
    for hand in ("", "b1", "g1"):
        board.show_scene(replace(BARE, hand=hand))
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
