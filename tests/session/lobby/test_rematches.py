"""Playing again: for whom the chairs are kept, for how long, and who goes first."""

from __future__ import annotations

import pytest

from tests.session.conftest import MakeRoom
from tests.session.room import Room


def played_by_two(room: MakeRoom, *more: str) -> tuple[Room, bytes]:
    """Peers 0 and 1 have played and peer 0 wants to play again; the id of the table for that."""
    made = room("greedy", "greedy", *more).seat_first(2)
    made.run_until(lambda: all(guest.peer.finished for guest in made.guests[:2]))
    made.guests[0].peer.again()
    made.run(1000)
    (again,) = made.guests[0].lobby.tables
    return made, again.id


@pytest.mark.slow
def test_the_chairs_of_a_rematch_are_kept_for_those_who_played(room: MakeRoom) -> None:
    table, again = played_by_two(room, "")
    late = table.guests[2]
    assert str(late.lobby.tables[0].trouble).startswith(
        "They are playing again; their seats are kept"
    )
    late.peer.sit(again)
    assert late.lobby.table is None
    assert late.notices()[-1].startswith("They are playing again")
    first = table.guests[1].seat.id
    table.guests[1].peer.again()
    table.run(3000)
    assert table.guests[0].seat.id == table.guests[1].seat.id != first


@pytest.mark.slow
def test_who_looked_on_knows_for_whom_a_chair_is_kept(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "").seat_first(2)
    looker = table.guests[2]
    table.run(1000)
    looker.peer.watch(looker.lobby.tables[0].id)
    table.run_until(lambda: all(guest.peer.finished for guest in table.guests[:2]))
    table.run(1000)
    table.guests[0].peer.again()
    table.run(1000)
    (again,) = looker.lobby.tables
    assert str(again.trouble) == ("They are playing again; seats are kept for Peer 1 for a minute.")


@pytest.mark.slow
def test_the_chair_of_somebody_who_has_gone_is_free_in_the_rematch(room: MakeRoom) -> None:
    table, again = played_by_two(room, "")
    table.kill(1)
    late = table.guests[2]
    table.run(62_000)
    assert late.lobby.tables[0].trouble is None
    late.peer.sit(again)
    late.peer.ready(True)
    table.run(3000)
    assert table.guests[0].seat.id == late.seat.id


@pytest.mark.slow
def test_who_waits_for_the_next_game_chats_with_those_of_both(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "").seat_first(3)
    table.run_until(lambda: all(guest.peer.finished for guest in table.guests[:3]))
    waits, still, _gone, late = table.guests
    waits.peer.again()
    table.kill(2)
    table.run(62_000)
    late.peer.sit(waits.lobby.tables[0].id)
    table.run(1000)
    for guest in (waits, still, late):
        guest.peer.say(f"I am {guest.number}")
    table.run(1000)
    assert sorted(waits.said()) == [(f"Peer {by}", f"I am {by}") for by in (0, 1, 3)]
    assert sorted(still.said()) == [("Peer 0", "I am 0"), ("Peer 1", "I am 1")]
    assert sorted(late.said()) == [("Peer 0", "I am 0"), ("Peer 3", "I am 3")]


def test_the_chair_of_somebody_who_plays_elsewhere_is_free_in_the_rematch(room: MakeRoom) -> None:
    table, again = played_by_two(room)
    other = table.guests[1]
    kept = table.guests[0].peer.parts.lobby.kept
    assert list(kept(again).values()) == [table.guests[0].key, other.key]
    other.peer.open_table(name="Mirage", game="camelup", seats=3, options={})
    table.run(1000)
    assert list(kept(again).values()) == [table.guests[0].key]


@pytest.mark.slow
def test_whose_chair_it_was_goes_first_until_the_rematch_begins(room: MakeRoom) -> None:
    table, _again = played_by_two(room, "")
    owner, late = table.guests[1:]
    table.run(62_000)
    table.sit(late, ms=1000)
    assert late.lobby.table is not None
    owner.peer.again()
    table.run(3000)
    assert table.guests[0].seat.id == owner.seat.id
    assert late.lobby.table is None
    assert late.notices()[-1] == "Somebody took the last seat first."


@pytest.mark.slow
def test_no_chair_at_a_rematch_is_taken_once_it_plays(room: MakeRoom) -> None:
    table, again = played_by_two(room, "")
    owner, late = table.guests[1:]
    table.run(62_000)
    late.peer.sit(again)
    late.peer.ready(True)
    table.run(3000)
    assert table.guests[0].seat.id == late.seat.id
    owner.peer.again()
    assert owner.notices()[-1] == "The game has already started."
    assert owner.lobby.table is None


def test_who_has_gone_after_the_game_is_told_to_those_who_wait(room: MakeRoom) -> None:
    table, _again = played_by_two(room)
    waits, leaves = table.guests[:2]
    assert waits.table.left == ()
    seat = waits.table.seats.index(next(s for s in waits.table.seats if not s.me))
    leaves.peer.open_table(name="Mirage", game="camelup", seats=3, options={})
    table.run(1000)
    assert waits.table.left == (seat,)


def test_who_has_closed_the_app_after_the_game_has_left_it(room: MakeRoom) -> None:
    table, _again = played_by_two(room)
    table.kill(1)
    table.run(10_000)
    assert len(table.guests[0].table.left) == 1
