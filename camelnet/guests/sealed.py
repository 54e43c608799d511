"""The sealed channel between a laptop and a guest's phone, over a network that anybody can read.

Both hold a secret that never travels in the open: at first a key of 100 bits, then a token of 32
bytes. From it and from fresh randomness of both sides come two keys for each connection, one for
each direction (HKDF-SHA256); each message is sealed by ChaCha20-Poly1305, numbered by a counter
that is not sent. What is repeated, reordered, left out, cut, altered or sent back to its sender
does not open, and ends the connection.
static/guest.js holds the other end.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SECRET_SIZE: Final = 32  # of a token
FRESH_SIZE: Final = 32  # each side's randomness for one connection
NAME_SIZE: Final = 16
_NAME: Final = b"camelnet guest 1: name of a secret"
_TO_PHONE: Final = b"camelnet guest 1: laptop to phone"
_TO_LAPTOP: Final = b"camelnet guest 1: phone to laptop"


class BrokenSeal(Exception):
    """A message that the other side did not send, not now, or not to us."""


class Channel:
    """The laptop's end of one connection."""

    __slots__ = ("_from_phone", "_opened", "_sealed", "_to_phone")

    def __init__(self, secret: bytes, fresh_phone: bytes, fresh_laptop: bytes) -> None:
        fresh = fresh_phone + fresh_laptop
        self._to_phone = ChaCha20Poly1305(_derived(secret, fresh, _TO_PHONE, 32))
        self._from_phone = ChaCha20Poly1305(_derived(secret, fresh, _TO_LAPTOP, 32))
        self._sealed = 0
        self._opened = 0

    def seal(self, text: bytes) -> bytes:
        self._sealed += 1
        return self._to_phone.encrypt((self._sealed - 1).to_bytes(12), text, None)

    def open(self, sealed: bytes) -> bytes:
        """The next message of the phone. Raises BrokenSeal."""
        try:
            text = self._from_phone.decrypt(self._opened.to_bytes(12), sealed, None)
        except InvalidTag:
            raise BrokenSeal from None
        self._opened += 1
        return text


def name_of(secret: bytes) -> bytes:
    """The public name of a secret, by which a phone says which one it holds."""
    return _derived(secret, None, _NAME, NAME_SIZE)


def _derived(secret: bytes, salt: bytes | None, info: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, info).derive(secret)
