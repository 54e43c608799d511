"""Checks of the messages of an epoch change. Nothing here keeps state."""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.decision import RequestedChange, check_votes, requested_change
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    EntryBody,
    OfferBody,
    PrepBody,
    PromiseBody,
    VoteBody,
    change_hash,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Accepted,
    Offer,
    Prep,
    Promised,
    Proposal,
    Signed,
    Vote,
    wants_hash,
)


def check_prep(log: Log, frame: Prep, body: PrepBody) -> Signed | None:
    """Check a prep; returns the promise that we follow, or None if our own can stand on this
    evidence. Raises `Refusal`."""
    membership = log.membership
    if body.game != log.game or body.seat not in membership.voters:
        raise Refusal(Fault.VOTER, f"seat {body.seat}")
    log.statements.check_signed(body.seat, frame.signature, frame.body)
    if body.wants != wants_hash(frame.wants):
        raise Refusal(Fault.WANT, "others than were signed")
    requested = requested_change(log, frame.wants)
    requested.membership(membership, requested.since)
    return followed_promise(log, requested, frame.promise)


def followed_promise(log: Log, requested: RequestedChange, signed: Signed) -> Signed | None:
    """The promise that we follow if we are past the index of these wants; None if we are not.
    Raises `Refusal`.

    Wants for index i end the epoch while some voter has not acknowledged i + 1: once it promises,
    i + 1 never becomes final, and all can follow it. If it lies, its acknowledgement proves that.
    """
    reached = log.agreement.reached
    if requested.since >= reached:
        return None
    body = read_body(PromiseBody, signed.body)
    following = log.membership.epoch + 1
    if (body.game, body.epoch) != (log.game, following) or body.seat not in log.voters:
        raise Refusal(Fault.PROMISE, f"seat {body.seat}")
    log.statements.check_signed(body.seat, signed.signature, signed.body)
    log.statements.see_promise(body, signed)
    if body.reached > requested.since or requested.since < log.index - 1:
        raise Refusal(Fault.WANT, f"of index {requested.since}, lapsed at {reached}")
    return signed


def is_shown(log: Log, body: PromiseBody, frame: Promised) -> bool:
    """True once a promise shows all that it names, or our log holds it; False while we lack its
    base, or luck that it knows: we fetch both once its voter says that it has them. Raises
    `Refusal`."""
    if log.index <= body.base or body.base < log.chain.origin:
        return False
    if log.chain.hash_at(body.base) != body.base_hash:
        raise Refusal(Fault.PREV, f"base {body.base}")
    if not all(log.rounds.resolved(index) for index in body.drawn):
        return False
    _check_report(log, body, frame.entry)
    _check_accepted(log, body, frame.accepted)
    return True


def _check_report(log: Log, body: PromiseBody, report: Proposal | None) -> None:
    if not body.entry:
        return
    if report is None or entry_hash(report.body) != body.entry:
        raise Refusal(Fault.PROMISE, "a report that is not shown")
    entry = read_body(EntryBody, report.body)
    if entry.game != log.game:
        raise Refusal(Fault.GAME, "a report")
    if entry.epoch != log.membership.epoch or entry.index != body.base + 1:
        raise Refusal(Fault.INDEX, "a report")
    if entry.seat >= len(log.game_start.genesis.seats):
        raise Refusal(Fault.AUTHOR)
    log.statements.check_signed(entry.seat, report.signature, report.body)


def _check_accepted(log: Log, body: PromiseBody, accepted: Accepted | None) -> None:
    if body.accepted < 0:
        return
    if accepted is None or change_hash(accepted.offer.change) != body.accepted_hash:
        raise Refusal(Fault.PROMISE, "an accepted change that is not shown")
    ballot, change = body.accepted, body.accepted_hash
    check_votes(log, accepted.echoes, step="echo", ballot=ballot, change=change)


def check_coordinator(log: Log, frame: Offer, body: OfferBody) -> None:
    """Raise `Refusal` unless the coordinator of its ballot has signed an offer."""
    if body.game != log.game or body.seat != log.membership.coordinator(body.ballot):
        raise Refusal(Fault.AUTHOR, f"ballot {body.ballot}")
    log.statements.check_signed(body.seat, frame.signature, frame.body)
    log.statements.see(body, frame)


def check_voter(log: Log, frame: Vote, body: VoteBody) -> None:
    """Raise `Refusal` unless a voter has signed a vote."""
    if body.seat not in log.voters:
        raise Refusal(Fault.VOTER, f"seat {body.seat}")
    log.statements.check_signed(body.seat, frame.signature, frame.body)
    log.statements.see(body, frame)
