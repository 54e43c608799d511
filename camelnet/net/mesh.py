"""The interface of `net`: a mesh that carries opaque frames between peers named by their keys.

The session codes against `Handler` and `Mesh`; `transport` serves them with sockets, `memory`
with virtual time. Keys are 32-byte raw Ed25519 public keys. Times are seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, Protocol

from camelnet.i18n import N_, Message

PAYLOAD_BYTES_MAX = 65_536
# Why a peer is down that has said goodbye; whoever crashes or loses its network does not.
CLOSED_BY_PEER: Final = N_("The peer at {address} has left.")


class NetError(Exception):
    """The network cannot be used as asked; `message` is a sentence for a person."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.template)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class Favour(Enum):
    """The reason for which a peer may send more than others, and keeps its place before them."""

    SEAT = "seat"  # of the game that I play
    COMPANY = "company"  # sits with me at a table that has not begun, or where I look on


class Handler(Protocol):
    """The callbacks of a mesh, called on its thread, never from within `send`."""

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        """The first live connection to `key`. `host` as seen from here; `port` is where it
        listens, 0 if unknown."""

    def peer_down(self, key: bytes, why: Message) -> None:
        """The last connection to `key` is gone; with `CLOSED_BY_PEER` it said goodbye."""

    def received(self, key: bytes, payload: bytes) -> None:
        """One frame, 1 to `PAYLOAD_BYTES_MAX` bytes; in the order in which it was sent."""

    def trouble(self, what: Message) -> None:
        """Something a person should know: bad bytes and who sent them, an address that is deaf."""


class Mesh(Protocol):
    """The half of a transport that a session uses while it runs."""

    @property
    def port(self) -> int:
        """The port that this peer listens on."""

    def addresses(self) -> tuple[str, ...]:
        """Own addresses as "host:port", the best to tell others first."""

    def has_network(self) -> bool:
        """True if this computer is on a network, be it that nobody else is."""

    def add_address(
        self, host: str, port: int, *, key: bytes | None = None, quiet: bool = False
    ) -> None:
        """Keep dialling until connected; again whenever that peer is lost. `quiet` for addresses
        that we have noted ourselves: they may be old, and that is no trouble."""

    def hear_of(self, key: bytes | None, host: str, port: int, *, teller: bytes | None) -> None:
        """The peer `teller` says, or whoever is heard on the network, that `key` listens there.
        That is hearsay: it is dialled when there is time, and only in the neighbourhood."""

    def forget(self, key: bytes) -> None:
        """Dial that peer no more. A connection that lives is left alone."""

    def favour(self, peers: Mapping[bytes, Favour]) -> None:
        """From now on these peers, and no others, may send more, and keep their places."""

    def charge(self, key: bytes, frames: int) -> None:
        """Count what that peer sent just now as so many frames more: its next one waits so much
        longer."""

    def send(self, key: bytes, payload: bytes) -> bool:
        """Queue one frame; False if `key` is not connected or takes nothing any more."""

    def peers(self) -> tuple[bytes, ...]:
        """The keys connected now, sorted."""

    def key_at(self, host: str, port: int) -> bytes | None:
        """The peer that has answered at an address that was added; None so far."""

    def address_of(self, key: bytes) -> tuple[str, int] | None:
        """Host and listening port by which others may dial that peer; None if unknown."""
