"""The layout of this board; `test_boards.py` tells what all have in common."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from camelnet_gui.art.camel import LEFT, stack_height
from camelnet_gui.games.cards.geometry import Layout, layout
from camelnet_gui.games.cards.painting import plan_of, sprites
from camelnet_gui.games.cards.scene import PLACES, Scene

from camelnet.rules.games.camels import CAMELS
from tests.gui.games.boards import TRACKS
from tools.screenshots.cards.sample_scenes import MIDDLE

SIZES = [(480, 380), (700, 640), (1022, 850), (1600, 700), (700, 900), (2100, 1740)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    found: tuple[int, int] = request.param
    return found


@pytest.fixture(params=range(len(TRACKS)), ids=lambda number: f"track{number}")
def plan(request: pytest.FixtureRequest, size: tuple[int, int]) -> Layout:
    return layout(*size, *TRACKS[request.param])


def test_every_place_has_a_path(plan: Layout) -> None:
    spaces = {f"space {cell.space}" for cell in plan.cells}
    rest = {place for place in PLACES if not place.startswith("space")}
    assert set(plan.places) == spaces | rest


def test_every_space_is_large_enough_to_hit_and_holds_its_feet(plan: Layout) -> None:
    for cell in plan.cells:
        box = cell.path.boundingRect()
        assert min(box.width(), box.height()) >= 36 * min(1.0, plan.unit), cell.space
        assert cell.path.contains(cell.number), cell.space
        assert cell.path.contains(cell.foot), cell.space
        assert cell.foot.y() < cell.number.y()


def test_spaces_are_numbered_along_the_cards(plan: Layout) -> None:
    numbers = [space for card in plan.cards for space in card.spaces]
    assert numbers == [cell.space for cell in plan.cells] == list(range(1, len(numbers) + 1))
    for card in plan.cards:
        for space in card.spaces:
            assert card.path.contains(plan.cell(space).centre)


def test_camels_run_right_above_and_left_below(plan: Layout) -> None:
    first, last = plan.cells[0], plan.cells[-1]
    assert first.forward == 1
    assert last.forward == -1
    assert first.centre.y() < last.centre.y()


def test_a_turned_card_keeps_its_place(size: tuple[int, int]) -> None:
    before = layout(*size, (2, 2, 2, 2, 2, 2, 2, 2, 1), True)
    after = layout(*size, (2, 1, 2, 2, 1, 2, 2, 2, 1), True)
    assert [card.path for card in before.cards] == [card.path for card in after.cards]
    assert len(after.cells) == len(before.cells) - 2


def test_no_stack_leaves_the_board(size: tuple[int, int]) -> None:
    plan = plan_of(*size, MIDDLE)
    beyond = MIDDLE.last + 1
    for space in range(1, beyond + 1):
        for count in range(1, 6):
            camels = CAMELS[:count]
            scene = Scene(cards=MIDDLE.cards, stacks=((space, camels),))
            if space == beyond:
                scene = Scene(cards=MIDDLE.cards, crossed=camels)
            (sprite,) = sprites(plan, scene)
            assert sprite.foot.y() - stack_height(count) * sprite.scale >= 0, (space, count)
            assert sprite.scale >= 0.45 * plan.camel_scale, (space, count)


def test_camels_on_the_start_stand_side_by_side(size: tuple[int, int]) -> None:
    plan = plan_of(*size, replace(MIDDLE, start=CAMELS, stacks=()))
    feet = [plan.spots[camel] for camel in CAMELS]
    assert all(plan.start.contains(foot) for foot in feet)
    assert all(foot.x() + LEFT * plan.camel_scale >= 0 for foot in feet), "all of it is seen"
    for one, other in itertools.combinations(feet, 2):
        assert abs(one.x() - other.x()) + abs(one.y() - other.y()) > 20 * plan.unit


def test_all_that_lies_on_the_carpet_lies_in_its_lane(plan: Layout) -> None:
    for camel in CAMELS:
        lane = plan.lanes[camel]
        boxes = [*plan.tableau[camel], *(plan.bets[f"{k} {camel}"] for k in ("lead", "mid"))]
        assert all(lane.contains(box) for box in boxes), camel
        assert lane.contains(plan.bets[f"lose {camel}"])
        for one, other in itertools.pairwise(boxes):
            assert one.right() <= other.left()
