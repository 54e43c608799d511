"""Modified clients: Mallory, who sends what it likes, and guests whose frames are changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Self

from camelnet import __version__, rules
from camelnet.i18n import Message
from camelnet.protocol.codec.canonical import Value, decode, encode
from camelnet.protocol.crypto.suite import Signer
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    Chair,
    ChatBody,
    EntryBody,
    GenesisBody,
    LobbyBody,
    SeatBody,
    begun_for,
    body_bytes,
    game_id,
    opening_for,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import (
    FRAMES,
    Beat,
    Chat,
    Frame,
    Genesis,
    Hello,
    Lobby,
    Proposal,
    SeatNonce,
    SeatSignature,
    frame_bytes,
    read_frame,
)
from camelnet.protocol.wire.limits import PROTOCOL_MAX
from tests.protocol.toy import signer
from tests.session.room import Guest, Room

HELLO = FRAMES.index(Hello)


class Mallory:
    """A key and a mesh on the room's network; it greets everybody and then waits for the test."""

    def __init__(self, room: Room, number: int = 77, name: str = "Mallory", host: str = "") -> None:
        self.signer = signer(number)
        self.name = name
        self.heard: list[Frame] = []
        self.mesh = room.network.join(self.signer.key, self, host=host)
        self._sequence = 0

    @classmethod
    def met(cls, room: Room, number: int = 77, name: str = "Mallory") -> Self:
        """One whom everybody has met."""
        made = cls(room, number, name)
        room.run(1500)
        return made

    @property
    def key(self) -> bytes:
        return self.signer.key

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self.greet(key)

    def peer_down(self, key: bytes, why: Message) -> None: ...

    def trouble(self, what: Message) -> None: ...

    def received(self, key: bytes, payload: bytes) -> None:
        self.heard.append(read_frame(payload))

    def greet(self, key: bytes, name: str | None = None) -> None:
        called = name or self.name
        rules_digest = rules.rules_digest()
        self.send(
            key, Hello(PROTOCOL_MAX, PROTOCOL_MAX, __version__, rules_digest, called, "human")
        )

    def linger(self, room: Room, ms: int) -> None:
        """Let time pass, with heartbeats that say nothing."""
        for _ in range(ms // 1000):
            self.send_all(Beat(()))
            room.run(1000)

    def send(self, key: bytes, frame: Frame) -> None:
        self.mesh.send(key, frame_bytes(frame))

    def send_all(self, frame: Frame) -> None:
        for key in self.mesh.peers():
            self.send(key, frame)

    def record(
        self,
        chair: Chair | None,
        *,
        playing: bool = False,
        name: str | None = None,
        computer: tuple[bytes, ...] = (),
    ) -> Lobby:
        """A lobby record, newer than those before."""
        self._sequence += 1
        body = body_bytes(
            LobbyBody(
                "camelnet/lobby/1",
                self.key,
                self._sequence,
                name or self.name,
                "human",
                "",
                chair,
                playing,
                computer=computer,
            )
        )
        return Lobby(body, self.signer.sign(body))

    def chair(self, table: bytes, seat: int, nonce: bytes = bytes(32)) -> Chair:
        """A claim to a chair, ready; `table` is the bytes of a `TableBody`."""
        return Chair(table, seat, True, code_commitment(table_id(table), self.key, nonce))

    def chat(self, text: str, sequence: int) -> Chat:
        body = body_bytes(ChatBody("camelnet/chat/1", self.key, b"", sequence, text))
        return Chat(body, self.signer.sign(body))

    def geneses_of(self, chair: Chair, *, signatures: int = 1) -> set[bytes]:
        """The geneses heard that hold this chair's commitment and so many signatures."""
        return {
            frame.body
            for frame in self.heard
            if isinstance(frame, Genesis)
            and len(frame.signatures) >= signatures
            and chair.commitment in {seat.commitment for seat in _seats(frame.body)}
        }

    def signature(self, genesis: bytes) -> SeatSignature:
        """Its signature of a genesis in which it has a seat."""
        keys = [seat.key for seat in _seats(genesis)]
        return SeatSignature(keys.index(self.key), self.signer.sign(genesis))

    def word(self, genesis: bytes) -> SeatSignature:
        """Its word that a game in which it has a seat has begun."""
        seat = self.signature(genesis).seat
        return SeatSignature(seat, self.signer.sign(begun_for(game_id(genesis), seat)))

    def opening(self, genesis: bytes, nonce: bytes) -> SeatNonce:
        """Its nonce, opened for a genesis in which it has a seat."""
        seat = self.signature(genesis).seat
        return SeatNonce(seat, nonce, self.signer.sign(opening_for(game_id(genesis), seat, nonce)))


def _seats(genesis: bytes) -> tuple[SeatBody, ...]:
    return read_body(GenesisBody, genesis).seats


def whole_genesis(table: bytes, signers: Sequence[Signer]) -> Genesis:
    """A start of that table by these keys, signed and opened by all of them: with the right keys
    the bytes of a real one."""
    where, nonce = table_id(table), bytes(32)
    seats = tuple(
        SeatBody(each.key, f"Nobody {n}", "human", "", code_commitment(where, each.key, nonce))
        for n, each in enumerate(signers)
    )
    body = body_bytes(GenesisBody("camelnet/genesis/1", table, rules.rules_digest(), seats))
    game = game_id(body)
    return Genesis(
        body,
        tuple(SeatSignature(n, each.sign(body)) for n, each in enumerate(signers)),
        tuple(
            SeatNonce(n, nonce, each.sign(opening_for(game, n, nonce)))
            for n, each in enumerate(signers)
        ),
    )


def send(sender: Guest, to: Guest, frame: object) -> None:
    sender.peer.parts.mesh.send(to.key, frame_bytes(frame))  # type: ignore[arg-type]


def written(guest: Guest, seat: int, notation: str) -> Proposal:
    """An entry of `seat` for the next place in the log, signed with the guest's key."""
    log = guest.seat.log
    entry = EntryBody("camelnet/entry/1", guest.seat.id, 0, log.index, log.prev, seat, notation, ())
    body = body_bytes(entry)
    return Proposal(body, guest.profile.signer.sign(body))


def changed(value: Value, dice: random.Random) -> Value:
    """The same value with one leaf changed, dropped, doubled or replaced by something odd."""
    if isinstance(value, tuple) and value:
        place = dice.randrange(len(value))
        match dice.randrange(8):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return (*value[:place], value[place], *value[place:])
            case _:
                return (*value[:place], changed(value[place], dice), *value[place + 1 :])
    odd: list[Value] = [None, True, -1, 2**63, b"", "", (), b"\0" * 32, "x" * 600, ((((),),),)]
    if isinstance(value, bytes) and value and dice.random() < 0.7:
        place = dice.randrange(len(value))
        return value[:place] + bytes([value[place] ^ 1 << dice.randrange(8)]) + value[place + 1 :]
    if isinstance(value, int) and not isinstance(value, bool) and dice.random() < 0.7:
        return value + dice.choice((-1, 1, 7))
    return dice.choice(odd)


def tamper(guest: Guest, change: Callable[[bytes, bytes], bytes]) -> Callable[[], None]:
    """Let a guest send what `change` makes of the key that it sends to and of the payload; the
    function returned ends it."""
    mesh = guest.peer.parts.mesh
    honest = mesh.send
    mesh.send = lambda key, payload: honest(key, change(key, payload))  # type: ignore[method-assign]

    def stop() -> None:
        mesh.send = honest  # type: ignore[method-assign]

    return stop


def garble(guest: Guest, dice: random.Random, share: float) -> Callable[[], None]:
    """Let a guest send changed frames besides the honest ones; the function returned ends it."""
    honest = guest.peer.parts.mesh.send

    def changing(key: bytes, payload: bytes) -> bytes:
        if dice.random() < share and payload[1] != HELLO:
            honest(key, encode(changed(decode(payload), dice)))
        return payload

    return tamper(guest, changing)
