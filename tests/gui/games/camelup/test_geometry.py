"""The layout of this board; `test_boards.py` tells what all have in common."""

from __future__ import annotations

import pytest
from camelnet_gui.art.camel import stack_height
from camelnet_gui.games.camelup.geometry import Layout, layout
from camelnet_gui.games.camelup.painting import sprites
from camelnet_gui.games.camelup.scene import (
    BEYOND,
    PLACES,
    SPACES,
    Scene,
)

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
