"""Motions as changes of a scene."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.camels.scene import Flash, Walk
from camelnet_gui.games.camelup.scene import (
    BEYOND,
    DieRoll,
    Drop,
    Scene,
    after,
)

SCENE = Scene(stacks=((6, "o"), (8, "wby"), (9, "g")))


def test_a_unit_goes_on_top_of_who_stands_there() -> None:
    assert after(SCENE, Walk("by", 8, 9)).stacks == ((6, "o"), (8, "w"), (9, "gby"))


def test_a_mirage_puts_the_unit_underneath() -> None:
    walk = Walk("y", 8, 9, (8,), under=True)
    assert after(replace(SCENE, stacks=((8, "wby"),)), walk).stacks == ((8, "ywb"),)


def test_a_walk_without_a_tile_ends_where_it_lands() -> None:
    assert Walk("o", 6, 7).end == 7


def test_a_unit_beyond_the_line_leaves_the_track() -> None:
    scene = after(SCENE, Walk("wby", 8, BEYOND))
    assert scene.crossed == "wby"
    assert scene.stacks == ((6, "o"), (9, "g"))


def test_a_die_is_out_once_only() -> None:
    scene = after(after(SCENE, DieRoll("b", 2)), DieRoll("b", 2))
    assert scene.dice_out == (("b", 2),)
    assert scene.dice_in == "gowy"


def test_a_drop_takes_the_camel_from_the_queue() -> None:
    scene = after(Scene(waiting="bg", stacks=((2, "w"),)), Drop("g", 2))
    assert (scene.waiting, scene.stacks) == ("b", ((2, "wg"),))


def test_a_flash_changes_nothing() -> None:
    assert after(SCENE, Flash(("roll",))) == SCENE
