"""Interfaces that a log needs: the state machine behind it, its storage, and its signer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from camelnet.protocol.crypto.suite import Hash, Signer, Suite
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.protocol.wire.frames import (
    AcceptorState,
    Ack,
    Equivocation,
    Frame,
    LogLine,
    Luck,
    Proposal,
)


class Lock(Protocol):
    """A hidden face that opens now, by parts of those who hold the key that hides it."""

    @property
    def epoch(self) -> int:
        """The epoch whose key encrypts it; with two keys the stricter."""

    def share(self, suite: Suite, key: TableKey, holder: int, secret: int) -> bytes:
        """A holder's part in opening it, 96 bytes; `secret` is its share of the key."""

    def check_share(self, suite: Suite, key: TableKey, holder: int, share: bytes) -> None:
        """Raises `Refusal` unless that is the holder's part."""

    def open(self, suite: Suite, key: TableKey, shares: Mapping[int, bytes]) -> Any:
        """Opens the lock with checked parts by seat, as many as the key needs; None where the
        content is not what it should be."""


@dataclass(frozen=True, slots=True)
class MembershipSnapshot:
    """A snapshot of the table for the machine: who is away, and which seals open without owner."""

    membership: Membership
    game: bytes  # what new seals name; another one once the table has parted
    seal_key: TableKey | None  # new seals are under this one; None: plain commitments
    openable: frozenset[int]  # epochs whose seals enough of today's voters can open


class StateMachine(Protocol):
    """The state machine behind the log, the same at every peer: it gives the entries their
    meaning."""

    @property
    def author(self) -> int | None:
        """The seat that writes the next entry; None once the log is closed."""

    @property
    def closed(self) -> bool:
        """The last entry of all has been applied."""

    @property
    def needs_randomness(self) -> bool:
        """Luck, or a ghost's turn, comes next, and no seed has been given since the last entry."""

    def digest(self) -> bytes:
        """32 bytes, equal at two peers iff their states are equal."""

    def snapshot(self) -> bytes:
        """The state in full, for a bug bundle."""

    def accept(self, entry: EntryBody) -> bool:
        """Checks an entry; True if luck or a ghost follows it. Raises `Refusal` if it may not stand
        next."""

    def verification_job(self, entry: EntryBody) -> Callable[[], None] | None:
        """The slow part of accepting this entry as a thread-safe job, or None."""

    def advance(self, entry: EntryBody) -> None:
        """Apply a final entry."""

    def draw(self, seed: bytes) -> None:
        """Let luck and ghosts act up to the next decision of a present seat, or a reveal."""

    @property
    def obligatory(self) -> bool:
        """The next entry is nobody's choice: its author owes it, and is not waited for long."""

    def can_rejoin(self, seat: int) -> bool:
        """True if a seat that left may come back now without taking anything from the others'
        hands."""

    @property
    def round(self) -> int:
        """The number of the leg or round: it grows as the game goes on."""

    def locks(self) -> tuple[Lock, ...]:
        """The locks that open now without their owner; most often none."""

    def unlock(self, found: Sequence[Any]) -> None:
        """Open `locks()`: what each of them gave."""

    def on_membership(self, standing: MembershipSnapshot) -> None:
        """Somebody left or came back, or there is a new key."""

    def act_for(self, membership: Membership) -> None:
        """Sets the membership that luck acts for: the ghosts, and the cards, of the epoch in which
        its entry was made. So the same coin comes to the same end whoever has left or come back
        since."""

    def mark(self) -> Any:
        """The present state."""

    def rewind(self, mark: Any) -> None:
        """Back to that state."""


@dataclass(frozen=True, slots=True)
class StoredProposal:
    """An entry that a peer signed or acknowledged, and must never contradict."""

    proposal: Proposal
    ack: Ack | None  # None from an author without a vote


class LogStorage(Protocol):
    """Stable storage of one replica: its log, and what it must never contradict."""

    def save_proposal(self, promise: StoredProposal) -> None:
        """Store durably; nothing is sent before this returns."""

    def save_acceptor_state(self, vow: AcceptorState) -> None:
        """Store durably; nothing is sent before this returns."""

    def sync(self) -> None:
        """Make durable what was stored so far: we are about to sign that we hold it."""

    def save_key_shares(self, epoch: int, shares: bytes) -> None:
        """Store durably our secret shares of an epoch's keys."""

    def save_line(self, line: LogLine) -> None:
        """Store a line that is final; durable at the latest with the next promise."""

    def save_luck(self, index: int, luck: Luck) -> None:
        """Store the luck of a line that was stored before."""

    def save_fork(self, body: bytes) -> None:
        """Store durably that we sign this parting and acknowledge nothing more before it."""

    def save_equivocation(self, proof: Equivocation) -> None:
        """Store who contradicted itself."""


class NullStorage:
    """Keeps nothing, for a replica that signs nothing."""

    def save_proposal(self, promise: StoredProposal) -> None: ...
    def save_acceptor_state(self, vow: AcceptorState) -> None: ...
    def sync(self) -> None: ...
    def save_key_shares(self, epoch: int, shares: bytes) -> None: ...
    def save_line(self, line: LogLine) -> None: ...
    def save_luck(self, index: int, luck: Luck) -> None: ...
    def save_fork(self, body: bytes) -> None: ...
    def save_equivocation(self, proof: Equivocation) -> None: ...


@dataclass(frozen=True, slots=True)
class SignerIdentity:
    """The identity of a signer: its seat, its key, and this game's secret."""

    seat: int
    signer: Signer
    secret: bytes  # 32 bytes, random, in the journal; all other secrets are derived from it


@dataclass(frozen=True, slots=True)
class ProposalInFlight:
    """An entry that is proposed for the next index, and that our machine accepts."""

    entry: EntryBody
    proposal: Proposal
    hash: Hash
    luck: bool


class LogContext:
    """The context that all parts of one log share. `outbox` holds frames for all other seats."""

    def __init__(
        self,
        *,
        game_start: GameStart,
        suite: Suite,
        machine: StateMachine,
        storage: LogStorage,
        own: SignerIdentity | None,
    ) -> None:
        self.game_start = game_start
        self.suite = suite
        self.machine = machine
        self.storage = storage
        self.own = own
        self.outbox: list[Frame] = []
        self.seat_keys = [seat.key for seat in game_start.genesis.seats]
