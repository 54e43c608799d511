"""The server of the guests' page: own thread and loop, sealed channels to the phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from camelnet.guests.screen import Act, Screen


@dataclass(frozen=True, slots=True)
class Invitation:
    """A guest's place: its public id, and the addresses to show as codes. An address carries the
    guest's key, so it is no part of the repr. It is good until used, renewed or ended."""

    guest: str
    urls: tuple[str, ...] = field(repr=False)


class Listener(Protocol):
    """Whoever lends the seats. Called in the server's thread: hand it on, and return at once."""

    def came(self, guest: str, hello: Act) -> None:
        """A guest's phone is here: for the first time, again, or with another size."""

    def went(self, guest: str) -> None:
        """A guest's phone is gone: asleep, out of reach, closed. It may come back."""

    def acted(self, guest: str, act: Act) -> None:
        """A guest pressed a button, or answered a question."""


class GuestServer:
    """Serves the page on some addresses of this computer, from `start` to `close`. All methods may
    be called in any thread."""

    def __init__(self, listener: Listener, addresses: Sequence[str], *, port: int = 0) -> None:
        """`addresses`: IP addresses of this computer, without ports; `port` 0: any that is free."""
        raise NotImplementedError

    def start(self) -> None:
        """Listen. Raises OSError if that is possible on none of the addresses."""
        raise NotImplementedError

    def invite(self) -> Invitation:
        """Make a guest with a new key."""
        raise NotImplementedError

    def renew(self, guest: str) -> Invitation:
        """Give a guest a new key; the old one, and the phone that used it, are shut out.
        Raises KeyError for a guest that is not here."""
        raise NotImplementedError

    def end(self, guest: str, why: str) -> None:
        """Show `why` on the phone, and forget the guest; nothing happens if it is not here."""
        raise NotImplementedError

    def show(self, guest: str, screen: Screen, picture: bytes = b"") -> None:
        """Show a screen; a slow phone is shown the newest one only. `picture`: WebP, JPEG or PNG,
        named `screen.picture`; not needed again while the name was shown lately. Nothing happens
        if the guest is not here."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop listening, and leave all phones; bounded in time."""
        raise NotImplementedError
