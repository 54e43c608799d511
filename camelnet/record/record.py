"""The record: the public file of one game, which anyone can verify afterwards.

    "camelnet record 4\\n"
    frame 0: Genesis with all signatures and nonces        frame n: line n of the log

Frames are canonical bytes behind their length. A record holds nothing local and nothing secret: in
an undisturbed game the files of all peers are byte-identical. Version 3 has the same form; it
shuffled packs with another proof.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from camelnet.protocol.codec.canonical import Malformed, decode, encode
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.frames import Genesis, LogLine, read_line
from camelnet.record.durable import sync
from camelnet.record.frame_file import BadFrame, frame, frames
from camelnet.record.page import FIRST_BYTE, PAGE_BYTES_MAX, record_in

VERSION = 4
FORMER_VERSION = 3  # readable too: `cards.former_deck` checks its shuffles
VERSIONS_READ = f"{FORMER_VERSION}, {VERSION}"
MAGIC = f"camelnet record {VERSION}\n".encode()
SUFFIX = ".camelnet"
INDEX_MAX = 100_000


class DamagedRecord(ValueError):
    """A record with a fault at `index`; 0 is the genesis."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(why)
        self.index = index


class OtherVersion(DamagedRecord):
    """A record of another version of camelnet: not damaged, but we cannot read it."""

    def __init__(self, version: int) -> None:
        super().__init__(0, f"a camelnet record of version {version}")
        self.version = version


def record_name(game_start: GameStart) -> str:
    """The file's name, the same at every peer: the table's name and the first digits of the game
    id."""
    slug = re.sub(r"[^a-z0-9]+", "-", game_start.table.name.lower()).strip("-") or "table"
    return f"{slug}-{game_start.id.hex()[:12]}{SUFFIX}"


class RecordWriter:
    """Writes a record line by line. Replaces a file of the same name, and removes a record that
    cannot be written to its end. All methods raise `OSError`."""

    def __init__(
        self, directory: Path, game_start: GameStart, lines: Iterable[LogLine] = ()
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.path = directory / record_name(game_start)
        self._file: BinaryIO = self.path.open("wb")
        written = (frame(encode(to_array(line))) for line in lines)
        self._write(b"".join((MAGIC, frame(encode(to_array(game_start.frame()))), *written)))

    def append(self, line: LogLine) -> None:
        self._write(frame(encode(to_array(line))))

    def close(self) -> None:
        """Make the file durable."""
        if not self._file.closed:
            with self._or_none():
                self._file.flush()
                sync(self._file.fileno())
                self._file.close()

    def _write(self, data: bytes) -> None:
        with self._or_none():
            self._file.write(data)
            self._file.flush()

    @contextmanager
    def _or_none(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                self.path.unlink()
            raise


def read_record(
    source: Path | BinaryIO, tell_version: Callable[[int], None] = lambda version: None
) -> Iterator[Genesis | LogLine]:
    """The genesis, then the entries, of a file, by its path or already open; of a page that holds a
    record, those of that. Checks only the form, one frame at a time. Calls `tell_version` with the
    version before reading anything else.

    Raises `DamagedRecord` with the index of the first malformed frame, `OtherVersion`, and
    `OSError` if the file cannot be read.
    """
    with source.open("rb") if isinstance(source, Path) else nullcontext(source) as given:
        head = given.read(len(MAGIC))
        file = given
        if head.startswith(FIRST_BYTE):
            file = BytesIO(_inside(head + given.read(PAGE_BYTES_MAX)))
            head = file.read(len(MAGIC))
        tell_version(_version_of(head, file))
        index = -1
        try:
            for body, _ in frames(file):
                index += 1
                if index > INDEX_MAX:
                    raise DamagedRecord(index, "too many entries")
                value = decode(body)
                yield read_line(value) if index else from_array(Genesis, value)
        except BadFrame as error:
            raise DamagedRecord(error.number, str(error)) from None
        except Malformed as error:
            raise DamagedRecord(index, error.detail) from None
        if index < 0:
            raise DamagedRecord(0, "there is no genesis")


def _inside(page: bytes) -> bytes:
    """The record in a page."""
    found = record_in(page)
    if found is None:
        raise DamagedRecord(0, "there is no record in this page")
    return found


def _version_of(head: bytes, file: BinaryIO) -> int:
    for version in (VERSION, FORMER_VERSION):
        if head == MAGIC.replace(b"%d" % VERSION, b"%d" % version):
            return version
    other = re.fullmatch(rb"camelnet record ([1-9][0-9]{0,3})\n.*", head + file.read(3), re.DOTALL)
    if other is not None and int(other[1]) not in (VERSION, FORMER_VERSION):
        raise OtherVersion(int(other[1]))
    raise DamagedRecord(0, f"not a camelnet record of version {VERSION}")
