"""People who come back late: to bots that wait, to bots that have gone, to a game that is over."""

from __future__ import annotations

import pytest

from camelnet.protocol.wire.frames import Head
from camelnet.protocol.wire.limits import HEADS_MAX
from camelnet.session.api.facts import Phase
from camelnet.session.peer.seating_policy import DESERTED_MS, LINGER_MS, MISSING_MS
from camelnet.session.table.verify import verify
from tests.sampling import only_full
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room
from tests.session.ushers import Ushers

LULL_MS = 1900  # a clock that jumps by 2 s has slept


def begun(room: MakeRoom, *levels: str, seed: int = 0, moves: int = 12) -> Room:
    table = room(*levels, seed=seed).seat_all()
    table.play(moves * 300, every_ms=300)
    return table


def without_the_sleeper(table: Room, sleeper: int) -> None:
    """The others, all of them people, go on without one that is asleep, to the end."""
    others = [guest for guest in table.guests if guest.number != sleeper]
    gone = table.guests[sleeper].seat.seat

    def over() -> bool:
        for guest in others:
            if gone in guest.table.membership_votes.removable:
                guest.peer.go_on_without(gone)
        table.play_on()
        return all(guest.peer.finished for guest in others)

    table.run_until(over, 3_000_000)


def ends_for(table: Room, guest: Guest, limit_ms: int = 20_000) -> None:
    table.run_until(lambda: guest.table.phase is Phase.OVER, limit_ms)


def put_away(guest: Guest) -> None:
    """As after some more games: the one that ended is in its journal only."""
    guest.peer.stand()
    for ended in guest.peer.parts.games._past:
        ended.leave()
    guest.peer.parts.games._past.clear()


@pytest.mark.slow
@only_full
def test_bots_go_to_the_lobby_after_ten_minutes_and_come_back_with_the_person(
    room: MakeRoom,
) -> None:
    table = begun(room, "", "greedy", "greedy")
    person, bots = table.guests[0], table.guests[1:]
    ushers = Ushers(table)
    game, index = person.seat.id, person.table.index
    table.kill(0)
    ushers.run(DESERTED_MS - 30_000, tick_ms=LULL_MS)
    assert all(bot.peer.table is not None for bot in bots), "they wait"
    ushers.run(60_000, tick_ms=LULL_MS)
    assert all(bot.peer.table is None and bot.lobby.table is None for bot in bots)
    assert [saved.game_id for saved in bots[0].lobby.resumable] == [game]
    table.restart(0)
    person = table.guests[0]
    assert person.table.index >= index - 1
    ushers.run_until(lambda: all(bot.peer.table is not None for bot in bots), 20_000)
    ushers.run_until(lambda: person.peer.finished)
    table.run(2000)
    assert person.table.membership_votes.epoch == 0, "nobody was voted out"
    assert all(seat.voter for seat in person.table.seats)
    verify(person.record_path())


@pytest.mark.slow
def test_a_bot_that_sits_with_another_person_does_not_run_away(room: MakeRoom) -> None:
    table = begun(room, "", "greedy", "", seed=2)
    bot, other = table.guests[1:]
    ushers = Ushers(table)
    table.kill(0)
    other.peer.stand()
    ushers.run(DESERTED_MS + 30_000, tick_ms=LULL_MS)
    other.peer.open_table(name="Well", game="camelup", seats=3, options={})
    ushers.run(3000)
    assert bot.lobby.table is not None
    assert bot.lobby.table.name == "Well"
    table.restart(0)
    ushers.run(10_000)
    assert bot.peer.table is None
    other.peer.stand()
    ushers.run_until(lambda: bot.peer.table is not None, 60_000)
    assert bot.seat.id == table.guests[0].seat.id


@pytest.mark.slow
def test_who_wakes_after_the_end_learns_how_it_ended(room: MakeRoom) -> None:
    table = begun(room, "", "", "", seed=3)
    sleeper = table.guests[2]
    table.sleep(2)
    without_the_sleeper(table, 2)
    for guest in table.guests[:2]:
        guest.peer.stand()
    table.run(30_000)
    table.wake(2)
    ends_for(table, sleeper)
    assert sleeper.table.membership_votes.apart == ()
    assert (
        sleeper.table.position.to_dict()
        == table.guests[0].peer.parts.games._past[0].position.to_dict()
    )
    verify(sleeper.record_path())


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.every(2)
def test_the_end_of_a_game_is_fetched_from_those_who_have_put_it_away(
    room: MakeRoom, restarted: bool
) -> None:
    table = begun(room, "", "", "", seed=4)
    sleeper = table.guests[2]
    table.sleep(2)
    without_the_sleeper(table, 2)
    table.run(1500)
    for number in (0, 1):
        if restarted:
            table.kill(number)
            table.restart(number, resume=False)
        else:
            put_away(table.guests[number])
    both = [guest.peer.parts.games for guest in table.guests[:2]]
    assert [guest.peer.parts.games.all() for guest in table.guests[:2]] == [[], []]
    game = sleeper.seat.id
    both[0]._archive.heard(b"stranger".ljust(32), (Head(game, 1, 0, 0),), (), table.now_ms)
    assert both[0].heads() == (), "not for somebody without a seat"
    table.wake(2)
    ends_for(table, sleeper)
    games = next(each for each in both if each.heads())
    assert [head.game for head in games.heads()] == [game]
    games._archive._games |= {bytes([n] * 32): games._archive._games[game] for n in range(9)}
    assert len(games.heads()) == HEADS_MAX, "more are not said in one heartbeat"
    verify(sleeper.record_path())
    table.run(40_000)
    assert games.heads() == (), "nobody lacks anything any more"


@pytest.mark.slow
def test_a_bot_that_plays_once_waits_at_the_end_for_a_person_who_is_away(room: MakeRoom) -> None:
    table = begun(room, "", "", "greedy", "", seed=5)
    sleeper, bot = table.guests[3], table.guests[2]
    ushers = Ushers(table, once=True)
    table.sleep(3)
    others = [guest for guest in table.guests if guest.number != 3]

    def over() -> bool:
        for guest in table.guests[:2]:
            if sleeper.seat.seat in guest.table.membership_votes.removable:
                guest.peer.go_on_without(sleeper.seat.seat)
        return all(guest.seat.closed for guest in others)

    ushers.run_until(over, 3_000_000)
    ushers.run(1500)
    for number in (0, 1):
        table.kill(number)
    ushers.run(MISSING_MS // 2, tick_ms=LULL_MS)
    assert ushers.done == set()
    table.wake(3)
    table.run(8000)
    ends_for(table, sleeper)
    ushers.run(3000)
    assert ushers.done == {bot.number}


@pytest.mark.slow
def test_a_bot_that_plays_once_waits_ten_minutes_at_most(room: MakeRoom) -> None:
    table = begun(room, "", "greedy", seed=6)
    ushers = Ushers(table, once=True)
    ushers.run_until(lambda: table.guests[1].seat.closed)
    table.network.crash(table.guests[0].key)
    table.guests[0].awake = False
    table.guests[1].seat.replica.presence._heads.clear()
    ushers.run(MISSING_MS - 10_000, tick_ms=LULL_MS)
    assert ushers.done == set()
    ushers.run(20_000, tick_ms=LULL_MS)
    assert ushers.done == {1}


@pytest.mark.slow
def test_bots_alone_do_not_wait_for_one_that_is_away(room: MakeRoom) -> None:
    table = begun(room, "greedy", "greedy", "greedy", "greedy", seed=7)
    ushers = Ushers(table, once=True)
    table.kill(3)
    ushers.run_until(lambda: all(guest.seat.closed for guest in table.guests[:3]))
    ushers.run(LINGER_MS + 1000)
    assert ushers.done == {0, 1, 2}


@pytest.mark.slow
def test_who_leaves_says_what_it_has_so_that_no_bot_waits_for_it(room: MakeRoom) -> None:
    table = begun(room, "", "greedy", seed=8)
    ushers = Ushers(table, once=True)
    person, bot = table.guests
    ushers.run_until(lambda: person.peer.finished)
    bot.seat.replica.presence._heads.clear()
    ushers.done.clear()
    person.peer.say_goodbye()
    table.run(100)
    assert bot.seat.replica.everybody_back_has_all


@pytest.mark.slow
def test_bots_wait_as_long_as_one_of_two_people_is_there(room: MakeRoom) -> None:
    table = begun(room, "", "", "greedy", seed=9)
    ushers, bot = Ushers(table), table.guests[2]
    table.sleep(0)
    ushers.run(DESERTED_MS + 30_000, tick_ms=LULL_MS)
    assert bot.peer.table is not None
    assert bot.table.membership_votes.votes == ()
    table.guests[1].peer.stand()
    ushers.run(DESERTED_MS + 30_000, tick_ms=LULL_MS)
    assert bot.peer.table is None
    table.wake(0)
    ushers.run_until(lambda: bot.peer.table is not None, 20_000)
    table.guests[1].resume()
    ushers.run_until(lambda: all(guest.peer.finished for guest in table.guests))
    assert table.guests[0].table.membership_votes.epoch == 0
