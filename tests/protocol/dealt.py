"""Signers, suites and rooms of dealers for the tests of keys: everything from fixed bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.protocol.codec.canonical import decode, encode
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.crypto.group import ORDER, read_scalar, scalar_of
from camelnet.protocol.crypto.suite import Ed25519Signer, Ed25519Suite, Key, Signer, Suite
from camelnet.protocol.crypto.threshold import Polynomial, TableKey, joint_key
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.keygen.share_distribution import Dealer, place_of, read_key
from camelnet.protocol.wire.key_messages import (
    KEY_BODIES,
    KeyCommit,
    KeyCommitBody,
    KeyComplaint,
    KeyComplaintBody,
    KeyDeal,
    KeyDealBody,
    KeyFrame,
    read_key_body,
)
from tests.protocol.symbolic import SymbolicSigner, SymbolicSuite

REAL, SYMBOLIC = Ed25519Suite(), SymbolicSuite()
SUITES = {"ristretto": REAL, "symbolic": SYMBOLIC}
GAME = bytes(range(32))
both = pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)

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
    powers = range(threshold)
    polynomial = Polynomial([scalar_of("test", bytes([threshold, power])) for power in powers])
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

    def dealing(self, seat: int | None) -> KeyGeneration:
        """A fresh dealing with the secret of `seat`, or one that follows."""
        if seat is None:
            return KeyGeneration(outbox=[], own=None, **self.plan)
        own = (seat, signer(self.suite, seat), bytes([seat]) * 32)
        return KeyGeneration(outbox=[], own=own, **self.plan)

    def twin(self, seat: int) -> KeyGeneration:
        """The dealing of the same seat with another secret."""
        own = (seat, signer(self.suite, seat), b"another secret".ljust(32))
        return KeyGeneration(outbox=[], own=own, **self.plan)

    @property
    def place(self) -> bytes:
        plan = self.plan
        keys = [plan["keys"][seat] for seat in plan["voters"]]
        names = ("game", "epoch", "context", "voters", "thresholds")
        return place_of(*(plan[name] for name in names), keys)

    def secrets(self, seat: int, kind: type[Dealer] = Dealer) -> Dealer:
        """The secrets of `seat`, for a liar to use."""
        return kind(
            self.suite.group,
            place=self.place,
            seat=seat,
            thresholds=self.plan["thresholds"],
            secret=bytes([seat]) * 32,
        )

    def everybody(self) -> Iterable[tuple[int, KeyGeneration]]:
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
                self._deliver(seat, dealing.retransmissions(), rewrite)
            self.run(rewrite)

    def _deliver(self, seat: int, frames: list[KeyFrame], rewrite: Rewrite) -> None:
        for frame in frames:
            for other, dealing in self.everybody():
                sent = rewrite(seat, other, frame)
                if other != seat and sent is not None:
                    dealing.receive(sent)

    def forge(self, frame: KeyFrame, **changes: Any) -> KeyFrame:
        """The frame with other contents, signed by its author all the same."""
        body = from_array(KEY_BODIES[type(frame)], decode(frame.body))
        data = encode(to_array(replace(body, **changes)))
        return type(frame)(data, signer(self.suite, body.seat).sign(data))


def dealt(suite: Suite, voters: tuple[int, ...], *thresholds: int) -> Dealers:
    """Dealers who are done."""
    dealers = Dealers(suite, voters, thresholds)
    dealers.run()
    return dealers


def liars_for(dealers: Dealers, *frames: KeyFrame) -> tuple[int, ...]:
    """Whom these frames show to lie, to somebody who has heard nothing else."""
    judge = dealers.dealing(None)
    for frame in frames:
        judge.receive(frame)
    return judge.liars()


def commit_of(frame: KeyFrame) -> KeyCommitBody:
    body = read_key_body(frame)
    assert isinstance(body, KeyCommitBody)
    return body


def deal_of(frame: KeyFrame) -> KeyDealBody:
    body = read_key_body(frame)
    assert isinstance(body, KeyDealBody)
    return body


def frames_of(dealers: Dealers, seat: int) -> tuple[KeyCommit, KeyDeal]:
    """The frames that `seat` sends to everybody when all goes well."""
    pushed = dealers.seats[seat].retransmissions()
    own = [frame for frame in pushed if read_key_body(frame).seat == seat]
    commit, deal = own[0], own[1]
    assert isinstance(commit, KeyCommit)
    assert isinstance(deal, KeyDeal)
    return commit, deal


def assert_agreed(dealers: Dealers) -> None:
    """All are complete, hold the same keys, and each holder's secrets fit its public shares."""
    group = dealers.suite.group
    keys = dealers.watcher.keys()
    thresholds = dealers.plan["thresholds"]
    assert dealers.watcher.complete
    attachments = dealers.watcher.attachments()
    assert read_key(dealers.suite, dealers.plan["voters"], thresholds, attachments) == keys
    for seat, dealing in dealers.seats.items():
        assert dealing.complete
        assert dealing.owing() == dealing.liars() == ()
        assert dealing.keys() == keys
        assert dealing.attachments() == attachments
        secrets = dealing.secret_shares()
        assert len(secrets) == 32 * len(keys)
        for number, key in enumerate(keys):
            secret = read_scalar(secrets[32 * number : 32 * number + 32])
            assert group.base(secret) == key.share_of(seat)
    assert tuple(key.threshold for key in keys) == thresholds


def complaint(dealers: Dealers, seat: int, *, dealer: int) -> KeyFrame:
    plan = dealers.plan
    body = KeyComplaintBody(
        "camelnet/key-complaint/1", plan["game"], plan["epoch"], plan["context"], seat, dealer
    )
    data = encode(to_array(body))
    return KeyComplaint(data, signer(dealers.suite, seat).sign(data))
