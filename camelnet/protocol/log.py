"""The log of one game: entries become final when every voter agrees, and settled with their luck.

At every moment there is one place to fill, `index`. Its entry travels

    proposed by its author -> acknowledged by every voter: final -> settled

and only a settled entry reaches the machine. Where luck follows an entry, every voter pledges its
part of it in the acknowledgement; between final and settled they all sign what they hold, and then
send their shares. So whoever pledges differently to two peers has stopped the table before it has
seen anybody's share.

Everything that arrives for an earlier place is stale and ignored, for the next one it waits, for a
later one it is fetched when we are there. A peer that was away, a record and a journal go through
`admit`, which checks the very same things at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, Protocol

from camelnet.protocol.codec import Malformed
from camelnet.protocol.founding import Founding
from camelnet.protocol.luck import pledge_of, seed_of, share_fits
from camelnet.protocol.messages import (
    Ack,
    AckBody,
    CertificateLine,
    Certified,
    EntryBody,
    Final,
    FinalBody,
    Frame,
    Proposal,
    Share,
    Snapshot,
    ack_for,
    body_bytes,
    entry_hash,
    final_for,
    read_body,
    verified,
)
from camelnet.protocol.refusal import Fault, Refusal
from camelnet.protocol.suite import HASH_SIZE, Hash, Signer, Suite, hash_of

EPOCH = 0


LogFrame = Proposal | Ack | Final | Share


class Machine(Protocol):
    """What the entries mean: the state behind the log, the same at every peer."""

    @property
    def author(self) -> int | None:
        """The seat that writes the next entry; None once the log is closed."""

    def digest(self) -> bytes:
        """32 bytes, equal at two peers iff their states are equal."""

    def snapshot(self) -> bytes:
        """The state in full, for a bug bundle."""

    def accept(self, entry: EntryBody) -> bool:
        """Whether luck follows this entry; raises `Refusal` if it may not stand next."""

    def advance(self, entry: EntryBody, seed: bytes | None) -> None:
        """Apply a settled entry, with its luck's 32-byte seed where luck follows."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a peer must never contradict: an entry it signed or acknowledged."""

    proposal: Proposal
    ack: Ack | None  # None from an author without a vote


class Ledger(Protocol):
    """Where a log is kept."""

    def promised(self, promise: Promise) -> None:
        """Store durably; nothing is sent before this returns."""

    def finalised(self, acks: tuple[Ack, ...]) -> None:
        """Store durably the acknowledgements that made an entry final, before any share is sent."""

    def settled(self, certified: Certified) -> None:
        """Store; durable at the latest with the next promise."""


@dataclass(frozen=True, slots=True)
class Own:
    """What a peer with a seat needs to write: its seat, its key, and this game's secret."""

    seat: int
    signer: Signer
    secret: bytes  # 32 bytes, random, in the journal; the luck's shares are derived from it


@dataclass(frozen=True, slots=True)
class _Flight:
    """The entry on its way at `index`, accepted by our machine."""

    entry: EntryBody
    proposal: Proposal
    hash: Hash
    luck: bool


class Log:
    """See the module. `outbox` collects frames for all other seats; whoever calls sends them."""

    def __init__(
        self, *, founding: Founding, suite: Suite, machine: Machine, ledger: Ledger, own: Own | None
    ) -> None:
        """`own` is None for whoever only follows: a verifier."""
        self.founding = founding
        self.voters = founding.voters
        self.index = 1
        self.prev: bytes = founding.root
        self.entries: list[Certified] = []
        self.stopped: Refusal | None = None
        self.outbox: list[Frame] = []
        self.on_settled: Callable[[Certified, EntryBody], None] = lambda certified, entry: None
        self._suite = suite
        self._machine = machine
        self._ledger = ledger
        self._own = own
        self._flight: _Flight | None = None
        self._acks: dict[int, tuple[AckBody, Ack]] = {}
        self._finals: dict[int, Final] = {}
        self._shares: dict[int, bytes] = {}
        self._loose: dict[int, Share] = {}
        self._early: dict[tuple[type[Frame], int], LogFrame] = {}

    # --- asking -------------------------------------------------------------------------------

    @property
    def in_flight(self) -> EntryBody | None:
        """The entry that is proposed and not settled yet."""
        return self._flight.entry if self._flight else None

    def lacking(self) -> tuple[tuple[int, str], ...]:
        """The seats that the log waits for, with "entry", "ack" or "luck"; by seat."""
        if self.stopped:
            return ()
        if self._flight is None:
            author = self._machine.author
            return () if author is None else ((author, "entry"),)
        missing = [seat for seat in self.voters if not self._agrees(seat)]
        if missing:
            return tuple((seat, "ack") for seat in missing)
        flight = self._flight
        apart = [seat for seat in self.voters if not self._holds_the_same(flight, seat)]
        silent = apart or [seat for seat in self.voters if seat not in self._shares]
        return tuple((seat, "luck") for seat in silent)

    def pushing(self) -> list[Frame]:
        """All that is known about the unsettled place: sent again until the matter is settled."""
        frames: list[Frame] = []
        if self._flight:
            frames.append(self._flight.proposal)
        frames.extend(ack for _, ack in self._acks.values())
        if self._flight:
            frames.extend(self._finals[seat] for seat in sorted(self._finals))
            frames.extend(
                Share(self.founding.id, self.index, seat, share)
                for seat, share in sorted(self._shares.items())
            )
        return frames

    def snapshot(self) -> Snapshot:
        """Our position here, for the others' bug bundles."""
        return Snapshot(self.founding.id, self.index, self._machine.snapshot())

    # --- writing ------------------------------------------------------------------------------

    def propose(self, notation: str, attachments: tuple[bytes, ...] = ()) -> None:
        """Write the next entry; raises `Refusal` if it is not ours to write or not acceptable."""
        if self._own is None or self._machine.author != self._own.seat:
            raise Refusal(Fault.AUTHOR)
        if self._flight or self.stopped:
            raise Refusal(Fault.INDEX, "an entry is on its way already")
        entry = EntryBody(
            "camelnet/entry/1",
            self.founding.id,
            EPOCH,
            self.index,
            self.prev,
            self._own.seat,
            notation,
            attachments,
        )
        luck = self._machine.accept(entry)
        body = body_bytes(entry)
        proposal = Proposal(body, self._own.signer.sign(body))
        self._take(_Flight(entry, proposal, entry_hash(body), luck))

    def restore(self, promise: Promise, acks: tuple[Ack, ...]) -> None:
        """Take up a promise again after a restart, and the acknowledgements that made its entry
        final, if they were stored. Stale ones are passed over."""
        entry = read_body(EntryBody, promise.proposal.body)
        if entry.index != self.index or self._flight is not None:
            return
        luck = self._machine.accept(entry)
        self._flight = _Flight(entry, promise.proposal, entry_hash(promise.proposal.body), luck)
        for ack in (promise.ack, *acks):
            if ack is not None:
                body = read_body(AckBody, ack.body)
                self._acks[body.seat] = (body, ack)
        self.progress()

    # --- what arrives -------------------------------------------------------------------------

    def receive(self, frame: LogFrame) -> None:
        """Take a frame; raises `Refusal`, and then nothing has changed."""
        try:
            if isinstance(frame, Proposal):
                self._receive_proposal(frame)
            elif isinstance(frame, Ack):
                self._receive_ack(frame)
            elif isinstance(frame, Final):
                self._receive_final(frame)
            else:
                self._receive_share(frame)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None

    def admit(self, certified: Certified) -> None:
        """Take a settled entry with its certificate, checking everything; raises `Refusal`."""
        try:
            entry = read_body(EntryBody, certified.body)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        luck = self._check_entry(entry, Proposal(certified.body, certified.signature))
        if tuple(line.seat for line in certified.certificate) != self.voters:
            raise Refusal(Fault.CERTIFICATE, f"index {entry.index}")
        acks = [
            ack_for(entry, certified.body, certified.digest, line.seat, line.pledge)
            for line in certified.certificate
        ]
        for line, ack in zip(certified.certificate, acks, strict=True):
            self._check_line(entry, line, ack, luck)
            self._check_final(line, final_for(entry, acks, line.seat), luck)
        if certified.digest != self._machine.digest():
            raise Refusal(Fault.DIGEST, f"index {entry.index}")
        self._settle(entry, certified, luck)

    def _check_line(self, entry: EntryBody, line: CertificateLine, ack: bytes, luck: bool) -> None:
        key = self.founding.genesis.seats[line.seat].key
        if not verified(self._suite, key, line.signature, ack):
            raise Refusal(Fault.SIGNATURE, f"acknowledgement of index {entry.index}")
        known = self._acks.get(line.seat)
        if known and known[1].body != ack:
            self._stop(Fault.EQUIVOCATION, f"acknowledgements of index {entry.index}", line.seat)
        self._check_pledge(line.pledge, luck)
        if luck and not share_fits(entry, line.seat, line.pledge, line.share):
            raise Refusal(Fault.SHARE, f"index {entry.index}, seat {line.seat}")
        if not luck and line.share:
            raise Refusal(Fault.SHARE, f"index {entry.index} needs no luck")

    def _check_final(self, line: CertificateLine, body: bytes, luck: bool) -> None:
        key = self.founding.genesis.seats[line.seat].key
        if luck and not verified(self._suite, key, line.final, body):
            raise Refusal(Fault.SIGNATURE, f"what seat {line.seat} held final")
        if not luck and line.final:
            raise Refusal(Fault.CERTIFICATE, "more than was asked for")

    def _receive_proposal(self, frame: Proposal) -> None:
        entry = read_body(EntryBody, frame.body)
        if not self._is_now(entry.game, entry.index, frame, entry.seat):
            return
        if self._flight and self._flight.proposal.body == frame.body:
            return
        self._check_author(entry, frame)
        if self._flight:
            self.outbox.extend((self._flight.proposal, frame))  # let everybody see both
            self._stop(Fault.EQUIVOCATION, f"entries of index {entry.index}", entry.seat)
        luck = self._machine.accept(entry)
        self._take(_Flight(entry, frame, entry_hash(frame.body), luck))

    def _receive_ack(self, frame: Ack) -> None:
        body = read_body(AckBody, frame.body)
        if not self._is_now(body.game, body.index, frame, body.seat):
            return
        if body.epoch != EPOCH:
            raise Refusal(Fault.EPOCH)
        if body.seat not in self.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        known = self._acks.get(body.seat)
        if known and known[0] == body:
            return
        key = self.founding.genesis.seats[body.seat].key
        if not verified(self._suite, key, frame.signature, frame.body):
            raise Refusal(Fault.SIGNATURE, f"acknowledgement of index {body.index}")
        if known:
            self.outbox.extend((known[1], frame))
            self._stop(Fault.EQUIVOCATION, f"acknowledgements of index {body.index}", body.seat)
        if self._flight:
            if body.entry == self._flight.hash:
                self._check_pledge(body.pledge, self._flight.luck)
            else:  # show the other side our entry: if its author signed both, all will see it
                self.outbox.append(self._flight.proposal)
        self._acks[body.seat] = (body, frame)
        if (share := self._loose.pop(body.seat, None)) is not None:
            self._receive_share(share)
        self.progress()

    def _receive_final(self, frame: Final) -> None:
        body = read_body(FinalBody, frame.body)
        if not self._is_now(body.game, body.index, frame, body.seat):
            return
        if body.seat not in self.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        if self._finals.get(body.seat) == frame:
            return
        key = self.founding.genesis.seats[body.seat].key
        if not verified(self._suite, key, frame.signature, frame.body):
            raise Refusal(Fault.SIGNATURE, f"what seat {body.seat} holds final")
        self._finals[body.seat] = frame
        self.progress()

    def _receive_share(self, frame: Share) -> None:
        if not self._is_now(frame.game, frame.index, frame, frame.seat):
            return
        if frame.seat in self._shares or frame.seat not in self.voters:
            return
        if not self._flight or not self._agrees(frame.seat):
            self._loose[frame.seat] = frame  # it came before the acknowledgement that it opens
            return
        pledge = self._acks[frame.seat][0].pledge
        if not share_fits(self._flight.entry, frame.seat, pledge, frame.share):
            raise Refusal(Fault.SHARE, f"index {frame.index}, seat {frame.seat}")
        self._shares[frame.seat] = frame.share
        self.progress()

    def _is_now(self, game: bytes, index: int, frame: LogFrame, seat: int) -> bool:
        """Whether the frame is about the place to fill; the next place's frames are kept."""
        if game != self.founding.id:
            raise Refusal(Fault.GAME)
        if seat >= len(self.founding.genesis.seats):
            raise Refusal(Fault.AUTHOR, f"there is no seat {seat}")
        if index == self.index + 1:
            self._early[type(frame), seat] = frame
        return index == self.index and self.stopped is None

    def _check_entry(self, entry: EntryBody, proposal: Proposal) -> bool:
        if entry.game != self.founding.id:
            raise Refusal(Fault.GAME)
        if entry.index != self.index:
            raise Refusal(Fault.INDEX, f"{entry.index} instead of {self.index}")
        self._check_author(entry, proposal)
        return self._machine.accept(entry)

    def _check_author(self, entry: EntryBody, proposal: Proposal) -> None:
        if entry.epoch != EPOCH:
            raise Refusal(Fault.EPOCH)
        if entry.prev != self.prev:
            raise Refusal(Fault.PREV, f"index {entry.index}")
        if entry.seat != self._machine.author:
            raise Refusal(Fault.AUTHOR, f"seat {entry.seat}")
        key = self.founding.genesis.seats[entry.seat].key
        if not verified(self._suite, key, proposal.signature, proposal.body):
            raise Refusal(Fault.SIGNATURE, f"entry {entry.index}")

    @staticmethod
    def _check_pledge(pledge: bytes, luck: bool) -> None:
        if len(pledge) != (HASH_SIZE if luck else 0):
            raise Refusal(Fault.PLEDGE)

    # --- agreeing -----------------------------------------------------------------------------

    def _take(self, flight: _Flight) -> None:
        """Accept an entry: acknowledge it if we vote, durably, before anything is sent.

        When the ledger cannot be written, nothing has changed.
        """
        ack = self._acknowledge(flight)
        mine = self._own is not None and flight.entry.seat == self._own.seat
        if mine or ack:
            self._ledger.promised(Promise(flight.proposal, ack))
        self._flight = flight
        if mine:
            self.outbox.append(flight.proposal)
        if ack:
            body = read_body(AckBody, ack.body)
            self._acks[body.seat] = (body, ack)
            self.outbox.append(ack)
        for seat, (body, _) in list(self._acks.items()):  # those that came before the entry
            if body.entry == flight.hash and len(body.pledge) != (HASH_SIZE if flight.luck else 0):
                del self._acks[seat]
        self.progress()

    def _acknowledge(self, flight: _Flight) -> Ack | None:
        if self._own is None or self._own.seat not in self.voters:
            return None
        seat, entry = self._own.seat, flight.entry
        pledge = pledge_of(entry, seat, self._secret(flight)) if flight.luck else b""
        digest = self._machine.digest()
        body = ack_for(entry, flight.proposal.body, digest, seat, pledge)
        return Ack(body, self._own.signer.sign(body))

    def _secret(self, flight: _Flight) -> bytes:
        """Our share of the luck behind an entry: the same again after a restart."""
        assert self._own is not None
        return hash_of("camelnet/luck-secret/1", self._own.secret, flight.hash)

    def _agrees(self, seat: int) -> bool:
        return (
            self._flight is not None
            and seat in self._acks
            and self._acks[seat][0].entry == self._flight.hash
        )

    def progress(self) -> None:
        """Go as far as what is known allows: final, then luck, then settled."""
        flight = self._flight
        if flight is None or self.stopped:
            return
        digest = self._machine.digest()
        for seat in self.voters:
            if self._agrees(seat) and self._acks[seat][0].digest != digest:
                self.stopped = Refusal(Fault.DIGEST, f"index {self.index}, seat {seat}")
                return
        if not self._final:
            return
        if flight.luck and not self._lucky(flight):
            return
        lines = tuple(self._line(seat) for seat in self.voters)
        proposal = flight.proposal
        certified = Certified(proposal.body, proposal.signature, digest, lines)
        self._settle(flight.entry, certified, flight.luck)

    def _holds_the_same(self, flight: _Flight, seat: int) -> bool:
        final = self._finals.get(seat)
        return final is not None and final.body == final_for(flight.entry, self._ack_bodies(), seat)

    @property
    def _final(self) -> bool:
        return all(self._agrees(seat) for seat in self.voters)

    def _ack_bodies(self) -> list[bytes]:
        return [self._acks[seat][1].body for seat in self.voters]

    def _lucky(self, flight: _Flight) -> bool:
        """Whether the luck behind a final entry is known; send what is ours for it."""
        own = self._own if self._own and self._own.seat in self.voters else None
        if own and own.seat not in self._finals:
            self._ledger.finalised(tuple(self._acks[seat][1] for seat in self.voters))
            body = final_for(flight.entry, self._ack_bodies(), own.seat)
            self._finals[own.seat] = Final(body, own.signer.sign(body))
            self.outbox.append(self._finals[own.seat])
        # A voter that signed for other acknowledgements is not waited for in vain: somebody has
        # acknowledged twice, and the acknowledgements, sent again and again, will show who.
        if not all(self._holds_the_same(flight, seat) for seat in self.voters):
            return False
        if own and own.seat not in self._shares:
            share = self._secret(flight)
            self._shares[own.seat] = share
            self.outbox.append(Share(self.founding.id, self.index, own.seat, share))
        return len(self._shares) == len(self.voters)

    def _line(self, seat: int) -> CertificateLine:
        body, ack = self._acks[seat]
        final = self._finals[seat].signature if seat in self._finals else b""
        share = self._shares.get(seat, b"")
        return CertificateLine(seat, body.pledge, share, ack.signature, final)

    def _settle(self, entry: EntryBody, certified: Certified, luck: bool) -> None:
        shares = {line.seat: line.share for line in certified.certificate}
        hashed = entry_hash(certified.body)
        seed = seed_of(entry, hashed, shares) if luck else None
        self._ledger.settled(certified)
        self._machine.advance(entry, seed)
        self.entries.append(certified)
        self.index += 1
        self.prev = hashed
        self._flight = None
        self._acks.clear()
        self._finals.clear()
        self._shares.clear()
        self._loose.clear()
        self.on_settled(certified, entry)
        self._take_early()

    def _stop(self, fault: Fault, what: str, seat: int) -> NoReturn:
        """The log cannot go on; `seat` signed two things that contradict each other."""
        self.stopped = Refusal(fault, f"{what}, seat {seat}")
        raise self.stopped

    def _take_early(self) -> None:
        early, self._early = self._early, {}
        for frame in early.values():
            try:
                self.receive(frame)
            except Refusal:
                continue  # its sender sends it again, and is named then
