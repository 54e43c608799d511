"""Access to a table that I have opened: which keys and addresses get no chair there.

Everybody may sit down except peers that I sent away; at a table by invitation, only peers that I
let in. Keys cost nothing. So sending away a second key of one address bars the whole address, and
so does sending away the only seated peer from there. This never bars my own computer, and a seated
peer keeps its chair until I free it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from camelnet.net.interfaces import is_own_host
from camelnet.protocol.start.lobby import LobbyState
from camelnet.session.lobby.contacts import Contacts

K = TypeVar("K")
V = TypeVar("V")

TABLES_MAX = 8
SENT_AWAY_MAX = 256  # keys, and as many addresses
LET_IN_MAX = 64


@dataclass(slots=True)
class _AccessList:
    """The access list of one table."""

    only: bool = False  # only peers in `let_in` may sit down
    let_in: dict[bytes, None] = field(default_factory=dict)
    sent_away: dict[bytes, str] = field(default_factory=dict)  # keys and their addresses
    hosts: dict[str, None] = field(default_factory=dict)  # addresses from which nobody may sit down


class TableAccess:
    """See the module. Call `enforce` whenever lobby records may have changed."""

    def __init__(
        self, *, lobby: LobbyState, contacts: Contacts, addresses: Callable[[], Iterable[str]]
    ) -> None:
        """`addresses`: returns my own."""
        self._lobby = lobby
        self._contacts = contacts
        self._addresses = addresses
        self._lists: dict[bytes, _AccessList] = {}  # by table

    def let_in(self) -> tuple[bytes, ...] | None:
        """The only keys that may sit at my table; None if everybody may, or I did not open it."""
        access = self._mine()
        return tuple(access.let_in) if access is not None and access.only else None

    def invite_only(self, only: bool) -> bool:
        """Admit to my table only peers that I let in or that sit there now; or everybody again.
        False if I did not open it."""
        access = self._mine()
        if access is None:
            return False
        access.only = only
        access.let_in = dict.fromkeys(self._seated() if only else ())
        self.enforce()
        return True

    def move(self, sit: Callable[[], None]) -> None:
        """`sit` takes me from the table that I opened to another one that I open: admit there those
        who sat at the old one, and nobody whom I sent away."""
        before, seated = self._mine(), self._seated()
        sit()
        after = self._mine()
        if before is not None and after is not None:
            after.only, after.let_in = True, dict.fromkeys(seated)
            after.sent_away, after.hosts = before.sent_away, before.hosts
        self.enforce()

    def admit(self, key: bytes) -> bool:
        """Let that peer in, even if I sent it away; False if I did not open the table."""
        access = self._mine()
        if access is None:
            return False
        access.sent_away.pop(key, None)
        _note(access.let_in, key, None, most=LET_IN_MAX)
        self._lobby.welcome(key)
        self.enforce()
        return True

    def send_away(self, key: bytes) -> bool:
        """Refuse that peer a chair, perhaps with all others from its address (see the module);
        False if I did not open the table."""
        access = self._mine()
        host_of = self._contacts.host_of
        host = host_of(key)
        others = [other for other in self._seated() if other != key and host_of(other) == host]
        if access is None or not self._lobby.refuse(key):
            return False
        access.let_in.pop(key, None)
        again = host in access.sent_away.values() and key not in access.sent_away
        access.sent_away.pop(key, None)
        _note(access.sent_away, key, host, most=SENT_AWAY_MAX)
        if host and not self._is_own(host) and (again or not others):
            _note(access.hosts, host, None, most=SENT_AWAY_MAX)
        self.enforce()
        return True

    def enforce(self) -> None:
        """Tell the lobby which claims to my table to refuse."""
        access, table = self._mine(), self._lobby.my_table()
        if access is None or table is None:
            self._lobby.keep_out(())
            return
        seated = self._seated()
        claims = [record.key for record, _chair in self._lobby.claims_at(table)]
        self._lobby.keep_out([key for key in claims if not self._may_sit(access, key, seated)])

    def _may_sit(self, access: _AccessList, key: bytes, seated: tuple[bytes, ...]) -> bool:
        if key in access.sent_away:
            return False
        host = self._contacts.host_of(key)
        if key in access.let_in or self._is_own(host):
            return True
        return not access.only and (host not in access.hosts or key in seated)

    def _mine(self) -> _AccessList | None:
        """The access list of the table that I opened and sit at, before its game begins; else
        None."""
        table = self._lobby.my_table()
        if table is None or table.body.opener != self._lobby.mine.key or table.playing:
            return None
        access = self._lists.setdefault(table.id, _AccessList())
        while len(self._lists) > TABLES_MAX:
            self._lists.pop(next(iter(self._lists)))
        return access

    def _seated(self) -> tuple[bytes, ...]:
        """The peers that I have admitted to chairs so far."""
        mine = self._lobby.mine
        admitted = mine.chair.admitted if mine.chair is not None else ()
        return tuple(key for key in admitted if key is not None and key != mine.key)

    def _is_own(self, host: str) -> bool:
        """True for an address of my own computer: its bots, and other people at it."""
        return is_own_host(host, self._addresses())


def _note(known: dict[K, V], key: K, value: V, *, most: int) -> None:
    """Add an item; keep the latest `most`."""
    known[key] = value
    while len(known) > most:
        known.pop(next(iter(known)))
