"""A bot never takes the first step against a person: it waits, and supports what people ask for."""

from __future__ import annotations

import pytest

from camelnet.session.api.facts import Phase
from tests.session.conftest import MakeRoom
from tests.session.room import Room

MINUTE_MS = 60_000
LULL_MS = 1900  # between ticks while nothing is to happen


def my_turn(table: Room, number: int = 0) -> None:
    """Play until a person is on turn, and the table waits for it."""
    guest = table.guests[number]

    def on_turn() -> bool:
        ready = guest.table.phase is Phase.PLAY and guest.seat.log.may_propose
        if not ready:
            table.play_on()
        return ready and guest.seat.position.turn == guest.seat.seat

    table.run_until(on_turn)


def ghosts(table: Room, number: int) -> list[int]:
    return [seat for seat, view in enumerate(table.guests[number].table.seats) if view.ghost]


def test_a_person_thinks_for_twenty_minutes_and_keeps_the_seat(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy").seat_all()
    my_turn(table)
    person = table.guests[0]
    index = person.table.index
    table.run(20 * MINUTE_MS, tick_ms=LULL_MS)
    assert person.table.index == index
    assert person.table.membership_votes.votes == ()
    person.peer.play("roll")
    table.run(5000)
    assert person.table.index > index
    assert person.table.membership_votes.epoch == 0


@pytest.mark.slow
@pytest.mark.parametrize("asleep_ms", [15_000, 9 * MINUTE_MS])
@pytest.mark.every(2)
def test_a_laptop_that_slept_finds_its_game_as_it_was(room: MakeRoom, asleep_ms: int) -> None:
    table = room("", "greedy", "greedy", "greedy", seed=1).seat_all()
    my_turn(table)
    person, bot = table.guests[:2]
    index = person.table.index
    table.sleep(0)
    table.run(asleep_ms, tick_ms=LULL_MS)
    assert bot.table.index == index
    assert bot.table.membership_votes.votes == ()
    assert ghosts(table, 1) == []
    table.wake(0)
    table.run(2000)
    assert person.table.membership_votes.apart == ()
    person.peer.play("roll")
    table.run(5000)
    assert person.table.index > index
    assert person.table.membership_votes.epoch == 0


@pytest.mark.slow
def test_a_person_asleep_in_the_middle_of_a_roll_is_waited_for(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy", seed=2).seat_all()
    my_turn(table)
    person, bot = table.guests[:2]
    person.peer.play("roll")
    table.run_until(lambda: person.seat.log.agreement.entry is not None)
    table.sleep(0)
    table.run(2 * MINUTE_MS, tick_ms=LULL_MS)
    assert bot.table.membership_votes.votes == ()
    assert ghosts(table, 1) == []
    table.wake(0)
    table.run(5000)
    assert bot.table.membership_votes.epoch == 0
    my_turn(table)


@pytest.mark.slow
def test_bots_support_what_a_person_asks_for(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy", seed=3).seat_all()
    my_turn(table)
    person = table.guests[0]
    table.sleep(2)
    table.run(3000)
    seat = table.guests[2].seat.seat
    assert ghosts(table, 0) == []
    person.peer.go_on_without(seat)
    table.run(8000)
    assert ghosts(table, 0) == [seat]
    table.wake(2)
    table.run(8000)
    assert ghosts(table, 0) == [], "it comes back by itself"


def people_and_a_bot_at_the_second_seat(room: MakeRoom, people: int) -> Room:
    """People, of whom peer 1 was started again with a bot at its seat; the first is on turn."""
    table = room(*[""] * people, seed=4).seat_all()
    table.kill(1)
    table.levels[1] = "greedy"
    table.restart(1)
    table.run(5000)
    my_turn(table)
    return table


@pytest.mark.slow
def test_a_bot_at_a_persons_seat_takes_part_only_with_a_person(room: MakeRoom) -> None:
    table = people_and_a_bot_at_the_second_seat(room, 3)
    asking, gone = table.guests[0], table.guests[2].seat.seat
    asking.peer.play("roll")
    table.sleep(2)
    table.run(2 * MINUTE_MS, tick_ms=LULL_MS)
    assert asking.table.membership_votes.votes == (), "no bot asks first"
    asking.peer.go_on_without(gone)
    table.run(8000)
    assert ghosts(table, 0) == [gone]


@pytest.mark.slow
def test_a_bot_takes_its_support_back_with_the_person(room: MakeRoom) -> None:
    table = people_and_a_bot_at_the_second_seat(room, 4)
    asking, bot, gone = table.guests[0], table.guests[1], table.guests[3].seat.seat
    asking.peer.play("roll")
    table.sleep(3)
    table.run(5000)
    asking.peer.go_on_without(gone)
    table.run(2000)
    (vote,) = table.guests[2].table.membership_votes.votes
    assert set(vote.wanted_by) == {asking.seat.seat, bot.seat.seat}, "three are needed"
    asking.peer.go_on_without(gone, False)
    table.run(2000)
    assert [guest.table.membership_votes.votes for guest in table.guests[:3]] == [(), (), ()]


@pytest.mark.slow
def test_a_bot_does_not_help_to_send_away_a_person_who_is_here_and_not_waited_for(
    room: MakeRoom,
) -> None:
    table = people_and_a_bot_at_the_second_seat(room, 3)
    asking, bot = table.guests[0], table.guests[1]
    other = table.guests[2].seat.seat
    asking.peer.go_on_without(other)
    table.run(20_000)
    assert ghosts(table, 0) == []
    (vote,) = asking.table.membership_votes.votes
    assert vote.wanted_by == (asking.seat.seat,)
    assert bot.seat.seat not in vote.wanted_by


@pytest.mark.slow
def test_of_two_seats_nobody_says_that_one_of_two_votes(room: MakeRoom) -> None:
    table = room("", "greedy", game="targui").seat_all()
    my_turn(table)
    person = table.guests[0]
    person.peer.play(sorted(person.seat.position.legal())[0])
    table.sleep(1)
    table.run(90_000)
    assert person.table.membership_votes.votes == ()
    assert person.table.membership_votes.apart == (person.seat.seat,)


@pytest.mark.slow
def test_one_person_at_cards_keeps_its_hand_whoever_comes_and_goes(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy", game="cards", seed=6).seat_all()
    my_turn(table)
    person = table.guests[0]
    hand, gone = person.seat.faces, table.guests[2].seat.seat
    assert hand
    table.sleep(0)
    table.run(30_000, tick_ms=LULL_MS)
    table.wake(0)
    table.run(2000)
    assert person.seat.faces == hand
    table.sleep(2)
    table.run(3000)
    person.peer.go_on_without(gone)
    table.run_until(lambda: ghosts(table, 0) == [gone], 20_000)
    table.wake(2)
    table.run_until(lambda: ghosts(table, 0) == [], 20_000)
    assert person.table.membership_votes.epoch == 2
    assert person.seat.faces == hand
    assert not any("dealt again" in told for told in person.notices())
