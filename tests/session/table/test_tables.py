"""Whole tables: real protocol, session, rules and files; links and time in the test's hands."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from camelnet.protocol.cards import encrypted_faces
from camelnet.protocol.cards.commitments import commitment
from camelnet.protocol.codec.canonical import Value
from camelnet.protocol.wire.frames import NO_LUCK, Certified
from camelnet.record.journal import Journal
from camelnet.record.record import RecordWriter
from camelnet.session.api.facts import Phase
from camelnet.session.api.verdict import Verdict
from camelnet.session.table.own_entries import OwnEntries
from camelnet.session.table.verify import BadRecord, follow, verify
from tests.sampling import sample
from tests.session.conftest import MakeRoom
from tests.session.room import Room


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.every(6)
def test_a_game_ends_with_the_same_verified_record_everywhere(room: MakeRoom, seats: int) -> None:
    levels = ["" if seat % 3 == 0 else ("random", "greedy")[seat % 2] for seat in range(seats)]
    table = room(*levels, seed=seats).seat_all(
        flip_in_place=bool(seats % 2), leg_ends_without_tiles=seats > 4
    )
    table.play_to_the_end()
    verdict = table.agreed(to_the_byte=True)
    assert list(verdict.scores) == table.guests[0].table.position.scores()
    assert verdict.names == tuple(f"Peer {seat}" for seat in range(seats))
    assert not [text for guest in table.guests for text in guest.notices()]
    assert len({guest.table.code for guest in table.guests}) == 1
    assert all(guest.table.phase is Phase.OVER for guest in table.guests)


@pytest.mark.slow
def test_everybody_hears_the_same_steps_in_the_same_order(room: MakeRoom) -> None:
    table = room("", "greedy", "").seat_all()
    table.play_to_the_end()
    told = [
        [(step.index, step.seat, step.notation) for step in guest.steps()] for guest in table.guests
    ]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) > 30
    (path,) = table.guests[0].records.iterdir()
    read = [item for item in follow(path) if not isinstance(item, Verdict)][1:]
    assert [(step.index, step.seat, step.notation) for step in read] == told[0]  # type: ignore[union-attr]


@pytest.mark.slow
def test_faces_are_shown_to_their_owner_only_until_they_open(room: MakeRoom) -> None:
    table = room("", "", "greedy").seat_all()
    faces = [guest.table.faces for guest in table.guests]
    assert all(sorted(each) == sorted("bgowy") for each in faces)
    table.run(2000)
    for guest, own in zip(table.guests, faces, strict=True):
        seen = repr(guest.facts)
        for other in faces:
            if other != own:
                assert other not in seen
        assert all(slots == "?????" for slots in guest.table.position.to_dict()["slots"])


def test_a_decision_out_of_turn_or_against_the_rules_comes_back_with_why(room: MakeRoom) -> None:
    table = room("", "").seat_all(after_ms=2000)
    acting = table.on_turn
    (waiting,) = (guest for guest in table.guests if guest is not acting)
    waiting.peer.play("roll")
    assert waiting.notices()[-1] == "It is not your turn."
    acting.peer.play("tile 1+")
    assert "A3" in acting.notices()[-1]
    acting.peer.play("roll")
    acting.peer.play("roll")
    assert acting.notices()[-1] == "Your move is already on its way."
    assert acting.table.pending == "roll"
    table.run(1000)
    assert acting.table.pending is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.every(3)
def test_any_or_all_peers_killed_at_any_moment_resume_the_same_game(
    room: MakeRoom, seed: int
) -> None:
    table = room("", "greedy", "", "random", seed=seed).seat_all()
    for victims in ([seed % 4], [(seed + 1) % 4, (seed + 2) % 4], [0, 1, 2, 3]):
        for _ in range(table.random.randrange(2, 12)):
            table.play_on()
            table.run(table.random.randrange(40, 600))
        for victim in victims:
            table.kill(victim)
        bots = {1, 3} & set(victims)  # programs go on without one that is silent for 6 s
        table.run(table.random.randrange(100, 5500 if bots else 9000))
        for victim in victims:
            table.restart(victim)
    table.end_well()
    assert not [text for guest in table.guests for text in guest.notices()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.every(3)
def test_cut_links_delay_the_game_and_change_nothing(room: MakeRoom, seed: int) -> None:
    table = room("", "greedy", "", seed=seed).seat_all()
    for _ in range(8):
        one, other = table.random.sample(table.guests, 2)
        if table.random.random() < 0.5:
            table.network.drop(one.key, other.key)
        else:
            table.network.part([one.key], [other.key])
        table.play(table.random.randrange(1, 25) * 400, every_ms=400)
        table.network.heal()
        table.run(200)
    table.end_well()


@pytest.mark.slow
def test_a_damaged_journal_is_cut_said_so_and_the_rest_fetched(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "").seat_all()
    table.play(5000, every_ms=500)
    table.kill(1)
    (path,) = (table.folder / "profile-1" / "games").glob("*.journal")
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 0x40
    path.write_bytes(data)
    table.restart(1)
    assert any("damaged" in text for text in table.guests[1].notices())
    table.end_well()


@pytest.mark.slow
def test_bets_locked_up_other_than_committed_count_as_wrong_and_name_the_seat(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(self: OwnEntries) -> tuple[bytes, ...]:
        if self.seat != 1:
            return honest(self)
        with monkeypatch.context() as patched:
            patched.setattr(encrypted_faces, "commitment", of_blue)
            return honest(self)

    def of_blue(game: bytes, seat: int, slot: int, face: str, nonce: bytes) -> bytes:
        return commitment(game, seat, slot, "b", nonce)

    honest = OwnEntries.seal_attachments
    monkeypatch.setattr(OwnEntries, "seal_attachments", lying)
    table = room("", "", seed=3).seat_all(after_ms=1000)
    bet_and_check(table, 1)


@pytest.mark.slow
def test_a_bet_opened_to_another_face_counts_as_wrong_and_names_the_seat(room: MakeRoom) -> None:
    table = room("", "random", seed=3)  # one person: plain commitments, opened by their owners
    table.seat_all()
    table.run(3000)
    cheat = table.at_seat(0).seat
    hidden = cheat.own_entries.sealed
    swapped = hidden.faces[1] + hidden.faces[0] + hidden.faces[2:]
    cheat.own_entries.sealed = type(hidden)(swapped, hidden.nonces)
    bet_and_check(table, 0)


def bet_and_check(table: Room, cheat: int) -> None:
    """Let all people bet on the whole race, then end; only what the cheat hid opens to nothing."""
    for card in ("win 0", "lose 1", "win 2", "lose 3"):
        table.on_turn.peer.play(card)
        table.run(2000)
    table.end_well()
    slots = table.guests[0].table.position.to_dict()["slots"]
    for guest in table.guests:
        seat = guest.seat.seat
        shown = slots[seat]
        if seat == cheat:
            assert shown == "-----"
        elif shown != "?????":  # it has bet
            assert shown == guest.table.faces
    name = table.guests[0].seat.name_of(cheat)
    for guest in table.guests:
        assert any(name in text and "sealed" in text for text in guest.notices())


def test_positions_that_differ_stop_the_table_with_a_report(room: MakeRoom) -> None:
    table = room("", "", "").seat_all(after_ms=1000)
    table.guests[2].go_astray()
    index = table.guests[0].table.index
    table.on_turn.peer.play("roll")
    table.run(3000)
    for guest in table.guests:
        assert (guest.table.phase, guest.table.index) == (Phase.STOPPED, index)
        assert any(f"entry {index}" in text for text in guest.notices())
        (bundle,) = (guest.profile.path / "bugs").iterdir()
        with zipfile.ZipFile(bundle) as archive:
            positions = [name for name in archive.namelist() if name.startswith("position")]
            money = {json.loads(archive.read(name))["money"][0] for name in positions}
        assert money == {3, 4}


@pytest.mark.slow
def test_every_changed_byte_of_a_record_is_named_by_its_index(room: MakeRoom) -> None:
    table = room("greedy", "random", seed=1).seat_all()
    table.play_to_the_end()
    (path,) = table.guests[0].records.iterdir()
    whole = path.read_bytes()
    verdict = verify(path)
    places = sorted(
        {*range(0, len(whole), 997), *range(4000, 4400), 0, 20, len(whole) - 1, len(whole) - 200}
    )
    for place in sample(places, 3):
        data = bytearray(whole)
        data[place] ^= 1 + place % 255
        path.write_bytes(data)
        with pytest.raises(BadRecord) as bad:
            verify(path)
        assert 0 <= bad.value.index <= verdict.entries
        assert bad.value.index >= verdict.entries * place // len(whole) - 12
    path.write_bytes(whole)
    assert verify(path) == verdict


@pytest.mark.slow
def test_a_record_with_another_final_behind_an_entry_is_named_by_its_index(
    room: MakeRoom, tmp_path: Path
) -> None:
    table = room("", "random", seed=1).seat_all()
    table.end_well()
    game_start = table.guests[0].seat.game_start
    entries = [line for line in table.guests[0].seat.log.chain.lines if isinstance(line, Certified)]
    lucky = [n for n, item in enumerate(entries) if item.luck.finals]
    (first, *_), second = entries[lucky[0]].luck.finals, entries[lucky[1]]
    forged = replace(second.luck, finals=(first, *second.luck.finals[1:]))
    for number, luck in ((lucky[1], forged), (lucky[0], NO_LUCK)):
        lines = [*entries[:number], replace(entries[number], luck=luck), *entries[number + 1 :]]
        writer = RecordWriter(tmp_path / "forged", game_start, lines)
        writer.close()
        with pytest.raises(BadRecord) as bad:
            verify(writer.path)
        assert bad.value.index - (number + 1) in (0, 1), "what is left out is missed by the next"
    writer = RecordWriter(tmp_path / "forged", game_start, entries)
    writer.close()
    verify(writer.path)


@pytest.mark.slow
def test_the_same_people_play_again_in_the_same_chairs(room: MakeRoom) -> None:
    table = room("", "greedy", "").seat_all()
    table.play_to_the_end()
    first = table.guests[0].table
    table.guests[1].peer.again()
    table.guests[2].peer.again()
    table.run(1000)
    assert table.guests[0].table.again == (1, 2)
    assert table.guests[0].table.game_id == first.game_id
    table.guests[0].peer.again()
    table.run(3000)
    second = table.guests[0].table
    assert second.game_id != first.game_id
    assert [seat.name for seat in second.seats] == [seat.name for seat in first.seats]
    assert second.phase is Phase.PLAY
    table.play_to_the_end()
    assert len(list(table.guests[0].records.iterdir())) == 2


@pytest.mark.slow
def test_a_finished_table_does_not_start_again_by_itself(room: MakeRoom) -> None:
    table = room("greedy", "greedy").seat_all()
    table.play_to_the_end()
    ended = table.guests[0].table.game_id
    table.run(20_000)
    assert table.guests[0].table.game_id == ended
    assert table.guests[0].lobby.tables == ()


@pytest.mark.slow
def test_a_full_disk_delays_the_table_and_says_so(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("greedy", "greedy", "greedy").seat_all(after_ms=1000)
    full = True
    write = Journal._append

    def append(journal: Journal, value: Value, *, durable: bool) -> None:
        if full and "profile-1" in str(journal.path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(journal, value, durable=durable)

    monkeypatch.setattr(Journal, "_append", append)
    table.run(5000)
    guest = table.guests[1]
    assert any("no space is left" in text for text in guest.notices())
    assert guest.table.trouble is not None
    stuck_at = {each.table.index for each in table.guests}
    table.run(5000)
    assert {each.table.index for each in table.guests} == stuck_at
    full = False
    table.play_to_the_end()
    assert guest.table.trouble is None
    table.agreed()


@pytest.mark.slow
@pytest.mark.parametrize("for_good", [False, True])
def test_a_record_that_cannot_be_written_is_tried_once_more_and_leaves_no_part_of_itself(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch, for_good: bool
) -> None:
    table = room("greedy", "greedy")
    full = True
    write = RecordWriter._write

    def fails(writer: RecordWriter, data: bytes) -> None:
        with writer._or_none():
            if full and writer.path.parent == table.guests[1].records:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write(writer, data)

    monkeypatch.setattr(RecordWriter, "_write", fails)
    table.seat_all()
    table.run(2000)
    guest = table.guests[1]
    assert "The record of this game cannot be written (no space is left" in guest.notices()[0]
    assert list(guest.records.iterdir()) == []
    full = for_good
    if for_good:
        table.run_until(lambda: all(each.seat.closed for each in table.guests))
        assert guest.seat.record_trouble is not None
        assert guest.table.record is None
        assert list(guest.records.iterdir()) == []
    else:
        table.play_to_the_end()
        table.agreed()
        assert guest.seat.record_trouble is None
        assert guest.record() == table.guests[0].record()


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 6))
def test_a_roll_settles_without_waiting_for_anything_to_be_sent_again(
    room: MakeRoom, seats: int
) -> None:
    table = room(*[""] * seats, seed=seats).seat_all(after_ms=3000)
    for _ in range(10):
        guest = table.on_turn
        index, begin = guest.seat.log.index, table.now_ms
        guest.peer.play("roll")
        while any(each.seat.log.index == index for each in table.guests):
            table.run(5)
        assert table.now_ms - begin <= 4 * 50 + 20, "proposal, acknowledgement, final, share"
        table.run(300)
