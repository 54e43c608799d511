"""Fewer seats: the opener of a table goes on with those who sit there, and they follow.

A table never changes, for its id is the hash of its definition. So the opener opens the same table
once more, with fewer seats; each peer that sat at the old one takes a chair at the new one by
itself, and stays as ready as it was.
"""

from __future__ import annotations

from dataclasses import replace

from camelnet.protocol.start.lobby import LobbyState, LobbyTable, table_body
from camelnet.protocol.wire.bodies import TableBody, body_bytes
from camelnet.session.game.table_options import new_table, unpack_options


def without_free_seats(table: LobbyTable, salt: bytes) -> bytes:
    """The bytes of the same table with seats for those who sit there. Raises ValueError if the game
    needs more players, and `Refusal` if this table cannot be played here."""
    body = table.body
    fewer = new_table(
        name=body.name,
        game=body.game,
        seats=sum(chair is not None for chair in table.chairs),
        options=unpack_options(body),
        salt=salt,
    )
    return body_bytes(replace(body, seats=fewer.seats, salt=salt, previous=None))


def followed(lobby: LobbyState) -> LobbyTable | None:
    """The table to which the opener of mine has gone on, if I am to follow; None if not."""
    chair = lobby.mine.chair
    if chair is None or lobby.mine.playing:
        return None
    mine = table_body(chair.table)
    record = lobby.record_of(mine.opener) if mine.opener is not None else None
    if record is None or record.chair is None or record.playing:
        return None
    new = table_body(record.chair.table)
    if new.seats >= mine.seats or _aside(new) != _aside(mine):
        return None
    return next((table for table in lobby.tables() if table.raw == record.chair.table), None)


def _aside(body: TableBody) -> TableBody:
    """The parts of a table that the old one and the new one must share."""
    return replace(body, seats=2, salt=bytes(16), previous=None)
