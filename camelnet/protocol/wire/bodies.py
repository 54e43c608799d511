"""The bodies that are signed and hashed: tables, chairs, entries, acknowledgements, changes.

Each begins with its domain. A signature covers the exact bytes that travel; whoever receives them
checks the bytes first and never signs or forwards a re-encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from camelnet.protocol.codec.canonical import Malformed, Value, decode, encode
from camelnet.protocol.codec.schema import (
    array,
    field_of,
    flag,
    from_array,
    integer,
    nested,
    octets,
    optional,
    text,
    to_array,
)
from camelnet.protocol.crypto.suite import HASH_SIZE, Hash, Key, Signature, Suite, hash_of
from camelnet.protocol.wire import fields
from camelnet.protocol.wire.limits import (
    ATTACHMENT_MAX,
    ATTACHMENTS_MAX,
    CHAT_MAX,
    GIVEN_UP_MAX,
    INDEX_MAX,
    KINDS,
    NOTATION_MAX,
    OPTIONS_MAX,
    PENDING_ROUNDS_MAX,
    REFUSED_MAX,
    SEAT_KINDS,
    SEATS_MAX,
)


@dataclass(frozen=True, slots=True)
class Option:
    key: str = field_of(text(1, 40))
    value: Any = field_of(fields.option_value)


@dataclass(frozen=True, slots=True)
class TableBody:
    """The signed description of a table. Its hash is the table's id, so a table never changes."""

    domain: str = field_of(fields.domain("camelnet/table/1"))
    name: str = field_of(fields.name)
    game: str = field_of(text(1, 20))
    seats: int = field_of(integer(2, SEATS_MAX))
    options: tuple[Option, ...] = field_of(array(nested(Option), 0, OPTIONS_MAX))
    salt: bytes = field_of(octets(16))
    previous: bytes | None = field_of(
        optional(fields.hashed)
    )  # the game that this table plays again
    strict: bool = field_of(flag, False)  # hidden cards open only with every voter's part
    aids: bool = field_of(flag, False, later=True)  # all see odds and may ask for hints
    opener: bytes | None = field_of(optional(fields.key), None, later=True)  # see Chair


@dataclass(frozen=True, slots=True)
class Chair:
    """A peer's claim to a chair at a table. Until the game begins the opener's record decides
    between several claims to one chair, as long as the opener sits there."""

    table: bytes = field_of(octets(1, 2048))  # TableBody
    seat: int = field_of(fields.seat)
    ready: bool = field_of(flag)
    commitment: bytes = field_of(fields.hashed)  # to its part of the table code
    given_up: tuple[bytes, ...] = field_of(
        array(fields.hashed, 0, GIVEN_UP_MAX), ()
    )  # see SeatBody
    # The opener's: who has which chair, by seat, and whom it gives none.
    admitted: tuple[bytes | None, ...] = field_of(
        array(optional(fields.key), 0, SEATS_MAX), (), later=True
    )
    refused: tuple[bytes, ...] = field_of(array(fields.key, 0, REFUSED_MAX), (), later=True)


@dataclass(frozen=True, slots=True)
class LobbyBody:
    """A peer's record in the lobby: the latest sequence wins."""

    domain: str = field_of(fields.domain("camelnet/lobby/1"))
    key: bytes = field_of(fields.key)
    sequence: int = field_of(fields.counter)
    name: str = field_of(fields.name)
    kind: str = field_of(fields.one_of(*KINDS))
    level: str = field_of(text(0, 16))
    chair: Chair | None = field_of(optional(nested(Chair)))
    playing: bool = field_of(flag)  # the game at that table has begun


@dataclass(frozen=True, slots=True)
class SeatBody:
    """One seat of a genesis. `given_up` names the geneses that this peer has opened and that had
    not begun for it when it took the chair: whoever signs this one begins none of them any more.
    """

    key: bytes = field_of(fields.key)
    name: str = field_of(fields.name)
    kind: str = field_of(fields.one_of(*SEAT_KINDS))
    level: str = field_of(text(0, 16))
    commitment: bytes = field_of(fields.hashed)
    given_up: tuple[bytes, ...] = field_of(array(fields.hashed, 0, GIVEN_UP_MAX), ())


@dataclass(frozen=True, slots=True)
class GenesisBody:
    """The body that all seats sign to begin a game. Its hash is the game id."""

    domain: str = field_of(fields.domain("camelnet/genesis/1"))
    table: bytes = field_of(octets(1, 2048))  # TableBody
    rules: bytes = field_of(fields.hashed)  # the digest of the rules that all of them run
    seats: tuple[SeatBody, ...] = field_of(array(nested(SeatBody), 2, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class OpeningBody:
    """A seat opens its nonce, for this game alone: one opening for each commitment."""

    domain: str = field_of(fields.domain("camelnet/opening/1"))
    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    nonce: bytes = field_of(fields.nonce)


@dataclass(frozen=True, slots=True)
class BegunBody:
    """A seat has begun this game, and has signed no genesis that gives it up, nor ever will."""

    domain: str = field_of(fields.domain("camelnet/begun/1"))
    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)


@dataclass(frozen=True, slots=True)
class EntryBody:
    """One entry of the log. `prev` is the hash of the entry before, at index 1 the log's root."""

    domain: str = field_of(fields.domain("camelnet/entry/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    index: int = field_of(fields.index)
    prev: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    notation: str = field_of(text(1, NOTATION_MAX))
    attachments: tuple[bytes, ...] = field_of(array(octets(1, ATTACHMENT_MAX), 0, ATTACHMENTS_MAX))


@dataclass(frozen=True, slots=True)
class AckBody:
    """A voter agrees to an entry, and states the position that it applies to.

    `pledge` binds the voter to its part of the luck that follows; empty where none follows.
    """

    domain: str = field_of(fields.domain("camelnet/ack/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    index: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    entry: bytes = field_of(fields.hashed)
    digest: bytes = field_of(fields.hashed)
    pledge: bytes = field_of(octets(0, HASH_SIZE))


@dataclass(frozen=True, slots=True)
class FinalBody:
    """A voter holds these acknowledgements of an entry that luck follows, and no others.

    Its share follows only when all voters have signed the same: so nobody who pledged differently
    to two peers ever sees a share.
    """

    domain: str = field_of(fields.domain("camelnet/final/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    index: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    acks: bytes = field_of(fields.hashed)  # of all voters' AckBody bytes, by seat


KEY = "key"  # the notation of the entry that makes an epoch's key

WHYS = ("asked", "silent", "owing", "slow", "proof", "returning")


@dataclass(frozen=True, slots=True)
class WantBody:
    """A voter wants the table to go on without seat `about`, or with it again. Binds nothing."""

    domain: str = field_of(fields.domain("camelnet/want/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # the one that would end
    index: int = field_of(fields.index)  # lapses when this place is filled
    seat: int = field_of(fields.seat)
    about: int = field_of(fields.seat)
    leaving: bool = field_of(flag)
    why: str = field_of(fields.one_of(*WHYS))


@dataclass(frozen=True, slots=True)
class PleaBody:
    """A seat that the table went on without asks to come back; good in this epoch only."""

    domain: str = field_of(fields.domain("camelnet/plea/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    seat: int = field_of(fields.seat)


@dataclass(frozen=True, slots=True)
class PresentBody:
    """A seat is here, says how far it is, and whom it hears over its own links. Binds nothing."""

    domain: str = field_of(fields.domain("camelnet/present/1"))
    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    number: int = field_of(fields.counter)  # one more each time
    index: int = field_of(fields.index)  # as in a `Head`
    epoch: int = field_of(fields.index)
    round: int = field_of(fields.index)
    calling: bool = field_of(flag)  # it misses somebody: all should say whom they hear
    direct: tuple[int, ...] = field_of(array(fields.seat, 0, SEATS_MAX))
    numbers: tuple[int, ...] = field_of(array(fields.counter, 2, SEATS_MAX))  # newest, by seat


@dataclass(frozen=True, slots=True)
class PrepBody:
    """A voter asks all voters to end this epoch, on `wants` (a hash): whoever has promised on
    them."""

    domain: str = field_of(fields.domain("camelnet/prep/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # the one that would begin
    ballot: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    wants: bytes = field_of(fields.hashed)


@dataclass(frozen=True, slots=True)
class PromiseBody:
    """A voter's acknowledgements in the old epoch have ended; this is how far it had come.

    The entry and the change that it names are shown beside it, in the frame; the base and its luck
    stand in the log. Nothing counts before its reader holds it.
    """

    domain: str = field_of(fields.domain("camelnet/promise/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # the one that would begin
    ballot: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    base: int = field_of(fields.index)  # the last final index
    base_hash: bytes = field_of(fields.hashed)
    drawn: tuple[int, ...] = field_of(
        array(fields.index, 0, PENDING_ROUNDS_MAX)
    )  # of the last, whose luck I know
    entry: bytes = field_of(octets(0, HASH_SIZE))  # acknowledged after the base; empty: none
    accepted: int = field_of(integer(-1, INDEX_MAX))  # the ballot of the highest accepted change
    accepted_hash: bytes = field_of(octets(0, HASH_SIZE))

    @property
    def reached(self) -> int:
        """The last index that its voter holds final or has acknowledged."""
        return self.base + bool(self.entry)


@dataclass(frozen=True, slots=True)
class ChangeBody:
    """An entry of the log that no seat writes: a new epoch, and how the old one closes.

    `prev` names the closing entry, or the base where there is none. It says nothing of ballots or
    promises: the same decision has the same hash whoever brought it about.
    """

    domain: str = field_of(fields.domain("camelnet/change/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    index: int = field_of(fields.index)
    prev: bytes = field_of(fields.hashed)
    voters: tuple[int, ...] = field_of(array(fields.seat, 2, SEATS_MAX))
    ghosts: tuple[int, ...] = field_of(array(fields.seat, 0, SEATS_MAX))
    proven: tuple[int, ...] = field_of(array(fields.seat, 0, SEATS_MAX))  # removed on a proof
    closing: bool = field_of(flag)  # `prev` is final by this change only
    carried: tuple[int, ...] = field_of(
        array(fields.index, 0, PENDING_ROUNDS_MAX)
    )  # luck that stands
    redrawn: int = field_of(fields.index)  # the entry whose luck the new key draws; 0: none


@dataclass(frozen=True, slots=True)
class PartingBody:
    """Those present play on apart, where too few are left to vote: a game of its own from here.

    All of `who` sign these very bytes. The new game's id is their hash, with the old one in it.
    """

    domain: str = field_of(fields.domain("camelnet/parting/1"))
    game: bytes = field_of(fields.hashed)  # the one that they leave
    epoch: int = field_of(fields.index)
    index: int = field_of(fields.index)
    prev: bytes = field_of(fields.hashed)
    who: tuple[int, ...] = field_of(array(fields.seat, 1, SEATS_MAX))
    carried: tuple[int, ...] = field_of(
        array(fields.index, 0, PENDING_ROUNDS_MAX)
    )  # luck that stands


@dataclass(frozen=True, slots=True)
class OfferBody:
    """The coordinator of a ballot proposes this change, one per ballot."""

    domain: str = field_of(fields.domain("camelnet/offer/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    ballot: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    change: bytes = field_of(fields.hashed)


@dataclass(frozen=True, slots=True)
class VoteBody:
    """A voter echoes a change that it found valid, or accepts one that enough have echoed."""

    domain: str = field_of(fields.domain("camelnet/vote/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    ballot: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    step: str = field_of(fields.one_of("echo", "accept"))
    change: bytes = field_of(fields.hashed)


@dataclass(frozen=True, slots=True)
class ChatBody:
    domain: str = field_of(fields.domain("camelnet/chat/1"))
    key: bytes = field_of(fields.key)
    room: bytes = field_of(octets(0, HASH_SIZE))  # a table id; empty for the lobby
    sequence: int = field_of(fields.counter)
    text: str = field_of(text(1, CHAT_MAX))


B = TypeVar("B")


def body_bytes(body: Any) -> bytes:
    """The bytes of a body, as they are signed and hashed."""
    return encode(to_array(body))


def read_body(kind: type[B], data: bytes) -> B:
    """A body of `kind` from its bytes; raises `Malformed`."""
    body: B = _read_body(cast("Any", kind), data)
    return body


# The same bytes are read again and again, by whoever has a part in what they say.
_READ_MAX = 256


@lru_cache(_READ_MAX)
def value_of(body: bytes) -> Value:
    """Decodes a body's bytes, whatever they mean; raises `Malformed`."""
    return decode(body)


def domain_of(body: bytes) -> str:
    """The domain that a signed body names; raises `Malformed`."""
    value = value_of(body)
    if not isinstance(value, tuple) or not value or not isinstance(value[0], str):
        raise Malformed("not a body")
    return value[0]


@lru_cache(_READ_MAX)
def _read_body(kind: type[Any], data: bytes) -> Any:
    return from_array(kind, value_of(data))


def table_id(table: bytes) -> Hash:
    """The id of the table whose `TableBody` these bytes are."""
    return hash_of("camelnet/table-id/1", table)


def game_id(genesis: bytes) -> Hash:
    """The id of the game whose `GenesisBody` these bytes are."""
    return hash_of("camelnet/game-id/1", genesis)


def opening_for(game: bytes, seat: int, nonce: bytes) -> bytes:
    """The bytes that `seat` signs to open its 32-byte nonce for a game."""
    return body_bytes(OpeningBody("camelnet/opening/1", game, seat, nonce))


def begun_for(game: bytes, seat: int) -> bytes:
    """The bytes that `seat` signs to say that it has begun a game."""
    return body_bytes(BegunBody("camelnet/begun/1", game, seat))


def entry_hash(entry: bytes) -> Hash:
    """The hash of an entry: of its bytes alone, without signatures and certificate."""
    return hash_of("camelnet/entry-hash/1", entry)


def change_hash(change: bytes) -> Hash:
    """The hash of a change, in the chain of entries like an entry's."""
    return hash_of("camelnet/change-hash/1", change)


def fork_id(fork: bytes) -> Hash:
    """The id of the game that begins with this fork; also its hash in the chain."""
    return hash_of("camelnet/apart/1", fork)


def ack_for(entry: EntryBody, hashed: bytes, digest: bytes, seat: int, pledge: bytes) -> bytes:
    """The bytes that voter `seat` signs to acknowledge the entry of hash `hashed`."""
    return body_bytes(
        AckBody(
            "camelnet/ack/1", entry.game, entry.epoch, entry.index, seat, hashed, digest, pledge
        )
    )


def final_for(entry: EntryBody, acks: Sequence[bytes], seat: int) -> bytes:
    """The bytes that voter `seat` signs over all voters' `AckBody` bytes, given by seat."""
    hashed = hash_of("camelnet/acks/1", *acks)
    return body_bytes(
        FinalBody("camelnet/final/1", entry.game, entry.epoch, entry.index, seat, hashed)
    )


def verified(suite: Suite, key: bytes, signature: bytes, body: bytes) -> bool:
    return suite.verify(Key(key), Signature(signature), body)
