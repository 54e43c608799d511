"""The interfaces around a log: its state machine, its storage and its signer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
    Stay,
)


class Lock(Protocol):
    """A hidden face that opens now, by parts from the holders of the key that hides it."""

    @property
    def epoch(self) -> int:
        """The epoch whose key, the stricter one of two, encrypts the face."""

    def share(self, suite: Suite, key: TableKey, holder: int, secret: int) -> bytes:
        """A holder's part in opening the lock, 96 bytes; `secret` is its share of the key."""

    def check_share(self, suite: Suite, key: TableKey, holder: int, share: bytes) -> None:
        """Raise `Refusal` unless `share` is the holder's part."""

    def open(self, suite: Suite, key: TableKey, shares: Mapping[int, bytes]) -> Any:
        """Open the lock with checked parts by seat, as many as the key needs; None if the content
        is not valid."""


@dataclass(frozen=True, slots=True)
class MembershipSnapshot:
    """The machine's view of the table: its membership, and the seals that open without their
    owners."""

    membership: Membership
    game: bytes  # the game that new seals name: a fork begins another one
    seal_key: TableKey | None  # encrypts new seals; None: plain commitments
    openable: frozenset[int]  # epochs whose seals the present voters can open


class StateMachine(Protocol):
    """The replicated state machine: it gives the log's entries their meaning."""

    @property
    def author(self) -> int | None:
        """The seat that writes the next entry; None once the log is closed."""

    @property
    def closed(self) -> bool:
        """True once the last entry of the game has been applied."""

    @property
    def needs_randomness(self) -> bool:
        """True if luck or a ghost's turn comes next, and no seed has come since the last entry."""

    def digest(self) -> bytes:
        """A digest of the state, 32 bytes: equal at two peers if and only if their states are."""

    def snapshot(self) -> bytes:
        """The full state, for a bug bundle."""

    def accept(self, entry: EntryBody) -> bool:
        """Check an entry; True if luck or a ghost's move follows it. Raises `Refusal` if it may not
        come next."""

    def verification_job(self, entry: EntryBody) -> Callable[[], None] | None:
        """The slow part of accepting this entry as a thread-safe job, or None."""

    def advance(self, entry: EntryBody) -> None:
        """Apply a final entry."""

    def draw(self, seed: bytes) -> None:
        """Draw luck and move ghosts up to the next decision of a present seat, or a reveal."""

    @property
    def obligatory(self) -> bool:
        """True if the next entry is no choice: its author owes it soon."""

    def can_rejoin(self, seat: int) -> bool:
        """True if a seat that left may come back now without changing anybody's hand."""

    @property
    def round(self) -> int:
        """The number of the leg or round; it only grows."""

    def locks(self) -> tuple[Lock, ...]:
        """The locks that open now without their owners; usually none."""

    def unlock(self, found: Sequence[Any]) -> None:
        """Open `locks()`; `found` is the content of each."""

    def on_membership(self, standing: MembershipSnapshot) -> None:
        """Note a new membership or a new key."""

    def act_for(self, membership: Membership) -> None:
        """Set the membership that luck acts for: the ghosts and the cards of the entry's epoch. So
        the same coin gives the same outcome, whoever has left or come back since."""

    def mark(self) -> Any:
        """The present state, for `rewind`."""

    def rewind(self, mark: Any) -> None:
        """Return to that state."""


@dataclass(frozen=True, slots=True)
class StoredProposal:
    """An entry that this peer has signed or acknowledged, and must never contradict."""

    proposal: Proposal
    ack: Ack | None  # None from an author without a vote


class LogStorage(Protocol):
    """Stable storage of one replica: its log, and the statements that it must never contradict."""

    def save_proposal(self, stored: StoredProposal) -> None:
        """Store durably; the caller sends nothing before this returns."""

    def save_acceptor_state(self, acceptor_state: AcceptorState) -> None:
        """Store durably; the caller sends nothing before this returns."""

    def sync(self) -> None:
        """Make everything stored so far durable: the caller is about to sign that it holds it."""

    def save_key_shares(self, epoch: int, shares: bytes) -> None:
        """Store durably our secret shares of an epoch's keys."""

    def save_line(self, line: LogLine) -> None:
        """Store a final line; it is durable with the next proposal or acceptor state at the
        latest."""

    def save_luck(self, index: int, luck: Luck) -> None:
        """Store the luck of a line that is stored already."""

    def save_fork(self, body: bytes) -> None:
        """Store durably that we sign this fork, and acknowledge nothing more in the old game."""

    def save_stay(self, stay: Stay) -> None:
        """Store durably that a seat, we or another, has given up a fork."""

    def save_equivocation(self, proof: Equivocation) -> None:
        """Store the proof that a seat contradicted itself."""


class NullStorage:
    """Storage that keeps nothing, for a replica that signs nothing."""

    def save_proposal(self, stored: StoredProposal) -> None: ...
    def save_acceptor_state(self, acceptor_state: AcceptorState) -> None: ...
    def sync(self) -> None: ...
    def save_key_shares(self, epoch: int, shares: bytes) -> None: ...
    def save_line(self, line: LogLine) -> None: ...
    def save_luck(self, index: int, luck: Luck) -> None: ...
    def save_fork(self, body: bytes) -> None: ...
    def save_stay(self, stay: Stay) -> None: ...
    def save_equivocation(self, proof: Equivocation) -> None: ...


@dataclass(frozen=True, slots=True)
class SignerIdentity:
    """The identity that signs at one table: seat, key and secret."""

    seat: int
    signer: Signer
    secret: bytes  # 32 random bytes, from the journal; all other secrets of the game follow from it


@dataclass(frozen=True, slots=True)
class ProposalInFlight:
    """An entry proposed for the next index, which our machine has accepted."""

    entry: EntryBody
    proposal: Proposal
    hash: Hash
    luck: bool


@dataclass(kw_only=True, eq=False, slots=True)
class LogContext:
    """The context shared by all parts of one log. `outbox` holds frames for all other seats."""

    game_start: GameStart
    suite: Suite
    machine: StateMachine
    storage: LogStorage
    own: SignerIdentity | None
    outbox: list[Frame] = field(default_factory=list)
    seat_keys: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.seat_keys = [seat.key for seat in self.game_start.genesis.seats]
