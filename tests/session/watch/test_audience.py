"""The seats' side of looking on: how many, how often, and what is refused in words."""

from __future__ import annotations

import pytest

from camelnet.protocol.wire.bodies import table_id
from camelnet.protocol.wire.frames import Genesis, SyncAsk, SyncReply, Watch
from camelnet.session.api.facts import Kind, TableLeft
from camelnet.session.watch.audience import SPECTATORS_MAX
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import LOOKER, Room, watching


def met(room: MakeRoom) -> tuple[Room, Mallory]:
    """A table that plays, and somebody who has not been told anything about it yet."""
    table = room("", "greedy", "").seat_first(2)
    mallory = Mallory.met(table)
    mallory.heard.clear()
    return table, mallory


@pytest.mark.slow
def test_a_table_has_room_for_so_many_lookers_and_says_so_to_the_next(room: MakeRoom) -> None:
    table = room("", "greedy", "").seat_first(2)
    looker = table.guests[2]
    where = table_id(table.table_of(0))
    crowd = [Mallory(table, 100 + number, name=f"M{number}") for number in range(SPECTATORS_MAX)]
    table.run(2000)
    for each in crowd:
        each.send_all(Watch(where, watching=True))
    table.run(500)
    assert all(any(isinstance(frame, Genesis) for frame in each.heard) for each in crowd)
    looker.peer.watch(where)
    table.run(3000)
    assert looker.notices()[-1] == "Too many people are already watching Oasis."
    assert looker.peer.table_view() is None
    table.run(8000)  # the crowd asks for nothing: its leases end
    watching(table, looker)


def crowded(table: Room, hosts: list[str]) -> list[Mallory]:
    """A table of which one has taken all places to watch, from these addresses, and goes on."""
    table.seat_first(2)
    number = range(100, 100 + SPECTATORS_MAX)
    crowd = [Mallory(table, n, f"M{n}", hosts[n % len(hosts)]) for n in number]
    table.run(2000)
    keep(table, crowd)
    return crowd


def keep(table: Room, crowd: list[Mallory]) -> None:
    """All of a crowd ask again, as one does who looks on."""
    game, where = table.guests[0].seat.id, table_id(table.table_of(0))
    for each in crowd:
        each.send_all(Watch(where, watching=True))
        each.send_all(SyncAsk(game, 1))
    table.run(700)


@pytest.mark.parametrize("hosts", [["192.0.2.1"], ["192.0.2.1", "192.0.2.2", "192.0.2.3"]])
def test_keys_of_few_laptops_do_not_hold_all_places_to_watch(
    room: MakeRoom, hosts: list[str]
) -> None:
    table = room("", "greedy", "")
    looker = table.guests[2]
    crowd = crowded(table, hosts)
    looker.peer.watch(table_id(table.table_of(0)))
    for _ in range(20):
        keep(table, crowd)
        table.play_on()
    assert looker.peer.table_view() is not None
    assert looker.table.index == table.guests[0].table.index
    gone = [each for each in crowd if any(_no_room(frame) for frame in each.heard)]
    assert gone, "who loses a place is told so"


@pytest.mark.slow
def test_who_has_played_with_us_gets_the_place_of_a_stranger_to_watch(room: MakeRoom) -> None:
    table = room("", "greedy", "", "")
    _, _, friend, unknown = table.guests
    crowd = crowded(table, [f"192.0.2.{number}" for number in range(SPECTATORS_MAX)])
    for guest in table.guests[:2]:
        guest.profile.remember("Peer 2", friend.key)
    for looker in (friend, unknown):
        looker.peer.watch(table_id(table.table_of(0)))
    for _ in range(6):
        keep(table, crowd)
    assert friend.peer.table_view() is not None
    assert unknown.peer.table_view() is None


def _no_room(frame: object) -> bool:
    return isinstance(frame, Watch) and not frame.watching


def test_who_looks_away_makes_room(room: MakeRoom) -> None:
    table = room("", "greedy", "", "").seat_first(2)
    for looker in table.guests[2:]:
        watching(table, looker)
    table.run(1000)

    def told() -> int:
        seats = [guest.peer.parts.spectators for guest in table.guests[:2]]
        return sum(seat._audience.count(table.now_ms) for seat in seats)

    assert told() == 2
    table.guests[2].peer.stand()
    table.run(500)
    assert told() == 1


def test_somebody_who_only_looks_on_gets_no_chair(room: MakeRoom) -> None:
    table = room("", LOOKER)
    table.open(2)
    looker = table.guests[1]
    assert str(looker.lobby.tables[0].trouble) == "You are only watching."
    looker.peer.sit(looker.lobby.tables[0].id)
    assert looker.notices()[-1] == "You are only watching."
    looker.peer.open_table(name="Mirage", game="camelup", seats=2, options={})
    table.run(1000)
    assert len(table.guests[0].lobby.tables) == 1
    assert table.guests[0].lobby.tables[0].free == 1
    assert [peer.kind for peer in table.guests[0].lobby.peers] == [Kind.SPECTATOR]


def test_a_table_that_cannot_be_watched_is_refused_in_words(room: MakeRoom) -> None:
    table = room("", "greedy", "")
    one, _, three = table.guests
    table.open(2)
    where = three.lobby.tables[0].id
    assert not three.lobby.tables[0].watchable
    three.peer.watch(where)
    assert three.notices()[-1] == "The game hasn't started yet; you can watch once it does."
    three.peer.watch(bytes(32))
    assert three.notices()[-1] == "That table is gone."
    one.peer.watch(where)
    assert one.notices()[-1] == "You are sitting at that table."
    table.sit(table.guests[1], ms=0)
    table.begin(one)
    one.peer.watch(where)
    assert one.notices()[-1] == "You are already at a table."
    assert three.peer.table_view() is None


def test_a_looker_who_sits_down_elsewhere_looks_away(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "", "").seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    table.guests[3].peer.open_table(name="Mirage", game="camelup", seats=2, options={})
    table.run(500)
    (open_one,) = [offer for offer in looker.lobby.tables if offer.name == "Mirage"]
    looker.peer.sit(open_one.id)
    assert looker.peer.table_view() is None
    assert any(isinstance(fact, TableLeft) for fact in looker.facts)
    table.begin(*table.guests[2:])
    assert looker.table.name == "Mirage"


def test_who_asks_without_pause_is_answered_with_pauses(room: MakeRoom) -> None:
    table, mallory = met(room)
    game = table.guests[0].seat.id
    for _ in range(100):
        mallory.send(table.guests[0].key, SyncAsk(game, 1))
        table.network.run_until(table.network.now + 0.01)
    table.run(400)
    assert 0 < sum(isinstance(frame, SyncReply) for frame in mallory.heard) <= 11


def test_who_comes_and_goes_without_pause_is_told_the_beginning_with_pauses(room: MakeRoom) -> None:
    table, mallory = met(room)
    where = table_id(table.table_of(0))
    for number in range(100):
        mallory.send(table.guests[0].key, Watch(where, watching=number % 2 == 0))
        table.network.run_until(table.network.now + 0.01)
    table.run(400)
    assert 0 < sum(isinstance(frame, Genesis) for frame in mallory.heard) <= 11


@pytest.mark.parametrize("index", [0, 10**6])
def test_an_index_that_is_not_in_the_log_is_answered_with_what_there_is(
    room: MakeRoom, index: int
) -> None:
    table, mallory = met(room)
    mallory.send(table.guests[0].key, SyncAsk(table.guests[0].seat.id, index))
    table.run(500)
    replies = [frame for frame in mallory.heard if isinstance(frame, SyncReply)]
    assert [bool(reply.lines) for reply in replies] == ([True] if index == 0 else [])
