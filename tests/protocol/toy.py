"""A table without rules: a toy machine behind real logs and signatures, on links that misbehave."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.protocol.code import code_commitment
from camelnet.protocol.founding import Beginning, Founding
from camelnet.protocol.log import Log, Own, Promise
from camelnet.protocol.luck import pledge_of
from camelnet.protocol.messages import (
    Ack,
    Certified,
    EntryBody,
    Final,
    Frame,
    GenesisBody,
    Proposal,
    SeatBody,
    TableBody,
    ack_for,
    body_bytes,
    final_for,
    opening_for,
    read_body,
    table_id,
)
from camelnet.protocol.refusal import Fault, Refusal
from camelnet.protocol.suite import Ed25519Signer, Ed25519Suite, Suite
from camelnet.protocol.table import Table

SUITE = Ed25519Suite()


class ToyMachine:
    """Seats in turn write "add <n>", or "roll", which adds luck; "stop" closes the log."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.total = 0
        self.turn = 0
        self.closed = False

    @property
    def author(self) -> int | None:
        return None if self.closed else self.turn

    def digest(self) -> bytes:
        return hashlib.sha256(self.snapshot()).digest()

    def snapshot(self) -> bytes:
        return f"{self.total} {self.turn}".encode()

    def accept(self, entry: EntryBody) -> bool:
        words = entry.notation.split(" ")
        if entry.notation not in ("roll", "stop") and words[0] != "add":
            raise Refusal(Fault.ILLEGAL, entry.notation)
        return entry.notation == "roll"

    def advance(self, entry: EntryBody, seed: bytes | None) -> None:
        if entry.notation == "stop":
            self.closed = True
        elif entry.notation == "roll":
            assert seed is not None
            self.total += int.from_bytes(seed, "big") % 6 + 1
        else:
            assert seed is None
            self.total += int(entry.notation.split(" ")[1])
        self.turn = (self.turn + 1) % self.seats


class ListLedger:
    """A ledger in memory; what is durable and what is not can be told apart."""

    def __init__(self) -> None:
        self.promises: list[Promise] = []
        self.entries: list[Certified] = []
        self.finals: tuple[Ack, ...] = ()

    def finalised(self, acks: tuple[Ack, ...]) -> None:
        self.finals = acks

    def promised(self, promise: Promise) -> None:
        self.promises.append(promise)

    def settled(self, certified: Certified) -> None:
        self.entries.append(certified)
        self.finals = ()


def signer(number: int) -> Ed25519Signer:
    """The key of a numbered peer: always the same."""
    seed = hashlib.sha256(f"peer {number}".encode()).digest()
    return Ed25519Signer(Ed25519PrivateKey.from_private_bytes(seed))


def founding(kinds: str, name: str = "Oasis", game: str = "camelup") -> Founding:
    """A begun game; `kinds` has a letter for each seat: h human, b bot."""
    table = body_bytes(TableBody("camelnet/table/1", name, game, len(kinds), (), bytes(16), None))
    nonces = [bytes([number + 1]) * 32 for number in range(len(kinds))]
    seats = tuple(
        SeatBody(
            signer(number).key,
            f"Peer {number}",
            {"h": "human", "b": "bot"}[kind],
            "",
            code_commitment(table_id(table), signer(number).key, nonces[number]),
        )
        for number, kind in enumerate(kinds)
    )
    beginning = Beginning(
        SUITE, body_bytes(GenesisBody("camelnet/genesis/1", table, bytes(32), seats))
    )
    for number in range(len(kinds)):
        beginning.sign(number, signer(number).sign(beginning.body))
        opening = opening_for(beginning.id, number, nonces[number])
        beginning.open(number, nonces[number], signer(number).sign(opening))
    begun = beginning.founding
    assert begun is not None
    return begun


def log_of(
    begun: Founding, seat: int, ledger: ListLedger | None = None, suite: Suite = SUITE
) -> tuple[Log, ToyMachine]:
    machine = ToyMachine(len(begun.genesis.seats))
    own = Own(seat, signer(seat), hashlib.sha256(f"secret {seat}".encode()).digest())
    ledger = ledger or ListLedger()
    log = Log(founding=begun, suite=suite, machine=machine, ledger=ledger, own=own)
    return log, machine


def said_by(log: Log) -> list[Frame]:
    """What a log wants to say, taken out of it."""
    frames, log.outbox = log.outbox, []
    return frames


def carry(*logs: Log) -> list[Frame]:
    """Carry every frame to every other log until all are silent; returns what was said."""
    said: list[Frame] = []
    while any(log.outbox for log in logs):
        for log in logs:
            for frame in said_by(log):
                said.append(frame)
                for other in logs:
                    if other is not log:
                        other.receive(frame)  # type: ignore[arg-type]
    return said


def pledged(proposal: Proposal, position: ToyMachine, seat: int, secret: bytes) -> Ack:
    """The acknowledgement by `seat` of an entry that luck follows, pledging `secret`."""
    entry = read_body(EntryBody, proposal.body)
    pledge = pledge_of(entry, seat, secret)
    body = ack_for(entry, proposal.body, position.digest(), seat, pledge)
    return Ack(body, signer(seat).sign(body))


def held(proposal: Proposal, acks: Iterable[Ack], seat: int) -> Final:
    """What `seat` signs when it holds these acknowledgements, given by seat."""
    entry = read_body(EntryBody, proposal.body)
    body = final_for(entry, [ack.body for ack in acks], seat)
    return Final(body, signer(seat).sign(body))


class ToyTable:
    """Everybody at one table, on links that delay, reorder, duplicate and lose frames."""

    def __init__(self, kinds: str, seed: int, *, loss: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.loss = loss
        self.founding = founding(kinds)
        self.now_ms = 0
        self.machines: list[ToyMachine] = []
        self.tables: list[Table] = []
        self.ledgers = [ListLedger() for _ in kinds]
        self.refusals: list[tuple[int, Refusal]] = []
        self._wire: list[tuple[int, int, int, int, object]] = []
        self._count = 0
        for seat in range(len(kinds)):
            log, machine = log_of(self.founding, seat, self.ledgers[seat])
            self.machines.append(machine)
            self.tables.append(Table(log, seat=seat, resumed=False))
        self.asleep: set[int] = set()

    def restart(self, seat: int) -> None:
        """Kill a peer and start it again from what its ledger holds."""
        ledger = self.ledgers[seat]
        log, machine = log_of(self.founding, seat, ListLedger())
        for certified in ledger.entries:
            log.admit(certified)
        for promise in ledger.promises:
            log.restore(promise, ledger.finals)
        log._ledger = ledger  # the journal goes on where it was read to
        self.machines[seat] = machine
        self.tables[seat] = Table(log, seat=seat, resumed=True)

    def play(self, moves: int, until_ms: int = 600_000) -> None:
        """Let whoever is on turn write, until `moves` entries are settled everywhere."""
        while self.now_ms < until_ms:
            self.step()
            if all(table.log.index > moves for table in self.tables):
                return
        raise AssertionError(f"stuck at {[table.log.index for table in self.tables]}")

    def step(self) -> None:
        """50 ms of everybody."""
        self.now_ms += 50
        due = sorted(item for item in self._wire if item[0] <= self.now_ms)
        self._wire = [item for item in self._wire if item[0] > self.now_ms]
        for _, _, sender, to, frame in due:
            if to not in self.asleep:
                self._deliver(sender, to, frame)
        for seat, table in enumerate(self.tables):
            if seat in self.asleep:
                continue
            table.tick(self.now_ms)
            machine = self.machines[seat]
            free = not table.log.in_flight and not table.log.stopped
            if machine.author == seat and free and table.may_write(self.now_ms):
                roll = self.random.random() < 0.5
                table.log.propose("roll" if roll else f"add {self.random.randrange(9)}")
            table.flush()
            self._send(seat)

    def _deliver(self, sender: int, to: int, frame: object) -> None:
        try:
            if isinstance(frame, int):
                self.tables[to].heard(sender, frame, self.now_ms)
            else:
                self.tables[to].receive(sender, frame, self.now_ms)  # type: ignore[arg-type]
        except Refusal as refusal:
            self.refusals.append((to, refusal))

    def _send(self, seat: int) -> None:
        table = self.tables[seat]
        others = [other for other in range(len(self.tables)) if other != seat]
        frames: list[tuple[int, object]] = []
        for to, frame in table.outbox:
            frames.extend((other, frame) for other in (others if to is None else [to]))
        table.outbox.clear()
        if self.now_ms % 700 == 0:
            frames.extend((other, table.log.index) for other in others)
        for to, item in frames:
            for _ in range(2 if self.random.random() < 0.1 else 1):
                if self.random.random() >= self.loss:
                    delay = self.random.randrange(1, 400)
                    self._count += 1
                    self._wire.append((self.now_ms + delay, self._count, seat, to, item))
