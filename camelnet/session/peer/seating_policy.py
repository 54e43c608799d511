"""Seating policy: which table a headless peer takes, and what it does after a game.

A bot waits for a table (of one name, of one host, or any), sits down and plays. Afterwards it plays
the same table again if somebody there wants to; among bots only, the first bot wants to. It leaves
if another table has a chair for it or nobody is left. It also leaves a game that all people have
deserted for `DESERTED_MS`, and returns with the first of them. Sans-IO like the peer it steers.
"""

from __future__ import annotations

from collections.abc import Callable

from camelnet.session.api.facts import Kind, LobbyView, TableOffer, TableView
from camelnet.session.peer.peer import Peer
from camelnet.session.table.seated_table import SeatedTable

PATIENCE_MS = 30_000  # so long it waits for others after a game, or among bots only
LINGER_MS = 8_000  # so long it stays for others to fetch the last entries
DESERTED_MS = 600_000  # so long it waits for any person of its game
MISSING_MS = 600_000  # so long it stays after a game's end for absent people
BREATH_MS = 1_500  # so long the others may decide first


class SeatingPolicy:
    """Finds chairs for one peer. Give it every lobby view, and `tick` it with the peer."""

    def __init__(
        self,
        peer: Peer,
        *,
        table: str | None,
        once: bool,
        host: Callable[[], bytes | None] | None = None,
        game: str | None = None,
        person: bool = False,
    ) -> None:
        """`table`: only tables of that name. `once`: stop after one game. `host`: only tables where
        that peer sits; returns None until its key is known. `game`: only tables of that game.
        `person`: a person here decides when to leave a game."""
        self._peer = peer
        self._wanted = table
        self._game = game
        self._once = once
        self._host = host
        self._person = person
        self._lobby: LobbyView | None = None
        self._closed_ms: int | None = None  # since when the game is closed or stopped
        self._lonely_ms: int | None = None  # since when it has sat among bots with chairs free
        self._deserted_ms: int | None = None  # since when no person is in the game

    def see(self, lobby: LobbyView) -> None:
        self._lobby = lobby

    def tick(self, now_ms: int) -> bool:
        """Do what is due; returns True if `once` is fulfilled: one game is played and nobody needs
        us."""
        table = self._peer.table
        if table is None:
            self._closed_ms = self._deserted_ms = None
            self._find_a_game(now_ms)
            return False
        if not table.closed and not table.log.epoch.stopped:
            self._closed_ms = None
            self._wait_for_people(table, now_ms)
            return False
        if self._closed_ms is None:
            self._closed_ms = now_ms
        waited_ms = now_ms - self._closed_ms
        if self._once:
            return self._is_needed_no_more(table, waited_ms)
        if waited_ms > BREATH_MS:
            self._what_next(waited_ms)
        return False

    def _wait_for_people(self, table: SeatedTable, now_ms: int) -> None:
        """Leave a game that all people have deserted; the bot's journal keeps it."""
        if self._person or not table.replica.awaits_people or table.person_here:
            self._deserted_ms = None
        elif self._deserted_ms is None:
            self._deserted_ms = now_ms
        elif now_ms - self._deserted_ms > DESERTED_MS:
            self._deserted_ms = None
            self._peer.stand()

    def _is_needed_no_more(self, table: SeatedTable, waited_ms: int) -> bool:
        """True if a seat that plays once may go. A bot stays for people who were away at the
        end."""
        if table.closed and table.replica.awaits_people and not self._person:
            return table.replica.everybody_back_has_all or waited_ms > MISSING_MS
        return self._peer.finished or waited_ms > LINGER_MS

    def _find_a_game(self, now_ms: int) -> None:
        """Resume the game that a person plays on, unless a person waits at my table; else take any
        chair."""
        called = None if self._person else self._peer.called
        mine = self._lobby.table if self._lobby else None
        if called is not None and (mine is None or not _has_person(mine)):
            self._peer.resume(called)
        else:
            self._sit_somewhere(now_ms)

    def _what_next(self, waited_ms: int) -> None:
        """Decide after a game: play again, go to another table, or wait a little."""
        view = self._peer.table_view()
        assert view is not None, "asked at a table"
        mine = self._lobby.table if self._lobby else None
        if view.me in view.again:
            if waited_ms > PATIENCE_MS and mine is not None and mine.free:
                self._peer.stand()
        elif view.again:
            self._peer.again()
        elif self._better() is not None or waited_ms > PATIENCE_MS or not _company(view):
            self._peer.stand()
        elif _first_bot(view):
            self._peer.again()

    def _sit_somewhere(self, now_ms: int) -> None:
        if self._lobby is None:
            return
        mine, better = self._lobby.table, self._better()
        if mine is None:
            if better is not None:
                self._peer.sit(better.id)
            return
        lonely = mine.free > 0 and not _has_person(mine)
        self._lonely_ms = (self._lonely_ms or now_ms) if lonely else None
        waited = self._lonely_ms is not None and now_ms - self._lonely_ms > PATIENCE_MS
        if waited and self._wanted is None and better is not None and _has_person(better):
            self._peer.stand()

    def _better(self) -> TableOffer | None:
        """Another table with a chair for me."""
        offers = self._lobby.tables if self._lobby else ()
        return next((offer for offer in offers if self._suits(offer)), None)

    def _suits(self, offer: TableOffer) -> bool:
        if offer.trouble is not None or not offer.free or offer.mine:
            return False
        if self._game not in (None, offer.game):
            return False
        if self._host is not None:
            host = self._host()
            return host is not None and any(seat.key == host for seat in offer.seats)
        return self._wanted in (None, offer.name)


def _has_person(offer: TableOffer) -> bool:
    return any(seat.key is not None and seat.kind is Kind.HUMAN for seat in offer.seats)


def _company(view: TableView) -> bool:
    """True if another player of the table is still here."""
    return any(not seat.me and not seat.presence.missed for seat in view.seats)


def _first_bot(view: TableView) -> bool:
    """True if only bots played and I am the first still here."""
    if any(seat.kind is Kind.HUMAN for seat in view.seats):
        return False
    here = [number for number, seat in enumerate(view.seats) if not seat.presence.missed]
    return here[0] == view.me
