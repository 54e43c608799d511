"""The heartbeat of a peer: when to send it, and how long to rest in between.

While all only wait for a move or for people, it is slower and in step with the others', and only
frames and intents change a view. Times are milliseconds of one clock.
"""

from __future__ import annotations

from camelnet.session.api.facts import Presence
from camelnet.session.lobby.contacts import SLOW_MS
from camelnet.session.peer.peer_parts import PeerParts

BEAT_MS = 700
CALM_BEAT_MS = 1000
TOGETHER_MS = 200  # so much earlier a heartbeat may be, to be in step with others
HASTE_MS = 200
RESEND_MS = 1000
CALM_RESEND_MS = 3000  # while the game only waits for a move


class Heartbeat:
    """See the module."""

    def __init__(self, parts: PeerParts) -> None:
        self._parts = parts
        self._beat_ms = -BEAT_MS
        self._every_ms = BEAT_MS  # the interval at the last tick
        self._resent_ms = 0
        self._calm = False
        self._seen: tuple[object, ...] | None = None

    def rest_ms(self, now_ms: int) -> int:
        """The time until the next tick is due: at the next heartbeat, or when a peer becomes slow;
        `HASTE_MS` while anything is under way."""
        if not self._is_calm(now_ms):
            return HASTE_MS
        missed_ms = (contact.heard_ms + SLOW_MS for contact in self._parts.contacts.greeted())
        due_ms = (self._beat_ms + CALM_BEAT_MS, *(ms for ms in missed_ms if ms > now_ms))
        return max(1, min(due_ms) - now_ms)

    def is_near(self, now_ms: int) -> bool:
        """True if a heartbeat may be sent now, in step with another peer's."""
        return now_ms >= self._beat_ms + self._every_ms - TOGETHER_MS

    def beats(self, now_ms: int) -> bool:
        """True if the heartbeat is due now. Call it once per tick."""
        self._calm = self._is_calm(now_ms)
        self._every_ms = CALM_BEAT_MS if self._calm else BEAT_MS
        if not self.is_near(now_ms):
            return False
        self._beat_ms = now_ms
        return True

    def resends(self, now_ms: int) -> bool:
        """True if the lobby record is due again, in case a connection lost it."""
        playing = self._parts.games.running is not None
        if now_ms < self._resent_ms + (CALM_RESEND_MS if self._calm and playing else RESEND_MS):
            return False
        self._resent_ms = now_ms
        return True

    def stands_still(self, now_ms: int) -> bool:
        """True if the time since the last call cannot have changed a view: all are here, and the
        game waits for a move."""
        before, self._seen = self._seen, self._what_is_seen(now_ms)
        return self._seen is not None and self._seen == before

    def _what_is_seen(self, now_ms: int) -> tuple[object, ...] | None:
        table, contacts = self._parts.games.running, self._parts.contacts
        if table is None or not table.only_awaits_a_move:
            return None
        here = tuple(contact.key for contact in contacts.greeted())
        if any(contacts.presence(key, now_ms)[0] is not Presence.HERE for key in here):
            return None
        if not table.attendance.all_here:
            return None
        return table.id, table.log.index, table.trouble, here, self._parts.mesh.addresses()

    def _is_calm(self, now_ms: int) -> bool:
        """True if nothing is under way."""
        parts = self._parts
        if parts.spectators.watched is not None or any(
            contact.presence(now_ms)[0] is Presence.SLOW for contact in parts.contacts.greeted()
        ):
            return False
        table = parts.games.running
        return parts.lobby.genesis() is None if table is None else table.only_awaits_a_move
