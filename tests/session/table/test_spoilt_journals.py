"""A journal whose lines are whole but say what no game of ours has written: it is no journal, in
words, and nothing else happens."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pytest

from camelnet.protocol.codec.canonical import Value, decode, encode
from camelnet.record.frame_file import frame, frames
from camelnet.record.journal import CRC_SIZE, MAGIC, Journal, NoJournal
from tests.session.conftest import MakeRoom
from tests.session.mallory import changed
from tests.session.room import Room

ROUNDS = 25


def stopped(room: MakeRoom) -> tuple[Room, Path, list[Value]]:
    """A table whose first peer has crashed in the middle: its journal, and the lines in it."""
    table = room("", "", "").seat_all()
    table.play(6000, every_ms=500)
    table.kill(0)
    (path,) = (table.guests[0].profile.path / "games").glob("*.journal")
    with path.open("rb") as file:
        file.seek(len(MAGIC))
        lines = [decode(body[CRC_SIZE:]) for body, _ in frames(file)]
    return table, path, lines


def write(path: Path, lines: list[Value]) -> None:
    bodies = [encode(line) for line in lines]
    framed = (frame(zlib.crc32(body).to_bytes(CRC_SIZE, "big") + body) for body in bodies)
    path.write_bytes(MAGIC + b"".join(framed))


@pytest.mark.parametrize("size", [0, 31, 33, None])
def test_a_secret_of_another_length_is_no_journal(room: MakeRoom, size: int | None) -> None:
    """Nor is a file that begins with something else."""
    table, path, lines = stopped(room)
    first = lines[0]
    assert isinstance(first, tuple)
    if size is None:
        path.write_bytes(b"x" + path.read_bytes()[1:])
    else:
        write(path, [(*first[:2], bytes(size), *first[3:]), *lines[1:]])
    with pytest.raises(NoJournal, match="its beginning is damaged" if size is not None else None):
        Journal.look(path)
    game = bytes.fromhex(path.stem)
    table.restart(0, resume=False)
    guest = table.guests[0]
    assert guest.lobby.resumable == ()
    guest.peer.resume(game)
    assert "cannot be resumed" in guest.notices()[-1]
    assert guest.peer.table is None


@pytest.mark.slow
def test_whatever_a_line_of_a_journal_says_nothing_but_words_come_of_it(room: MakeRoom) -> None:
    table, path, lines = stopped(room)
    game = bytes.fromhex(path.stem)
    dice = random.Random(7)
    answers = set()
    for _ in range(ROUNDS):
        spoilt = list(lines)
        place = 0 if dice.random() < 0.2 else dice.randrange(len(lines))
        spoilt[place] = changed(spoilt[place], dice)
        write(path, spoilt)
        table.restart(0, resume=False)
        table.guests[0].peer.resume(game)
        resumed = table.guests[0].peer.table is not None
        told = any("cannot be resumed" in notice for notice in table.guests[0].notices())
        assert resumed or told
        answers.add(resumed)
        table.kill(0)
        (path.with_suffix(".damaged")).unlink(missing_ok=True)
    assert answers == {True, False}


def test_a_last_entry_that_cannot_be_read_has_not_ended_the_game(room: MakeRoom) -> None:
    table, path, lines = stopped(room)
    entries = [line for line in lines if isinstance(line, tuple) and line[0] == "line"]
    last = entries[-1][1]
    assert isinstance(last, tuple)
    write(path, [*lines, ("line", (b"spoilt", *last[1:]))])
    table.restart(0, resume=False)
    assert [game.game_id.hex() for game in table.guests[0].lobby.resumable] == [path.stem]
