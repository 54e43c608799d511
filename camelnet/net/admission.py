"""Admission of connections: limits on sockets, hosts and rates, and a list of banned peers.

Sans-IO: the transport passes in the hosts that it sees and the time of its clock. Only the refused
peer notices anything, with one exception: when all places are taken, the latest peer of the most
crowded address makes room for one from a less crowded address. So nobody can keep a player out of
its game by making up peers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from camelnet.i18n import N_
from camelnet.net.rate import Bucket

PEERS_MAX: Final = 64
PEERS_PER_HOST_MAX: Final = 32  # per address: bots of one computer, or made-up keys
STRANGERS_MAX: Final = 64  # accepted connections that have not sent a greeting yet
STRANGERS_PER_HOST_MAX: Final = 32
ACCEPTED_MAX: Final = 256  # accepted connections of all kinds
KNOCKS_PER_S: Final = 5  # per address: a handshake and all that follows take some ten ms
KNOCKS_BURST: Final = 128
ALL_KNOCKS_PER_S: Final = 8  # for all addresses together, without those of friends
ALL_KNOCKS_BURST: Final = 192
BAN_S: Final = 30.0
_HOSTS_MAX: Final = 256  # hosts with a counter of knocks
_BANS_MAX: Final = 256

FULL: Final = N_("There are too many peers: the one at {address} was refused.")
TOO_MANY_OF_ONE: Final = N_("Too many peers at {address}: one of them was refused.")
TOO_MANY_STRANGERS: Final = N_("Too many connections from {address} at once: some were refused.")
MADE_ROOM: Final = N_("All places were taken: the peer at {address} made room for another.")
STILL_BANNED: Final = N_("The peer at {address} must wait before it can reconnect.")


class Admission:
    """Decides who may connect: None admits, a sentence with a field `address` refuses."""

    def __init__(self) -> None:
        self._knocks: dict[str, Bucket] = {}  # by host, the newest host last
        self._all_knocks: Bucket | None = None
        self._bans: dict[bytes, float] = {}  # end of each ban, by key

    def knock(self, host: str, now: float, *, accepted: int, friend: bool) -> str | None:
        """Count a connection from `host`. `accepted`: all accepted sockets, this one included.
        `friend`: a favoured peer used this host lately, so attacks from other hosts cannot keep
        this host out."""
        if not self._counted(host, now) or not (friend or self._all_counted(now)):
            return TOO_MANY_STRANGERS
        return TOO_MANY_STRANGERS if accepted > ACCEPTED_MAX and not friend else None

    @staticmethod
    def makes_way(host: str, *, strangers: Sequence[str]) -> int | None:
        """The stranger to disconnect before a connection from `host` gets a hearing: the oldest of
        the same or of the most crowded host; None while there is a place. Honest peers greet within
        a moment, so nobody can hold these places. `strangers`: the hosts of all peers that have not
        shown their keys, the oldest first."""
        if strangers.count(host) >= STRANGERS_PER_HOST_MAX:
            return strangers.index(host)
        if len(strangers) >= STRANGERS_MAX:
            crowded, _size = Counter(strangers).most_common(1)[0]
            return strangers.index(crowded)
        return None

    def newcomer(self, host: str, *, peers: Mapping[bytes, tuple[str, float]]) -> str | None:
        """Admit or refuse a peer from `host` whose key is new to the mesh. `peers`: host and
        arrival time of every peer present. When all places are taken, see `makes_room`."""
        same = sum(other == host for other, _since in peers.values())
        if same >= PEERS_PER_HOST_MAX:
            return TOO_MANY_OF_ONE
        full = len(peers) >= PEERS_MAX and self.makes_room(host, peers=peers) is None
        return FULL if full else None

    def makes_room(self, host: str, *, peers: Mapping[bytes, tuple[str, float]]) -> bytes | None:
        """The peer to disconnect so that one from `host` can come in; None if there is a free
        place, or no peer has to give way."""
        crowds = Counter(other for other, _since in peers.values())
        if len(peers) < PEERS_MAX:
            return None
        crowded, size = crowds.most_common(1)[0]
        if size <= crowds[host] + 1:
            return None
        return max((since, key) for key, (other, since) in peers.items() if other == crowded)[1]

    def ban(self, key: bytes, now: float) -> None:
        """Keep that peer outside for a while."""
        self._bans.pop(key, None)
        self._bans[key] = now + BAN_S
        if len(self._bans) > _BANS_MAX:
            del self._bans[next(iter(self._bans))]

    def banned(self, key: bytes, now: float) -> bool:
        return self._bans.get(key, now) > now

    def _counted(self, host: str, now: float) -> bool:
        bucket = self._knocks.get(host)
        if bucket is None:
            bucket = self._knocks[host] = Bucket(per_s=KNOCKS_PER_S, burst=KNOCKS_BURST, now=now)
            if len(self._knocks) > _HOSTS_MAX:
                del self._knocks[next(iter(self._knocks))]
        return bucket.try_take(1, now)

    def _all_counted(self, now: float) -> bool:
        if self._all_knocks is None:
            self._all_knocks = Bucket(per_s=ALL_KNOCKS_PER_S, burst=ALL_KNOCKS_BURST, now=now)
        return self._all_knocks.try_take(1, now)
