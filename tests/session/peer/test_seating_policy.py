"""Seats without hands: which table they take, when they leave it, and when they are done."""

from __future__ import annotations

import pytest

from camelnet.session.peer.seating_policy import PATIENCE_MS
from tests.session.conftest import MakeRoom
from tests.session.ushers import Ushers


@pytest.mark.slow
def test_a_headless_seat_finds_a_table_plays_and_plays_again(room: MakeRoom) -> None:
    three = room("greedy", "greedy", "random")
    ushers = Ushers(three)
    three.guests[0].peer.open_table(name="Oasis", game="camelup", seats=3, options={})
    played: set[bytes] = set()

    def twice() -> bool:
        tables = [guest.peer.table for guest in three.guests]
        played.update(table.id for table in tables if table is not None and table.closed)
        return len(played) == 2

    ushers.run_until(twice)


@pytest.mark.slow
def test_a_headless_seat_that_plays_once_stays_until_all_have_everything(room: MakeRoom) -> None:
    two = room("greedy", "greedy")
    ushers = Ushers(two, table="Oasis", once=True)
    opener = two.guests[0].peer
    opener.open_table(name="Elsewhere", game="camelup", seats=2, options={})
    ushers.run(1500)
    assert two.guests[1].lobby.table is None, "another table than the one it looks for"
    opener.stand()
    opener.open_table(name="Oasis", game="camelup", seats=2, options={})
    ushers.run_until(lambda: len(ushers.done) == 2)
    assert all(guest.peer.finished for guest in two.guests)


def test_a_headless_seat_does_not_stay_at_a_stopped_table(room: MakeRoom) -> None:
    two = room("greedy", "")
    ushers = Ushers(two)
    two.seat_all()
    two.run_until(lambda: two.guests[0].seat.position.turn == two.guests[1].seat.seat)
    two.run(1000)
    bot, person = two.guests
    person.go_astray()
    person.peer.play("roll")
    two.run(2000)
    assert bot.seat.log.epoch.stopped is not None
    ushers.run(PATIENCE_MS + 1000)
    assert bot.peer.table is None


@pytest.mark.slow
def test_a_bot_leaves_other_bots_for_a_table_with_a_person(room: MakeRoom) -> None:
    three = room("", "greedy", "greedy")
    ushers = Ushers(three)
    host = three.guests[0].peer
    ushers.run(1000)
    host.open_table(name="One", game="camelup", seats=4, options={})
    ushers.run(3000)
    host.stand()
    host.open_table(name="Two", game="camelup", seats=3, options={})
    host.ready(True)
    ushers.run(3 * PATIENCE_MS)
    assert host.table is not None
    assert three.guests[0].table.name == "Two"
