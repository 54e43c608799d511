"""Check a record, trusting nobody: every byte from the first, through the same code that plays.

`follow` reads a record and admits its entries to a log that has no seat. Signatures, certificates,
pledges, luck, seals, digests and rules are checked where a playing peer checks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from camelnet.i18n import N_, Message, message
from camelnet.protocol.founding import Founding, read_founding
from camelnet.protocol.messages import Genesis
from camelnet.protocol.refusal import Refusal
from camelnet.protocol.suite import Ed25519Suite
from camelnet.record.record import DamagedRecord, read_record
from camelnet.session.facts import Stepped
from camelnet.session.follower import Follower
from camelnet.session.machine import Stage


class BadRecord(ValueError):
    """A record that does not hold from `index` on (0 is the genesis); `reason` says why."""

    def __init__(self, index: int, reason: Message) -> None:
        super().__init__(f"index {index}: {reason}")
        self.index = index
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Verdict:
    """A record that holds, to the last byte."""

    game_id: bytes
    game: str
    table: str
    names: tuple[str, ...]
    keys: tuple[bytes, ...]
    code: tuple[str, ...]
    entries: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def follow(path: Path) -> Iterator[Founding | Stepped | Verdict]:
    """The founding, then the game's steps as they are found to hold, and last the verdict.

    Raises `BadRecord` at the first index that is wrong, and `OSError` if there is no such file.
    """
    steps: list[Stepped] = []
    suite = Ed25519Suite()
    follower: Follower | None = None
    index = 0
    try:
        for frame in read_record(path):
            if isinstance(frame, Genesis):
                founding = read_founding(suite, frame)
                follower = Follower(founding, suite=suite, tell=steps.append)
                yield follower.founding
            else:
                assert follower is not None, "a record begins with its genesis"
                index = follower.log.index
                follower.log.admit(frame)
                yield from steps
                steps.clear()
            index += 1
    except DamagedRecord as error:
        raise BadRecord(error.index, message(N_("damaged: {why}"), why=str(error))) from None
    except Refusal as refusal:
        raise BadRecord(index, _told(refusal)) from None
    assert follower is not None
    if follower.machine.stage is not Stage.CLOSED:
        reason = message(N_("the record stops here, before the game has ended"))
        raise BadRecord(follower.log.index, reason)
    yield _verdict(follower)


def verify(path: Path) -> Verdict:
    """The verdict on a record; raises like `follow`."""
    *_, verdict = follow(path)
    assert isinstance(verdict, Verdict)
    return verdict


def _told(refusal: Refusal) -> Message:
    what = Message(refusal.fault.value)
    if refusal.detail:
        return message(N_("{what} ({detail})"), what=what, detail=refusal.detail)
    return what


def _verdict(follower: Follower) -> Verdict:
    founding, position = follower.founding, follower.machine.position
    seats = founding.genesis.seats
    return Verdict(
        game_id=founding.id,
        game=founding.table.game,
        table=founding.table.name,
        names=founding.names,
        keys=tuple(seat.key for seat in seats),
        code=founding.code,
        entries=follower.log.index - 1,
        scores=tuple(position.scores()),
        winners=tuple(position.winners()),
    )
