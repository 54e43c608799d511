"""Seats without hands: which table they take, when they leave it, and when they are done."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.session.peer.seating_policy import PATIENCE_MS, SeatingPolicy
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room


def ushered(room: Room, guests: list[Guest]) -> Callable[[int], None]:
    """Headless guests that play again and again; the function returned lets time pass."""
    ushers = [SeatingPolicy(guest.peer, table=None, once=False) for guest in guests]

    def run(ms: int) -> None:
        for _ in range(ms // 200):
            room.run(200)
            for seating_policy, guest in zip(ushers, guests, strict=True):
                seating_policy.see(guest.lobby)
                seating_policy.tick(room.now_ms)

    return run


def test_a_headless_seat_finds_a_table_plays_and_plays_again(room: MakeRoom) -> None:
    three = room("greedy", "greedy", "random")
    ushers = [SeatingPolicy(guest.peer, table=None, once=False) for guest in three.guests]
    three.guests[0].peer.open_table(name="Oasis", game="camelup", seats=3, options={})
    played: set[bytes] = set()

    def twice() -> bool:
        for guest, seating_policy in zip(three.guests, ushers, strict=True):
            seating_policy.see(guest.lobby)
            seating_policy.tick(three.now_ms)
            if guest.peer.table is not None and guest.peer.table.closed:
                played.add(guest.peer.table.id)
        return len(played) == 2

    three.run_until(twice)


def test_a_headless_seat_that_plays_once_stays_until_all_have_everything(room: MakeRoom) -> None:
    two = room("greedy", "greedy")
    ushers = [SeatingPolicy(guest.peer, table="Oasis", once=True) for guest in two.guests]
    two.guests[0].peer.open_table(name="Elsewhere", game="camelup", seats=2, options={})
    two.run(500)

    def tick() -> list[bool]:
        for guest, seating_policy in zip(two.guests, ushers, strict=True):
            seating_policy.see(guest.lobby)
        return [seating_policy.tick(two.now_ms) for seating_policy in ushers]

    tick()
    two.run(1000)
    assert two.guests[1].lobby.table is None, "another table than the one it looks for"
    two.guests[0].peer.stand()
    two.guests[0].peer.open_table(name="Oasis", game="camelup", seats=2, options={})
    two.run_until(lambda: all(tick()))
    assert all(guest.peer.finished for guest in two.guests)


def test_a_headless_seat_does_not_stay_at_a_stopped_table(room: MakeRoom) -> None:
    two = room("greedy", "")
    run = ushered(two, two.guests[:1])
    two.seat_all()
    two.run_until(lambda: two.guests[0].seat.position.turn == two.guests[1].seat.seat)
    two.run(1000)
    bot, person = two.guests
    person.go_astray()
    person.peer.play("roll")
    two.run(2000)
    assert bot.seat.log.epoch.stopped is not None
    run(PATIENCE_MS + 1000)
    assert bot.peer.table is None


def test_a_bot_leaves_other_bots_for_a_table_with_a_person(room: MakeRoom) -> None:
    three = room("", "greedy", "greedy")
    run = ushered(three, three.guests[1:])
    host = three.guests[0].peer
    run(1000)
    host.open_table(name="One", game="camelup", seats=4, options={})
    run(3000)
    host.stand()
    host.open_table(name="Two", game="camelup", seats=3, options={})
    host.ready(True)
    run(3 * PATIENCE_MS)
    assert host.table is not None
    assert three.guests[0].table.name == "Two"
