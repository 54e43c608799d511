"""The state of one voter in the ballots that end an epoch.

The voter stores its round and all that it has promised, offered, echoed and accepted, its acceptor
state, durably before it sends any of it.
"""

from __future__ import annotations

from dataclasses import replace

from camelnet.protocol.wire.bodies import OfferBody, PromiseBody, WantBody, read_body
from camelnet.protocol.wire.frames import Accepted, AcceptorState, Offer, Promised, Signed, Want

VOTES_KEPT = 32  # of each seat
OFFERS_KEPT = 8


class Ballot:
    """See the module."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch  # that would begin
        self.round = 0
        self.started = False
        self.since_ms: int | None = None  # when this round began
        self.evidence: tuple[Want, ...] = ()  # the quorums of wants on which the epoch ends
        self.followed: Signed | None = None  # the promise that we followed; None: our own
        self.rounds: dict[int, int] = {}  # those that the other voters state, by seat
        self.promises: dict[int, tuple[PromiseBody, Promised]] = {}  # of this round, by seat
        self.offers: dict[tuple[int, bytes], Offer] = {}  # by ballot and change
        self.undecided: Offer | None = None  # waits until we can judge it
        self.votes: dict[tuple[str, int, bytes], dict[int, Signed]] = {}
        self.echoed: bytes = b""  # the change, in this round
        self.offered = -1  # the last ballot in which we made an offer
        self.accepted: Accepted | None = None

    # --- queries ------------------------------------------------------------------------------

    @property
    def leaving(self) -> set[int]:
        """The seats that leave on this evidence."""
        bodies = [read_body(WantBody, want.body) for want in self.evidence]
        return {body.about for body in bodies if body.leaving}

    @property
    def has_accepted(self) -> bool:
        """True if we have accepted a change in this round."""
        accepted = self.accepted
        return accepted is not None and read_body(OfferBody, accepted.offer.body).ballot >= (
            self.round
        )

    @property
    def echoed_offer(self) -> Offer | None:
        return self.offers.get((self.round, self.echoed))

    def votes_for(self, step: str, change: bytes) -> dict[int, Signed]:
        """The votes of this round, by seat."""
        return self.votes.get((step, self.round, change), {})

    def votes_of(self, seat: int) -> list[Signed]:
        """A seat's votes that still count: this round's, and all accepts."""
        return [
            votes[seat]
            for (step, ballot, _), votes in self.votes.items()
            if seat in votes and (step == "accept" or ballot == self.round)
        ]

    def acceptor_state(
        self, *, echoed: bytes | None = None, accepted: Accepted | None = None
    ) -> AcceptorState:
        """The state to store before we echo or accept a change."""
        return AcceptorState(
            self.epoch,
            self.round,
            self.evidence,
            self.followed,
            self.echoed if echoed is None else echoed,
            self.offered,
            accepted or self.accepted,
        )

    def acceptor_state_in(self, number: int) -> AcceptorState:
        """The state to store before we enter another round."""
        return replace(self.acceptor_state(echoed=b""), round=number)

    # --- changing -----------------------------------------------------------------------------

    def restore(self, acceptor_state: AcceptorState) -> None:
        """Restore the acceptor state from the journal."""
        self.round = acceptor_state.round
        self.started = True
        self.evidence = acceptor_state.evidence
        self.followed = acceptor_state.because
        self.echoed = acceptor_state.echoed
        self.offered = acceptor_state.offered
        self.accepted = acceptor_state.accepted
        if acceptor_state.accepted is not None:
            body = read_body(OfferBody, acceptor_state.accepted.offer.body)
            self.offers[body.ballot, body.change] = acceptor_state.accepted.offer

    def start(self, number: int, since_ms: int | None = None) -> None:
        """Begin the ballots in a round."""
        self.started = True
        self.round = number
        if since_ms is not None:
            self.since_ms = since_ms

    def enter(self, number: int, now_ms: int) -> None:
        """Enter another round."""
        self.round = number
        self.since_ms = now_ms
        self.echoed = b""
        self.promises.clear()

    def keep_offer(self, frame: Offer, body: OfferBody) -> None:
        self.offers[body.ballot, body.change] = frame
        while len(self.offers) > OFFERS_KEPT:
            self.offers.pop(next(iter(self.offers)))

    def add_vote(self, step: str, ballot: int, change: bytes, seat: int, vote: Signed) -> None:
        self.votes.setdefault((step, ballot, change), {})[seat] = vote

    def bound_votes(self, seat: int) -> None:
        """Keep only the last votes of a seat, so that a flood of them displaces nobody else's."""
        given = [key for key, votes in self.votes.items() if seat in votes]
        for key in given[:-VOTES_KEPT]:
            del self.votes[key][seat]
            if not self.votes[key]:
                del self.votes[key]
