"""Spectators: everything public and nothing else, from any seat, without a vote in the game."""

from __future__ import annotations

from dataclasses import replace

from camelnet import rules
from camelnet.net.mesh import Mesh
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.wire.bodies import GenesisBody, SeatBody, body_bytes, table_id
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    Beat,
    Certified,
    Chat,
    Frame,
    Genesis,
    Hello,
    Lobby,
    LogLine,
    Peers,
    SyncReply,
    frame_bytes,
    read_frame,
)
from camelnet.record.record import read_record
from camelnet.session.api.facts import LuckShown, Phase, Presence, TableLeft
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import LOOKER, Guest, Room, watching


def overhear(mesh: Mesh, heard: list[Frame], to: bytes) -> None:
    """Note every frame that goes to the peer `to` over this mesh."""
    honest = mesh.send

    def both(key: bytes, payload: bytes) -> bool:
        if key == to:
            heard.append(read_frame(payload))
        return honest(key, payload)

    mesh.send = both  # type: ignore[method-assign]


def finished(table: Room, seats: int) -> bool:
    table.play_on()
    return all(guest.peer.finished for guest in table.guests[:seats])


def caught_up(looker: Guest, seat: Guest) -> bool:
    return looker.table.index == seat.table.index


def test_who_looks_on_sees_every_step_to_the_end_and_no_faces(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "")
    table.seat_first(2)
    seat, looker = table.guests[0], table.guests[2]
    watching(table, looker)
    assert looker.table.me is None
    assert looker.table.faces == ""
    assert looker.table.code == seat.table.code
    table.run_until(lambda: finished(table, 2))
    table.run_until(lambda: caught_up(looker, seat))
    assert looker.table.phase is Phase.OVER
    assert looker.table.position == seat.table.position
    assert looker.table.verdict == seat.table.verdict
    assert looker.table.verdict.complete
    told = [(step.index, step.seat, step.notation) for step in looker.steps()]
    assert told == [(step.index, step.seat, step.notation) for step in seat.steps()]
    assert not looker.records.exists(), "what is looked at is not recorded"
    assert looker.lobby.resumable == ()


def test_what_was_before_is_caught_up_and_what_follows_is_shown(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "")
    table.seat_first(2)
    table.run_until(lambda: table.guests[0].table.index > 30)
    looker = table.guests[2]
    watching(table, looker)
    table.run_until(lambda: looker.table.index > 30)
    assert all(step.replayed for step in looker.steps() if step.index < 25)
    table.run_until(lambda: finished(table, 2))
    table.run_until(lambda: caught_up(looker, table.guests[0]))
    assert not looker.steps()[-1].replayed


def test_nothing_but_lines_of_the_record_is_sent_to_who_looks_on(room: MakeRoom) -> None:
    table = room("greedy", "", "greedy", "")
    table.seat_first(3)
    looker = table.guests[3]
    heard: list[Frame] = []
    for guest in table.guests[:3]:
        overhear(guest.peer.parts.mesh, heard, looker.key)
    watching(table, looker)
    table.run_until(lambda: finished(table, 3))
    table.run_until(lambda: caught_up(looker, table.guests[0]))
    assert {type(frame) for frame in heard} <= {Hello, Peers, Lobby, Beat, Chat, Genesis, SyncReply}
    (path,) = table.guests[0].records.iterdir()
    public = {encode(to_array(line)) for line in read_record(path) if not isinstance(line, Genesis)}
    lines = [line for frame in heard if isinstance(frame, SyncReply) for line in frame.lines]
    assert lines
    assert {encode(to_array(line)) for line in lines} <= public


def test_each_new_line_goes_to_who_looks_on_once(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "")
    table.seat_first(2)
    looker = table.guests[2]
    heard: list[Frame] = []
    for guest in table.guests[:2]:
        overhear(guest.peer.parts.mesh, heard, looker.key)
    watching(table, looker)
    table.run_until(lambda: finished(table, 2))
    table.run_until(lambda: caught_up(looker, table.guests[0]))
    lines = [line for frame in heard if isinstance(frame, SyncReply) for line in frame.lines]
    assert len(lines) < 1.2 * looker.table.index


def test_a_table_is_followed_when_the_seat_that_tells_of_it_is_cut_off(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "", seed=3)
    table.seat_first(3)
    looker = table.guests[3]
    watching(table, looker)
    watched = looker.peer.parts.spectators.watched
    assert watched is not None
    source = next(guest for guest in table.guests[:3] if guest.key == watched._source)
    table.network.part([looker.key], [source.key])
    table.run_until(lambda: finished(table, 3))
    other = next(guest for guest in table.guests[:3] if guest is not source)
    table.run_until(lambda: caught_up(looker, other))
    assert looker.table.position == other.table.position


def test_who_looks_on_can_have_any_die_proven(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "")
    table.seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    table.run_until(lambda: finished(table, 2))
    table.run_until(lambda: caught_up(looker, table.guests[0]))
    rolled = [step.index for step in looker.steps() if step.seat is None]
    looker.peer.show_luck(rolled[-1])
    table.guests[0].peer.show_luck(rolled[-1])
    proof = [fact for fact in looker.facts if isinstance(fact, LuckShown)][-1]
    assert proof.holds
    assert proof.seed == next(f for f in table.guests[0].facts if isinstance(f, LuckShown)).seed
    looker.peer.show_luck(10**6)
    assert looker.notices()[-1] == "No luck was drawn there."


def test_who_looks_on_comes_back_after_a_sleep_and_has_missed_nothing(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "", seed=5)
    table.seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    table.run(2000)
    table.sleep(2)
    table.run(15_000)
    table.wake(2)
    table.run_until(lambda: finished(table, 2))
    table.run_until(lambda: caught_up(looker, table.guests[0]))
    notations = [(step.index, step.notation) for step in looker.steps()]
    assert notations == [(step.index, step.notation) for step in table.guests[0].steps()]


def test_a_table_that_goes_on_without_somebody_is_followed_through_the_change(
    room: MakeRoom,
) -> None:
    table = room("greedy", "greedy", "greedy", "greedy", "", seed=2)
    table.seat_first(4)
    looker = table.guests[4]
    watching(table, looker)
    table.run_until(lambda: table.guests[0].table.phase is Phase.PLAY)
    table.kill(3)
    left = table.guests[:3]
    table.run_until(lambda: all(guest.seat.closed for guest in left))
    table.run_until(lambda: caught_up(looker, left[0]))
    assert looker.table.seats[3].ghost
    assert looker.table.seats[3].presence is Presence.GHOST
    assert looker.table.position == left[0].table.position


def test_a_table_that_parts_is_followed_apart(room: MakeRoom) -> None:
    table = room("", "", "greedy", "", seed=1)
    table.seat_first(3)
    looker = table.guests[3]
    watching(table, looker)
    table.run_until(lambda: finished(table, 3) or table.guests[0].table.index > 12)
    old = looker.table.game_id
    table.kill(1)
    table.run(8000)
    table.guests[0].peer.go_on_apart()
    left = [table.guests[0], table.guests[2]]

    def ended() -> bool:
        table.play_on()
        return all(guest.seat.closed for guest in left)

    table.run_until(ended)
    table.run_until(lambda: caught_up(looker, left[0]))
    assert looker.table.game_id == left[0].table.game_id != old
    assert looker.table.position == left[0].table.position
    assert looker.table.phase is Phase.OVER


def test_a_table_does_not_wait_for_who_looks_on(room: MakeRoom) -> None:
    table = room("greedy", "greedy", LOOKER)
    table.seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    table.kill(2)
    table.run_until(lambda: finished(table, 2))
    table.guests[2:] = []
    table.agreed()


def test_when_nobody_of_the_table_is_there_any_more_it_says_so(room: MakeRoom) -> None:
    table = room("", "greedy", "")
    table.seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    table.kill(0)
    table.kill(1)
    table.run(15_000)
    assert str(looker.table.trouble) == "Nobody from this table is here now."
    looker.peer.stand()
    assert looker.peer.table_view() is None
    assert any(isinstance(fact, TableLeft) for fact in looker.facts)


def test_who_looks_on_goes_along_when_they_play_again(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "")
    table.seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    first = looker.table.game_id
    table.run_until(lambda: finished(table, 2))
    table.run_until(lambda: looker.table.phase is Phase.OVER)
    table.guests[1].peer.again()
    table.run(1000)
    assert looker.table.again == (table.guests[1].seat.seat,)
    table.guests[0].peer.again()

    def second() -> bool:
        view = looker.peer.table_view()
        return view is not None and view.game_id != first and view.index > 5

    table.run_until(second)
    assert looker.table.game_id == table.guests[0].seat.id


def test_a_seat_that_tells_lies_is_named_and_another_one_asked(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "", seed=9)
    table.seat_first(3)
    liar, looker = table.guests[0], table.guests[3]
    honest = liar.peer.parts.mesh.send

    def lie(key: bytes, payload: bytes) -> bool:
        frame = read_frame(payload)
        if key == looker.key and isinstance(frame, SyncReply):
            payload = frame_bytes(replace(frame, lines=tuple(map(_forged, frame.lines))))
        return honest(key, payload)

    liar.peer.parts.mesh.send = lie  # type: ignore[method-assign]
    watching(table, looker)
    table.run_until(lambda: finished(table, 3))
    table.run_until(lambda: caught_up(looker, table.guests[1]))
    assert looker.table.position == table.guests[1].table.position
    assert any(text.startswith("Peer 0 sent") for text in looker.notices())


def _forged(line: LogLine) -> LogLine:
    return replace(line, signature=bytes(64)) if isinstance(line, Certified) else line


def test_luck_that_one_seat_withholds_another_one_shows(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "", seed=9)
    table.seat_first(3)
    liar, looker = table.guests[0], table.guests[3]
    honest = liar.peer.parts.mesh.send
    withheld: list[int] = []

    def withhold(key: bytes, payload: bytes) -> bool:
        frame = read_frame(payload)
        if key == looker.key and isinstance(frame, SyncReply):
            withheld.append(len(frame.lines))
            payload = frame_bytes(replace(frame, lines=tuple(map(_without_luck, frame.lines))))
        return honest(key, payload)

    liar.peer.parts.mesh.send = withhold  # type: ignore[method-assign]
    watching(table, looker)
    table.run_until(lambda: finished(table, 3))
    table.run_until(lambda: caught_up(looker, table.guests[1]))
    assert withheld
    assert looker.table.position == table.guests[1].table.position


def _without_luck(line: LogLine) -> LogLine:
    return replace(line, luck=NO_LUCK) if isinstance(line, Certified) else line


def test_a_founding_that_names_others_than_those_who_sit_there_is_not_followed(
    room: MakeRoom,
) -> None:
    table = room("greedy", "greedy", "greedy", "")
    table.seat_first(3)
    looker = table.guests[3]
    table.run_until(lambda: any(offer.watchable for offer in looker.lobby.tables))
    body = table.table_of(0)
    mallories = [Mallory(table, 200 + number, name=f"M{number}") for number in range(3)]
    forged = _founded_by(mallories, body)
    for guest in table.guests[:3]:
        honest = guest.peer.parts.mesh.send

        def lie(key: bytes, payload: bytes, honest: object = honest) -> bool:
            if key == looker.key and isinstance(read_frame(payload), Genesis):
                payload = frame_bytes(forged)
            return honest(key, payload)  # type: ignore[operator,no-any-return]

        guest.peer.parts.mesh.send = lie  # type: ignore[method-assign]
    looker.peer.watch(table_id(body))
    table.run(3000)
    assert looker.peer.table_view() is None


def _founded_by(mallories: list[Mallory], table: bytes) -> Genesis:
    """A whole founding of a table by others, true in itself."""
    chairs = [each.chair(table, seat) for seat, each in enumerate(mallories)]
    seats = tuple(
        SeatBody(each.key, each.name, "bot", "", chair.commitment)
        for each, chair in zip(mallories, chairs, strict=True)
    )
    genesis = body_bytes(GenesisBody("camelnet/genesis/1", table, rules.rules_digest(), seats))
    return Genesis(
        genesis,
        tuple(each.signature(genesis) for each in mallories),
        tuple(each.opening(genesis, bytes(32)) for each in mallories),
    )


def test_who_resumes_a_game_of_its_own_looks_away(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy", "greedy", seed=4)
    table.seat_first(2)
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
