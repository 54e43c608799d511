"""A stream of unbiased integers from one seed, for chance nodes, decks and challenges."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


class Stream:
    """Unbiased integers from one seed: keyed BLAKE2b over a counter, without modulo bias."""

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
        """The numbers below `size`, all orders equally likely (Fisher and Yates)."""
        numbers = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]
        return tuple(numbers)

    def choose(self, outcomes: Sequence[tuple[str, int]]) -> str:
        """One of the outcomes, by integer weight; their order does not matter."""
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
