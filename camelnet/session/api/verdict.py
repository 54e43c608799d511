"""The verdict on one game: whose signatures vouch for each part of its log.

A log has one *segment* for each epoch, and the segment's voters sign all its entries. The beginning
of a segment is signed too: the genesis by all seats, a change by a quorum of the former voters, a
fork by all who play on by it. Every line names the hash of the line before, so a signature under a
line vouches for all lines up to it.

`verdict_builder` computes the verdict from a log that has checked all these signatures.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

FINGERPRINT_SIZE = 10  # bytes of a key: nobody can find another key that begins so


class Begun(Enum):
    """The beginning of a segment."""

    GENESIS = "genesis"
    CHANGE = "change"
    PARTING = "parting"  # its signers play on as another game


class Standing(Enum):
    """The extent to which the voters of the start vouch for a game."""

    COMPLETE = "complete"  # a quorum does, to the end of the game
    UNFINISHED = "unfinished"  # a quorum does, to the end of the log; the game has not ended
    FEWER = "fewer"  # less than a quorum does at the last line
    APART = "apart"  # from a fork on only its signers do


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A seat in the signed genesis. Only the key is proven; name, kind and level are its holder's
    claims."""

    key: bytes
    name: str
    kind: str  # "human" or "bot"
    level: str  # a bot's
    host: int | None = None  # the seat on whose computer it played, as both claim

    @property
    def fingerprint(self) -> str:
        """The beginning of the key for people to compare: five groups of four hex digits."""
        digits = self.key[:FINGERPRINT_SIZE].hex()
        return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


@dataclass(frozen=True, slots=True)
class Segment:
    """The lines `first` to `last` of a log: one epoch. Seats are numbers."""

    first: int  # the change or fork itself; entry 1 after the genesis
    last: int  # less than `first` while there is no line
    epoch: int
    game_id: bytes
    begun: Begun
    signed_by: tuple[int, ...]  # the signers of its beginning
    voters: tuple[int, ...]  # each of them signed every entry
    ghosts: tuple[int, ...]
    left: tuple[int, ...]  # since the previous segment
    returned: tuple[int, ...]
    proven: tuple[int, ...]  # seats that left for good: proven to lie
    reasons: tuple[tuple[int, tuple[str, ...]], ...]  # by seat that left: the voters' reasons
    certified: bool  # an entry has all its voters' signatures
    closed_by_change: bool  # only the following change makes its last entry final
    coin: bool  # luck is a coin of a quorum of the voters; else of all voters together

    @property
    def signers(self) -> tuple[int, ...]:
        """The seats that vouch for all lines to the end of this segment."""
        return self.voters if self.certified else self.signed_by


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game whose log is valid as far as it goes, and who vouches for it."""

    game_id: bytes  # of the original game, which has the table code
    game: str
    table: str
    code: tuple[str, ...]
    seats: tuple[SeatClaim, ...]
    quorum: int  # how many voters of the first segment are a quorum
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
        """The seats that claim to be people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == "human")

    @property
    def voters(self) -> tuple[int, ...]:
        """The voters of the start."""
        return self.segments[0].voters

    @property
    def parted(self) -> Segment | None:
        """The segment of the first fork, where the game of the table code ended; None without
        one."""
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
        """True if a quorum of the start's voters vouches for the whole game."""
        return self.standing is Standing.COMPLETE

    @property
    def to_the_end(self) -> tuple[int, ...]:
        """The start's voters that vouch for the last line, and so for all."""
        return self._of_the_start(self.segments[-1].signers)

    @property
    def vouched_to(self) -> int:
        """The last index before a fork for which a quorum of the start's voters vouches."""
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
        """The seats removed as proven liars."""
        return tuple(sorted({seat for part in self.segments for seat in part.proven}))

    @property
    def guests(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The seats on whose computers others played, in order, each with its guests."""
        hosts = sorted({seat.host for seat in self.seats if seat.host is not None})
        return tuple(
            (host, tuple(n for n, seat in enumerate(self.seats) if seat.host == host))
            for host in hosts
        )

    def _enough(self, seats: Collection[int]) -> bool:
        """True if these voters of the start are a quorum. If people play, at least one must be
        among them: all bots may have one owner."""
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
                {
                    "name": seat.name,
                    "kind": seat.kind,
                    "level": seat.level,
                    "key": seat.key.hex(),
                    "host": seat.host,
                }
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
