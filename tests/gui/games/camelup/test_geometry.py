"""The layout of this board; `test_boards.py` tells what all have in common."""

from __future__ import annotations

import itertools

import pytest
from camelnet_gui.art.camel import stack_height
from camelnet_gui.games.camelup.geometry import Layout, layout
from camelnet_gui.games.camelup.painting import paint_standing, sprites
from camelnet_gui.games.camelup.scene import (
    BEYOND,
    PLACES,
    SPACES,
    Scene,
)
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from camelnet.rules.games.camels import CAMELS

SIZES = [(480, 380), (640, 480), (684, 580), (1040, 850), (1600, 700), (700, 900), (2100, 1740)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def plan(request: pytest.FixtureRequest) -> Layout:
    return layout(*request.param)


def test_every_place_has_a_path(plan: Layout) -> None:
    assert set(plan.places) == set(PLACES)


def test_all_spaces_are_large_enough_to_hit(plan: Layout) -> None:
    areas = []
    for cell in plan.cells:
        box = cell.path.boundingRect()
        assert min(box.width(), box.height()) >= 40
        areas.append(box.width() * box.height())
    assert max(areas) < 2.2 * min(areas)


def test_spaces_run_clockwise_from_the_line(plan: Layout) -> None:
    middle = plan.court.boundingRect().center()
    for cell, after in zip(plan.cells, (*plan.cells[1:], plan.cells[0]), strict=True):
        one, other = cell.centre - middle, after.centre - middle
        assert one.x() * other.y() - one.y() * other.x() > 0  # y grows downward


def test_camels_face_their_running_direction(plan: Layout) -> None:
    for cell, after in zip(plan.cells, plan.cells[1:], strict=False):
        way = after.centre.x() - cell.centre.x()
        if abs(way) > plan.thickness * 0.7:
            assert cell.forward == (1 if way > 0 else -1), cell.space


def test_numbers_and_feet_lie_in_their_space(plan: Layout) -> None:
    for cell in plan.cells:
        assert cell.path.contains(cell.number)
        assert cell.path.contains(cell.foot)
        assert cell.foot.y() < cell.number.y()


def test_no_stack_leaves_the_board(plan: Layout) -> None:
    for space in (*SPACES, BEYOND):
        for count in range(1, 6):
            camels = CAMELS[:count]
            scene = Scene(crossed=camels) if space == BEYOND else Scene(stacks=((space, camels),))
            (sprite,) = sprites(plan, scene)
            top = sprite.foot.y() - stack_height(count) * sprite.scale
            assert top >= 0, (space, count)
            assert sprite.scale >= 0.45 * plan.camel_scale, (space, count)


def test_dice_lie_in_front_of_their_tents(plan: Layout) -> None:
    for camel in CAMELS:
        assert plan.tents[camel].intersects(plan.die(camel))
        assert plan.court.contains(plan.die(camel))


@pytest.mark.parametrize("size", SIZES[1:])  # no window makes the board as small as the first
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.every(3)
def test_no_stack_hides_what_has_to_be_read(size: tuple[int, int], space: int) -> None:
    """Nor does its ladder: piles, tents with dice, decks with the chips beneath them."""
    plan = layout(*size)
    picture = QImage(
        round(plan.width), round(plan.height), QImage.Format.Format_ARGB32_Premultiplied
    )
    picture.fill(0)
    painter = QPainter(picture)
    paint_standing(painter, plan, Scene(stacks=((space, CAMELS),)))
    painter.end()
    chip = max(18.5, 20 * plan.court_unit)
    chips = [
        QRectF(deck.center().x() - 2 * chip, deck.bottom(), 4 * chip, 2.3 * chip)
        for deck in plan.decks.values()
    ]
    dice = [plan.die(camel) for camel in CAMELS]
    for box in (*plan.piles.values(), *plan.tents.values(), *dice, *plan.decks.values(), *chips):
        inside = box.adjusted(3, 3, -3, -3).toRect()
        points = itertools.product(
            range(inside.left(), inside.right(), 3), range(inside.top(), inside.bottom(), 3)
        )
        assert all(picture.pixelColor(*point).alpha() < 60 for point in points), box


def test_what_has_to_be_read_lies_apart(plan: Layout) -> None:
    boxes = [*plan.piles.values(), *plan.tents.values(), *plan.decks.values(), plan.pyramid]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.intersects(other)
    for box in boxes:
        assert all(plan.court.contains(corner) for corner in (box.topLeft(), box.bottomRight()))
