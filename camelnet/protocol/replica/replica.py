"""One seat at one table as a replica, over links that lose and delay frames, fail and recover.

It sends unsettled frames again every second, and at once to a seat that comes back. Time is an
argument: milliseconds of any clock that does not run backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.epoch_change import EpochChange
from camelnet.protocol.epoch.fork import ForkRequests
from camelnet.protocol.log.interfaces import LogStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.membership_policy import MembershipPolicy
from camelnet.protocol.replica.presence import HERE_MS, SILENT_MS, Presence
from camelnet.protocol.replica.relay import Relay, Relayable
from camelnet.protocol.replica.sync import ASK_MS, Sync
from camelnet.protocol.wire.bodies import (
    PartingBody,
    PleaBody,
    PresentBody,
    body_bytes,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Apart,
    Frame,
    Head,
    Parted,
    Plea,
    Present,
    Relayed,
    Snapshot,
    Stay,
    SyncAsk,
    SyncReply,
    TableFrame,
)
from camelnet.protocol.wire.outbox import Outbox

Served = SyncAsk | Apart | Present | Relayed  # frames that a retired replica still takes

PUSH_MS = 1000
FORWARD_EVERY = 3  # pushes: then others' frames, too
JUMP_MS = 2000  # our own clock jumped: we slept, not the others


class Replica:
    """`outbox` holds (seat, frame) to send; seat None means every other seat."""

    def __init__(
        self,
        log: Log,
        *,
        own: SignerIdentity,
        storage: LogStorage,
        resumed: bool,
        headless: bool,
    ) -> None:
        """`headless`: no person here decides for which seats the table waits."""
        self.log = log
        self.outbox = Outbox()
        self.outbox.broadcasts(log.outbox)
        self.epoch_change = EpochChange(log=log, storage=storage, outbox=self.outbox.broadcasts())
        self.relay = Relay(log, own, self.outbox.addressed)
        self.presence = Presence(log, own.seat)
        self.policy = MembershipPolicy(
            log, self.presence, self.epoch_change.wants, seat=own.seat, headless=headless
        )
        self.fork_requests = ForkRequests(
            log=log,
            own=own,
            storage=storage,
            outbox=self.outbox.broadcasts(),
            follows=self.policy.other_people if headless else (),
        )
        self.seat = own.seat
        self.snapshots: dict[int, bytes] = {}  # of seats whose position differs from ours
        self._sync = Sync(log, self.presence, self.outbox)
        self._own = own
        self._now_ms: int | None = None
        self._pushed_ms = 0
        self._pushed_at = (0, 0)
        self._pleaded_ms = -PUSH_MS
        self._pushes = 0  # at this place
        self.retired = False
        self._missed = set(self.presence.others) if resumed else set()  # not heard since
        self._shown_ms: dict[int, int] = {}  # by seat: when unsettled frames followed our lines
        self._shown_at = 0  # the index at which we last sent our position
        self._applied_at = 0  # the index at which we last applied our policy
        self.routes: Mapping[type[Frame], Callable[[int, Any, int], None]] = {
            **dict.fromkeys(self.epoch_change.routes, self.epoch_change.receive),
            Apart: self._receive_fork_request,
            Stay: self._receive_stay,
            Plea: self._receive_plea,
            Present: self._receive_present,
            SyncAsk: self._receive_ask,
            SyncReply: self._receive_lines,
            Snapshot: self._receive_snapshot,
        }  # the log takes all others
        # Before a restart we may have signed something that the journal lost, in this epoch or a
        # later one: write nothing new until we have heard every other seat, also those that came
        # back since, and each has had time to push what it holds.
        self._resumed = resumed
        self._all_known_ms: int | None = None
        self._quorum_known_ms: int | None = None

    # --- queries ------------------------------------------------------------------------------

    @property
    def unheard(self) -> tuple[int, ...]:
        """The seats that we have to hear before we write anything new."""
        if not self._resumed:
            return ()
        return tuple(seat for seat in self.presence.others if seat not in self.presence.known)

    def may_write(self, now_ms: int) -> bool:
        """True once a new entry of ours can contradict none that our journal has lost."""
        self._all_known_ms = _since(self._all_known_ms, now_ms, holds=not self.unheard)
        return self._had_time(self._all_known_ms, now_ms)

    def may_write_part(self, now_ms: int) -> bool:
        """True once we may write a part of a deck. Our secret determines its bytes, but we send an
        acknowledgement with it. Voters that hold a promise of ours remind us of it every second, so
        it is enough to hear a quorum."""
        heard = (self.presence.known | {self.seat}) & set(self.log.voters)
        enough = len(heard) >= self.log.membership.quorum
        self._quorum_known_ms = _since(self._quorum_known_ms, now_ms, holds=enough)
        return self._had_time(self._quorum_known_ms, now_ms)

    def _had_time(self, known_ms: int | None, now_ms: int) -> bool:
        """True if the seats heard since then have had time to send all they hold."""
        return not self._resumed or (known_ms is not None and now_ms >= known_ms + 2 * PUSH_MS)

    @property
    def everybody_has_all(self) -> bool:
        """True if every other seat has said that its log reaches as far as ours. A ghost counts
        while we hear it: it has come back, and fetches what it lacks."""
        now_ms = self._now_ms or 0
        membership = self.log.membership
        near = [
            seat
            for seat in set(membership.ghosts) - set(membership.proven)
            if self.presence.has_head(seat)
            and self.presence.was_heard(seat, now_ms, within_ms=SILENT_MS)
        ]
        return all(self.presence.is_abreast(seat) for seat in (*self.presence.others, *near))

    @property
    def everybody_back_has_all(self) -> bool:
        """True if every other seat has said so, ghost or not, except those proven to lie."""
        seats = range(len(self.log.game_start.genesis.seats))
        waited_for = set(seats) - set(self.log.membership.proven) - {self.seat}
        return all(self.presence.is_abreast(seat) for seat in waited_for)

    @property
    def awaits_people(self) -> bool:
        """True if another seat is a person's and may still come back: one proven to lie never
        does."""
        return bool(self.policy.other_people - set(self.log.membership.proven))

    def person_here(self, now_ms: int) -> bool:
        """True if we have heard another person's seat lately."""
        return any(
            self.presence.was_heard(seat, now_ms, within_ms=SILENT_MS)
            for seat in self.policy.other_people
        )

    @property
    def settled(self) -> bool:
        """True if we take part, have to hear nobody first, and no change is wanted or under way."""
        return not (
            self.out or self.unheard or self.epoch_change.started or self.epoch_change.wants.open()
        )

    def retire(self) -> None:
        """Retire from a game that is over, or that we have left: its files are closed, and nothing
        that arrives reaches the log any more. We still answer peers that lack lines."""
        self.retired = True

    @property
    def out(self) -> bool:
        """True while the table goes on without us."""
        return self.seat in self.log.epoch.membership.ghosts

    def head(self) -> Head:
        """Our place, for the heartbeat."""
        game, membership = self.log.game, self.log.membership
        number = self.epoch_change.round if self.epoch_change.started else 0
        return Head(game, self.log.index, membership.epoch, number)

    # --- seats that the table waits for ---------------------------------------------------------

    def removable(self) -> tuple[int, ...]:
        """The seats that the table can spare, one at a time."""
        return () if self.retired else self.policy.removable()

    def give_up(self, seat: int, wanted: bool, now_ms: int) -> None:
        """Note that our person wants to go on without a seat at this index, or no longer does."""
        self.policy.give_up(seat, wanted)
        self.policy.apply(now_ms)
        self.epoch_change.tick(now_ms)
        self.flush()

    def fork_members(self, now_ms: int) -> tuple[int, ...]:
        """The seats that could fork; see `MembershipPolicy.fork_members`."""
        return () if self.retired else self.policy.fork_members(now_ms)

    def ask_to_fork(self, wanted: bool, now_ms: int) -> bool:
        """Ask to fork as our person wants, or take it back; False if no fork is possible."""
        who = self.fork_members(now_ms)
        if wanted and not who:
            return False
        if wanted:
            self.fork_requests.ask(who)
        else:
            self.fork_requests.take_back()
        self.flush()
        return True

    # --- frames and time ----------------------------------------------------------------------

    def receive(self, seat: int, frame: TableFrame, now_ms: int) -> None:
        """Take a frame from the peer on `seat`, its own or one that it relays. Raises `Refusal`."""
        self._note_jump(now_ms)
        self.presence.hear(seat, now_ms)  # any frame counts: its sender pushes what it holds
        self.relay.hear(seat, now_ms)
        relayed = frame if isinstance(frame, Relayed) else None
        said: Any = self.relay.unpack(relayed, seat, now_ms) if relayed else frame
        if said is not None and (not self.retired or isinstance(said, Served)):
            try:
                route = self.routes.get(type(said))
                if route is not None:
                    route(seat, said, now_ms)
                else:
                    self.log.receive(said, seat)
                if self.relay.is_called(now_ms) and isinstance(said, Relayable):
                    steps = relayed.steps if relayed else None
                    self.relay.forward(said, seat, steps, now_ms)
            except Refusal:
                if relayed is None:  # else its author is at fault, not the peer that relays it
                    raise
        if not self.retired:
            self._follow_up(seat, now_ms)
        self.flush()

    def _follow_up(self, seat: int, now_ms: int) -> None:
        """Act on what a frame of `seat` has changed."""
        self._write_key(now_ms)
        index = self.log.chain.index
        if index != self._applied_at:  # our wants have to be sent again at every index
            self._applied_at = index
            self.policy.note_leavers(now_ms)
            self.policy.apply(now_ms)
            self.epoch_change.tick(now_ms)
        self._tell_returned(seat)

    def _receive_fork_request(self, seat: int, frame: Apart, now_ms: int) -> None:
        """Take a request to fork. A headless seat joins a person's request if it misses the same
        seats. Show the fork to a peer that has signed it and missed the others' signatures; if we
        never sign it, say so."""
        asked = read_body(PartingBody, frame.body)
        index = self.log.epoch.former.get(asked.game)
        if index is not None and seat in asked.who:
            self._sync.send_lines(seat, asked.game, index)
            line = self.log.line_at(index)
            if isinstance(line, Parted) and line.body == frame.body:
                return
        self.fork_requests.receive(frame, seat)
        if self.policy.follows_into_fork(seat):
            who = self.policy.fork_members(now_ms)
            if self.fork_requests.invites(frame) == who != ():
                self.fork_requests.ask(who)
        if self.retired:
            return
        goes_on = self.policy.goes_on(now_ms)
        stay = self.fork_requests.answer(frame, goes_on=goes_on, now_ms=now_ms)
        if stay is not None:
            self.outbox.addressed.append((seat, stay))

    def _receive_stay(self, seat: int, frame: Stay, _now_ms: int) -> None:
        self.fork_requests.receive_stay(frame, seat)

    def _receive_plea(self, _seat: int, frame: Plea, now_ms: int) -> None:
        self.policy.receive_plea(frame, now_ms)

    def _receive_present(self, _seat: int, frame: Present, now_ms: int) -> None:
        head = self.relay.take(frame, now_ms)
        if head is not None:
            self._note_head(read_body(PresentBody, frame.body).seat, head, now_ms)

    def _receive_ask(self, seat: int, frame: SyncAsk, now_ms: int) -> None:
        """Answer a seat; once it has all lines, send it the unsettled frames behind them."""
        has_all = self._sync.answer(seat, frame) and not self.retired
        if has_all and now_ms >= self._shown_ms.get(seat, -ASK_MS) + ASK_MS:
            self._shown_ms[seat] = now_ms
            self._say_unsettled(seat)

    def _receive_lines(self, seat: int, frame: SyncReply, now_ms: int) -> None:
        self._sync.admit(seat, frame, now_ms)
        self.epoch_change.follow()

    def _receive_snapshot(self, seat: int, frame: Snapshot, _now_ms: int) -> None:
        self.snapshots[seat] = frame.position

    def heard(self, seat: int, head: Head, now_ms: int) -> None:
        """Take a heartbeat of `seat` over its own link."""
        self._note_jump(now_ms)
        self.relay.hear(seat, now_ms)
        self._note_head(seat, head, now_ms)
        if not self.retired:
            self._sync.heard(seat, head, now_ms)
            self._tell_returned(seat)

    def _note_head(self, seat: int, head: Head, now_ms: int) -> None:
        self.presence.note_head(seat, head, now_ms)
        self.epoch_change.note_round(seat, head.epoch, head.round)

    def reached(self, seat: int, now_ms: int) -> bool:
        """True if a seat is here, heard over its own link or through others."""
        here = self.presence.was_heard(seat, now_ms, within_ms=HERE_MS)
        return here and self.presence.knows(seat)

    def _calls(self, now_ms: int) -> bool:
        """True if others should say whom they hear: we miss a seat, or are a ghost ourselves."""
        if self.retired or (self.log.closed and self.everybody_has_all):
            return False
        hears = self.relay.hears
        return self.out or [s for s in self.presence.others if not hears(s, now_ms)] != []

    def tick(self, now_ms: int) -> None:
        """Call a few times a second."""
        self._note_jump(now_ms)
        if not self.retired:
            self._play(now_ms)
        self.relay.tick(self.head, calling=self._calls(now_ms), now_ms=now_ms)
        self.flush()

    def _play(self, now_ms: int) -> None:
        """Do all that is due by now."""
        is_at_hand = self.presence.is_at_hand
        self._missed.update(s for s in self.presence.others if not is_at_hand(s, now_ms))
        place = (self.log.membership.epoch, self.log.index)
        if place != self._pushed_at:
            self._pushed_at, self._pushed_ms, self._pushes = place, now_ms, 0
        elif now_ms >= self._pushed_ms + PUSH_MS:
            self._pushed_ms = now_ms
            self._push()
        self._plead(now_ms)
        self.policy.note_debts(now_ms)
        self.policy.note_leavers(now_ms)
        self.policy.apply(now_ms)
        self.epoch_change.tick(now_ms)
        self.fork_requests.progress()
        self.log.progress()  # a full disk may have held it up
        self._write_key(now_ms)

    def _note_jump(self, now_ms: int) -> None:
        """Notice that we slept: meanwhile nobody was silent or owed anything."""
        slept = self._now_ms is not None and now_ms > self._now_ms + JUMP_MS
        if slept:
            self._missed.update(self.presence.others)
        if slept or self._now_ms is None:
            self.presence.start_anew(now_ms)
            self.relay.hear_all(self.presence.others, now_ms)
            self.policy.forget_debts()
        self._now_ms = now_ms

    def _push(self) -> None:
        """Send unsettled frames again: our own every time, those of others now and then, for seats
        that their authors do not reach."""
        self._pushes += 1
        for frame in self._unsettled(own=self._pushes % FORWARD_EVERY > 0):
            self.outbox.broadcast(frame)

    def _unsettled(self, *, own: bool) -> list[Frame]:
        return [
            *self.log.retransmissions(own=own),
            *self.epoch_change.retransmissions(),
            *self.fork_requests.retransmissions(),
        ]

    def _tell_returned(self, seat: int) -> None:
        """Send unsettled frames at once to a missed seat that we hear again over its own link: so
        it first pays its debts, and learns what we owe."""
        if seat in self._missed:
            self._missed.discard(seat)
            self._say_unsettled(seat)

    def _say_unsettled(self, seat: int) -> None:
        self.outbox.flush()  # new frames go first, an acknowledgement before a part of luck
        for frame in self._unsettled(own=False):
            self.outbox.send(seat, frame)

    def _plead(self, now_ms: int) -> None:
        """Ask to come back, once a second. Do not ask if our position may differ from the others':
        we would only stop the table again."""
        welcome = (
            self.out
            and not self.log.epoch.position_doubted
            and self.seat not in self.log.membership.proven
        )
        if welcome and not self.log.closed and now_ms >= self._pleaded_ms + PUSH_MS:
            self._pleaded_ms = now_ms
            self.outbox.broadcast(self._plea())

    def _plea(self) -> Plea:
        body = body_bytes(
            PleaBody("camelnet/plea/1", self.log.game, self.log.membership.epoch, self.seat)
        )
        return Plea(body, self._own.signer.sign(body))

    def _write_key(self, now_ms: int) -> None:
        if self.log.epoch.key_due and self.log.may_propose and self.may_write(now_ms):
            self.log.propose_key()

    def flush(self) -> None:
        """Line up in `outbox` the frames of all parts."""
        self.outbox.flush()
        stopped = self.log.epoch.stopped
        if stopped and stopped.fault is Fault.DIGEST and self._shown_at != self.log.index:
            self._shown_at = self.log.index
            self.outbox.broadcast(self.log.snapshot())


def _since(since_ms: int | None, now_ms: int, *, holds: bool) -> int | None:
    """The time since which something holds; None if it does not. `since_ms`: the last answer."""
    if not holds:
        return None
    return now_ms if since_ms is None else since_ms
