"""Catching up: a peer that is behind fetches the lines that it lacks, in chunks.

It admits each line only on its certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.presence import Presence
from camelnet.protocol.wire.frames import Certified, Head, LogLine, SyncAsk, SyncReply
from camelnet.protocol.wire.limits import SYNC_BYTES_MAX
from camelnet.protocol.wire.outbox import Outbox

ASK_MS = 700
LINES_PER_REPLY = 64


class Sync:
    """Requests lines from others, and answers from our own log."""

    def __init__(self, log: Log, presence: Presence, outbox: Outbox) -> None:
        self._log = log
        self._presence = presence
        self._outbox = outbox
        self._asked_ms: dict[int, int] = {}  # by seat

    def heard(self, seat: int, head: Head, now_ms: int) -> None:
        """Ask a seat whose heartbeat is ahead of us, in luck if not in lines."""
        ahead = head.index > self._log.missing_from
        if ahead and now_ms >= self._asked_ms.get(seat, -ASK_MS) + ASK_MS:
            self._ask(seat, now_ms)

    def _ask(self, seat: int, now_ms: int) -> None:
        self._asked_ms[seat] = now_ms
        self._outbox.send(seat, SyncAsk(self._log.game, self._log.missing_from))

    def answer(self, seat: int, ask: SyncAsk) -> bool:
        """Answer a seat; True if it lacked lines and now has all of ours."""
        sent = self.send_lines(seat, self._log.game, ask.index)
        return sent > 0 and max(ask.index, 1) + sent == self._log.index

    def send_lines(self, seat: int, game: bytes, index: int) -> int:
        """Send lines from an index on, and return how many. `game` is ours, or the one that it was
        before a fork."""
        lines = lines_from(self._log, index)
        if lines:
            self._outbox.send(seat, SyncReply(game, lines))
        return len(lines)

    def admit(self, seat: int, reply: SyncReply, now_ms: int) -> None:
        """Take the lines of a reply, and ask for more if there are more; raises `Refusal`."""
        self._log.chain.drop_closing()
        all_taken = all(take_line(self._log, line) for line in reply.lines)
        self._log.chain.drop_closing()
        behind = self._presence.is_ahead(seat)
        if all_taken and behind and now_ms > self._asked_ms.get(seat, 0):
            self._ask(seat, now_ms)


def lines_from(log: Log, index: int) -> tuple[LogLine, ...]:
    """The lines from `index` on, as many as a frame holds. A line without certificate goes together
    with the change that names it."""
    return fitting(_lines_of(log, max(index, 1)))


def _lines_of(log: Log, index: int) -> Iterator[LogLine]:
    for number in range(index, log.index):
        line = log.line_at(number)
        assert line is not None, "all lines are here"
        yield line


def fitting(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """The first of these lines, as many as a frame holds."""
    chosen: list[LogLine] = []
    unit: list[LogLine] = []  # lines that go together
    size = 0
    for line in lines:
        size += len(encode(to_array(line)))
        unit.append(line)
        if isinstance(line, Certified) and not line.certificate:
            continue
        if chosen and (size > SYNC_BYTES_MAX or len(chosen) + len(unit) > LINES_PER_REPLY):
            break
        chosen.extend(unit)
        unit.clear()
    return tuple(chosen)


def take_line(log: Log, line: LogLine) -> bool:
    """Take a line of another log; raises `Refusal`. False if it has to wait, with all that follow
    it: for luck, or for a verification job (`Agreement.verification_job_for`)."""
    if log.agreement.verification_job_for((line,)) is not None:
        return False
    try:
        admit(log, line)
    except Refusal as refusal:
        if refusal.fault is Fault.INDEX:  # we have that line already
            if isinstance(line, Certified):
                log.learn_luck(line)
            return True
        if refusal.fault is Fault.LUCK or log.epoch.leaving:
            return False
        raise
    return True
