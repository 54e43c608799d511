"""What screens say of the others, at whole tables: every state that was seen wrong once."""

from __future__ import annotations

import pytest

from camelnet.protocol.wire.frames import Beat, Lobby, read_frame
from camelnet.session.api.facts import Need, OwnState, Presence, TableChanged, TableView
from camelnet.session.text import words
from tests.net.memory import MemoryTransport
from tests.session.conftest import MakeRoom
from tests.session.room import LOOKER, Guest, Room, watching


def seat_of(view: TableView, other: Guest) -> int:
    return [seat.key for seat in view.seats].index(other.key)


def sees(one: Guest, other: Guest) -> Presence:
    view = one.table
    return view.seats[seat_of(view, other)].presence


def seated(room: MakeRoom, *levels: str) -> Room:
    return room(*levels).seat_all(after_ms=2000)


def test_who_is_killed_and_asked_whether_to_resume_is_not_at_the_table(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    one, other, _third = table.guests
    table.kill(1)
    table.run(1000)
    assert sees(one, other) is Presence.CONNECTING
    table.restart(1, resume=False)
    table.run(3000)
    assert sees(one, table.guests[1]) is Presence.AWAY
    table.run(60_000)
    assert sees(one, table.guests[1]) is Presence.AWAY
    table.guests[1].resume()
    table.run(2000)
    assert sees(one, table.guests[1]) is Presence.HERE


def test_who_leaves_by_the_menu_or_closes_the_app_has_left(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    one, other, third = table.guests
    other.peer.stand()
    table.run(1500)
    assert sees(one, other) is Presence.LEFT
    assert sees(third, other) is Presence.LEFT
    table.quit(2)
    table.run(500)
    assert sees(one, third) is Presence.LEFT
    table.run(30_000)
    assert [sees(one, each) for each in (other, third)] == [Presence.LEFT, Presence.LEFT]
    assert one.table.own is OwnState.ONLINE, "they said so themselves"
    table.restart(2, resume=False)
    table.run(3000)
    assert sees(one, table.guests[2]) is Presence.AWAY


def test_my_own_cable_is_told_as_mine_and_nobody_is_asked_about_the_others(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    me = table.guests[0]
    table.unplug(0)
    table.run(10_000)
    assert me.table.own is OwnState.OFFLINE
    assert words.waiting(me.table) == ["Your laptop has no network. Nothing is lost."]
    assert (me.table.membership_votes.removable, me.table.membership_votes.apart) == ((), ())
    assert not any(seat.presence.missed for seat in me.table.seats), "I am cut off, not they"
    for other in table.guests[1:]:
        assert sees(other, me) is Presence.SILENT
        assert other.table.own is OwnState.ONLINE
    table.plug_in(0)
    table.run(300)
    assert me.table.own is OwnState.ONLINE
    assert sees(me, table.guests[1]) in (Presence.CONNECTING, Presence.HERE), "no alarm"
    table.run(3000)
    assert [sees(me, other) for other in table.guests[1:]] == [Presence.HERE, Presence.HERE]


def test_who_hears_nobody_reads_so_and_is_offered_to_go_on_alone_only_later(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    me = table.guests[0]
    table.unplug(0, seen=False)
    table.run(10_000)
    assert me.table.own is OwnState.ALONE
    assert me.table.membership_votes.apart == ()
    table.run(70_000)
    assert me.table.own is OwnState.ALONE
    assert me.table.membership_votes.apart == (me.table.me,)


def test_a_resume_alarms_nobody_before_anybody_could_have_come(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    table.kill(0)
    table.kill(1)
    table.restart(0)
    me = table.guests[0]
    seen = set()
    for _ in range(20):
        table.run(200)
        seen.add(sees(me, table.guests[2]))
    assert seen == {Presence.CONNECTING, Presence.HERE}
    assert sees(me, table.guests[1]) is Presence.CONNECTING


@pytest.mark.slow
def test_after_sleep_my_laptop_was_away_and_not_the_others(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    table.sleep(0)
    table.run(26_000)
    table.wake(0)
    table.run(400)
    me = table.guests[0]
    assert "Your laptop was away for 0:26." in me.notices()
    assert not any(seat.presence.missed for seat in me.table.seats)


@pytest.mark.slow
def test_who_is_out_reads_for_how_long_it_was_away_and_until_when_a_ghost_moves(
    room: MakeRoom,
) -> None:
    table = seated(room, "", "", "")
    me, *others = table.guests
    table.sleep(0)
    table.run(10_000)
    for other in others:
        other.peer.go_on_without(seat_of(other.table, me))
    table.run_until(lambda: all(sees(other, me).ghost for other in others), 30_000)
    table.wake(0)
    told: list[str] = []

    def out() -> bool:
        view = me.table
        if view.membership_votes.i_am_out:
            told.append(words.out(view))
        return bool(told)

    table.run_until(out, 30_000)
    assert told[0].startswith("Your laptop was away for 0:1")
    assert "A ghost moves for you until" in told[0]


def test_a_ghost_that_left_is_not_coming_back_and_one_that_asks_is(room: MakeRoom) -> None:
    table = seated(room, "", "", "")
    one, other, third = table.guests
    other.peer.stand()
    table.run(1500)
    for each in (one, third):
        each.peer.go_on_without(seat_of(each.table, other))
    table.run_until(lambda: sees(one, other).ghost, 30_000)
    table.run(5000)
    assert sees(one, other) is Presence.GHOST
    other.resume()
    seen: list[Presence] = []

    def back() -> bool:
        seen.append(sees(one, other))
        return seen[-1] is Presence.HERE

    table.run_until(back, 60_000)
    assert Presence.RETURNING in seen


def test_who_looks_on_reads_that_the_table_waits_for_who_is_missed(room: MakeRoom) -> None:
    table = room("", "", "", LOOKER).seat_first(3)
    looker = table.guests[3]
    watching(table, looker)
    table.run(2000)
    view = looker.table
    gone = next(guest for guest in table.guests[:3] if seat_of(view, guest) != view.waiting[0].seat)
    gone.peer.stand()
    table.run(2000)
    view = looker.table
    assert [item.need for item in view.waiting if item.seat == seat_of(view, gone)] == [Need.ACK]
    assert any(line.startswith(f"{gone.peer.name} left.") for line in words.waiting(view))


def test_a_person_whose_computer_owes_a_part_catches_up_and_can_be_gone_on_without(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(room, "", "", "")
    owing = next(guest for guest in table.guests if guest.table.position.turn != guest.table.me)
    one = next(guest for guest in table.guests if guest is not owing)
    send = table.network._send

    def withheld(sender: MemoryTransport, key: bytes, payload: bytes) -> bool:
        mute = sender.key == owing.key and not isinstance(read_frame(payload), Lobby | Beat)
        return mute or send(sender, key, payload)

    monkeypatch.setattr(table.network, "_send", withheld)
    table.play_on()
    table.run(6000)
    seat = one.table.seats[seat_of(one.table, owing)]
    (line,) = words.waiting(one.table)
    assert line == f"{seat.name}'s laptop is catching up. Continue without {seat.name}?"
    monkeypatch.undo()
    table.run(5000)
    assert not one.table.seats[seat_of(one.table, owing)].catching_up


def test_a_table_that_starts_says_of_nobody_that_it_is_connecting(room: MakeRoom) -> None:
    table = room("", "", "").seat_all()
    states = {
        seat.presence
        for guest in table.guests
        for fact in guest.facts
        if isinstance(fact, TableChanged)
        for seat in fact.table.seats
    }
    assert states == {Presence.HERE}


@pytest.mark.slow
def test_what_comes_and_goes_stands_in_the_log_once(room: MakeRoom) -> None:
    table = seated(room, "", "", "", "")
    me, other, third, _fourth = table.guests
    before = me.table
    told: list[str] = []

    def follow(ms: int) -> None:
        nonlocal before
        for _ in range(ms // 200):
            table.run(200)
            view = me.table
            told.extend(words.news(before, view))
            before = view

    other.peer.stand()
    follow(4000)
    other.resume()
    follow(5000)
    table.sleep(2)
    follow(10_000)
    table.wake(2)
    follow(5000)
    one, two = other.peer.name, third.peer.name
    assert told == [f"{one} left.", f"{one} is back.", f"{two} is silent.", f"{two} is back."]


def test_a_vote_of_programs_about_a_bot_asks_nobody(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy").seat_all(after_ms=2000)
    me = table.guests[0]
    table.sleep(3)
    gone = seat_of(me.table, table.guests[3])
    shown = []

    def replaced() -> bool:
        table.play_on()
        shown.extend(vote for vote in me.table.membership_votes.votes if vote.leaving)
        return me.table.seats[gone].ghost

    table.run_until(replaced, 120_000)
    assert shown == []
