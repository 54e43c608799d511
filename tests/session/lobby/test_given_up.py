"""Games that a chair gives up: only one of this very table, by who sits in it, counts; whoever
names another keeps nobody from starting, and is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.start.genesis import rematch
from camelnet.protocol.wire.bodies import (
    Chair,
    GenesisBody,
    TableBody,
    body_bytes,
    game_id,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import Genesis
from tests.session.conftest import MakeRoom
from tests.session.lobby.test_starts import signed_by_all
from tests.session.mallory import Mallory
from tests.session.room import Guest, Room

NAMED = "gives up a game that is not one of this table"


def named(guest: Guest, name: str) -> int:
    return sum(text.startswith(name) and NAMED in text for text in guest.notices())


def after_a_game(room: MakeRoom, *more: str) -> tuple[Room, bytes]:
    """Peers 0 and 1 have played a game, whose id everybody knows, and have left its table."""
    house = room("greedy", "greedy", *more).seat_first(2)
    house.run_until(lambda: all(guest.peer.finished for guest in house.guests[:2]))
    game = house.guests[0].seat.game_start.id
    for guest in house.guests[:2]:
        guest.peer.stand()
    house.run(1000)
    return house, game


@pytest.mark.parametrize("others", [1, 2])
def test_who_gives_up_a_game_of_others_is_passed_over_and_named_by_all(
    room: MakeRoom, others: int
) -> None:
    """`others`: the seat of the one of two honest peers who knows nothing of that game, or none."""
    house, game = after_a_game(room, "", "")
    one = house.guests[0]
    two, late = house.guests[others], house.guests[3]
    table = house.open(3)
    house.sit(two, ms=0)
    mallory = Mallory.met(house)
    mine = replace(mallory.chair(table, 2), given_up=(bytes(32), game))
    house.ready(one, two)
    for _ in range(20):
        mallory.send_all(mallory.record(mine))
        mallory.linger(house, 1000)
    for guest in (one, two):
        assert named(guest, "Mallory") == 1
        assert guest.lobby.table is not None
        assert guest.lobby.table.free == 1
        assert not any("hasn't signed" in text for text in guest.notices())
    house.sit(late, ms=0)
    late.peer.ready(True)
    house.until_playing(one, two, late)


@pytest.mark.slow
def test_a_player_of_the_last_game_does_not_block_the_next_by_giving_it_up(room: MakeRoom) -> None:
    house = room("greedy", "greedy", "greedy").seat_first(3)
    house.run_until(lambda: all(guest.peer.finished for guest in house.guests))
    *honest, liar = house.guests
    start = liar.seat.game_start
    again = body_bytes(rematch(start))
    lobby = liar.peer.parts.lobby
    sit = lobby.sit

    def lying(table: bytes, seat: int, *, ready: bool) -> None:
        sit(table, seat, ready=ready)
        chair = lobby.mine.chair
        assert chair is not None
        lobby._set(replace(lobby.mine, chair=replace(chair, given_up=(start.id,))))

    lobby.sit = lying  # type: ignore[method-assign]
    for guest in house.guests:
        guest.peer.again()
    house.run(5000)
    assert [named(guest, liar.peer.name) for guest in honest] == [1, 1]
    for guest in honest:
        (offer,) = [item for item in guest.lobby.tables if item.id == table_id(again)]
        assert offer.seats[2].key is None


def test_a_chair_lists_the_starts_of_its_own_table_only(room: MakeRoom) -> None:
    house = room("", "")
    one, two = house.guests
    body = house.open(3)
    house.sit(two, ms=0)
    mallory = Mallory.met(house)
    house.ready()
    genesis = signed_by_all(house, mallory, mallory.chair(body, 2), tell=house.guests)
    mallory.linger(house, 8000)  # it opens nothing
    lists = [_chair(guest).given_up for guest in house.guests]
    assert all(len(given_up) == 1 for given_up in lists)
    other = body_bytes(replace(read_body(TableBody, body), salt=bytes(16)))
    one.peer._sit(other, 0)
    assert _chair(one).given_up == ()
    one.peer._sit(body, 0)
    assert _chair(one).given_up == lists[0]
    assert read_body(GenesisBody, genesis).seats[0].key == one.key


def test_a_genesis_shown_of_a_game_that_nobody_gives_up_changes_nothing(room: MakeRoom) -> None:
    house, _game = after_a_game(room, "")
    start = house.guests[2]
    house.open(2)
    house.sit(start)
    mallory = Mallory.met(house)
    frame = house.guests[0].peer.parts.games._past[0].game_start.frame()
    mallory.send_all(replace(frame, nonces=()))
    house.run(2000)
    assert house.guests[0].lobby.tables[0].free == 0
    assert not start.peer.parts.starts._shown


def test_what_shows_a_false_list_begins_nothing(room: MakeRoom) -> None:
    """Whoever shows a game sends neither nonces nor its word: nobody can begin it by that."""
    house, game = after_a_game(room, "")
    late = house.guests[2]
    table = house.open(4)
    house.sit(late, ms=0)
    liar, other = Mallory(house), Mallory(house, 78, "Malvin")
    house.run(1500)
    late.peer.ready(True)
    for seat, (each, given_up) in enumerate(((liar, (game,)), (other, ())), start=2):
        chair = replace(each.chair(table, seat), given_up=given_up)
        each.send_all(each.record(chair))
        each.linger(house, 1000)
    liar.linger(house, 2000)
    heard = [frame for frame in other.heard if isinstance(frame, Genesis)]
    shown = [frame for frame in heard if game_id(frame.body) == game]
    assert shown
    assert not any(frame.nonces or frame.begun for frame in shown)
    assert named(late, "Mallory") == 1


def _chair(guest: Guest) -> Chair:
    chair = guest.peer.parts.lobby.mine.chair
    assert chair is not None
    return chair
