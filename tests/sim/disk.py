"""A disk in memory that knows what was synced: a power cut loses what was not.

Journals write here through the real `Journal`, line by line, and are read back line by line through
the code that reads real ones. Of the lines that were not synced a cut leaves some first ones: those
that the system had written out by itself. A torn line is as good as none, for its checksum fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from random import Random

from camelnet.protocol.codec.canonical import Value, decode, encode
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.log.interfaces import StoredProposal
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import game_id
from camelnet.protocol.wire.frames import AcceptorState, Genesis, LogLine, Luck
from camelnet.record import journal
from camelnet.record.journal import Journal, Kept, NoJournal
from camelnet.session.api.facts import SavedGame
from camelnet.session.runtime.store import JournalWriter, Recorder
from tests.sim.violation import Violation

Written = Callable[[StoredProposal | AcceptorState | LogLine | tuple[int, Luck] | bytes], None]

BINDING = ("promised", "vowed", "keyed", "parting", "stay")  # lines that a peer must not contradict


class PowerCut(BaseException):
    """The peer is no more, in the middle of whatever it did. No code of a peer may catch this."""


class Cut(Enum):
    """The moment, in the writing of a line that must be durable, at which the power goes."""

    BEFORE = "before"
    WRITTEN = "written"
    SYNCED = "synced"


class Disk:
    """One peer's. `armed` cuts the power at the next line that must be durable."""

    def __init__(self) -> None:
        self.files: dict[bytes, _File] = {}
        self.full = False
        self.armed: Cut | None = None
        self.dead = False

    def append(self, game: bytes, line: bytes, *, durable: bool) -> None:
        """Write a line; raises `OSError` on a full disk, `PowerCut` when it is time."""
        if self.dead:
            raise PowerCut
        if self.full:
            raise OSError(28, "No space left on device")
        file = self.files.setdefault(game, _File())
        cut = self.armed if durable else None
        if cut is Cut.BEFORE:
            self._die()
        file.lines.append(line)
        if cut is Cut.WRITTEN:
            self._die()
        if durable:
            file.synced = len(file.lines)
        if cut is Cut.SYNCED:
            self._die()

    def crash(self, dice: Random) -> None:
        """Lose what was not synced, but for some first lines of it."""
        for file in self.files.values():
            del file.lines[dice.randint(file.synced, len(file.lines)) :]
            file.synced = len(file.lines)
            file.bound = min(file.bound, file.synced)
        self.dead, self.armed, self.full = False, None, False

    def bind(self, game: bytes) -> None:
        """The last line binds the peer: it says nothing more before that is synced."""
        self.files[game].bound = len(self.files[game].lines)

    def exposed(self, game: bytes) -> bool:
        """True if a line that binds the peer could still be lost."""
        file = self.files.get(game)
        return file is not None and file.bound > file.synced and not self.dead

    def sync(self, game: bytes) -> None:
        if not self.dead and game in self.files:
            self.files[game].synced = len(self.files[game].lines)

    def _die(self) -> None:
        self.dead = True
        raise PowerCut


class _File:
    __slots__ = ("bound", "lines", "synced")

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.synced = 0  # so many lines survive anything
        self.bound = 0  # so many lines up to the last that binds the peer


class MemoryJournal(Journal):
    """The real journal; only its last step, the file, is another."""

    def __init__(self, disk: Disk, game: bytes, written: Written) -> None:
        self.path = Path(f"{game.hex()[:12]}{journal.SUFFIX}")
        self._disk = disk
        self._game = game
        self._reads_back = False
        self._closed = False
        self._written = written

    @classmethod
    def begun(
        cls, disk: Disk, begun: Genesis, secret: bytes, level: str, written: Written
    ) -> MemoryJournal:
        made = cls(disk, game_id(begun.body), written)
        made._append(("begun", to_array(begun), secret, level), durable=True)
        return made

    def kept(self) -> Kept:
        """The lines that a peer finds when it starts again."""
        kept: Kept | None = None
        for line in self._disk.files[self._game].lines:
            kept = journal._take(kept, decode(line))
        if kept is None:
            raise NoJournal("nothing of it was ever written")
        return kept

    def save_proposal(self, promise: StoredProposal) -> None:
        super().save_proposal(promise)
        self._written(promise)

    def save_acceptor_state(self, acceptor_state: AcceptorState) -> None:
        super().save_acceptor_state(acceptor_state)
        self._written(acceptor_state)

    def save_fork(self, body: bytes) -> None:
        super().save_fork(body)
        self._written(body)

    def save_line(self, line: LogLine) -> None:
        super().save_line(line)
        if not self._reads_back:
            self._written(line)

    def save_luck(self, index: int, luck: Luck) -> None:
        super().save_luck(index, luck)
        if not self._reads_back:
            self._written((index, luck))

    def done(self) -> None:
        self.close()

    def close(self) -> None:
        self._flush()
        self._closed = True

    def _flush(self) -> None:
        self._disk.sync(self._game)

    def _save(self, value: Value, *, durable: bool) -> None:
        if self._closed:
            raise Violation("a closed journal is written", str(value[:1]))  # type: ignore[index]
        self._disk.append(self._game, encode(value), durable=durable)
        if isinstance(value, tuple) and value[0] in BINDING:
            self._disk.bind(self._game)


class MemoryRecorder:
    """A public record in memory."""

    def __init__(self, lines: Iterable[LogLine]) -> None:
        self.path = Path("record")
        self.lines = list(lines)

    def append(self, line: LogLine) -> None:
        self.lines.append(line)

    def close(self) -> None: ...


class MemoryStore:
    """The session's `Store` for one peer."""

    def __init__(self, disk: Disk, written: Written = lambda what: None) -> None:
        """`written`: told each line of the journal that says what a peer holds, or stands by."""
        self._disk = disk
        self._written = written
        self.records: dict[bytes, MemoryRecorder] = {}

    def begin(self, begun: Genesis, secret: bytes, level: str) -> JournalWriter:
        return MemoryJournal.begun(self._disk, begun, secret, level, self._written)

    def reopen(self, game_id: bytes) -> tuple[JournalWriter, Kept]:
        if game_id not in self._disk.files:
            raise NoJournal("there is none")
        opened = MemoryJournal(self._disk, game_id, self._written)
        return opened, opened.kept()

    def played(self, game_id: bytes) -> bool:
        return game_id in self._disk.files

    def genesis(self, game_id: bytes) -> Genesis | None:
        return self.reopen(game_id)[1].genesis if self.played(game_id) else None

    def saved(self) -> tuple[SavedGame, ...]:
        return ()

    def ended(self, game_id: bytes) -> None: ...

    def recorder(self, game_start: GameStart, lines: Iterable[LogLine]) -> Recorder:
        recorder = MemoryRecorder(lines)
        self.records[game_start.id] = recorder
        return recorder

    def recognises(self, name: str, key: bytes) -> bool:
        return True

    def remember(self, name: str, key: bytes) -> None: ...

    def knows(self, key: bytes) -> bool:
        return False

    def rename(self, name: str) -> None: ...

    def bundle(self, name: str, files: Mapping[str, bytes]) -> Path:
        return Path(name)
