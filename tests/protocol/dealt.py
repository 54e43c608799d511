"""Signers, suites and rooms of dealers for the tests of keys: everything from fixed bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.protocol.codec import decode, encode
from camelnet.protocol.deal import KEY_BODIES
from camelnet.protocol.dealing import Dealing, KeyFrame
from camelnet.protocol.group import ORDER, scalar_of
from camelnet.protocol.shape import pack, unpack
from camelnet.protocol.suite import Ed25519Signer, Ed25519Suite, Key, Signer, Suite
from camelnet.protocol.symbolic import SymbolicSigner, SymbolicSuite
from camelnet.protocol.threshold import Polynomial, TableKey, joint_key

REAL, SYMBOLIC = Ed25519Suite(), SymbolicSuite()
SUITES = {"ristretto": REAL, "symbolic": SYMBOLIC}
GAME = bytes(range(32))

Rewrite = Callable[[int, int, KeyFrame], KeyFrame | None]  # from, to, what; None: lost


def signer(suite: Suite, seat: int) -> Signer:
    seed = bytes([seat + 1]) * 32
    if suite is SYMBOLIC:
        return SymbolicSigner(Key(seed))
    return Ed25519Signer(Ed25519PrivateKey.from_private_bytes(seed))


def holder_key(
    suite: Suite, threshold: int, holders: tuple[int, ...]
) -> tuple[TableKey, dict[int, int]]:
    """A table key and its secret shares by seat, as one dealer would make them."""
    polynomial = Polynomial([scalar_of("test", bytes([power])) for power in range(threshold)])
    key = joint_key(suite.group, holders, [polynomial.commitments(suite.group)])
    return key, {seat: polynomial.share(seat) for seat in holders}


def with_bit(data: bytes, place: int, bit: int = 0) -> bytes:
    """`data` with one bit of one byte turned over."""
    return data[:place] + bytes([data[place] ^ (1 << bit)]) + data[place + 1 :]


def above_order(scalar: bytes) -> bytes:
    """The same scalar modulo ORDER, not in canonical form."""
    return (int.from_bytes(scalar, "little") + ORDER).to_bytes(32, "little")


class Dealers:
    """The dealers of one epoch on a perfect network, but for what a test rewrites or loses."""

    def __init__(
        self, suite: Suite, voters: tuple[int, ...], thresholds: tuple[int, ...], epoch: int = 0
    ) -> None:
        self.suite = suite
        self.plan: dict[str, Any] = {
            "suite": suite,
            "game": GAME,
            "epoch": epoch,
            "context": b"attempt 1",
            "voters": voters,
            "keys": [signer(suite, seat).key for seat in range(8)],
            "thresholds": thresholds,
        }
        self.seats = {seat: self.dealing(seat) for seat in voters}
        self.watcher = self.dealing(None)

    def dealing(self, seat: int | None) -> Dealing:
        """A fresh dealing with the secret of `seat`, or one that follows."""
        if seat is None:
            return Dealing(own=None, **self.plan)
        own = (seat, signer(self.suite, seat), bytes([seat]) * 32)
        return Dealing(own=own, **self.plan)

    def everybody(self) -> Iterable[tuple[int, Dealing]]:
        return [*self.seats.items(), (-1, self.watcher)]

    def run(self, rewrite: Rewrite = lambda _a, _b, frame: frame, mute: int | None = None) -> None:
        """Deliver until nobody has anything to say. `mute` is a seat whose frames are all lost."""
        while any(dealing.outbox for dealing in self.seats.values()):
            for seat, dealing in self.seats.items():
                frames, dealing.outbox = dealing.outbox, []
                if seat != mute:
                    self._deliver(seat, frames, rewrite)

    def push(self, rewrite: Rewrite = lambda _a, _b, frame: frame) -> None:
        """Everybody pushes what it knows, twice, as the seconds pass."""
        for _ in range(2):
            for seat, dealing in self.seats.items():
                self._deliver(seat, dealing.pushing(), rewrite)
            self.run(rewrite)

    def _deliver(self, seat: int, frames: list[KeyFrame], rewrite: Rewrite) -> None:
        for frame in frames:
            for other, dealing in self.everybody():
                sent = rewrite(seat, other, frame)
                if other != seat and sent is not None:
                    dealing.receive(sent)

    def forge(self, frame: KeyFrame, **changes: Any) -> KeyFrame:
        """The frame with other contents, signed by its author all the same."""
        body = unpack(KEY_BODIES[type(frame)], decode(frame.body))
        data = encode(pack(replace(body, **changes)))
        return type(frame)(data, signer(self.suite, body.seat).sign(data))
