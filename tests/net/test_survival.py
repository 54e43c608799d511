"""Tables of four real processes that go through an accident: a crash, a cable pulled.

Every test has a room of namespaces to itself. Bots think slowly until the accident is over.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet.protocol.start.genesis import read_genesis
from tests.net.netns import Room
from tests.net.scripted_evenings import beside_others, side_by_side
from tests.net.tables import (
    SEATS,
    Laptop,
    assert_all_agree,
    camelnet_verify,
    changes,
    entries,
    sit_down,
    think,
    wait_for,
)
from tests.sampling import only_full

evenings = pytest.fixture(scope="module")(side_by_side)

THINKING_S = 1.0

# --- what is the same in all of them ------------------------------------------------------------


def begin(room: Room, folder: Path) -> list[Laptop]:
    """A table in the middle of its game: all have seen somebody roll."""
    think(folder, THINKING_S)
    laptops = sit_down(room, folder)
    for laptop in laptops:
        laptop.wait_until_it_says(" rolled ")
    return laptops


def end(laptops: list[Laptop], folder: Path) -> None:
    """Nothing more happens to them: they end their game, and tell the same of it."""
    think(folder, 0)
    assert_all_agree(laptops)
    checked = camelnet_verify(laptops[-1].record)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def but(laptops: list[Laptop], *missing: Laptop) -> list[Laptop]:
    return [laptop for laptop in laptops if laptop not in missing]


def wait_until_given_up(missing: Laptop, others: list[Laptop]) -> None:
    for other in others:
        other.wait_until_it_says(f"The game continues without {missing.name}")


def wait_until_back(returned: Laptop, others: list[Laptop]) -> None:
    for other in others:
        other.wait_until_it_says(f"{returned.name} is back at the table.")


def seat_of(laptop: Laptop) -> int:
    kept = laptop.kept()
    assert kept is not None
    genesis, _table = read_genesis(kept.genesis.body)
    return [seat.name for seat in genesis.seats].index(laptop.name)


def assert_left_and_came_back(seat: int, record: Path) -> None:
    """Whoever was away was a ghost for an epoch, and was none in the last one."""
    ghosts = [change.ghosts for change in changes(record)]
    assert any(seat in absent for absent in ghosts)
    assert seat not in ghosts[-1]


# --- accidents ----------------------------------------------------------------------------------


@pytest.mark.slow
@only_full
@beside_others
def test_a_cable_pulled_and_put_back_costs_nobody_its_seat(room: Room, folder: Path) -> None:
    laptops = begin(room, folder)
    alone, seat = laptops[3], seat_of(laptops[3])
    room.cut(alone.number)
    wait_until_given_up(alone, but(laptops, alone))
    alone.wait_until_it_says("You hear nobody")
    assert "continues without" not in alone.said()
    assert "is silent" not in alone.said(), "the others are not to blame"
    room.mend(alone.number)
    wait_until_back(alone, but(laptops, alone))
    end(laptops, folder)
    assert_left_and_came_back(seat, alone.record)


@pytest.mark.slow
@beside_others
def test_two_cut_from_two_decide_nothing_and_go_on_when_they_meet_again(
    room: Room, folder: Path
) -> None:
    laptops = begin(room, folder)
    left, right = laptops[:2], laptops[2:]
    room.part(*(laptop.number for laptop in right))
    for side, far in ((left, right), (right, left)):
        for laptop in side:
            for other in far:
                laptop.wait_until_it_says(f"{other.name} is silent.")
    known = [len(kept.lines) for kept in map(Laptop.kept, laptops) if kept]
    # A headless voter wants to continue without whom it does not hear; two are no quorum.
    for laptop in laptops:
        laptop.wait_until_it_says("Too few players are left to vote.")
    assert [len(kept.lines) for kept in map(Laptop.kept, laptops) if kept] == known
    assert len(known) == SEATS
    for laptop in right:
        room.mend(laptop.number)
    for laptop in laptops:
        laptop.wait_until_it_says("is back.")
    end(laptops, folder)
    assert len(entries(left[0].record)) > max(known)


@pytest.mark.slow
@beside_others
def test_a_peer_started_again_at_another_address_is_found_and_gets_its_seat_back(
    room: Room, folder: Path
) -> None:
    laptops = begin(room, folder)
    mover, seat = laptops[1], seat_of(laptops[1])
    mover.kill()
    room.readdress(mover.number, "10.77.0.91")
    wait_until_given_up(mover, but(laptops, mover))
    mover.start("resume")
    wait_until_back(mover, but(laptops, mover))
    end(laptops, folder)
    assert_left_and_came_back(seat, mover.record)


@pytest.mark.slow
@only_full
@beside_others
def test_all_peers_killed_at_once_resume_and_lose_nothing(room: Room, folder: Path) -> None:
    laptops = begin(room, folder)
    for laptop in laptops:
        laptop.process.kill()
    for laptop in laptops:
        laptop.kill()
    known = max(len(kept.lines) for kept in map(Laptop.kept, laptops) if kept)
    for laptop in laptops:
        laptop.start("resume")
    end(laptops, folder)
    assert len(entries(laptops[0].record)) > known


# --- cards that nobody has seen -----------------------------------------------------------------


@pytest.mark.slow
@beside_others
def test_a_host_killed_while_the_cards_are_shuffled_goes_on_with_its_part(
    room: Room, folder: Path
) -> None:
    think(folder, 0)
    laptops = sit_down(room, folder, "--game", "cards")
    host = laptops[0]
    wait_for("the start, and so the first shuffle", lambda: "start" in host.decided(), folder)
    host.kill()
    assert "deal" not in host.decided()
    host.start("resume")
    end(laptops, folder)
    written = host.decided(host.record)
    assert {"shuffle", "deal"} <= set(written)
