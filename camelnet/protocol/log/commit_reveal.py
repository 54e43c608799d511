"""Luck: the agreed randomness behind an entry, and the stream that feeds the chance nodes.

Commit-reveal: with its ACK a voter pledges hash(nonce); once the entry is final it sends the nonce;
the seed is the hash of all nonces. Nobody can choose or predict it while one voter is honest. What
it cannot do: a voter who has seen the others' nonces can withhold its own and stop the table (never
change the outcome). The threshold coin will stand behind the same three calls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from camelnet.protocol.crypto.suite import NONCE_SIZE, Hash, hash_of
from camelnet.protocol.wire.bodies import EntryBody


def pledge_of(entry: EntryBody, seat: int, secret: bytes) -> Hash:
    """What `seat` pledges in its ACK of `entry`: a commitment to its 32-byte secret.

    The place in the log is hashed with it, so that a pledge cannot be copied from anywhere else.
    """
    return hash_of("camelnet/pledge/1", _place(entry), bytes([seat]), secret)


def share_fits(entry: EntryBody, seat: int, pledge: bytes, share: bytes) -> bool:
    """Whether `share` is the secret that `seat` pledged."""
    return len(share) == NONCE_SIZE and pledge_of(entry, seat, share) == pledge


def seed_of(entry: EntryBody, entry_hash: bytes, shares: Mapping[int, bytes]) -> Hash:
    """The 32-byte seed behind an entry from the shares of all contributors, by seat."""
    parts = [shares[seat] for seat in sorted(shares)]
    return hash_of("camelnet/luck/1", _place(entry), entry_hash, *parts)


def _place(entry: EntryBody) -> bytes:
    return entry.game + entry.epoch.to_bytes(8, "big") + entry.index.to_bytes(8, "big")


class Stream:
    """Unbiased integers from one seed: keyed BLAKE2b over a counter, no modulo bias."""

    __slots__ = ("_buffer", "_counter", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._buffer = b""

    def below(self, bound: int) -> int:
        """A uniform integer in [0, bound); bound is 1 to 2^32."""
        if not 1 <= bound <= 1 << 32:
            raise ValueError("bound out of range")
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            word = int.from_bytes(self._take(8), "big")
            if word < limit:
                return word % bound

    def order(self, size: int) -> tuple[int, ...]:
        """The numbers below `size`, every order as likely (Fisher and Yates)."""
        numbers = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]
        return tuple(numbers)

    def choose(self, outcomes: Sequence[tuple[str, int]]) -> str:
        """One of the outcomes by its integer weight; the order given does not matter."""
        ordered = sorted(outcomes)
        left = self.below(sum(weight for _, weight in ordered))
        for notation, weight in ordered:
            left -= weight
            if left < 0:
                return notation
        raise AssertionError("weights do not add up")

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            block = hashlib.blake2b(
                self._counter.to_bytes(8, "big"), key=self._seed, person=b"camelnet-stream1"
            )
            self._buffer += block.digest()
            self._counter += 1
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken
