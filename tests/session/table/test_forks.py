"""Going on by a person's decision: votes at a table of people, and playing on apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from camelnet.protocol.epoch import line_admission
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.wire.bodies import PartingBody, read_body
from camelnet.protocol.wire.frames import Apart, LogLine
from camelnet.session.api.facts import Need, Phase, Presence
from camelnet.session.api.verdict import Standing
from camelnet.session.table import seated_table
from camelnet.session.table.verify import verify
from camelnet.session.text import verdict_words, words
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room


def end(table: Room, guests: list[Guest]) -> None:
    """These play to the end; what every record of theirs proves is the same."""
    table.play_until(lambda: all(guest.seat.closed for guest in guests))
    table.run(2000)
    records = [path for guest in guests for path in guest.records.iterdir()]
    assert len({verify(path).scores for path in records}) == 1


def half_asleep(room: MakeRoom) -> Room:
    """Four people in a game; two of them have been away for long enough to be missed."""
    table = room("", "", "", "").seat_all()
    table.play(1500)
    table.sleep(2)
    table.sleep(3)
    table.run(8000)
    return table


@pytest.mark.slow
def test_people_are_never_given_up_without_a_vote_of_enough_people(room: MakeRoom) -> None:
    table = room("", "", "", "").seat_all()
    table.play(2000)
    table.kill(3)
    left = table.guests[:3]
    table.play(60_000)
    for guest in left:
        membership_votes = guest.table.membership_votes
        assert membership_votes.epoch == 0
        assert membership_votes.votes == ()
        assert guest.table.seats[3].presence is Presence.SILENT
        assert 3 in membership_votes.removable
    left[0].peer.go_on_without(3)
    left[1].peer.go_on_without(3)
    table.run(20_000)
    for guest in left:
        (vote,) = guest.table.membership_votes.votes
        assert (vote.seat, vote.leaving, vote.wanted_by, vote.needed) == (3, True, (0, 1), 3)
        assert guest.table.membership_votes.epoch == 0
    left[2].peer.go_on_without(3)
    table.run(5000)
    for guest in left:
        assert guest.table.membership_votes.epoch == 1
        assert guest.table.seats[3].ghost
        assert any("continues without Peer 3" in text for text in guest.notices())
    end(table, left)


@pytest.mark.slow
def test_a_vote_can_be_taken_back(room: MakeRoom) -> None:
    table = room("", "", "").seat_all()
    table.play(1000)
    table.sleep(2)
    table.run(8000)
    table.guests[0].peer.go_on_without(2)
    table.run(1500)
    assert table.guests[1].table.membership_votes.votes[0].wanted_by == (0,)
    table.guests[0].peer.go_on_without(2, wanted=False)
    table.run(1500)
    assert table.guests[1].table.membership_votes.votes == ()
    table.guests[1].peer.go_on_without(2)
    table.run(4000)
    assert table.guests[1].table.membership_votes.epoch == 0
    table.wake(2)
    end(table, table.guests)


@pytest.mark.slow
def test_who_was_given_up_comes_back_to_its_seat(room: MakeRoom) -> None:
    table = room("", "", "").seat_all()
    table.play(1500)
    table.kill(1)
    table.run(7000)
    left = [table.guests[0], table.guests[2]]
    for guest in left:
        guest.peer.go_on_without(1)
    table.play(6000)
    assert left[0].table.seats[1].ghost
    table.restart(1)
    table.run_until(lambda: not left[0].table.seats[1].ghost)
    table.run(2000)
    back = table.guests[1]
    assert not back.table.membership_votes.i_am_out
    assert back.table.membership_votes.epoch == left[0].table.membership_votes.epoch == 2
    end(table, table.guests)
    verdict = back.table.verdict
    assert verdict.complete
    assert [(part.left, part.returned) for part in verdict.segments] == [
        ((), ()),
        ((1,), ()),
        ((), (1,)),
    ]
    assert verdict.to_the_end == (0, 1, 2), "it vouches for what was played without it"


@pytest.mark.slow
@pytest.mark.parametrize("crash", [False, True])
def test_one_of_two_people_plays_on_apart_with_the_bot(room: MakeRoom, crash: bool) -> None:
    table = room("", "", "greedy").seat_all()
    table.play(2000)
    old = table.guests[0].table.game_id
    table.kill(1)
    left = [table.guests[0], table.guests[2]]
    assert table.guests[0].table.membership_votes.apart == ()
    table.run(8000)
    assert table.guests[0].table.membership_votes.apart == (0, 2)
    assert table.guests[0].table.membership_votes.removable == (2,)
    table.guests[0].peer.go_on_apart()
    table.run(3000)
    if crash:
        table.kill(0)
        table.run(1000)
        table.restart(0)
        left[0] = table.guests[0]
        table.run(8000)
    for guest in left:
        assert guest.table.games == (old, guest.table.game_id)
        assert guest.table.game_id != old
        assert guest.seat.log.membership.scheme is Scheme.REVEAL
        assert guest.table.seats[1].ghost
        assert guest.table.verdict.standing is Standing.APART
    assert any("another game" in text for text in left[1].notices())
    end(table, left)
    (path,) = left[0].records.iterdir()
    verdict = verify(path)
    assert verdict == left[0].table.verdict
    assert verdict.parted is not None
    assert verdict.parted.signed_by == (0, 2)
    assert verdict.vouched_to == verdict.parted.first - 1
    told = " ".join(verdict_words.sentences(verdict))
    assert "only Peer 0 and Peer 2 say so" in told
    assert "whoever runs them all can have any luck" in told
    assert set(left[0].seat.position.to_dict()["slots"][1]) <= {"-", "?"}


@pytest.mark.slow
def test_after_a_resume_all_steps_are_of_the_table_on_the_screen(room: MakeRoom) -> None:
    """Also those of before its forks, which have the ids of that time."""
    table = room("", "", "greedy", seed=1).seat_all()
    first = table.guests[0]
    table.play_until(lambda: first.table.index > 12)
    for gone in (1, 2):
        before = first.table
        table.kill(gone)
        table.run(8000)
        first.peer.go_on_apart()
        table.run_until(lambda: first.table.game_id != before.game_id, 10_000)  # noqa: B023
        assert words.goes_on(before, first.table)
        assert not words.goes_on(first.table, before)
        index = first.table.index
        table.play_until(lambda: first.table.index > index + 3)  # noqa: B023
    steps = first.steps()
    assert len({step.game_id for step in steps}) == 3
    table.kill(0)
    table.restart(0, resume=False)
    back = table.guests[0]
    back.facts.clear()
    back.resume()
    table.run(1000)
    assert [step.game_id for step in back.steps()] == [step.game_id for step in steps]
    assert {step.game_id for step in back.steps()} == set(back.table.games)


@pytest.mark.slow
def test_nobody_plays_on_apart_before_all_present_have_asked(room: MakeRoom) -> None:
    table = half_asleep(room)
    first, second = table.guests[:2]
    assert first.table.membership_votes.apart == (0, 1)
    first.peer.go_on_apart()
    table.run(5000)
    assert second.table.membership_votes.apart_asked == (0,)
    assert first.table.membership_votes.epoch == 0
    table.wake(2)
    table.wake(3)
    end(table, table.guests)
    assert first.table.game_id == second.table.game_id


def told_while(table: Room, guests: list[Guest], done: Callable[[], bool]) -> list[list[str]]:
    """What each screen's log tells until something is so."""
    before = [guest.table for guest in guests]
    told: list[list[str]] = [[] for _guest in guests]

    def look() -> bool:
        for number, guest in enumerate(guests):
            told[number] += words.news(before[number], guest.table)
            before[number] = guest.table
        return done()

    table.play_until(look, 60_000)
    return told


@pytest.mark.slow
def test_all_screens_say_that_the_game_goes_on_together(room: MakeRoom) -> None:
    """One had asked to play on apart; those who were missing are back first."""
    table = half_asleep(room)
    two = table.guests[:2]
    two[0].peer.go_on_apart()
    table.run(5000)
    table.wake(2)
    table.wake(3)
    told = told_while(
        table, two, lambda: not any(g.table.membership_votes.apart_asked for g in two)
    )
    assert [lines.count("The game goes on together.") for lines in told] == [1, 1]


@pytest.mark.slow
def test_who_had_signed_a_fork_is_told_when_all_have_given_it_up(room: MakeRoom) -> None:
    """Its partner was restarted, has forgotten that it had asked, and the missing are back."""
    table = half_asleep(room)
    first = table.guests[0]
    partings = first.seat.replica.fork_requests
    partings.ask((0, 1))
    partings.receive(Apart(partings.retransmissions()[0].body, 1, b""), 1)
    assert first.seat.log.epoch.leaving
    table.network.run_until(table.network.now + 0.001)
    assert first.table.membership_votes.apart_asked == (0, 1)
    table.wake(2)
    table.wake(3)
    (told,) = told_while(table, [first], lambda: not first.seat.log.epoch.leaving)
    (later,) = told_while(table, [first], lambda: first.table.membership_votes.apart_asked == ())
    assert [*told, *later].count("The game goes on together.") == 1


@pytest.mark.slow
def test_a_request_that_is_taken_back_is_no_news_of_that_kind(room: MakeRoom) -> None:
    view = half_asleep(room).guests[0].table
    asked = replace(view.membership_votes, apart_asked=(1,))
    before = replace(view, membership_votes=asked)
    assert view.membership_votes.apart
    assert "The game goes on together." not in words.news(before, view)


def test_a_table_that_can_vote_does_not_part(room: MakeRoom) -> None:
    table = room("", "", "").seat_all()
    table.play(1000)
    table.sleep(2)
    table.run(8000)
    table.guests[0].peer.go_on_apart()
    table.run(2000)
    assert "continue together" in table.guests[0].notices()[-1]
    assert table.guests[0].table.waiting[0].need in (Need.ACK, Need.LUCK, Need.MOVE)
    assert table.guests[0].table.membership_votes.apart_asked == ()


@pytest.mark.slow
def test_bots_go_on_without_the_one_whose_position_differs(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "greedy", seed=2).seat_all(after_ms=1000)
    odd = table.guests[3]
    odd.go_astray()
    others = table.guests[:3]
    table.run_until(lambda: all(guest.table.seats[3].ghost for guest in others), 120_000)
    end(table, others)
    assert others[0].table.membership_votes.epoch == 1
    assert odd.table.phase is Phase.STOPPED


@pytest.mark.slow
def test_a_lost_player_comes_back_while_the_others_play_fast(room: MakeRoom) -> None:
    table = room("random", "random", "random", "random", seed=4).seat_all(after_ms=700)
    table.kill(2)
    left = [table.guests[0], table.guests[1], table.guests[3]]
    table.run_until(lambda: left[0].table.seats[2].ghost)
    table.restart(2)
    table.run_until(lambda: not left[0].table.seats[2].ghost or left[0].seat.closed)
    assert not left[0].table.seats[2].ghost


@pytest.mark.slow
def test_who_signed_a_parting_and_missed_its_end_learns_of_it(room: MakeRoom) -> None:
    table = half_asleep(room)
    first, second = table.guests[:2]
    old = first.table.game_id
    first.peer.go_on_apart()
    second.peer.go_on_apart()
    while first.table.game_id == second.table.game_id == old:
        table.network.run_until(table.network.now + 0.001)
    late = 1 if second.table.game_id == old else 0  # it has signed, and not heard of the other's
    assert table.guests[late].seat.log.epoch.leaving
    table.kill(late)
    table.run(1000)
    table.restart(late)
    table.run_until(lambda: table.guests[late].table.game_id != old, 20_000)
    assert table.guests[0].table.game_id == table.guests[1].table.game_id
    table.wake(2)
    table.wake(3)
    table.run(3000)
    assert table.guests[2].table.game_id == table.guests[3].table.game_id == old
    end(table, table.guests[:2])


@pytest.mark.slow
def test_who_has_signed_a_parting_gives_no_luck_while_its_journal_is_read(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fork draws again what was open when it was signed."""
    table = half_asleep(room)
    seat = table.guests[0].seat
    partings = seat.replica.fork_requests
    partings.ask((0, 1))
    partings.receive(Apart(partings.retransmissions()[0].body, 1, b""), 1)
    assert seat.log.epoch.leaving
    gave = []

    def admit(log: Log, line: LogLine) -> None:
        gave.append(log.epoch.gives_luck)
        line_admission.admit(log, line)

    monkeypatch.setattr(seated_table, "admit", admit)
    table.kill(0)
    table.restart(0)
    assert table.guests[0].seat.log.epoch.leaving
    assert gave == [False] * (seat.log.index - 1)


@pytest.mark.slow
def test_whoever_has_signed_a_parting_finishes_nothing_in_the_old_game(room: MakeRoom) -> None:
    table = half_asleep(room)
    seat = table.guests[0].seat
    partings = seat.replica.fork_requests
    partings.ask((0, 1))
    partings.receive(Apart(partings.retransmissions()[0].body, 1, b""), 1)
    index, old = seat.log.index, seat.log.game
    assert seat.log.epoch.leaving
    assert seat.log.voter is None
    partings.ask((0, 1, 2))
    assert read_body(PartingBody, partings.retransmissions()[0].body).who == (0, 1)
    table.wake(2)
    table.wake(3)
    table.run(5000)
    assert (seat.log.index, seat.log.game) == (index, old)
    partings.ask((0,))  # should the other be gone, too: fewer is what may still be signed
    assert seat.log.game != old
    assert seat.log.voters == (0,)
