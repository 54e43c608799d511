"""The threshold coin: luck that nobody can choose, predict or draw again.

Cachin, Kursawe and Shoup (2000), the Diffie-Hellman coin: an entry's place and hash give a point of
the group (the label). Each holder's part is its secret share times that point, and the coin is a
hash of the key's secret times that point. Any `threshold` parts give the same coin, fewer reveal
nothing. A holder sends its part with a proof, and only after the entry is final.
"""

from __future__ import annotations

from collections.abc import Mapping

from camelnet.protocol.crypto.suite import Hash, Suite, hash_of
from camelnet.protocol.crypto.threshold import (
    PARTIAL_SIZE,
    TableKey,
    check_partial,
    combine_partials,
    partial,
)

COIN_SHARE_SIZE = PARTIAL_SIZE  # bytes: a point, and the proof that it is the right one


def coin_label(
    suite: Suite, game: bytes, epoch: int, index: int, prev: bytes, entry_hash: bytes
) -> bytes:
    """The point from which holders compute the entry's coin."""
    place = epoch.to_bytes(8, "big") + index.to_bytes(8, "big")
    return suite.group.point_of("camelnet/coin-label/1", game, place, prev, entry_hash)


def coin_share(suite: Suite, key: TableKey, seat: int, secret: int, label: bytes) -> bytes:
    """The part of `seat`, whose secret share of `key` is `secret`: 96 bytes."""
    return partial(suite.group, _context(key, seat), key, seat, secret, label)


def check_share(suite: Suite, key: TableKey, seat: int, label: bytes, share: bytes) -> None:
    """Raise `Refusal(Fault.SHARE)` unless `share` is the part of `seat`."""
    check_partial(suite.group, _context(key, seat), key, seat, label, share)


def coin_seed(suite: Suite, key: TableKey, label: bytes, shares: Mapping[int, bytes]) -> Hash:
    """The coin from at least `threshold` checked parts, by seat: any of them give the same."""
    return hash_of("camelnet/coin/1", label, combine_partials(suite.group, key, shares))


def _context(key: TableKey, seat: int) -> bytes:
    return hash_of("camelnet/coin-share/1", key.point, bytes([seat]))
