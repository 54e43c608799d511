"""A coordinator that offers two changes in one ballot: why a change needs echoes."""

from __future__ import annotations

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch import decision, message_validation
from camelnet.protocol.epoch.epoch_change import EpochChange
from camelnet.protocol.log.interfaces import SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import OfferBody, read_body
from camelnet.protocol.wire.frames import Accepted, Head, Offer, Promised, Signed, Vote
from tests.protocol.ending import give, promises_of, quiet, told
from tests.protocol.perjury import Perjurer, wants_from
from tests.protocol.toy_table import ToyTable, nothing_lost

LIAR = 0  # whose ballot 0 is; 1, 2 and 3 are honest


def promised(table: ToyTable, seat: int, ballot: int) -> Promised:
    bodies = promises_of(table, seat)
    frames = told(table, seat, Promised)
    found = zip(bodies, frames, strict=True)
    return next(frame for body, frame in found if body.ballot == ballot)


def two_faced() -> ToyTable:
    """The liar has shown seats 1 and 2 one change and seat 3 another, both right, and votes for
    each with those that have seen it. Then seat 1 is cut off, and the liar tells the others that it
    has accepted what seat 3 has seen."""
    table = quiet()
    log: Log = table.log(2)
    liar = Perjurer(log, LIAR)
    table.leave(LIAR)
    table.lost = lambda sender, to, frame: True
    wants = {about: wants_from(log, about, *{0, 1, 2, 3} - {about}) for about in (2, 3)}
    for seat in (1, 2, 3):
        give(table, seat, liar.prep(wants[3], 0))
    ballot = [liar.promise(0), *(promised(table, seat, 0) for seat in (1, 2, 3))]
    offers = {about: liar.offer(0, wants[about], ballot[:3]) for about in (2, 3)}
    hashes = {about: read_body(OfferBody, offers[about].body).change for about in (2, 3)}
    for seat, about in ((1, 3), (2, 3), (3, 2)):
        give(table, seat, offers[about], liar.vote(0, "echo", hashes[about]))
    for seat, other in ((1, 2), (2, 1)):  # these two hear each other
        give(table, seat, *told(table, other, Vote), sender=other)
    give(table, 1, liar.vote(0, "accept", hashes[3]), *told(table, 2, Vote))
    assert table.log(1).membership.ghosts == (3,), "final where all three accepts are known"
    table.leave(1)
    table.lost = nothing_lost
    wake_the_liar(table, liar, offers[2], hashes[2])
    return table


def wake_the_liar(table: ToyTable, liar: Perjurer, offer: Offer, change: bytes) -> None:
    """It keeps up with the rounds of seats 2 and 3; at every later ballot it promises to
    have accepted that change, and echoes and accepts it and no other."""
    echoes = tuple(
        Signed(vote.body, vote.signature)
        for vote in (liar.vote(0, "echo", change), Perjurer(liar.log, 3).vote(0, "echo", change))
    )
    for _ in range(400):
        table.step()
        for seat in (2, 3):
            changes = table.tables[seat].epoch_change
            head = Head(liar.log.game, liar.log.index, 0, changes.round)
            table.tables[seat].heard(LIAR, head, table.now_ms)
            frames: list[object] = [liar.promise(changes.round, accepted=Accepted(offer, echoes))]
            ballots = {
                read_body(OfferBody, item.body).ballot for item in changes.ballot.offers.values()
            }
            frames += [
                liar.vote(ballot, step, change)
                for ballot in sorted(ballots)
                for step in ("echo", "accept")
            ]
            for frame in frames:
                try:
                    give(table, seat, frame, sender=LIAR)
                except Refusal:
                    continue


def test_it_cannot_fork_a_table_of_four() -> None:
    table = two_faced()
    for seat in (2, 3):
        assert table.log(seat).membership.ghosts in ((), (3,)), (
            "what was final elsewhere, or nothing"
        )
    table.check_agreement()
    table.wake(1)
    table.until_changed(1)
    table.check_agreement()


def test_without_the_echo_it_would(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(self: EpochChange, own: SignerIdentity) -> None:
        """Accept whatever was found right, without asking who else has seen it."""
        ballot = self.ballot
        offer = ballot.echoed_offer
        if offer is not None and own.seat not in ballot.votes_for("accept", ballot.echoed):
            ballot.accepted = Accepted(offer, ())
            self._vote("accept", ballot.echoed, own)

    honest = decision.check_votes

    def lax(log: Log, votes: object, *, step: str, ballot: int, change: bytes) -> None:
        if step == "accept":
            honest(log, votes, step=step, ballot=ballot, change=change)  # type: ignore[arg-type]

    monkeypatch.setattr(EpochChange, "_accept", hasty)
    monkeypatch.setattr(decision, "check_votes", lax)
    monkeypatch.setattr(message_validation, "check_votes", lax)
    table = two_faced()
    with pytest.raises(AssertionError, match="index"):
        table.check_agreement()
    ghosts = {table.log(seat).membership.ghosts for seat in (1, 2, 3)}
    assert ghosts == {(2,), (3,)}, "two tables, each without somebody else"
