"""Spectators: everything public and nothing else, from any seat, without a vote in the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.wire.bodies import table_id
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    Beat,
    Certified,
    Chat,
    Frame,
    Genesis,
    Hello,
    Lobby,
    Peers,
    SyncReply,
    frame_bytes,
    read_frame,
)
from camelnet.record.record import read_record
from camelnet.session.api.facts import LuckShown, Phase, Presence, TableLeft
from tests.protocol.toy import signer
from tests.session.conftest import MakeRoom
from tests.session.mallory import tamper, whole_genesis
from tests.session.room import LOOKER, Guest, Room, watching


def looked_on(room: MakeRoom, *levels: str, seed: int = 0) -> tuple[Room, Guest]:
    """A table at which all sit but the last, who looks on."""
    table = room(*levels, seed=seed).seat_first(len(levels) - 1)
    watching(table, table.guests[-1])
    return table, table.guests[-1]


def caught_up(looker: Guest, seat: Guest) -> bool:
    return looker.table.index == seat.table.index


def end(table: Room, seat: Guest) -> None:
    """All who sit there play to the end, and who looks on has seen what `seat` has."""
    table.play_to_the_end(*table.guests[:-1])
    table.run_until(lambda: caught_up(table.guests[-1], seat))


def instead(liar: Guest, to: Guest, change: Callable[[Frame], Frame]) -> None:
    """Let a seat send somebody what `change` makes of each frame."""

    def changed(key: bytes, payload: bytes) -> bytes:
        return frame_bytes(change(read_frame(payload))) if key == to.key else payload

    tamper(liar, changed)


@pytest.mark.slow
def test_who_looks_on_sees_every_step_to_the_end_and_no_faces(room: MakeRoom) -> None:
    table, looker = looked_on(room, "greedy", "greedy", "")
    seat = table.guests[0]
    assert looker.table.me is None
    assert looker.table.faces == ""
    assert looker.table.code == seat.table.code
    end(table, seat)
    assert looker.table.phase is Phase.OVER
    assert looker.table.position == seat.table.position
    assert looker.table.verdict == seat.table.verdict
    assert looker.table.verdict.complete
    told = [(step.index, step.seat, step.notation) for step in looker.steps()]
    assert told == [(step.index, step.seat, step.notation) for step in seat.steps()]
    assert not looker.records.exists(), "what is looked at is not recorded"
    assert looker.lobby.resumable == ()


@pytest.mark.slow
def test_what_was_before_is_caught_up_and_what_follows_is_shown(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "").seat_first(2)
    table.run_until(lambda: table.guests[0].table.index > 30)
    looker = table.guests[2]
    watching(table, looker)
    table.run_until(lambda: looker.table.index > 30)
    assert all(step.replayed for step in looker.steps() if step.index < 25)
    end(table, table.guests[0])
    assert not looker.steps()[-1].replayed


@pytest.mark.slow
def test_each_line_of_the_record_is_sent_once_to_who_looks_on_and_nothing_else(
    room: MakeRoom,
) -> None:
    table = room("greedy", "", "greedy", "").seat_first(3)
    looker = table.guests[3]
    heard: list[Frame] = []

    def overheard(frame: Frame) -> Frame:
        heard.append(frame)
        return frame

    for guest in table.guests[:3]:
        instead(guest, looker, overheard)
    watching(table, looker)
    end(table, table.guests[0])
    assert {type(frame) for frame in heard} <= {Hello, Peers, Lobby, Beat, Chat, Genesis, SyncReply}
    (path,) = table.guests[0].records.iterdir()
    public = {encode(to_array(line)) for line in read_record(path) if not isinstance(line, Genesis)}
    lines = [line for frame in heard if isinstance(frame, SyncReply) for line in frame.lines]
    assert {encode(to_array(line)) for line in lines} <= public
    assert 0 < len(lines) < 1.2 * looker.table.index


@pytest.mark.slow
def test_a_table_is_followed_when_the_seat_that_tells_of_it_is_cut_off(room: MakeRoom) -> None:
    table, looker = looked_on(room, "greedy", "greedy", "greedy", "", seed=3)
    watched = looker.peer.parts.spectators.watched
    assert watched is not None
    source = next(guest for guest in table.guests[:3] if guest.key == watched._source)
    table.network.part([looker.key], [source.key])
    other = next(guest for guest in table.guests[:3] if guest is not source)
    end(table, other)
    assert looker.table.position == other.table.position


@pytest.mark.slow
def test_who_looks_on_can_have_any_die_proven(room: MakeRoom) -> None:
    table, looker = looked_on(room, "greedy", "greedy", "")
    end(table, table.guests[0])
    rolled = [step.index for step in looker.steps() if step.seat is None]
    looker.peer.show_luck(rolled[-1])
    table.guests[0].peer.show_luck(rolled[-1])
    proof = [fact for fact in looker.facts if isinstance(fact, LuckShown)][-1]
    assert proof.holds
    assert proof.seed == next(f for f in table.guests[0].facts if isinstance(f, LuckShown)).seed
    looker.peer.show_luck(10**6)
    assert looker.notices()[-1] == "No luck was drawn there."


@pytest.mark.slow
def test_who_looks_on_comes_back_after_a_sleep_and_has_missed_nothing(room: MakeRoom) -> None:
    table, looker = looked_on(room, "greedy", "greedy", "", seed=5)
    table.run(2000)
    table.sleep(2)
    table.run(15_000)
    table.wake(2)
    end(table, table.guests[0])
    notations = [(step.index, step.notation) for step in looker.steps()]
    assert notations == [(step.index, step.notation) for step in table.guests[0].steps()]


@pytest.mark.slow
def test_a_table_that_goes_on_without_somebody_is_followed_through_the_change(
    room: MakeRoom,
) -> None:
    table, looker = looked_on(room, "greedy", "greedy", "greedy", "greedy", "", seed=2)
    table.run_until(lambda: table.guests[0].table.phase is Phase.PLAY)
    table.kill(3)
    left = table.guests[:3]
    table.run_until(lambda: all(guest.seat.closed for guest in left))
    table.run_until(lambda: caught_up(looker, left[0]))
    assert looker.table.seats[3].ghost
    assert looker.table.seats[3].presence is Presence.GHOST
    assert looker.table.position == left[0].table.position


@pytest.mark.slow
def test_a_table_that_parts_is_followed_apart(room: MakeRoom) -> None:
    table, looker = looked_on(room, "", "", "greedy", "", seed=1)
    table.play_until(lambda: table.guests[0].table.index > 12)
    old = looker.table.game_id
    table.kill(1)
    table.run(8000)
    table.guests[0].peer.go_on_apart()
    left = [table.guests[0], table.guests[2]]

    table.play_until(lambda: all(guest.seat.closed for guest in left))
    table.run_until(lambda: caught_up(looker, left[0]))
    assert looker.table.game_id == left[0].table.game_id != old
    assert looker.table.position == left[0].table.position
    assert looker.table.phase is Phase.OVER


@pytest.mark.slow
def test_a_table_that_parts_twice_is_followed_through_both(room: MakeRoom) -> None:
    """Who looks on asks in the game between the two, in which nobody plays any more."""
    table, looker = looked_on(room, "", "", "greedy", "", seed=1)
    table.play_until(lambda: table.guests[0].table.index > 12)
    first = table.guests[0]
    for gone in (1, 2):
        before = first.table.game_id
        table.kill(gone)
        table.run(8000)
        first.peer.go_on_apart()
        table.run_until(lambda: first.table.game_id != before, 10_000)  # noqa: B023
        table.run_until(lambda: looker.table.game_id == first.table.game_id, 20_000)
        assert looker.table.games == first.table.games


@pytest.mark.slow
def test_a_table_does_not_wait_for_who_looks_on(room: MakeRoom) -> None:
    table, _looker = looked_on(room, "greedy", "greedy", LOOKER)
    table.kill(2)
    table.play_to_the_end(*table.guests[:2])
    table.guests[2:] = []
    table.agreed()


def test_when_nobody_of_the_table_is_there_any_more_it_says_so(room: MakeRoom) -> None:
    table, looker = looked_on(room, "", "greedy", "")
    table.kill(0)
    table.kill(1)
    table.run(15_000)
    assert str(looker.table.trouble) == "Nobody from this table is here now."
    looker.peer.stand()
    assert looker.peer.table_view() is None
    assert any(isinstance(fact, TableLeft) for fact in looker.facts)


@pytest.mark.slow
def test_who_looks_on_goes_along_when_they_play_again(room: MakeRoom) -> None:
    table, looker = looked_on(room, "greedy", "greedy", "")
    first = looker.table.game_id
    end(table, table.guests[0])
    assert looker.table.phase is Phase.OVER
    table.guests[1].peer.again()
    table.run(1000)
    assert looker.table.again == (table.guests[1].seat.seat,)
    table.guests[0].peer.again()

    def second() -> bool:
        view = looker.peer.table_view()
        return view is not None and view.game_id != first and view.index > 5

    table.run_until(second)
    assert looker.table.game_id == table.guests[0].seat.id


def with_lines(frame: Frame, **changes: object) -> Frame:
    """A reply all of whose entries say something else."""
    if not isinstance(frame, SyncReply):
        return frame
    return replace(
        frame,
        lines=tuple(
            replace(line, **changes) if isinstance(line, Certified) else line  # type: ignore[arg-type]
            for line in frame.lines
        ),
    )


@pytest.mark.slow
def test_a_seat_that_tells_lies_is_named_and_another_one_asked(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "", seed=9).seat_first(3)
    liar, looker = table.guests[0], table.guests[3]
    instead(liar, looker, lambda frame: with_lines(frame, signature=bytes(64)))
    watching(table, looker)
    end(table, table.guests[1])
    assert looker.table.position == table.guests[1].table.position
    assert any(text.startswith("Peer 0 sent") for text in looker.notices())


def test_luck_that_one_seat_withholds_another_one_shows(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "", seed=9).seat_first(3)
    liar, looker = table.guests[0], table.guests[3]
    withheld: list[Frame] = []

    def without_luck(frame: Frame) -> Frame:
        withheld.extend([frame] * isinstance(frame, SyncReply))
        return with_lines(frame, luck=NO_LUCK)

    instead(liar, looker, without_luck)
    watching(table, looker)
    end(table, table.guests[1])
    assert withheld
    assert looker.table.position == table.guests[1].table.position


@pytest.mark.slow
def test_a_founding_that_names_others_than_those_who_sit_there_is_not_followed(
    room: MakeRoom,
) -> None:
    table = room("greedy", "greedy", "greedy", "").seat_first(3)
    looker = table.guests[3]
    table.run_until(lambda: any(offer.watchable for offer in looker.lobby.tables))
    body = table.table_of(0)
    forged = whole_genesis(body, [signer(200 + number) for number in range(3)])
    for guest in table.guests[:3]:
        instead(guest, looker, lambda frame: forged if isinstance(frame, Genesis) else frame)
    looker.peer.watch(table_id(body))
    table.run(3000)
    assert looker.peer.table_view() is None


def test_who_resumes_a_game_of_its_own_looks_away(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy", seed=4).seat_first(2)
    person = table.guests[0]
    own = person.seat.id
    table.run(1000)
    person.peer.stand()
    table.guests[2].peer.open_table(name="Mirage", game="camelup", seats=2, options={})
    table.run(500)
    (where,) = [each.id for each in table.guests[3].lobby.tables if each.name == "Mirage"]
    table.guests[3].peer.sit(where)
    table.run_until(lambda: table.guests[3].peer.table is not None)
    table.run(200)
    person.peer.watch(where)
    table.run_until(lambda: person.peer.table_view() is not None)
    watched = person.table.game_id
    person.peer.resume(own)
    assert person.table.game_id == own
    assert [fact.game_id for fact in person.facts if isinstance(fact, TableLeft)][-1] == watched
    person.peer.stand()
    assert person.peer.table_view() is None
