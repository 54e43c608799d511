"""The decision rule of an epoch change: a pure function of wants and promises, equal for all.

The coordinator computes it; every voter computes it again before it echoes, and so does every
reader of a log or a record. Nothing here keeps state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.log.beacon_round import still_drawable
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.bodies import (
    KEY,
    ChangeBody,
    EntryBody,
    OfferBody,
    PromiseBody,
    VoteBody,
    WantBody,
    change_hash,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import Changed, Offer, Proposal, Signed, Want


class Behind(Exception):
    """Our log lacks a line, or its luck, needed for the judgement: fetch it and try again."""

    def __init__(self, missing: Fault) -> None:
        super().__init__(missing.value)
        self.missing = missing  # `INDEX` or `LUCK`


@dataclass(frozen=True, slots=True)
class RequestedChange:
    """The change that enough voters want: who leaves, and who returns."""

    leaving: frozenset[int]
    returning: frozenset[int]
    proven: frozenset[int]  # the leaving seats about which all wants give a proof as the reason
    since: int  # the lowest index of these wants

    def membership(self, membership: Membership, base: int) -> Membership:
        """The membership after the change, if the epoch closes behind `base`; raises `Refusal` if
        there can be none, or a want has lapsed.

        A voter promises on wants for index i before it acknowledges i + 1, or follows the promise
        of a voter that did. So i + 1 is the last index that can become final after such a promise.
        """
        if self.since < base - 1:
            raise Refusal(Fault.WANT, f"of index {self.since}, lapsed at {base}")
        after = membership.after(leaving=self.leaving, returning=self.returning, proven=self.proven)
        if after is None:
            raise Refusal(Fault.WANT, "too few would stay, or somebody cannot come back")
        return after


@dataclass(frozen=True, slots=True)
class Decision:
    """A valid change, ready to be appended to the log."""

    change: ChangeBody
    membership: Membership
    closing: Proposal | None  # to append before the change


def want_of(log: Log, want: Want) -> WantBody:
    """Check a want; raises `Refusal`."""
    body = read_body(WantBody, want.body)
    if body.game != log.game:
        raise Refusal(Fault.GAME)
    if body.epoch != log.membership.epoch:
        raise Refusal(Fault.EPOCH)
    if body.seat not in log.voters or body.about >= len(log.game_start.genesis.seats):
        raise Refusal(Fault.VOTER, f"a want of seat {body.seat}")
    log.statements.check_signed(body.seat, want.signature, want.body)
    return body


def requested_change(log: Log, wants: Sequence[Want]) -> RequestedChange:
    """The change that these wants ask for; raises `Refusal` where they are short of a quorum."""
    bodies = [want_of(log, want) for want in wants]
    order = [(body.about, body.leaving, body.seat) for body in bodies]
    if order != sorted(set(order)):
        raise Refusal(Fault.WANT, "wants twice or out of order")
    groups: dict[tuple[int, bool], list[WantBody]] = {}
    for body in bodies:
        groups.setdefault((body.about, body.leaving), []).append(body)
    for group in groups.values():
        if len(group) < log.membership.quorum or len({body.index for body in group}) > 1:
            raise Refusal(Fault.WANT, f"about seat {group[0].about}")
    if not groups or any((about, not leaves) in groups for about, leaves in groups):
        raise Refusal(Fault.WANT)
    leaving = {about for about, leaves in groups if leaves}
    returning = {about for about, leaves in groups if not leaves}
    proven = {
        about
        for (about, leaves), group in groups.items()
        if leaves and all(body.why == "proof" for body in group)
    }
    since = min(body.index for body in bodies)
    return RequestedChange(frozenset(leaving), frozenset(returning), frozenset(proven), since)


def promise_of(log: Log, signed: Signed, ballot: int) -> PromiseBody:
    """Check the form and signature of a promise; raises `Refusal`."""
    body = read_body(PromiseBody, signed.body)
    if body.game != log.game:
        raise Refusal(Fault.GAME)
    if body.epoch != log.membership.epoch + 1 or body.ballot != ballot:
        raise Refusal(Fault.EPOCH)
    if body.seat not in log.voters or body.accepted >= ballot:
        raise Refusal(Fault.PROMISE, f"seat {body.seat}")
    if (body.accepted >= 0) != bool(body.accepted_hash):
        raise Refusal(Fault.PROMISE, f"seat {body.seat}")
    log.statements.check_signed(body.seat, signed.signature, signed.body)
    return body


def check_votes(
    log: Log, votes: Iterable[Signed], *, step: str, ballot: int, change: bytes
) -> None:
    """Raise `Refusal` unless a quorum of voters, in order of seat, took this step for a change."""
    seats = []
    for vote in votes:
        body = read_body(VoteBody, vote.body)
        fits = (body.game, body.epoch, body.ballot, body.step, body.change) == (
            log.game,
            log.membership.epoch + 1,
            ballot,
            step,
            change,
        )
        if not fits or body.seat not in log.voters:
            raise Refusal(Fault.CERTIFICATE, f"a vote of seat {body.seat}")
        log.statements.check_signed(body.seat, vote.signature, vote.body)
        seats.append(body.seat)
    if seats != sorted(set(seats)) or len(seats) < log.membership.quorum:
        raise Refusal(Fault.CERTIFICATE, "too few votes for a change")


def highest(promises: Sequence[PromiseBody]) -> PromiseBody:
    """The promise that binds an offer: it shows the change accepted in the highest ballot."""
    return max(promises, key=lambda promise: promise.accepted)


def closing_of(base: int, promises: Sequence[PromiseBody]) -> bytes:
    """The hash of the entry after the base that strictly most promises report; a promise without a
    report is no vote. Empty on a tie: then no entry was final."""
    counted = Counter(body.entry for body in promises if body.base == base and body.entry)
    ranked = counted.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return b""
    return ranked[0][0]


def decide(
    log: Log,
    requested: RequestedChange,
    promises: Sequence[PromiseBody],
    report: Proposal | None,
) -> Decision:
    """The one change that follows; our log must hold the base. `report` is the entry that most
    promises report. Raises `Refusal`, or `Behind`."""
    base = max(body.base for body in promises)
    membership = requested.membership(log.membership, base)
    pending = log.chain.pending_at(base)
    base_hash = log.chain.hash_at(base)
    if pending is None or base_hash is None or base < log.chain.origin:
        raise Refusal(Fault.PROMISE, f"base {base}")
    drawn = {index for body in promises if body.base == base for index in body.drawn}
    carried = []
    for index in pending:
        if index not in drawn:
            break
        if not log.rounds.resolved(index):  # peers that know it would decide another change
            raise Behind(Fault.LUCK)
        carried.append(index)
    may_close = report is not None and _may_close(log, base, report, pending == tuple(carried))
    closing = report if may_close else None
    prev = entry_hash(closing.body) if closing else base_hash
    change = ChangeBody(
        domain="camelnet/change/1",
        game=log.game,
        epoch=membership.epoch,
        index=base + (2 if closing else 1),
        prev=prev,
        voters=membership.voters,
        ghosts=membership.ghosts,
        proven=membership.proven,
        closing=closing is not None,
        carried=tuple(carried),
        redrawn=_redrawn(log, membership, pending, carried, closing),
    )
    return Decision(change, membership, closing)


def _may_close(log: Log, base: int, closing: Proposal, all_drawn: bool) -> bool:
    entry = read_body(EntryBody, closing.body)
    if entry.index != base + 1:
        return False
    if (known := log.chain.hash_at(base + 1)) is not None:
        return known == entry_hash(closing.body)
    return (all_drawn or entry.notation == KEY) and log.agreement.acceptable(closing)


def _redrawn(
    log: Log,
    membership: Membership,
    pending: Sequence[int],
    carried: Collection[int],
    closing: Proposal | None,
) -> int:
    """The entry of the rules whose luck the new key draws, since too few hold the old key; else
    0."""
    entry = read_body(EntryBody, closing.body) if closing else None
    if entry is not None and entry.notation != KEY:
        key = log.epoch.coin_key(log.membership.epoch)
        return 0 if key is not None and key.held_by(membership.voters) else entry.index
    found = [log.rounds.round_at(index) for index in pending if index not in carried]
    lost = [beacon_round for beacon_round in found if beacon_round is not None]
    beacon_round = next((beacon_round for beacon_round in lost if not beacon_round.is_key), None)
    return (
        0
        if beacon_round is None or still_drawable(beacon_round, lost, membership)
        else beacon_round.index
    )


def check_offer(log: Log, offer: Offer, *, settled: bool = False) -> Decision:
    """The offered change, if it is valid; raises `Refusal`, or `Behind`.

    `settled`: the change is final already, and comes from a log.
    """
    body = read_body(OfferBody, offer.body)
    change = read_body(ChangeBody, offer.change)
    if body.game != log.game or change.game != log.game:
        raise Refusal(Fault.GAME)
    if body.epoch != log.membership.epoch + 1 or change.epoch != body.epoch:
        raise Refusal(Fault.EPOCH)
    if body.seat != log.membership.coordinator(body.ballot):
        raise Refusal(Fault.AUTHOR, f"ballot {body.ballot}")
    log.statements.check_signed(body.seat, offer.signature, offer.body)
    hashed = change_hash(offer.change)
    if body.change != hashed:
        raise Refusal(Fault.PROMISE, "another change than was signed")
    promises = _promises(log, offer, body.ballot)
    base = max(promise.base for promise in promises)
    if log.index <= base:
        raise Behind(Fault.INDEX)
    if any(p.base == base and p.base_hash != log.chain.hash_at(base) for p in promises):
        raise Refusal(Fault.PREV, f"base {base}")
    best = highest(promises)
    if best.accepted >= 0:
        check_votes(log, offer.echoes, step="echo", ballot=best.accepted, change=best.accepted_hash)
        if hashed != best.accepted_hash:
            raise Refusal(Fault.PROMISE, "another change than was accepted before")
        return _again(log, offer, change)
    reported = closing_of(base, promises)
    if reported != _checked_report(log, offer.report) or offer.echoes:
        raise Refusal(Fault.PROMISE, "a report, or echoes, of something else")
    decision = decide(log, requested_change(log, offer.wants), promises, offer.report)
    if decision.change != change:
        if settled and change.index > log.index + 1:
            raise Behind(Fault.INDEX)
        raise Refusal(Fault.PROMISE, f"epoch {change.epoch}")
    return _unless_known(log, decision)


def _promises(log: Log, offer: Offer, ballot: int) -> list[PromiseBody]:
    promises = [promise_of(log, signed, ballot) for signed in offer.promises]
    seats = [promise.seat for promise in promises]
    if seats != sorted(set(seats)) or len(seats) < log.membership.quorum:
        raise Refusal(Fault.PROMISE, "too few promises")
    return promises


def _checked_report(log: Log, report: Proposal | None) -> bytes:
    """The hash of the entry that promises report; empty without one. Raises `Refusal` unless its
    author has signed it."""
    if report is None:
        return b""
    entry = read_body(EntryBody, report.body)
    if entry.epoch != log.membership.epoch or entry.seat >= len(log.game_start.genesis.seats):
        raise Refusal(Fault.EPOCH)
    log.statements.check_signed(entry.seat, report.signature, report.body)
    return entry_hash(report.body)


def _again(log: Log, offer: Offer, change: ChangeBody) -> Decision:
    """Check a change that was accepted in an older ballot and comes unchanged."""
    base = change.index - 1 - change.closing
    membership = requested_change(log, offer.wants).membership(log.membership, base)
    if (membership.voters, membership.ghosts, membership.proven) != (
        change.voters,
        change.ghosts,
        change.proven,
    ):
        raise Refusal(Fault.WANT)
    if change.index > log.index + change.closing:
        raise Behind(Fault.INDEX)
    closing = None
    if change.index == log.index + 1:
        if not all(log.rounds.resolved(index) for index in change.carried):
            raise Behind(Fault.LUCK)
        closing = offer.report
        named = closing is not None and entry_hash(closing.body) == change.prev
        if closing is None or not named or not log.agreement.acceptable(closing):
            raise Refusal(Fault.PROMISE, "the closing entry is missing")
    return _unless_known(log, Decision(change, membership, closing))


def _unless_known(log: Log, decision: Decision) -> Decision:
    """The decision without its closing entry if our log has that already; raises `Refusal` if ours
    differs."""
    change = decision.change
    known = log.chain.hash_at(change.index - 1)
    if known is not None:
        if known != change.prev or log.index != change.index:
            raise Refusal(Fault.PREV, f"index {change.index}")
        return Decision(change, decision.membership, None)
    return decision


def admit_change(log: Log, line: Changed) -> None:
    """Check everything about a change in another log, and append it; raises `Refusal`."""
    body = read_body(OfferBody, line.offer.body)
    if body.epoch != log.membership.epoch + 1:
        raise Refusal(Fault.INDEX, f"epoch {body.epoch} after {log.membership.epoch}")
    check_votes(log, line.votes, step="accept", ballot=body.ballot, change=body.change)
    before = log.chain.closing
    try:
        decision = check_offer(log, line.offer, settled=True)
    except Behind as behind:
        raise Refusal(behind.missing, f"epoch {body.epoch}") from None
    if before is not None and entry_hash(before.body) != decision.change.prev:
        raise Refusal(Fault.CERTIFICATE, f"index {log.index}")
    if decision.closing is not None:
        log.close_with(decision.closing)
    log.begin_epoch(line, decision.change, decision.membership)
    if before is not None:
        log.learn_luck(before)
