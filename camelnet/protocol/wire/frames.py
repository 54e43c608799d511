"""The messages between peers: the contents of frames, and how they are read."""

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
    """The peers that the sender reaches, and their addresses: a join by address finds the whole
    table."""

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
    """An opened nonce; with game and seat it makes up the `OpeningBody` that is signed."""

    seat: int = field_of(fields.seat)
    nonce: bytes = field_of(fields.nonce)
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Genesis:
    """A genesis, with the signatures and opened nonces that the sender has so far, and the words
    (of `BegunBody`) of those that it knows to have begun."""

    body: bytes = field_of(fields.body)  # GenesisBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))
    nonces: tuple[SeatNonce, ...] = field_of(array(nested(SeatNonce), 0, SEATS_MAX))
    begun: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 0, SEATS_MAX), ())


@dataclass(frozen=True, slots=True)
class Watch:
    """I look on at a table, or not any more; the answer is its Genesis, or this with false."""

    table: bytes = field_of(fields.hashed)  # its id
    watching: bool = field_of(flag)


@dataclass(frozen=True, slots=True)
class Head:
    game: bytes = field_of(fields.hashed)
    index: int = field_of(fields.index)  # the entry that comes next at the sender
    epoch: int = field_of(fields.index)
    round: int = field_of(fields.index)  # of the change that would end this epoch


@dataclass(frozen=True, slots=True)
class Beat:
    """The heartbeat: I am here, and this is how far my log goes."""

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
    """A voter's parts of the sealed slots that open after a final entry, in their order; empty
    where it holds no part of the key that sealed a slot."""

    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)  # the one in which they open
    index: int = field_of(fields.index)
    seat: int = field_of(fields.seat)
    shares: tuple[bytes, ...] = field_of(array(octets(0, SHARE_SIZE), 1, SHARES_MAX))


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One voter's part of a certificate: with the entry and the digest it makes up its ACK."""

    seat: int = field_of(fields.seat)
    pledge: bytes = field_of(octets(0, HASH_SIZE))  # empty where none was asked for
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
    """The luck drawn and the cards opened behind an entry, with the signatures and proofs, by
    seat."""

    finals: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 0, SEATS_MAX))
    shares: tuple[SeatShare, ...] = field_of(array(nested(SeatShare), 0, SEATS_MAX))
    unlocks: tuple[SeatUnlock, ...] = field_of(array(nested(SeatUnlock), 0, SEATS_MAX))


NO_LUCK = Luck((), (), ())


@dataclass(frozen=True, slots=True)
class Certified:
    """An entry that is final, with its author's signature, its certificate and its luck.

    The entry with which an epoch closed may have no certificate: the change behind it names it.
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
    """The sender does not want that any more."""

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
    promise: Signed = field_of(nested(Signed))  # of a voter that was not past these wants


@dataclass(frozen=True, slots=True)
class Offer:
    """A change as its coordinator proposes it, with all that it rests on but the log itself."""

    body: bytes = field_of(fields.small_body)  # OfferBody
    signature: bytes = field_of(fields.signature)
    change: bytes = field_of(fields.small_body)  # ChangeBody
    wants: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    promises: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))  # PromiseBody
    report: Proposal | None = field_of(optional(nested(Proposal)))  # the entry that most report
    echoes: tuple[Signed, ...] = field_of(array(nested(Signed), 0, SEATS_MAX))  # of an older ballot


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that is final: as it was offered, and who accepted it."""

    offer: Offer = field_of(nested(Offer))
    votes: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))  # VoteBody


@dataclass(frozen=True, slots=True)
class Parted:
    """A parting that all who play on have signed."""

    body: bytes = field_of(fields.small_body)  # PartingBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class Apart:
    """The sender asks to play on apart; once all who would have asked the same, it signs."""

    body: bytes = field_of(fields.small_body)  # PartingBody
    seat: int = field_of(fields.seat)
    signature: bytes = field_of(octets(0, SIGNATURE_SIZE))  # empty: only asked


LogLine = Certified | Changed | Parted
_line = either(nested(Certified), nested(Changed), nested(Parted))


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change with the echoes on which a voter accepted it."""

    offer: Offer = field_of(nested(Offer))
    echoes: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class Promised:
    """A promise, with the entry and the change that it names. The log's lines are fetched."""

    body: bytes = field_of(fields.small_body)  # PromiseBody
    signature: bytes = field_of(fields.signature)
    entry: Proposal | None = field_of(optional(nested(Proposal)))
    accepted: Accepted | None = field_of(optional(nested(Accepted)))


@dataclass(frozen=True, slots=True)
class AcceptorState:
    """A voter's persisted acceptor state of a change under way. It stays in the journal."""

    epoch: int = field_of(fields.index)  # the one that would begin
    round: int = field_of(fields.index)
    evidence: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    because: Signed | None = field_of(optional(nested(Signed)))  # the promise that we followed
    echoed: bytes = field_of(octets(0, HASH_SIZE))  # in this round; empty: nothing
    offered: int = field_of(integer(-1, INDEX_MAX))  # the last ballot in which it offered
    accepted: Accepted | None = field_of(optional(nested(Accepted)))


@dataclass(frozen=True, slots=True)
class Vote:
    body: bytes = field_of(fields.small_body)  # VoteBody
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class SignedStatement:
    """A signed statement of any kind: an entry, too, with all that is attached to it."""

    body: bytes = field_of(fields.body)
    signature: bytes = field_of(fields.signature)


@dataclass(frozen=True, slots=True)
class Equivocation:
    """Evidence against one seat: two contradicting statements, a false entry of a deck, or its lies
    as a dealer of a key. Nobody honest signs such things."""

    game: bytes = field_of(fields.hashed)
    seat: int = field_of(fields.seat)
    statements: tuple[SignedStatement, ...] = field_of(
        array(nested(SignedStatement), 1, STATEMENTS_MAX)
    )

    @property
    def entry(self) -> Proposal | None:
        """The entry that is said to be false, if it is one: each judges it as it was proposed."""
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
    """A frame that its author has signed, brought by another seat to one that does not hear it."""

    game: bytes = field_of(fields.hashed)
    steps: int = field_of(integer(0, SEATS_MAX))  # so many more it may go
    frame: bytes = field_of(octets(1, RELAYED_MAX))

    @property
    def inner(self) -> Frame:
        """Raises `Malformed`."""
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
    """The sender's position where digests differ: for the bug bundle, believed by nobody."""

    game: bytes = field_of(fields.hashed)
    index: int = field_of(fields.index)
    position: bytes = field_of(octets(1, 4096))


@dataclass(frozen=True, slots=True)
class Chat:
    body: bytes = field_of(octets(1, 4096))  # ChatBody
    signature: bytes = field_of(fields.signature)


# A frame travels by its number: its place in `Frame`, so a new one comes last.
LogFrame = Proposal | Ack | Final | Share | Unlock
_Fetched = SyncAsk | SyncReply | Snapshot
_Signed = Want | Unwant | Plea | Prep | Promised | Offer | Vote | Apart | Equivocation | KeyFrame
_Brought = Present | Relayed
TableFrame = LogFrame | _Fetched | _Signed | _Brought
Frame = (
    Hello | Peers | Lobby | Genesis | Beat | LogFrame | _Fetched | Chat | _Signed | Watch | _Brought
)

FRAMES: tuple[type[Any], ...] = get_args(Frame)
_NUMBERS = {kind: number for number, kind in enumerate(FRAMES)}


def frame_bytes(frame: Frame) -> bytes:
    """A frame's contents: its number in `FRAMES`, then its fields."""
    return encode((_NUMBERS[type(frame)], *to_array(frame)))


def kind_of(payload: bytes) -> type[Frame]:
    """The kind of the frame in `payload`, by its first bytes alone; raises `Malformed`. A frame is
    an array of at most 15 items, whose first is its number, below 128."""
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

    A signed body names it in its second field, whatever it is; the table checks the rest.
    """
    given: Any = frame
    value = value_of(given.body) if hasattr(given, "body") else (None, given.game)
    if not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[1], bytes):
        raise Malformed("a body that names no game")
    return value[1]


def wants_hash(wants: Sequence[Want]) -> Hash:
    """The hash by which a `PrepBody` names the wants that it rests on, in their order."""
    return hash_of("camelnet/wants/1", *(want.body for want in wants))
