"""What is seen: nothing blank, nothing the same that should differ, the same wherever painted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.art.marks import mark_path, paint_chip
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.scene import Scene
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter

from camelnet.rules.games.camels import CAMELS
from tools.screenshots.camelup.sample_scenes import SAMPLES


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
def test_no_scene_is_painted_blank(board: CamelUpBoard, name: str, dark: bool) -> None:
    board.show_scene(replace(SAMPLES[name], dark=dark))
    assert len(colours(board.grab().toImage())) > 1000


@pytest.mark.parametrize("name", ["middle", "crossing", "waiting"])
def test_the_picture_is_what_the_screen_shows(board: CamelUpBoard, name: str) -> None:
    board.show_scene(SAMPLES[name])
    shown = board.grab().toImage()
    painted = board.image(board.width(), board.height(), 1.0).convertToFormat(shown.format())

    def far(one: int, other: int) -> bool:
        shifts = (0, 8, 16)
        return any(abs((one >> s & 255) - (other >> s & 255)) > 60 for s in shifts)

    bad = sum(
        far(shown.pixel(x, y), painted.pixel(x, y))
        for x in range(0, board.width(), 2)
        for y in range(0, board.height(), 2)
    )
    assert bad < 0.005 * board.width() * board.height() / 4  # pictures snap to whole pixels


def test_pictures_come_in_any_size_and_ratio(board: CamelUpBoard) -> None:
    board.show_scene(SAMPLES["middle"])
    for width, height, ratio in ((640, 480, 1.0), (684, 580, 3.0), (1400, 700, 1.5)):
        image = board.image(width, height, ratio)
        assert (image.width(), image.height()) == (round(width * ratio), round(height * ratio))
        assert len(colours(image, 11)) > 500


def test_day_and_night_differ_everywhere(board: CamelUpBoard) -> None:
    board.show_scene(Scene(dark=False))
    day = board.grab().toImage()
    board.show_scene(Scene(dark=True))
    night = board.grab().toImage()
    assert different(day, night) > 0.95 * day.width() * day.height() / 4


@pytest.mark.parametrize(
    "change",
    [
        {"stacks": ((10, "gyob"), (11, "w"))},
        {"stacks": ((10, "ygobw"),)},
        {"dice_out": (("w", 3),)},
        {"win_cards": 4},
        {"win_marks": (1, 3, 0)},
        {"highlight": frozenset({4})},
        {"picks": frozenset({"space 4"})},
        {"chosen": "space 4"},
        {"leg_tiles": ()},
    ],
    ids=lambda change: next(iter(change)),
)
def test_everything_in_a_scene_is_seen(board: CamelUpBoard, change: dict[str, object]) -> None:
    scene = replace(SAMPLES["five_low"], chosen=None)
    board.show_scene(scene)
    before = board.grab().toImage()
    board.show_scene(replace(scene, **change))  # type: ignore[arg-type]
    assert different(before, board.grab().toImage()) > 10


def test_chips_differ_in_shape_not_only_in_colour() -> None:
    shapes = []
    for camel in CAMELS:
        image = QImage(24, 24, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(12, 12)
        painter.scale(11, 11)
        painter.fillPath(mark_path(camel), Qt.GlobalColor.black)
        painter.end()
        shapes.append(image.convertToFormat(QImage.Format.Format_Grayscale8))
    for index, one in enumerate(shapes):
        for other in shapes[index + 1 :]:
            assert different(one, other) > 15


def test_a_chip_stays_in_its_circle() -> None:
    image = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
    for camel in CAMELS:
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        paint_chip(painter, camel, QPointF(30, 30), 20)
        painter.end()
        for spot in (QPointF(5, 5), QPointF(55, 5), QPointF(5, 55), QPointF(30, 6)):
            assert image.pixelColor(spot.toPoint()).alpha() == 0
        assert image.copy(QRect(25, 25, 10, 10)).pixelColor(5, 5).alpha() == 255
