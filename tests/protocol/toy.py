"""A table without rules: a toy machine behind real logs and signatures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.protocol.cards import encrypted_faces
from camelnet.protocol.cards.commitments import Sealed
from camelnet.protocol.cards.encrypted_faces import SealLock
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import Ed25519Signer, Ed25519Suite, Key, Signer, Suite
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.commit_reveal import pledge_of
from camelnet.protocol.log.interfaces import (
    Lock,
    MembershipSnapshot,
    SignerIdentity,
    StoredProposal,
)
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.start.genesis import GameStart, PendingStart
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    AckBody,
    EntryBody,
    GenesisBody,
    PartingBody,
    SeatBody,
    TableBody,
    ack_for,
    body_bytes,
    entry_hash,
    final_for,
    opening_for,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import (
    AcceptorState,
    Ack,
    Equivocation,
    Final,
    Frame,
    Genesis,
    LogLine,
    Luck,
    Proposal,
    Stay,
)
from camelnet.record.journal import Kept
from tests.protocol.symbolic import SymbolicSigner, SymbolicSuite

SUITE = Ed25519Suite()
SYMBOLIC = SymbolicSuite()


@dataclass(frozen=True, slots=True)
class ToyState:
    total: int = 0
    turn: int = 0
    closed: bool = False
    rolling: bool = False  # the roller's die comes next
    hidden: tuple[tuple[int, int, bytes], ...] = ()  # seat, epoch, lock
    showing: bool = False  # what is hidden opens
    shown: tuple[tuple[int, str], ...] = ()  # seat, face


class ToyMachine:
    """Seats in turn write "add <n>", or "roll", which adds luck; "hide" locks up a face, "show"
    opens all that is hidden and can be, "stop" closes the log. A ghost adds what luck tells it."""

    def __init__(self, seats: int, suite: Suite = SUITE, game: bytes = b"") -> None:
        self.seats = seats
        self.state = ToyState()
        self.standing: MembershipSnapshot | None = None
        self.draws: list[bytes] = []  # every seed that was used, also those taken back
        self._suite = suite
        self._game = game
        self._stream: Stream | None = None
        self._acting: tuple[int, ...] = ()  # the ghosts for whom luck acts now

    @property
    def total(self) -> int:
        return self.state.total

    @total.setter
    def total(self, total: int) -> None:
        self.state = replace(self.state, total=total)

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def author(self) -> int | None:
        return None if self.state.closed else self.state.turn

    @property
    def needs_randomness(self) -> bool:
        return self._stream is None and self._is_luck(self.state)

    obligatory = False

    def can_rejoin(self, seat: int) -> bool:
        return True

    round = 0

    def _is_luck(self, state: ToyState) -> bool:
        if state.closed or (state.showing and self._openable(state)):
            return False
        return state.rolling or state.turn in self._acting

    def digest(self) -> bytes:
        return hashlib.sha256(self.snapshot()).digest()

    def snapshot(self) -> bytes:
        state = self.state
        return f"{state.total} {state.turn} {state.shown}".encode()

    def accept(self, entry: EntryBody) -> bool:
        words = entry.notation.split(" ")
        if entry.notation == "hide":
            key = self.standing.seal_key if self.standing else None
            if key is None:
                raise Refusal(Fault.ILLEGAL, "there is nothing to hide behind")
            used = [lock[32:64] for _, _, lock in self.state.hidden]
            encrypted_faces.check_locks(
                self._suite, key, self._game, entry.seat, entry.attachments, 1, used
            )
        elif entry.attachments:
            raise Refusal(Fault.ATTACHMENTS)
        elif entry.notation not in ("roll", "stop", "show") and words[0] != "add":
            raise Refusal(Fault.ILLEGAL, entry.notation)
        return self._is_luck(self._after(entry))

    def _after(self, entry: EntryBody) -> ToyState:
        state = replace(self.state, turn=(entry.seat + 1) % self.seats)
        match entry.notation.split(" "):
            case ["stop"]:
                return replace(state, closed=True)
            case ["roll"]:
                return replace(state, rolling=True)
            case ["hide"]:
                hidden = (*state.hidden, (entry.seat, entry.epoch, entry.attachments[0]))
                return replace(state, hidden=hidden)
            case ["show"]:
                return replace(state, showing=True)
            case _:
                return replace(state, total=state.total + int(entry.notation.split(" ")[1]))

    def verification_job(self, entry: EntryBody) -> None:
        return None

    def advance(self, entry: EntryBody) -> None:
        self._stream = None
        self.state = self._after(entry)
        self._shut()

    def draw(self, seed: bytes) -> None:
        self._stream = Stream(seed)
        self.draws.append(seed)
        self._go_on()

    def _go_on(self) -> None:
        stream = self._stream
        while stream is not None and self._is_luck(self.state):
            state = self.state
            if state.rolling:
                self.state = replace(state, total=state.total + stream.below(6) + 1, rolling=False)
            else:
                total = state.total + 10 * stream.below(10)
                self.state = replace(state, total=total, turn=(state.turn + 1) % self.seats)

    def _openable(self, state: ToyState) -> list[tuple[int, int, bytes]]:
        opens = self.standing.openable if self.standing else frozenset()
        return [item for item in state.hidden if item[1] in opens]

    def locks(self) -> tuple[Lock, ...]:
        if not self.state.showing:
            return ()
        return tuple(
            SealLock(self._game, seat, 0, epoch, lock)
            for seat, epoch, lock in self._openable(self.state)
        )

    def unlock(self, found: Sequence[tuple[str, bytes] | None]) -> None:
        seats = [seat for seat, _, _ in self._openable(self.state)]
        pairs = zip(seats, found, strict=True)
        shown = tuple((seat, face[0] if face else "-") for seat, face in pairs)
        self.state = replace(self.state, showing=False, hidden=(), shown=self.state.shown + shown)
        self._go_on()

    def _shut(self) -> None:
        """Leave shut what nobody can open any more."""
        if self.state.showing and not self._openable(self.state):
            shut = tuple((seat, "-") for seat, _, _ in self.state.hidden)
            state = self.state
            self.state = replace(state, showing=False, hidden=(), shown=state.shown + shut)

    def on_membership(self, standing: MembershipSnapshot) -> None:
        self.standing = standing
        self._acting = standing.membership.ghosts
        self._shut()

    def act_for(self, membership: Membership) -> None:
        self._acting = membership.ghosts

    def mark(self) -> ToyState:
        self._stream = None
        return self.state

    def rewind(self, mark: Any) -> None:
        self.state, self._stream = mark, None


class ListLedger:
    """A ledger in memory that knows what of it was synced to the disk."""

    def __init__(self) -> None:
        self.written: list[tuple[str, Any]] = []
        self.synced = 0  # so much of it survives a crash
        self.silent = False  # while it is read back

    def _append(self, what: str, value: Any, *, durable: bool) -> None:
        if self.silent:
            return
        self.written.append((what, value))
        if durable:
            self.synced = len(self.written)

    def save_proposal(self, promise: StoredProposal) -> None:
        self._append("promised", promise, durable=True)

    def sync(self) -> None:
        self.synced = len(self.written)

    def save_key_shares(self, epoch: int, shares: bytes) -> None:
        self._append("keyed", (epoch, shares), durable=True)

    def save_acceptor_state(self, acceptor_state: AcceptorState) -> None:
        self._append("vowed", acceptor_state, durable=True)

    def save_fork(self, body: bytes) -> None:
        self._append("parting", body, durable=True)

    def save_stay(self, stay: Stay) -> None:
        self._append("stay", stay, durable=True)

    def save_equivocation(self, proof: Equivocation) -> None:
        self._append("proven", proof, durable=False)

    def save_line(self, line: LogLine) -> None:
        self._append("line", line, durable=False)

    def save_luck(self, index: int, luck: Luck) -> None:
        self._append("drawn", (index, luck), durable=False)

    @property
    def promises(self) -> list[StoredProposal]:
        return [value for what, value in self.written if what == "promised"]

    def after_a_crash(self, lucky: int = 0) -> ListLedger:
        """The lines on the disk: all that were synced, and so many more."""
        left = ListLedger()
        left.written = self.written[: self.synced + lucky]
        left.synced = len(left.written)
        return left

    def remember(self) -> Kept:
        """The state that a journal with these lines gives back."""
        kept = Kept(Genesis(b"", (), ()), bytes(32), "")
        for what, value in self.written:
            match what:
                case "line":
                    kept.take(value)
                case "drawn":
                    kept.draw(*value)
                case "promised":
                    kept.promises.append(value)
                case "keyed":
                    kept.shares[value[0]] = value[1]
                case "vowed":
                    kept.acceptor_state = value
                case "parting":
                    kept.partings.append(value)
                case "stay":
                    kept.stays.append(value)
                case "proven":
                    kept.proofs.append(value)
        return kept


def signer(number: int) -> Ed25519Signer:
    """The key of a numbered peer: always the same."""
    seed = hashlib.sha256(f"peer {number}".encode()).digest()
    return Ed25519Signer(Ed25519PrivateKey.from_private_bytes(seed))


def signer_for(suite: Suite, number: int) -> Signer:
    """The key of a numbered peer, for either suite."""
    if suite is SYMBOLIC:
        return SymbolicSigner(Key(hashlib.sha256(f"peer {number}".encode()).digest()))
    return signer(number)


def game_start(
    kinds: str,
    name: str = "Oasis",
    game: str = "camelup",
    *,
    suite: Suite = SUITE,
    strict: bool = False,
) -> GameStart:
    """A begun game; `kinds` has a letter for each seat: h human, b bot."""
    table = body_bytes(
        TableBody("camelnet/table/1", name, game, len(kinds), (), bytes(16), None, strict)
    )
    nonces = [bytes([number + 1]) * 32 for number in range(len(kinds))]
    signers = [signer_for(suite, number) for number in range(len(kinds))]
    seats = tuple(
        SeatBody(
            signers[number].key,
            f"Peer {number}",
            {"h": "human", "b": "bot"}[kind],
            "",
            code_commitment(table_id(table), signers[number].key, nonces[number]),
        )
        for number, kind in enumerate(kinds)
    )
    pending_start = PendingStart(
        suite, body_bytes(GenesisBody("camelnet/genesis/1", table, bytes(32), seats))
    )
    for number in range(len(kinds)):
        pending_start.sign(number, signers[number].sign(pending_start.body))
        opening = opening_for(pending_start.id, number, nonces[number])
        pending_start.open(number, nonces[number], signers[number].sign(opening))
    begun = pending_start.game_start
    assert begun is not None
    return begun


def own_of(seat: int, suite: Suite = SUITE) -> SignerIdentity:
    secret = hashlib.sha256(f"secret {seat}".encode()).digest()
    return SignerIdentity(seat, signer_for(suite, seat), secret)


def log_of(
    begun: GameStart,
    seat: int | None,
    storage: ListLedger | None = None,
    suite: Suite = SUITE,
) -> tuple[Log, ToyMachine]:
    """The log of a seat, or of somebody without one, and the machine behind it."""
    machine = ToyMachine(len(begun.genesis.seats), suite, begun.id)
    own = own_of(seat, suite) if seat is not None else None
    storage = storage or ListLedger()
    log = Log(game_start=begun, suite=suite, machine=machine, storage=storage, own=own)
    return log, machine


def logs_of(begun: GameStart, suite: Suite = SUITE) -> list[Log]:
    """Everybody's log, with the first epoch's key where there is one."""
    logs = [log_of(begun, seat, suite=suite)[0] for seat in range(len(begun.genesis.seats))]
    carry(*logs)
    return logs


def toy(log: Log) -> ToyMachine:
    """The machine behind a log."""
    machine = log._machine
    assert isinstance(machine, ToyMachine)
    return machine


def recall(log: Log, storage: ListLedger) -> None:
    """Fill an empty log with what its ledger holds."""
    kept = storage.remember()
    storage.silent = True
    for epoch, shares in kept.shares.items():
        log.rounds.restore_key_shares(epoch, shares)
    if kept.acceptor_state is not None:
        log.epoch.promise_end(kept.acceptor_state.epoch - 1)
    for parting in kept.partings:
        log.epoch.bind_to_fork(read_body(PartingBody, parting).epoch)
    for line in kept.lines:
        admit(log, line)
    for proof in kept.proofs:
        log.statements.restore(proof)
    storage.silent = False
    for promise in kept.promises:
        log.restore(promise)


def restarted(begun: GameStart, seat: int, storage: ListLedger, suite: Suite = SUITE) -> Log:
    """The log of a seat that was killed, from what its ledger had synced."""
    left = storage.after_a_crash()
    log, _ = log_of(begun, seat, left, suite)
    recall(log, left)
    return log


def said_by(log: Log) -> list[Frame]:
    """The frames of a log's outbox, taken out of it."""
    frames = list(log.outbox)
    log.outbox.clear()
    return frames


def hear(log: Log, *frames: Frame) -> None:
    for frame in frames:
        log.receive(frame)  # type: ignore[arg-type]


def carry(*logs: Log, held: tuple[type[Frame], ...] = ()) -> list[Frame]:
    """Carry every frame to every other log until all are silent, but for those to be held back, and
    let who makes the key write it; returns what was said."""
    said: list[Frame] = []
    while True:
        for log in logs:
            log.propose_key()
        if not any(log.outbox for log in logs):
            return said
        for log in logs:
            for frame in said_by(log):
                said.append(frame)
                for other in logs:
                    if other is not log and not isinstance(frame, held):
                        hear(other, frame)


def settle(logs: list[Log], notation: str, attachments: tuple[bytes, ...] = ()) -> None:
    """Let the author of the next entry write it, and carry every frame to everybody."""
    author = next(log for log in logs if log.may_propose)
    author.propose(notation, attachments)
    carry(*logs)


def written(begun: GameStart, log: Log, seat: int, notation: str, /, **changes: object) -> Proposal:
    """An entry for `log`'s next place, signed by `seat`, with fields changed before signing."""
    epoch = log.membership.epoch
    entry = EntryBody("camelnet/entry/1", begun.id, epoch, log.index, log.prev, seat, notation, ())
    body = body_bytes(replace(entry, **changes))  # type: ignore[arg-type]
    return Proposal(body, signer_for(log.suite, seat).sign(body))


def acked(
    log: Log, proposal: Proposal, seat: int, pledge: bytes = b"", /, **changes: object
) -> Ack:
    """The acknowledgement by `seat` of an entry, for the position of `log`, with fields changed
    before signing."""
    entry = read_body(EntryBody, proposal.body)
    told = ack_for(entry, entry_hash(proposal.body), toy(log).digest(), seat, pledge)
    body = body_bytes(replace(read_body(AckBody, told), **changes))  # type: ignore[arg-type]
    return Ack(body, signer_for(log.suite, seat).sign(body))


def pledged(log: Log, proposal: Proposal, seat: int, secret: bytes) -> Ack:
    """The acknowledgement by `seat` of an entry that luck follows, pledging `secret`."""
    entry = read_body(EntryBody, proposal.body)
    return acked(log, proposal, seat, pledge_of(entry, seat, secret))


def held(proposal: Proposal, acks: Iterable[Ack], seat: int) -> Final:
    """The `Final` of `seat` when it holds these acknowledgements, given by seat."""
    entry = read_body(EntryBody, proposal.body)
    body = final_for(entry, [ack.body for ack in acks], seat)
    return Final(body, signer(seat).sign(body))


def hidden(log: Log, seat: int, face: str) -> tuple[bytes, ...]:
    """The attachment of a "hide" entry of `seat`."""
    standing = toy(log).standing
    assert standing is not None
    assert standing.seal_key is not None
    nonce = hashlib.sha256(f"nonce {seat} {face}".encode()).digest()
    secret = hashlib.sha256(f"lock {seat}".encode()).digest()
    sealed = Sealed(face, (nonce,))
    return encrypted_faces.lock(
        log.suite, standing.seal_key, log.game_start.id, seat, sealed, secret
    )
