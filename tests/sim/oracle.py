"""What must never be, whatever happens: checked as a table runs, and at its end."""

from __future__ import annotations

from unittest import mock

from camelnet.protocol.founding import Founding
from camelnet.protocol.messages import (
    Ack,
    AckBody,
    Certified,
    Frame,
    Share,
    entry_hash,
    read_body,
)
from camelnet.protocol.suite import Suite
from camelnet.rules import Position
from camelnet.session import verify


class Violation(Exception):
    """An invariant does not hold."""

    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant = invariant


class Oracle:
    """Knows everything that was ever said and written at one table."""

    def __init__(self, founding: Founding, suite: Suite) -> None:
        self._founding = founding
        self._suite = suite
        self._final: dict[int, tuple[bytes, Position | None]] = {}  # by place in the record
        self._acked: dict[int, dict[bytes, set[int]]] = {}  # by index and entry: who
        self._shared: dict[int, set[int]] = {}  # by index: whose shares anybody may know
        self._said: Frame | None = None
        self._verified: dict[tuple[Certified, ...], int] = {}

    def said(self, seat: int, frame: Frame) -> None:
        """`seat` sends a frame: from now on anybody may know it."""
        if frame is self._said:
            return  # to somebody else
        self._said = frame
        if isinstance(frame, Ack):
            body = read_body(AckBody, frame.body)
            self._acked.setdefault(body.index, {}).setdefault(body.entry, set()).add(body.seat)
        elif isinstance(frame, Share):
            self._share(frame)

    def wrote(self, seat: int, number: int, line: Certified, position: Position | None) -> None:
        """A record's line `number`, and the position behind it if the peer plays just now."""
        known = self._final.get(number)
        hashed = entry_hash(line.body)
        if known is None:
            self._final[number] = (hashed, position)
            return
        if known[0] != hashed:
            raise Violation("two final entries at one place", f"line {number}, seat {seat}")
        if position is not None and known[1] is not None and position != known[1]:
            raise Violation("two positions behind one log", f"line {number}, seat {seat}")

    def verify(self, seat: int, lines: list[Certified]) -> None:
        """The record holds, by the code that checks records."""
        if tuple(lines) in self._verified:
            return
        record = (self._founding.frame(), *lines)
        with (
            mock.patch.object(verify, "read_record", return_value=record),
            mock.patch.object(verify, "Ed25519Suite", return_value=self._suite),
        ):
            try:
                verify.verify(None)  # type: ignore[arg-type]
            except verify.BadRecord as error:
                raise Violation("a record does not hold", f"seat {seat}: {error}") from error
        self._verified[tuple(lines)] = seat

    def _share(self, frame: Share) -> None:
        shared = self._shared.setdefault(frame.index, set())
        if frame.seat in shared:
            return
        shared.add(frame.seat)
        if shared >= set(self._founding.voters):
            agreed = self._acked.get(frame.index, {}).values()
            if not any(seats >= set(self._founding.voters) for seats in agreed):
                raise Violation("a die is known before its entry is final", f"index {frame.index}")
