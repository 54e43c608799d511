"""Everything that peers say to each other: the frames' contents, and the bodies that are signed.

Signed bodies begin with their domain. A signature covers the exact bytes that travel; whoever
receives them checks the bytes first and never signs or forwards a re-encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from camelnet.protocol.codec import Malformed, Value, decode, encode
from camelnet.protocol.deal import KeyAnswer, KeyCommit, KeyComplaint, KeyDeal
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

PROTOCOL_MIN = 2  # a range is offered in HELLO; two peers speak the highest that both know
PROTOCOL_MAX = 2
PROTOCOL = PROTOCOL_MAX

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
GIVEN_UP_MAX = 8
SEAT_KINDS = ("human", "bot")
KINDS = (*SEAT_KINDS, "spectator")
SHARE_SIZE = 96  # of a coin: a point and its proof
SHARES_MAX = 64  # openings at once: all seats' slots
WANTS_MAX = SEATS_MAX * SEATS_MAX
TAIL_MAX = 8  # entries whose luck may still be on its way: one of the rules, and keys

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
    strict: bool = field_of(flag, False)  # hidden cards open only with every voter's part


@dataclass(frozen=True, slots=True)
class Chair:
    """A peer's claim to a chair at a table."""

    table: bytes = field_of(octets(1, 2048))  # TableBody
    seat: int = field_of(_seat)
    ready: bool = field_of(flag)
    commitment: bytes = field_of(_hash)  # to its part of the table code
    given_up: tuple[bytes, ...] = field_of(array(_hash, 0, GIVEN_UP_MAX), ())  # see SeatBody


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
    """One seat of a genesis. `given_up` names the geneses that this peer has opened and that had
    not begun for it when it took the chair: whoever signs this one begins none of them any more.
    """

    key: bytes = field_of(_key)
    name: str = field_of(_name)
    kind: str = field_of(_one_of(*SEAT_KINDS))
    level: str = field_of(text(0, 16))
    commitment: bytes = field_of(_hash)
    given_up: tuple[bytes, ...] = field_of(array(_hash, 0, GIVEN_UP_MAX), ())


@dataclass(frozen=True, slots=True)
class GenesisBody:
    """What all seats sign to begin a game. Its hash is the game id."""

    domain: str = field_of(_domain("camelnet/genesis/1"))
    table: bytes = field_of(octets(1, 2048))  # TableBody
    rules: bytes = field_of(_hash)  # the digest of the rules that all of them run
    seats: tuple[SeatBody, ...] = field_of(array(nested(SeatBody), 2, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class OpeningBody:
    """A seat opens its nonce, for this game alone: one opening for each commitment."""

    domain: str = field_of(_domain("camelnet/opening/1"))
    game: bytes = field_of(_hash)
    seat: int = field_of(_seat)
    nonce: bytes = field_of(_nonce)


@dataclass(frozen=True, slots=True)
class BegunBody:
    """A seat has begun this game, and has signed no genesis that gives it up, nor ever will."""

    domain: str = field_of(_domain("camelnet/begun/1"))
    game: bytes = field_of(_hash)
    seat: int = field_of(_seat)


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


WHYS = ("asked", "silent", "owing", "slow", "proof", "returning")


@dataclass(frozen=True, slots=True)
class WantBody:
    """A voter wants the table to go on without seat `about`, or with it again. Binds nothing."""

    domain: str = field_of(_domain("camelnet/want/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)  # the one that would end
    index: int = field_of(_index)  # lapses when this place is filled
    seat: int = field_of(_seat)
    about: int = field_of(_seat)
    leaving: bool = field_of(flag)
    why: str = field_of(_one_of(*WHYS))


@dataclass(frozen=True, slots=True)
class PleaBody:
    """A seat that the table went on without asks to come back; good in this epoch only."""

    domain: str = field_of(_domain("camelnet/plea/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    seat: int = field_of(_seat)


@dataclass(frozen=True, slots=True)
class PrepBody:
    """The voter whose round it is asks all voters to end this epoch, on `wants` (a hash)."""

    domain: str = field_of(_domain("camelnet/prep/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)  # the one that would begin
    ballot: int = field_of(_index)
    seat: int = field_of(_seat)
    wants: bytes = field_of(_hash)


@dataclass(frozen=True, slots=True)
class PromiseBody:
    """A voter's acknowledgements in the old epoch have ended; this is how far it had come.

    What it names is shown beside it, in the frame: nothing counts that comes without evidence.
    """

    domain: str = field_of(_domain("camelnet/promise/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)  # the one that would begin
    ballot: int = field_of(_index)
    seat: int = field_of(_seat)
    base: int = field_of(_index)  # the last final index
    base_hash: bytes = field_of(_hash)
    drawn: tuple[int, ...] = field_of(array(_index, 0, TAIL_MAX))  # of the last, whose luck I know
    entry: bytes = field_of(octets(0, HASH_SIZE))  # acknowledged after the base; empty: none
    accepted: int = field_of(integer(-1, INDEX_MAX))  # the ballot of the highest accepted change
    accepted_hash: bytes = field_of(octets(0, HASH_SIZE))


@dataclass(frozen=True, slots=True)
class ChangeBody:
    """An entry of the log that no seat writes: a new epoch, and how the old one closes.

    `prev` names the closing entry, or the base where there is none. It says nothing of ballots or
    promises: the same decision has the same hash whoever brought it about.
    """

    domain: str = field_of(_domain("camelnet/change/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    index: int = field_of(_index)
    prev: bytes = field_of(_hash)
    voters: tuple[int, ...] = field_of(array(_seat, 2, SEATS_MAX))
    ghosts: tuple[int, ...] = field_of(array(_seat, 0, SEATS_MAX))
    proven: tuple[int, ...] = field_of(array(_seat, 0, SEATS_MAX))  # removed on a proof, ever
    closing: bool = field_of(flag)  # `prev` is final by this change only
    carried: tuple[int, ...] = field_of(array(_index, 0, TAIL_MAX))  # luck that stands as drawn
    redrawn: int = field_of(_index)  # the entry whose luck the new key draws; 0: none


@dataclass(frozen=True, slots=True)
class PartingBody:
    """Those present play on apart, where too few are left to vote: a game of its own from here.

    All of `who` sign these very bytes. The new game's id is their hash, with the old one in it.
    """

    domain: str = field_of(_domain("camelnet/parting/1"))
    game: bytes = field_of(_hash)  # the one that they leave
    epoch: int = field_of(_index)
    index: int = field_of(_index)
    prev: bytes = field_of(_hash)
    who: tuple[int, ...] = field_of(array(_seat, 1, SEATS_MAX))
    carried: tuple[int, ...] = field_of(array(_index, 0, TAIL_MAX))  # luck that stands as drawn


@dataclass(frozen=True, slots=True)
class OfferBody:
    """The coordinator of a ballot proposes this change, one per ballot."""

    domain: str = field_of(_domain("camelnet/offer/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    ballot: int = field_of(_index)
    seat: int = field_of(_seat)
    change: bytes = field_of(_hash)


@dataclass(frozen=True, slots=True)
class VoteBody:
    """A voter echoes a change that it found valid, or accepts one that enough have echoed."""

    domain: str = field_of(_domain("camelnet/vote/1"))
    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    ballot: int = field_of(_index)
    seat: int = field_of(_seat)
    step: str = field_of(_one_of("echo", "accept"))
    change: bytes = field_of(_hash)


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
    """An opened nonce; with game and seat it makes up the `OpeningBody` that is signed."""

    seat: int = field_of(_seat)
    nonce: bytes = field_of(_nonce)
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Genesis:
    """A genesis, with the signatures and opened nonces that the sender has so far, and the words
    (of `BegunBody`) of those that it knows to have begun."""

    body: bytes = field_of(_body)  # GenesisBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))
    nonces: tuple[SeatNonce, ...] = field_of(array(nested(SeatNonce), 0, SEATS_MAX))
    begun: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 0, SEATS_MAX), ())


@dataclass(frozen=True, slots=True)
class Watch:
    """I look on at a table, or not any more; the answer is its Genesis, or this with false."""

    table: bytes = field_of(_hash)  # its id
    watching: bool = field_of(flag)


@dataclass(frozen=True, slots=True)
class Head:
    game: bytes = field_of(_hash)
    index: int = field_of(_index)  # the entry that comes next at the sender
    epoch: int = field_of(_index)
    round: int = field_of(_index)  # of the change that would end this epoch


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
    """A voter's part of the luck behind a final entry: a nonce, or a part of the coin."""

    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)  # of the entry
    index: int = field_of(_index)
    seat: int = field_of(_seat)
    share: bytes = field_of(octets(NONCE_SIZE, SHARE_SIZE))


@dataclass(frozen=True, slots=True)
class Unlock:
    """A voter's parts of the sealed slots that open after a final entry, in their order; empty
    where it holds no part of the key that sealed a slot."""

    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)  # the one in which they open
    index: int = field_of(_index)
    seat: int = field_of(_seat)
    shares: tuple[bytes, ...] = field_of(array(octets(0, SHARE_SIZE), 1, SHARES_MAX))


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One voter's part of a certificate: with the entry and the digest it makes up its ACK."""

    seat: int = field_of(_seat)
    pledge: bytes = field_of(octets(0, HASH_SIZE))  # empty where none was asked for
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class SeatShare:
    seat: int = field_of(_seat)
    share: bytes = field_of(octets(NONCE_SIZE, SHARE_SIZE))


@dataclass(frozen=True, slots=True)
class SeatUnlock:
    seat: int = field_of(_seat)
    shares: tuple[bytes, ...] = field_of(array(octets(0, SHARE_SIZE), 1, SHARES_MAX))


@dataclass(frozen=True, slots=True)
class Luck:
    """What was drawn and opened behind an entry, with its evidence, each by seat."""

    finals: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 0, SEATS_MAX))
    shares: tuple[SeatShare, ...] = field_of(array(nested(SeatShare), 0, SEATS_MAX))
    unlocks: tuple[SeatUnlock, ...] = field_of(array(nested(SeatUnlock), 0, SEATS_MAX))


NO_LUCK = Luck((), (), ())


@dataclass(frozen=True, slots=True)
class Certified:
    """An entry that is final, with its author's signature, its certificate and its luck.

    The entry with which an epoch closed may have no certificate: the change behind it names it.
    """

    body: bytes = field_of(_body)  # EntryBody
    signature: bytes = field_of(_signature)
    digest: bytes = field_of(octets(0, HASH_SIZE))  # empty without a certificate, or for a key
    certificate: tuple[CertificateLine, ...] = field_of(
        array(nested(CertificateLine), 0, SEATS_MAX)
    )
    luck: Luck = field_of(nested(Luck))


@dataclass(frozen=True, slots=True)
class Want:
    body: bytes = field_of(octets(1, 1024))  # WantBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Unwant:
    """The sender does not want that any more."""

    game: bytes = field_of(_hash)
    epoch: int = field_of(_index)
    seat: int = field_of(_seat)
    about: int = field_of(_seat)


@dataclass(frozen=True, slots=True)
class Plea:
    body: bytes = field_of(octets(1, 1024))  # PleaBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Prep:
    body: bytes = field_of(octets(1, 1024))  # PrepBody
    signature: bytes = field_of(_signature)
    wants: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))


@dataclass(frozen=True, slots=True)
class Signed:
    """A signed body that travels inside another frame."""

    body: bytes = field_of(octets(1, 1024))
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Offer:
    """A change as its coordinator proposes it, with all that it rests on."""

    body: bytes = field_of(octets(1, 1024))  # OfferBody
    signature: bytes = field_of(_signature)
    change: bytes = field_of(octets(1, 1024))  # ChangeBody
    wants: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    promises: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))  # PromiseBody
    lines: tuple[Certified, ...] = field_of(array(nested(Certified), 0, TAIL_MAX))  # base, luck
    reports: tuple[Proposal, ...] = field_of(array(nested(Proposal), 0, SEATS_MAX))
    echoes: tuple[Signed, ...] = field_of(array(nested(Signed), 0, SEATS_MAX))  # of an older ballot


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that is final: as it was offered, and who accepted it."""

    offer: Offer = field_of(nested(Offer))
    votes: tuple[Signed, ...] = field_of(array(nested(Signed), 2, SEATS_MAX))  # VoteBody


@dataclass(frozen=True, slots=True)
class Parted:
    """A parting that all who play on have signed."""

    body: bytes = field_of(octets(1, 1024))  # PartingBody
    signatures: tuple[SeatSignature, ...] = field_of(array(nested(SeatSignature), 1, SEATS_MAX))


@dataclass(frozen=True, slots=True)
class Apart:
    """The sender asks to play on apart; once all who would have asked the same, it signs."""

    body: bytes = field_of(octets(1, 1024))  # PartingBody
    seat: int = field_of(_seat)
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
    """A promise, with the evidence for what it names."""

    body: bytes = field_of(octets(1, 1024))  # PromiseBody
    signature: bytes = field_of(_signature)
    lines: tuple[Certified, ...] = field_of(array(nested(Certified), 0, TAIL_MAX))
    entry: Proposal | None = field_of(optional(nested(Proposal)))
    accepted: Accepted | None = field_of(optional(nested(Accepted)))


@dataclass(frozen=True, slots=True)
class Vow:
    """What a voter must not forget of a change under way. It stays in the journal."""

    epoch: int = field_of(_index)  # the one that would begin
    round: int = field_of(_index)
    evidence: tuple[Want, ...] = field_of(array(nested(Want), 1, WANTS_MAX))
    echoed: bytes = field_of(octets(0, HASH_SIZE))  # in this round; empty: nothing
    offered: int = field_of(integer(-1, INDEX_MAX))  # the last ballot in which it offered
    accepted: Accepted | None = field_of(optional(nested(Accepted)))


@dataclass(frozen=True, slots=True)
class Vote:
    body: bytes = field_of(octets(1, 1024))  # VoteBody
    signature: bytes = field_of(_signature)


@dataclass(frozen=True, slots=True)
class Proof:
    """Two statements that one seat has signed and that contradict each other."""

    game: bytes = field_of(_hash)
    seat: int = field_of(_seat)
    one: Signed = field_of(nested(Signed))
    other: Signed = field_of(nested(Signed))


@dataclass(frozen=True, slots=True)
class SyncAsk:
    game: bytes = field_of(_hash)
    index: int = field_of(_index)


@dataclass(frozen=True, slots=True)
class SyncReply:
    game: bytes = field_of(_hash)
    lines: tuple[LogLine, ...] = field_of(array(_line, 0, 256))


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
    | Unlock
    | SyncAsk
    | SyncReply
    | Snapshot
    | Chat
    | Watch
    | Want
    | Unwant
    | Plea
    | Prep
    | Promised
    | Offer
    | Vote
    | Apart
    | Proof
    | KeyCommit
    | KeyDeal
    | KeyComplaint
    | KeyAnswer
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
    Unlock,
    SyncAsk,
    SyncReply,
    Snapshot,
    Chat,
    Want,
    Unwant,
    Plea,
    Prep,
    Promised,
    Offer,
    Vote,
    Apart,
    Proof,
    KeyCommit,
    KeyDeal,
    KeyComplaint,
    KeyAnswer,
    Watch,
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
    body: B = _read_body(cast("Any", kind), data)
    return body


# The same bytes are read again and again, by whoever has a part in what they say.
_READ_MAX = 256


@lru_cache(_READ_MAX)
def value_of(body: bytes) -> Value:
    """What a body's bytes encode, whatever they mean; raises `Malformed`."""
    return decode(body)


@lru_cache(_READ_MAX)
def _read_body(kind: type[Any], data: bytes) -> Any:
    return unpack(kind, value_of(data))


def read_line(value: Value) -> LogLine:
    """A line of a log from its array; raises `Malformed`."""
    line: Any = _line(value)
    checked: LogLine = line
    return checked


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


def common_protocol(one: tuple[int, int], other: tuple[int, int]) -> int | None:
    """The highest protocol in both ranges, each (lowest, highest); None if there is none."""
    highest = min(one[1], other[1])
    return highest if highest >= max(one[0], other[0]) else None


def entry_hash(entry: bytes) -> Hash:
    """The hash of an entry: of its bytes alone, without signatures and certificate."""
    return hash_of("camelnet/entry-hash/1", entry)


TableFrame = (
    Proposal
    | Ack
    | Final
    | Share
    | Unlock
    | SyncAsk
    | SyncReply
    | Snapshot
    | Want
    | Unwant
    | Plea
    | Prep
    | Promised
    | Offer
    | Vote
    | Apart
    | Proof
    | KeyCommit
    | KeyDeal
    | KeyComplaint
    | KeyAnswer
)


def game_of(frame: TableFrame) -> bytes:
    """The game that a frame is about; raises `Malformed`.

    A signed body names it in its second field, whatever it is; the table checks the rest.
    """
    if not hasattr(frame, "body"):
        return frame.game
    value = value_of(frame.body)
    if not isinstance(value, tuple) or len(value) < 2 or not isinstance(value[1], bytes):
        raise Malformed("a body that names no game")
    return value[1]


def change_hash(change: bytes) -> Hash:
    """The hash of a change, in the chain of entries like an entry's."""
    return hash_of("camelnet/change-hash/1", change)


def parting_id(parting: bytes) -> Hash:
    """The id of the game that begins with this parting; its hash in the chain of entries, too."""
    return hash_of("camelnet/apart/1", parting)


def wants_hash(wants: Sequence[Want]) -> Hash:
    """What a `PrepBody` names: the wants it rests on, in their order."""
    return hash_of("camelnet/wants/1", *(want.body for want in wants))


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
