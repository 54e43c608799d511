"""Presence: the seats that we hear, and how far each says that its log reaches."""

from __future__ import annotations

from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.frames import Head

HERE_MS = 2000  # a seat heard within this time would answer at once
SILENT_MS = 6000  # a seat not heard for this long is missed


class Presence:
    """See the module. A seat's time is that of its last frame, over whatever links."""

    def __init__(self, log: Log, seat: int) -> None:
        self._log = log
        self._seat = seat
        self._heads: dict[int, Head] = {}
        self._heard_ms: dict[int, int] = {}
        self._anew_ms = 0  # when we last counted all seats as heard
        self.known: set[int] = set()  # the seats heard since we began
        self._others: tuple[int, ...] = ()
        self._others_of: Membership | None = None

    @property
    def others(self) -> tuple[int, ...]:
        """All other seats but the ghosts."""
        membership = self._log.membership
        if membership is not self._others_of:
            seats = range(len(self._log.game_start.genesis.seats))
            absent = {self._seat, *membership.ghosts}
            self._others = tuple(seat for seat in seats if seat not in absent)
            self._others_of = membership
        return self._others

    def knows(self, seat: int) -> bool:
        """True if we have heard a seat since we began."""
        return seat in self.known

    def hear(self, seat: int, now_ms: int) -> None:
        """Note that a frame of a seat has come. If we heard nobody before, we were cut off
        ourselves, and call no seat silent for that."""
        if self._heard_ms and all(self.is_silent(other, now_ms) for other in self.others):
            self.start_anew(now_ms)
        self._heard_ms[seat] = now_ms
        self.known.add(seat)

    def note_head(self, seat: int, head: Head, now_ms: int) -> None:
        self._heads[seat] = head
        self.hear(seat, now_ms)

    def start_anew(self, now_ms: int) -> None:
        """Count all seats as heard now: we slept or were cut off, not they."""
        self._heard_ms = dict.fromkeys(self.others, now_ms)
        self._anew_ms = now_ms

    def was_heard(self, seat: int, now_ms: int, *, within_ms: int) -> bool:
        """True if we have heard a seat lately; False for one never heard."""
        return now_ms < self._heard_ms.get(seat, -within_ms) + within_ms

    def is_silent(self, seat: int, now_ms: int, *, for_ms: int = SILENT_MS) -> bool:
        """True if we miss a seat; False for one never heard."""
        return now_ms >= self._heard_ms.get(seat, now_ms) + for_ms

    def is_at_hand(self, seat: int, now_ms: int) -> bool:
        """True if a seat would answer at once; also for one never heard."""
        return now_ms < self._heard_ms.get(seat, now_ms) + HERE_MS

    def missing(self, now_ms: int) -> set[int] | None:
        """The seats that we have not heard for a moment; None while we cannot tell: we began, slept
        or were cut off a moment ago."""
        if now_ms < self._anew_ms + HERE_MS:
            return None
        return {s for s in self.others if not self.was_heard(s, now_ms, within_ms=HERE_MS)}

    def is_abreast(self, seat: int) -> bool:
        """True if a seat says that its log reaches as far as ours."""
        head = self._heads.get(seat)
        return head is not None and head.index >= self._log.index

    def is_ahead(self, seat: int) -> bool:
        head = self._heads.get(seat)
        return head is not None and head.index > self._log.index

    def has_head(self, seat: int) -> bool:
        """True if a seat has said how far its log reaches."""
        return seat in self._heads
