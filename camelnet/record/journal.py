"""The journal: the private, append-only file (mode 0600) of all that one seat must not forget.

    "camelnet journal 4\\n", then frames: CRC-32 of the body (4 bytes) and the body, an array
    ("begun", genesis, secret, level) · ("line", line) · ("drawn", index, luck)
    ("promised", proposal, ack or none) · ("keyed", epoch, shares)
    ("vowed", vow) · ("parting", body) · ("stay", stay) · ("proven", proof)
    ("reached", ((key, host, port), ...))

A promise is on the disk before anything of it is sent: one fsync each. Opening a journal cuts a
torn or damaged frame and all frames behind it, and keeps a copy of the old file beside it.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import FileIO
from pathlib import Path

from camelnet.protocol.codec.canonical import Malformed, Value, decode, encode
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.log.interfaces import StoredProposal
from camelnet.protocol.wire.frames import (
    AcceptorState,
    Ack,
    Certified,
    Equivocation,
    Genesis,
    LogLine,
    Luck,
    PeerAddress,
    Proposal,
    Stay,
    read_line,
)
from camelnet.record.durable import put, sync, sync_folder
from camelnet.record.frame_file import BadFrame, frame, frames
from camelnet.record.record import FORMER_VERSION, VERSION

MAGIC = b"camelnet journal %d\n" % VERSION
FORMER_MAGIC = b"camelnet journal %d\n" % FORMER_VERSION  # the same form
_OTHER_MAGIC = re.compile(rb"camelnet journal ([1-9][0-9]{0,3})")
SUFFIX = ".journal"
DONE_SUFFIX = ".done"
CRC_SIZE = 4
SECRET_SIZE = 32


class NoJournal(ValueError):
    """The file holds no usable journal: its very beginning is damaged."""


class OtherJournal(NoJournal):
    """The journal of another version of camelnet: not damaged, but we cannot read it."""

    def __init__(self, version: int) -> None:
        super().__init__(f"a camelnet journal of version {version}")
        self.newer = version > VERSION


@dataclass(slots=True)
class Kept:
    """The content of a journal."""

    genesis: Genesis  # with our signature, if we began the game alone
    secret: bytes = field(repr=False)
    level: str
    lines: list[LogLine] = field(default_factory=list)
    promises: list[StoredProposal] = field(default_factory=list)  # none older than the last line
    shares: dict[int, bytes] = field(default_factory=dict, repr=False)  # key shares, by epoch
    acceptor_state: AcceptorState | None = None
    partings: list[bytes] = field(default_factory=list)  # the forks that we have signed
    stays: list[Stay] = field(default_factory=list)  # the forks that seats have given up
    proofs: list[Equivocation] = field(default_factory=list)
    addresses: tuple[PeerAddress, ...] = ()
    cut_bytes: int = 0  # length of the torn or damaged end, which is cut
    former: bool = False  # of an earlier version, which shuffled packs otherwise

    def take(self, line: LogLine) -> None:
        """Take the next line. A line without a certificate counts only together with the change
        behind it: if the power failed between the two, the line comes again, or another in its
        place, and until then our promises stand."""
        last = self.lines[-1] if self.lines else None
        if _is_bare(last) and isinstance(line, Certified):
            self.lines.pop()
        self.lines.append(line)
        if not _is_bare(line):
            self.promises.clear()

    def draw(self, index: int, luck: Luck) -> None:
        """Set the luck of an earlier line; a later call overrides it."""
        line = self.lines[index - 1] if 1 <= index <= len(self.lines) else None
        if not isinstance(line, Certified):
            raise Malformed("luck of no entry")
        self.lines[index - 1] = replace(line, luck=luck)


def _is_bare(line: LogLine | None) -> bool:
    return isinstance(line, Certified) and not line.certificate


class Journal:
    """A journal open for appending: the `LogStorage` of a seat."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file
        self._reads_back = False

    @classmethod
    def create(cls, path: Path, begun: Genesis, secret: bytes, level: str) -> Journal:
        """Begin the journal of a game; durable on return. Raises `OSError` if there is one already.
        `begun`: the whole genesis, with our signature if we began the game alone.

        The file gets its name once its first line is whole, so that an unfinished draft is no
        journal. We close it first, since Windows cannot rename an open file.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists():
            raise FileExistsError(path)
        draft = path.with_suffix(".new")
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY
        file = os.fdopen(os.open(draft, flags, 0o600), "wb", buffering=0)
        journal = cls(path, file)
        try:
            journal._write(MAGIC)
            journal._append(("begun", to_array(begun), secret, level), durable=True)
            file.close()
            put(draft, path)
        except OSError:
            file.close()
            draft.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
        again = path.open("r+b", buffering=0)
        again.seek(0, os.SEEK_END)
        return cls(path, again)

    @classmethod
    def reopen(cls, path: Path) -> tuple[Journal, Kept]:
        """Open a journal again, cutting a torn or damaged end; raises `NoJournal`, `OSError`."""
        kept, whole = _load(path)
        if kept.cut_bytes:
            backup = path.with_suffix(".damaged")
            backup.write_bytes(path.read_bytes())
            backup.chmod(0o600)
        file = path.open("r+b", buffering=0)
        file.truncate(whole)
        file.seek(whole)
        sync(file.fileno())
        return cls(path, file), kept

    @staticmethod
    def look(path: Path) -> Kept:
        """Read a journal without opening or changing it; raises `NoJournal`, `OSError`."""
        return _load(path)[0]

    @staticmethod
    def genesis(path: Path) -> Genesis:
        """Read the start of the game and nothing more; raises `NoJournal`, `OSError`."""
        return next(_read(path))[0].genesis

    @contextmanager
    def reading_back(self) -> Iterator[None]:
        """While the log admits again the lines that this journal holds, do not write them again.
        Still write every durable frame: it binds the seat."""
        self._reads_back = True
        try:
            yield
        finally:
            self._reads_back = False

    def save_proposal(self, promise: StoredProposal) -> None:
        ack = to_array(promise.ack) if promise.ack else None
        self._append(("promised", to_array(promise.proposal), ack), durable=True)

    def sync(self) -> None:
        """Make everything written so far durable."""
        if not self._reads_back:
            self._flush()

    def save_key_shares(self, epoch: int, shares: bytes) -> None:
        self._append(("keyed", epoch, shares), durable=True)

    def save_acceptor_state(self, acceptor_state: AcceptorState) -> None:
        self._append(("vowed", to_array(acceptor_state)), durable=True)

    def save_fork(self, body: bytes) -> None:
        self._append(("parting", body), durable=True)

    def save_stay(self, stay: Stay) -> None:
        self._append(("stay", to_array(stay)), durable=True)

    def save_equivocation(self, proof: Equivocation) -> None:
        self._append(("proven", to_array(proof)), durable=False)

    def save_line(self, line: LogLine) -> None:
        self._append(("line", to_array(line)), durable=False)

    def save_luck(self, index: int, luck: Luck) -> None:
        self._append(("drawn", index, to_array(luck)), durable=False)

    def save_addresses(self, addresses: tuple[PeerAddress, ...]) -> None:
        """Note the addresses of the table's other peers, for a resume without discovery."""
        self._append(("reached", tuple(to_array(item) for item in addresses)), durable=False)

    def done(self) -> None:
        """Close the journal of a closed game: keep it, but offer it no more."""
        self.close()
        if self.path.exists():
            put(self.path, self.path.with_suffix(DONE_SUFFIX))

    def close(self) -> None:
        if not self._file.closed:
            sync(self._file.fileno())
            self._file.close()

    def _write(self, data: bytes) -> None:
        """Write all of `data`; an unbuffered file may take it in parts."""
        while data:
            data = data[self._file.write(data) :]

    def _append(self, value: Value, *, durable: bool) -> None:
        if durable or not self._reads_back:
            self._save(value, durable=durable)

    def _flush(self) -> None:
        sync(self._file.fileno())

    def _save(self, value: Value, *, durable: bool) -> None:
        """Append a frame. If that fails (`OSError`, a full disk), leave nothing of it."""
        body = encode(value)
        begin = self._file.tell()
        try:
            self._write(frame(zlib.crc32(body).to_bytes(CRC_SIZE, "big") + body))
            if durable:
                sync(self._file.fileno())
        except OSError:
            self._file.seek(begin)
            self._file.truncate()
            raise


_BINARY: int = getattr(os, "O_BINARY", 0)  # Windows


def _load(path: Path) -> tuple[Kept, int]:
    """Read a journal; return its content and the offset behind its last whole frame."""
    size = path.stat().st_size
    *_, (kept, whole) = _read(path)
    kept.cut_bytes = size - whole
    return kept, whole


def _read(path: Path) -> Iterator[tuple[Kept, int]]:
    """The content of a journal after each of its whole frames, and the offset behind it."""
    kept: Kept | None = None
    with path.open("rb") as file:
        magic = file.read(len(MAGIC))
        if magic not in (MAGIC, FORMER_MAGIC):
            if other := _OTHER_MAGIC.match(magic):
                raise OtherJournal(int(other[1]))
            raise NoJournal(f"not a camelnet journal of version {VERSION}")
        try:
            for body, behind in frames(file):
                kept = _take(kept, _checked(body))
                kept.former = magic == FORMER_MAGIC
                yield kept, behind
        except (BadFrame, Malformed):
            pass  # the end that `reopen` cuts
    if kept is None:
        raise NoJournal("its beginning is damaged")


def _checked(body: bytes) -> Value:
    crc, rest = body[:CRC_SIZE], body[CRC_SIZE:]
    if zlib.crc32(rest).to_bytes(CRC_SIZE, "big") != crc:
        raise Malformed("damaged")
    return decode(rest)


def _take(kept: Kept | None, value: Value) -> Kept:
    match value:
        case ("begun", genesis, bytes() as secret, str() as level) if (
            kept is None and len(secret) == SECRET_SIZE
        ):
            return Kept(from_array(Genesis, genesis), secret, level)
        case ("line", line) if kept:
            kept.take(read_line(line))
        case ("drawn", int() as index, luck) if kept:
            kept.draw(index, from_array(Luck, luck))
        case ("keyed", int() as epoch, bytes() as shares) if kept:
            kept.shares[epoch] = shares
        case ("vowed", acceptor_state) if kept:
            kept.acceptor_state = from_array(AcceptorState, acceptor_state)
        case ("parting", bytes() as body) if kept:
            kept.partings.append(body)
        case ("stay", stay) if kept:
            kept.stays.append(from_array(Stay, stay))
        case ("proven", proof) if kept:
            kept.proofs.append(from_array(Equivocation, proof))
        case ("promised", proposal, ack) if kept:
            promised = from_array(Ack, ack) if ack is not None else None
            kept.promises.append(StoredProposal(from_array(Proposal, proposal), promised))
        case ("reached", tuple() as addresses) if kept:
            kept.addresses = tuple(from_array(PeerAddress, item) for item in addresses)
        case _:
            raise Malformed("not a line of a journal")
    return kept
