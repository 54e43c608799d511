"""Check a record, trusting nobody: every byte from the first, through the code that plays.

`follow` reads a record and admits its entries to a log without a seat, which checks signatures,
certificates, pledges, luck, seals, digests and rules as a playing peer does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Self

from camelnet.i18n import N_, Message, message
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import GameStart, read_game_start
from camelnet.protocol.wire.bodies import KEY
from camelnet.protocol.wire.frames import Genesis, LogLine, Proposal
from camelnet.record.record import (
    FORMER_VERSION,
    VERSION,
    VERSIONS_READ,
    DamagedRecord,
    OtherVersion,
    read_record,
)
from camelnet.session.api.facts import Stepped
from camelnet.session.api.verdict import Verdict
from camelnet.session.game.stages import notation_of
from camelnet.session.game.table_options import Unsupported
from camelnet.session.table.read_only_replica import ReadOnlyReplica

Told = GameStart | Stepped | Verdict  # the start, the steps, the verdict

_NEWER = N_("a newer camelnet made it; update yours")
_NEWER_FORMAT = N_(
    "a newer camelnet made it (format {version}; this one reads {own}); update yours"
)
_OLDER_FORMAT = N_("an older camelnet made it (format {version}; this one reads {own})")
_OTHER_RULES = N_("it was played by other rules than those of this camelnet")
_NO_LUCK = N_("the luck behind this entry is missing")
_OTHERWISE = N_("it is not written down as every peer writes it")


class BadRecord(ValueError):
    """A record that does not hold from `index` on (0: the genesis), with the `reason`."""

    def __init__(self, index: int, reason: Message) -> None:
        super().__init__(f"index {index}: {reason}")
        self.index = index
        self.reason = reason


class UnsupportedRecord(BadRecord):
    """A record that this version cannot check, which says nothing against it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(0, reason)

    @classmethod
    def of_format(cls, version: int) -> Self:
        template = _NEWER_FORMAT if version > VERSION else _OLDER_FORMAT
        return cls(message(template, version=version, own=VERSIONS_READ))

    @classmethod
    def of_game(cls, refusal: Unsupported) -> Self:
        return cls(message(_NEWER if refusal.newer else _OTHER_RULES))


def unread(error: DamagedRecord) -> BadRecord:
    """The error for a record whose form does not hold."""
    if isinstance(error, OtherVersion):
        return UnsupportedRecord.of_format(error.version)
    return BadRecord(error.index, message(N_("damaged: {why}"), why=str(error)))


def follow(source: Path | BinaryIO) -> Iterator[Told]:
    """Yield the start, then each step once it is checked, and last the verdict.

    Raises `BadRecord` at the first wrong index, `UnsupportedRecord` for another format or game, and
    `OSError` if the file cannot be read.
    """
    return (item for _, item in walk(source))


def walk(source: Path | BinaryIO) -> Iterator[tuple[ReadOnlyReplica, Told]]:
    """Yield the items of `follow`, each with the replica at that point."""
    steps: list[Stepped] = []
    suite = Ed25519Suite()
    replica: ReadOnlyReplica | None = None
    given: list[LogLine] = []
    compared = 0
    versions: list[int] = []
    try:
        for frame in read_record(source, versions.append):
            if isinstance(frame, Genesis):
                replica = ReadOnlyReplica(
                    read_game_start(suite, frame),
                    suite=suite,
                    tell=steps.append,
                    former=versions == [FORMER_VERSION],
                )
                yield replica, replica.game_start
            else:
                assert replica is not None, "a record begins with its genesis"
                given.append(frame)
                admit(replica.log, frame)
                yield from ((replica, step) for step in steps)
                steps.clear()
                compared = _compare(replica.log, given, compared)
    except DamagedRecord as error:
        raise unread(error) from None
    except Unsupported as refusal:
        raise UnsupportedRecord.of_game(refusal) from None
    except Refusal as refusal:
        raise _bad(replica, given, refusal) from None
    assert replica is not None
    if not replica.ended:
        _check_cut(replica.log, given, compared)
    elif len(replica.log.chain.complete) < len(given):
        raise BadRecord(len(replica.log.chain.complete) + 1, message(_NO_LUCK))
    yield replica, replica.verdict


def _bad(replica: ReadOnlyReplica | None, given: Sequence[LogLine], refusal: Refusal) -> BadRecord:
    """The error for a record that does not hold. If luck before a line is missing, the fault lies
    there and not in the line."""
    lacking = _lacking_luck(replica.log) if replica is not None else None
    if lacking is None or lacking >= len(given):
        return BadRecord(len(given), refusal_words(refusal))
    waits = notation_of(given[-1]) not in (None, KEY)  # for all luck before it
    if refusal.fault is Fault.LUCK or waits:
        return BadRecord(lacking, message(_NO_LUCK))
    return BadRecord(len(given), refusal_words(refusal))


def _lacking_luck(log: Log) -> int | None:
    """The index whose luck is missing; if a new key must draw that luck again, the key's index."""
    pending = next((draw for draw in log.rounds.pending if not draw.resolved), None)
    if pending is None:
        return None
    keys = [draw.index for draw in log.rounds.pending if draw.is_key and draw.index > pending.index]
    return keys[-1] if pending.redrawn and keys else pending.index


def _compare(log: Log, given: Sequence[LogLine], compared: int) -> int:
    """Compare the complete lines with the given ones, from `compared` on; returns how many are
    compared. Honest peers write the same lines in the same order, with nothing missing or added."""
    complete = log.chain.complete
    for number in range(compared, len(complete)):
        if given[number] != complete[number]:
            raise BadRecord(number + 1, message(_OTHERWISE))
    return len(complete)


def _check_cut(log: Log, given: Sequence[LogLine], compared: int) -> None:
    """Check the last lines of an unfinished game's record: they must be the first lines of a whole
    one. The last luck may be missing, for a later key may draw it."""
    for number in range(compared, len(log.chain.lines)):
        if given[number] != log.line_at(number + 1):
            raise BadRecord(number + 1, message(_OTHERWISE))
    closing = log.chain.closing
    if closing is not None and not log.agreement.acceptable(
        Proposal(closing.body, closing.signature)
    ):
        raise BadRecord(len(given), message(_OTHERWISE))


def verify(source: Path | BinaryIO) -> Verdict:
    """The verdict on a record; raises like `follow`."""
    *_, verdict = follow(source)
    assert isinstance(verdict, Verdict)
    return verdict


def refusal_words(refusal: Refusal) -> Message:
    """A refusal in words for people."""
    what = Message(refusal.fault.value)
    if refusal.detail:
        return message(N_("{what} ({detail})"), what=what, detail=refusal.detail)
    return what
