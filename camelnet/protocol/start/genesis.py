"""Genesis: the body that all seats sign to begin a game, and who acknowledges its entries.

A genesis is a pure function of the ready chairs of one table, so every peer of the table writes the
same bytes, signs them and sends its signature: nobody has to propose. Complete means: signed by all
seats. A game has begun at a peer that also knows every seat's opened nonce.

A start that fails is given up by name: whoever takes a chair again lists the geneses that it opened
in vain, and all sign that list. So of two geneses in which two honest peers both sit, at most one
is begun by either: each of the two would have to name the hash of the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from camelnet.foreign_text import looks, shown, shown_name
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Hash, Suite, hash_of
from camelnet.protocol.start.table_code import code_commitment, code_hash, code_words
from camelnet.protocol.wire.bodies import (
    GenesisBody,
    TableBody,
    begun_for,
    game_id,
    opening_for,
    read_body,
    table_id,
    verified,
)
from camelnet.protocol.wire.frames import Genesis, SeatNonce, SeatSignature


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names as they may be shown, and as people can tell them apart: who comes second by a
    name, or by one that looks like it, is "Ann 2"."""
    distinguished: dict[str, str] = {}  # by their looks
    for name in map(shown_name, names):
        number, own = 1, name
        while looks(own) in distinguished:
            number += 1
            own = f"{name} {number}"
        distinguished[looks(own)] = own
    return tuple(distinguished.values())


def voters_of(genesis: GenesisBody) -> tuple[int, ...]:
    """The seats whose ACKs make an entry final and whose shares make its luck.

    The human seats; without any, all seats. One human alone: all seats too, for luck from one voter
    alone would be that voter's choice.
    """
    humans = tuple(seat for seat, body in enumerate(genesis.seats) if body.kind == "human")
    return humans if len(humans) > 1 else tuple(range(len(genesis.seats)))


@dataclass(frozen=True)  # without slots: what follows from it is found once
class GameStart:
    """A complete genesis: checked bytes, all signatures and all signed nonces, by seat."""

    body: bytes
    genesis: GenesisBody
    table: TableBody
    signatures: tuple[bytes, ...]
    nonces: tuple[bytes, ...]
    openings: tuple[bytes, ...]  # the nonces' signatures

    @cached_property
    def id(self) -> Hash:
        return game_id(self.body)

    @cached_property
    def root(self) -> Hash:
        """The hash that the first entry names as `prev`."""
        return code_hash(self.id, self.nonces)

    @cached_property
    def code(self) -> tuple[str, ...]:
        return code_words(self.root)

    @cached_property
    def voters(self) -> tuple[int, ...]:
        return voters_of(self.genesis)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the players in seat order, all different, as they may be shown."""
        return distinct(seat.name for seat in self.genesis.seats)

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots in seat order, as they may be shown; "" for people."""
        return tuple(shown(seat.level) for seat in self.genesis.seats)

    @cached_property
    def table_name(self) -> str:
        """The name of the table, as it may be shown."""
        return shown_name(self.table.name)

    @cached_property
    def _seats(self) -> dict[bytes, int]:
        return {seat.key: number for number, seat in enumerate(self.genesis.seats)}

    def seat_of(self, key: bytes) -> int | None:
        return self._seats.get(key)

    def frame(self) -> Genesis:
        return Genesis(
            self.body,
            tuple(SeatSignature(seat, item) for seat, item in enumerate(self.signatures)),
            tuple(
                SeatNonce(seat, nonce, signature)
                for seat, (nonce, signature) in enumerate(
                    zip(self.nonces, self.openings, strict=True)
                )
            ),
        )


def read_genesis(body: bytes) -> tuple[GenesisBody, TableBody]:
    """The genesis in `body` and its table; raises `Refusal`."""
    try:
        genesis = read_body(GenesisBody, body)
        table = read_body(TableBody, genesis.table)
    except Malformed as error:
        raise Refusal(Fault.GENESIS, error.detail) from None
    if len(genesis.seats) != table.seats:
        raise Refusal(Fault.GENESIS, "another number of seats than its table has")
    if len({seat.key for seat in genesis.seats}) != table.seats:
        raise Refusal(Fault.GENESIS, "one key on two seats")
    return genesis, table


class PendingStart:
    """Gathers the signatures and nonces of one genesis, whoever sends them."""

    def __init__(self, suite: Suite, body: bytes) -> None:
        """`body`: the bytes of a `GenesisBody`; raises `Refusal` if it does not hold together."""
        self._suite = suite
        self.body = body
        self.genesis, self.table = read_genesis(body)
        self.id = game_id(body)
        self.table_id = table_id(self.genesis.table)
        self._signatures: dict[int, bytes] = {}
        self._nonces: dict[int, SeatNonce] = {}
        self._begun: dict[int, bytes] = {}

    def sign(self, seat: int, signature: bytes) -> None:
        """Take a seat's signature; raises `Refusal` if it does not fit."""
        key = self._key(seat)
        if seat in self._signatures:
            return
        if not verified(self._suite, key, signature, self.body):
            raise Refusal(Fault.SIGNATURE, f"genesis, seat {seat}")
        self._signatures[seat] = signature

    def open(self, seat: int, nonce: bytes, signature: bytes) -> None:
        """Take a seat's opened nonce, signed for this game; raises `Refusal` if it was not
        committed to, or opened for another."""
        key = self._key(seat)
        if seat in self._nonces:
            return
        if code_commitment(self.table_id, key, nonce) != self.genesis.seats[seat].commitment:
            raise Refusal(Fault.GENESIS, f"the nonce of seat {seat} was not committed to")
        if not verified(self._suite, key, signature, opening_for(self.id, seat, nonce)):
            raise Refusal(Fault.SIGNATURE, f"the nonce of seat {seat}")
        self._nonces[seat] = SeatNonce(seat, nonce, signature)

    def vouch(self, seat: int, signature: bytes) -> None:
        """Take a seat's word that it has begun this game; raises `Refusal` if it does not fit."""
        key = self._key(seat)
        if seat in self._begun:
            return
        if not verified(self._suite, key, signature, begun_for(self.id, seat)):
            raise Refusal(Fault.SIGNATURE, f"the word of seat {seat}")
        self._begun[seat] = signature

    def take(self, frame: Genesis) -> None:
        """Take what a frame of this genesis brings; raises `Refusal` at the first thing wrong."""
        for line in frame.signatures:
            self.sign(line.seat, line.signature)
        for opened in frame.nonces:
            self.open(opened.seat, opened.nonce, opened.signature)
        for word in frame.begun:
            self.vouch(word.seat, word.signature)

    def frame(self) -> Genesis:
        """The frame that holds what is known of the start so far."""
        return Genesis(
            self.body,
            tuple(SeatSignature(seat, self._signatures[seat]) for seat in sorted(self._signatures)),
            tuple(self._nonces[seat] for seat in sorted(self._nonces)),
            tuple(SeatSignature(seat, self._begun[seat]) for seat in sorted(self._begun)),
        )

    @property
    def given_up(self) -> frozenset[bytes]:
        """The ids of the games that nobody begins any more who has signed this genesis."""
        return frozenset(game for seat in self.genesis.seats for game in seat.given_up)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of those who sit there, by seat."""
        return tuple(seat.key for seat in self.genesis.seats)

    def gives_up(self, other: PendingStart) -> bool:
        """True if a seat of this genesis gives up another one of the same table, in which it has a
        seat, too. Nobody can have opened any other there."""
        return self.table_id == other.table_id and any(
            other.id in seat.given_up and seat.key in other.keys for seat in self.genesis.seats
        )

    @property
    def signers(self) -> tuple[int, ...]:
        return tuple(sorted(self._signatures))

    @property
    def begun(self) -> tuple[int, ...]:
        """The seats that have said that they have begun this game."""
        return tuple(sorted(self._begun))

    def lacking(self) -> tuple[int, ...]:
        """The seats that have not signed; when all have, those that have not opened."""
        have = self._nonces if self.complete else self._signatures
        return tuple(seat for seat in range(len(self.genesis.seats)) if seat not in have)

    @property
    def complete(self) -> bool:
        """Signed by all seats: the time to open nonces."""
        return len(self._signatures) == len(self.genesis.seats)

    @property
    def game_start(self) -> GameStart | None:
        """The begun game, once all have signed and opened."""
        seats = range(len(self.genesis.seats))
        if not self.complete or len(self._nonces) != len(seats):
            return None
        return GameStart(
            self.body,
            self.genesis,
            self.table,
            tuple(self._signatures[seat] for seat in seats),
            tuple(self._nonces[seat].nonce for seat in seats),
            tuple(self._nonces[seat].signature for seat in seats),
        )

    def _key(self, seat: int) -> bytes:
        if seat >= len(self.genesis.seats):
            raise Refusal(Fault.GENESIS, f"there is no seat {seat}")
        return self.genesis.seats[seat].key


def liars(begun: PendingStart, later: PendingStart) -> tuple[bytes, ...]:
    """The keys of those that say that they have begun one game, and have signed another genesis
    that gives it up: a proof that anybody can check. In order of their seats."""
    if not later.gives_up(begun):
        return ()
    signers = {later.genesis.seats[seat].key for seat in later.signers}
    keys = (begun.genesis.seats[seat].key for seat in begun.begun)
    return tuple(key for key in keys if key in signers)


def rematch(game_start: GameStart) -> TableBody:
    """The table at which everybody of a game plays it again: all of them derive the same one."""
    salt = hash_of("camelnet/rematch/1", game_start.id)[:16]
    return replace(game_start.table, salt=salt, previous=game_start.id)


def read_game_start(suite: Suite, frame: Genesis, *, words: bool = False) -> GameStart:
    """The start of a game from a whole frame: everything is checked; raises `Refusal`. With `words`
    the frame may hold the words of those who have begun, as a journal's does; a record's may not.
    """
    pending_start = PendingStart(suite, frame.body)
    pending_start.take(frame)
    game_start = pending_start.game_start
    if game_start is None:
        raise Refusal(Fault.GENESIS, "not signed and opened by every seat")
    if game_start.frame() != (replace(frame, begun=()) if words else frame):
        raise Refusal(
            Fault.GENESIS, "not what every record of it says: out of order, twice, or more"
        )
    return game_start
