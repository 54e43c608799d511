"""One seat at one table: its log and its changes, over links that lose, delay and come back.

What is unsettled is sent again every second; who is behind asks for the lines that it lacks, in
chunks, and admits each only on its certificate. Here stands, too, what a voter wants by itself: a
person decides whom to wait for; a voter without one gives up bots that are silent, but a person
only together with another. Time is an argument, milliseconds of any clock that does not run
backwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from camelnet.protocol.codec.canonical import Malformed, encode
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.epoch.admission import admit
from camelnet.protocol.epoch.epoch_change import EpochChange
from camelnet.protocol.epoch.fork import ForkRequests
from camelnet.protocol.log.interfaces import LogStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import removable
from camelnet.protocol.replica.relay import Carried, Relay
from camelnet.protocol.wire.bodies import (
    PartingBody,
    PleaBody,
    PresentBody,
    body_bytes,
    read_body,
)
from camelnet.protocol.wire.fields import SYNC_BYTES_MAX
from camelnet.protocol.wire.messages import (
    Apart,
    Certified,
    Frame,
    Head,
    LogLine,
    Offer,
    Plea,
    Prep,
    Present,
    Promised,
    Relayed,
    Snapshot,
    SyncAsk,
    SyncReply,
    TableFrame,
    Unwant,
    Vote,
    Want,
)

PUSH_MS = 1000
FORWARD_EVERY = 3  # pushes
ASK_MS = 700
LINES_PER_REPLY = 64
JUMP_MS = 2000  # our own clock jumped: we slept, not the others
HERE_MS = 2000
SILENT_MS = 6000  # a headless voter gives up a bot that is silent for so long
OWING_MS = 20_000  # any voter gives up who is here and owes a part for so long
LAGGING_MS = 60_000  # the same for who says that it is behind
SLOW_MS = 60_000  # a headless voter waits so long for a bot's move
PLEA_MS = 3000
WELCOME_MS = 10_000  # who left twice is waited with for so long, then twice as long each time
WELCOME_MS_MAX = 300_000


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
        """`headless`: no person decides here whom the table waits for."""
        self.log = log
        self.epoch_change = EpochChange(log=log, storage=storage)
        self.fork_requests = ForkRequests(log=log, own=own, storage=storage)
        self.seat = own.seat
        self.outbox: list[tuple[int | None, Frame]] = []
        self.snapshots: dict[int, bytes] = {}  # of others, where we disagree
        self.relay = Relay(log, own)
        self._own = own
        self._headless = headless
        seats = log.game_start.genesis.seats
        self._people = frozenset(n for n, seat in enumerate(seats) if seat.kind == "human")
        self._seconded: tuple[int, frozenset[int]] = (0, frozenset())  # at an index: whom a person
        # gives up, and we with it
        self._heads: dict[int, Head] = {}
        self._heard_ms: dict[int, int] = {}
        self._pleas: dict[int, tuple[int, int]] = {}  # by seat: in which epoch, and when
        self._owed_ms: dict[tuple[int, str, int, int], int] = {}
        self._ghosts: tuple[int, ...] = ()
        self._left: dict[int, tuple[int, int]] = {}  # by seat: how often it left, and when last
        self._asked: tuple[int, set[int]] = (0, set())  # at an index: whom our person gives up
        self._now_ms: int | None = None
        self._pushed_ms = 0
        self._pushed_at = (0, 0)
        self._pleaded_ms = -PUSH_MS
        self._pushes = 0  # at this place
        self._asked_ms: dict[int, int] = {}
        self._told_at = 0  # the index at which others were sent our position last
        self._wished_at = 0
        # After a restart we may have signed something that the journal lost: write nothing new
        # until every other seat has said how far it is, and has had time to push what it holds.
        self._resumed = resumed
        self._known: set[int] = set()
        self._all_known_ms: int | None = None if resumed else 0
        self._quorum_known_ms: int | None = None if resumed else 0

    # --- asking -------------------------------------------------------------------------------

    @property
    def unheard(self) -> tuple[int, ...]:
        """The seats that must be heard before anything new is written here."""
        if self._all_known_ms is not None:
            return ()
        return tuple(seat for seat in self._others() if seat not in self._known)

    def may_write(self, now_ms: int) -> bool:
        """Whether a new entry of ours cannot contradict one that a lost journal held."""
        if self._all_known_ms is None and not self.unheard:
            self._all_known_ms = now_ms
        return self._all_known_ms is not None and (
            not self._resumed or now_ms >= self._all_known_ms + 2 * PUSH_MS
        )

    def may_write_part(self, now_ms: int) -> bool:
        """The same for parts of a deck: they follow from our secret, byte for byte, but our
        acknowledgement goes with them. Those who hold a promise of ours ask us to keep it every
        second, so a quorum is enough to hear."""
        heard = (self._known | {self.seat}) & set(self.log.voters)
        if self._quorum_known_ms is None and len(heard) >= self.log.membership.quorum:
            self._quorum_known_ms = now_ms
        return self._quorum_known_ms is not None and (
            not self._resumed or now_ms >= self._quorum_known_ms + 2 * PUSH_MS
        )

    @property
    def everybody_has_all(self) -> bool:
        """Whether the log of every other seat is known to reach as far as ours. A ghost counts
        while it is heard: it has come back, and fetches what it lacks."""
        now_ms = self._now_ms or 0
        membership = self.log.membership
        near = [
            seat
            for seat in set(membership.ghosts) - set(membership.proven)
            if seat in self._heads and now_ms < self._heard_ms.get(seat, -SILENT_MS) + SILENT_MS
        ]
        return all(
            seat in self._heads and self._heads[seat].index >= self.log.index
            for seat in (*self._others(), *near)
        )

    @property
    def everybody_back_has_all(self) -> bool:
        """The same of every seat, whether the table went on without it or not; who was proven a
        liar is not waited for."""
        seats = range(len(self.log.game_start.genesis.seats))
        waited_for = set(seats) - set(self.log.membership.proven) - {self.seat}
        return all(
            seat in self._heads and self._heads[seat].index >= self.log.index for seat in waited_for
        )

    @property
    def awaits_people(self) -> bool:
        """Whether other seats are people's; who was proven a liar never comes back."""
        return bool(self._people - set(self.log.membership.proven) - {self.seat})

    def person_here(self, now_ms: int) -> bool:
        """Whether another person's seat was heard lately."""
        others = self._people - {self.seat}
        return any(now_ms < self._heard_ms.get(s, -SILENT_MS) + SILENT_MS for s in others)

    @property
    def settled(self) -> bool:
        """Whether nobody has to be heard first, and no change is under way or asked for."""
        return not (
            self.out or self.unheard or self.epoch_change.started or self.epoch_change.wanted()
        )

    @property
    def out(self) -> bool:
        """The table goes on without us."""
        return self.seat in self.log.membership.ghosts

    def head(self) -> Head:
        """What our heartbeat says of this table."""
        game, membership = self.log.game, self.log.membership
        number = self.epoch_change.round if self.epoch_change.started else 0
        return Head(game, self.log.index, membership.epoch, number)

    def _others(self) -> tuple[int, ...]:
        """All other seats that are not ghosts."""
        seats = range(len(self.log.game_start.genesis.seats))
        ghosts = self.log.membership.ghosts
        return tuple(seat for seat in seats if seat != self.seat and seat not in ghosts)

    # --- wanting ------------------------------------------------------------------------------

    def removable(self) -> tuple[int, ...]:
        """The seats without which this table could go on."""
        if self.log.voter is None or self.log.closed:
            return ()
        return removable(self.log.membership, self._others())

    def give_up(self, seat: int, wanted: bool, now_ms: int) -> None:
        """Our person wants to go on without a seat, or not any more; while this index lasts."""
        index, seats = self._asked
        seats = seats if index == self.log.index else set()
        self._asked = (self.log.index, seats | {seat} if wanted else seats - {seat})
        if not wanted:
            self.epoch_change.unwant(seat)
        self._wish(now_ms)
        self.epoch_change.tick(now_ms)
        self.flush()

    def apart(self, now_ms: int) -> tuple[int, ...]:
        """Who would play on apart, us among them, where the table cannot go on without those who
        are missing; empty where it can, or nobody is."""
        if self.out or self.log.closed:
            return ()
        here = {seat for seat in self._others() if self._is_here(seat, now_ms)}
        missing = set(self._others()) - here
        if not missing or self.log.membership.after(leaving=missing, returning=(), proven=()):
            return ()
        return tuple(sorted(here | {self.seat}))

    def go_apart(self, wanted: bool, now_ms: int) -> bool:
        """Our person asks to play on apart, or not any more; False where that cannot be."""
        who = self.apart(now_ms)
        if wanted and not who:
            return False
        if wanted:
            self.fork_requests.ask(who)
        else:
            self.fork_requests.take_back()
        self.flush()
        return True

    def _is_here(self, seat: int, now_ms: int) -> bool:
        return now_ms < self._heard_ms.get(seat, now_ms) + SILENT_MS

    def _take_apart(self, seat: int, frame: Apart, now_ms: int) -> None:
        """Somebody asks to play on apart. Without a person here we go along with one, if we miss
        the same seats ourselves. Who has signed and not heard that all have is shown the
        parting."""
        try:
            asked = read_body(PartingBody, frame.body)
            if (index := self.log.epoch.former.get(asked.game)) is not None and seat in asked.who:
                self.outbox.append((seat, SyncReply(asked.game, lines_from(self.log, index))))
                return
            self.fork_requests.receive(frame, seat)
            invited = self._headless and seat in self._people
            if invited and self.fork_requests.invites(frame) == self.apart(now_ms) != ():
                self.fork_requests.ask(self.apart(now_ms))
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None

    def _wish(self, now_ms: int) -> None:
        """Want what is to be wanted; see the rules in docs/protocol.md."""
        if self.log.voter is None or self.log.closed:
            return
        want = self.epoch_change.want
        for seat in self.log.statements.detector.proofs:
            want(seat, leaving=True, why="proof")
        for seat, (epoch, asked_ms) in self._pleas.items():
            lately = epoch == self.log.membership.epoch and now_ms < asked_ms + PLEA_MS
            if lately and self.log.can_rejoin(seat) and self._is_welcome(seat, now_ms):
                want(seat, leaving=False, why="returning")
        if self._asked[0] == self.log.index:
            for seat in self._asked[1]:
                want(seat, leaving=True, why="asked")
        for seat in self._in_debt(now_ms):
            if not self._headless or seat not in self._people:
                want(seat, leaving=True, why="owing")
        if self._headless:
            self._give_up_bots(now_ms)
            self._second(now_ms)

    def _is_welcome(self, seat: int, now_ms: int) -> bool:
        """Whether a ghost that asks to come back is wanted: soon at first, and the later the more
        often it has left, for every change holds up the table."""
        if seat in self.log.membership.proven or seat in self.log.statements.detector.proofs:
            return False
        times, since_ms = self._left.get(seat, (0, now_ms))
        patience_ms = 0 if times < 2 else min(WELCOME_MS << (times - 2), WELCOME_MS_MAX)
        return now_ms >= since_ms + patience_ms

    def _note_leavers(self, now_ms: int) -> None:
        ghosts = self.log.membership.ghosts
        for seat in set(ghosts) - set(self._ghosts):
            times, _ = self._left.get(seat, (0, 0))
            self._left[seat] = (times + 1, now_ms)
        self._ghosts = ghosts

    def _give_up_bots(self, now_ms: int) -> None:
        """What a voter without a person wants by itself: never to go on without a person."""
        found = dict.fromkeys(self.log.agreement.divergent, "owing")
        for seat in self._others():
            if not self._is_here(seat, now_ms):
                found.setdefault(seat, "silent")
        for (seat, what, _, _), since_ms in self._owed_ms.items():
            if what == "entry" and seat != self.seat and now_ms >= since_ms + SLOW_MS:
                found.setdefault(seat, "slow")
        for seat in self.removable():
            if seat in found and seat not in self._people:
                self.epoch_change.want(seat, leaving=True, why=found[seat])

    def _second(self, now_ms: int) -> None:
        """What a voter without a person wants because a person asks for it, here and now; it is
        taken back with the asking. Who asks must owe nothing, or it could see a die first and have
        it drawn again; and the table must miss that seat, or wait for it."""
        index, before = self._seconded
        before = before if index == self.log.index else frozenset()
        people = self._people - {self.seat}
        settled = people - {seat for seat, what in self.log.owed() if what != "entry"}
        asked = self.epoch_change.asked()
        missed = {seat for seat in asked if not self._is_at_hand(seat, now_ms)}
        missed |= {
            seat
            for (seat, _, _, _), since_ms in self._owed_ms.items()
            if now_ms >= since_ms + HERE_MS
        }
        found = {seat for seat in before if asked.get(seat, set()) & people}
        found |= {seat for seat in missed - {self.seat} if asked.get(seat, set()) & settled}
        for seat in sorted(before - found):
            self.epoch_change.unwant(seat)
        for seat in sorted(found):
            self.epoch_change.want(seat, leaving=True, why="asked")
        self._seconded = (self.log.index, frozenset(found))

    def _is_at_hand(self, seat: int, now_ms: int) -> bool:
        return now_ms < self._heard_ms.get(seat, now_ms) + HERE_MS

    def _in_debt(self, now_ms: int) -> list[int]:
        """Who is here and owes a part (never a move) for long; longer while it says that it has to
        catch up first."""
        found: set[int] = set()
        for (seat, what, _, _), since_ms in self._owed_ms.items():
            here = self._is_at_hand(seat, now_ms)
            head = self._heads.get(seat)
            abreast = head is not None and head.index >= self.log.index
            patience_ms = OWING_MS if abreast else LAGGING_MS
            if what != "entry" and here and now_ms >= since_ms + patience_ms:
                found.add(seat)
        return sorted(found - {self.seat})

    def _note_debts(self, now_ms: int) -> None:
        index, epoch = self.log.index, self.log.membership.epoch
        owed = [(seat, what, index, epoch) for seat, what in self.log.owed()]
        self._owed_ms = {debt: self._owed_ms.get(debt, now_ms) for debt in owed}

    # --- frames and time ----------------------------------------------------------------------

    def receive(self, seat: int, frame: TableFrame, now_ms: int) -> None:
        """Take a frame from the peer on `seat`; raises `Refusal`."""
        self._note_jump(now_ms)
        self._heard_ms[seat] = now_ms
        self._known.add(seat)  # who says anything to us pushes what it holds, be it without a beat
        self.relay.hear(seat, now_ms)
        try:
            if isinstance(frame, Relayed):
                self._take_relayed(seat, frame, now_ms)
            else:
                self._take(seat, frame, now_ms)
                if isinstance(frame, Carried):
                    self.relay.pass_on(frame, seat, None, now_ms)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        self._write_key(now_ms)
        if self.log.index != self._wished_at:  # what we want is said anew at every index
            self._wished_at = self.log.index
            self._note_leavers(now_ms)
            self._wish(now_ms)
            self.epoch_change.tick(now_ms)
        self.flush()

    def _take_relayed(self, seat: int, relayed: Relayed, now_ms: int) -> None:
        """What another seat brings of one that we do not hear. It is the author's by its signature;
        where that does not hold, who brings it need not have known."""
        with suppress(Refusal, Malformed):
            frame = relayed.inner
            if isinstance(frame, Carried):
                self._take(seat, frame, now_ms)
                self.relay.pass_on(frame, seat, relayed.steps, now_ms)

    def _take(self, seat: int, frame: TableFrame, now_ms: int) -> None:
        match frame:
            case Want() | Unwant() | Prep() | Promised() | Offer() | Vote():
                self.epoch_change.receive(frame, seat, now_ms)
            case Apart():
                self._take_apart(seat, frame, now_ms)
            case Plea():
                self._take_plea(frame, now_ms)
            case Present():
                head = self.relay.take(frame, now_ms)
                if head is not None:
                    self._note_head(read_body(PresentBody, frame.body).seat, head, now_ms)
            case SyncAsk():
                self._answer(seat, frame.index)
            case SyncReply():
                self._admit(seat, frame, now_ms)
            case Snapshot():
                self.snapshots[seat] = frame.position
            case Relayed():
                raise Refusal(Fault.MALFORMED, "brought twice")
            case _:
                self.log.receive(frame, seat)

    def heard(self, seat: int, head: Head, now_ms: int) -> None:
        """A heartbeat of `seat`, over its own link."""
        self._note_jump(now_ms)
        self.relay.hear(seat, now_ms)
        self._note_head(seat, head, now_ms)
        ahead = head.index > self.log.missing_from  # in luck, if not in lines
        if ahead and now_ms >= self._asked_ms.get(seat, -ASK_MS) + ASK_MS:
            self._ask(seat, now_ms)

    def _note_head(self, seat: int, head: Head, now_ms: int) -> None:
        self._heads[seat] = head
        self._heard_ms[seat] = now_ms
        self._known.add(seat)
        self.epoch_change.told(seat, head.epoch, head.round)

    def reached(self, seat: int, now_ms: int) -> bool:
        """Whether a seat is here, be it that others bring what it says."""
        return seat in self._known and now_ms < self._heard_ms.get(seat, -HERE_MS) + HERE_MS

    def _calls(self, now_ms: int) -> bool:
        """Whether we miss somebody, or ask to come back: then others should say whom they hear."""
        if self.log.closed and self.everybody_has_all:
            return False
        return self.out or any(not self.relay.hears(seat, now_ms) for seat in self._others())

    def tick(self, now_ms: int) -> None:
        """Call a few times a second."""
        self._note_jump(now_ms)
        place = (self.log.membership.epoch, self.log.index)
        if place != self._pushed_at:
            self._pushed_at, self._pushed_ms, self._pushes = place, now_ms, 0
        elif now_ms >= self._pushed_ms + PUSH_MS:
            self._pushed_ms = now_ms
            self._push()
        self._plead(now_ms)
        self.relay.tick(self.head(), calling=self._calls(now_ms), now_ms=now_ms)
        self._note_debts(now_ms)
        self._note_leavers(now_ms)
        self._wish(now_ms)
        self.epoch_change.tick(now_ms)
        self.log.progress()  # what a full disk held up may go on
        self._write_key(now_ms)
        self.flush()

    def _note_jump(self, now_ms: int) -> None:
        """Whatever comes first after a sleep: nobody was silent, or owed anything, meanwhile."""
        if self._now_ms is None or now_ms > self._now_ms + JUMP_MS:
            self._heard_ms = dict.fromkeys(self._others(), now_ms)
            self.relay.hear_all(self._others(), now_ms)
            self._owed_ms.clear()
        self._now_ms = now_ms

    def _push(self) -> None:
        """Say again what is unsettled: our own part every time, the others' now and then, for those
        whom they do not reach."""
        self._pushes += 1
        own = self._pushes % FORWARD_EVERY > 0
        frames = [
            *self.log.retransmissions(own=own),
            *self.epoch_change.retransmissions(),
            *self.fork_requests.retransmissions(),
        ]
        self.outbox.extend((None, frame) for frame in frames)

    def _plead(self, now_ms: int) -> None:
        """Ask to come back, once a second. Whose position may differ from the others' does not: it
        would only stop the table again."""
        welcome = (
            self.out
            and not self.log.epoch.position_doubted
            and self.seat not in self.log.membership.proven
        )
        if welcome and not self.log.closed and now_ms >= self._pleaded_ms + PUSH_MS:
            self._pleaded_ms = now_ms
            self.outbox.append((None, self._plea()))

    def _plea(self) -> Plea:
        body = body_bytes(
            PleaBody("camelnet/plea/1", self.log.game, self.log.membership.epoch, self.seat)
        )
        return Plea(body, self._own.signer.sign(body))

    def _take_plea(self, frame: Plea, now_ms: int) -> None:
        """A ghost asks to come back. It has to be of this epoch: an old one proves nothing; and of
        somebody who is here: others could show one again."""
        body = read_body(PleaBody, frame.body)
        if body.game != self.log.game:
            raise Refusal(Fault.GAME)
        if body.epoch == self.log.membership.epoch and body.seat in self.log.membership.ghosts:
            self.log.statements.check_signed(body.seat, frame.signature, frame.body)
            if now_ms < self._heard_ms.get(body.seat, -HERE_MS) + HERE_MS:
                self._pleas[body.seat] = (body.epoch, now_ms)

    def _write_key(self, now_ms: int) -> None:
        if self.log.epoch.key_due and self.log.may_propose and self.may_write(now_ms):
            self.log.propose_key()

    def flush(self) -> None:
        """Move what the log wants to say into `outbox`."""
        for said in (self.log.outbox, self.epoch_change.outbox, self.fork_requests.outbox):
            if said:
                self.outbox.extend((None, frame) for frame in said)
                said.clear()
        self.outbox.extend(self.relay.outbox)
        self.relay.outbox.clear()
        stopped = self.log.epoch.stopped
        if stopped and stopped.fault is Fault.DIGEST and self._told_at != self.log.index:
            self._told_at = self.log.index
            self.outbox.append((None, self.log.snapshot()))

    # --- catching up --------------------------------------------------------------------------

    def _ask(self, seat: int, now_ms: int) -> None:
        self._asked_ms[seat] = now_ms
        self.outbox.append((seat, SyncAsk(self.log.game, self.log.missing_from)))

    def _answer(self, seat: int, index: int) -> None:
        chosen = lines_from(self.log, index)
        if chosen:
            self.outbox.append((seat, SyncReply(self.log.game, chosen)))

    def _admit(self, seat: int, reply: SyncReply, now_ms: int) -> None:
        self.log.chain.drop_closing()
        all_taken = all(take_line(self.log, line) for line in reply.lines)
        self.log.chain.drop_closing()
        self.epoch_change.follow()
        behind = seat in self._heads and self._heads[seat].index > self.log.index
        if all_taken and behind and now_ms > self._asked_ms.get(seat, 0):
            self._ask(seat, now_ms)


def lines_from(log: Log, index: int) -> tuple[LogLine, ...]:
    """What to send to somebody whose log reaches to `index`: as much as a frame takes. A line
    without certificate goes together with the change that names it."""
    return fitting(_lines_of(log, max(index, 1)))


def _lines_of(log: Log, index: int) -> Iterator[LogLine]:
    for number in range(index, log.index):
        line = log.line_at(number)
        assert line is not None, "all lines are here"
        yield line


def fitting(lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
    """The first of these lines, as many as a frame takes."""
    chosen: list[LogLine] = []
    unit: list[LogLine] = []  # that go together
    size = 0
    for line in lines:
        size += len(encode(to_array(line)))
        unit.append(line)
        if isinstance(line, Certified) and not line.certificate:
            continue
        if chosen and (size > SYNC_BYTES_MAX or len(chosen) + len(unit) > LINES_PER_REPLY):
            break
        chosen.extend(unit)
        unit.clear()
    return tuple(chosen)


def take_line(log: Log, line: LogLine) -> bool:
    """Take a line of somebody's log; raises `Refusal`. False where it has to wait, and what follows
    too: for luck, or for judging what takes long (`Log.verification_job_for`)."""
    if log.agreement.verification_job_for((line,)) is not None:
        return False
    try:
        admit(log, line)
    except Refusal as refusal:
        if refusal.fault is Fault.INDEX:  # lines that came another way meanwhile
            if isinstance(line, Certified):
                log.learn_luck(line)
            return True
        if refusal.fault is Fault.LUCK or log.epoch.leaving:
            return False
        raise
    return True
