"""What is seen: nothing blank, nothing the same that should differ, the same wherever painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from camelnet_gui.art.palette import DARK, LIGHT, Palette
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.art.lands import LANDS, paint_land
from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.scene import CARDS, Arrow, BattleScene, Scene, with_cell
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from camelnet.rules.games.targui import events as targui
from tools.screenshots.targui.sample_scenes import MIDDLE, SAMPLES


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


def grey(side: int, paint: Callable[[QPainter], None]) -> QImage:
    """What is painted, without its colours and with all its light made the same."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def edges(image: QImage) -> list[bool]:
    """Where light changes within a picture: its drawing, whatever its colours are."""
    step = max(1, image.width() // 24)
    return [
        abs(image.pixelColor(x, y).lightness() - image.pixelColor(x + step, y).lightness()) > 14
        for x in range(0, image.width() - step, step)
        for y in range(0, image.height(), step)
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_scene_is_painted_blank(board: TarguiBoard, name: str, dark: bool) -> None:
    board.show_scene(replace(SAMPLES[name], dark=dark))
    assert len(colours(board.grab().toImage())) > 1000


@pytest.mark.parametrize("name", ["middle", "moving", "sectors"])
def test_the_picture_is_what_the_screen_shows(board: TarguiBoard, name: str) -> None:
    board.show_scene(SAMPLES[name])
    shown = board.grab().toImage()
    painted = board.image(board.width(), board.height(), 1.0).convertToFormat(shown.format())
    assert different(shown, painted) < 0.005 * board.width() * board.height() / 4


def test_pictures_come_in_any_size_and_ratio(board: TarguiBoard) -> None:
    board.show_scene(SAMPLES["middle"])
    for width, height, ratio in ((640, 480, 1.0), (684, 580, 3.0), (1400, 700, 1.5)):
        image = board.image(width, height, ratio)
        assert (image.width(), image.height()) == (round(width * ratio), round(height * ratio))
        assert len(colours(image, 11)) > 500


@pytest.mark.parametrize(
    "change",
    [
        {"round": 6},
        {"die": 4},
        {"pile": (1, 3, 2, 1)},
        {"pile_destiny": False},
        {"up": 1},
        {"turns_left": 2},
        {"turning": True},
        {"left": (1, 2, 5)},
        {"effect": None},
        {"fallen": 12},
        {"box": 210},
        {"battle": BattleScene(0, 8, 9)},
        {"battle": BattleScene(0, 8, 9, hit=3)},
        {"picks": frozenset({"cell 4"})},
        {"picks": frozenset({"cell 9"}), "foes": frozenset({9})},
        {"source": 8},
        {"arrow": Arrow(8, 1, 3, 0)},
        {"arrow": Arrow(8, 9, None, 0)},
        {"buying": (22, 5)},
        {"chosen": "cell 8"},
        {"highlight": frozenset({40})},
        {"dark": True},
    ],
    ids=lambda change: "-".join(change),
)
def test_everything_in_a_scene_is_seen(board: TarguiBoard, change: dict[str, object]) -> None:
    board.show_scene(MIDDLE)
    before = board.grab().toImage()
    board.show_scene(replace(MIDDLE, **change))  # type: ignore[arg-type]
    assert different(before, board.grab().toImage()) > 10


@pytest.mark.parametrize(
    "change",
    [
        {"owner": 1},
        {"owner": None},
        {"camels": 18},
        {"camels": 0},
        {"economic": 4},
        {"land": "reg"},
    ],
    ids=lambda change: "-".join(map(str, *change.items())),
)
def test_everything_on_a_cell_is_seen(board: TarguiBoard, change: dict[str, object]) -> None:
    board.show_scene(MIDDLE)
    before = board.grab().toImage()
    board.show_scene(with_cell(MIDDLE, 8, **change))
    assert different(before, board.grab().toImage()) > 5


@pytest.mark.parametrize("tone", [LIGHT, DARK], ids=["day", "night"])
@pytest.mark.parametrize("side", [28, 76])
def test_lands_differ_in_their_drawing_not_only_in_their_colour(tone: Palette, side: int) -> None:
    drawn = {
        land: edges(
            grey(
                side,
                lambda painter, land=land: paint_land(  # type: ignore[misc]
                    painter, land, QRectF(0, 0, side, side), 5, tone
                ),
            )
        )
        for land in LANDS
    }
    for index, one in enumerate(LANDS):
        for other in LANDS[index + 1 :]:
            far = sum(a != b for a, b in zip(drawn[one], drawn[other], strict=True))
            assert far > 0.08 * len(drawn[one]), (one, other)


def test_every_land_of_the_rules_is_painted() -> None:
    assert set(LANDS) == set(targui.LANDS)


def test_owners_differ_in_pattern_and_mark_not_only_in_colour() -> None:
    def borders(seat: int) -> QImage:
        return grey(76, lambda p: tokens.paint_border(p, seat, QRectF(0, 0, 76, 76), 1.0))

    def cards(seat: int) -> QImage:
        return grey(60, lambda p: tokens.paint_tribe_card(p, seat, QRectF(4, 4, 38, 52)))

    for paint in (borders, cards):
        drawn = [edges(paint(seat)) for seat in range(4)]
        for index, one in enumerate(drawn):
            for other in drawn[index + 1 :]:
                assert sum(a != b for a, b in zip(one, other, strict=True)) > 0.04 * len(one)


def test_no_two_destiny_cards_look_alike() -> None:
    shown = {}
    for card in CARDS:
        image = grey(
            60,
            lambda p, card=card: tokens.paint_destiny(  # type: ignore[misc]
                p, card, QRectF(4, 4, 36, 50), LIGHT, state="left"
            ),
        )
        shown[card] = bytes(image.constBits())
    assert len(set(shown.values())) == len(CARDS)


def test_day_and_night_differ_everywhere(board: TarguiBoard) -> None:
    board.show_scene(Scene(dark=False))
    day = board.grab().toImage()
    board.show_scene(Scene(dark=True))
    assert different(day, board.grab().toImage()) > 0.95 * day.width() * day.height() / 4


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("state", ["left", "gone", "rules", "falls"])
def test_the_name_of_a_destiny_card_tells_its_state(state: str) -> None:
    """Its line looks different in each state."""
    looks = {}
    for each in ("left", "gone", "rules", "falls"):
        image = QImage(220, 30, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("#fcf0d4"))
        painter = QPainter(image)
        tokens.paint_destiny_line(
            painter,
            6,
            "Storm",
            QRectF(2, 2, 216, 26),
            LIGHT,
            state=each,
            size=13,
            sign=True,
        )
        painter.end()
        looks[each] = image
    assert sum(look == looks[state] for look in looks.values()) == 1
