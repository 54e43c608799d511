"""The standing of other peers: a seat of my game, company at my table, or a stranger.

It limits how much a peer may send, how often a person reads notices about it, and which of its
frames we read: from a stranger only those of the lobby and of spectators.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_

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
STRANGERS_BYTES_MAX = 16 * 1024  # per frame; a genesis of eight seats has 9000 at most
BYTES_A_FRAME = 512  # per so many bytes a frame costs one more: nested values are slow to read
# What a frame costs beyond reading it, in frames without news; see docs/network.md.
PRICES: Mapping[type[Frame], int] = {Hello: 3, Lobby: 3, Chat: 1, Watch: 1, SyncAsk: 8}

_Seen = tuple[SeatedTable | None, WatchedTable | None, LobbyTable | None]


class Standing:
    """See the module. Call `refresh` whenever my game or my table may have changed."""

    def __init__(self, parts: PeerParts) -> None:
        self._parts = parts
        self._favoured: dict[bytes, Favour] = {}
        self._seen: _Seen | None = None

    def refresh(self) -> None:
        """Recompute all standings, and tell the mesh whom to favour."""
        parts = self._parts
        seated, watched = parts.games.seated, parts.spectators.watched
        table = None if parts.games.running else parts.lobby.my_table()
        seen = (seated, watched, table)
        if self._seen is not None and all(map(is_, seen, self._seen)):
            return
        self._seen = seen
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
        """True if that peer sits neither at my table nor at the one I watch."""
        return key not in self._favoured

    def may_say(self, key: bytes, kind: type[Frame], size: int) -> bool:
        """True if we read a frame of that kind and size from that peer. Former players may still
        lack the end of our game."""
        if not self.is_stranger(key):
            return True
        played = any(table.has(key) for table in self._parts.games.all())
        return played or (kind in SAID_BY_ALL and size <= STRANGERS_BYTES_MAX)

    @staticmethod
    def price(kind: type[Frame], size: int) -> int:
        """The price of a frame of that kind and size, in frames besides itself. Frames of a game's
        table cost nothing more."""
        if kind not in SAID_BY_ALL:
            return 0
        return PRICES.get(kind, 0) + size // BYTES_A_FRAME
