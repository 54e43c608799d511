"""A table over links of which some are dead, or dead one way: frames travel over other peers.

Whoever misses a seat calls: it says in a signed `Present` whom it hears itself, and all who hear
the call say the same for a while. A peer that hears a seat sends on what that seat signs to those
who say that they do not (`Relayed`); what came so goes on in the same way, a few steps far.

A frame is its author's by the signature in it, whoever brings it. That a seat is here, somebody
else can only show by a `Present` of it that names a number which we gave ours a moment ago: an old
one shown again proves nothing. While everybody hears everybody, nothing of this is ever said.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress

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
from camelnet.protocol.wire.key_messages import (
    KeyAnswer,
    KeyCommit,
    KeyComplaint,
    KeyDeal,
    read_key_body,
)
from camelnet.protocol.wire.limits import RELAYED_MAX
from camelnet.protocol.wire.outbox import Addressed

BEAT_MS = 700
MISSED_MS = 2000  # who is not heard for so long is called for
FRESH_MS = 6000  # so old may our number be that somebody names
CALLED_MS = 5000  # so long all say whom they hear after a call
AGAIN_MS = 500  # the same frame of somebody else is not sent on sooner
RATE_MAX = 100  # frames of one seat, brought by one, that we send on in a second
FALSE_MAX = 20  # false frames of one that brings them, in a second: then we read no more of it
RELAYS = 3  # so many, the lowest seats that can, send on what comes from the author itself
FORWARDED_MAX = 512

_BODIES = {
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

Relayable = (
    Proposal
    | Ack
    | Final
    | Share
    | Unlock
    | Want
    | Plea
    | Prep
    | Promised
    | Offer
    | Vote
    | KeyCommit
    | KeyDeal
    | KeyComplaint
    | KeyAnswer
    | Present
)


def author_of(frame: Relayable) -> int:
    """The seat that says this, if the signature or proof in it holds; raises `Malformed`."""
    if isinstance(frame, Share | Unlock):
        return frame.seat
    if isinstance(frame, KeyCommit | KeyDeal | KeyComplaint | KeyAnswer):
        return read_key_body(frame).seat
    body: EntryBody = read_body(_BODIES[type(frame)], frame.body)  # all have a seat
    return body.seat


class Budget:
    """So many of something in a second, by whom."""

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
        self._called_ms: int | None = None  # when somebody called last
        self._forwarded: dict[bytes, int] = {}  # what came from others and we sent on: when
        self._rates = Budget(RATE_MAX)  # by who brings a frame, and its author
        self._false = Budget(FALSE_MAX)  # by who brings it

    # --- over one's own link ------------------------------------------------------------------

    def hear(self, seat: int, now_ms: int) -> None:
        """Something came over the link of that seat."""
        self._direct_ms[seat] = now_ms

    def hear_all(self, seats: Iterable[int], now_ms: int) -> None:
        """Counts all seats as heard: we slept, not they."""
        self._direct_ms = dict.fromkeys(seats, now_ms)

    def hears(self, seat: int, now_ms: int) -> bool:
        """True if a seat is heard over its own link."""
        return now_ms < self._direct_ms.get(seat, -MISSED_MS) + MISSED_MS

    # --- calling ------------------------------------------------------------------------------

    def tick(self, head: Callable[[], Head], *, calling: bool, now_ms: int) -> None:
        """Say whom we hear, if we miss somebody and are `calling`, or somebody else has called."""
        if calling:
            self._called_ms = now_ms
        if self.is_called(now_ms) and now_ms >= self._said_ms + BEAT_MS:
            self._said_ms = now_ms
            self._outbox.append((None, self._present(head(), calling=calling, now_ms=now_ms)))

    def is_called(self, now_ms: int) -> bool:
        """True if somebody has called lately."""
        return self._called_ms is not None and now_ms < self._called_ms + CALLED_MS

    def _present(self, head: Head, *, calling: bool, now_ms: int) -> Present:
        if self._number == 0:  # after a restart other numbers, or old answers would fit again
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
        """Reads the position of a seat that was here a moment ago; None where this does not show
        that it was. Raises `Refusal`."""
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
        return Head(body.game, body.index, body.epoch, body.round)

    # --- sending on ---------------------------------------------------------------------------

    def unpack(self, relayed: Relayed, sender: int, now_ms: int) -> Relayable | None:
        """The frame that `sender` brings, if its author has signed it. None where it is false, or
        its bringer has brought too many such: an honest one brings what it has checked."""
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
        """Raises `Refusal` unless the author has signed a frame. A part of luck holds
        a proof instead, which the log checks at its place."""
        author = author_of(frame)
        self._log.statements.check_place(self._log.game, author)
        if not isinstance(frame, Share | Unlock):
            self._log.statements.check_signed(author, frame.signature, frame.body)

    def forward(self, frame: Relayable, sender: int, steps: int | None, now_ms: int) -> None:
        """Send on what its author has signed, and `sender` brought, to those who do not hear the
        author, while somebody calls. `steps`: so many more it may go, as `unpack` gave it; None:
        over the author's own link. Raises `Refusal`."""
        author, seats = author_of(frame), len(self._log.game_start.genesis.seats)
        firsthand = steps is None
        if author >= seats or author == self._own.seat or (firsthand and author != sender):
            return  # what is unsettled all say again by themselves, also of others
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
            return  # not checked yet: its author says it again
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
        """The seats that say that they do not hear the author. One that says nothing yet is told
        that somebody calls."""
        newest, since_ms = self._newest, now_ms - FRESH_MS
        saying = [seat for seat, (_, said_ms) in newest.items() if said_ms > since_ms]
        lacking = [seat for seat in saying if author not in newest[seat][0].direct]
        if isinstance(frame, Present):
            seats = range(len(self._log.game_start.genesis.seats))
            lacking += [seat for seat in seats if seat not in saying]
        return sorted(lacking)

    def _is_chosen(self, author: int, seat: int, now_ms: int) -> bool:
        """True if we are among the first who hear the author and are heard by that seat."""
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
