"""BLAKE2b (RFC 7693) over a domain and length-prefixed parts: what every hash here is made of.

No two uses and no two ways of cutting the parts can collide.
"""

from __future__ import annotations

import hashlib


def digest_of(size: int, domain: str, *parts: bytes) -> bytes:
    """`size` (1 to 64) bytes from `parts` under `domain`: the name of one use, with its version."""
    state = hashlib.blake2b(digest_size=size)
    for part in (domain.encode(), *parts):
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.digest()
