"""Seats without hands: which table a headless peer takes, and what it does after a game.

A bot waits for a table (of one name, or any), sits down, plays, and then plays the same table again
if others do; if they do not, it looks for another. Sans-IO like the peer it steers.
"""

from __future__ import annotations

from camelnet.session.facts import LobbyView
from camelnet.session.peer import Peer

AGAIN_PATIENCE_MS = 30_000  # so long it waits for the others after a game
LINGER_MS = 8_000  # so long it stays, so that the others can fetch the last entries


class Usher:
    """Finds chairs for one peer. Give it every lobby view, and tick it with the peer."""

    def __init__(self, peer: Peer, *, table: str | None, once: bool) -> None:
        """`table`: only tables of that name. `once`: done after one game."""
        self._peer = peer
        self._wanted = table
        self._once = once
        self._lobby: LobbyView | None = None
        self._closed_ms: int | None = None

    def see(self, lobby: LobbyView) -> None:
        self._lobby = lobby

    def tick(self, now_ms: int) -> bool:
        """Do what is due; true when `once` is fulfilled: one game played, not needed any more."""
        table = self._peer.table
        if table is None:
            self._closed_ms = None
            self._sit_somewhere()
            return False
        if not table.closed:
            self._closed_ms = None
            return False
        if self._closed_ms is None:
            self._closed_ms = now_ms
            if not self._once:
                self._peer.again()
        waited_ms = now_ms - self._closed_ms
        if self._once:
            return self._peer.finished or waited_ms > LINGER_MS
        if waited_ms > AGAIN_PATIENCE_MS:
            self._peer.stand()
        return False

    def _sit_somewhere(self) -> None:
        if self._lobby is None or self._lobby.table is not None:
            return
        for offer in self._lobby.tables:
            if offer.trouble is None and offer.free and self._wanted in (None, offer.name):
                self._peer.sit(offer.id)
                return
