"""The messages between peers: the contents of frames, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from camelnet.protocol.codec.canonical import Malformed, Value, decode, encode
from camelnet.protocol.codec.schema import (
    array,
    either,
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
from camelnet.protocol.crypto.suite import HASH_SIZE, NONCE_SIZE, SIGNATURE_SIZE, Hash, hash_of
from camelnet.protocol.wire import fields
from camelnet.protocol.wire.bodies import domain_of, value_of
from camelnet.protocol.wire.key_messages import KeyFrame
from camelnet.protocol.wire.limits import (
    HEADS_MAX,
    INDEX_MAX,
    KINDS,
    PEERS_MAX,
    RELAYED_MAX,
    SEATS_MAX,
    SHARE_SIZE,
    SHARES_MAX,
    STATEMENTS_MAX,
    WANTS_MAX,
)


@dataclass(frozen=True, slots=True)
class Hello:
    """The first frame each way."""

    protocol_min: int = field_of(integer(1, 1000))
    protocol_max: int = field_of(integer(1, 1000))
    version: str = field_of(text(1, 40))
    rules: bytes = field_of(fields.hashed)
    name: str = field_of(fields.name)
    kind: str = field_of(fields.one_of(*KINDS))


@dataclass(frozen=True, slots=True)
class PeerAddress:
    key: bytes = field_of(fields.key)
    host: str = field_of(text(1, 64))
    port: int = field_of(integer(1, 65535))


@dataclass(frozen=True, slots=True)
class Peers:
    """The peers that the sender reaches, with their addresses: so a peer that joins by one address
    finds the whole table."""

    peers: tuple[PeerAddress, ...] = field_of(array(nested(PeerAddress), 0, PEERS_MAX))


@dataclass(frozen=True, slots=True)
class Lobby:
    body: bytes = field_of(fields.body)  # LobbyBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class SeatSignature:
    seat: int = field_of(fields.seat)
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class SeatNonce:
    """An opened nonce; with game and seat it makes up the signed `OpeningBody`."""

    seat: int = field_of(fields.seat)
    nonce: bytes = field_of(fields.nonce)
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Genesis:
    """A genesis, with the signatures, opened nonces and signatures under `BegunBody` that the
    sender has so far."""

    body: bytes = field_of(fields.body)  # GenesisBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))
    nonces: tuple[SeatNonce, ...] = field_of(array(nested(SeatNonce), 0, SEATS_MAX))
    begun: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 0, SEATS_MAX), ())


@dataclass(frozen=True, slots=True)
class Watch:
    """The sender watches a table, or no longer does; the answer is its `Genesis`, or this with
    false."""

    table: bytes = field_of(fields.hashed)  # its id
    watching: bool = field_of(flag)


@dataclass(frozen=True, slots=True)
class Head:
    game: bytes = field_of(fields.hashed)
    index: int = field_of(fields.index)  # the next index at the sender
    epoch: int = field_of(fields.index)
    round: int = field_of(fields.index)  # of the change that would end this epoch


@dataclass(frozen=True, slots=True)
class Beat:
    """The heartbeat: the sender is here, and says how far its logs reach."""

    heads: tuple[Head, ...] = field_of(array(nested(Head), 0, HEADS_MAX))


@dataclass(frozen=True, slots=True)
class Proposal:
    body: bytes = field_of(fields.body)  # EntryBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Ack:
    body: bytes = field_of(fields.small_body)  # AckBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Final:
    body: bytes = field_of(fields.small_body)  # FinalBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Share:
    """A voter's part of the luck behind a final entry: a nonce, or a part of the coin."""

    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # of the entry
    index: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    share: bytes = field_of(octets(NONCE_SIZE, SHARE_SIZE))


@dataclass(frozen=True, slots=True)
class Unlock:
    """A voter's parts of the locks that open after a final entry, in their order; empty where it
    holds no share of a lock's key."""

    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # in which they open
    index: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    shares: tuple[bytes, ...] = field_of(array(octets(0, SHARE_SIZE), 1, SHARES_MAX))


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One voter's part of a certificate: with entry and digest it makes up its `Ack`."""

    seat: int = field_of(fields.seat)
    pledge: bytes = field_of(octets(0, HASH_SIZE))  # empty where none is due
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class SeatShare:
    seat: int = field_of(fields.seat)
    share: bytes = field_of(octets(NONCE_SIZE, SHARE_SIZE))


@dataclass(frozen=True, slots=True)
class SeatUnlock:
    seat: int = field_of(fields.seat)
    shares: tuple[bytes, ...] = field_of(array(octets(0, SHARE_SIZE), 1, SHARES_MAX))


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck drawn and the cards opened behind an entry: signatures and proofs, by seat."""

    finals: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 0, SEATS_MAX))
    shares: tuple[SeatShare, ...] = field_of(array(nested(SeatShare), 0, SEATS_MAX))
    unlocks: tuple[SeatUnlock, ...] = field_of(array(nested(SeatUnlock), 0, SEATS_MAX))


NO_LUCK = Luck((), (), ())


@dataclass(frozen=True, slots=True)
class Certified:
    """A final entry, with its author's signature, its certificate and its luck.

    An entry that closes an epoch may have no certificate: the change behind it names it.
    """

    body: bytes = field_of(fields.body)  # EntryBody
    signature: bytes = field_of(fields.signature)
    digest: bytes = field_of(octets(0, HASH_SIZE))  # empty without a certificate, or for a key
    certificate: tuple[CertificateLine, ...] = field_of(
        array(nested(CertificateLine), 0, SEATS_MAX)
    )
    luck: Luck = field_of(nested(Luck))


@dataclass(frozen=True, slots=True)
class Want:
    body: bytes = field_of(fields.want_body)  # WantBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Unwant:
    """The sender takes back that it wants to go on without seat `about`."""

    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    about: int = field_of(fields.seat)


@dataclass(frozen=True, slots=True)
class Plea:
    body: bytes = field_of(fields.small_body)  # PleaBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Signed:
    """A signed body that travels inside another frame."""

    body: bytes = field_of(fields.small_body)
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Prep:
    body: bytes = field_of(fields.small_body)  # PrepBody
    signature: bytes = field_of(fields.signature)
    wants: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    promise: Signed = field_of(nested(Signed))  # of a voter not past the index of these wants


@dataclass(frozen=True, slots=True)
class Offer:
    """A change that a coordinator offers, with all that it rests on except the log."""

    body: bytes = field_of(fields.small_body)  # OfferBody
    signature: bytes = field_of(fields.signature)
    change: bytes = field_of(fields.small_body)  # ChangeBody
    wants: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    promises: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))  # PromiseBody
    report: Proposal | None = field_of(optional(nested(Proposal)))  # the entry that most report
    echoes: tuple[Signed, ...] = field_of(array(nested(Signed), 0, SEATS_MAX))  # of an older ballot


@dataclass(frozen=True, slots=True)
class Changed:
    """A final change: its offer, and a quorum's accepts."""

    offer: Offer = field_of(nested(Offer))
    votes: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))  # VoteBody


@dataclass(frozen=True, slots=True)
class Parted:
    """A fork that all its players have signed."""

    body: bytes = field_of(fields.small_body)  # PartingBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class Apart:
    """The sender asks to fork; once all players of the fork have asked for the same, it signs."""

    body: bytes = field_of(fields.small_body)  # PartingBody
    seat: int = field_of(fields.seat)
    signature: bytes = field_of(octets(0, SIGNATURE_SIZE))  # empty: the sender only asks


@dataclass(frozen=True, slots=True)
class Stay:
    """The sender gives up a fork that another seat has signed."""

    body: bytes = field_of(fields.small_body)  # StayBody
    signature: bytes = field_of(fields.signature)


LogLine = Certified | Changed | Parted
_line = either(nested(Certified), nested(Changed), nested(Parted))


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change with the echoes on which a voter accepted it."""

    offer: Offer = field_of(nested(Offer))
    echoes: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class Promised:
    """A promise, with the entry and the change that it names. Peers fetch the lines of the log that
    it names."""

    body: bytes = field_of(fields.small_body)  # PromiseBody
    signature: bytes = field_of(fields.signature)
    entry: Proposal | None = field_of(optional(nested(Proposal)))
    accepted: Accepted | None = field_of(optional(nested(Accepted)))


@dataclass(frozen=True, slots=True)
class AcceptorState:
    """A voter's acceptor state in a change under way, for its journal."""

    epoch: int = field_of(fields.index)  # that would begin
    round: int = field_of(fields.index)
    evidence: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    because: Signed | None = field_of(optional(nested(Signed)))  # the promise that we followed
    echoed: bytes = field_of(octets(0, HASH_SIZE))  # in this round; empty: nothing
    offered: int = field_of(integer(-1, INDEX_MAX))  # the last ballot in which it made an offer
    accepted: Accepted | None = field_of(optional(nested(Accepted)))


@dataclass(frozen=True, slots=True)
class Vote:
    body: bytes = field_of(fields.small_body)  # VoteBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class SignedStatement:
    """A signed statement of any kind, also an entry with its attachments."""

    body: bytes = field_of(fields.body)
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Equivocation:
    """A proof against one seat: two contradicting statements, a false entry of a deck, or its lies
    as a dealer of a key. No honest seat signs such things."""

    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    statements: tuple[SignedStatement, ...] = field_of(
        array(nested(SignedStatement), 1, STATEMENTS_MAX)
    )

    @property
    def entry(self) -> Proposal | None:
        """The false entry, if the proof is one: peers judge it like a proposal."""
        first = self.statements[0]
        if len(self.statements) > 1 or domain_of(first.body) != "camelnet/entry/1":
            return None
        return Proposal(first.body, first.signature)


@dataclass(frozen=True, slots=True)
class Present:
    body: bytes = field_of(fields.small_body)  # PresentBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Relayed:
    """A frame that its author has signed, relayed to a seat that does not hear the author."""

    game: bytes = field_of(fields.hashed)
    steps: int = field_of(integer(0, SEATS_MAX))  # number of steps left
    frame: bytes = field_of(octets(1, RELAYED_MAX))

    @property
    def inner(self) -> Frame:
        """The relayed frame; raises `Malformed`."""
        return read_frame(self.frame)


@dataclass(frozen=True, slots=True)
class SyncAsk:
    game: bytes = field_of(fields.hashed)
    index: int = field_of(fields.index)


@dataclass(frozen=True, slots=True)
class SyncReply:
    game: bytes = field_of(fields.hashed)
    lines: tuple[LogLine, ...] = field_of(array(_line, 0, 256))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The sender's position where digests differ: for bug bundles; nobody trusts it."""

    game: bytes = field_of(fields.hashed)
    index: int = field_of(fields.index)
    position: bytes = field_of(octets(1, 4096))


@dataclass(frozen=True, slots=True)
class Chat:
    body: bytes = field_of(octets(1, 4096))  # ChatBody
    signature: bytes = field_of(fields.signature)


# A frame's number on the wire is its place in `Frame`, so a new kind comes last.
LogFrame = Proposal | Ack | Final | Share | Unlock
_Fetched = SyncAsk | SyncReply | Snapshot
_Signed = Want | Unwant | Plea | Prep | Promised | Offer | Vote | Apart | Equivocation | KeyFrame
_Brought = Present | Relayed
_Table = _Brought | Stay
TableFrame = LogFrame | _Fetched | _Signed | _Table
Frame = (
    Hello | Peers | Lobby | Genesis | Beat | LogFrame | _Fetched | Chat | _Signed | Watch | _Table
)

FRAMES: tuple[type[Any], ...] = get_args(Frame)
_NUMBERS = {kind: number for number, kind in enumerate(FRAMES)}


def frame_bytes(frame: Frame) -> bytes:
    """The bytes of a frame: its number in `FRAMES`, then its fields."""
    return encode((_NUMBERS[type(frame)], *to_array(frame)))


def kind_of(payload: bytes) -> type[Frame]:
    """The kind of the frame in `payload`, from its first two bytes; raises `Malformed`. A frame is
    an array of at most 15 items; the first is its number, below 128."""
    if len(payload) < 2 or payload[0] & 0xF0 != 0x90 or payload[1] >= len(FRAMES):
        raise Malformed("a frame of an unknown kind")
    return FRAMES[payload[1]]


def read_frame(payload: bytes) -> Frame:
    """The frame in `payload`; raises `Malformed`."""
    value = decode(payload)
    if not isinstance(value, tuple) or not value:
        raise Malformed("not a frame")
    number = value[0]
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(FRAMES):
        raise Malformed("a frame of an unknown kind")
    frame: Frame = from_array(FRAMES[number], value[1:])
    return frame


def read_line(value: Value) -> LogLine:
    """A line of a log from its array; raises `Malformed`."""
    line: Any = _line(value)
    checked: LogLine = line
    return checked


def common_protocol(one: tuple[int, int], other: tuple[int, int]) -> int | None:
    """The highest protocol in both ranges, each (lowest, highest); None if there is none."""
    highest = min(one[1], other[1])
    return highest if highest >= max(one[0], other[0]) else None


def game_of(frame: TableFrame) -> bytes:
    """The game that a frame is about; raises `Malformed`.

    Every signed body names it in its second field; the table checks the rest.
    """
    given: Any = frame
    value = value_of(given.body) if hasattr(given, "body") else (None, given.game)
    if not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[1], bytes):
        raise Malformed("a body that names no game")
    return value[1]


def wants_hash(wants: Sequence[Want]) -> Hash:
    """The hash by which a `PrepBody` names its wants, in their order."""
    return hash_of("camelnet/wants/1", *(want.body for want in wants))
