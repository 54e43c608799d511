"""Tables of real processes whose laptops change their networks in the middle of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.netns import Room, require_namespaces
from tests.net.tables import SEATS, Laptop, assert_all_agree, sit_down


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Room, list[Laptop]]]:
    """Four greedy bots in the middle of a game; one room, with its cables."""
    require_namespaces()
    with Room(SEATS) as room:
        laptops = sit_down(room, tmp_path)
        laptops[0].wait_until_it_says(" rolled ", times=2)
        yield room, laptops


def test_a_wifi_that_drops_and_returns_in_the_game(table: tuple[Room, list[Laptop]]) -> None:
    room, laptops = table
    room.down(2)
    laptops[0].wait_until_it_says("The game continues without laptop 2")
    room.up(2)
    assert_all_agree(laptops)


def test_a_cable_that_replaces_the_wifi_in_the_game(table: tuple[Room, list[Laptop]]) -> None:
    room, laptops = table
    room.readdress(2, None)
    room.plug_another(2, "10.77.0.102")
    assert_all_agree(laptops)


def test_two_laptops_that_get_new_addresses_at_once_in_the_game(
    table: tuple[Room, list[Laptop]],
) -> None:
    room, laptops = table
    for number in (1, 3):
        room.readdress(number, f"10.77.0.{50 + number}")
    assert_all_agree(laptops)
