"""BLAKE2b (RFC 7693) over a domain and length-prefixed parts: the basis of every hash here.

Neither two uses nor two divisions of the same bytes into parts can collide.
"""

from __future__ import annotations

import hashlib
from functools import cache


def digest_of(size: int, domain: str, *parts: bytes) -> bytes:
    """`size` (1 to 64) bytes from `parts` under `domain`: the name of one use, with its version."""
    said = [_prefix(domain)]
    for part in parts:
        said.append(len(part).to_bytes(8, "big"))
        said.append(part)
    return hashlib.blake2b(b"".join(said), digest_size=size).digest()


@cache
def _prefix(domain: str) -> bytes:
    name = domain.encode()
    return len(name).to_bytes(8, "big") + name
