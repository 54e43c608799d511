"""The bodies that peers sign and hash: tables, chairs, entries, acknowledgements, changes.

Each begins with its domain. A signature covers the exact bytes that travel; a receiver checks these
bytes first, and never signs or forwards a re-encoding.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from camelnet.protocol.codec.canonical import Malformed, Value, decode, encode
from camelnet.protocol.codec.schema import (
    array,
    ascending,
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
    CAPABILITIES_MAX,
    CHAT_MAX,
    EXTRAS_MAX,
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
    key: str = field_of(fields.word)
    value: Any = field_of(fields.option_value)


@dataclass(frozen=True, slots=True)
class Extra:
    """An optional field of a later version: peers that do not know it carry and sign it, too."""

    name: str = field_of(fields.word)
    value: bytes = field_of(octets(0, 128))


@dataclass(frozen=True, slots=True)
class TableBody:
    """The signed description of a table. Its hash is the table's id, so a table never changes."""

    domain: str = field_of(fields.domain("camelnet/table/1"))
    name: str = field_of(fields.name)
    game: str = field_of(text(1, 20))
    seats: int = field_of(integer(2, SEATS_MAX))
    options: tuple[Option, ...] = field_of(array(nested(Option), 0, OPTIONS_MAX))
    salt: bytes = field_of(octets(16))
    # The game that this table plays again.
    previous: bytes | None = field_of(optional(fields.hashed))
    strict: bool = field_of(flag, False)  # hidden cards open only with every voter's part
    aids: bool = field_of(flag, False, later=True)  # all see odds and may ask for hints
    opener: bytes | None = field_of(optional(fields.key), None, later=True)  # see Chair
    # The capabilities that all seats need; a peer that lacks one gets no chair.
    needs: tuple[str, ...] = field_of(ascending(fields.word, 0, CAPABILITIES_MAX), (), later=True)
    extras: tuple[Extra, ...] = field_of(ascending(nested(Extra), 0, EXTRAS_MAX), (), later=True)

    def lacking(self, capabilities: Collection[str]) -> tuple[str, ...]:
        """The needs of this table that are not among these capabilities of a peer."""
        return tuple(word for word in self.needs if word not in capabilities)


@dataclass(frozen=True, slots=True)
class Chair:
    """A peer's claim to a chair at a table. Until the game begins, and while the opener sits there,
    the opener's record decides between several claims to one chair."""

    table: bytes = field_of(octets(1, 2048))  # TableBody
    seat: int = field_of(fields.seat)
    ready: bool = field_of(flag)
    commitment: bytes = field_of(fields.hashed)  # to the peer's nonce for the table code
    # See `SeatBody`.
    given_up: tuple[bytes, ...] = field_of(array(fields.hashed, 0, GIVEN_UP_MAX), ())
    # In the opener's claim: the peer on each chair, by seat, and the peers to which it gives none.
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
    # What this peer's version can do beyond the number of the protocol.
    capabilities: tuple[str, ...] = field_of(
        ascending(fields.word, 0, CAPABILITIES_MAX), (), later=True
    )
    extras: tuple[Extra, ...] = field_of(ascending(nested(Extra), 0, EXTRAS_MAX), (), later=True)
    # The peers at this peer's computer: its owner's key first, then in the owner's record its
    # guests. A seat has a host if both records say so.
    computer: tuple[bytes, ...] = field_of(array(fields.key, 0, SEATS_MAX), (), later=True)


@dataclass(frozen=True, slots=True)
class SeatBody:
    """One seat of a genesis. `given_up` names the geneses that this peer had opened, but not begun,
    when it took the chair: the signers of this one begin none of them any more.
    """

    key: bytes = field_of(fields.key)
    name: str = field_of(fields.name)
    kind: str = field_of(fields.one_of(*SEAT_KINDS))
    level: str = field_of(text(0, 16))
    commitment: bytes = field_of(fields.hashed)
    given_up: tuple[bytes, ...] = field_of(array(fields.hashed, 0, GIVEN_UP_MAX), ())
    host: int | None = field_of(optional(fields.seat), later=True, default=None)  # its computer's


@dataclass(frozen=True, slots=True)
class GenesisBody:
    """The body that all seats sign to begin a game. Its hash is the game's id."""

    domain: str = field_of(fields.domain("camelnet/genesis/1"))
    table: bytes = field_of(octets(1, 2048))  # TableBody
    rules: bytes = field_of(fields.hashed)  # the digest of the rules that all seats run
    seats: tuple[SeatBody, ...] = field_of(array(nested(SeatBody), 2, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class OpeningBody:
    """A seat opens its nonce for this game alone: it opens each commitment once."""

    domain: str = field_of(fields.domain("camelnet/opening/1"))
    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    nonce: bytes = field_of(fields.nonce)


@dataclass(frozen=True, slots=True)
class BegunBody:
    """A seat has begun this game, and neither has signed nor will sign a genesis that gives it
    up."""

    domain: str = field_of(fields.domain("camelnet/begun/1"))
    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)


@dataclass(frozen=True, slots=True)
class EntryBody:
    """One entry of the log. `prev` is the hash of the previous line; at index 1, the log's root."""

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

    `pledge` commits the voter to its nonce for the luck that follows; empty where none is due.
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

    It sends its share only once all voters have signed the same: so a voter that pledged
    differently to two peers never sees a share.
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
    """A voter wants the table to go on without seat `about`, or with it again. Not binding."""

    domain: str = field_of(fields.domain("camelnet/want/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # that would end
    index: int = field_of(fields.index)  # the want lapses with it
    seat: int = field_of(fields.seat)
    about: int = field_of(fields.seat)
    leaving: bool = field_of(flag)
    why: str = field_of(fields.one_of(*WHYS))


@dataclass(frozen=True, slots=True)
class PleaBody:
    """A ghost asks to come back; valid in this epoch only."""

    domain: str = field_of(fields.domain("camelnet/plea/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    seat: int = field_of(fields.seat)


@dataclass(frozen=True, slots=True)
class PresentBody:
    """A seat is here, and says how far its log reaches, and which seats it hears over their own
    links. Not binding."""

    domain: str = field_of(fields.domain("camelnet/present/1"))
    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    number: int = field_of(fields.counter)  # one more each time
    index: int = field_of(fields.index)  # as in a `Head`
    epoch: int = field_of(fields.index)
    round: int = field_of(fields.index)
    calling: bool = field_of(flag)  # it misses a seat: all should say which ones they hear
    direct: tuple[int, ...] = field_of(array(fields.seat, 0, SEATS_MAX))
    numbers: tuple[int, ...] = field_of(array(fields.counter, 2, SEATS_MAX))  # newest, by seat


@dataclass(frozen=True, slots=True)
class PrepBody:
    """A voter that has promised on `wants` (their hash) asks all voters to end this epoch."""

    domain: str = field_of(fields.domain("camelnet/prep/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # that would begin
    ballot: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    wants: bytes = field_of(fields.hashed)


@dataclass(frozen=True, slots=True)
class PromiseBody:
    """A voter acknowledges nothing more in the old epoch, and says how far it had come.

    The frame shows the entry and the change that the body names; the base and its luck stand in the
    log. None of it counts before the reader holds it.
    """

    domain: str = field_of(fields.domain("camelnet/promise/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # that would begin
    ballot: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    base: int = field_of(fields.index)  # the last final index
    base_hash: bytes = field_of(fields.hashed)
    # The unsettled entries whose luck the voter knows.
    drawn: tuple[int, ...] = field_of(array(fields.index, 0, PENDING_ROUNDS_MAX))
    entry: bytes = field_of(octets(0, HASH_SIZE))  # acknowledged after the base; empty: none
    accepted: int = field_of(integer(-1, INDEX_MAX))  # the ballot of the highest accepted change
    accepted_hash: bytes = field_of(octets(0, HASH_SIZE))

    @property
    def reached(self) -> int:
        """The last index that is final at its voter, or that the voter has acknowledged."""
        return self.base + bool(self.entry)


@dataclass(frozen=True, slots=True)
class ChangeBody:
    """A line of the log that no seat writes: the new epoch, and how the old one closes.

    `prev` names the closing entry, or the base where there is none. The body omits ballots and
    promises, so that equal decisions have equal hashes.
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
    # The unsettled entries whose luck stands.
    carried: tuple[int, ...] = field_of(array(fields.index, 0, PENDING_ROUNDS_MAX))
    redrawn: int = field_of(fields.index)  # the entry whose luck the new key draws; 0: none


@dataclass(frozen=True, slots=True)
class PartingBody:
    """A fork: where too few voters are left, the seats of `who` play on as another game.

    All of them sign these bytes. The new game's id is their hash, which covers the old id.
    """

    domain: str = field_of(fields.domain("camelnet/parting/1"))
    game: bytes = field_of(fields.hashed)  # that they leave
    epoch: int = field_of(fields.index)
    index: int = field_of(fields.index)
    prev: bytes = field_of(fields.hashed)
    who: tuple[int, ...] = field_of(array(fields.seat, 1, SEATS_MAX))
    # The unsettled entries whose luck stands.
    carried: tuple[int, ...] = field_of(array(fields.index, 0, PENDING_ROUNDS_MAX))
    round: int = field_of(fields.index, 0, later=True)  # tells it from one that was given up


@dataclass(frozen=True, slots=True)
class StayBody:
    """A seat gives up a fork in which it would play, and never plays on by it: it has not signed
    the fork and never will, or another of its seats has given it up."""

    domain: str = field_of(fields.domain("camelnet/stay/1"))
    game: bytes = field_of(fields.hashed)  # in which it stays
    seat: int = field_of(fields.seat)
    fork: bytes = field_of(fields.hashed)  # the id of the game that would begin


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
    """A voter echoes a change that it found valid, or accepts one that a quorum has echoed."""

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
    """The bytes of a body, which peers sign and hash."""
    return encode(to_array(body))


def read_body(kind: type[B], data: bytes) -> B:
    """A body of `kind` from its bytes; raises `Malformed`."""
    body: B = _read_body(cast("Any", kind), data)
    return body


# Several parts of a peer read the same bytes one after another.
_READ_MAX = 256


@lru_cache(_READ_MAX)
def value_of(body: bytes) -> Value:
    """The value that a body's bytes encode, of whatever kind; raises `Malformed`."""
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


@lru_cache(_READ_MAX)
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
    """The hash of an entry's bytes, without signatures and certificate."""
    return hash_of("camelnet/entry-hash/1", entry)


def change_hash(change: bytes) -> Hash:
    """The hash of a change; in the chain it stands like an entry's."""
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
