"""Relaying: frames travel over other peers where links are dead, or dead one way.

A peer that misses a seat calls: it says in a signed `Present` which seats it hears itself, and all
that hear the call do the same for a while. A peer that hears a seat forwards that seat's signed
frames to those that say they do not (`Relayed`); a relayed frame goes on in the same way, for a few
steps.

The signature in a frame names its author, whichever peer brings it. Only one thing shows over other
links that a seat is here: its `Present` with a number that we gave one of ours a moment ago. An old
one proves nothing. While all peers hear one another, they send nothing of this.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import Any

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.log.interfaces import SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    AckBody,
    EntryBody,
    FinalBody,
    OfferBody,
    PleaBody,
    PrepBody,
    PresentBody,
    PromiseBody,
    VoteBody,
    WantBody,
    body_bytes,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Ack,
    Final,
    Head,
    LogFrame,
    Offer,
    Plea,
    Prep,
    Present,
    Promised,
    Proposal,
    Relayed,
    Share,
    Unlock,
    Vote,
    Want,
    frame_bytes,
)
from camelnet.protocol.wire.key_messages import KEY_BODIES, KeyFrame
from camelnet.protocol.wire.limits import RELAYED_MAX
from camelnet.protocol.wire.outbox import Addressed

BEAT_MS = 700
MISSED_MS = 2000  # we call for a seat that we have not heard for this long
FRESH_MS = 6000  # the greatest age of a number of ours that proves presence
CALLED_MS = 5000  # for this long after a call all say which seats they hear
AGAIN_MS = 500  # we do not forward the same relayed frame again sooner
RATE_MAX = 100  # frames that we forward in a second, of one author from one peer
FALSE_MAX = 20  # false frames from one peer in a second, after which we read no more of them
RELAYS = 3  # of the seats that can, so many forward an author's own frames: the lowest
FORWARDED_MAX = 512

_BODIES: dict[type[Any], type[Any]] = {
    **KEY_BODIES,
    Proposal: EntryBody,
    Ack: AckBody,
    Final: FinalBody,
    Want: WantBody,
    Plea: PleaBody,
    Prep: PrepBody,
    Promised: PromiseBody,
    Offer: OfferBody,
    Vote: VoteBody,
    Present: PresentBody,
}

Relayable = LogFrame | Want | Plea | Prep | Promised | Offer | Vote | KeyFrame | Present


def author_of(frame: Relayable) -> int:
    """The author of a frame, if the signature or proof in it holds; raises `Malformed`."""
    if isinstance(frame, Share | Unlock):
        return frame.seat
    body: EntryBody = read_body(_BODIES[type(frame)], frame.body)  # all have a seat
    return body.seat


class Budget:
    """A limit per second, for each peer or pair of peers."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._spent: dict[Hashable, tuple[int, int]] = {}  # a second, and how many in it

    def is_left(self, whose: Hashable, now_ms: int) -> bool:
        second, spent = self._spent.get(whose, (0, 0))
        return second != now_ms // 1000 or spent < self._most

    def spend(self, whose: Hashable, now_ms: int) -> None:
        second, spent = self._spent.get(whose, (0, 0))
        now_s = now_ms // 1000
        self._spent[whose] = (now_s, spent + 1 if second == now_s else 1)


class Relay:
    """See the module."""

    def __init__(self, log: Log, own: SignerIdentity, outbox: list[Addressed]) -> None:
        self._outbox = outbox
        self._log = log
        self._own = own
        self._direct_ms: dict[int, int] = {}  # when each seat was heard over its own link
        self._said_ms = -BEAT_MS
        self._number = 0
        self._sent: dict[int, int] = {}  # our numbers, and when we gave them
        self._newest: dict[int, tuple[PresentBody, int]] = {}  # by seat: the newest, and since when
        self._directly: dict[int, tuple[tuple[int, ...], int]] = {}  # by seat: whom it heard, when
        self._called_ms: int | None = None  # when a peer called last
        self._forwarded: dict[bytes, int] = {}  # by hash: when we forwarded a relayed frame
        self._rates = Budget(RATE_MAX)  # by sender and author
        self._false = Budget(FALSE_MAX)  # by sender

    # --- over one's own link ------------------------------------------------------------------

    def hear(self, seat: int, now_ms: int) -> None:
        """Note a frame over the link of that seat."""
        self._direct_ms[seat] = now_ms

    def hear_all(self, seats: Iterable[int], now_ms: int) -> None:
        """Count all seats as heard: we slept, not they."""
        self._direct_ms = dict.fromkeys(seats, now_ms)

    def hears(self, seat: int, now_ms: int) -> bool:
        """True if we hear a seat over its own link."""
        return now_ms < self._direct_ms.get(seat, -MISSED_MS) + MISSED_MS

    def missed(self, now_ms: int) -> dict[int, tuple[int, ...]]:
        """For each seat that said a moment ago which seats it hears over their own links: those
        that it does not. Empty while nobody calls."""
        seats = range(len(self._log.game_start.genesis.seats))
        return {
            seat: tuple(other for other in seats if other != seat and other not in direct)
            for seat, (direct, said_ms) in self._directly.items()
            if now_ms < said_ms + FRESH_MS
        }

    # --- calling ------------------------------------------------------------------------------

    def tick(self, head: Callable[[], Head], *, calling: bool, now_ms: int) -> None:
        """Send our `Present` if we are `calling`, or another peer has called."""
        if calling:
            self._called_ms = now_ms
        if self.is_called(now_ms) and now_ms >= self._said_ms + BEAT_MS:
            self._said_ms = now_ms
            self._outbox.append((None, self._present(head(), calling=calling, now_ms=now_ms)))

    def is_called(self, now_ms: int) -> bool:
        """True if a peer has called lately."""
        return self._called_ms is not None and now_ms < self._called_ms + CALLED_MS

    def _present(self, head: Head, *, calling: bool, now_ms: int) -> Present:
        if self._number == 0:  # a restart begins elsewhere, or old answers would fit again
            place = now_ms.to_bytes(8, "big", signed=True) + head.index.to_bytes(8, "big")
            seed = hash_of("camelnet/present-number/1", self._own.secret, place)
            self._number = int.from_bytes(seed[:6], "big")
        self._number += 1
        self._sent = {n: ms for n, ms in self._sent.items() if now_ms < ms + FRESH_MS}
        self._sent[self._number] = now_ms
        seats = range(len(self._log.game_start.genesis.seats))
        numbers = tuple(self._newest[s][0].number if s in self._newest else 0 for s in seats)
        direct = tuple(s for s in seats if s != self._own.seat and self.hears(s, now_ms))
        body = body_bytes(
            PresentBody(
                "camelnet/present/1",
                head.game,
                self._own.seat,
                self._number,
                head.index,
                head.epoch,
                head.round,
                calling,
                direct,
                numbers,
            )
        )
        return Present(body, self._own.signer.sign(body))

    def take(self, frame: Present, now_ms: int) -> Head | None:
        """Read how far a seat is that was here a moment ago; None if its frame does not prove that
        it was. Raises `Refusal`."""
        body = read_body(PresentBody, frame.body)
        seats = len(self._log.game_start.genesis.seats)
        if body.game != self._log.game:
            raise Refusal(Fault.GAME)
        if body.seat >= seats or len(body.numbers) != seats:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        if body.seat == self._own.seat:
            return None
        self._log.statements.check_signed(body.seat, frame.signature, frame.body)
        held = self._newest.get(body.seat)
        if held is None or body.number > held[0].number or now_ms >= held[1] + MISSED_MS:
            self._newest[body.seat] = (body, now_ms)
        if body.calling:
            self._called_ms = now_ms
        sent_ms = self._sent.get(body.numbers[self._own.seat])
        if sent_ms is None or now_ms >= sent_ms + FRESH_MS:
            return None
        self._directly[body.seat] = body.direct, now_ms
        return Head(body.game, body.index, body.epoch, body.round)

    # --- sending on ---------------------------------------------------------------------------

    def unpack(self, relayed: Relayed, sender: int, now_ms: int) -> Relayable | None:
        """The frame that `sender` relays, if its author has signed it. None if it is false, or the
        sender has relayed too many false ones: an honest peer relays only what it has checked."""
        if not self._false.is_left(sender, now_ms):
            return None
        with suppress(Refusal):
            frame = relayed.inner
            if isinstance(frame, Relayable):
                self._check(frame)
                return frame
        self._false.spend(sender, now_ms)
        return None

    def _check(self, frame: Relayable) -> None:
        """Raise `Refusal` unless the author has signed a frame. A part of luck holds a proof
        instead, which the log checks at its place."""
        author = author_of(frame)
        self._log.statements.check_place(self._log.game, author)
        if not isinstance(frame, Share | Unlock):
            self._log.statements.check_signed(author, frame.signature, frame.body)

    def forward(self, frame: Relayable, sender: int, steps: int | None, now_ms: int) -> None:
        """Forward a frame that `sender` brought to the seats that do not hear its author. `steps`
        is the number of steps left to a relayed frame; None: it came over the author's own link.
        Raises `Refusal`."""
        author, seats = author_of(frame), len(self._log.game_start.genesis.seats)
        firsthand = steps is None
        if author >= seats or author == self._own.seat or (firsthand and author != sender):
            return  # retransmissions carry others' unsettled frames anyway
        left = seats - 3 if steps is None else steps - 1
        receivers = [
            seat
            for seat in self._lacking(author, frame, now_ms)
            if seat not in (author, sender, self._own.seat)
            and (not firsthand or self._is_chosen(author, seat, now_ms))
        ]
        payload = frame_bytes(frame) if receivers and left >= 0 else b""
        if not 0 < len(payload) <= RELAYED_MAX or not self._rates.is_left((sender, author), now_ms):
            return
        if isinstance(frame, Share | Unlock) and not self._log.rounds.holds(frame):
            return  # not checked yet: its author sends it again
        if firsthand:
            self._check(frame)
        else:
            hashed = hash_of("camelnet/relayed/1", payload)
            if now_ms < self._forwarded.get(hashed, -AGAIN_MS) + AGAIN_MS:
                return
            self._forwarded.pop(hashed, None)
            self._forwarded[hashed] = now_ms
            while len(self._forwarded) > FORWARDED_MAX:
                self._forwarded.pop(next(iter(self._forwarded)))
        self._rates.spend((sender, author), now_ms)
        relayed = Relayed(self._log.game, left, payload)
        self._outbox.extend((seat, relayed) for seat in receivers)

    def _lacking(self, author: int, frame: Relayable, now_ms: int) -> list[int]:
        """The seats that say that they do not hear the author; for a `Present` also those that say
        nothing yet, so that they learn of the call."""
        newest, since_ms = self._newest, now_ms - FRESH_MS
        saying = [seat for seat, (_, said_ms) in newest.items() if said_ms > since_ms]
        lacking = [seat for seat in saying if author not in newest[seat][0].direct]
        if isinstance(frame, Present):
            seats = range(len(self._log.game_start.genesis.seats))
            lacking += [seat for seat in seats if seat not in saying]
        return sorted(lacking)

    def _is_chosen(self, author: int, seat: int, now_ms: int) -> bool:
        """True if we are among the lowest seats that hear the author and that `seat` hears."""
        held = self._newest.get(seat)
        if held is None or now_ms >= held[1] + FRESH_MS:
            return True
        between = [
            other
            for other in held[0].direct
            if other == self._own.seat
            or (other in self._newest and author in self._newest[other][0].direct)
        ]
        return self._own.seat in between[:RELAYS]
