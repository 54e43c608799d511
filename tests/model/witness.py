"""Who takes traces down where tables are simulated: what each honest peer writes into its journal,
and what it says, as it happens.

The journal tells the order: whatever binds a peer is written before it is said, and what it
learns is written, too. What is said besides (promises, offers, wants, parts of luck) is looked up
in the queues of frames before each of these lines, so it stands in the trace where it was made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.log.interfaces import StoredProposal
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.bodies import (
    KEY,
    AckBody,
    EntryBody,
    OfferBody,
    PartingBody,
    PresentBody,
    PromiseBody,
    StayBody,
    VoteBody,
    WantBody,
    entry_hash,
    fork_id,
    read_body,
)
from camelnet.protocol.wire.frames import (
    AcceptorState,
    Ack,
    Certified,
    Frame,
    LogLine,
    Luck,
    Offer,
    Prep,
    Present,
    Promised,
    Relayed,
    Share,
    Stay,
    Unlock,
    Want,
)
from camelnet.protocol.wire.frames import Changed as ChangedLine
from camelnet.session.table.seated_table import SeatedTable
from tests.model import trace
from tests.model.trace import Admitted, Beginning, Event, Pending, Trace, replay

Place = tuple[bytes, int]  # game, epoch
Noted = StoredProposal | AcceptorState | LogLine | tuple[int, Luck] | bytes

PARTS = ("shuffle", "deal")
SAID = (Share, Unlock, Promised, Prep, Want, Offer)  # what stands in no journal


class _Seat:
    """What was noted of one peer."""

    def __init__(self) -> None:
        self.table: SeatedTable | None = None
        self.place: Place | None = None
        self.heard: set[int] | None = None  # since it restarted
        self.round = -1
        self.membership: Membership | None = None  # of the epoch at that place
        self.drawn = 0  # the index at which all luck was known last
        self.frozen: set[Place] = set()
        self.leaving = False  # it has signed that it plays on apart
        self.echoes: set[tuple[Place, int, bytes]] = set()
        self.accepts: set[tuple[Place, int]] = set()
        self.said: set[bytes] = set()  # bodies
        self.shown: set[bytes] = set()  # promises beside a `Prep`
        self.given: dict[tuple[type[Frame], Place, int], int] = {}


class Witness:
    """See the module. Peers tell it when they begin and restart, after each thing they did, and
    what they write."""

    def __init__(self, liars: Collection[int]) -> None:
        self.admitted = Admitted()
        self._liars = frozenset(liars)
        self._traces: dict[Place, Trace | None] = {}
        self._seats: dict[int, _Seat] = {}
        self._forks: dict[bytes, Place] = {}  # that somebody honest has signed

    def check(self) -> None:
        """Raises `NotAdmitted` where somebody honest did what the model does not."""
        for taken in self._traces.values():
            if taken is None:
                self.admitted.skipped["its beginning was not seen"] += 1
            else:
                self.admitted.add(replay(taken, self._liars))

    @property
    def traces(self) -> tuple[Trace, ...]:
        return tuple(taken for taken in self._traces.values() if taken is not None)

    # --- told by peers ------------------------------------------------------------------------

    def begins(self, seat: int, table: SeatedTable, *, resumed: bool) -> None:
        if seat in self._liars:
            return
        own = self._seats.setdefault(seat, _Seat())
        own.table, own.round, own.drawn = table, -1, 0
        own.heard = set() if resumed else None
        if not resumed:
            self._enter(seat, own, table.log)
            return
        own.place, own.membership = place_of(table.log), table.log.epoch.membership
        self._begin(own.place, table.log)
        self._add(own.place, self._restarted(seat, own, table))

    def crashes(self, seat: int) -> None:
        if seat in self._seats:
            self._seats[seat].table = None

    def hears(self, seat: int, sender: int, frame: Frame) -> None:
        """A frame came in over the link of another."""
        own = self._seats.get(seat)
        if own is None or own.heard is None:
            return
        own.heard.add(sender)
        if isinstance(frame, Relayed):
            with suppress(Malformed):
                if isinstance(frame.inner, Present):
                    own.heard.add(read_body(PresentBody, frame.inner.body).seat)

    def acted(self, seat: int) -> None:
        """A peer has done something, and sends now what it says."""
        own = self._seats.get(seat)
        if own is not None and own.table is not None:
            self._look(seat, own, own.table)

    def writes(self, seat: int, what: Noted) -> None:
        """A line of its journal; it is on the disk if it has to be."""
        own = self._seats.get(seat)
        if own is None or own.table is None:
            return
        table = own.table
        self._look(seat, own, table)
        assert own.place is not None
        place = own.place
        for event in self._events(seat, own, table, place, what):
            self._add(place, event)

    # --- events -------------------------------------------------------------------------------

    def _add(self, place: Place, event: Event) -> None:
        taken = self._traces.get(place)
        if taken is not None:
            taken.events.append(event)

    def _look(self, seat: int, own: _Seat, table: SeatedTable) -> None:
        log, change = table.log, table.replica.epoch_change
        if own.membership is not log.epoch.membership:
            self._enter(seat, own, log)
        place = own.place
        assert place is not None
        saying = [frame for _, frame in table.replica.outbox]
        for queue in (table.replica.fork_requests.outbox, log.outbox, change.outbox):
            saying += queue
        for frame in saying:
            if isinstance(frame, Stay):
                self._give_up(seat, own, frame)
        if own.leaving and not log.epoch.leaving:
            own.leaving = False
            self._add(place, trace.Stayed(seat))
        for frame in saying:
            self._say(seat, own, log, place, frame)
        if own.drawn != log.chain.index and log.rounds.drawn:
            own.drawn = log.chain.index
            self._add(place, trace.Settled(seat, log.chain.index - 1))
        number = change.ballot.round if change.ballot.started else -1
        if number != own.round and change.ballot.epoch == place[1] + 1:
            own.round = number
            self._add(place, trace.Moved(seat, number, frozenset(change.ballot.leaving)))

    def _say(self, seat: int, own: _Seat, log: Log, place: Place, frame: Frame) -> None:
        if isinstance(frame, SAID):
            for event in self._said(seat, own, log, place, frame):
                self._add(place, event)

    def _enter(self, seat: int, own: _Seat, log: Log) -> None:
        own.place, own.round, own.drawn = place_of(log), -1, 0
        own.membership, own.leaving = log.epoch.membership, False
        self._begin(own.place, log)
        self._add(own.place, trace.Entered(seat))

    def _begin(self, place: Place, log: Log) -> None:
        if place in self._traces:
            return
        origin = log.chain.origin
        if log.index - 1 > origin:
            self._traces[place] = None
            return
        seats = len(log.game_start.genesis.seats)
        pending = tuple(
            Pending(
                one.index,
                one.key.holders if one.key else (),
                one.key.threshold if one.key else 0,
                one.redrawn,
            )
            for one in log.rounds.pending
            if one.index <= origin
        )
        self._traces[place] = Trace(Beginning(log.membership, seats, origin, pending))

    def _said(self, seat: int, own: _Seat, log: Log, place: Place, frame: Frame) -> Iterator[Event]:
        match frame:
            case Share() | Unlock() if frame.seat == seat and log.rounds.round_at(frame.index):
                size = len(frame.shares) if isinstance(frame, Unlock) else 1
                # A share is of its entry's epoch: the next one says it again, and gives nothing.
                key = (type(frame), (frame.game, frame.epoch), frame.index)
                if own.given.get(key, 0) < size:
                    own.given[key] = size
                    yield trace.Gave(seat, frame.index)
            case Promised():
                yield from self._promised(seat, own, frame.body, shown=False)
            case Prep():
                yield from self._promised(seat, own, frame.promise.body, shown=True)
            case Want() if frame.body not in own.said:
                own.said.add(frame.body)
                if read_body(WantBody, frame.body).seat == seat:
                    yield trace.Wanted(seat, frame)
            case Offer() if frame.body not in own.said:
                own.said.add(frame.body)
                if read_body(OfferBody, frame.body).seat == seat:
                    yield trace.Offered(seat, frame, _is_legal(log, frame))

    def _promised(self, seat: int, own: _Seat, promise: bytes, *, shown: bool) -> Iterator[Event]:
        if promise not in own.said and not (shown and promise in own.shown):
            (own.shown if shown else own.said).add(promise)
            if read_body(PromiseBody, promise).seat == seat:
                yield trace.Promised(seat, promise, shown)

    def _events(
        self, seat: int, own: _Seat, table: SeatedTable, place: Place, what: Noted
    ) -> Iterator[Event]:
        log = table.log
        match what:
            case StoredProposal():
                entry = read_body(EntryBody, what.proposal.body)
                if entry.seat == seat:
                    present = set(range(len(table.game_start.genesis.seats)))
                    present -= {seat, *log.membership.ghosts}
                    unheard = () if own.heard is None else tuple(sorted(present - own.heard))
                    yield trace.Wrote(seat, entry.index, unheard, entry.notation in PARTS)
                if what.ack is not None:
                    yield _acked(seat, what.ack, entry)
            case Certified(certificate=certificate) if certificate:
                entry = read_body(EntryBody, what.body)
                hashed, is_key = entry_hash(what.body), entry.notation == KEY
                yield trace.Final(seat, entry.index, hashed, what.digest, is_key)
            case ChangedLine():
                ballot = read_body(VoteBody, what.votes[0].body).ballot
                yield trace.Changed(seat, what.offer, ballot)
            case (int() as index, Luck() as luck):
                yield trace.Drew(seat, index, bool(luck.shares))
            case bytes():
                fork, own.leaving = fork_id(what), True
                self._forks.setdefault(fork, place)
                yield trace.Parted(seat, fork, read_body(PartingBody, what).who)
            case AcceptorState():
                yield from self._vowed(seat, own, table, place, what)

    def _give_up(self, seat: int, own: _Seat, frame: Stay) -> None:
        """Its word, in the trace of the epoch that the fork would have left."""
        fork = read_body(StayBody, frame.body).fork
        if frame.body not in own.said and fork in self._forks:
            own.said.add(frame.body)
            self._add(self._forks[fork], trace.GaveUp(seat, fork))

    def _vowed(
        self, seat: int, own: _Seat, table: SeatedTable, place: Place, vow: AcceptorState
    ) -> Iterator[Event]:
        ballot = table.replica.epoch_change.ballot
        if vow.round != own.round:
            own.round = vow.round
            yield trace.Moved(seat, vow.round, frozenset(ballot.leaving))
        if place not in own.frozen:
            own.frozen.add(place)
            yield trace.Froze(seat, vow.round, vow.evidence, vow.because)
        echo = (place, vow.round, vow.echoed)
        if vow.echoed and echo not in own.echoes:
            own.echoes.add(echo)
            offer = ballot.offers[vow.round, vow.echoed]
            yield trace.Echoed(seat, offer, _is_legal(table.log, offer))
        if vow.accepted is not None:
            offered = read_body(OfferBody, vow.accepted.offer.body)
            if (place, offered.ballot) not in own.accepts:
                own.accepts.add((place, offered.ballot))
                yield trace.AcceptedIt(seat, offered.ballot, offered.change)

    def _restarted(self, seat: int, own: _Seat, table: SeatedTable) -> Event:
        log, ballot = table.log, table.replica.epoch_change.ballot
        assert own.place is not None
        acked, entry = None, log.agreement.entry
        for frame in log.agreement.retransmissions(seat):
            if isinstance(frame, Ack):
                body = read_body(AckBody, frame.body)
                acked = (body.entry, body.digest)
        vowed = log.epoch.frozen and bool(ballot.evidence)
        if vowed:
            own.frozen.add(own.place)
            own.round = ballot.round
        accepted = (-1, b"")
        if vowed and ballot.accepted is not None:
            offered = read_body(OfferBody, ballot.accepted.offer.body)
            accepted = (offered.ballot, offered.change)
            own.accepts.add((own.place, offered.ballot))
        return trace.Restarted(
            seat,
            log.index,
            tuple(one.index for one in log.rounds.pending if not one.resolved),
            acked,
            entry is not None and entry.notation == KEY,
            ballot.round if vowed else -1,
            ballot.echoed if vowed else b"",
            accepted,
        )


def place_of(log: Log) -> Place:
    return log.game, log.membership.epoch


def _acked(seat: int, ack: Ack, entry: EntryBody) -> Event:
    body = read_body(AckBody, ack.body)
    return trace.Acked(seat, body.index, body.entry, body.digest, entry.notation == KEY)


def _is_legal(log: Log, offer: Offer) -> bool:
    """What the rules say of the entry that an offer reports, where they can say it now."""
    report = offer.report
    if report is None or read_body(EntryBody, report.body).index != log.index:
        return True
    return log.agreement.acceptable(report)
