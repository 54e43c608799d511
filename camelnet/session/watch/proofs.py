"""Proofs that others play: we ask to watch a peer that says it plays, and it must show its genesis.

We check only requested proofs, one per question, and ask few peers at once; we ask ever more seldom
if a peer shows nothing, and not for `FALSE_MS` if it shows something false. Times are milliseconds
of the session's clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.start.genesis import PendingStart
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.frames import Genesis, Watch

ASK_MS = 1500  # between the first two questions to a peer; doubled each time
ASK_MS_MAX = 60_000
FALSE_MS = 600_000  # so long we do not ask a peer that showed something false
AT_ONCE = 4  # questions per tick
ASKED_MAX = 256


@dataclass(slots=True)
class _Asked:
    table: bytes
    again_ms: int  # not before
    gap_ms: int
    open: bool = True  # it has not answered yet


class Proofs:
    """Asks peers that say they play; `tick` with the peer."""

    def __init__(self, *, lobby: LobbyState, suite: Suite) -> None:
        self._lobby = lobby
        self._suite = suite
        self._asked: dict[bytes, _Asked] = {}  # the last question to each peer
        self._outbox: list[tuple[bytes, Watch]] = []

    def take_outbox(self) -> list[tuple[bytes, Watch]]:
        """Take the frames to send, each with its receiver's key."""
        frames, self._outbox = self._outbox, []
        return frames

    def tick(self, now_ms: int, watched: bytes | None) -> None:
        """Ask peers without a proof, except at the table `watched`, which we ask anyway."""
        here = self._lobby.record_of  # a peer that greets again has none for a moment
        self._asked = {k: v for k, v in self._asked.items() if now_ms < v.again_ms or here(k)}
        due = [
            (self._asked[key].again_ms if key in self._asked else 0, key, table)
            for key, table in self._lobby.unproven()
            if table != watched
        ]
        for again_ms, key, table in sorted(due)[:AT_ONCE]:
            if now_ms >= again_ms:
                self._ask(key, table, now_ms)

    def _ask(self, key: bytes, table: bytes, now_ms: int) -> None:
        before = self._asked.pop(key, None)
        gap_ms = min(2 * before.gap_ms, ASK_MS_MAX) if before else ASK_MS
        self._asked[key] = _Asked(table, now_ms + gap_ms, gap_ms)
        while len(self._asked) > ASKED_MAX:
            self._asked.pop(next(iter(self._asked)))
        self._outbox.append((key, Watch(table, watching=True)))

    def receive(self, key: bytes, frame: Genesis, now_ms: int) -> None:
        """Take a genesis from the peer `key`; ignored unless we asked for it. Raises `Refusal`."""
        asked = self._asked.get(key)
        if asked is None or not asked.open:
            return
        try:
            self._check(key, asked, frame)
        except Refusal:
            asked.again_ms = now_ms + FALSE_MS
            raise

    def _check(self, key: bytes, asked: _Asked, frame: Genesis) -> None:
        pending_start = PendingStart(self._suite, frame.body)
        if pending_start.table_id != asked.table or key not in pending_start.keys:
            return  # another game's
        asked.open = False
        self._outbox.append((key, Watch(asked.table, watching=False)))
        for line in frame.signatures:
            pending_start.sign(line.seat, line.signature)
        if pending_start.complete:
            self._lobby.prove(asked.table, pending_start.id, pending_start.keys)
