"""Greetings, and at which addresses peers are reached."""

from __future__ import annotations

from collections.abc import Iterable

from camelnet.protocol.wire.fields import PEERS_MAX
from camelnet.protocol.wire.frames import Hello, PeerAddress, Peers
from camelnet.session.lobby.contacts import Contact
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.peer.publisher import Publisher


class Introductions:
    """Greets peers, tells them of each other, and dials whoever it hears of."""

    def __init__(self, parts: PeerParts, publisher: Publisher) -> None:
        self._parts = parts
        self._publisher = publisher

    def greet(self, key: bytes) -> None:
        """Say hello, and where I sit."""
        parts = self._parts
        parts.sender.send(key, parts.build.hello(parts.name, parts.kind))
        parts.sender.send(key, parts.lobby.frame())

    def greet_anew(self, contact: Contact, now_ms: int) -> None:
        """Answer a peer whose own greeting was lost with a connection that it did not see break:
        ours calls for it."""
        if contact.may_greet(now_ms):
            self.greet(contact.key)

    def receive_hello(self, contact: Contact, hello: Hello, now_ms: int) -> None:
        if contact.hello is not None:  # it began anew before we noticed that it was gone
            self.greet_anew(contact, now_ms)
        contacts = self._parts.contacts
        self._publisher.notice(contacts.greet(contact, hello), serious=True)
        self._publisher.notice(contacts.version_news(contact))

    def receive_addresses(self, contact: Contact, frame: Peers, now_ms: int) -> None:
        for address in frame.peers:
            self.dial(address)

    def dial(self, address: PeerAddress) -> None:
        """Reach a peer where somebody, or my journal, says that it is."""
        mesh = self._parts.mesh
        if address.key != self._parts.key and address.key not in mesh.peers():
            mesh.add_address(address.host, address.port, key=address.key, quiet=True)

    def introduce(self, key: bytes) -> None:
        """Tell a new peer whom I reach, and the others about it."""
        mesh, sender = self._parts.mesh, self._parts.sender
        known = self.addresses_of(other for other in mesh.peers() if other != key)
        sender.send(key, Peers(known[:PEERS_MAX]))
        newcomer = self.addresses_of((key,))
        if newcomer:
            for other in mesh.peers():
                if other != key:
                    sender.send(other, Peers(newcomer))

    def addresses_of(self, keys: Iterable[bytes]) -> tuple[PeerAddress, ...]:
        """The addresses of those peers of which one is known."""
        found = []
        for key in keys:
            where = self._parts.mesh.address_of(key)
            if where and where[1]:
                found.append(PeerAddress(key, *where))
        return tuple(found)
