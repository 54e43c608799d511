"""Peers that end at the most awkward moment, and disks that refuse: what they come back to."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from camelnet.record.frame_file import frames
from camelnet.record.journal import MAGIC, Journal
from camelnet.session.api.facts import Need, Phase, Waiting
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room


def to_move(table: Room, guest: Guest) -> bool:
    """Whether the table waits for that person's move, and for nothing else."""
    seat = guest.seat.seat
    return guest.table.waiting == (Waiting(seat, Need.MOVE),) and guest.table.pending is None


def journal(table: Room, number: int) -> Path:
    (path,) = (table.folder / f"profile-{number}" / "games").glob("*.journal")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.every(3)
def test_a_peer_killed_just_after_the_end_still_gives_the_others_the_end(
    room: MakeRoom, seed: int
) -> None:
    table = room("greedy", "greedy", "greedy", seed=seed).seat_all()
    while not any(guest.seat.closed for guest in table.guests):
        table.run(1 if table.guests[0].seat.over else 5)
    first = next(guest for guest in table.guests if guest.seat.closed)
    others = [guest for guest in table.guests if guest is not first]
    assert not all(guest.seat.closed for guest in others)
    table.kill(first.number)
    table.run(1000)
    table.restart(first.number, resume=False)
    assert table.guests[first.number].lobby.resumable == ()
    table.run_until(lambda: all(guest.peer.finished for guest in others), 20_000)
    table.agreed()


@pytest.mark.slow
def test_a_peer_that_could_not_make_its_journal_joins_when_it_can(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("greedy", "greedy", seed=2)
    append = Journal._append

    def torn(self: Journal, value: tuple[object, ...], *, durable: bool) -> None:
        if "profile-1" in str(self.path) and value[0] == "begun":
            raise OSError(errno.ENOSPC, "No space left on device")
        append(self, value, durable=durable)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "_append", torn)
        table.open(2)
        table.sit(table.guests[1], ms=0)
        table.until_playing(table.guests[0])
        table.run(2000)
        assert table.guests[1].peer.table is None
        assert any("no space is left" in text for text in table.guests[1].notices())
    table.end_well()


def test_a_click_made_while_a_lost_move_comes_back_is_never_played(room: MakeRoom) -> None:
    table = room("", "greedy", seed=4).seat_all()
    me, other = table.guests
    table.run_until(lambda: to_move(table, me))
    index = me.seat.log.index
    me.peer.play("roll")
    while other.seat.log.agreement.entry is None and other.seat.log.index == index:
        table.run(1)
    table.kill(0)
    path = journal(table, 0)
    with path.open("rb") as file:
        file.read(len(MAGIC))
        ends = [behind for _, behind in frames(file)]
    kept = len(ends)
    while Journal.look(path).promises or len(Journal.look(path).lines) >= index:
        kept -= 1  # cut off everything about the move
        path.write_bytes(path.read_bytes()[: ends[kept - 1]])
    table.restart(0)
    me = table.guests[0]
    assert me.seat.position.turn == me.seat.seat, "it does not know of its move any more"
    assert me.table.pending is None
    me.peer.play(next(move for move in me.seat.position.legal() if move.startswith("leg")))
    table.run_until(lambda: me.seat.log.index > index, 20_000)
    table.run_until(lambda: to_move(table, me), 20_000)
    index = me.seat.log.index
    table.run(8000)
    assert me.seat.log.index == index
    assert to_move(table, me)
    assert "Another move of yours came first." in me.notices()


@pytest.mark.slow
def test_after_a_restart_all_screens_name_whom_it_really_waits_for(room: MakeRoom) -> None:
    table = room("", "", "greedy", seed=6).seat_all()
    people = table.guests[:2]
    table.run_until(lambda: any(to_move(table, guest) for guest in people))
    me = next(guest for guest in people if to_move(table, guest))
    away = next(guest for guest in people if guest is not me)
    absent = away.seat.seat
    table.kill(away.number)
    table.kill(me.number)
    table.restart(me.number)
    me = table.guests[me.number]
    me.peer.play("roll")
    table.run(15_000)
    assert Waiting(absent, Need.ACK) in me.table.waiting
    assert me.table.pending == "roll"
    bot = table.guests[2]
    assert bot.table.seats[me.seat.seat].misses == (absent,)
    table.restart(away.number)
    table.end_well()


@pytest.mark.slow
def test_settings_that_cannot_be_written_stop_no_game(room: MakeRoom) -> None:
    table = room("", "greedy", seed=2)
    (table.guests[0].profile.path / "profile.json" / "in the way").mkdir(parents=True)
    table.seat_all()
    assert [peer.name for peer in table.guests[0].lobby.peers] == ["Peer 1"]
    table.guests[0].peer.rename("Ann")
    table.end_well()
    assert table.guests[0].table.phase is Phase.OVER
