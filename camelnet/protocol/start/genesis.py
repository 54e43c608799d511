"""Genesis: the body that all seats sign to begin a game, and the voters of that game.

A genesis is a pure function of the ready chairs of one table, so all peers of the table write the
same bytes, sign them and send their signatures: nobody has to propose. It is complete once all
seats have signed. The game begins at a peer once it also knows all opened nonces.

Peers give up a failed start by name: a peer that takes a chair again lists the geneses that it
opened in vain, and all sign that list. So of two geneses that name the same two honest peers, these
begin at most one: each genesis would have to contain the hash of the other.
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
    """The names, fit to be shown and distinct to the eye: the second bearer of a name, or of one
    that looks like it, is "Ann 2"."""
    distinguished: dict[str, str] = {}  # by their looks
    for name in map(shown_name, names):
        number, own = 1, name
        while looks(own) in distinguished:
            number += 1
            own = f"{name} {number}"
        distinguished[looks(own)] = own
    return tuple(distinguished.values())


def voters_of(genesis: GenesisBody) -> tuple[int, ...]:
    """The seats whose acknowledgements make an entry final, and whose shares make its luck.

    These are the human seats, if there are two or more; else all seats, since one human alone could
    choose the luck.
    """
    humans = tuple(seat for seat, body in enumerate(genesis.seats) if body.kind == "human")
    return humans if len(humans) > 1 else tuple(range(len(genesis.seats)))


@dataclass(frozen=True)  # without slots, for cached properties
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
        """The names of the players, by seat, all distinct and fit to be shown."""
        return distinct(seat.name for seat in self.genesis.seats)

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots, by seat, fit to be shown; "" for people."""
        return tuple(shown(seat.level) for seat in self.genesis.seats)

    @cached_property
    def table_name(self) -> str:
        """The name of the table, fit to be shown."""
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
    for number, seat in enumerate(genesis.seats):
        if seat.host is not None and (seat.host == number or seat.host >= table.seats):
            raise Refusal(Fault.GENESIS, f"seat {number} has no other seat as its host")
    return genesis, table


class PendingStart:
    """Gathers the signatures and nonces of one genesis, from any sender."""

    def __init__(self, suite: Suite, body: bytes) -> None:
        """`body`: the bytes of a `GenesisBody`; raises `Refusal` if it is inconsistent."""
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
        """Take a seat's opened nonce, signed for this game; raises `Refusal` if it does not fit the
        seat's commitment, or the signature is for another game."""
        key = self._key(seat)
        if seat in self._nonces:
            return
        if code_commitment(self.table_id, key, nonce) != self.genesis.seats[seat].commitment:
            raise Refusal(Fault.GENESIS, f"the nonce of seat {seat} was not committed to")
        if not verified(self._suite, key, signature, opening_for(self.id, seat, nonce)):
            raise Refusal(Fault.SIGNATURE, f"the nonce of seat {seat}")
        self._nonces[seat] = SeatNonce(seat, nonce, signature)

    def vouch(self, seat: int, signature: bytes) -> None:
        """Take a seat's signature that it has begun this game; raises `Refusal` if it does not
        fit."""
        key = self._key(seat)
        if seat in self._begun:
            return
        if not verified(self._suite, key, signature, begun_for(self.id, seat)):
            raise Refusal(Fault.SIGNATURE, f"the word of seat {seat}")
        self._begun[seat] = signature

    def take(self, frame: Genesis) -> None:
        """Take all parts of a frame of this genesis; raises `Refusal` at the first wrong one."""
        for line in frame.signatures:
            self.sign(line.seat, line.signature)
        for opened in frame.nonces:
            self.open(opened.seat, opened.nonce, opened.signature)
        for word in frame.begun:
            self.vouch(word.seat, word.signature)

    def frame(self) -> Genesis:
        """The frame with all that is known of the start so far."""
        return Genesis(
            self.body,
            tuple(SeatSignature(seat, self._signatures[seat]) for seat in sorted(self._signatures)),
            tuple(self._nonces[seat] for seat in sorted(self._nonces)),
            tuple(SeatSignature(seat, self._begun[seat]) for seat in sorted(self._begun)),
        )

    @property
    def given_up(self) -> frozenset[bytes]:
        """The ids of the games that the signers of this genesis have abandoned."""
        return frozenset(game for seat in self.genesis.seats for game in seat.given_up)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of all seats."""
        return tuple(seat.key for seat in self.genesis.seats)

    def gives_up(self, other: PendingStart) -> bool:
        """True if a seat of this genesis gives up `other`, a genesis of the same table in which
        that peer sits, too: it can have opened no other there."""
        return self.table_id == other.table_id and any(
            other.id in seat.given_up and seat.key in other.keys for seat in self.genesis.seats
        )

    @property
    def signers(self) -> tuple[int, ...]:
        return tuple(sorted(self._signatures))

    @property
    def begun(self) -> tuple[int, ...]:
        """The seats that have signed that they have begun this game."""
        return tuple(sorted(self._begun))

    def lacking(self) -> tuple[int, ...]:
        """The seats that have not signed; once all have, those that have not opened a nonce."""
        have = self._nonces if self.complete else self._signatures
        return tuple(seat for seat in range(len(self.genesis.seats)) if seat not in have)

    @property
    def complete(self) -> bool:
        """True once all seats have signed: it is time to open nonces."""
        return len(self._signatures) == len(self.genesis.seats)

    @property
    def game_start(self) -> GameStart | None:
        """The start of the game, once all have signed and opened; else None."""
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
    """The keys, in order of seat, that have signed both that they have begun one game and a genesis
    that gives it up: a proof that anybody can check."""
    if not later.gives_up(begun):
        return ()
    signers = {later.genesis.seats[seat].key for seat in later.signers}
    keys = (begun.genesis.seats[seat].key for seat in begun.begun)
    return tuple(key for key in keys if key in signers)


def rematch(game_start: GameStart) -> TableBody:
    """The table for playing a game again: all its players derive the same one."""
    salt = hash_of("camelnet/rematch/1", game_start.id)[:16]
    return replace(game_start.table, salt=salt, previous=game_start.id)


def read_game_start(suite: Suite, frame: Genesis, *, words: bool = False) -> GameStart:
    """Check a whole frame and return the start of its game; raises `Refusal`. With `words` the
    frame may also hold the signatures of seats that have begun, as in a journal; a record may not.
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
