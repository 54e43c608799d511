"""Everybody at one toy table, on links that delay, reorder, duplicate, lose and cut."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.replica import Replica
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import ChangeBody, EntryBody, PartingBody, read_body
from camelnet.protocol.wire.frames import Certified, Frame, Head, LogLine, Parted
from tests.protocol.toy import (
    SYMBOLIC,
    ListLedger,
    ToyMachine,
    game_start,
    log_of,
    own_of,
    recall,
)

STEP_MS = 50
Lost = Callable[[int, int, object], bool]  # sender, receiver, frame
PATIENT_MS = 600_000


def nothing_lost(sender: int, to: int, frame: object) -> bool:
    return False


class ToyTable:
    """See the module. Equal seeds give equal runs."""

    def __init__(
        self,
        kinds: str,
        seed: int,
        *,
        loss: float = 0.0,
        headless: bool = False,
        strict: bool = False,
        suite: Suite = SYMBOLIC,
    ) -> None:
        """`headless`: nobody decides for the bots whom the table waits for."""
        self.random = random.Random(seed)
        self.suite = suite
        self.loss = loss
        self.lost: Lost = nothing_lost
        self.headless = headless
        self.game_start: GameStart = game_start(kinds, suite=suite, strict=strict)
        self.now_ms = 0
        self.wishes: dict[int, str] = {}  # what a seat writes next, instead of a random move
        self.idle: set[int] = set()  # seats that write nothing
        self.gone: set[int] = set()
        self.machines: list[ToyMachine] = []
        self.tables: list[Replica] = []
        self.ledgers = [ListLedger() for _ in kinds]
        self.refusals: list[tuple[int, Refusal]] = []
        self.sent: list[tuple[int, int, Frame]] = []  # sender, receiver, frame
        self._wire: list[tuple[int, int, int, int, object]] = []
        self._count = 0
        for seat in range(len(kinds)):
            self.machines.append(ToyMachine(0))
            self.tables.append(self._table(seat, resumed=False))

    def _table(self, seat: int, *, resumed: bool) -> Replica:
        storage = self.ledgers[seat]
        log, self.machines[seat] = log_of(self.game_start, seat, storage, self.suite)
        if resumed:
            recall(log, storage)
        table = Replica(
            log,
            own=own_of(seat, self.suite),
            storage=storage,
            resumed=resumed,
            headless=self.headless and self.game_start.genesis.seats[seat].kind == "bot",
        )
        kept = storage.remember()
        if resumed and kept.acceptor_state is not None:
            table.epoch_change.restore(kept.acceptor_state)
        if resumed:
            table.fork_requests.restore(kept.partings, kept.stays)
        return table

    # --- asking -------------------------------------------------------------------------------

    def log(self, seat: int) -> Log:
        return self.tables[seat].log

    @property
    def present(self) -> list[int]:
        return [seat for seat in range(len(self.tables)) if seat not in self.gone]

    @property
    def author(self) -> int:
        """The seat on turn, as the first that is present sees it."""
        author = self.log(self.present[0]).author
        assert author is not None
        return author

    def notations(self, seat: int) -> list[str]:
        """The lines of a seat's log in short, a change as who votes then."""
        return [told(line) for line in self.log(seat).chain.lines]

    def check_agreement(self) -> None:
        """No two logs differ where both have a line."""
        logs = [table.log for table in self.tables]
        shortest = min(log.index for log in logs)
        for index in range(1, shortest):
            assert len({log.chain.hash_at(index) for log in logs}) == 1, f"index {index}"
        longest = max(logs, key=lambda log: log.index)
        for log in logs:
            for index in range(1, log.index):
                assert log.chain.hash_at(index) == longest.chain.hash_at(index), f"index {index}"
        self._check_positions(logs)

    def _check_positions(self, logs: Iterable[Log]) -> None:
        """Equal logs that are drawn stand for equal positions."""
        found: dict[bytes, bytes] = {}
        for seat, log in enumerate(logs):
            if log.rounds.drawn:
                digest = self.machines[seat].digest()
                assert found.setdefault(log.prev, digest) == digest, f"seat {seat}"

    # --- doing --------------------------------------------------------------------------------

    def leave(self, *seats: int) -> None:
        """These peers are switched off; what is on its way to them is lost."""
        self.gone.update(seats)

    def wake(self, seat: int) -> None:
        """Its lid was closed, no more: it goes on where it was."""
        self.gone.discard(seat)

    def restart(self, seat: int, *, lucky: int | None = None) -> None:
        """Kill a peer and start it again from what its ledger had synced, and a bit more."""
        storage = self.ledgers[seat]
        loose = len(storage.written) - storage.synced
        more = self.random.randint(0, loose) if lucky is None else min(lucky, loose)
        self.ledgers[seat] = storage.after_a_crash(more)
        self.tables[seat] = self._table(seat, resumed=True)
        self.gone.discard(seat)

    def give_up(self, about: int, *by: int) -> None:
        """The people on these seats want to continue without a seat."""
        for seat in by:
            self.tables[seat].give_up(about, True, self.now_ms)

    def go_on_without(self, *leavers: int) -> None:
        """These leave, and the people on all other seats want to continue without them."""
        self.leave(*leavers)
        for leaver in leavers:
            self.give_up(leaver, *self.present)

    def ask_for(self, about: int) -> None:
        """All people who are present want to continue without a seat."""
        seats = self.game_start.genesis.seats
        self.give_up(about, *(seat for seat in self.present if seats[seat].kind == "human"))

    def until(self, done: Callable[[], bool], limit_ms: int = PATIENT_MS) -> None:
        end_ms = self.now_ms + limit_ms
        while not done():
            if self.now_ms >= end_ms:
                raise AssertionError(f"stuck: {self.where()}")
            self.step()

    def where(self) -> str:
        return "; ".join(
            f"{seat}{' gone' if seat in self.gone else ''}: index {log.index}"
            f" epoch {log.membership.epoch} of {log.membership.voters} lacks {log.owed()}"
            for seat, log in ((seat, table.log) for seat, table in enumerate(self.tables))
        )

    def until_epoch(self, epoch: int, limit_ms: int = PATIENT_MS) -> None:
        """Until everybody present votes in that epoch, with its key and the luck before it."""
        self.until(
            lambda: all(
                self.log(seat).membership.epoch >= epoch
                and not self.log(seat).epoch.key_due
                and self.log(seat).rounds.drawn
                for seat in self.present
            ),
            limit_ms,
        )

    def until_changed(self, epoch: int, limit_ms: int = PATIENT_MS) -> None:
        """Until everybody present votes in that epoch, whether it has a key or not."""
        self.until(
            lambda: all(self.log(s).membership.epoch >= epoch for s in self.present), limit_ms
        )

    def play(self, moves: int, until_ms: int = PATIENT_MS) -> None:
        """Let whoever is on turn write, until everybody present has `moves` lines."""
        self.until(
            lambda: all(self.log(seat).index > moves for seat in self.present),
            max(0, until_ms - self.now_ms),
        )

    def more(self, moves: int) -> None:
        """So many lines more than the longest log has now."""
        self.play(max(table.log.index for table in self.tables) - 1 + moves, self.now_ms + 600_000)

    def run(self, ms: int) -> None:
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self.step()

    def step(self) -> None:
        """50 ms of everybody."""
        self.now_ms += STEP_MS
        due = sorted(item for item in self._wire if item[0] <= self.now_ms)
        self._wire = [item for item in self._wire if item[0] > self.now_ms]
        for _, _, sender, to, frame in due:
            if to not in self.gone:
                self._deliver(sender, to, frame)
        for seat in self.present:
            table = self.tables[seat]
            table.tick(self.now_ms)
            self._write(seat)
            table.flush()
            self._send(seat)

    def _write(self, seat: int) -> None:
        log = self.log(seat)
        free = (
            log.may_propose and not log.epoch.key_due and self.tables[seat].may_write(self.now_ms)
        )
        if free and self.machines[seat].author == seat and seat not in self.idle:
            roll = self.random.random() < 0.5
            move = "roll" if roll else f"add {self.random.randrange(9)}"
            log.propose(self.wishes.pop(seat, move))

    def _deliver(self, sender: int, to: int, frame: object) -> None:
        try:
            if isinstance(frame, Head):
                self.tables[to].heard(sender, frame, self.now_ms)
            else:
                self.tables[to].receive(sender, frame, self.now_ms)  # type: ignore[arg-type]
        except Refusal as refusal:
            self.refusals.append((to, refusal))

    def _send(self, seat: int) -> None:
        table = self.tables[seat]
        others = [other for other in range(len(self.tables)) if other != seat]
        frames: list[tuple[int, object]] = []
        for to, frame in table.outbox.take():
            frames.extend((other, frame) for other in (others if to is None else [to]))
            self.sent.extend((seat, other, frame) for other in (others if to is None else [to]))
        if self.now_ms % 700 == 0:
            frames.extend((other, table.head()) for other in others)
        for to, item in frames:
            if self.lost(seat, to, item):
                continue
            for _ in range(2 if self.random.random() < 0.1 else 1):
                if self.random.random() >= self.loss:
                    self.send(seat, to, item)

    def send(self, sender: int, to: int, item: object) -> None:
        """Put a frame on its way."""
        self._count += 1
        delay = self.random.randrange(1, 400)
        self._wire.append((self.now_ms + delay, self._count, sender, to, item))


def told(line: LogLine) -> str:
    if isinstance(line, Certified):
        return read_body(EntryBody, line.body).notation
    if isinstance(line, Parted):
        return "apart " + " ".join(map(str, read_body(PartingBody, line.body).who))
    change = read_body(ChangeBody, line.offer.change)
    return "voters " + " ".join(map(str, change.voters))
