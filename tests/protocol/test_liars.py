"""Honest logs and one seat that lies at random: never two lucks, never another seat accused."""

from __future__ import annotations

import random

import pytest

from camelnet.protocol.log import Log
from camelnet.protocol.messages import (
    Ack,
    AckBody,
    CertificateLine,
    Certified,
    EntryBody,
    Final,
    Frame,
    Proposal,
    Share,
    body_bytes,
    read_body,
)
from camelnet.protocol.refusal import Refusal
from tests.protocol.toy import ToyMachine, founding, held, log_of, pledged, said_by, signer

SECRETS = (b"1" * 32, b"2" * 32)
STEPS = 400
SEEDS = 40


class Room:
    """Honest logs, what is on its way between them, and a liar who hears everything at once."""

    def __init__(self, seats: int, seed: int) -> None:
        self.dice = random.Random(seed)
        self.liar = self.dice.randrange(seats)
        # How often it says the same again, and whether it has a word of its own for everybody.
        self.steady, self.two_faced = ((0.5, False), (1.0, True), (0.97, True), (1.0, False))[
            seed % 4
        ]
        self.founding = founding("h" * seats)
        made = {seat: log_of(self.founding, seat) for seat in range(seats) if seat != self.liar}
        self.logs: dict[int, Log] = {seat: log for seat, (log, _) in made.items()}
        self.positions: dict[int, ToyMachine] = {seat: own for seat, (_, own) in made.items()}
        self.wire: list[tuple[int, Frame]] = []
        self.heard: list[Frame] = []

    def step(self) -> None:
        """One thing happens: somebody writes or hears, or the liar says something."""
        chance = self.dice.random()
        seat = self.dice.choice(sorted(self.logs))
        if chance < 0.05:
            self._write(seat)
        elif chance < 0.07:
            self._say(seat, self.logs[seat].pushing())
        elif chance < 0.75 and self.wire:
            self._hear(*self.wire.pop(self.dice.randrange(len(self.wire))))
        elif (lie := self._lie(seat)) is not None:
            self._hear(seat, lie)

    def calm_down(self) -> None:
        """The liar is silent; the honest tell each other all they have, certificates too."""
        for _ in range(4):
            for seat, log in self.logs.items():
                self._say(seat, log.pushing())
                for other in self.logs:
                    for certified in log.entries:
                        if certified in self.logs[other].entries:
                            continue
                        self._hear(other, certified)
            while self.wire:
                self._hear(*self.wire.pop(0))

    def _write(self, seat: int) -> None:
        log = self.logs[seat]
        if (seat, "entry") in log.lacking():
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
                log.admit(frame)
            else:
                log.receive(frame)  # type: ignore[arg-type]
        except Refusal:
            pass  # whom it accuses is asked in the end, of those that stopped
        self._say(seat, said_by(log))

    # --- lies -----------------------------------------------------------------------------------

    def _lie(self, seat: int) -> Frame | Certified | None:
        log = self.logs[seat]
        secret = SECRETS[(self.dice.random() >= self.steady) ^ (self.two_faced and seat % 2)]
        if (self.liar, "entry") in log.lacking():
            return self._entry(log)
        proposals = [frame for frame in log.pushing() if isinstance(frame, Proposal)]
        if not proposals:
            return self.dice.choice(self.heard) if self.heard else None
        proposal = proposals[0]
        ack = pledged(proposal, self.positions[seat], self.liar, secret)
        acks = self._acks(proposal) | {self.liar: ack}
        everybody = len(acks) == len(self.founding.voters)
        lie = self.dice.randrange(6)
        if lie == 0 and everybody:
            return held(proposal, [acks[voter] for voter in sorted(acks)], self.liar)
        if lie == 1:
            return Share(self.founding.id, log.index, self.liar, secret)
        if lie == 2 and everybody:
            return self._certified(proposal, acks, secret)
        if lie == 3 and self.dice.random() < 0.1:
            return self._entry(log)
        if lie == 4:
            return self.dice.choice(self.heard)
        return ack

    def _entry(self, log: Log) -> Proposal:
        notation = "roll" if self.dice.random() < self.steady else "add 1"
        entry = EntryBody(
            "camelnet/entry/1", log.founding.id, 0, log.index, log.prev, self.liar, notation, ()
        )
        body = body_bytes(entry)
        return Proposal(body, signer(self.liar).sign(body))

    def _acks(self, proposal: Proposal) -> dict[int, Ack]:
        """The honest acknowledgements of this very entry, by seat."""
        found: dict[int, Ack] = {}
        for seat, log in self.logs.items():
            frames = log.pushing()
            if proposal in frames:
                acks = [frame for frame in frames if isinstance(frame, Ack)]
                found[seat] = next(a for a in acks if read_body(AckBody, a.body).seat == seat)
        return found

    def _certified(
        self, proposal: Proposal, acks: dict[int, Ack], secret: bytes
    ) -> Certified | None:
        """A certificate of its own choice, from all shares and finals it has heard."""
        entry = read_body(EntryBody, proposal.body)
        shares = {
            frame.seat: frame.share
            for frame in self.heard
            if isinstance(frame, Share) and frame.index == entry.index
        } | {self.liar: secret}
        finals = [frame for frame in self.heard if isinstance(frame, Final)]
        lines = []
        for seat in sorted(acks):
            own = held(proposal, [acks[voter] for voter in sorted(acks)], seat)
            known = own in finals or seat == self.liar
            if not known or seat not in shares:
                own = self.dice.choice([*finals, own]) if known else Final(own.body, bytes(64))
            body = read_body(AckBody, acks[seat].body)
            share = shares.get(seat, secret)
            lines.append(
                CertificateLine(seat, body.pledge, share, acks[seat].signature, own.signature)
            )
            digest = body.digest
        return Certified(proposal.body, proposal.signature, digest, tuple(lines))


def check(room: Room) -> None:
    """What must hold whatever the liar has done."""
    logs = list(room.logs.values())
    for log in logs:
        for other in logs:
            both = zip(log.entries, other.entries, strict=False)
            assert all(_luck(one) == _luck(two) for one, two in both)
        if log.stopped is not None:
            assert f"seat {room.liar}" in str(log.stopped)


def _luck(certified: Certified) -> tuple[bytes, list[bytes]]:
    return certified.body, [line.share for line in certified.certificate]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_honest_never_settle_different_luck_whatever_one_seat_says(seats: int) -> None:
    settled, stopped = 0, 0
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
        settled += max(log.index for log in room.logs.values()) - 1
        stopped += any(log.stopped for log in room.logs.values())
    assert settled > 0, "some rolls get through"
    assert stopped > 0, "some lies are found out"
