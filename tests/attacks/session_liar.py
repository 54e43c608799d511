"""The liar of one session: a whole peer whose frames are changed on their way out, and that says
what it has no business to say.

It lies for as long as the scene lasts, whenever it speaks; where its real code says nothing of the
kind it makes a statement, as plausible as what everybody knows allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

from camelnet import rules
from camelnet.i18n import Message
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    Chair,
    ChatBody,
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
    Beat,
    Chat,
    Frame,
    Genesis,
    Head,
    Lobby,
    PeerAddress,
    Peers,
    SeatNonce,
    SeatSignature,
    Watch,
    frame_bytes,
    read_frame,
)
from camelnet.session.lobby.builds import Build
from camelnet.session.peer.peer import Peer
from camelnet.session.table.seated_table import SeatedTable
from tests.attacks.arena import said_elsewhere
from tests.attacks.case import Company
from tests.attacks.misplaced_statements import Maker
from tests.attacks.session_case import SessionCase, Twist
from tests.attacks.session_forge import Pool, SessionForge
from tests.net.memory import MemoryTransport

SPEAKS_MS = 400  # between two statements out of place
QUIET_MS = 1500  # so long the real code says nothing of the kind before one is made
KEPT_MAX = 8
TIMES = 5  # that one thing is repeated at once
MANY = 24  # values at once
MANY_MAX = 1600  # in all: more than any container may hold
NONCE = bytes([9]) * 32


class Surroundings(Protocol):
    """The evening as the liar knows it."""

    @property
    def now_ms(self) -> int: ...
    @property
    def on(self) -> bool:
        """True while the scene lasts in which it lies."""

    def pool(self) -> Pool: ...
    def table_raw(self) -> bytes | None:
        """The table at which the others sit, or want to."""

    def records(self) -> list[LobbyBody]:
        """What the honest players say of themselves in the lobby."""

    def game(self) -> bytes | None:
        """The game that they play, or have played."""

    def others(self) -> list[bytes]:
        """The keys of the honest peers that are connected."""

    def lied(self) -> None: ...


class SessionLiar:
    """The mesh of a peer, as the peer sees it."""

    def __init__(
        self, case: SessionCase, arena: Surroundings, signer: Signer, suite: Suite, seats: int
    ) -> None:
        self.peer: Peer  # whose mesh this is; set by whoever makes it
        self.mesh: MemoryTransport
        self.lies = 0
        self.said = 0  # all frames that it sent
        self.case = case
        self._arena = arena
        self._signer = signer
        self._seats = seats
        self._forge = SessionForge(suite, signer, seats)
        self._forged: dict[Frame, Frame] = {}  # the last one
        self._kept: list[Frame] = []  # of the kind, from before
        self._own: Frame | None = None  # the last of the kind that our real code said
        self._said_ms = -QUIET_MS  # when the real code last said something of the kind
        self._made_ms = 0
        self._number = 0
        self._many_ms: dict[bytes, int] = {}  # when many were said last, by receiver
        self._sequences: dict[bytes, Lobby] = {}  # of our records, as they leave
        self._sequence = 1000

    # --- the mesh, as the real code knows it --------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        return getattr(self.mesh, name)

    def send(self, key: bytes, payload: bytes) -> bool:
        frame = read_frame(payload)
        if type(frame).__name__ != self.case.kind:
            return self._out(key, frame)
        self._own = frame
        if not self._arena.on:
            self._keep(frame)
            return self._out(key, frame)
        self._said_ms = self._arena.now_ms
        if not self.case.sits and isinstance(frame, Lobby | Beat):
            frame = self._made() or frame  # its real code has nothing to say there
        for said in self._lie(key, frame):
            self._out(key, said)
        return True

    def _out(self, key: bytes, frame: Frame) -> bool:
        self.said += 1
        if isinstance(frame, Lobby):
            frame = self._in_order(frame)
        try:
            return self.mesh.send(key, frame_bytes(frame))
        except (Malformed, ValueError, OverflowError):
            return False

    def _in_order(self, frame: Lobby) -> Lobby:
        """A record counts only behind those before it; once we lied, all are numbered anew."""
        if self.lies == 0 or self.case.field == "body.sequence":
            return frame
        if frame.body not in self._sequences:
            self._sequence += 1
            try:
                body = body_bytes(
                    replace(read_body(LobbyBody, frame.body), sequence=self._sequence)
                )
            except Malformed:
                return frame
            self._sequences = {frame.body: Lobby(body, self._signer.sign(body))}
        return self._sequences[frame.body]

    # --- its handler --------------------------------------------------------------------------

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self._guarded(lambda: self.peer.peer_up(key, host, port))

    def peer_down(self, key: bytes, why: Message) -> None:
        self._guarded(lambda: self.peer.peer_down(key, why))

    def trouble(self, what: Message) -> None: ...

    def received(self, key: bytes, payload: bytes) -> None:
        frame = read_frame(payload)
        if type(frame).__name__ == self.case.kind and not self._arena.on:
            self._keep(frame)
        self._guarded(lambda: self.peer.received(key, payload))

    def _keep(self, frame: Frame) -> None:
        if frame not in self._kept:
            self._kept = [*self._kept, frame][-KEPT_MAX:]

    @staticmethod
    def _guarded(act: Any) -> None:
        """Its own lies may be too much for it; whoever it lies to must bear them."""
        try:
            act()
        except Exception:
            return

    # --- lying --------------------------------------------------------------------------------

    def tick(self) -> None:
        now_ms = self._arena.now_ms
        self._guarded(self.peer.tick)
        if not self._arena.on or now_ms < self._made_ms + SPEAKS_MS:
            return
        silent = self.case.twist is Twist.WITHHELD or now_ms < self._said_ms + QUIET_MS
        if silent and self.case.twist not in (Twist.REPEATED, Twist.OLD, Twist.MANY):
            return
        self._made_ms = now_ms
        made = self._made()
        for key in self._arena.others() if made is not None else ():
            for said in self._lie(key, made):
                self._out(key, said)

    def _lie(self, to: bytes, frame: Frame) -> list[Frame]:
        said = list(self._said_instead(to, frame))
        if said != [frame]:
            self.lies += 1
            self._arena.lied()
        return said

    def _said_instead(self, to: bytes, frame: Frame) -> Iterator[Frame]:
        match self.case.twist:
            case Twist.WITHHELD:
                return
            case Twist.OLD:
                yield from self._kept
                yield frame
            case Twist.REPEATED:
                yield from [frame] * TIMES
            case Twist.MANY:
                now_ms = self._arena.now_ms
                often = now_ms < self._many_ms.get(to, -SPEAKS_MS) + SPEAKS_MS
                if not often:
                    self._many_ms[to] = now_ms
                count = 1 if often or self._number > MANY_MAX else MANY
                self._number += count
                for number in range(self._number - count, self._number):
                    yield self._forge.numbered(frame, self.case.field, number)
            case Twist.TWO:
                yield self._version(frame) if to == self._arena.pool()["key"] else frame
            case _:
                yield self._version(frame)

    def _version(self, frame: Frame) -> Frame:
        """The one other version of a frame; what belongs to somebody may be another's soon."""
        field = self.case.field
        if self.case.twist is Twist.FOREIGN:
            return self._forge.foreign(frame, field, self._arena.pool())
        if frame not in self._forged:
            if self.case.twist is Twist.LARGEST:
                made = self._forge.largest(frame, field)
            else:
                made = self._forge.another(frame, field, self._arena.pool())
            self._forged = {frame: made}
        return self._forged[frame]

    # --- statements out of place --------------------------------------------------------------

    def _made(self) -> Any:
        return self.statement(self.case.kind)

    def statement(self, kind: str) -> Any:
        """A frame of a kind that the real code would not say now; None where nothing is known
        that it could be about."""
        arena, raw, game = self._arena, self._arena.table_raw(), self._arena.game()
        match kind:
            case "Hello":
                return Build.own().hello(self.peer.name, self.peer.parts.kind)
            case "Peers":
                others = arena.others()
                where = self.mesh.address_of(others[0]) if others else None
                return Peers((PeerAddress(others[0], *where),)) if where else None
            case "Lobby":
                return None if raw is None else self._record(raw)
            case "Genesis":
                return None if raw is None else self._genesis(raw)
            case "Watch":
                return None if raw is None else Watch(table_id(raw), watching=True)
            case "Chat":
                room = b"" if raw is None or self._number % 2 else table_id(raw)
                self._number += 1
                body = ChatBody("camelnet/chat/1", self._signer.key, room, self._number, "hello")
                return self._sign(Chat, body)
            case "Beat":
                return Beat((Head(game or bytes(32), 4, 0, 0),))
        return self._of_a_game(game)

    def _sign(self, kind: Any, body: Any) -> Any:
        data = body_bytes(body)
        return kind(data, self._signer.sign(data))

    def _record(self, raw: bytes) -> Lobby:
        """That we sit there: on a free chair, else on somebody's."""
        taken = {record.chair.seat for record in self._arena.records() if record.chair}
        victim: int = self._arena.pool()["seat"]
        free = [seat for seat in range(self._seats) if seat not in taken]
        chair = Chair(raw, (free or [victim])[0], True, self._commitment(raw))
        return self._sign(Lobby, replace(self.peer.parts.lobby.mine, chair=chair))

    def _commitment(self, raw: bytes) -> bytes:
        return code_commitment(table_id(raw), self._signer.key, NONCE)

    def _genesis(self, raw: bytes) -> Genesis:
        """A start of that table in which we have the victim's seat."""
        key, name = self._signer.key, self.peer.name
        own = SeatBody(key, name, "human", "", self._commitment(raw))
        seats = {
            record.chair.seat: SeatBody(
                record.key, record.name, "human", "", record.chair.commitment, record.chair.given_up
            )
            for record in self._arena.records()
            if record.chair is not None and record.chair.table == raw
        }
        mine: int = self._arena.pool()["seat"]
        seats[mine] = own
        listed = tuple(seats[seat] for seat in sorted(seats))
        if len(listed) < 2:
            listed = (own, replace(own, key=self._arena.pool()["key"]))
        body = body_bytes(GenesisBody("camelnet/genesis/1", raw, rules.rules_digest(), listed))
        seat, game, sign = listed.index(own), game_id(body), self._signer.sign
        return Genesis(
            body,
            (SeatSignature(seat, sign(body)),),
            (SeatNonce(seat, NONCE, sign(opening_for(game, seat, NONCE))),),
            (SeatSignature(seat, sign(begun_for(game, seat))),),
        )

    def _of_a_game(self, game: bytes | None) -> Any:
        """A frame about the game that they play: of our seat there, or as if we had one; every
        second time what we said last of the kind."""
        table = self.peer.table
        self._number += 1
        samples = said_elsewhere(4, Company.PEOPLE, False).get(self.case.kind, ())
        if self.case.twist is Twist.OLD and not self._kept:
            self._kept = list(samples[:KEPT_MAX])
        if self._own is not None and self._number % 2:
            return self._own
        made = self._of_our_seat(table) if table is not None else None
        if made is not None or game is None:
            return made
        if not samples:
            return None
        sample = samples[self._number // 2 % len(samples)]
        place = "body.game" if hasattr(sample, "body") else "game"
        return self._forge.write(sample, place, game)

    def _of_our_seat(self, table: SeatedTable) -> Any:
        seats = len(table.game_start.genesis.seats)
        maker = Maker(self._signer, table.seat, (table.seat + 1) % seats)
        try:
            return maker.made(self.case.kind, table, None, ())
        except (Refusal, AttributeError, IndexError, KeyError, ValueError):
            return None
