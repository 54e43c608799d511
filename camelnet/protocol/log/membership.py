"""The membership of an epoch: the voters, the absent seats, and the size of a quorum.

Within its bounds a table neither forks nor hangs: of n voters, f may be gone at once, and l of
these may lie; k form a quorum. k is the least number with k >= n - f, k > 2l (more promises of a
change tell the truth than lie) and 2k - n > l (two quorums share an honest voter). A table that
has shrunk withstands as many liars as at its start, less those that a proof removed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from camelnet.protocol.start.genesis import GameStart

_GONE = (0, 0, 0, 1, 1, 1, 2, 2, 2)  # f, by n
_LIARS = (0, 0, 0, 0, 1, 1, 1, 2, 2)  # l, by n


class Scheme(Enum):
    """The source of luck: any quorum of a shared key, or all voters' secrets together."""

    COIN = "coin"
    REVEAL = "reveal"


@dataclass(frozen=True, slots=True)
class Membership:
    """The seats of one epoch. `eligible`: those that vote while they are present."""

    epoch: int
    voters: tuple[int, ...]
    ghosts: tuple[int, ...]  # the table goes on without them
    proven: tuple[int, ...]  # removed for good on a proof
    eligible: tuple[int, ...]
    withstands: int  # liars, at the start of the table
    scheme: Scheme
    strict: bool

    @property
    def liars(self) -> int:
        """The number of voters that may lie."""
        return max(_LIARS[len(self.voters)], self.withstands - len(self.proven))

    @property
    def quorum(self) -> int:
        """The quorum k; it exceeds the number of voters if the membership is too small."""
        n, liars = len(self.voters), self.liars
        return max(n - _GONE[n], 2 * liars + 1, (n + liars) // 2 + 1)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The thresholds of this epoch's keys: the coin's; with `strict`, also that of the
        seals."""
        return (self.quorum, len(self.voters)) if self.strict else (self.quorum,)

    def coordinator(self, ballot: int) -> int:
        return self.voters[ballot % len(self.voters)]

    def after(
        self, *, leaving: Collection[int], returning: Collection[int], proven: Collection[int]
    ) -> Membership | None:
        """The next epoch's membership; None if a seat may not leave or return, or too few stay."""
        if set(leaving) & set(self.ghosts):
            return None
        if set(returning) - set(self.ghosts) or set(returning) & set(self.proven):
            return None
        staying = [seat for seat in self.voters if seat not in leaving]
        if len(staying) < self.quorum or len(staying) < 2:
            return None
        back = [seat for seat in returning if seat in self.eligible]
        membership = replace(
            self,
            epoch=self.epoch + 1,
            voters=tuple(sorted((*staying, *back))),
            ghosts=tuple(sorted((set(self.ghosts) | set(leaving)) - set(returning))),
            proven=tuple(sorted({*self.proven, *proven})),
        )
        return membership if membership.quorum <= len(membership.voters) else None


@lru_cache(64)  # every view of a table asks for it
def removable(membership: Membership, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that the table can spare, one at a time."""
    return tuple(
        seat
        for seat in seats
        if membership.after(leaving={seat}, returning=(), proven=()) is not None
    )


def forked_membership(
    membership: Membership, who: Collection[int], humans: Collection[int], seats: int
) -> Membership:
    """The membership of a fork: that of a table at which `who` had sat down alone."""
    people = [seat for seat in who if seat in humans]
    voters = tuple(sorted(people if len(people) > 1 else who))
    return replace(
        membership,
        epoch=membership.epoch + 1,
        voters=voters,
        ghosts=tuple(seat for seat in range(seats) if seat not in who),
        eligible=voters,
        withstands=_LIARS[len(voters)],
        scheme=Scheme.REVEAL if len(people) == 1 or len(voters) == 1 else Scheme.COIN,
    )


def initial_membership(game_start: GameStart) -> Membership:
    """The membership of epoch 0. With one human and bots, all secrets together make the luck: else
    the owner of the bots would hold the key."""
    humans = sum(seat.kind == "human" for seat in game_start.genesis.seats)
    voters = game_start.voters
    return Membership(
        epoch=0,
        voters=voters,
        ghosts=(),
        proven=(),
        eligible=voters,
        withstands=_LIARS[len(voters)],
        scheme=Scheme.REVEAL if humans == 1 else Scheme.COIN,
        strict=game_start.table.strict,
    )
