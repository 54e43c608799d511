"""The unverified claims of a record, read within milliseconds.

`verify` proves them, in up to a second.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from camelnet.foreign_text import shown, shown_name
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.start.genesis import distinct, read_genesis
from camelnet.protocol.wire.bodies import game_id
from camelnet.protocol.wire.frames import Certified, Genesis
from camelnet.record.record import SUFFIX, DamagedRecord, read_record
from camelnet.session.game.stages import END, notation_of
from camelnet.session.table.verify import BadRecord, refusal_words, unread

BYTES_MAX = 16 * 1024 * 1024  # of a record that is read for a list of games
END_LINES = 8  # so many last lines are searched for the END entry


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """The claims of a record; names are safe to show."""

    game_id: bytes
    game: str
    table: str
    names: tuple[str, ...]  # by seat
    keys: tuple[bytes, ...]  # by seat
    moves: int
    ended: bool


def records_in(folder: Path) -> list[tuple[float, Path]]:
    """The records of a folder, the newest first, each with the second since the epoch when it was
    last written. A folder that is not there has none."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for path in folder.glob("*" + SUFFIX):
            with suppress(OSError):  # it has gone since, or leads nowhere
                found.append((path.stat().st_mtime, path))
    return sorted(found, reverse=True)


def summarise(path: Path) -> RecordSummary:
    """Read a whole record. Raises like `verify.follow`, though only for its form."""
    try:
        first, *lines = read_record(path)
        assert isinstance(first, Genesis), "it is what a record begins with"
        genesis, table = read_genesis(first.body)
    except DamagedRecord as error:
        raise unread(error) from None
    except Refusal as refusal:
        raise BadRecord(0, refusal_words(refusal)) from None
    return RecordSummary(
        game_id=game_id(first.body),
        game=shown(table.game),
        table=shown_name(table.name),
        names=distinct(seat.name for seat in genesis.seats),
        keys=tuple(seat.key for seat in genesis.seats),
        moves=sum(isinstance(line, Certified) for line in lines),
        ended=any(notation_of(line) == END for line in lines[-END_LINES:]),
    )
