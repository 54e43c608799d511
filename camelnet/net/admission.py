"""Admission of connections: how many sockets, from where, how often, and which peers are banned.

Sans-IO: the transport asks, with the hosts that it sees and its clock. Nobody but the one who is
refused notices anything, with one exception: where all places are taken, the latest peer of the
most crowded address makes room for one of a less crowded one. So nobody keeps a player out of its
game by making up peers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from camelnet.i18n import N_
from camelnet.net.rate import Bucket

PEERS_MAX: Final = 64
PEERS_PER_HOST_MAX: Final = 32  # of one address: bots of one computer, or one who makes up keys
STRANGERS_MAX: Final = 64  # accepted connections that have not greeted yet
STRANGERS_PER_HOST_MAX: Final = 32
ACCEPTED_MAX: Final = 256  # accepted connections of all kinds
KNOCKS_PER_S: Final = 8  # of one address: a handshake and a greeting take five milliseconds
KNOCKS_BURST: Final = 128
ALL_KNOCKS_PER_S: Final = 12  # of all addresses but those of friends
ALL_KNOCKS_BURST: Final = 192
BAN_S: Final = 30.0
_HOSTS_MAX: Final = 256  # whose knocks are counted
_BANS_MAX: Final = 256

FULL: Final = N_("There are too many peers: the one at {address} was refused.")
TOO_MANY_OF_ONE: Final = N_("Too many peers at {address}: one of them was refused.")
TOO_MANY_STRANGERS: Final = N_("Too many connections from {address} at once: some were refused.")
MADE_ROOM: Final = N_("All places were taken: the peer at {address} made room for another.")
STILL_BANNED: Final = N_("The peer at {address} must wait before it can reconnect.")


class Admission:
    """Decides who may connect: None admits, a sentence with a field `address` refuses."""

    def __init__(self) -> None:
        self._knocks: dict[str, Bucket] = {}  # by host, the latest newcomer last
        self._all_knocks: Bucket | None = None
        self._bans: dict[bytes, float] = {}  # until when, by key

    def knock(self, host: str, now: float, *, accepted: int, friend: bool) -> str | None:
        """Somebody connects from `host`. `accepted`: all sockets, this one included. `friend`:
        somebody whom we play with was there lately, so what is done from elsewhere keeps nobody out
        who comes from there."""
        if not self._counted(host, now) or not (friend or self._all_counted(now)):
            return TOO_MANY_STRANGERS
        return TOO_MANY_STRANGERS if accepted > ACCEPTED_MAX and not friend else None

    @staticmethod
    def makes_way(host: str, *, strangers: Sequence[str]) -> int | None:
        """The one that has to go, of those that have not said who they are, before one from `host`
        can be heard: the oldest. An honest one is done in a moment, so nobody holds these places.
        `strangers`: their hosts, the oldest first."""
        if strangers.count(host) >= STRANGERS_PER_HOST_MAX:
            return strangers.index(host)
        if len(strangers) >= STRANGERS_MAX:
            crowded, _size = Counter(strangers).most_common(1)[0]
            return strangers.index(crowded)
        return None

    def newcomer(self, host: str, *, peers: Mapping[bytes, tuple[str, float]]) -> str | None:
        """Somebody from `host` has shown a key that is not on the mesh; `peers`: host, and since
        when it is here, of those who are. If all places are taken, see `makes_room`."""
        same = sum(other == host for other, _since in peers.values())
        if same >= PEERS_PER_HOST_MAX:
            return TOO_MANY_OF_ONE
        full = len(peers) >= PEERS_MAX and self.makes_room(host, peers=peers) is None
        return FULL if full else None

    def makes_room(self, host: str, *, peers: Mapping[bytes, tuple[str, float]]) -> bytes | None:
        """The peer to disconnect so that one from `host` can come in; None if nobody has to, or
        may."""
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
