"""The end of an epoch: going on without a seat, or with it again. One decision ends each epoch.

    a quorum's wants -> Prep, promises -> Offer, echoes -> accepted -> final

Voter r mod n coordinates ballot r. A voter answers only the ballot of its own round; it enters a
later round by its timer, or when more voters than may lie state a higher one. Once it has promised,
it acknowledges nothing more in this epoch. On wants for an earlier index it promises only if it
follows a voter that was not past that index: else wants that were taken back could end an epoch at
any later time. A change with echoes of a quorum may have been accepted, and one that a quorum has
accepted is final. So a later ballot offers again the change of which a promise shows the echoes.

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

    # --- queries ------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """True while ballots on the end of this epoch are under way."""
        return self.ballot.started

    @property
    def round(self) -> int:
        return self.ballot.round

    def retransmissions(self) -> list[Frame]:
        """Our own messages, sent again every second until the epoch has ended."""
        own, ballot = self._log.voter, self.ballot
        if own is None:
            return []
        frames = self.wants.retransmissions(own)
        if not ballot.started:
            return frames
        # A voter that alone had seen the evidence would be stuck.
        if self._log.epoch.frozen and ballot.evidence:
            frames.append(make_prep(self._log, own, ballot))
            if not ballot.has_accepted:  # a promise names a change accepted in an older ballot
                frames.append(make_promise(self._log, own, ballot))
        offer = ballot.echoed_offer
        if offer is not None:
            frames.append(offer)
        return [*frames, *map(_vote_frame, ballot.votes_of(own.seat))]

    # --- time and frames ----------------------------------------------------------------------

    def restore(self, acceptor_state: AcceptorState) -> None:
        """Restore the acceptor state from the journal."""
        if acceptor_state.epoch != self.ballot.epoch or self._log.voter is None:
            return
        self.ballot.restore(acceptor_state)
        self._log.epoch.promise_end(acceptor_state.epoch - 1)

    def note_round(self, seat: int, epoch: int, number: int) -> None:
        """Note the round of a seat, from its heartbeat."""
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
            self._judge_undecided(own)  # an offer brings its own evidence
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
        """Start over when the log has entered another epoch; forget lapsed wants."""
        following = self._log.membership.epoch + 1
        if following != self.ballot.epoch:
            self.ballot = Ballot(following)
            self.wants.clear()
        self.wants.lapse()

    def receive(self, seat: int, frame: ChangeFrame, now_ms: int) -> None:
        """Take a frame that came from `seat`; a `Refusal` changes nothing."""
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
        """Synchronise rounds: our timer moves us on only while a quorum is in this round or a later
        one, and we jump to a round that more voters than may lie have reached."""
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
            furthest = ballot.round + ROUNDS_AHEAD  # a bound on what a crowd of liars can do
            self._enter(min(others[liars], furthest), now_ms)

    def _next_round(self) -> int:
        leaving, membership = self.ballot.leaving, self._log.membership
        following = range(self.round + 1, self.round + 1 + len(self._log.voters))
        staying = (r for r in following if membership.coordinator(r) not in leaving)
        return next(staying, self.round + 1)

    def _enter(self, number: int, now_ms: int) -> None:
        own = self._log.voter if self._log.epoch.frozen else None
        if own is not None:  # with a full disk we stay in the stored round
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
        """Promise to acknowledge nothing more in this epoch; durable before we send it."""
        self.ballot.evidence, self.ballot.followed = evidence, followed
        self._storage.save_acceptor_state(self.ballot.acceptor_state())
        self._log.epoch.promise_end(self.ballot.epoch - 1)
        self.outbox.append(make_promise(self._log, own, self.ballot))

    def _promise_in(
        self, own: SignerIdentity, number: int, evidence: tuple[Want, ...], followed: Signed | None
    ) -> None:
        """Promise on evidence that binds every voter, whatever we want ourselves."""
        if not self.ballot.started:
            self.ballot.start(number if number < len(self._log.voters) else 0)
        self._promise(own, evidence, followed)

    def _receive_want(self, frame: Want, _sender: int) -> None:
        self.wants.receive(frame)

    def _receive_prep(self, frame: Prep, _sender: int) -> None:
        """Take evidence to end the epoch, from a voter that has promised on it."""
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
        """As coordinator, offer the change that follows from a quorum of promises; once."""
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
            except (Refusal, Behind):  # `Behind`: we have not fetched a base, or its luck, yet
                if best.accepted < 0 or best.seat == own.seat:
                    return  # more promises may come
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
        """Echo a valid offer of our round, whether we have promised or not."""
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
            return  # its coordinator is mistaken or lies; the next round has another one
        if not frozen:
            self._promise_in(own, body.ballot, frame.wants, self._least_far(frame))
        elif not ballot.evidence:
            return  # a fork froze us: we say nothing more in this game
        if body.ballot != ballot.round or ballot.echoed not in (b"", body.change):
            return
        ballot.keep_offer(frame, body)
        self._storage.save_acceptor_state(ballot.acceptor_state(echoed=body.change))
        ballot.echoed = body.change
        self.outbox.append(frame)  # two offers in one ballot are an equivocation: all should see
        self._vote("echo", body.change, own)

    def _least_far(self, offer: Offer) -> Signed | None:
        """The promise of an offer that had come least far, for us to follow; None: our own."""
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
        """Accept the change that a quorum has echoed in our round."""
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
        """Append the change that a quorum has accepted."""
        quorum = self._log.membership.quorum
        for (step, number, change), votes in self.ballot.votes.items():
            offer = self.ballot.offers.get((number, change))
            if step == "accept" and len(votes) >= quorum and offer is not None:
                line = Changed(offer, tuple(votes[seat] for seat in sorted(votes)))
                try:
                    admit(self._log, line)
                except Refusal:
                    continue  # we lag behind: the change comes with the log
                self.follow()
                return


def _vote_frame(vote: Signed) -> Vote:
    return Vote(vote.body, vote.signature)
