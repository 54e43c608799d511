"""The standing of the others with me: a seat of my game, company at my table, or a stranger.

It decides how much somebody may send, whose words a person is told of at any time, and whose frames
are read at all: a stranger says what one says in a lobby, and asks as somebody who looks on.
"""

from __future__ import annotations

from collections.abc import Mapping

from camelnet.net.mesh import Favour
from camelnet.protocol.start.lobby import LobbyTable
from camelnet.protocol.wire.frames import (
    Beat,
    Chat,
    Frame,
    Genesis,
    Hello,
    Lobby,
    Peers,
    SyncAsk,
    Watch,
)
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.table.seated_table import SeatedTable
from camelnet.session.watch.watched_table import WatchedTable

SAID_BY_ALL = frozenset((Hello, Peers, Lobby, Genesis, Beat, Chat, Watch, SyncAsk))
STRANGERS_BYTES_MAX = 16 * 1024  # of a frame; a genesis of eight has nine thousand at most
BYTES_A_FRAME = 512  # so many bytes more count as a frame more: what is nested takes long to read
# What a frame costs beyond reading it, in frames that bring nothing new; see docs/network.md.
PRICES: Mapping[type[Frame], int] = {Hello: 3, Lobby: 3, Chat: 1, Watch: 1, SyncAsk: 8}

_Seen = tuple[SeatedTable | None, WatchedTable | None, LobbyTable | None]


class Standing:
    """See the module. `refresh` whenever a game or a table of mine may have become another."""

    def __init__(self, parts: PeerParts) -> None:
        self._parts = parts
        self._favoured: dict[bytes, Favour] = {}
        self._seen: _Seen | None = None

    def refresh(self) -> None:
        """Find out who is who, and tell the mesh whom to favour."""
        parts = self._parts
        table = None if parts.games.running else parts.lobby.my_table()
        seen = (parts.games.seated, parts.spectators.watched, table)
        if self._seen is not None and all(
            one is other for one, other in zip(seen, self._seen, strict=True)
        ):
            return
        self._seen = seen
        seated, watched, table = seen
        company = [chair.key for chair in table.chairs if chair] if table else []
        company += watched.seats if watched else ()
        seats = [seat.key for seat in seated.game_start.genesis.seats] if seated else []
        self._favoured = {
            **dict.fromkeys(company, Favour.COMPANY),
            **dict.fromkeys(seats, Favour.SEAT),
        }
        self._favoured.pop(parts.key, None)
        parts.mesh.favour(self._favoured)

    def is_stranger(self, key: bytes) -> bool:
        """True if that peer has no seat at my table, nor where I look on."""
        return key not in self._favoured

    def may_say(self, key: bytes, kind: type[Frame], size: int) -> bool:
        """True if a frame of that kind and size means anything when that peer says it. Whoever has
        played with me may still lack the end."""
        if not self.is_stranger(key):
            return True
        played = any(table.has(key) for table in self._parts.games.all())
        return played or (kind in SAID_BY_ALL and size <= STRANGERS_BYTES_MAX)

    def price(self, key: bytes, kind: type[Frame], size: int) -> int:
        """For how many frames one of that kind and size counts, besides itself. What is said at a
        game's table counts as one."""
        if kind not in SAID_BY_ALL:
            return 0
        return PRICES.get(kind, 0) + size // BYTES_A_FRAME
