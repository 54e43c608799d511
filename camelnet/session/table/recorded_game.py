"""Recorded games for front ends that replay them: a public record, or the journal of one seat.

Every byte is checked as in `verify`. Everything before the first fault can be shown; a file of
which nothing holds raises `NoGame`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from camelnet import rules
from camelnet.foreign_text import shown
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.cards import private_deal
from camelnet.protocol.cards.commitments import commitments
from camelnet.protocol.cards.encrypted_faces import commitments_of
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.start.genesis import GameStart, read_game_start
from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified, LogLine
from camelnet.record.journal import FORMER_MAGIC as FORMER_JOURNAL_MAGIC
from camelnet.record.journal import MAGIC as JOURNAL_MAGIC
from camelnet.record.journal import Journal, NoJournal
from camelnet.record.page import FIRST_BYTE, PAGE_BYTES_MAX, record_in
from camelnet.session.api.facts import Kind, Stepped
from camelnet.session.api.verdict import Verdict
from camelnet.session.game.decks import hand_context
from camelnet.session.game.machine import GameMachine
from camelnet.session.game.seals import sealed_faces
from camelnet.session.game.stages import SEAL
from camelnet.session.game.table_options import Unsupported
from camelnet.session.table.read_only_replica import ReadOnlyReplica
from camelnet.session.table.verify import BadRecord, UnsupportedRecord, refusal_words, walk

_RECORD, _JOURNAL = b"camelnet record ", b"camelnet journal "
_VERSION = re.compile(rb"camelnet (?:record|journal) ([1-9][0-9]{0,3})\n")
_NOT_OURS = N_("{path} is not a game of camelnet.")
_UNREADABLE = N_("{path} cannot be read: {why}.")


class NoGame(ValueError):
    """A file of which nothing can be shown; `reason`: a sentence for people. `unread`: because it
    cannot be read, or not by this version; nothing is said against its content."""

    def __init__(self, reason: Message, *, unread: bool) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.unread = unread


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game, up to the first fault of its file."""

    game: str  # its key
    table: str
    names: tuple[str, ...]  # by seat
    kinds: tuple[Kind, ...]
    levels: tuple[str, ...]  # bots' levels; "" for people
    steps: tuple[Stepped, ...]
    verdict: Verdict
    seat: int | None = None  # mine, in my own journal or if my key was given
    faces: str = ""  # my own cards, in a game that seals them
    hands: Mapping[int, str] = field(default_factory=dict)  # my dealt cards, by pack
    fault: Message | None = None  # the reason why it ends early

    @property
    def over(self) -> bool:
        """True if the file holds the game to its end."""
        return bool(self.steps) and self.steps[-1].after.turn == "over"

    @property
    def sealed(self) -> Mapping[int, str]:
        """My own cards by seat, in a game that seals them; none where they are unknown."""
        return {self.seat: self.faces} if self.seat is not None and self.faces else {}


def read_game(
    path: Path,
    *,
    key: bytes | None = None,
    progress: Callable[[float], bool] = lambda done: True,
) -> RecordedGame | None:
    """Read a record, the page of a game with its record in it, or a journal.

    `key`: the reader's own. `progress` is called with the fraction read, 0 to 1; if it returns
    False, reading stops and returns None. Raises `NoGame`.
    """
    try:
        if path.is_fifo():  # reading it would block
            raise _no_game(path, _NOT_OURS)
        with path.open("rb") as file:
            head = file.read(64)
            if head.startswith(FIRST_BYTE):
                head = record_in(head + file.read(PAGE_BYTES_MAX)) or b""
    except OSError as error:
        raise _no_game(path, _UNREADABLE, why=os_reason(error)) from None
    version = _VERSION.match(head)
    journal = head.startswith((JOURNAL_MAGIC, FORMER_JOURNAL_MAGIC))
    if not head.startswith((_RECORD, _JOURNAL)):
        raise _no_game(path, _NOT_OURS)
    if head.startswith(_JOURNAL) and version is not None and not journal:
        raise _unsupported(path, UnsupportedRecord.of_format(int(version[1])))
    reading = _Reading(key)
    try:
        source = _journal(path, reading) if journal else _record(path, reading)
        for done in source:
            if not progress(done):
                return None
    except UnsupportedRecord as error:
        raise _unsupported(path, error) from None
    except BadRecord as error:
        reading.fault = message(
            N_("The file is damaged from entry {index} on: {reason}."),
            index=error.index,
            reason=error.reason,
        )
    except OSError as error:
        raise _no_game(path, _UNREADABLE, why=os_reason(error)) from None
    return reading.game(path)


def _no_game(path: Path, text: str, **fields: str | int | Message) -> NoGame:
    return NoGame(message(text, path=path.name, **fields), unread=text == _UNREADABLE)


def _unsupported(path: Path, error: UnsupportedRecord) -> NoGame:
    return _no_game(path, _UNREADABLE, why=error.reason)


class _Reading:
    """The game as read so far."""

    def __init__(self, key: bytes | None) -> None:
        self.replica: ReadOnlyReplica | None = None
        self.steps: list[Stepped] = []
        self.fault: Message | None = None
        self.seat: int | None = None
        self.faces = ""
        self.hands: dict[int, str] = {}
        self._key = key

    def begin(self, replica: ReadOnlyReplica) -> None:
        self.replica = replica
        if self._key is not None:
            self.seat = replica.game_start.seat_of(self._key)

    def game(self, path: Path) -> RecordedGame:
        if self.replica is None or not self.steps:
            damaged = N_("Its beginning is damaged.")
            empty = damaged if self.replica is None else N_("Nothing has been played in it yet.")
            text = N_("{path} cannot be shown. {why}")
            raise _no_game(path, text, why=self.fault or message(empty))
        start = self.replica.game_start
        if self.fault is None and self.steps[-1].after.turn != "over":
            self.fault = message(N_("The game was not finished."))
        return RecordedGame(
            game=shown(start.table.game),
            table=start.table_name,
            names=start.names,
            kinds=tuple(Kind(seat.kind) for seat in start.genesis.seats),
            levels=start.levels,
            steps=tuple(self.steps),
            verdict=self.replica.verdict,
            seat=self.seat,
            faces=self.faces,
            hands=dict(self.hands),
            fault=self.fault,
        )


def _record(path: Path, reading: _Reading) -> Iterator[float]:
    """Read a record; yields the fraction read. Raises like `walk`."""
    size = max(1, path.stat().st_size)
    with path.open("rb") as file:
        for replica, item in walk(file):
            if isinstance(item, GameStart):
                reading.begin(replica)
            elif isinstance(item, Stepped):
                reading.steps.append(item)
            yield min(1.0, file.tell() / size)


def _journal(path: Path, reading: _Reading) -> Iterator[float]:
    """Read a journal, with the cards that only its seat could see; yields the fraction read. A
    damaged tail is left out, as on resuming. Raises `BadRecord`."""
    suite = Ed25519Suite()
    try:
        kept = Journal.look(path)
        start = read_game_start(suite, kept.genesis, words=True)
        replica = ReadOnlyReplica(start, suite=suite, tell=reading.steps.append, former=kept.former)
    except NoJournal as error:
        raise BadRecord(0, Message(str(error))) from None
    except Unsupported as refusal:
        raise UnsupportedRecord.of_game(refusal) from None
    except Refusal as refusal:
        raise BadRecord(0, refusal_words(refusal)) from None
    reading.begin(replica)
    own = _OwnCards(suite, start.table.game, kept.secret)
    for number, line in enumerate(kept.lines):
        certified = isinstance(line, Certified) and bool(line.certificate)
        if isinstance(line, Certified) and not certified and line is kept.lines[-1]:
            break  # promised, not final
        replica.machine.trust(certified)
        try:
            admit(replica.log, line)
        except Refusal as refusal:
            raise BadRecord(number + 1, refusal_words(refusal)) from None
        own.look(line, replica.machine, reading)
        yield (number + 1) / len(kept.lines)
    if kept.cut_bytes:
        reading.fault = message(N_("The end of the file is damaged and is left out."))


class _OwnCards:
    """The cards of one seat, found with the secret in its journal."""

    def __init__(self, suite: Ed25519Suite, game: str, secret: bytes) -> None:
        self._suite = suite
        self._secret = secret
        self._sealed = sealed_faces(secret, rules.GAMES[game].faces)

    def look(self, line: LogLine, machine: GameMachine, reading: _Reading) -> None:
        """Find our seat in its first entry, and the cards in its hand after every line."""
        entry = read_body(EntryBody, line.body) if isinstance(line, Certified) else None
        if entry is not None and entry.notation == SEAL and self._is_ours(entry):
            reading.seat, reading.faces = entry.seat, self._sealed.faces
        seat, pack = reading.seat, machine.position.pack()
        context = machine.hand_context(seat) if seat is not None else None
        if seat is None or pack is None or context is None or pack.number in reading.hands:
            return
        scalar = private_deal.hand_key(self._suite.group, context, self._secret)[0]
        found = machine.hand(seat, scalar)
        if found:
            reading.hands[pack.number] = found

    def _is_ours(self, entry: EntryBody) -> bool:
        if not entry.attachments:
            return False
        if self._sealed.faces:
            made = commitments(entry.game, entry.seat, self._sealed)
            return made == commitments_of(entry.attachments)
        context = hand_context(entry.game, entry.seat)
        key = private_deal.hand_key(self._suite.group, context, self._secret)[1]
        return key == entry.attachments[0]
