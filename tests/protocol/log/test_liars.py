"""Honest logs and one seat that lies at random: never two lucks, never another seat accused."""

from __future__ import annotations

import random

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.commit_reveal import pledge_of
from camelnet.protocol.log.equivocation import check_proof
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import EntryBody, ack_for, entry_hash, read_body
from camelnet.protocol.wire.frames import (
    Ack,
    CertificateLine,
    Certified,
    Final,
    Frame,
    Luck,
    Proposal,
    SeatShare,
    SeatSignature,
    Share,
)
from tests.protocol.toy import SUITE, game_start, held, log_of, said_by, signer, toy, written
from tests.sampling import FULL

SECRETS = (b"1" * 32, b"2" * 32)
STEPS = 400
SEEDS = 40 if FULL else 20


class Room:
    """Honest logs, what is on its way between them, and a liar who hears everything at once."""

    def __init__(self, seats: int, seed: int) -> None:
        self.dice = random.Random(seed)
        self.liar = self.dice.randrange(seats)
        # How often it says the same again, and whether it has a word of its own for everybody.
        self.steady, self.two_faced = ((0.5, False), (1.0, True), (0.97, True), (1.0, False))[
            seed % 4
        ]
        self.game_start = game_start("h" + "b" * (seats - 1))
        honest = [seat for seat in range(seats) if seat != self.liar]
        self.logs: dict[int, Log] = {seat: log_of(self.game_start, seat)[0] for seat in honest}
        self.wire: list[tuple[int, Frame]] = []
        self.heard: list[Frame] = []

    def step(self) -> None:
        """One thing happens: somebody writes or hears, or the liar says something."""
        chance = self.dice.random()
        seat = self.dice.choice(sorted(self.logs))
        if chance < 0.05:
            self._write(seat)
        elif chance < 0.07:
            self._say(seat, self.logs[seat].retransmissions())
        elif chance < 0.75 and self.wire:
            self._hear(*self.wire.pop(self.dice.randrange(len(self.wire))))
        elif (lie := self._lie(seat)) is not None:
            self._hear(seat, lie)

    def calm_down(self) -> None:
        """The liar is silent; the honest tell each other all they have, certificates too."""
        for _ in range(4):
            for seat, log in self.logs.items():
                self._say(seat, log.retransmissions())
                for other, behind in self.logs.items():
                    for index in range(behind.index, log.index):
                        line = log.line_at(index)
                        assert isinstance(line, Certified)
                        self._hear(other, line)
            while self.wire:
                self._hear(*self.wire.pop(0))

    def _write(self, seat: int) -> None:
        log = self.logs[seat]
        if log.may_propose:
            log.propose("roll")
            self._say(seat, said_by(log))

    def _say(self, seat: int, frames: list[Frame]) -> None:
        self.heard.extend(frames)
        others = [other for other in self.logs if other != seat]
        self.wire.extend((other, frame) for other in others for frame in frames)

    def _hear(self, seat: int, frame: Frame | Certified) -> None:
        log = self.logs[seat]
        try:
            if isinstance(frame, Certified):
                admit(log, frame)
            else:
                log.receive(frame)  # type: ignore[arg-type]
        except Refusal:
            pass  # whom it accuses is asked in the end, of the proofs
        self._say(seat, said_by(log))

    # --- lies -----------------------------------------------------------------------------------

    def _lie(self, seat: int) -> Frame | Certified | None:
        log = self.logs[seat]
        secret = SECRETS[(self.dice.random() >= self.steady) ^ (self.two_faced and seat % 2)]
        if (self.liar, "entry") in log.owed():
            return self._entry(log)
        proposals = [frame for frame in log.retransmissions() if isinstance(frame, Proposal)]
        if not proposals:
            return self._about_the_last(log, secret)
        proposal = proposals[0]
        if self.dice.randrange(4) == 3 and self.dice.random() < 0.1:
            return self._entry(log)
        if self.dice.randrange(4) == 2:
            return self.dice.choice(self.heard)
        entry, hashed = read_body(EntryBody, proposal.body), entry_hash(proposal.body)
        luck = entry.notation == "roll"
        pledge = pledge_of(entry, self.liar, secret) if luck else b""
        body = ack_for(entry, hashed, toy(log).digest(), self.liar, pledge)
        return Ack(body, signer(self.liar).sign(body))

    def _about_the_last(self, log: Log, secret: bytes) -> Frame | Certified | None:
        """A lie about the luck of the line that this log has last."""
        line = log.line_at(log.index - 1)
        if not isinstance(line, Certified) or not self.heard:
            return self.dice.choice(self.heard) if self.heard else None
        proposal = Proposal(line.body, line.signature)
        acks = self._acks(log, line)
        match self.dice.randrange(4):
            case 0:
                pledge = pledge_of(read_body(EntryBody, line.body), self.liar, secret)
                other = self._ack(line, self.liar, pledge)
                shown = {**acks, self.liar: other}
                return held(proposal, [shown[seat] for seat in sorted(shown)], self.liar)
            case 1:
                return Share(self.game_start.id, 0, log.index - 1, self.liar, secret)
            case 2:
                return self._certified(line, secret)
        return self.dice.choice(self.heard)

    def _entry(self, log: Log) -> Proposal:
        notation = "roll" if self.dice.random() < self.steady else "add 1"
        return written(self.game_start, log, self.liar, notation)

    def _ack(self, line: Certified, seat: int, pledge: bytes) -> Ack:
        entry = read_body(EntryBody, line.body)
        body = ack_for(entry, entry_hash(line.body), line.digest, seat, pledge)
        return Ack(body, signer(self.liar).sign(body))

    def _acks(self, log: Log, line: Certified) -> dict[int, Ack]:
        return {vote.seat: self._ack(line, vote.seat, vote.pledge) for vote in line.certificate}

    def _certified(self, line: Certified, secret: bytes) -> Certified:
        """That line with another pledge of its own, and all finals and shares it has heard."""
        entry = read_body(EntryBody, line.body)
        pledge = pledge_of(entry, self.liar, secret) if line.certificate[0].pledge else b""
        own = self._ack(line, self.liar, pledge)
        votes = tuple(
            CertificateLine(self.liar, pledge, own.signature) if vote.seat == self.liar else vote
            for vote in line.certificate
        )
        here = [f for f in self.heard if isinstance(f, Share) and f.index == entry.index]
        shares = {frame.seat: frame.share for frame in here} | {self.liar: secret}
        finals = [frame for frame in self.heard if isinstance(frame, Final)]
        signed = {
            seat: self.dice.choice(finals).signature if finals else bytes(64) for seat in shares
        }
        luck = Luck(
            tuple(SeatSignature(seat, signed[seat]) for seat in sorted(signed)),
            tuple(SeatShare(seat, shares[seat]) for seat in sorted(shares)),
            (),
        )
        return Certified(line.body, line.signature, line.digest, votes, luck)


def check(room: Room) -> None:
    """The invariants, whatever the liar has done."""
    logs = list(room.logs.values())
    for log in logs:
        for other in logs:
            for index in range(1, min(log.index, other.index)):
                assert log.chain.hash_at(index) == other.chain.hash_at(index)
            drawn = zip(toy(log).draws, toy(other).draws, strict=False)
            assert all(one == two for one, two in drawn), "one entry, one die"
        assert set(log.statements.detector.proofs) <= {room.liar}
        for proof in log.statements.detector.proofs.values():
            check_proof(SUITE, room.game_start, room.game_start.id, proof)
        assert log.epoch.stopped is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "seats", [4, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 5))]
)
@pytest.mark.every(2)
def test_the_honest_never_agree_on_different_luck_whatever_one_seat_says(seats: int) -> None:
    final, proven = 0, 0
    for seed in range(SEEDS):
        room = Room(seats, seed)
        for _ in range(STEPS):
            room.step()
        try:
            check(room)
            room.calm_down()
            check(room)
        except AssertionError:
            print(f"seats {seats}, seed {seed}")
            raise
        final += max(log.index for log in room.logs.values()) - 1
        proven += any(log.statements.detector.proofs for log in room.logs.values())
    assert final > SEEDS, "some rolls get through"
    assert proven > 0, "some lies are found out"
