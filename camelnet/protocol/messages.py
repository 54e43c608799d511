"""Everything that peers say to each other: the frames' contents, and the bodies that are signed.

Signed bodies begin with their domain. A signature covers the exact bytes that travel; whoever
receives them checks the bytes first and never signs or forwards a re-encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from camelnet.protocol.codec import Malformed, Value, decode, encode
from camelnet.protocol.shape import (
    Shape,
    array,
    either,
    field_of,
    flag,
    integer,
    nested,
    octets,
    optional,
    pack,
    text,
    unpack,
)
from camelnet.protocol.suite import (
    HASH_SIZE,
    KEY_SIZE,
    NONCE_SIZE,
    SIGNATURE_SIZE,
    Hash,
    Key,
    Signature,
    Suite,
    hash_of,
)

PROTOCOL = 1  # spoken; a range is offered in HELLO so that later versions can talk to this one

SEATS_MAX = 8
INDEX_MAX = 1_000_000
NAME_MAX = 32
CHAT_MAX = 500
NOTATION_MAX = 64
ATTACHMENTS_MAX = 16
ATTACHMENT_MAX = 1024
SYNC_BYTES_MAX = 48 * 1024
PEERS_MAX = 64
OPTIONS_MAX = 16
KINDS = ("human", "bot")

_key = octets(KEY_SIZE)
_hash = octets(HASH_SIZE)
_nonce = octets(NONCE_SIZE)
_signature = octets(SIGNATURE_SIZE)
_name = text(1, NAME_MAX)
_seat = integer(0, SEATS_MAX - 1)
_index = integer(0, INDEX_MAX)
_counter = integer(0, 2**63 - 1)
_body = octets(1, 16 * 1024)


def _one_of(*words: str) -> Shape:
    def check(value: Value) -> Value:
        if value not in words:
            raise Malformed(f"not one of {', '.join(words)}")
        return value

    return check


def _domain(word: str) -> Shape:
    return _one_of(word)


_option_value = either(flag, integer(-(2**31), 2**31), array(integer(0, 255), 0, 64))


@dataclass(frozen=True, slots=True)
class Option:
    key: str = field_of(text(1, 40))
    value: Any = field_of(_option_value)


# --- signed bodies -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableBody:
    """What a table is. Its hash is the table's id, so a table never changes: another is another."""

    domain: str = field_of(_domain("camelnet/table/1"))
    name: str = field_of(_name)
    game: str = field_of(text(1, 20))
    seats: int = field_of(integer(2, SEATS_MAX))
    options: tuple[Option, ...] = field_of(array(nested(Option), 0, OPTIONS_MAX))
    salt: bytes = field_of(octets(16))
    previous: bytes | None = field_of(optional(_hash))  # the game that this table plays again


@dataclass(frozen=True, slots=True)
class Chair:
    """A peer's claim to a chair at a table."""

    table: bytes = field_of(octets(1, 2048))  # TableBody
    seat: int = field_of(_seat)
    ready: bool = field_of(flag)
    commitment: bytes = field_of(_hash)  # to its part of the table code


@dataclass(frozen=True, slots=True)
class LobbyBody:
    """A peer's record in the lobby: the latest sequence wins."""

    domain: str = field_of(_domain("camelnet/lobby/1"))
    key: bytes = field_of(_key)
    sequence: int = field_of(_counter)
    name: str = field_of(_name)
    kind: str = field_of(_one_of(*KINDS))
    level: str = field_of(text(0, 16))
    chair: Chair | None = field_of(optional(nested(Chair)))
    playing: bool = field_of(flag)  # the game at that table has begun


@dataclass(frozen=True, slots=True)
class SeatBody:
    key: bytes = field_of(_key)
    name: str = field_of(_name)
    kind: str = field_of(_one_of(*KINDS))
    level: str = field_of(text(0, 16))
    commitment: bytes = field_of(_hash)


@dataclass(frozen=True, slots=True)
class GenesisBody:
    """What all seats sign to begin a game. Its hash is the game id."""

    domain: str = field_of(_domain("camelnet/genesis/1"))
    table: bytes = field_of(octets(1, 2048))  # TableBody
    rules: bytes = field_of(_hash)  # the digest of the rules that all of them run
    seats: tuple[SeatBody, ...] = field_of(array(nested(SeatBody), 2, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class EntryBody:
    """One entry of the log. `prev` is the hash of the entry before, at index 1 the log's root."""

    domain: str = field_of(_domain("camelnet/entry/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    index: int = field_of(_index)
    prev: bytes = field_of(_hash)
    seat: int = field_of(_seat)
    notation: str = field_of(text(1, NOTATION_MAX))
    attachments: tuple[bytes, ...] = field_of(array(octets(1, ATTACHMENT_MAX), 0, ATTACHMENTS_MAX))


@dataclass(frozen=True, slots=True)
class AckBody:
    """A voter agrees to an entry, and states the position that it applies to.

    `pledge` binds the voter to its part of the luck that follows; empty where none follows.
    """

    domain: str = field_of(_domain("camelnet/ack/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    index: int = field_of(_index)
    seat: int = field_of(_seat)
    entry: bytes = field_of(_hash)
    digest: bytes = field_of(_hash)
    pledge: bytes = field_of(octets(0, HASH_SIZE))


@dataclass(frozen=True, slots=True)
class FinalBody:
    """A voter holds these acknowledgements of an entry that luck follows, and no others.

    Its share follows only when all voters have signed the same: so nobody who pledged differently
    to two peers ever sees a share.
    """

    domain: str = field_of(_domain("camelnet/final/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    index: int = field_of(_index)
    seat: int = field_of(_seat)
    acks: bytes = field_of(_hash)  # of all voters' AckBody bytes, by seat


@dataclass(frozen=True, slots=True)
class ChatBody:
    domain: str = field_of(_domain("camelnet/chat/1"))
    key: bytes = field_of(_key)
    room: bytes = field_of(octets(0, HASH_SIZE))  # a table id; empty for the lobby
    sequence: int = field_of(_counter)
    text: str = field_of(text(1, CHAT_MAX))


# --- frames ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame each way."""

    protocol_min: int = field_of(integer(1, 1000))
    protocol_max: int = field_of(integer(1, 1000))
    version: str = field_of(text(1, 40))
    rules: bytes = field_of(_hash)
    name: str = field_of(_name)
    kind: str = field_of(_one_of(*KINDS))


@dataclass(frozen=True, slots=True)
class PeerAddress:
    key: bytes = field_of(_key)
    host: str = field_of(text(1, 64))
    port: int = field_of(integer(1, 65535))


@dataclass(frozen=True, slots=True)
class Peers:
    """Whom the sender reaches, and where: so a join by address finds the whole table."""

    peers: tuple[PeerAddress, ...] = field_of(array(nested(PeerAddress), 0, PEERS_MAX))


@dataclass(frozen=True, slots=True)
class Lobby:
    body: bytes = field_of(_body)  # LobbyBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class SeatSignature:
    seat: int = field_of(_seat)
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class SeatNonce:
    seat: int = field_of(_seat)
    nonce: bytes = field_of(_nonce)


@dataclass(frozen=True, slots=True)
class Genesis:
    """A genesis, with the signatures and opened nonces that the sender has so far."""

    body: bytes = field_of(_body)  # GenesisBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))
    nonces: tuple[SeatNonce, ...] = field_of(array(nested(SeatNonce), 0, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class Head:
    game: bytes = field_of(_hash)
    index: int = field_of(_index)  # the entry that comes next at the sender


@dataclass(frozen=True, slots=True)
class Beat:
    """The heartbeat: I am here, and this is how far my log goes."""

    heads: tuple[Head, ...] = field_of(array(nested(Head), 0, 4))


@dataclass(frozen=True, slots=True)
class Proposal:
    body: bytes = field_of(_body)  # EntryBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Ack:
    body: bytes = field_of(octets(1, 1024))  # AckBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Final:
    body: bytes = field_of(octets(1, 1024))  # FinalBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Share:
    """A voter's part of the luck behind an entry that is final."""

    game: bytes = field_of(_hash)
    index: int = field_of(_index)
    seat: int = field_of(_seat)
    share: bytes = field_of(_nonce)


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One voter's part of a certificate: with the entry and the digest it makes up its ACK.

    `final` is its signature of the FinalBody; it, pledge and share are empty where no luck follows.
    """

    seat: int = field_of(_seat)
    pledge: bytes = field_of(octets(0, HASH_SIZE))
    share: bytes = field_of(octets(0, NONCE_SIZE))
    signature: bytes = field_of(_signature)
    final: bytes = field_of(octets(0, SIGNATURE_SIZE))


@dataclass(frozen=True, slots=True)
class Certified:
    """An entry that is final, with its author's signature and its certificate, by seat."""

    body: bytes = field_of(_body)  # EntryBody
    signature: bytes = field_of(_signature)
    digest: bytes = field_of(_hash)
    certificate: tuple[CertificateLine, ...] = field_of(
        array(nested(CertificateLine), 1, SEATS_MAX)
    )


@dataclass(frozen=True, slots=True)
class SyncAsk:
    game: bytes = field_of(_hash)
    index: int = field_of(_index)


@dataclass(frozen=True, slots=True)
class SyncReply:
    game: bytes = field_of(_hash)
    entries: tuple[Certified, ...] = field_of(array(nested(Certified), 0, 256))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The sender's position where digests differ: for the bug bundle, believed by nobody."""

    game: bytes = field_of(_hash)
    index: int = field_of(_index)
    position: bytes = field_of(octets(1, 4096))


@dataclass(frozen=True, slots=True)
class Chat:
    body: bytes = field_of(octets(1, 4096))  # ChatBody
    signature: bytes = field_of(_signature)


Frame = (
    Hello
    | Peers
    | Lobby
    | Genesis
    | Beat
    | Proposal
    | Ack
    | Final
    | Share
    | SyncAsk
    | SyncReply
    | Snapshot
    | Chat
)

FRAMES: tuple[type[Any], ...] = (
    Hello,
    Peers,
    Lobby,
    Genesis,
    Beat,
    Proposal,
    Ack,
    Final,
    Share,
    SyncAsk,
    SyncReply,
    Snapshot,
    Chat,
)

B = TypeVar("B")


def frame_bytes(frame: Frame) -> bytes:
    """A frame's contents: its number in `FRAMES`, then its fields."""
    return encode((FRAMES.index(type(frame)), *pack(frame)))


def read_frame(payload: bytes) -> Frame:
    """The frame in `payload`; raises `Malformed`."""
    value = decode(payload)
    if not isinstance(value, tuple) or not value:
        raise Malformed("not a frame")
    number = value[0]
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(FRAMES):
        raise Malformed("a frame of an unknown kind")
    frame: Frame = unpack(FRAMES[number], value[1:])
    return frame


def body_bytes(body: Any) -> bytes:
    """The bytes of a body, as they are signed and hashed."""
    return encode(pack(body))


def read_body(kind: type[B], data: bytes) -> B:
    """A body of `kind` from its bytes; raises `Malformed`."""
    return unpack(kind, decode(data))


def table_id(table: bytes) -> Hash:
    """The id of the table whose `TableBody` these bytes are."""
    return hash_of("camelnet/table-id/1", table)


def game_id(genesis: bytes) -> Hash:
    """The id of the game whose `GenesisBody` these bytes are."""
    return hash_of("camelnet/game-id/1", genesis)


def entry_hash(entry: bytes) -> Hash:
    """The hash of an entry: of its bytes alone, without signatures and certificate."""
    return hash_of("camelnet/entry-hash/1", entry)


TableFrame = Proposal | Ack | Final | Share | SyncAsk | SyncReply | Snapshot


def game_of(frame: TableFrame) -> bytes:
    """The game that a frame is about; raises `Malformed`."""
    if isinstance(frame, Proposal):
        return read_body(EntryBody, frame.body).game
    if isinstance(frame, Ack):
        return read_body(AckBody, frame.body).game
    if isinstance(frame, Final):
        return read_body(FinalBody, frame.body).game
    return frame.game


def ack_for(entry: EntryBody, entry_bytes: bytes, digest: bytes, seat: int, pledge: bytes) -> bytes:
    """The bytes that voter `seat` signs to acknowledge an entry."""
    return body_bytes(
        AckBody(
            "camelnet/ack/1",
            entry.game,
            entry.epoch,
            entry.index,
            seat,
            entry_hash(entry_bytes),
            digest,
            pledge,
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
