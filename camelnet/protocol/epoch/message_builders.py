"""Our own messages in an epoch change: want, prep, promise, offer and vote."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.protocol.epoch.ballot import Ballot
from camelnet.protocol.epoch.decision import closing_of, decide, requested_change
from camelnet.protocol.log.interfaces import SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    OfferBody,
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
    Offer,
    Prep,
    Promised,
    Proposal,
    Signed,
    Want,
    wants_hash,
)


def make_want(log: Log, own: SignerIdentity, about: int, *, leaving: bool, why: str) -> Want:
    body = body_bytes(
        WantBody(
            "camelnet/want/1",
            log.game,
            log.membership.epoch,
            log.index,
            own.seat,
            about,
            leaving,
            why,
        )
    )
    return Want(body, own.signer.sign(body))


def make_prep(log: Log, own: SignerIdentity, ballot: Ballot) -> Prep:
    body = body_bytes(
        PrepBody(
            "camelnet/prep/1",
            log.game,
            ballot.epoch,
            ballot.round,
            own.seat,
            wants_hash(ballot.evidence),
        )
    )
    mine = make_promise(log, own, ballot)
    followed = ballot.followed or Signed(mine.body, mine.signature)
    return Prep(body, own.signer.sign(body), ballot.evidence, followed)


def make_promise(log: Log, own: SignerIdentity, ballot: Ballot) -> Promised:
    entry = log.agreement.acknowledged
    accepted = ballot.accepted
    offer = read_body(OfferBody, accepted.offer.body) if accepted else None
    body = body_bytes(
        PromiseBody(
            domain="camelnet/promise/1",
            game=log.game,
            epoch=ballot.epoch,
            ballot=ballot.round,
            seat=own.seat,
            base=log.index - 1,
            base_hash=log.prev,
            drawn=tuple(one.index for one in log.rounds.pending if one.resolved),
            entry=entry_hash(entry.body) if entry else b"",
            accepted=offer.ballot if offer else -1,
            accepted_hash=offer.change if offer else b"",
        )
    )
    return Promised(body, own.signer.sign(body), entry, accepted)


def make_offer(log: Log, own: SignerIdentity, ballot: Ballot, best: PromiseBody) -> Offer:
    """The change that follows from the promises that we hold; of them, `best` accepted in the
    highest ballot. Raises `Refusal`, or `Behind`."""
    frames = [ballot.promises[seat][1] for seat in sorted(ballot.promises)]
    bodies = [ballot.promises[seat][0] for seat in sorted(ballot.promises)]
    accepted = ballot.promises[best.seat][1].accepted if best.accepted >= 0 else None
    if accepted is not None:
        change, wants = accepted.offer.change, accepted.offer.wants
        report, echoes = accepted.offer.report, accepted.echoes
    else:
        report, echoes, wants = _report(bodies, frames), (), ballot.evidence
        change = body_bytes(decide(log, requested_change(log, wants), bodies, report).change)
    hashed = change_hash(change)
    body = body_bytes(
        OfferBody("camelnet/offer/1", log.game, ballot.epoch, ballot.round, own.seat, hashed)
    )
    promises = tuple(Signed(frame.body, frame.signature) for frame in frames)
    return Offer(body, own.signer.sign(body), change, wants, promises, report, echoes)


def _report(bodies: Sequence[PromiseBody], frames: Sequence[Promised]) -> Proposal | None:
    """The entry that most promises with the highest base report."""
    base = max(body.base for body in bodies)
    most = closing_of(base, bodies)
    pairs = zip(bodies, frames, strict=True)
    return next((frame.entry for body, frame in pairs if most and body.entry == most), None)


def make_vote(log: Log, own: SignerIdentity, ballot: Ballot, step: str, change: bytes) -> Signed:
    """A vote of this round."""
    body = body_bytes(
        VoteBody("camelnet/vote/1", log.game, ballot.epoch, ballot.round, own.seat, step, change)
    )
    return Signed(body, own.signer.sign(body))
