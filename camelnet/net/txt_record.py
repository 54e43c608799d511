"""A peer's mDNS announcement: its instance name and the few words of its TXT record for the lobby.

Hints only: truth comes over TLS.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Final

HINT_BYTES_MAX: Final = 200  # all keys, values, "=" and length bytes together
_KEY_BYTES: Final = 32
_READ_BYTES_MAX: Final = 1_000
_READ_HINTS_MAX: Final = 32


def instance_of_key(key: bytes) -> str:
    """The instance name of a peer: its key in base32, which fits a DNS label and ignores case."""
    return base64.b32encode(key).decode().rstrip("=").lower()


def key_of(instance: str) -> bytes | None:
    """The 32-byte key in an instance's name; None for other names."""
    try:
        key = base64.b32decode(instance.upper() + "====")
    except (ValueError, binascii.Error):
        return None
    return key if len(key) == _KEY_BYTES else None


def fit(hints: Mapping[str, str]) -> dict[str, bytes]:
    """`hints` as UTF-8, the longest values cut between characters until all of it fits.

    ValueError if the keys alone are too long, or a key is not plain ASCII without "=".
    """
    for key in hints:
        if not key or not key.isascii() or not key.isprintable() or "=" in key:
            raise ValueError(f"no key for a hint: {key!r}")
    if _size(dict.fromkeys(hints, "")) > HINT_BYTES_MAX:
        raise ValueError("the keys of the hints are too long")
    values = {key: value[:HINT_BYTES_MAX] for key, value in hints.items()}
    while _size(values) > HINT_BYTES_MAX:
        longest = max(values, key=lambda key: len(values[key].encode()))
        values[longest] = values[longest][:-1]
    return {key: value.encode() for key, value in values.items()}


def read(properties: Mapping[bytes, bytes | None]) -> dict[str, str]:
    """Read another peer's TXT record; bytes that are no text become "�", and excess is left out."""
    hints: dict[str, str] = {}
    budget = _READ_BYTES_MAX
    for key, value in list(properties.items())[:_READ_HINTS_MAX]:
        budget -= len(key) + len(value or b"")
        if budget < 0:
            break
        hints[key.decode("utf-8", "replace")] = (value or b"").decode("utf-8", "replace")
    return hints


def _size(values: Mapping[str, str]) -> int:
    return sum(2 + len(key) + len(value.encode()) for key, value in values.items())
