"""Greetings, and the addresses of peers."""

from __future__ import annotations

from collections.abc import Iterable

from camelnet.net.rate import Bucket
from camelnet.protocol.wire.frames import Hello, PeerAddress, Peers
from camelnet.protocol.wire.limits import PEERS_MAX
from camelnet.session.lobby.contacts import Contact
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.peer.publisher import Publisher

INTRODUCED_PER_S = 4.0  # newcomers that I announce to others
INTRODUCED_BURST = 64


class Introductions:
    """Greets peers, tells them of each other, and dials addresses it hears of."""

    def __init__(self, parts: PeerParts, publisher: Publisher) -> None:
        self._parts = parts
        self._publisher = publisher
        now_s = parts.clock_ms() / 1000
        self._introduced = Bucket(per_s=INTRODUCED_PER_S, burst=INTRODUCED_BURST, now=now_s)

    def greet(self, key: bytes) -> None:
        """Send our greeting and lobby record."""
        parts = self._parts
        parts.sender.send(key, parts.build.hello(parts.name, parts.kind))
        parts.sender.send(key, parts.lobby.frame())

    def greet_anew(self, contact: Contact, now_ms: int) -> None:
        """Greet a peer again whose greeting we lost with a connection that it did not see break: it
        will greet back."""
        if contact.may_greet(now_ms):
            self.greet(contact.key)

    def receive_hello(self, contact: Contact, hello: Hello, now_ms: int) -> None:
        if not contact.may_begin_anew(hello, now_ms):
            return
        if contact.hello is not None:  # it restarted before we noticed that it was gone
            self.greet_anew(contact, now_ms)
        contacts = self._parts.contacts
        contacts.greet(contact, hello)
        about = contact.key
        self._publisher.notice(contact.trouble, serious=True, about=about)
        if contact.trouble is None:
            self.warn(contact)
        self._publisher.notice(contacts.version_news(contact), about=about)

    def warn(self, contact: Contact) -> None:
        """Warn a person about a name, until the warning was shown."""
        if contact.warning != contact.told and (
            contact.warning is None
            or self._publisher.notice(contact.warning, serious=True, about=contact.key)
        ):
            contact.told = contact.warning

    def tick(self, now_ms: int) -> None:
        """Take delayed greetings, which came too soon after others."""
        for contact in self._parts.contacts.waiting():
            if contact.waiting is not None:
                self._publisher.invalidate()
                self.receive_hello(contact, contact.waiting, now_ms)

    def receive_addresses(self, contact: Contact, frame: Peers, now_ms: int) -> None:
        mesh = self._parts.mesh
        connected = {self._parts.key, *mesh.peers()}
        for told in frame.peers:
            if told.key not in connected:
                mesh.hear_of(told.key, told.host, told.port, teller=contact.key)

    def dial(self, address: PeerAddress) -> None:
        """Dial a peer at its address from my journal."""
        mesh = self._parts.mesh
        if address.key != self._parts.key and address.key not in mesh.peers():
            mesh.add_address(address.host, address.port, key=address.key, quiet=True)

    def introduce(self, key: bytes) -> None:
        """Tell a new peer whom I reach, and the others where it is."""
        mesh, sender = self._parts.mesh, self._parts.sender
        known = self.addresses_of(other for other in mesh.peers() if other != key)
        sender.send(key, Peers(known[:PEERS_MAX]))
        newcomer = self.addresses_of((key,))
        # A peer with ever new keys must not make us announce it without limit.
        if newcomer and self._introduced.try_take(1, self._parts.clock_ms() / 1000):
            for other in mesh.peers():
                if other != key:
                    sender.send(other, Peers(newcomer))

    def addresses_of(self, keys: Iterable[bytes]) -> tuple[PeerAddress, ...]:
        """The known addresses of these peers."""
        found = []
        for key in keys:
            where = self._parts.mesh.address_of(key)
            if where and where[1]:
                found.append(PeerAddress(key, *where))
        return tuple(found)
