"""The verdict on one game: by whose signatures each part of its log stands.

A log is cut into *segments*, one for each epoch: the same voters have signed every entry of one.
What began a segment was signed too: the genesis by all seats, a change by a quorum of those who
voted before it, a parting by all who play on apart. Since every line names the hash of the line
before, whoever signs a line vouches for all lines up to it.

`verdict_builder` computes it from a log that has checked each of these signatures.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

FINGERPRINT_SIZE = 10  # bytes of a key: nobody finds another one that begins with the same


class Begun(Enum):
    """The beginning of a segment."""

    GENESIS = "genesis"
    CHANGE = "change"
    PARTING = "parting"  # those who signed it play on apart: another game from there on


class Standing(Enum):
    """The extent to which the table of the start vouches for a game."""

    COMPLETE = "complete"  # a quorum of it, to the end of the game
    UNFINISHED = "unfinished"  # a quorum of it as far as the log goes; the game has not ended
    FEWER = "fewer"  # at the last line less than a quorum of it
    APART = "apart"  # from a parting on only those who signed it


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A seat as all have signed it. Only the key is proven: name, kind and level are what whoever
    holds the key said of itself."""

    key: bytes
    name: str
    kind: str  # "human" or "bot"
    level: str  # a bot's

    @property
    def fingerprint(self) -> str:
        """The beginning of the key, to be compared by eye: five groups of four hex digits."""
        digits = self.key[:FINGERPRINT_SIZE].hex()
        return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


@dataclass(frozen=True, slots=True)
class Segment:
    """The lines `first` to `last` of a log: one epoch. Seats by number."""

    first: int  # the change or parting itself; after the genesis entry 1
    last: int  # less than `first` while there is no entry yet
    epoch: int
    game_id: bytes
    begun: Begun
    signed_by: tuple[int, ...]  # who has signed what it begins with
    voters: tuple[int, ...]  # each of them has signed every entry
    ghosts: tuple[int, ...]
    left: tuple[int, ...]  # since the segment before
    returned: tuple[int, ...]
    proven: tuple[int, ...]  # of those who left: for good, since they were proven to lie
    reasons: tuple[tuple[int, tuple[str, ...]], ...]  # by seat that left: why voters wanted it
    certified: bool  # it has an entry that its voters have signed
    closed_by_change: bool  # its last entry is final by the change behind it alone
    coin: bool  # luck is a coin of a quorum of its voters; else all of them make it together

    @property
    def signers(self) -> tuple[int, ...]:
        """The seats that vouch for all lines up to the end of this segment."""
        return self.voters if self.certified else self.signed_by


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game whose log holds as far as it goes, with who vouches for it."""

    game_id: bytes  # of the game that began: the table code belongs to this one
    game: str
    table: str
    code: tuple[str, ...]
    seats: tuple[SeatClaim, ...]
    quorum: int  # so many of the first segment's voters act together
    segments: tuple[Segment, ...]  # at least one
    entries: int
    ended: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # () while the game goes on

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def keys(self) -> tuple[bytes, ...]:
        return tuple(seat.key for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that say they are people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == "human")

    @property
    def voters(self) -> tuple[int, ...]:
        """Those who voted at the start."""
        return self.segments[0].voters

    @property
    def parted(self) -> Segment | None:
        """The segment with which the game of the table code was left."""
        return next((part for part in self.segments if part.begun is Begun.PARTING), None)

    @property
    def standing(self) -> Standing:
        if self.parted is not None:
            return Standing.APART
        if not self._enough(self.to_the_end):
            return Standing.FEWER
        return Standing.COMPLETE if self.ended else Standing.UNFINISHED

    @property
    def complete(self) -> bool:
        """True if a quorum of the table of the start vouches for the whole game."""
        return self.standing is Standing.COMPLETE

    @property
    def to_the_end(self) -> tuple[int, ...]:
        """The voters of the start who vouch for the last line, and so for all."""
        return self._of_the_start(self.segments[-1].signers)

    @property
    def vouched_to(self) -> int:
        """The last index for which a quorum of the table of the start vouches, before a parting."""
        parted = self.parted
        count = self.segments.index(parted) if parted is not None else len(self.segments)
        together: set[int] = set()
        for part in reversed(self.segments[:count]):
            together.update(self._of_the_start(part.signers))
            if self._enough(together):
                return part.last - part.closed_by_change
            together.update(self._of_the_start(part.signed_by))
            if self._enough(together):
                return part.first
        return 0

    @property
    def proven(self) -> tuple[int, ...]:
        """The seats that were removed because they were proven to lie."""
        return tuple(sorted({seat for part in self.segments for seat in part.proven}))

    def _enough(self, seats: Collection[int]) -> bool:
        """True if these voters of the start are a quorum of it. Where a person plays among bots,
        that person must be one of them: all bots may be of one owner, and would outvote it."""
        of_people = not self.people or any(seat in seats for seat in self.people)
        return len(seats) >= self.quorum and of_people

    def _of_the_start(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(seat for seat in seats if seat in self.voters)

    def to_dict(self) -> dict[str, Any]:
        """The verdict for programs; docs/record-format.md describes the fields."""
        return {
            "standing": self.standing.value,
            "id": self.game_id.hex(),
            "game": self.game,
            "table": self.table,
            "code": list(self.code),
            "seats": [
                {"name": seat.name, "kind": seat.kind, "level": seat.level, "key": seat.key.hex()}
                for seat in self.seats
            ],
            "voters": list(self.voters),
            "quorum": self.quorum,
            "vouched_to": self.vouched_to,
            "to_the_end": list(self.to_the_end),
            "entries": self.entries,
            "ended": self.ended,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "segments": [_segment_dict(part) for part in self.segments],
        }


def _segment_dict(part: Segment) -> dict[str, Any]:
    return {
        "first": part.first,
        "last": part.last,
        "epoch": part.epoch,
        "id": part.game_id.hex(),
        "begun": part.begun.value,
        "signed_by": list(part.signed_by),
        "voters": list(part.voters),
        "ghosts": list(part.ghosts),
        "left": [{"seat": seat, "why": list(whys)} for seat, whys in part.reasons],
        "returned": list(part.returned),
        "proven": list(part.proven),
        "certified": part.certified,
        "closed_by_change": part.closed_by_change,
        "coin": part.coin,
    }
