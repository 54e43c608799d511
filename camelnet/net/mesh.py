"""The interface of `net`: a mesh that carries opaque frames between peers named by their keys.

The session codes against `Handler` and `Mesh`; `transport` implements them with sockets, `memory`
with virtual time. Keys are 32-byte raw Ed25519 public keys. Times are in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, Protocol

from camelnet.i18n import N_, Message

PAYLOAD_BYTES_MAX = 65_536
# The reason when a peer is down after a goodbye; a crash or a lost network gives other reasons.
CLOSED_BY_PEER: Final = N_("The peer at {address} has left.")


class NetError(Exception):
    """The network cannot be used as asked; `message` is a sentence for a person."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.template)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class Favour(Enum):
    """The reason why a peer may send more than others, and keeps its place before them."""

    SEAT = "seat"  # in the game that I play
    COMPANY = "company"  # at my table before the game begins, or at one where I look on


class Handler(Protocol):
    """The callbacks of a mesh, called on its thread, never from within `send`."""

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        """Report the first live connection to `key`. `host` as seen from here; `port` is the one on
        which it listens, 0 if unknown."""

    def peer_down(self, key: bytes, why: Message) -> None:
        """Report the end of the last connection to `key`; with `CLOSED_BY_PEER` the peer said
        goodbye."""

    def received(self, key: bytes, payload: bytes) -> None:
        """Take one frame, 1 to `PAYLOAD_BYTES_MAX` bytes; frames come in the order of sending."""

    def trouble(self, what: Message) -> None:
        """Report what a person should know: bad bytes and who sent them, an address that is
        deaf."""


class Mesh(Protocol):
    """The half of a transport that a session uses while it runs."""

    @property
    def port(self) -> int:
        """The port on which this peer listens."""

    def addresses(self) -> tuple[str, ...]:
        """Own addresses as "host:port", the best to tell others first."""

    def has_network(self) -> bool:
        """True if this computer is on a network, even if nobody else is."""

    def missed_network(self) -> tuple[str, tuple[str, ...]] | None:
        """The name of the one network that we were told to use, while it is out, and those of
        others that are connected; None without any of these."""

    def add_address(
        self, host: str, port: int, *, key: bytes | None = None, quiet: bool = False
    ) -> None:
        """Keep dialling until connected; dial again whenever that peer is lost. `quiet` for
        addresses from our own notes: they may be old, so a failure is no trouble."""

    def hear_of(self, key: bytes | None, host: str, port: int, *, teller: bytes | None) -> None:
        """Note hearsay, of the peer `teller` or (None) of the network: `key` listens there. Only an
        address in the neighbourhood counts, and we dial it when there is time."""

    def favour(self, peers: Mapping[bytes, Favour]) -> None:
        """Let these peers, and no others, send more and keep their places from now on."""

    def charge(self, key: bytes, frames: int) -> None:
        """Count the peer's latest frame as so many frames more: its next one waits that much
        longer."""

    def send(self, key: bytes, payload: bytes) -> bool:
        """Queue one frame; False if `key` is not connected or no longer takes frames."""

    def peers(self) -> tuple[bytes, ...]:
        """The keys connected now, sorted."""

    def key_at(self, host: str, port: int) -> bytes | None:
        """The peer that answered at an address that we dialled; None so far."""

    def address_of(self, key: bytes) -> tuple[str, int] | None:
        """Host and listening port at which others may dial that peer; None if unknown."""
