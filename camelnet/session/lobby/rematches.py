"""Rematches: whose chairs are kept, how long, and who has sat down again.

A chair is kept for its former player, until that peer is away, sits elsewhere, or a minute has
passed since the first player sat down again. Then anybody may take it; but its owner gets it back
on coming before the game begins. Times are milliseconds of the session's clock.
"""

from __future__ import annotations

from camelnet.i18n import N_, Message, message
from camelnet.protocol.start.genesis import GameStart, rematch
from camelnet.protocol.start.lobby import LobbyState, LobbyTable
from camelnet.protocol.wire.bodies import body_bytes, table_id
from camelnet.session.api.facts import Presence
from camelnet.session.lobby.contacts import Contacts

KEPT_MS = 60_000
GAMES_MAX = 8


def again_id(game_start: GameStart) -> bytes:
    """The id of the table for the rematch of a game."""
    return table_id(body_bytes(rematch(game_start)))


class Rematches:
    """The rematches of this peer's games; `tick` with the peer."""

    def __init__(self, *, lobby: LobbyState, contacts: Contacts) -> None:
        self._lobby = lobby
        self._contacts = contacts
        self._games: dict[bytes, GameStart] = {}  # by the id of the rematch's table
        self._seen_ms: dict[bytes, int] = {}  # when a rematch's table first appeared
        self._closed: frozenset[bytes] = frozenset()  # others' tables with kept chairs

    def note(self, game_start: GameStart) -> None:
        """Note a game that I play or watch, and reserve the chairs of its rematch."""
        where = again_id(game_start)
        if where in self._games:
            return
        self._games[where] = game_start
        self._lobby.reserve(where, tuple(seat.key for seat in game_start.genesis.seats))
        while len(self._games) > GAMES_MAX:
            self._games.pop(next(iter(self._games)))

    def seated(self, game_start: GameStart) -> tuple[int, ...]:
        """The seats of an ended game that have sat down for the rematch."""
        table = self._lobby.table(again_id(game_start))
        chairs = table.chairs if table else ()
        seats = [game_start.seat_of(item.key) for item in chairs if item]
        return tuple(sorted(seat for seat in seats if seat is not None))

    def left(self, game_start: GameStart, now_ms: int) -> tuple[int, ...]:
        """The seats of an ended game whose players are away or sit elsewhere."""
        where = again_id(game_start)
        players = enumerate(game_start.genesis.seats)
        return tuple(n for n, seat in players if self._is_gone(seat.key, game_start, where, now_ms))

    def playing(self, game_start: GameStart) -> bool:
        """True if the rematch of this game has begun."""
        table = self._lobby.table(again_id(game_start))
        return table is not None and table.playing

    def tick(self, now_ms: int) -> None:
        """Release the chairs of players who do not come."""
        tables = [table for table in self._lobby.tables() if table.body.previous is not None]
        self._seen_ms = {table.id: self._seen_ms.get(table.id, now_ms) for table in tables}
        late = {where for where, since in self._seen_ms.items() if now_ms >= since + KEPT_MS}
        self._closed = frozenset(
            table.id for table in tables if table.id not in self._games and table.id not in late
        )
        for table in tables:
            for seat, key in self._lobby.kept(table.id).items():
                if table.id in late or self._is_gone(key, self._games[table.id], table.id, now_ms):
                    self._lobby.release(table.id, seat)

    def closed(self, table: LobbyTable) -> Message | None:
        """The reason why I may take no free chair of a table; None if I may."""
        if table.id in self._closed:
            return message(N_("They are playing again; their seats are kept for a minute."))
        if table.full or self._lobby.free_seat(table) is not None:
            return None
        game_start = self._games[table.id]
        kept = sorted(self._lobby.kept(table.id))
        names = [game_start.names[seat] for seat in kept if table.chairs[seat] is None]
        template = N_("They are playing again; seats are kept for {names} for a minute.")
        return message(template, names=", ".join(names))

    def _is_gone(self, key: bytes, game_start: GameStart, where: bytes, now_ms: int) -> bool:
        """True if a peer is away or sits at another table."""
        if key == self._lobby.mine.key:
            return False
        if self._contacts.presence(key, now_ms)[0] is Presence.SILENT:
            return True
        record = self._lobby.record_of(key)
        if record is None or record.chair is None:
            return False
        before = table_id(game_start.genesis.table)
        return table_id(record.chair.table) not in (where, before)
