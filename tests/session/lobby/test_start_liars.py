"""Starts of a table with a liar at it, from many seeds: nobody is left in a game of its own.

The liar takes chair after chair, shows them to all or to some, lets the others sign and open, and
withholds its own part. Then it cuts the others from each other, mixes what it has heard, and helps
each of them to a start of its own. In half of the seeds it also gives its word for games that it
has signed away, and then it has to be named.
"""

from __future__ import annotations

import random
from typing import TypeVar

import pytest

from camelnet.protocol.wire.bodies import Chair, read_body
from camelnet.protocol.wire.bodies import GenesisBody as Body
from camelnet.protocol.wire.frames import Genesis, SeatNonce, SeatSignature
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Guest, Room

ROUNDS_MAX = 3
T = TypeVar("T")


class Starts:
    """One table, honest people at all chairs but one, and the liar at that one."""

    def __init__(self, room: Room, seed: int, *, perjures: bool) -> None:
        self.room = room
        self.dice = random.Random(seed)
        self.perjures = perjures
        self.honest = list(room.guests)
        seats = len(self.honest) + 1
        self.table = room.open(seats)
        room.sit(*self.honest[1:], ms=300)
        self.mallory = Mallory.met(room)
        room.ready()
        self.chairs: list[tuple[Chair, bytes]] = []
        self.new_chair()

    def new_chair(self) -> None:
        nonce = self.dice.randbytes(32)
        seat = len(self.honest)
        self.chairs.append((self.mallory.chair(self.table, seat, nonce), nonce))

    def some(self) -> list[Guest]:
        return [guest for guest in self.honest if self.dice.random() < 0.6]

    def round(self) -> None:
        """A start that the liar lets come so far, or not quite."""
        self.new_chair()
        self.claim(self.honest if self.dice.random() < 0.8 else self.some())
        self.mallory.linger(self.room, 1000)
        self.room.run(300)
        if self.dice.random() < 0.8 and (known := self.starts()):
            self.help(self.honest, known[-1], mine=False)
        self.room.run(300)
        if self.dice.random() < 0.6:
            self.mallory.linger(self.room, 7000)

    def claim(self, guests: list[Guest]) -> None:
        """Show some the latest chair."""
        record = self.mallory.record(self.chairs[-1][0])
        for guest in guests:
            self.mallory.send(guest.key, record)

    def starts(self) -> list[bytes]:
        """The geneses heard of, in the order in which they were."""
        return list(dict.fromkeys(f.body for f in self.mallory.heard if isinstance(f, Genesis)))

    def help(self, guests: list[Guest], body: bytes, *, mine: bool) -> None:
        """Give these all that is known of a start, with the own opening or without."""
        signatures: dict[int, SeatSignature] = {}
        nonces: dict[int, SeatNonce] = {}
        others: dict[int, SeatNonce] = {}  # from other starts: worth nothing here
        for frame in self.mallory.heard:
            if isinstance(frame, Genesis):
                same = frame.body == body
                signatures |= {item.seat: item for item in frame.signatures if same}
                (nonces if same else others).update({item.seat: item for item in frame.nonces})
        if not signatures:
            return
        if self.dice.random() < 0.5:
            nonces = others | nonces
        own = self.mallory.signature(body)
        signatures[own.seat] = own
        nonces.pop(own.seat, None)
        nonce = self.nonce_of(body)
        if nonce is not None and mine:
            nonces[own.seat] = self.mallory.opening(body, nonce)
        words = (self.mallory.word(body),) if self.perjures and self.dice.random() < 0.3 else ()
        told = Genesis(body, _by_seat(signatures), _by_seat(nonces), words)
        for guest in guests:
            self.mallory.send(guest.key, told)

    def nonce_of(self, body: bytes) -> bytes | None:
        commitments = {seat.commitment for seat in read_body(Body, body).seats}
        return next((n for chair, n in self.chairs if chair.commitment in commitments), None)

    def divide(self) -> None:
        """Cut the honest from each other, and help each of them to a start of its own."""
        self.room.network.part(*[[guest.key] for guest in self.honest])
        if known := self.starts():
            for guest in self.honest:
                self.help([guest], self.dice.choice(known), mine=True)
        self.room.run(500)

    @property
    def games(self) -> set[bytes]:
        """The games in which honest people are."""
        return {guest.seat.id for guest in self.honest if guest.peer.table}

    @property
    def named(self) -> bool:
        return any(
            text.startswith("Mallory signed") for guest in self.honest for text in guest.notices()
        )


def _by_seat(items: dict[int, T]) -> tuple[T, ...]:
    return tuple(items[seat] for seat in sorted(items))


# The last two part the honest as soon as a peer may begin whatever is whole.
@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(12), 37, 62])
@pytest.mark.every(2)
def test_a_liar_leaves_nobody_in_another_game_or_is_named(room: MakeRoom, seed: int) -> None:
    starts = Starts(room(*[""] * (2 + seed % 2), seed=seed), seed, perjures=seed % 4 >= 2)
    for _ in range(starts.dice.randint(1, ROUNDS_MAX)):
        starts.round()
    starts.divide()
    assert starts.perjures or len(starts.games) <= 1
    starts.room.network.heal()
    starts.mallory.linger(starts.room, 8000)
    assert len(starts.games) <= 1 or starts.named
    if not starts.perjures:
        assert not starts.named, "nobody is named who has not lied"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.every(2)
def test_a_bad_network_delays_a_start_and_neither_prevents_nor_splits_it(
    room: MakeRoom, seed: int
) -> None:
    table = room("", "", "", "", seed=seed)
    dice = random.Random(seed)
    table.open(4)
    where = table.guests[0].lobby.tables[0].id

    def sit_down() -> None:
        for guest in table.guests:
            if guest.awake and guest.peer.table is None:
                if guest.lobby.table is None:
                    guest.peer.sit(where)
                guest.peer.ready(True)

    for _ in range(12):
        sit_down()
        keys = [guest.key for guest in table.guests]
        dice.shuffle(keys)
        match dice.randrange(4):
            case 0:
                table.network.part(keys[:2], keys[2:])
            case 1:
                table.network.part(keys[:1], keys[1:])
            case 2:
                table.sleep(dice.randrange(4))
            case _:
                pass
        table.run(dice.choice((50, 100, 200, 1000, 7000)))
        table.network.heal()
        for guest in table.guests:
            if not guest.awake:
                table.wake(guest.number)
        table.run(dice.choice((0, 100, 1000)))
        assert len({guest.seat.id for guest in table.guests if guest.peer.table}) <= 1

    def begun() -> bool:
        sit_down()
        return all(guest.peer.table is not None for guest in table.guests)

    table.run_until(begun, 60_000)
    assert len({guest.seat.id for guest in table.guests}) == 1
