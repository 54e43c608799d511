"""Tables of four real processes that go through an accident: a crash, a sleep, a cable pulled.

Every test has a room of namespaces to itself. Bots think slowly until the accident is over.
"""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from camelnet.protocol.start.genesis import read_genesis
from camelnet.protocol.wire.bodies import EntryBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Certified
from tests.net.netns import Room
from tests.net.scripted_evenings import beside_others, side_by_side
from tests.net.tables import (
    SEATS,
    Laptop,
    assert_all_agree,
    camelnet_verify,
    changes,
    entries,
    lines,
    promised,
    sit_down,
    think,
    wait_for,
)

evenings = pytest.fixture(scope="module")(side_by_side)

THINKING_S = 1.0
ASLEEP_S = 30.0
IN_FLIGHT_S = 2.0

# --- what is the same in all of them ------------------------------------------------------------


def begin(
    room: Room, folder: Path, *, game: str = "camelup", until: str = " rolled "
) -> list[Laptop]:
    """A table in the middle of its game: all have said `until`."""
    think(folder, THINKING_S)
    laptops = sit_down(room, folder, "--game", game)
    for laptop in laptops:
        laptop.wait_until_it_says("The game begins.")
        laptop.wait_until_it_says(until)
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


def has_promised(laptop: Laptop, entry: EntryBody) -> bool:
    kept = laptop.kept()
    promises = [] if kept is None else kept.promises
    return any(read_body(EntryBody, made.proposal.body) == entry for made in promises)


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


def roll_in_flight(stopped: Laptop, others: list[Laptop]) -> EntryBody | None:
    """A roll that all others have promised, and that waits for `stopped` alone; None if there is
    none soon: it may be on turn itself, or have promised just before it went to sleep."""
    end_s = time.monotonic() + IN_FLIGHT_S
    while time.monotonic() < end_s:
        waiting = [promised(other) for other in others]
        if waiting[0] is not None and all(entry == waiting[0] for entry in waiting):
            waits = waiting[0].notation == "roll" and not has_promised(stopped, waiting[0])
            return waiting[0] if waits else None
        time.sleep(0.02)
    return None


# --- accidents ----------------------------------------------------------------------------------


@pytest.mark.slow
@beside_others
def test_a_roll_in_flight_survives_its_author_that_is_killed(room: Room, folder: Path) -> None:
    laptops = begin(room, folder)
    # One that sleeps holds the roll of another in the air for as long as we look.
    sleeper, *others = laptops
    roll: EntryBody | None = None

    def caught() -> bool:
        nonlocal roll
        sleeper.process.send_signal(signal.SIGSTOP)
        roll = roll_in_flight(sleeper, others)
        if roll is not None and roll.seat == seat_of(sleeper):
            roll = None  # it went to sleep right after its own
        if roll is None:
            sleeper.process.send_signal(signal.SIGCONT)
            time.sleep(THINKING_S)
        return roll is not None

    wait_for("a roll in flight", caught, folder)
    assert roll is not None
    (author,) = [other for other in others if seat_of(other) == roll.seat]
    author.kill()
    sleeper.process.send_signal(signal.SIGCONT)

    survivors = but(laptops, author)
    wait_until_given_up(author, survivors)
    end(survivors, folder)
    # It stands as it was signed, with a die that its author has never seen.
    record = survivors[0].record
    assert entries(record)[roll.index - 1] == body_bytes(roll)
    line = lines(record)[roll.index - 1]
    assert isinstance(line, Certified)
    assert roll.seat not in [share.seat for share in line.luck.shares]
    assert line.luck.shares
    assert changes(record)[-1].ghosts == (roll.seat,)


@pytest.mark.slow
@beside_others
def test_a_peer_asleep_for_half_a_minute_is_gone_without_and_comes_back(
    room: Room, folder: Path
) -> None:
    laptops = begin(room, folder)
    sleeper, seat = laptops[2], seat_of(laptops[2])
    wakes_s = time.monotonic() + ASLEEP_S
    sleeper.process.send_signal(signal.SIGSTOP)
    wait_until_given_up(sleeper, but(laptops, sleeper))
    time.sleep(max(0.0, wakes_s - time.monotonic()))
    sleeper.process.send_signal(signal.SIGCONT)
    wait_until_back(sleeper, but(laptops, sleeper))
    end(laptops, folder)
    assert_left_and_came_back(seat, sleeper.record)


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
