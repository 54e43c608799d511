"""Statements of a seat while an epoch ends, true or not: for tests that lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from camelnet.protocol.crypto.suite import Signer
from camelnet.protocol.epoch.decision import decide, requested_change
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    ChangeBody,
    OfferBody,
    PleaBody,
    PrepBody,
    PromiseBody,
    VoteBody,
    WantBody,
    body_bytes,
    change_hash,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Accepted,
    Equivocation,
    Offer,
    Plea,
    Prep,
    Promised,
    Proposal,
    Signed,
    SignedStatement,
    Vote,
    Want,
    wants_hash,
)
from tests.protocol.toy import signer_for, written


class Perjurer:
    """Signs as `seat` for the epoch that `log` is in."""

    def __init__(self, log: Log, seat: int) -> None:
        self.log = log
        self.seat = seat
        self.signer: Signer = signer_for(log.suite, seat)

    @property
    def epoch(self) -> int:
        """The one that would begin."""
        return self.log.membership.epoch + 1

    def _signed(self, body: object) -> tuple[bytes, bytes]:
        data = body_bytes(body)
        return data, self.signer.sign(data)

    def want(self, about: int, *, leaving: bool = True, why: str = "asked", **other: int) -> Want:
        log = self.log
        place = (log.game, log.membership.epoch, log.index, self.seat)
        body = WantBody("camelnet/want/1", *place, about, leaving, why)
        return Want(*self._signed(replace(body, **other)))  # type: ignore[arg-type]

    def plea(self, epoch: int) -> Plea:
        return Plea(*self._signed(PleaBody("camelnet/plea/1", self.log.game, epoch, self.seat)))

    def prep(self, wants: Sequence[Want], ballot: int, because: Promised | None = None) -> Prep:
        hashed = wants_hash(wants)
        first = because or self.promise(ballot)
        body = PrepBody("camelnet/prep/1", self.log.game, self.epoch, ballot, self.seat, hashed)
        return Prep(*self._signed(body), tuple(wants), Signed(first.body, first.signature))

    def promise(
        self,
        ballot: int,
        *,
        entry: Proposal | None = None,
        accepted: Accepted | None = None,
        **other: object,
    ) -> Promised:
        """That the log stands where it stands, with this entry and change; or otherwise."""
        log = self.log
        offer = read_body(OfferBody, accepted.offer.body) if accepted else None
        place = (log.game, self.epoch, ballot, self.seat, log.index - 1, log.prev)
        drawn = tuple(draw.index for draw in log.rounds.pending if draw.resolved)
        reported = entry_hash(entry.body) if entry else b""
        had = (offer.ballot, offer.change) if offer else (-1, b"")
        body = PromiseBody("camelnet/promise/1", *place, drawn, reported, *had)
        made = replace(body, **other)  # type: ignore[arg-type]
        return Promised(*self._signed(made), entry, accepted)

    def offer(
        self,
        ballot: int,
        wants: Sequence[Want],
        promises: Sequence[Promised],
        *,
        change: ChangeBody | None = None,
        report: Proposal | None = None,
        echoes: tuple[Signed, ...] = (),
    ) -> Offer:
        """The change that follows, or another one."""
        told = sorted(promises, key=lambda item: read_body(PromiseBody, item.body).seat)
        bodies = [read_body(PromiseBody, item.body) for item in told]
        if change is None:
            change = decide(self.log, requested_change(self.log, wants), bodies, report).change
        data = body_bytes(change)
        body = OfferBody(
            "camelnet/offer/1", self.log.game, self.epoch, ballot, self.seat, change_hash(data)
        )
        signed = tuple(Signed(item.body, item.signature) for item in told)
        return Offer(*self._signed(body), data, tuple(wants), signed, report, echoes)

    def vote(self, ballot: int, step: str, change: bytes) -> Vote:
        body = VoteBody(
            "camelnet/vote/1", self.log.game, self.epoch, ballot, self.seat, step, change
        )
        return Vote(*self._signed(body))


def wants_from(log: Log, about: int, *seats: int, leaving: bool = True) -> tuple[Want, ...]:
    """The wants of these seats to go on without somebody, or with."""
    return tuple(Perjurer(log, seat).want(about, leaving=leaving) for seat in sorted(seats))


def promises_from(log: Log, *seats: int, entry: Proposal | None = None) -> list[Promised]:
    """What these seats promise in ballot 0."""
    return [Perjurer(log, seat).promise(0, entry=entry) for seat in seats]


def offer_without(log: Log, about: int, *seats: int) -> Offer:
    """The first coordinator's offer to go on without somebody, on what these seats promise."""
    wants = wants_from(log, about, *{0, 1, 2, 3} - {about})
    return Perjurer(log, 0).offer(0, wants, promises_from(log, *seats))


def change_in(offer: Offer) -> bytes:
    """The hash of the change that is offered."""
    return read_body(OfferBody, offer.body).change


def two_entries(log: Log, seat: int, **place: int) -> Equivocation:
    """The proof that a seat has signed two entries for one place."""
    entries = (written(log.game_start, log, seat, f"add {n}", **place) for n in (1, 2))
    signed = (SignedStatement(entry.body, entry.signature) for entry in entries)
    return Equivocation(log.game_start.id, seat, tuple(signed))
