"""The layout of this board; `test_boards.py` tells what all have in common."""

from __future__ import annotations

from itertools import pairwise

import pytest
from camelnet_gui.games.targui.geometry import Layout, layout
from camelnet_gui.games.targui.scene import CARDS, CELLS, PLACES, SECTORS

from camelnet import rules
from camelnet.rules.games.targui.cells import NEIGHBOURS, SPIRAL, SPOTS

SIZES = [(480, 380), (640, 480), (684, 580), (1040, 850), (1600, 700), (700, 900), (2100, 1740)]
CASES = [(*size, tribes, sectors) for size in SIZES for tribes, sectors in ((4, False), (2, True))]


@pytest.fixture(params=CASES, ids=lambda case: "x".join(map(str, case[:2])) + f"-{case[2]}")
def plan(request: pytest.FixtureRequest) -> Layout:
    return layout(*request.param)


def test_places_stand_in_the_order_of_the_keyboard(plan: Layout) -> None:
    assert list(plan.places) == [place for place in PLACES if place in plan.places]


def test_a_corner_takes_the_place_of_its_cells_while_it_is_chosen() -> None:
    choosing, playing = layout(700, 600, 2, True), layout(700, 600, 2, False)
    cells = {f"cell {cell}" for members in SECTORS.values() for cell in members}
    assert not cells & set(choosing.places)
    assert cells <= set(playing.places)
    for sector, members in SECTORS.items():
        path = choosing.places[f"sector {sector}"]
        for cell in CELLS:
            assert path.contains(choosing.centre(cell)) == (cell in members)


def test_cells_are_whole_pixels_and_large_enough_to_hit(plan: Layout) -> None:
    assert plan.side == int(plan.side)
    assert plan.side >= 40


def test_the_spiral_winds_from_the_centre() -> None:
    assert sorted(cell for row in SPIRAL for cell in row) == list(CELLS)
    assert SPOTS[1] == (3, 3)
    for cell in CELLS[:-1]:
        (x, y), (u, v) = SPOTS[cell], SPOTS[cell + 1]
        assert abs(x - u) + abs(y - v) == 1, cell


def test_neighbours_are_those_of_the_rules() -> None:
    position = rules.new("targui", seats=3)
    while position.turn == "chance" and position.to_dict()["step"] != "die":
        position = position.apply(position.outcomes()[0][0])
        while isinstance(position.turn, int):
            position = position.apply(position.greedy(""))
    while not (isinstance(position.turn, int) and position.to_dict()["step"] == "move"):
        position = position.apply(position.outcomes()[0][0])
    (start,) = {int(move.split()[1]) for move in position.legal() if move.startswith("move")}
    for cell in CELLS:
        if cell != start:
            why = position.why_not(f"move {start} {cell} 1")
            far = why is not None and why.template.startswith("T1: cell {end} is not next")
            assert far != (cell in NEIGHBOURS[start]), cell


def test_all_that_belongs_to_the_round_lies_on_its_plate(plan: Layout) -> None:
    parts = [plan.die, plan.turned, plan.box, *plan.cards.values(), *plan.destinies.values()]
    for box in parts:
        assert plan.beside.contains(box), box


@pytest.mark.parametrize("size", SIZES)
def test_few_destiny_cards_leave_no_gaps(size: tuple[int, int]) -> None:
    full, few = layout(*size), layout(*size, 4, False, (1, 7, 16))
    assert [few.destinies[card] for card in (1, 7, 16)] == [full.destinies[n] for n in (1, 2, 3)]
    assert "destiny 2" not in few.places


@pytest.mark.parametrize("size", [(700, 640), (1055, 900), (1300, 800)])
def test_destiny_cards_are_listed_by_name_beside_the_desert(size: tuple[int, int]) -> None:
    plan = layout(*size)
    assert plan.listed
    boxes = [plan.destinies[card] for card in CARDS]
    assert all(upper.bottom() < lower.top() for upper, lower in pairwise(boxes))
    assert boxes[-1].bottom() < plan.box.top()
    assert all(box.height() >= 15 for box in boxes)
