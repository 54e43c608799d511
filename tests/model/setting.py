"""The setting of one search: the voters, the liar, how far the log goes, which rules hold.

A rule that does not hold is a planted mistake: the search has to find what it leads to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from camelnet.protocol.log.membership import Membership, Scheme

# How many may lie of so many voters, as docs/protocol.md has it.
WITHSTANDS = {2: 0, 3: 0, 4: 1, 5: 1, 6: 1, 7: 2, 8: 2}


@dataclass(frozen=True, slots=True)
class Rules:
    """Which of the rules hold. All of them do in the product."""

    echoes: bool = True  # a change is accepted, and shown as accepted, only with a quorum of echoes
    one_echo: bool = True  # a voter echoes one change in a ballot
    ends: bool = True  # nothing is acknowledged after a promise
    reports: bool = True  # a promise names the entry that its voter acknowledged
    unanimous: bool = True  # an entry is final when all voters acknowledged it, not a quorum
    remembers: bool = True  # an accepted change outlives a restart
    shown: bool = True  # an accepted change counts only with its echoes beside it
    one_ballot: bool = True  # accepts of one ballot count together, those of two do not
    quiet: bool = True  # who has promised gives no part of luck any more
    carries: bool = True  # luck that an entry was built on is named in the promise
    one_position: bool = True  # an entry is final only with one digest
    synced: bool = True  # what a key's luck would draw anew is on the disk before a part is given


RIGHT = Rules()

Group = tuple[tuple[int, bool, str], ...]  # wants that stand together: about, leaving, why


@dataclass(frozen=True, eq=False)
class Setting:
    """The bounds of one search. `entries`: at each index, so many entries bear the author's
    signature: two where the author lies."""

    name: str
    voters: int = 4
    liars: int = 1  # that do lie
    before: int = 0  # voters of the epoch before, where it was a larger one: one of them left
    entries: tuple[int, ...] = (2,)
    requested: int = 2  # about so many seats there are wants of a quorum
    luck: str = ""  # behind each entry: none, that of a "coin", or of "nonces"
    # Luck of the epoch before that is not settled: a coin that enough still hold ("held"), or one
    # that was "lost" and that the new key draws. The first entry is the key then.
    pending: str = ""
    positions: int = 1  # that voters state in their acknowledgements of one entry
    cut: bool = False  # voters restart, and their journals have lost what was not synced
    rules: Rules = field(default=RIGHT)

    @cached_property
    def membership(self) -> Membership:
        """The real circle of these voters."""
        seats = tuple(range(self.before or self.voters))
        scheme = Scheme.REVEAL if self.luck == "nonces" else Scheme.COIN
        first = Membership(0, seats, (), (), seats, WITHSTANDS[len(seats)], scheme, strict=False)
        if not self.before:
            return first
        gone = range(self.voters, self.before)
        after = first.after(leaving=set(gone), returning=(), proven=())
        assert after is not None, "the table could not have got so small"
        return after

    @property
    def seats(self) -> int:
        return self.before or self.voters

    @property
    def quorum(self) -> int:
        return self.membership.quorum

    @property
    def honest(self) -> int:
        return self.voters - self.liars

    @property
    def honest_needed(self) -> int:
        """So many honest voters make a quorum, with all that lie."""
        return max(self.quorum - self.liars, 0)

    @property
    def sharers(self) -> int:
        """So many honest voters have to know that an entry is final before its luck can be known:
        a coin needs a quorum's shares, nonces are needed from everybody."""
        return self.honest if self.luck == "nonces" else self.honest_needed

    def holds_pending(self, voters: Collection[int]) -> bool:
        """True if enough of these hold the coin of the epoch before."""
        seats = self.before or self.voters
        return len(voters) >= replace(self, voters=seats, before=0, pending="").membership.quorum

    @cached_property
    def groups(self) -> Sequence[Group]:
        """The wants of a quorum, about one seat each. First those that may leave, then ghosts."""
        membership = self.membership
        leave: list[tuple[int, bool, str]] = [
            (seat, True, "silent")
            for seat in reversed(membership.voters)
            if membership.after(leaving={seat}, returning=(), proven=()) is not None
        ]
        back = [(seat, False, "returning") for seat in membership.ghosts]
        found = tuple((want,) for want in (leave + back)[: self.requested])
        assert len(found) == self.requested, f"{self.name}: nobody else can be wanted"
        return found

    def names(self, index: int) -> tuple[str, ...]:
        """The entries that can be signed for an index, from 1 on."""
        if index > len(self.entries):
            return ()
        if self.pending and index == 1:
            return ("key",)
        return tuple("ab"[number] + str(index) for number in range(self.entries[index - 1]))

    def statements(self, index: int) -> tuple[str, ...]:
        """All that a voter may acknowledge at an index. A key states no position."""
        names = self.names(index)
        if self.pending and index == 1:
            return names
        return tuple(name + "'" * number for name in names for number in range(self.positions))

    def with_rules(self, name: str, **rules: bool) -> Setting:
        return replace(self, name=name, rules=replace(self.rules, **rules))
