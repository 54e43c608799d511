"""The liar: a peer that runs the real code, with one thing that it says replaced.

A liar stands between its seat and the network. It signs with its own key alone; everything that
others signed it may keep, hold back, and send again. `liars` are those of any game, `card_cheaters`
those who cheat at cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from random import Random
from typing import Any

from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.wire.bodies import AckBody, EntryBody, entry_hash, read_body
from camelnet.protocol.wire.frames import Ack, Equivocation, Frame, Proposal
from camelnet.session.table.seated_table import SeatedTable


class Lie(Enum):
    """The ways to lie."""

    EQUIVOCATE = "equivocating author"
    EQUIVOCATE_ACK = "equivocating voter"
    FALSE_PROMISE = "false promise"
    FALSE_EVIDENCE = "promise with made-up evidence"
    TWO_CHANGES = "coordinator that sends two changes"
    ECHO_ALL = "voter that echoes and accepts everything"
    SPURIOUS_PREP = "spurious PREP"
    FLOOD_BALLOTS = "ballot flooder"
    EARLY_LEAVER = "wants everybody out"
    WITHHOLD_ACK = "withholder of ACK"
    WITHHOLD_SHARE = "withholder of SHARE"
    WITHHOLD_KEY = "withholder of KEY"
    WITHHOLD_CHANGE = "withholder of promises and votes"
    BAD_SHARE = "bad share"
    BAD_DEALER = "bad dealer"
    FALSE_COMPLAINT = "false complaint"
    COPIED_SEAL = "copied seal"
    FORGED_OPENING = "forged opening"
    LYING_SYNC = "lying log sync"
    STALE_RETURN = "comes back by an old request"
    REPLAY = "replays old frames"
    FALSE_DIGEST = "another position"
    FALSE_SHUFFLE = "a pack that is not the one it was given"
    PROVEN_TWICE = "a pack with a card twice, and what the prover makes of it"
    FALSE_PROOF = "a pack with a spoiled proof, or an earlier one"
    FALSE_DEAL = "bad part of a handed card"
    WITHHOLD_CARDS = "neither shuffles nor deals"
    EARLY_UNLOCK = "parts of cards that nobody turns up"


CARD_LIES = (
    Lie.FALSE_SHUFFLE,
    Lie.PROVEN_TWICE,
    Lie.FALSE_PROOF,
    Lie.FALSE_DEAL,
    Lie.WITHHOLD_CARDS,
    Lie.EARLY_UNLOCK,
)


class Liar:
    """Says everything as it is; its subclasses do not. Frames go out to one seat at a time."""

    def __init__(self, *, seat: int, signer: Signer, suite: Suite, dice: Random) -> None:
        self.seat = seat
        self._signer = signer
        self._suite = suite
        self._dice = dice

    def begin(self, table: SeatedTable) -> None:
        """The seat has sat down, or sits down again after a restart."""

    def hear(self, table: SeatedTable, frame: Frame) -> None:
        """The frames that come in, before the real code sees them."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        """The frames that go out to `to` instead of `frame`."""
        yield frame

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        """The frames that go out besides, each with its receiver."""
        yield from ()

    def _all(self, table: SeatedTable, frame: Frame) -> Iterator[tuple[int, Frame]]:
        for seat in range(len(table.game_start.genesis.seats)):
            if seat != self.seat:
                yield seat, frame

    def _made(self, kind: Any, body: Any, *rest: Any) -> Any:
        """A frame of this body, signed with our key."""
        data = encode(to_array(body))
        return kind(data, self._signer.sign(data), *rest)

    def _signed(self, frame: Any, body: Any) -> Any:
        """The frame with another body, signed with our key."""
        data = encode(to_array(body))
        return replace(frame, body=data, signature=self._signer.sign(data))


def odd(seat: int) -> bool:
    """The seats that a liar tells the other story."""
    return seat % 2 == 1


class Forger(Liar):
    """Attaches something else to its entries than the real code does, and stands by it."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._instead: dict[bytes, Proposal] = {}  # by hash of the honest entry

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Equivocation) and frame.seat == self.seat:
            return  # its own log, which the real code keeps, shows what it says to the others
        if isinstance(frame, Proposal):
            frame = self._proposed(table, frame)
        elif isinstance(frame, Ack):
            body = read_body(AckBody, frame.body)
            made = self._instead.get(body.entry)
            if made is not None and body.seat == self.seat:
                frame = self._signed(frame, replace(body, entry=entry_hash(made.body)))
        yield frame

    def _proposed(self, table: SeatedTable, frame: Proposal) -> Proposal:
        hashed = entry_hash(frame.body)
        if hashed not in self._instead:
            entry = read_body(EntryBody, frame.body)
            forged = self.forge(table, entry) if entry.seat == self.seat else None
            if forged is None:
                return frame
            self._instead[hashed] = self._signed(frame, replace(entry, attachments=forged))
        return self._instead[hashed]

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        """The attachments of an entry of its own; None to leave them as they are."""


def spoiled(data: bytes, dice: Random) -> bytes:
    """With one bit turned over; nothing stays nothing."""
    if not data:
        return data
    place = dice.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << dice.randrange(8)]) + data[place + 1 :]
