"""Statements out of place: what a seat would not say now, and says all the same, with its key.

Each is as plausible as what the liar knows allows: of this game, epoch and index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Signer
from camelnet.protocol.epoch.message_builders import make_promise
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.sync import lines_from
from camelnet.protocol.wire import frames, key_messages
from camelnet.protocol.wire.bodies import (
    AckBody,
    ChangeBody,
    EntryBody,
    OfferBody,
    PartingBody,
    PleaBody,
    PrepBody,
    PresentBody,
    PromiseBody,
    StayBody,
    VoteBody,
    WantBody,
    ack_for,
    body_bytes,
    change_hash,
    entry_hash,
    final_for,
    fork_id,
    read_body,
)
from camelnet.protocol.wire.frames import Certified, Signed, SignedStatement, Want, wants_hash
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.liars import made_want


class Maker:
    """Makes them for one liar."""

    def __init__(self, signer: Signer, seat: int, victim: int) -> None:
        """`victim`: about whom it speaks, where it has to be somebody."""
        self._signer = signer
        self._seat = seat
        self._victim = victim

    def made(self, kind: str, table: SeatedTable, last: Any, wants: Sequence[Want]) -> Any:
        """A frame of this kind; `last`: what the liar last said or heard of this kind, `wants`:
        what others were heard to want. None where it would not know what to say."""
        makers: dict[str, Callable[[SeatedTable, Sequence[Want]], Any]] = {
            "Proposal": self._proposal,
            "Ack": self._ack,
            "Final": self._final,
            "Share": lambda t, w: frames.Share(*_luck(t.log), self._seat, bytes(96)),
            "Unlock": lambda t, w: frames.Unlock(*_luck(t.log), self._seat, (bytes(96),)),
            "SyncAsk": lambda t, w: frames.SyncAsk(t.id, 1),
            "SyncReply": self._reply,
            "Snapshot": lambda t, w: t.log.snapshot(),
            "Want": lambda t, w: made_want(t.log, self._signer, self._seat, self._victim),
            "Unwant": lambda t, w: frames.Unwant(
                t.id, t.log.membership.epoch, self._seat, self._victim
            ),
            "Plea": self._plea,
            "Prep": self._prep,
            "Promised": self._promised,
            "Offer": self._offer,
            "Vote": self._vote,
            "Apart": self._apart,
            "Stay": self._stay,
            "Equivocation": self._proof,
            "KeyComplaint": self._complaint,
            "KeyAnswer": self._answer,
            "Present": self._present,
            "Relayed": self._relayed,
            "Beat": lambda t, w: frames.Beat((t.head(),)),
        }
        if kind in makers:
            with suppress(Refusal, ValueError):
                return makers[kind](table, wants)
        return last

    def _signed(self, kind: Any, body: Any, **shown: Any) -> Any:
        """A frame around a body; what is not shown beside it is empty."""
        data = body_bytes(body)
        signature = self._signer.sign(data)
        empty = {
            name: None if "None" in str(field.type) else ()
            for name, field in kind.__dataclass_fields__.items()
        }
        return kind(**{**empty, "body": data, "signature": signature, **shown})

    def _proposal(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        legal = table.position.legal()
        notation = legal[0] if legal else "toss"
        place = (*_next(table.log), table.log.prev)
        body = EntryBody("camelnet/entry/1", *place, self._seat, notation, ())
        return self._signed(frames.Proposal, body)

    def _ack(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """Of the entry on its way, or of the last one."""
        log = table.log
        flight = log.agreement.in_flight
        if flight is not None:
            data = ack_for(flight.entry, flight.hash, log.agreement.digest(), self._seat, b"")
            return frames.Ack(data, self._signer.sign(data))
        said = (self._seat, bytes(32), log.agreement.digest(), b"")
        return self._signed(frames.Ack, AckBody("camelnet/ack/1", *_next(log), *said))

    def _final(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        line = _last_entry(table.log)
        if line is None:
            return None
        entry = read_body(EntryBody, line.body)
        hashed = entry_hash(line.body)
        acks = [
            ack_for(entry, hashed, line.digest, vote.seat, vote.pledge) for vote in line.certificate
        ]
        data = final_for(entry, acks, self._seat)
        return frames.Final(data, self._signer.sign(data))

    def _reply(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        lines = lines_from(table.log, 1)
        return frames.SyncReply(table.id, lines) if lines else None

    def _plea(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        epoch = table.log.membership.epoch
        return self._signed(frames.Plea, PleaBody("camelnet/plea/1", table.id, epoch, self._seat))

    def _grounds(self, table: SeatedTable, wants: Sequence[Want]) -> tuple[Want, ...]:
        """Our own want, beside all that others were heard to want in this epoch."""
        own = made_want(table.log, self._signer, self._seat, self._victim)
        bodies = {}
        for want in (*wants, own):
            body = read_body(WantBody, want.body)
            if body.epoch == table.log.membership.epoch and body.game == table.id:
                bodies.setdefault((body.about, body.leaving, body.seat), want)
        return tuple(bodies[key] for key in sorted(bodies))

    def _prep(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        grounds = table.replica.epoch_change.ballot.evidence or self._grounds(table, wants)
        body = PrepBody("camelnet/prep/1", *_ballot(table), self._seat, wants_hash(grounds))
        return self._signed(frames.Prep, body, wants=grounds, promise=self.promise(table))

    def promise(self, table: SeatedTable, **changed: Any) -> Signed:
        """The promise that the real code would make now, but for what is changed."""
        made = make_promise(table.log, table.replica._own, table.replica.epoch_change.ballot)
        body = replace(read_body(PromiseBody, made.body), **changed)
        data = body_bytes(body)
        return Signed(data, self._signer.sign(data))

    def _promised(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """A promise that shows nothing."""
        made = self.promise(table, entry=b"", accepted=-1, accepted_hash=b"")
        return self._signed(frames.Promised, read_body(PromiseBody, made.body))

    def _offer(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """A change that removes the victim, on our own promise alone."""
        log, epoch = table.log, table.replica.epoch_change.ballot.epoch
        voters = tuple(seat for seat in log.voters if seat != self._victim)
        voters = voters if len(voters) > 1 else log.voters
        ghosts = tuple(sorted({*log.membership.ghosts, self._victim}))
        place = (log.game, epoch, log.index, log.prev)
        body = ChangeBody("camelnet/change/1", *place, voters, ghosts, (), False, (), 0)
        change, own = body_bytes(body), self.promise(table)
        offer = OfferBody("camelnet/offer/1", *_ballot(table), self._seat, change_hash(change))
        grounds = self._grounds(table, wants)
        shown = {"change": change, "wants": grounds, "promises": (own, own)}
        return self._signed(frames.Offer, offer, **shown)

    def _vote(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        body = VoteBody("camelnet/vote/1", *_ballot(table), self._seat, "echo", bytes(32))
        return self._signed(frames.Vote, body)

    def _apart(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """A parting with the victim alone, signed."""
        who = tuple(sorted((self._seat, self._victim)))
        place = (*_next(table.log), table.log.prev)
        data = body_bytes(PartingBody("camelnet/parting/1", *place, who, ()))
        return frames.Apart(data, self._seat, self._signer.sign(data))

    def _stay(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """Of the fork that the table asks for; without one, of a parting with the victim."""
        asked = [*table.replica.fork_requests._asked, self._apart(table, wants).body]
        body = StayBody("camelnet/stay/1", table.id, self._seat, fork_id(asked[0]))
        return self._signed(frames.Stay, body)

    def _proof(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """That the victim had signed two things, both with our key."""
        log = table.log
        sworn = []
        for number in range(2):
            said = (self._victim, bytes([number]) * 32, bytes(32), b"")
            data = body_bytes(AckBody("camelnet/ack/1", *_next(log), *said))
            sworn.append(SignedStatement(data, self._signer.sign(data)))
        return frames.Equivocation(log.game, self._victim, tuple(sworn))

    def _complaint(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        log = table.log
        place = (log.game, log.membership.epoch, log.prev, self._seat, self._victim)
        body = key_messages.KeyComplaintBody("camelnet/key-complaint/1", *place)
        return self._signed(key_messages.KeyComplaint, body)

    def _answer(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """To a complaint that nobody made."""
        log = table.log
        place = (log.game, log.membership.epoch, log.prev, self._seat, self._victim)
        body = key_messages.KeyAnswerBody("camelnet/key-answer/1", *place, bytes(32))
        return self._signed(key_messages.KeyAnswer, body)

    def _present(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """That we miss everybody, and hear nobody."""
        log, head = table.log, table.head()
        numbers = (0,) * len(log.game_start.genesis.seats)
        where = (head.index, head.epoch, head.round)
        body = PresentBody("camelnet/present/1", log.game, self._seat, 1, *where, True, (), numbers)
        return self._signed(frames.Present, body)

    def _relayed(self, table: SeatedTable, wants: Sequence[Want]) -> Any:
        """An acknowledgement of ours, as if another had it to pass on."""
        inner = frames.frame_bytes(self._ack(table, wants))
        return frames.Relayed(table.id, len(table.game_start.genesis.seats), inner)


def _next(log: Log) -> tuple[bytes, int, int]:
    """The place of the next entry: game, epoch and index."""
    return log.game, log.membership.epoch, log.index


def _ballot(table: SeatedTable) -> tuple[bytes, int, int]:
    """The ballot of this round: game, epoch and number."""
    changes = table.replica.epoch_change
    return table.id, changes.ballot.epoch, changes.round


def _luck(log: Log) -> tuple[bytes, int, int]:
    """The place of the luck that is drawn."""
    index = log.rounds.pending[-1].index if log.rounds.pending else log.index
    return log.game, log.membership.epoch, index


def _last_entry(log: Log) -> Certified | None:
    return next((ln for ln in reversed(log.chain.lines) if isinstance(ln, Certified)), None)
