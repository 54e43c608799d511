"""One seat at one table: the log, kept going over links that lose, delay and come back.

What is unsettled is sent again every second; who is behind asks for the entries that it lacks, in
chunks, and admits each only on its certificate. Time is an argument, milliseconds of any clock that
does not run backwards.
"""

from __future__ import annotations

from camelnet.protocol.codec import encode
from camelnet.protocol.log import Log
from camelnet.protocol.messages import (
    SYNC_BYTES_MAX,
    Ack,
    Certified,
    Final,
    Frame,
    Proposal,
    Share,
    Snapshot,
    SyncAsk,
    SyncReply,
    TableFrame,
)
from camelnet.protocol.refusal import Fault, Refusal
from camelnet.protocol.shape import pack

PUSH_MS = 1000
ASK_MS = 700
ENTRIES_PER_REPLY = 64


class Table:
    """`outbox` holds (seat, frame) to send; seat None means every other seat."""

    def __init__(self, log: Log, *, seat: int, resumed: bool) -> None:
        self.log = log
        self.seat = seat
        self.outbox: list[tuple[int | None, Frame]] = []
        self.snapshots: dict[int, bytes] = {}  # of others, where we disagree
        self._heads: dict[int, int] = {}
        self._pushed_ms = 0
        self._asked_ms: dict[int, int] = {}
        self._told = False
        seats = range(len(log.founding.genesis.seats))
        # After a restart we may have signed something that the journal lost: write nothing new
        # until every other seat has said how far it is, and has had time to push what it holds.
        self._unheard = {other for other in seats if other != seat} if resumed else set()
        self._heard_ms: int | None = None if resumed else 0

    @property
    def unheard(self) -> tuple[int, ...]:
        """The seats that must be heard before anything new is written here."""
        return tuple(sorted(self._unheard))

    def may_write(self, now_ms: int) -> bool:
        """Whether a new entry of ours cannot contradict one that a lost journal held."""
        return self._heard_ms is not None and now_ms >= self._heard_ms + 2 * PUSH_MS

    @property
    def everybody_has_all(self) -> bool:
        """Whether every other seat's log is known to reach as far as ours."""
        seats = range(len(self.log.founding.genesis.seats))
        return all(
            self._heads.get(seat, 0) >= self.log.index for seat in seats if seat != self.seat
        )

    def receive(self, seat: int, frame: TableFrame, now_ms: int) -> None:
        """Take a frame from the peer on `seat`; raises `Refusal`."""
        match frame:
            case Proposal() | Ack() | Final() | Share():
                self.log.receive(frame)
            case SyncAsk():
                self._answer(seat, frame.index)
            case SyncReply():
                self._admit(seat, frame, now_ms)
            case Snapshot():
                self.snapshots[seat] = frame.position
        self.flush()

    def heard(self, seat: int, index: int, now_ms: int) -> None:
        """A heartbeat of `seat`: its log goes up to `index`."""
        self._heads[seat] = index
        if self._unheard:
            self._unheard.discard(seat)
            if not self._unheard:
                self._heard_ms = now_ms
        if index > self.log.index and now_ms >= self._asked_ms.get(seat, -ASK_MS) + ASK_MS:
            self._ask(seat, now_ms)

    def tick(self, now_ms: int) -> None:
        """Call a few times a second."""
        if now_ms >= self._pushed_ms + PUSH_MS:
            self._pushed_ms = now_ms
            self.outbox.extend((None, frame) for frame in self.log.pushing())
        self.log.progress()  # what a full disk held up may go on
        self.flush()

    def flush(self) -> None:
        """Move what the log wants to say into `outbox`."""
        self.outbox.extend((None, frame) for frame in self.log.outbox)
        self.log.outbox.clear()
        stopped = self.log.stopped
        if stopped and stopped.fault is Fault.DIGEST and not self._told:
            self._told = True
            self.outbox.append((None, self.log.snapshot()))

    def _ask(self, seat: int, now_ms: int) -> None:
        self._asked_ms[seat] = now_ms
        self.outbox.append((seat, SyncAsk(self.log.founding.id, self.log.index)))

    def _answer(self, seat: int, index: int) -> None:
        chosen: list[Certified] = []
        size = 0
        for certified in self.log.entries[max(index, 1) - 1 :][:ENTRIES_PER_REPLY]:
            size += len(encode(pack(certified)))
            if size > SYNC_BYTES_MAX:
                break
            chosen.append(certified)
        if chosen:
            self.outbox.append((seat, SyncReply(self.log.founding.id, tuple(chosen))))

    def _admit(self, seat: int, reply: SyncReply, now_ms: int) -> None:
        for certified in reply.entries:
            if self.log.stopped:
                return
            try:
                self.log.admit(certified)
            except Refusal as refusal:
                if refusal.fault is not Fault.INDEX:  # entries that came another way meanwhile
                    raise
        if self._heads.get(seat, 0) > self.log.index and now_ms > self._asked_ms.get(seat, 0):
            self._ask(seat, now_ms)
