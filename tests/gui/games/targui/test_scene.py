"""Motions as changes of a scene."""

from __future__ import annotations

from camelnet_gui.games.targui.scene import (
    BattleScene,
    Change,
    Claim,
    Fate,
    Flash,
    Lay,
    March,
    Roll,
    Scene,
    Turn,
    Volley,
    after,
    replace,
)

from tools.screenshots.targui.sample_scenes import MIDDLE, OPENING


def test_a_march_takes_camels_along_and_the_land() -> None:
    before = MIDDLE.cell(8)
    scene = after(MIDDLE, March(0, 8, 9, 5))
    assert scene.cell(8).camels == before.camels - 5
    assert scene.cell(8).owner == before.owner
    assert (scene.cell(9).owner, scene.cell(9).camels) == (0, MIDDLE.cell(9).camels + 5)


def test_a_volley_kills_and_leaves_its_die() -> None:
    scene = replace(MIDDLE, battle=BattleScene(0, 8, 9, hit=1, parry=6))
    hit = after(scene, Volley("attack", 4, 9, 3))
    assert hit.cell(9).camels == MIDDLE.cell(9).camels - 3
    assert hit.battle == BattleScene(0, 8, 9, hit=4, parry=None)
    parry = after(hit, Volley("parry", 2, 8, 1))
    assert parry.cell(8).camels == MIDDLE.cell(8).camels - 1
    assert parry.battle == BattleScene(0, 8, 9, hit=4, parry=2)


def test_a_change_goes_for_all_its_cells_and_never_below_none() -> None:
    scene = after(MIDDLE, Change(((8, 10), (9, -400))))
    assert scene.cell(8).camels == MIDDLE.cell(8).camels + 10
    assert scene.cell(9).camels == 0


def test_a_claim_changes_the_sign_and_nothing_else() -> None:
    assert after(MIDDLE, Claim(9, None)).cell(9) == replace(MIDDLE.cell(9), owner=None)


def test_a_tribes_card_leaves_the_pile_and_lies_open() -> None:
    scene = after(MIDDLE, Turn(1, 2))
    assert scene.pile[1] == MIDDLE.pile[1] - 1
    assert (scene.up, scene.turns_left) == (1, 2)


def test_the_card_of_a_tribe_that_is_out_does_not_stay_open() -> None:
    assert after(MIDDLE, Turn(1, 0)).up is None


def test_destiny_first_shows_its_back_and_then_its_number() -> None:
    back = after(MIDDLE, Turn(None, 0))
    assert back.turning
    assert not back.pile_destiny
    scene = after(back, Fate(6))
    assert not scene.turning
    assert scene.fallen == 6
    assert 6 not in scene.left


def test_a_land_is_laid_with_its_values() -> None:
    cell = after(Scene(), Lay(30, "guelta", 3, 3)).cell(30)
    assert (cell.land, cell.economic, cell.strategic, cell.owner) == ("guelta", 3, 3, None)


def test_the_die_of_the_round_is_seen_and_a_flash_changes_nothing() -> None:
    assert after(OPENING, Roll(6)).die == 6
    assert after(MIDDLE, Flash(("cell 8",))) == MIDDLE
