"""Seats without hands: which table a headless peer takes, and what it does after a game.

A bot waits for a table (of one name, or any), sits down, plays, and then plays the same table again
if others do; if they do not, it looks for another. Sans-IO like the peer it steers.
"""

from __future__ import annotations

from camelnet.session.facts import Kind, LobbyView, TableOffer
from camelnet.session.peer import Peer

PATIENCE_MS = 30_000  # so long it waits: for the others after a game, or beside other bots only
LINGER_MS = 8_000  # so long it stays, so that the others can fetch the last entries


class Usher:
    """Finds chairs for one peer. Give it every lobby view, and tick it with the peer."""

    def __init__(self, peer: Peer, *, table: str | None, once: bool) -> None:
        """`table`: only tables of that name. `once`: done after one game."""
        self._peer = peer
        self._wanted = table
        self._once = once
        self._lobby: LobbyView | None = None
        self._closed_ms: int | None = None  # since when the game is closed, or stopped for good
        self._lonely_ms: int | None = None  # since when it has sat beside bots, chairs being free

    def see(self, lobby: LobbyView) -> None:
        self._lobby = lobby

    def tick(self, now_ms: int) -> bool:
        """Do what is due; true when `once` is fulfilled: one game played, not needed any more."""
        table = self._peer.table
        if table is None:
            self._closed_ms = None
            self._sit_somewhere(now_ms)
            return False
        if not table.closed and not table.log.stopped:
            self._closed_ms = None
            return False
        if self._closed_ms is None:
            self._closed_ms = now_ms
            if not self._once and table.closed:
                self._peer.again()
        waited_ms = now_ms - self._closed_ms
        if self._once:
            return self._peer.finished or waited_ms > LINGER_MS
        if waited_ms > PATIENCE_MS:
            self._peer.stand()
        return False

    def _sit_somewhere(self, now_ms: int) -> None:
        if self._lobby is None:
            return
        mine = self._lobby.table
        better = next((offer for offer in self._lobby.tables if self._suits(offer)), None)
        if mine is None:
            if better is not None:
                self._peer.sit(better.id)
            return
        lonely = mine.free > 0 and not _has_person(mine)
        self._lonely_ms = (self._lonely_ms or now_ms) if lonely else None
        waited = self._lonely_ms is not None and now_ms - self._lonely_ms > PATIENCE_MS
        if waited and self._wanted is None and better is not None and _has_person(better):
            self._peer.stand()

    def _suits(self, offer: TableOffer) -> bool:
        free = offer.trouble is None and offer.free > 0 and not offer.mine
        return free and self._wanted in (None, offer.name)


def _has_person(offer: TableOffer) -> bool:
    return any(seat.key is not None and seat.kind is Kind.HUMAN for seat in offer.seats)
