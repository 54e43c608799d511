"""The storage of a session: the interface, and its implementation on a profile's files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from camelnet import rules
from camelnet.foreign_text import shown, shown_name
from camelnet.i18n import N_, Message, message
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.log.interfaces import LogStorage
from camelnet.protocol.start.genesis import GameStart, distinct, read_genesis
from camelnet.protocol.wire.bodies import GenesisBody, TableBody, fork_id, game_id
from camelnet.protocol.wire.frames import (
    Changed,
    Genesis,
    LogLine,
    Parted,
    PeerAddress,
)
from camelnet.record.journal import DONE_SUFFIX, Journal, Kept, NoJournal, OtherJournal
from camelnet.record.profile import RECORDS, Profile
from camelnet.record.record import RecordWriter
from camelnet.session.api.facts import Kind, SavedGame
from camelnet.session.game.stages import END, notation_of
from camelnet.session.game.table_options import Unsupported, check_supported

_OLDER = N_(
    "The unfinished game {game} was begun by an older camelnet: only that one can go on with it."
)
_NEWER = N_(
    "The unfinished game {game} was begun by a newer camelnet: update yours to go on with it."
)
_FORMER = N_(
    "The cards of the unfinished game {game} were dealt by camelnet 0.9.0 or an older one: only "
    "that one can go on with it."
)
_RULES = N_(
    "The unfinished game {game} was begun by other rules ({theirs}; this camelnet has {ours}): the "
    "camelnet that began it can go on with it."
)
ENDED_BYTES_MAX = 64 * 1024 * 1024  # of a journal that the archive reads


class JournalWriter(LogStorage, Protocol):
    """A journal open for writing: the storage of a log, and of all else that a seat must keep."""

    def reading_back(self) -> AbstractContextManager[None]:
        """A context in which lines are admitted but not written: the journal holds them."""

    def save_addresses(self, addresses: tuple[PeerAddress, ...]) -> None: ...
    def done(self) -> None: ...
    def close(self) -> None: ...


class Recorder(Protocol):
    """A public record being written."""

    path: Path

    def append(self, line: LogLine) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Ended:
    """An ended game, from its journal."""

    keys: frozenset[bytes]  # of its seats
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class Stranded:
    """An unfinished game that only another camelnet can go on with; `told` says which. `game` is ""
    where that cannot be read."""

    game_id: bytes
    game: str
    told: Message


class Store(Protocol):
    """The interface to everything that a session reads and writes on disk."""

    def begin(self, begun: Genesis, secret: bytes, level: str) -> JournalWriter:
        """Create a journal for the game of `begun`, a complete frame with our word; durable on
        return."""

    def reopen(self, game_id: bytes) -> tuple[JournalWriter, Kept]:
        """Reopen a journal. Raises `NoJournal` or `OSError`."""

    def played(self, game_id: bytes) -> bool:
        """True if that game has a journal, unfinished or done: it must not begin again."""

    def genesis(self, game_id: bytes) -> Genesis | None:
        """The start of a game that began here; None if no journal of it can be read."""

    def saved(self) -> tuple[SavedGame, ...]: ...
    def ended(self, game_id: bytes) -> Ended | None:
        """The lines of a game that ended here; None if there is none."""

    def recorder(self, game_start: GameStart, lines: Iterable[LogLine]) -> Recorder: ...
    def recognises(self, name: str, key: bytes) -> bool: ...
    def remember(self, name: str, key: bytes) -> None: ...
    def knows(self, key: bytes) -> bool:
        """True if we have played with that peer before."""

    def rename(self, name: str) -> None: ...
    def bundle(self, name: str, files: Mapping[str, bytes]) -> Path:
        """Write a bug bundle; returns its path. Raises `OSError`."""


class ProfileStore:
    """The store on the files of a profile."""

    def __init__(self, profile: Profile, record_dir: Path | None) -> None:
        """`record_dir`: the folder of records; None: the profile's own."""
        self._profile = profile
        self._records = record_dir or profile.path / RECORDS

    def begin(self, begun: Genesis, secret: bytes, level: str) -> Journal:
        path = self._profile.journal_path(game_id(begun.body))
        return Journal.create(path, begun, secret, level)

    def reopen(self, game_id: bytes) -> tuple[Journal, Kept]:
        path = self._profile.journal_path(game_id)
        kept = Journal.look(path)
        if _hindrance(kept, *read_genesis(kept.genesis.body)):
            raise NoJournal("another camelnet began it, and can go on with it")
        return Journal.reopen(path)

    def played(self, game_id: bytes) -> bool:
        path = self._profile.journal_path(game_id)
        return path.exists() or path.with_suffix(DONE_SUFFIX).exists()

    def genesis(self, game_id: bytes) -> Genesis | None:
        path = self._profile.journal_path(game_id)
        for where in (path, path.with_suffix(DONE_SUFFIX)):
            try:
                return Journal.genesis(where)
            except (NoJournal, OSError):
                continue
        return None

    def stranded(self) -> tuple[Stranded, ...]:
        """The unfinished games that this camelnet cannot go on with, latest first."""
        found = []
        for path in self._profile.journals():
            with suppress(NoJournal, Refusal, OSError, ValueError):
                found.append(_stranded(path))
        return tuple(filter(None, found))

    def saved(self) -> tuple[SavedGame, ...]:
        games = []
        for path in self._profile.journals():
            try:
                game_id = bytes.fromhex(path.stem)
                kept = Journal.look(path)
                genesis, table = read_genesis(kept.genesis.body)
            except (NoJournal, Refusal, OSError, ValueError):
                continue  # nothing to resume, or a copy under another name
            if _hindrance(kept, genesis, table):
                continue
            names = distinct(seat.name for seat in genesis.seats)
            people = tuple(seat.key for seat in genesis.seats if seat.kind == Kind.HUMAN.value)
            games.append(
                SavedGame(
                    game_id=game_id,
                    table=shown_name(table.name),
                    game=shown(table.game),
                    names=names,
                    entries=len(kept.lines),
                    level=kept.level,
                    closed=_has_ended(kept.lines),
                    keys=tuple(seat.key for seat in genesis.seats),
                    levels=tuple(shown(seat.level) for seat in genesis.seats),
                    people=people,
                    now_id=_now_id(game_id, kept.lines),
                )
            )
        return tuple(games)

    def ended(self, game_id: bytes) -> Ended | None:
        path = self._profile.journal_path(game_id)
        for where in (path.with_suffix(DONE_SUFFIX), path):
            try:
                if where.stat().st_size > ENDED_BYTES_MAX:
                    continue
                kept = Journal.look(where)
                genesis, _table = read_genesis(kept.genesis.body)
            except (NoJournal, Refusal, OSError):
                continue
            if _has_ended(kept.lines):
                return Ended(frozenset(seat.key for seat in genesis.seats), tuple(kept.lines))
        return None

    def recorder(self, game_start: GameStart, lines: Iterable[LogLine]) -> RecordWriter:
        return RecordWriter(self._records, game_start, lines)

    def recognises(self, name: str, key: bytes) -> bool:
        return self._profile.recognises(name, key)

    def remember(self, name: str, key: bytes) -> None:
        self._profile.remember(name, key)

    def knows(self, key: bytes) -> bool:
        return self._profile.knows(key)

    def rename(self, name: str) -> None:
        self._profile.rename(name)

    def bundle(self, name: str, files: Mapping[str, bytes]) -> Path:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for inside in sorted(files):
                archive.writestr(inside, files[inside])
        path = self._profile.path / "bugs" / f"{name}.zip"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed.getvalue())
        return path


def _stranded(path: Path) -> Stranded | None:
    """The unfinished game of a journal that is not for this camelnet; None if it is. Raises what
    reading it raises."""
    game_id, short = bytes.fromhex(path.stem), path.stem[:12]
    try:
        kept = Journal.look(path)
    except OtherJournal as error:
        return Stranded(game_id, "", message(_NEWER if error.newer else _OLDER, game=short))
    genesis, table = read_genesis(kept.genesis.body)
    template = _hindrance(kept, genesis, table)
    if template is None or _has_ended(kept.lines):
        return None
    told = message(
        template,
        game=f"{short} ({shown_name(table.name)})",
        theirs=genesis.rules.hex()[:8],
        ours=rules.rules_digest().hex()[:8],
    )
    return Stranded(game_id, table.game, told)


def _hindrance(kept: Kept, genesis: GenesisBody, table: TableBody) -> str | None:
    """The sentence that says why this camelnet cannot continue a journal: a newer one's game, other
    rules, or an older one that deals cards otherwise. None if it can."""
    known = rules.GAMES.get(table.game)
    if kept.former and (known is None or known.hands):
        return _FORMER
    try:
        check_supported(genesis, table)
    except Unsupported as refusal:
        return _NEWER if refusal.newer else _RULES
    return None


def _has_ended(lines: Sequence[LogLine]) -> bool:
    """True if the last entry is END; one change may follow it."""
    entries = [line for line in lines[-2:] if not isinstance(line, Changed)]
    return bool(entries) and notation_of(entries[-1]) == END


def _now_id(game_id: bytes, lines: Iterable[LogLine]) -> bytes:
    """The id of the game that a journal continues: a fork gives it another one."""
    partings = [line for line in lines if isinstance(line, Parted)]
    return fork_id(partings[-1].body) if partings else game_id
