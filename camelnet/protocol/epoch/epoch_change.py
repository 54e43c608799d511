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

from collections.abc import Sequence

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.admission import admit
from camelnet.protocol.epoch.decision import (
    Behind,
    RequestedChange,
    check_offer,
    check_votes,
    closing_of,
    decide,
    highest,
    promise_of,
    requested_change,
    want_of,
)
from camelnet.protocol.log.interfaces import LogStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    EntryBody,
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
from camelnet.protocol.wire.messages import (
    Accepted,
    Changed,
    Frame,
    Offer,
    Prep,
    Promised,
    Proposal,
    Signed,
    Unwant,
    Vote,
    Vow,
    Want,
    wants_hash,
)

ROUND_MS = 3000
ROUNDS_AHEAD = 128
WANTS_KEPT = 256
VOTES_KEPT = 32  # of each seat
OFFERS_KEPT = 8

ChangeFrame = Want | Unwant | Prep | Promised | Offer | Vote


class EpochChange:
    """See the module. `outbox` collects frames for all other seats; whoever calls sends them."""

    def __init__(self, *, log: Log, storage: LogStorage) -> None:
        self.outbox: list[Frame] = []
        self._log = log
        self._storage = storage
        self._reset()

    def _reset(self) -> None:
        self.epoch = self._log.membership.epoch + 1  # the one that would begin
        self.round = 0
        self.started = False
        self._since_ms: int | None = None
        self._wants: dict[tuple[int, bool, int], dict[int, Want]] = {}
        self._evidence: tuple[Want, ...] = ()
        self._because: Signed | None = None  # the promise that we followed; None: our own
        self._rounds: dict[int, int] = {}
        self._promises: dict[int, tuple[PromiseBody, Promised]] = {}
        self._offers: dict[tuple[int, bytes], Offer] = {}
        self._pending: Offer | None = None
        self._votes: dict[tuple[str, int, bytes], dict[int, Signed]] = {}
        self._echoed: bytes = b""
        self._offered = -1
        self._accepted: Accepted | None = None

    # --- asking -------------------------------------------------------------------------------

    @property
    def _voter(self) -> SignerIdentity | None:
        return self._log.voter

    def wanted(self) -> dict[tuple[int, bool], tuple[int, ...]]:
        """Who wants what at this index: (seat, leaving) -> voters."""
        found: dict[tuple[int, bool], set[int]] = {}
        for (about, leaving, index), wants in self._wants.items():
            if index >= self._log.index and wants:
                found.setdefault((about, leaving), set()).update(wants)
        return {key: tuple(sorted(seats)) for key, seats in sorted(found.items())}

    def asked(self) -> dict[int, set[int]]:
        """Whom voters want to go on without at this index because a person there said so: by the
        seat that would leave, those voters."""
        found: dict[int, set[int]] = {}
        for (about, leaving, index), wants in self._wants.items():
            if leaving and index == self._log.index:
                askers = {s for s, w in wants.items() if read_body(WantBody, w.body).why == "asked"}
                found.setdefault(about, set()).update(askers)
        return found

    def retransmissions(self) -> list[Frame]:
        """What is ours to say until the epoch has ended: sent again every second."""
        own = self._voter
        if own is None:
            return []
        frames: list[Frame] = [
            wants[own.seat]
            for (_, _, index), wants in sorted(self._wants.items())
            if own.seat in wants and index >= self._log.index
        ]
        if not self.started:
            return frames
        if self._log.epoch.frozen and self._evidence:  # who was shown it alone would be stuck
            frames.append(self._make_prep(own))
            frames.append(self._make_promise(own))
        offer = self._offers.get((self.round, self._echoed))
        if offer is not None:
            frames.append(offer)
        said = [
            votes[own.seat]
            for (step, ballot, _), votes in self._votes.items()
            if own.seat in votes and (step == "accept" or ballot == self.round)
        ]
        return [*frames, *map(_vote_frame, said)]

    # --- wanting ------------------------------------------------------------------------------

    def want(self, about: int, *, leaving: bool, why: str) -> None:
        """Say that we want this, at this index; nothing if it cannot be or was said. A proof is
        said even so: only who goes by one goes for good."""
        own = self._voter
        key = (about, leaving, self._log.index)
        ghost = about in self._log.membership.ghosts
        if own is None or leaving == ghost:
            return
        said = self._wants.get(key, {}).get(own.seat)
        if said is not None and (why != "proof" or read_body(WantBody, said.body).why == why):
            return
        body = body_bytes(
            WantBody(
                "camelnet/want/1",
                self._log.game,
                self._log.membership.epoch,
                self._log.index,
                own.seat,
                about,
                leaving,
                why,
            )
        )
        want = Want(body, own.signer.sign(body))
        self._wants.setdefault(key, {})[own.seat] = want
        self.outbox.append(want)

    def unwant(self, about: int) -> None:
        """Take back that we want to go on without a seat."""
        own = self._voter
        if own is not None:
            self._drop(own.seat, about)
            epoch = self._log.membership.epoch
            self.outbox.append(Unwant(self._log.game, epoch, own.seat, about))

    def _drop(self, seat: int, about: int) -> None:
        for (target, leaving, _), wants in self._wants.items():
            if target == about and leaving:
                wants.pop(seat, None)

    # --- time and frames ----------------------------------------------------------------------

    def restore(self, vow: Vow) -> None:
        """Take up a vow from the journal."""
        if vow.epoch != self.epoch or self._voter is None:
            return
        self.round = vow.round
        self.started = True
        self._evidence = vow.evidence
        self._because = vow.because
        self._echoed = vow.echoed
        self._offered = vow.offered
        self._accepted = vow.accepted
        self._log.epoch.promise_end(self.epoch - 1)
        if vow.accepted is not None:
            body = read_body(OfferBody, vow.accepted.offer.body)
            self._offers[body.ballot, body.change] = vow.accepted.offer

    def told(self, seat: int, epoch: int, round_: int) -> None:
        """A heartbeat: the round in which that seat is."""
        if epoch == self._log.membership.epoch and seat in self._log.voters:
            self._rounds[seat] = round_

    def tick(self, now_ms: int) -> None:
        """Call a few times a second, and after frames."""
        self.follow()
        own = self._voter
        if own is None:
            return
        self._gather()
        if not self._evidence:
            self.started = False
            self._judge_pending(own)  # a change that is right brings its evidence along
            return
        if not self.started:
            self._start(now_ms)
        if self._since_ms is None:
            self._since_ms = now_ms
        self._advance(now_ms)
        if self._coordinates(own) and not self._log.epoch.frozen:
            self._freeze(self._evidence)
            self.outbox.append(self._make_prep(own))
        self._offer(own)
        self._judge_pending(own)
        self._count(own)

    def follow(self) -> None:
        """Begin anew when the log has come to another epoch; forget what has lapsed."""
        if self._log.membership.epoch + 1 != self.epoch:
            self._reset()
        self._wants = {
            key: wants for key, wants in self._wants.items() if key[2] >= self._log.index - 1
        }

    def receive(self, frame: ChangeFrame, seat: int, now_ms: int) -> None:
        """Take a frame that came from `seat`; raises `Refusal`, and then nothing has changed."""
        self.follow()
        try:
            match frame:
                case Want():
                    self._take_want(frame)
                case Unwant():
                    if frame.seat == seat and frame.epoch == self._log.membership.epoch:
                        self._drop(seat, frame.about)
                case Prep():
                    self._take_prep(frame)
                case Promised():
                    self._take_promise(frame)
                case Offer():
                    self._take_offer(frame)
                case Vote():
                    self._take_vote(frame)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        self.tick(now_ms)

    # --- rounds -------------------------------------------------------------------------------

    def _gather(self) -> None:
        """The wants that enough voters share; what was promised on stays evidence."""
        groups: dict[tuple[int, bool], tuple[Want, ...]] = {}
        if not self._wants and not self._log.epoch.frozen:
            self._evidence = ()
            return
        if self._log.epoch.frozen:
            for want in self._evidence:
                body = read_body(WantBody, want.body)
                key = (body.about, body.leaving)
                groups[key] = (*groups.get(key, ()), want)
        quorum = self._log.membership.quorum
        for (about, leaving, index), wants in sorted(self._wants.items()):
            if len(wants) >= quorum and index >= self._log.agreement.reached:
                groups.setdefault((about, leaving), tuple(wants[s] for s in sorted(wants)))
        self._evidence = self._possible(groups)

    def _possible(self, groups: dict[tuple[int, bool], tuple[Want, ...]]) -> tuple[Want, ...]:
        """All of the groups that can stand together, the first ones where not all can."""
        chosen: list[tuple[int, bool]] = []
        membership = self._log.membership
        for key in sorted(groups):
            tried = [*chosen, key]
            leaving = {about for about, leaves in tried if leaves}
            returning = {about for about, leaves in tried if not leaves}
            if membership.after(leaving=leaving, returning=returning, proven=()) is not None:
                chosen = tried
        return tuple(want for key in chosen for want in groups[key])

    def _leaving(self) -> set[int]:
        bodies = [read_body(WantBody, want.body) for want in self._evidence]
        return {body.about for body in bodies if body.leaving}

    def _start(self, now_ms: int) -> None:
        self.started = True
        self._since_ms = now_ms
        leaving = self._leaving()
        rounds = range(len(self._log.voters))
        membership = self._log.membership
        self.round = next((r for r in rounds if membership.coordinator(r) not in leaving), 0)

    def _advance(self, now_ms: int) -> None:
        """To the next round by our timer, if enough voters are in this one: who runs ahead alone
        would never meet the others. And to where more voters than may lie say that they are."""
        assert self._since_ms is not None
        told = sorted(
            (r for seat, r in self._rounds.items() if seat in self._log.voters), reverse=True
        )
        abreast = 1 + sum(number >= self.round for number in told)
        patience_ms = ROUND_MS * (2 + self.round) // 2
        if abreast >= self._log.membership.quorum and now_ms >= self._since_ms + patience_ms:
            self._enter(self._next_round(), now_ms)
        liars = self._log.membership.liars
        if len(told) > liars and told[liars] > self.round:
            furthest = self.round + ROUNDS_AHEAD  # whatever a crowd of liars says
            self._enter(min(told[liars], furthest), now_ms)

    def _next_round(self) -> int:
        leaving = self._leaving()
        following = range(self.round + 1, self.round + 1 + len(self._log.voters))
        membership = self._log.membership
        return next(
            (r for r in following if membership.coordinator(r) not in leaving), self.round + 1
        )

    def _enter(self, number: int, now_ms: int) -> None:
        self.round = number
        self._since_ms = now_ms
        self._echoed = b""
        self._promises.clear()
        own = self._voter
        if self._log.epoch.frozen and own is not None:
            self._storage.save_acceptor_state(self._vow())
            self.outbox.append(self._make_promise(own))

    def _coordinates(self, own: SignerIdentity) -> bool:
        return self._log.membership.coordinator(self.round) == own.seat

    def _freeze(self, evidence: tuple[Want, ...], because: Signed | None = None) -> None:
        """Our acknowledgements in this epoch end; durable before anything is said."""
        own = self._voter
        assert own is not None, "only voters promise"
        self._evidence, self._because = evidence, because
        self._storage.save_acceptor_state(self._vow())
        self._log.epoch.promise_end(self.epoch - 1)
        self.outbox.append(self._make_promise(own))

    def _vow(self, *, echoed: bytes | None = None, accepted: Accepted | None = None) -> Vow:
        return Vow(
            self.epoch,
            self.round,
            self._evidence,
            self._because,
            self._echoed if echoed is None else echoed,
            self._offered,
            accepted or self._accepted,
        )

    # --- what arrives -------------------------------------------------------------------------

    def _take_want(self, frame: Want) -> None:
        body = read_body(WantBody, frame.body)
        key = (body.about, body.leaving, body.index)
        if self._wants.get(key, {}).get(body.seat) == frame:
            return
        if body.epoch != self._log.membership.epoch or abs(body.index - self._log.index) > 1:
            return  # of another time
        want_of(self._log, frame)
        if (body.about in self._log.membership.ghosts) != body.leaving and len(
            self._wants
        ) < WANTS_KEPT:
            self._wants.setdefault(key, {})[body.seat] = frame

    def _take_prep(self, frame: Prep) -> None:
        """Evidence to end the epoch: from the coordinator, or whoever has promised on it."""
        body = read_body(PrepBody, frame.body)
        if body.epoch != self.epoch or self._log.epoch.frozen or self._voter is None:
            return
        membership = self._log.membership
        if body.game != self._log.game or body.seat not in membership.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        self._log.statements.check_signed(body.seat, frame.signature, frame.body)
        if body.wants != wants_hash(frame.wants):
            raise Refusal(Fault.WANT, "others than were signed")
        requested = requested_change(self._log, frame.wants)
        requested.membership(membership, requested.since)
        because = self._followed(requested, frame.promise)
        if body.ballot >= self.round or not self.started:
            self._begin_on(frame.wants, body.ballot, because)

    def _followed(self, requested: RequestedChange, signed: Signed) -> Signed | None:
        """The promise that we follow where we are past the place of these wants; None where we are
        not. Raises `Refusal`.

        Wants for index i end the epoch while somebody has not acknowledged i + 1: then i + 1 never
        becomes final, and all can follow. If that promise lies, its acknowledgement proves it.
        """
        log = self._log
        if requested.since >= log.agreement.reached:
            return None
        body = read_body(PromiseBody, signed.body)
        if (body.game, body.epoch) != (log.game, self.epoch) or body.seat not in log.voters:
            raise Refusal(Fault.PROMISE, f"seat {body.seat}")
        log.statements.check_signed(body.seat, signed.signature, signed.body)
        log.statements.see_promise(body, signed)
        if body.reached > requested.since or requested.since < log.index - 1:
            raise Refusal(
                Fault.WANT, f"of index {requested.since}, lapsed at {log.agreement.reached}"
            )
        return signed

    def _begin_on(self, wants: tuple[Want, ...], ballot: int, because: Signed | None) -> None:
        """On this evidence every voter ends its epoch, whatever its own wish."""
        if not self.started:
            self.started = True
            self.round = ballot if ballot < len(self._log.voters) else 0
        self._freeze(wants, because)

    def _take_promise(self, frame: Promised) -> None:
        own = self._voter
        if own is None or not self.started or not self._coordinates(own):
            return
        body = read_body(PromiseBody, frame.body)
        if body.epoch != self.epoch or body.ballot != self.round:
            return
        known = self._promises.get(body.seat)
        if known and known[1].body == frame.body:
            return
        promise_of(self._log, Signed(frame.body, frame.signature), self.round)
        self._log.statements.see(frame.body, frame.signature)
        if self._has_evidence(body, frame):
            self._promises[body.seat] = (body, frame)

    def _has_evidence(self, body: PromiseBody, frame: Promised) -> bool:
        """Whether all that a promise names is shown, or stands in our log; False while we lack its
        base, or luck that it knows: both are fetched as soon as we hear that it has them."""
        log = self._log
        if log.index <= body.base or body.base < log.chain.origin:
            return False
        if log.chain.hash_at(body.base) != body.base_hash:
            raise Refusal(Fault.PREV, f"base {body.base}")
        if not all(log.rounds.resolved(index) for index in body.drawn):
            return False
        self._check_report(body, frame.entry)
        self._check_accepted(body, frame.accepted)
        return True

    def _check_report(self, body: PromiseBody, report: Proposal | None) -> None:
        if not body.entry:
            return
        if report is None or entry_hash(report.body) != body.entry:
            raise Refusal(Fault.PROMISE, "a report that is not shown")
        entry = read_body(EntryBody, report.body)
        if entry.epoch + 1 != self.epoch or entry.index != body.base + 1:
            raise Refusal(Fault.INDEX, "a report")
        if entry.seat >= len(self._log.game_start.genesis.seats):
            raise Refusal(Fault.AUTHOR)
        self._log.statements.check_signed(entry.seat, report.signature, report.body)

    def _check_accepted(self, body: PromiseBody, accepted: Accepted | None) -> None:
        if body.accepted < 0:
            return
        if accepted is None or change_hash(accepted.offer.change) != body.accepted_hash:
            raise Refusal(Fault.PROMISE, "an accepted change that is not shown")
        check_votes(
            self._log,
            accepted.echoes,
            step="echo",
            ballot=body.accepted,
            change=body.accepted_hash,
        )

    def _take_offer(self, frame: Offer) -> None:
        body = read_body(OfferBody, frame.body)
        if body.epoch != self.epoch or (body.ballot, body.change) in self._offers:
            return
        membership = self._log.membership
        if body.game != self._log.game or body.seat != membership.coordinator(body.ballot):
            raise Refusal(Fault.AUTHOR, f"ballot {body.ballot}")
        self._log.statements.check_signed(body.seat, frame.signature, frame.body)
        self._log.statements.see(frame.body, frame.signature)
        own = self._voter
        if own is None:
            self._keep_offer(frame, body)
            return
        if body.ballot < self.round and self.started:
            return
        self._pending = frame

    def _keep_offer(self, frame: Offer, body: OfferBody) -> None:
        self._offers[body.ballot, body.change] = frame
        while len(self._offers) > OFFERS_KEPT:
            self._offers.pop(next(iter(self._offers)))

    def _judge_pending(self, own: SignerIdentity) -> None:
        if self._pending is not None:
            pending, self._pending = self._pending, None
            self._judge(pending, own)

    def _judge(self, frame: Offer, own: SignerIdentity) -> None:
        """Echo an offer of our round that we find right; promised or not."""
        body = read_body(OfferBody, frame.body)
        if body.ballot < self.round:
            return
        if body.ballot > self.round and self.started and self._log.epoch.frozen:
            self._pending = frame
            return
        try:
            check_offer(self._log, frame)
        except Behind:
            self._pending = frame
            return
        except (Refusal, Malformed):
            return  # a coordinator that is mistaken, or lies; the next round is another's
        if not self._log.epoch.frozen:
            self._begin_on(frame.wants, body.ballot, self._first_to_promise(frame))
        elif not self._evidence:
            return  # frozen by a parting: nothing more is said in this game
        if body.ballot != self.round or self._echoed not in (b"", body.change):
            return
        self._keep_offer(frame, body)
        self._storage.save_acceptor_state(self._vow(echoed=body.change))
        self._echoed = body.change
        self.outbox.append(frame)  # all should see it: two of one ballot are a proof
        self._say("echo", body.change, own)

    def _first_to_promise(self, offer: Offer) -> Signed | None:
        """Of an offer's promises the one that had come least far; None: our own."""
        told = [(read_body(PromiseBody, item.body).reached, item) for item in offer.promises]
        reached, first = min(told, key=lambda pair: pair[0])
        return first if reached < self._log.agreement.reached else None

    def _take_vote(self, frame: Vote) -> None:
        body = read_body(VoteBody, frame.body)
        if body.epoch != self.epoch or body.game != self._log.game:
            return
        key = (body.step, body.ballot, body.change)
        signed = Signed(frame.body, frame.signature)
        if self._votes.get(key, {}).get(body.seat) == signed:
            return
        if body.seat not in self._log.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        self._log.statements.check_signed(body.seat, frame.signature, frame.body)
        self._log.statements.see(frame.body, frame.signature)
        self._votes.setdefault(key, {})[body.seat] = signed
        self._bound_votes(body.seat)
        if self._voter is None:
            self._decide()

    def _bound_votes(self, seat: int) -> None:
        """Keep the last votes of a seat: whoever votes without end drowns nobody else's."""
        given = [key for key, votes in self._votes.items() if seat in votes]
        for key in given[:-VOTES_KEPT]:
            del self._votes[key][seat]
            if not self._votes[key]:
                del self._votes[key]

    def _say(self, step: str, change: bytes, own: SignerIdentity) -> None:
        body = body_bytes(
            VoteBody(
                "camelnet/vote/1",
                self._log.game,
                self.epoch,
                self.round,
                own.seat,
                step,
                change,
            )
        )
        signed = Signed(body, own.signer.sign(body))
        self._votes.setdefault((step, self.round, change), {})[own.seat] = signed
        self.outbox.append(_vote_frame(signed))

    # --- deciding -----------------------------------------------------------------------------

    def _offer(self, own: SignerIdentity) -> None:
        """As coordinator: with a quorum of promises, offer the change that follows; once."""
        if not self._coordinates(own) or self.round <= self._offered or not self._log.epoch.frozen:
            return
        mine = self._make_promise(own)
        self._promises[own.seat] = (read_body(PromiseBody, mine.body), mine)
        while len(self._promises) >= self._log.membership.quorum:
            bodies = [self._promises[seat][0] for seat in sorted(self._promises)]
            best = highest(bodies)
            try:
                offer = self._make_offer(own, best)
                check_offer(self._log, offer)
            except (Refusal, Malformed, Behind):  # of a base, or luck, that we have not fetched yet
                if best.accepted < 0 or best.seat == own.seat:
                    return  # not with these; more may come
                del self._promises[best.seat]  # true echoes, with something false beside them
                continue
            self._offered = self.round
            self._storage.save_acceptor_state(self._vow())
            self.outbox.append(offer)
            self._pending = offer
            return

    def _make_offer(self, own: SignerIdentity, best: PromiseBody) -> Offer:
        """The change that follows from our promises, `best` of them the one that has accepted in
        the highest ballot; raises `Refusal`, `Malformed`."""
        log = self._log
        frames = [self._promises[seat][1] for seat in sorted(self._promises)]
        bodies = [self._promises[seat][0] for seat in sorted(self._promises)]
        accepted = self._promises[best.seat][1].accepted if best.accepted >= 0 else None
        if accepted is not None:
            change, wants = accepted.offer.change, accepted.offer.wants
            report, echoes = accepted.offer.report, accepted.echoes
        else:
            report, echoes, wants = _report(bodies, frames), (), self._evidence
            change = body_bytes(decide(log, requested_change(log, wants), bodies, report).change)
        hashed = change_hash(change)
        body = body_bytes(
            OfferBody("camelnet/offer/1", log.game, self.epoch, self.round, own.seat, hashed)
        )
        promises = tuple(Signed(frame.body, frame.signature) for frame in frames)
        return Offer(body, own.signer.sign(body), change, wants, promises, report, echoes)

    def _make_prep(self, own: SignerIdentity) -> Prep:
        body = body_bytes(
            PrepBody(
                "camelnet/prep/1",
                self._log.game,
                self.epoch,
                self.round,
                own.seat,
                wants_hash(self._evidence),
            )
        )
        mine = self._make_promise(own)
        because = self._because or Signed(mine.body, mine.signature)
        return Prep(body, own.signer.sign(body), self._evidence, because)

    def _make_promise(self, own: SignerIdentity) -> Promised:
        log = self._log
        entry = log.agreement.acknowledged
        accepted = self._accepted
        offer = read_body(OfferBody, accepted.offer.body) if accepted else None
        body = body_bytes(
            PromiseBody(
                domain="camelnet/promise/1",
                game=log.game,
                epoch=self.epoch,
                ballot=self.round,
                seat=own.seat,
                base=log.index - 1,
                base_hash=log.prev,
                drawn=tuple(
                    beacon_round.index
                    for beacon_round in log.rounds.rounds
                    if beacon_round.resolved
                ),
                entry=entry_hash(entry.body) if entry else b"",
                accepted=offer.ballot if offer else -1,
                accepted_hash=offer.change if offer else b"",
            )
        )
        return Promised(body, own.signer.sign(body), entry, accepted)

    def _count(self, own: SignerIdentity) -> None:
        """Accept what a quorum has echoed in our round; go over to what a quorum accepted."""
        quorum = self._log.membership.quorum
        echoes = self._votes.get(("echo", self.round, self._echoed), {})
        offer = self._offers.get((self.round, self._echoed))
        said = self._votes.get(("accept", self.round, self._echoed), {})
        if offer is not None and len(echoes) >= quorum and own.seat not in said:
            accepted = Accepted(offer, tuple(echoes[seat] for seat in sorted(echoes)))
            self._storage.save_acceptor_state(self._vow(accepted=accepted))
            self._accepted = accepted
            self._say("accept", self._echoed, own)
        self._decide()

    def _decide(self) -> None:
        for (step, ballot, change), votes in self._votes.items():
            offer = self._offers.get((ballot, change))
            if step == "accept" and len(votes) >= self._log.membership.quorum and offer is not None:
                line = Changed(offer, tuple(votes[seat] for seat in sorted(votes)))
                try:
                    admit(self._log, line)
                except Refusal:
                    continue  # we lag behind: it comes with the log
                self.follow()
                return


def _vote_frame(signed: Signed) -> Vote:
    return Vote(signed.body, signed.signature)


def _report(bodies: Sequence[PromiseBody], frames: Sequence[Promised]) -> Proposal | None:
    """The entry that most promises about the highest base report."""
    base = max(body.base for body in bodies)
    most = closing_of(base, bodies)
    told = zip(bodies, frames, strict=True)
    return next((frame.entry for body, frame in told if most and body.entry == most), None)
