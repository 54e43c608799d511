"""All that a stranger can send to a peer in a game, kind by kind, each in the dearest form we know.

`bench/strangers.py` measures what each costs, and `flooder.py` sends them without end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet import __version__, rules
from camelnet.protocol.codec.canonical import Value, encode
from camelnet.protocol.crypto.suite import Ed25519Signer
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    Chair,
    ChatBody,
    GenesisBody,
    LobbyBody,
    SeatBody,
    TableBody,
    begun_for,
    body_bytes,
    game_id,
    opening_for,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import (
    Beat,
    Chat,
    Equivocation,
    Frame,
    Genesis,
    Head,
    Hello,
    Lobby,
    PeerAddress,
    Peers,
    Proposal,
    Relayed,
    SeatNonce,
    SeatSignature,
    SignedStatement,
    SyncAsk,
    Watch,
    frame_bytes,
)
from camelnet.protocol.wire.limits import PROTOCOL_MAX

HELLO_KIND = "Hello, always another"
FALSE_SIGNATURE = bytes(64)


@dataclass(frozen=True, slots=True)
class Victim:
    """What everybody in the room knows of a peer that plays."""

    key: bytes
    game: bytes  # its id
    table: bytes  # the bytes of its `TableBody`


class Stranger:
    """A key, and what it can say. Its records and messages are newer each time."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.private_key = Ed25519PrivateKey.from_private_bytes(self.dice.randbytes(32))
        self.signer = Ed25519Signer(self.private_key)
        self.name = f"S{self.dice.randrange(10**6)}"
        self._sequence = 0

    def hello(self, name: str = "", rules_digest: bytes = b"") -> Hello:
        digest = rules_digest or rules.rules_digest()
        return Hello(PROTOCOL_MAX, PROTOCOL_MAX, __version__, digest, name or self.name, "human")

    def other_hello(self) -> Hello:
        return self.hello(f"N{self.dice.randrange(10**9)}", self.dice.randbytes(32))

    def record(self, name: str = "", chair: Chair | None = None) -> Lobby:
        self._sequence += 1
        body = body_bytes(
            LobbyBody(
                "camelnet/lobby/1",
                self.signer.key,
                self._sequence,
                name or self.name,
                "human",
                "",
                chair,
                playing=False,
            )
        )
        return Lobby(body, self.signer.sign(body))

    def renamed(self) -> Lobby:
        return self.record(f"N{self.dice.randrange(10**9)}")

    def seated(self, victim: Victim) -> Lobby:
        """At a table of its own, which nobody has seen before."""
        table = replace(read_body(TableBody, victim.table), salt=self.dice.randbytes(16))
        raw, nonce = body_bytes(table), self.dice.randbytes(32)
        commitment = code_commitment(table_id(raw), self.signer.key, nonce)
        return self.record(chair=Chair(raw, 0, ready=True, commitment=commitment))

    def wrongly_signed(self) -> Lobby:
        return Lobby(self.record().body, FALSE_SIGNATURE)

    def genesis(self, victim: Victim) -> Genesis:
        """It names the victim, and is signed, opened and vouched for by seven keys made up for
        it."""
        table = replace(
            read_body(TableBody, victim.table), seats=8, salt=self.dice.randbytes(16), opener=None
        )
        raw = body_bytes(table)
        signers = [
            Ed25519Signer(Ed25519PrivateKey.from_private_bytes(self.dice.randbytes(32)))
            for _ in range(7)
        ]
        nonces = [self.dice.randbytes(32) for _ in signers]
        where = table_id(raw)
        seats = [
            SeatBody(each.key, "x", "human", "", code_commitment(where, each.key, nonce))
            for each, nonce in zip(signers, nonces, strict=True)
        ]
        seats.append(SeatBody(victim.key, "y", "human", "", self.dice.randbytes(32)))
        digest = rules.rules_digest()
        body = body_bytes(GenesisBody("camelnet/genesis/1", raw, digest, tuple(seats)))
        game = game_id(body)
        return Genesis(
            body,
            tuple(SeatSignature(n, each.sign(body)) for n, each in enumerate(signers)),
            tuple(
                SeatNonce(n, nonce, each.sign(opening_for(game, n, nonce)))
                for n, (each, nonce) in enumerate(zip(signers, nonces, strict=True))
            ),
            tuple(
                SeatSignature(n, each.sign(begun_for(game, n))) for n, each in enumerate(signers)
            ),
        )

    def chat(self) -> Chat:
        self._sequence += 1
        body = body_bytes(
            ChatBody("camelnet/chat/1", self.signer.key, b"", self._sequence, "x" * 500)
        )
        return Chat(body, self.signer.sign(body))

    def addresses(self) -> Peers:
        return Peers(
            tuple(
                PeerAddress(self.dice.randbytes(32), f"10.254.{n}.8", 4000 + n) for n in range(64)
            )
        )

    def heads(self) -> Beat:
        return Beat(tuple(Head(self.dice.randbytes(32), 1, 0, 0) for _ in range(4)))

    def entry(self, victim: Victim) -> Proposal:
        body = encode(("camelnet/entry/1", victim.game, self.dice.randbytes(12_000)))
        return Proposal(body, FALSE_SIGNATURE)

    def proof(self, victim: Victim) -> Equivocation:
        statement = SignedStatement(self.dice.randbytes(16_000), FALSE_SIGNATURE)
        return Equivocation(victim.game, 1, (statement, statement, statement))

    def relayed(self, victim: Victim) -> Relayed:
        return Relayed(victim.game, 3, self.dice.randbytes(60_000))


def nested(size: int, number: int) -> bytes:
    """A frame of arrays within arrays, of about so many bytes: nothing takes longer to read."""
    inner: Value = ((((),) * 8,) * 4,) * 4
    items = (inner,) * max(1, size // len(encode(inner)))
    return encode((number, *(items[start : start + 200] for start in range(0, len(items), 200))))


Source = Callable[[Stranger], Iterator[bytes]]


def kinds(victim: Victim) -> Mapping[str, Source]:
    """The frames of each kind, without end."""

    def each(make: Callable[[Stranger], Frame]) -> Source:
        return lambda stranger: (frame_bytes(make(stranger)) for _ in repeat(None))

    def same(make: Callable[[Stranger], bytes]) -> Source:
        return lambda stranger: repeat(make(stranger))

    def of(make: Callable[[Stranger, Victim], Frame]) -> Callable[[Stranger], Frame]:
        return partial(_with, make, victim)

    here = table_id(victim.table)
    return {
        "Beat, no game": same(lambda stranger: frame_bytes(Beat(()))),
        "Beat, four games made up": each(Stranger.heads),
        "Hello, the same": same(lambda stranger: frame_bytes(stranger.hello())),
        HELLO_KIND: each(Stranger.other_hello),
        "Lobby, the same": same(lambda stranger: frame_bytes(stranger.record())),
        "Lobby, another name": each(Stranger.renamed),
        "Lobby, another table": each(of(Stranger.seated)),
        "Lobby, signed wrongly": each(Stranger.wrongly_signed),
        "Genesis of seven made-up keys": each(of(Stranger.genesis)),
        "Chat": each(Stranger.chat),
        "Peers, 64 addresses": each(Stranger.addresses),
        "Watch, its table": same(lambda stranger: frame_bytes(Watch(here, watching=True))),
        "Watch, another": each(lambda stranger: Watch(stranger.dice.randbytes(32), watching=True)),
        "SyncAsk, its game": same(lambda stranger: frame_bytes(SyncAsk(victim.game, 0))),
        "SyncAsk, another": each(lambda stranger: SyncAsk(stranger.dice.randbytes(32), 0)),
        "Proposal of its game": each(of(Stranger.entry)),
        "Equivocation of its game, 48 KiB": each(of(Stranger.proof)),
        "Relayed, 60 KiB": each(of(Stranger.relayed)),
        "nested arrays, 16 KiB, as Genesis": same(lambda stranger: nested(15_000, 3)),
        "nested arrays, 64 KiB, as SyncReply": same(lambda stranger: nested(60_000, 11)),
        "one byte that is no frame": same(lambda stranger: b"\xc1"),
    }


def _with(make: Callable[[Stranger, Victim], Frame], victim: Victim, stranger: Stranger) -> Frame:
    return make(stranger, victim)
