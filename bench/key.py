"""Measures a table key's cost for each voter: dealing, checking, and the entry that carries it."""

from __future__ import annotations

import time
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench._figure import figure
from camelnet.protocol.crypto.suite import Ed25519Signer, Ed25519Suite
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.keygen.share_distribution import read_key
from camelnet.protocol.log.membership import Membership, Scheme
from camelnet.protocol.wire.key_messages import KeyFrame

VOTERS = 8
REPETITIONS = 21


class Voter:
    """One voter's part, with the time that it takes."""

    def __init__(
        self, seat: int, signers: list[Ed25519Signer], membership: Membership, game: bytes
    ) -> None:
        self._suite = Ed25519Suite()
        self._membership = membership
        self.spent_ns = 0
        begun_ns = time.thread_time_ns()
        self._keygen = KeyGeneration(
            suite=self._suite,
            game=game,
            epoch=membership.epoch,
            context=b"bench",
            voters=membership.voters,
            keys=[signer.key for signer in signers],
            thresholds=membership.thresholds,
            own=(seat, signers[seat], bytes([seat]) * 32),
            outbox=[],
        )
        self.spent_ns += time.thread_time_ns() - begun_ns

    def said(self) -> list[KeyFrame]:
        frames = [frame for frame in self._keygen.outbox if isinstance(frame, KeyFrame)]
        self._keygen.outbox.clear()
        return frames

    def hear(self, frames: list[KeyFrame]) -> None:
        begun_ns = time.thread_time_ns()
        for frame in frames:
            self._keygen.receive(frame)
        self.spent_ns += time.thread_time_ns() - begun_ns

    def agree(self) -> None:
        """Judge the entry that carries the key, and keep our shares."""
        begun_ns = time.thread_time_ns()
        attachments = self._keygen.attachments()
        keys = read_key(
            self._suite, self._membership.voters, self._membership.thresholds, attachments
        )
        self._keygen.secret_shares()
        self.spent_ns += time.thread_time_ns() - begun_ns
        assert keys == self._keygen.keys()


def deal(number: int) -> list[float]:
    """Milliseconds of CPU that one key has cost, by voter."""
    seats = tuple(range(VOTERS))
    membership = Membership(0, seats, (), (), seats, 2, Scheme.COIN, strict=False)
    signers = [Ed25519Signer(Ed25519PrivateKey.generate()) for _ in seats]
    voters = [Voter(seat, signers, membership, number.to_bytes(32, "big")) for seat in seats]
    while any(said := [voter.said() for voter in voters]):
        for seat, voter in enumerate(voters):
            others = [frames for other, frames in enumerate(said) if other != seat]
            voter.hear([frame for frames in others for frame in frames])
    for voter in voters:
        voter.agree()
    return [voter.spent_ns / 1e6 for voter in voters]


def run() -> list[dict[str, Any]]:
    deal(0)  # once for what is computed once
    spent_ms = [max(deal(number)) for number in range(1, REPETITIONS + 1)]
    return [figure(f"a key for {VOTERS} voters: CPU of the busiest one", "ms", spent_ms, 50.0)]
