"""Commit-reveal: the seed behind an entry from the nonces of all voters.

With its acknowledgement a voter pledges hash(nonce); once the entry is final it sends the nonce;
the seed is the hash of all nonces. While one voter is honest, nobody can choose or predict it. The
limit: a voter that has seen the others' nonces can withhold its own. That stops the table; it never
changes the outcome.
"""

from __future__ import annotations

from collections.abc import Mapping

from camelnet.protocol.crypto.suite import NONCE_SIZE, Hash, hash_of
from camelnet.protocol.wire.bodies import EntryBody


def pledge_of(entry: EntryBody, seat: int, secret: bytes) -> Hash:
    """The pledge of `seat` in its acknowledgement of `entry`: a commitment to its 32-byte secret.

    The hash covers the place in the log, so nobody can copy a pledge from another place.
    """
    return hash_of("camelnet/pledge/1", _place(entry), bytes([seat]), secret)


def share_fits(entry: EntryBody, seat: int, pledge: bytes, share: bytes) -> bool:
    """True if `share` is the secret that `seat` pledged."""
    return len(share) == NONCE_SIZE and pledge_of(entry, seat, share) == pledge


def seed_of(entry: EntryBody, entry_hash: bytes, shares: Mapping[int, bytes]) -> Hash:
    """The 32-byte seed behind an entry from the shares of all contributors, by seat."""
    parts = [shares[seat] for seat in sorted(shares)]
    return hash_of("camelnet/luck/1", _place(entry), entry_hash, *parts)


def _place(entry: EntryBody) -> bytes:
    return entry.game + entry.epoch.to_bytes(8, "big") + entry.index.to_bytes(8, "big")
