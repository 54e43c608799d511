"""Ending an epoch: going on without somebody, or with somebody again. One decision per epoch.

    wants of a quorum -> PREP, promises -> CHANGE, echoes -> accepted -> final

Ballot r belongs to voter r mod n. A voter answers only the ballot of its own round; rounds advance
by its timer, or when more voters than may lie state a higher one. Whoever has promised acknowledges
nothing more in this epoch. On wants for an older place a voter promises only with somebody who was
not past that place; else votes that were taken back could end an epoch for ever. A change that a
quorum has echoed may have been accepted, and one that a quorum accepted is final: so a later ballot
proposes again what one of its promises shows echoes of.
Times are milliseconds of a clock that does not run backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.ballot import Ballot
from camelnet.protocol.epoch.decision import Behind, check_offer, highest, promise_of
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.epoch.membership_votes import Wants
from camelnet.protocol.epoch.message_builders import make_offer, make_prep, make_promise, make_vote
from camelnet.protocol.epoch.message_validation import (
    check_coordinator,
    check_prep,
    check_voter,
    is_shown,
)
from camelnet.protocol.log.interfaces import LogStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import OfferBody, PrepBody, PromiseBody, VoteBody, read_body
from camelnet.protocol.wire.frames import (
    Accepted,
    AcceptorState,
    Changed,
    Frame,
    Offer,
    Prep,
    Promised,
    Signed,
    Unwant,
    Vote,
    Want,
)

ROUND_MS = 3000
ROUNDS_AHEAD = 128

ChangeFrame = Want | Unwant | Prep | Promised | Offer | Vote


class EpochChange:
    """See the module. `outbox` takes frames for all other seats."""

    def __init__(self, *, log: Log, storage: LogStorage, outbox: list[Frame]) -> None:
        self.wants = Wants(log, outbox)
        self.ballot = Ballot(log.membership.epoch + 1)
        self.outbox = outbox
        self._log = log
        self._storage = storage
        self.routes: Mapping[type[Frame], Callable[[Any, int], None]] = {
            Want: self._receive_want,
            Unwant: self.wants.receive_unwant,
            Prep: self._receive_prep,
            Promised: self._receive_promise,
            Offer: self._receive_offer,
            Vote: self._receive_vote,
        }

    # --- asking -------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """True while ballots about the end of this epoch are under way."""
        return self.ballot.started

    @property
    def round(self) -> int:
        return self.ballot.round

    def retransmissions(self) -> list[Frame]:
        """Our own messages until the epoch has ended: sent again every second."""
        own, ballot = self._log.voter, self.ballot
        if own is None:
            return []
        frames = self.wants.retransmissions(own)
        if not ballot.started:
            return frames
        if self._log.epoch.frozen and ballot.evidence:  # who was shown it alone would be stuck
            frames.append(make_prep(self._log, own, ballot))
            if not ballot.has_accepted:  # a promise is of what was accepted in older ballots
                frames.append(make_promise(self._log, own, ballot))
        offer = ballot.echoed_offer
        if offer is not None:
            frames.append(offer)
        return [*frames, *map(_vote_frame, ballot.votes_of(own.seat))]

    # --- time and frames ----------------------------------------------------------------------

    def restore(self, acceptor_state: AcceptorState) -> None:
        """Take up a vow from the journal."""
        if acceptor_state.epoch != self.ballot.epoch or self._log.voter is None:
            return
        self.ballot.restore(acceptor_state)
        self._log.epoch.promise_end(acceptor_state.epoch - 1)

    def note_round(self, seat: int, epoch: int, number: int) -> None:
        """A heartbeat: the round in which that seat is."""
        if epoch == self._log.membership.epoch and seat in self._log.voters:
            self.ballot.rounds[seat] = number

    def tick(self, now_ms: int) -> None:
        """Call a few times a second, and after frames."""
        self.follow()
        own, ballot = self._log.voter, self.ballot
        if own is None:
            return
        ballot.evidence = self.wants.quorums(ballot.evidence if self._log.epoch.frozen else ())
        if not ballot.evidence:
            ballot.started = False
            self._judge_undecided(own)  # a change that is right brings its evidence along
            return
        if not ballot.started:
            self._start(now_ms)
        if ballot.since_ms is None:
            ballot.since_ms = now_ms
        self._advance(now_ms)
        if self._coordinates(own) and not self._log.epoch.frozen:
            self._promise(own, ballot.evidence)
            self.outbox.append(make_prep(self._log, own, ballot))
        self._offer(own)
        self._judge_undecided(own)
        self._accept(own)
        self._decide()

    def follow(self) -> None:
        """Begin anew when the log has come to another epoch; forget what has lapsed."""
        following = self._log.membership.epoch + 1
        if following != self.ballot.epoch:
            self.ballot = Ballot(following)
            self.wants.clear()
        self.wants.lapse()

    def receive(self, seat: int, frame: ChangeFrame, now_ms: int) -> None:
        """Take a frame that came from `seat`; raises `Refusal`, and then nothing has changed."""
        self.follow()
        self.routes[type(frame)](frame, seat)
        self.tick(now_ms)

    # --- rounds -------------------------------------------------------------------------------

    def _start(self, now_ms: int) -> None:
        leaving, membership = self.ballot.leaving, self._log.membership
        rounds = range(len(self._log.voters))
        first = next((r for r in rounds if membership.coordinator(r) not in leaving), 0)
        self.ballot.start(first, now_ms)

    def _advance(self, now_ms: int) -> None:
        """Round synchronisation: our timer advances only with a quorum in this round or a later
        one; and we jump to a round that more voters than may lie have reached."""
        ballot, membership = self.ballot, self._log.membership
        assert ballot.since_ms is not None
        others = sorted(
            (r for seat, r in ballot.rounds.items() if seat in self._log.voters), reverse=True
        )
        abreast = 1 + sum(number >= ballot.round for number in others)
        patience_ms = ROUND_MS * (2 + ballot.round) // 2
        if abreast >= membership.quorum and now_ms >= ballot.since_ms + patience_ms:
            self._enter(self._next_round(), now_ms)
        liars = membership.liars
        if len(others) > liars and others[liars] > ballot.round:
            furthest = ballot.round + ROUNDS_AHEAD  # whatever a crowd of liars says
            self._enter(min(others[liars], furthest), now_ms)

    def _next_round(self) -> int:
        leaving, membership = self.ballot.leaving, self._log.membership
        following = range(self.round + 1, self.round + 1 + len(self._log.voters))
        staying = (r for r in following if membership.coordinator(r) not in leaving)
        return next(staying, self.round + 1)

    def _enter(self, number: int, now_ms: int) -> None:
        own = self._log.voter if self._log.epoch.frozen else None
        if own is not None:  # on a full disk we stay in the round that is stored
            self._storage.save_acceptor_state(self.ballot.acceptor_state_in(number))
        self.ballot.enter(number, now_ms)
        if own is not None:
            self.outbox.append(make_promise(self._log, own, self.ballot))

    def _coordinates(self, own: SignerIdentity) -> bool:
        return self._log.membership.coordinator(self.round) == own.seat

    # --- promising ----------------------------------------------------------------------------

    def _promise(
        self, own: SignerIdentity, evidence: tuple[Want, ...], followed: Signed | None = None
    ) -> None:
        """Our acknowledgements in this epoch end; durable before anything is said."""
        self.ballot.evidence, self.ballot.followed = evidence, followed
        self._storage.save_acceptor_state(self.ballot.acceptor_state())
        self._log.epoch.promise_end(self.ballot.epoch - 1)
        self.outbox.append(make_promise(self._log, own, self.ballot))

    def _promise_in(
        self, own: SignerIdentity, number: int, evidence: tuple[Want, ...], followed: Signed | None
    ) -> None:
        """On this evidence every voter ends its epoch, whatever its own wish."""
        if not self.ballot.started:
            self.ballot.start(number if number < len(self._log.voters) else 0)
        self._promise(own, evidence, followed)

    def _receive_want(self, frame: Want, _sender: int) -> None:
        self.wants.receive(frame)

    def _receive_prep(self, frame: Prep, _sender: int) -> None:
        """Grounds to end the epoch: from the coordinator, or whoever has promised on them."""
        body = read_body(PrepBody, frame.body)
        own, ballot = self._log.voter, self.ballot
        if body.epoch != ballot.epoch or self._log.epoch.frozen or own is None:
            return
        followed = check_prep(self._log, frame, body)
        if body.ballot >= ballot.round or not ballot.started:
            self._promise_in(own, body.ballot, frame.wants, followed)

    def _receive_promise(self, frame: Promised, _sender: int) -> None:
        own, ballot = self._log.voter, self.ballot
        if own is None or not ballot.started or not self._coordinates(own):
            return
        body = read_body(PromiseBody, frame.body)
        if body.epoch != ballot.epoch or body.ballot != ballot.round:
            return
        known = ballot.promises.get(body.seat)
        if known and known[1].body == frame.body:
            return
        promise_of(self._log, Signed(frame.body, frame.signature), ballot.round)
        self._log.statements.see(body, frame)
        if is_shown(self._log, body, frame):
            ballot.promises[body.seat] = body, frame

    # --- offers -------------------------------------------------------------------------------

    def _offer(self, own: SignerIdentity) -> None:
        """As coordinator: with a quorum of promises, offer the change that follows; once."""
        ballot = self.ballot
        frozen = self._log.epoch.frozen
        if not self._coordinates(own) or ballot.round <= ballot.offered or not frozen:
            return
        mine = make_promise(self._log, own, ballot)
        ballot.promises[own.seat] = read_body(PromiseBody, mine.body), mine
        while len(ballot.promises) >= self._log.membership.quorum:
            best = highest([ballot.promises[seat][0] for seat in sorted(ballot.promises)])
            try:
                offer = make_offer(self._log, own, ballot, best)
                check_offer(self._log, offer)
            except (Refusal, Behind):  # of a base, or luck, that we have not fetched yet
                if best.accepted < 0 or best.seat == own.seat:
                    return  # not with these; more may come
                del ballot.promises[best.seat]  # true echoes, with something false beside them
                continue
            ballot.offered = ballot.round
            self._storage.save_acceptor_state(ballot.acceptor_state())
            self.outbox.append(offer)
            ballot.undecided = offer
            return

    def _receive_offer(self, frame: Offer, _sender: int) -> None:
        body, ballot = read_body(OfferBody, frame.body), self.ballot
        if body.epoch != ballot.epoch or (body.ballot, body.change) in ballot.offers:
            return
        check_coordinator(self._log, frame, body)
        if self._log.voter is None:
            ballot.keep_offer(frame, body)
        elif body.ballot >= ballot.round or not ballot.started:
            ballot.undecided = frame

    def _judge_undecided(self, own: SignerIdentity) -> None:
        undecided, self.ballot.undecided = self.ballot.undecided, None
        if undecided is not None:
            self._judge(undecided, own)

    def _judge(self, frame: Offer, own: SignerIdentity) -> None:
        """Echo an offer of our round that we find right; promised or not."""
        body, ballot = read_body(OfferBody, frame.body), self.ballot
        frozen = self._log.epoch.frozen
        if body.ballot < ballot.round:
            return
        if body.ballot > ballot.round and ballot.started and frozen:
            ballot.undecided = frame
            return
        try:
            check_offer(self._log, frame)
        except Behind:
            ballot.undecided = frame
            return
        except Refusal:
            return  # a coordinator that is mistaken, or lies; the next round is another's
        if not frozen:
            self._promise_in(own, body.ballot, frame.wants, self._least_far(frame))
        elif not ballot.evidence:
            return  # frozen by a fork: nothing more is said in this game
        if body.ballot != ballot.round or ballot.echoed not in (b"", body.change):
            return
        ballot.keep_offer(frame, body)
        self._storage.save_acceptor_state(ballot.acceptor_state(echoed=body.change))
        ballot.echoed = body.change
        self.outbox.append(frame)  # all should see it: two of one ballot are an equivocation
        self._vote("echo", body.change, own)

    def _least_far(self, offer: Offer) -> Signed | None:
        """Of an offer's promises the one that had come least far, which we follow; None: our
        own."""
        reached = [(read_body(PromiseBody, item.body).reached, item) for item in offer.promises]
        least, first = min(reached, key=lambda pair: pair[0])
        return first if least < self._log.agreement.reached else None

    # --- votes --------------------------------------------------------------------------------

    def _vote(self, step: str, change: bytes, own: SignerIdentity) -> None:
        ballot = self.ballot
        vote = make_vote(self._log, own, ballot, step, change)
        ballot.add_vote(step, ballot.round, change, own.seat, vote)
        self.outbox.append(_vote_frame(vote))

    def _receive_vote(self, frame: Vote, _sender: int) -> None:
        body, ballot = read_body(VoteBody, frame.body), self.ballot
        if body.epoch != ballot.epoch or body.game != self._log.game:
            return
        vote = Signed(frame.body, frame.signature)
        known = ballot.votes.get((body.step, body.ballot, body.change), {})
        if known.get(body.seat) == vote:
            return
        check_voter(self._log, frame, body)
        ballot.add_vote(body.step, body.ballot, body.change, body.seat, vote)
        ballot.bound_votes(body.seat)
        if self._log.voter is None:
            self._decide()

    def _accept(self, own: SignerIdentity) -> None:
        """Accept what a quorum has echoed in our round."""
        ballot = self.ballot
        offer, echoes = ballot.echoed_offer, ballot.votes_for("echo", ballot.echoed)
        if offer is None or own.seat in ballot.votes_for("accept", ballot.echoed):
            return
        if len(echoes) >= self._log.membership.quorum:
            accepted = Accepted(offer, tuple(echoes[seat] for seat in sorted(echoes)))
            self._storage.save_acceptor_state(ballot.acceptor_state(accepted=accepted))
            ballot.accepted = accepted
            self._vote("accept", ballot.echoed, own)

    def _decide(self) -> None:
        """Go over to the change that a quorum has accepted."""
        quorum = self._log.membership.quorum
        for (step, number, change), votes in self.ballot.votes.items():
            offer = self.ballot.offers.get((number, change))
            if step == "accept" and len(votes) >= quorum and offer is not None:
                line = Changed(offer, tuple(votes[seat] for seat in sorted(votes)))
                try:
                    admit(self._log, line)
                except Refusal:
                    continue  # we lag behind: it comes with the log
                self.follow()
                return


def _vote_frame(vote: Signed) -> Vote:
    return Vote(vote.body, vote.signature)
