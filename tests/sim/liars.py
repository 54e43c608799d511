"""The liars of any game, by the name of their lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from camelnet.protocol.cards import encrypted_faces, private_deal
from camelnet.protocol.cards.commitments import Sealed, commitments
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import HASH_SIZE, Signer, Suite, hash_of
from camelnet.protocol.epoch.decision import Behind, closing_of, decide, requested_change
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    AckBody,
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
from camelnet.protocol.wire.frames import (
    Accepted,
    Ack,
    Beat,
    Certified,
    Equivocation,
    Frame,
    Offer,
    Plea,
    Prep,
    Promised,
    Proposal,
    Share,
    Signed,
    SyncReply,
    Unlock,
    Vote,
    Want,
    wants_hash,
)
from camelnet.protocol.wire.key_messages import (
    KeyAnswer,
    KeyAnswerBody,
    KeyComplaint,
    KeyComplaintBody,
    KeyDeal,
    KeyDealBody,
)
from camelnet.session.game.decks import hand_context
from camelnet.session.game.stages import END, SEAL
from camelnet.session.table.seated_table import SeatedTable
from tests.sim import card_cheaters
from tests.sim.lies import Forger, Liar, Lie, odd, spoiled

HEARD_MAX = 64  # frames of others that a liar keeps to send again
FLOOD = 4  # frames that a flooder sends at each tick


class EquivocatingAuthor(Liar):
    """Writes two entries for one place, and acknowledges to everyone the one that it has seen."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._others: dict[bytes, Proposal] = {}

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Proposal):
            other = self._other(table, frame)
            yield other if other and odd(to) else frame
        elif isinstance(frame, Ack):
            yield self._ack(to, frame)
        else:
            yield frame

    def _ack(self, to: int, frame: Ack) -> Frame:
        body = read_body(AckBody, frame.body)
        other = self._others.get(body.entry)
        if body.seat != self.seat or other is None or not odd(to):
            return frame
        return self._signed(frame, replace(body, entry=entry_hash(other.body)))

    def _other(self, table: SeatedTable, frame: Proposal) -> Proposal | None:
        hashed = entry_hash(frame.body)
        if hashed not in self._others:
            entry = read_body(EntryBody, frame.body)
            if entry.seat != self.seat:
                return None
            changed = self._changed(table, entry)
            if changed is None:
                return None
            self._others[hashed] = self._signed(frame, changed)
        return self._others[hashed]

    def _changed(self, table: SeatedTable, entry: EntryBody) -> EntryBody | None:
        if entry.notation == SEAL:
            attachments = other_seal(table, self._suite, self.seat, self._dice.randbytes(32))
            return replace(entry, attachments=attachments)
        due = table.machine.deck
        if entry.notation == "shuffle" and due and due.order.key:
            return replace(entry, attachments=due.make(self._suite, self._dice.randbytes(32), 1))
        legal = [n for n in table.position.legal() if n != entry.notation]
        if not legal or table.position.turn != self.seat or entry.notation == END:
            return None
        return replace(entry, notation=self._dice.choice(legal))


class EquivocatingVoter(Liar):
    """Acknowledges something else to some: another entry's hash, or another pledge."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Ack) and odd(to):
            body = read_body(AckBody, frame.body)
            if body.seat == self.seat and body.index % 3 == 0:
                if body.pledge:
                    frame = self._signed(frame, replace(body, pledge=bytes(32)))
                else:
                    frame = self._signed(frame, replace(body, entry=bytes(32)))
        yield frame


class FalseDigest(Liar):
    """Acknowledges as if it saw another position: to some alone, or to everybody; then it keeps
    its log, where they stand with the right one, and the proof of it that it makes itself."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._to_all = self._dice.random() < 0.5

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        mine = isinstance(frame, SyncReply) or (
            isinstance(frame, Equivocation) and frame.seat == self.seat
        )
        if mine and self._to_all:
            return
        if isinstance(frame, Ack) and (self._to_all or odd(to)):
            body = read_body(AckBody, frame.body)
            if body.seat == self.seat and body.index % 3 == 0 and any(body.digest):
                frame = self._signed(frame, replace(body, digest=hash_of("false", body.digest)))
        yield frame


class FalsePromiser(Liar):
    """Keeps silent in its promises about what it has acknowledged and accepted."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Promised):
            body = read_body(PromiseBody, frame.body)
            if body.seat == self.seat:
                frame = self._signed(frame, silent(body))
                frame = replace(frame, entry=None, accepted=None)
        yield frame


def silent(body: PromiseBody) -> PromiseBody:
    return replace(body, entry=b"", accepted=-1, accepted_hash=b"")


class FalseEvidence(Liar):
    """Says in its promises that it has accepted a change of which nobody has ever heard: the one
    that closes the epoch with nothing. The echoes behind it are its own."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Promised):
            body = read_body(PromiseBody, frame.body)
            wants = table.replica.epoch_change.ballot.evidence
            if body.seat == self.seat and body.accepted < 0 and body.ballot > 0 and wants:
                with suppress(Refusal, ValueError):  # there may be no such change
                    frame = self._promised(table.log, frame, body, wants)
        yield frame

    def _promised(
        self, log: Log, frame: Promised, body: PromiseBody, wants: tuple[Want, ...]
    ) -> Promised:
        settlement = decide(log, requested_change(log, wants), [silent(body)], None)
        change = body_bytes(settlement.change)
        hashed = change_hash(change)
        seat = log.membership.coordinator(0)
        offered = OfferBody("camelnet/offer/1", body.game, body.epoch, 0, seat, hashed)
        echo = VoteBody("camelnet/vote/1", body.game, body.epoch, 0, self.seat, "echo", hashed)
        signed = self._made(Signed, echo)
        offer = self._made(Offer, offered, change, wants, (), None, ())
        made = replace(body, entry=b"", accepted=0, accepted_hash=hashed)
        promised: Promised = self._signed(frame, made)
        return replace(promised, entry=None, accepted=Accepted(offer, (signed, signed)))


_Grounds = tuple[tuple[Signed, ...], tuple[Want, ...], tuple[Proposal, ...]]


class TwoChanges(Liar):
    """As coordinator offers one change to some and another, as well founded, to the others: its own
    promise makes the difference. It echoes to everyone what it has offered to them."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._others: dict[bytes, Offer | None] = {}
        self._other_changes: dict[tuple[int, int], bytes] = {}  # by epoch and ballot

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Offer):
            yield self._offer(table, to, frame)
        elif isinstance(frame, Vote):
            yield self._vote(to, frame)
        else:
            yield frame

    def _offer(self, table: SeatedTable, to: int, frame: Offer) -> Frame:
        body = read_body(OfferBody, frame.body)
        if body.seat != self.seat:
            return frame
        if frame.body not in self._others:
            try:
                self._others[frame.body] = self._other(table.log, frame, body)
            except (Refusal, ValueError):
                self._others[frame.body] = None
        other = self._others[frame.body]
        return other if other is not None and odd(to) else frame

    def _other(self, log: Log, frame: Offer, body: OfferBody) -> Offer | None:
        if max(read_body(PromiseBody, item.body).accepted for item in frame.promises) >= 0:
            return None
        for promises, wants, reports in self._grounds(log, frame):
            bodies = [read_body(PromiseBody, signed.body) for signed in promises]
            most = closing_of(max(promise.base for promise in bodies), bodies)
            shown = next((r for r in reports if entry_hash(r.body) == most), None)
            with suppress(Refusal, Behind):
                settlement = decide(log, requested_change(log, wants), bodies, shown)
                change = body_bytes(settlement.change)
                if change != frame.change:
                    made = replace(
                        frame, change=change, promises=promises, wants=wants, report=shown
                    )
                    hashed = change_hash(change)
                    self._other_changes[body.epoch, body.ballot] = hashed
                    other: Offer = self._signed(made, replace(body, change=hashed))
                    return other
        return None

    def _grounds(self, log: Log, frame: Offer) -> Iterator[_Grounds]:
        """On what another change could be founded: our promise silent, or about an entry of ours;
        somebody's promise left out; some of the wants alone."""
        promises, wants = frame.promises, frame.wants
        reports = (frame.report,) if frame.report else ()
        seats = [read_body(PromiseBody, signed.body).seat for signed in promises]
        mine = seats.index(self.seat)
        body = read_body(PromiseBody, promises[mine].body)
        for made in (silent(body), replace(body, drawn=())):
            yield self._with(promises, mine, made), wants, reports
        if log.author == self.seat and not log.epoch.key_due and body.base == log.index - 1:
            entry = self._entry(log)
            told = replace(body, entry=entry_hash(entry.body))
            yield self._with(promises, mine, told), wants, (*reports, entry)
        for place in range(len(promises)):
            if place != mine and len(promises) > log.membership.quorum:
                yield (*promises[:place], *promises[place + 1 :]), wants, reports
        for about in sorted({read_body(WantBody, want.body).about for want in wants}):
            fewer = tuple(w for w in wants if read_body(WantBody, w.body).about != about)
            if fewer:
                yield promises, fewer, reports

    def _with(
        self, promises: tuple[Signed, ...], place: int, body: PromiseBody
    ) -> tuple[Signed, ...]:
        signed: Signed = self._signed(promises[place], body)
        return (*promises[:place], signed, *promises[place + 1 :])

    def _entry(self, log: Log) -> Proposal:
        """An entry of ours that nobody has seen; now and then of another game."""
        game, epoch = log.game if log.index % 4 else bytes(HASH_SIZE), log.membership.epoch
        entry = EntryBody(
            "camelnet/entry/1", game, epoch, log.index, log.prev, self.seat, "toss", ()
        )
        made: Proposal = self._made(Proposal, entry)
        return made

    def _vote(self, to: int, frame: Vote) -> Frame:
        body = read_body(VoteBody, frame.body)
        other = self._other_changes.get((body.epoch, body.ballot))
        if body.seat != self.seat or other is None or not odd(to):
            return frame
        changed: Vote = self._signed(frame, replace(body, change=other))
        return changed


class EchoesAll(Liar):
    """Echoes and accepts whatever is offered, in any ballot, without looking."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._seen: list[OfferBody] = []

    def hear(self, table: SeatedTable, frame: Frame) -> None:
        if isinstance(frame, Offer):
            self._seen = [*self._seen, read_body(OfferBody, frame.body)][-HEARD_MAX:]

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        seen, self._seen = self._seen, []
        for offer in seen:
            for step in ("echo", "accept"):
                place = (offer.game, offer.epoch, offer.ballot)
                body = VoteBody("camelnet/vote/1", *place, self.seat, step, offer.change)
                yield from self._all(table, self._made(Vote, body))


class SpuriousPrep(Liar):
    """Asks all to end the epoch, on its own want alone, or on wants that others never signed."""

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        log = table.log
        if self.seat not in log.voters or self._dice.random() < 0.5:
            return
        number = log.voters.index(self.seat)
        whom = self._dice.choice([s for s in log.voters if s != self.seat])
        signers = [self.seat] if self._dice.random() < 0.5 else list(log.voters)
        wants = tuple(made_want(log, self._signer, seat, whom) for seat in signers)
        place = (log.game_start.id, log.membership.epoch + 1, number, self.seat)
        body = PrepBody("camelnet/prep/1", *place, wants_hash(wants))
        base, hashed = log.chain.origin, log.chain.hash_at(log.chain.origin) or b""
        # That it had acknowledged nothing at all.
        far = PromiseBody("camelnet/promise/1", *place, base, hashed, (), b"", -1, b"")
        because = self._made(Signed, far)
        yield from self._all(table, self._made(Prep, body, wants, because))


def made_want(log: Log, signer: Signer, seat: int, whom: int) -> Want:
    leaving = whom not in log.membership.ghosts
    place = (log.game_start.id, log.membership.epoch, log.index)
    body = body_bytes(WantBody("camelnet/want/1", *place, seat, whom, leaving, "proof"))
    return Want(body, signer.sign(body))


class BallotFlooder(Liar):
    """States rounds far ahead, and votes in all of them."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Beat):
            high = self._dice.choice((1, 5, 1000, 900_000))
            heads = tuple(replace(head, round=head.round + high) for head in frame.heads)
            frame = replace(frame, heads=heads)
        yield frame

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        log = table.log
        for _ in range(FLOOD):
            ballot, step = self._dice.randrange(1000), self._dice.choice(("echo", "accept"))
            place = (log.game_start.id, log.membership.epoch + 1, ballot)
            change = self._dice.randbytes(32)
            body = VoteBody("camelnet/vote/1", *place, self.seat, step, change)
            yield from self._all(table, self._made(Vote, body))


class WantsAllOut(Liar):
    """Wants everybody out, always, and says that there were proofs."""

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        log = table.log
        if self.seat in log.voters:
            for whom in range(len(log.game_start.genesis.seats)):
                if whom != self.seat:
                    yield from self._all(table, made_want(log, self._signer, self.seat, whom))


_OWN_SEAT: dict[type[Any], Callable[[Any], int]] = {
    Ack: lambda frame: read_body(AckBody, frame.body).seat,
    Share: lambda frame: int(frame.seat),
    Unlock: lambda frame: int(frame.seat),
    Promised: lambda frame: read_body(PromiseBody, frame.body).seat,
    Vote: lambda frame: read_body(VoteBody, frame.body).seat,
    KeyDeal: lambda frame: read_body(KeyDealBody, frame.body).seat,
}


class Withholder(Liar):
    """Never sends its own frames of some kinds."""

    def __init__(self, kinds: tuple[type[Any], ...], **rest: Any) -> None:
        super().__init__(**rest)
        self._kinds = kinds

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        kind = type(frame)
        if kind not in self._kinds or _OWN_SEAT[kind](frame) != self.seat:
            yield frame


class BadShares(Liar):
    """Its parts of luck and openings do not fit."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Share) and frame.seat == self.seat:
            frame = replace(frame, share=spoiled(frame.share, self._dice))
        elif isinstance(frame, Unlock) and frame.seat == self.seat:
            shares = tuple(spoiled(share, self._dice) for share in frame.shares)
            frame = replace(frame, shares=shares)
        yield frame


class BadDealer(Liar):
    """Deals somebody a share that does not fit, and answers complaints with another."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._answers = self._dice.random() < 0.5  # else it keeps silent
        self._made: dict[bytes, Frame] = {}

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, KeyDeal) and _OWN_SEAT[KeyDeal](frame) == self.seat:
            yield self._made.setdefault(frame.body, self._deal(frame))
        elif isinstance(frame, KeyAnswer):
            body = read_body(KeyAnswerBody, frame.body)
            if body.seat != self.seat:
                yield frame
            elif self._answers:
                shares = spoiled(body.shares, self._dice)
                made = self._signed(frame, replace(body, shares=shares))
                yield self._made.setdefault(frame.body, made)
        else:
            yield frame

    def _deal(self, frame: KeyDeal) -> Frame:
        body = read_body(KeyDealBody, frame.body)
        envelopes = list(body.envelopes)
        envelopes[-1] = envelopes[-1][:32] + spoiled(envelopes[-1][32:], self._dice)
        made: Frame = self._signed(frame, replace(body, envelopes=tuple(envelopes)))
        return made


class FalseComplainer(Liar):
    """Complains about a dealer whose shares fit."""

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        dealing = table.log.epoch.keygen
        if dealing is None or not table.log.epoch.key_due:
            return
        dealer = self._dice.choice([s for s in table.log.voters if s != self.seat])
        place = (table.id, table.log.membership.epoch, table.log.prev)
        body = KeyComplaintBody("camelnet/key-complaint/1", *place, self.seat, dealer)
        yield from self._all(table, self._made(KeyComplaint, body))


class CopiedSeal(Forger):
    """Hands in what another seat has sealed."""

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        return seal_of_another(table, self.seat) or None if entry.notation == SEAL else None


def seal_of_another(table: SeatedTable, seat: int) -> tuple[bytes, ...]:
    for line in table.log.chain.lines:
        if isinstance(line, Certified):
            entry = read_body(EntryBody, line.body)
            if entry.notation == SEAL and entry.seat != seat:
                return entry.attachments
    return ()


def other_seal(table: SeatedTable, suite: Suite, seat: int, secret: bytes) -> tuple[bytes, ...]:
    """Another well-formed seal of the same seat."""
    if not table.own_entries.sealed.faces:
        context = hand_context(table.id, seat)
        return (private_deal.hand_key(suite.group, context, secret)[1],)
    sealed = Sealed("hl", (secret, secret[::-1]))
    keys = table.log.epoch.keys.get(table.log.membership.epoch)
    if keys is None:
        return commitments(table.id, seat, sealed)
    return encrypted_faces.lock(suite, keys[-1], table.id, seat, sealed, secret)


class ForgedOpening(Liar):
    """Has sealed two cards of one face."""

    def begin(self, table: SeatedTable) -> None:
        honest = table.own_entries.sealed
        table.own_entries.sealed = Sealed("h" * len(honest.faces), honest.nonces)


class LyingSync(Liar):
    """Says that it is further than it is, and sends logs that are not what was agreed."""

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Beat):
            ahead = self._dice.choice((0, 0, 1, 30))
            heads = tuple(replace(head, index=head.index + ahead) for head in frame.heads)
            frame = replace(frame, heads=heads)
        elif isinstance(frame, SyncReply) and frame.lines:
            lines = list(frame.lines)
            place = self._dice.randrange(len(lines))
            line = lines[place]
            if isinstance(line, Certified):
                lines[place] = self._forged(line)
            else:
                lines[place] = replace(line, votes=line.votes[:-1] * 2)
            frame = replace(frame, lines=tuple(lines))
        yield frame

    def _forged(self, line: Certified) -> Certified:
        match self._dice.randrange(4):
            case 0:
                return replace(line, certificate=())
            case 1:
                own = self._signer.sign(line.body)
                votes = tuple(replace(vote, signature=own) for vote in line.certificate)
                return replace(line, certificate=votes)
            case 2:
                entry = read_body(EntryBody, line.body)
                other: Certified = self._signed(line, replace(entry, notation="toss"))
                return other
        return replace(line, certificate=line.certificate[:-1])


class StaleReturn(Liar):
    """Owes its acknowledgements until it is out, and asks to come back with the first request that
    it ever made."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._plea: Plea | None = None

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Ack) and _OWN_SEAT[Ack](frame) == self.seat:
            return
        if isinstance(frame, Plea):
            self._plea = self._plea or frame
            frame = self._plea
        yield frame


class Replayer(Liar):
    """Sends again what others said some time ago."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._heard: list[Frame] = []

    def hear(self, table: SeatedTable, frame: Frame) -> None:
        if self._dice.random() < 0.1 and not isinstance(frame, Beat):
            self._heard = [*self._heard, frame][-HEARD_MAX:]

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        for frame in self._dice.sample(self._heard, min(FLOOD, len(self._heard))):
            yield from self._all(table, frame)


_MAKERS: dict[Lie, Callable[..., Liar]] = {
    Lie.EQUIVOCATE: EquivocatingAuthor,
    Lie.EQUIVOCATE_ACK: EquivocatingVoter,
    Lie.FALSE_DIGEST: FalseDigest,
    Lie.FALSE_PROMISE: FalsePromiser,
    Lie.FALSE_EVIDENCE: FalseEvidence,
    Lie.TWO_CHANGES: TwoChanges,
    Lie.ECHO_ALL: EchoesAll,
    Lie.SPURIOUS_PREP: SpuriousPrep,
    Lie.FLOOD_BALLOTS: BallotFlooder,
    Lie.EARLY_LEAVER: WantsAllOut,
    Lie.WITHHOLD_ACK: lambda **rest: Withholder((Ack,), **rest),
    Lie.WITHHOLD_SHARE: lambda **rest: Withholder((Share, Unlock), **rest),
    Lie.WITHHOLD_KEY: lambda **rest: Withholder((KeyDeal,), **rest),
    Lie.WITHHOLD_CHANGE: lambda **rest: Withholder((Promised, Vote), **rest),
    Lie.BAD_SHARE: BadShares,
    Lie.BAD_DEALER: BadDealer,
    Lie.FALSE_COMPLAINT: FalseComplainer,
    Lie.COPIED_SEAL: CopiedSeal,
    Lie.FORGED_OPENING: ForgedOpening,
    Lie.LYING_SYNC: LyingSync,
    Lie.STALE_RETURN: StaleReturn,
    Lie.REPLAY: Replayer,
    **card_cheaters.MAKERS,
}


def liar_of(lie: Lie, *, seat: int, signer: Signer, suite: Suite, dice: Random) -> Liar:
    return _MAKERS[lie](seat=seat, signer=signer, suite=suite, dice=dice)
