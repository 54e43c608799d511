"""One simulated table from its start to its end: peers, links, faults and virtual time."""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet import rules
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Ed25519Signer, Ed25519Suite, Key, Signer, Suite
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import GameStart, PendingStart
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    GenesisBody,
    SeatBody,
    WantBody,
    body_bytes,
    opening_for,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import Frame, Want
from camelnet.session.api.facts import Stepped
from camelnet.session.game.table_options import new_table
from tests.model.trace import NotAdmitted
from tests.model.witness import Witness
from tests.protocol.symbolic import SymbolicSigner, SymbolicSuite
from tests.sim.bounds import gone_of
from tests.sim.disk import Cut
from tests.sim.frame_text import tell
from tests.sim.links import Links
from tests.sim.oracle import Oracle
from tests.sim.peer import SimPeer
from tests.sim.plan import TINY, Fault, Plan, Trouble
from tests.sim.violation import Violation
from tests.sim.watcher import SimWatcher

PATIENCE_MS = 400_000  # so long a table may take for one entry; nobody is away for that long
CALM_MS = 10_000  # so long after an absence a table may still give somebody up
BRIEF_MS = 3000  # nobody is given up after so short an absence
EVENTS_MAX = 2_000_000

# Whom these strike is there all the same, for somebody or for all.
PRESENT = (Trouble.DEAD_LINK, Trouble.ONE_WAY, Trouble.JUMP)

BEYOND_MS = 60_000  # beyond the bounds a table may wait for ever: after so long we look away
LIVELY_MS = 180_000  # so long a table takes to its end, at most, when all is well again
LIVELY_REAL_MS = 900_000  # the same for games with many more entries
SETTLED_MS = 5000  # so long after that a program may still want somebody out who is here
SLOW_MS = 5000  # so long people think then, at most: there is a table to come back to
RETURN_MS = 15_000  # so long it takes, at most, until who was away once is back at the table

Trace = Callable[[str], None]


def signer_of(seed: int, seat: int, *, real: bool) -> Signer:
    """The key of a seat: always the same for one seed."""
    secret = hashlib.sha256(f"{seed} {seat}".encode()).digest()
    if real:
        return Ed25519Signer(Ed25519PrivateKey.from_private_bytes(secret))
    return SymbolicSigner(Key(secret))


def found(plan: Plan, suite: Suite, signers: list[Signer], dice: Random) -> GameStart:
    """The founding of a plan's table, made directly: the lobby is not simulated."""
    table = body_bytes(
        new_table(
            name="Oasis",
            game=plan.game,
            seats=plan.seats,
            options=plan.options,
            salt=dice.randbytes(16),
            strict=plan.strict,
        )
    )
    nonces = [dice.randbytes(32) for _ in signers]
    seats = tuple(
        SeatBody(
            signer.key,
            f"Peer {number}",
            {"h": "human", "b": "bot"}[plan.kinds[number]],
            "",
            code_commitment(table_id(table), signer.key, nonces[number]),
        )
        for number, signer in enumerate(signers)
    )
    genesis = GenesisBody("camelnet/genesis/1", table, rules.rules_digest(), seats)
    pending_start = PendingStart(suite, body_bytes(genesis))
    for number, signer in enumerate(signers):
        pending_start.sign(number, signer.sign(pending_start.body))
        opening = opening_for(pending_start.id, number, nonces[number])
        pending_start.open(number, nonces[number], signer.sign(opening))
    game_start = pending_start.game_start
    assert game_start is not None
    return game_start


class Forked(Exception):
    """Beyond the bounds a table has forked, and it is known who lied."""


class World:
    def __init__(self, plan: Plan, trace: Trace | None = None) -> None:
        self.plan = plan
        self._seats = plan.seats
        self.now_ms = 0
        self.struck: Counter[Trouble] = Counter()
        self.refusals: Counter[str] = Counter()
        self.patience_ms = BEYOND_MS if plan.beyond or plan.daring else PATIENCE_MS
        if plan.heal_ms is not None and not plan.beyond:
            self.patience_ms = LIVELY_MS if plan.game in TINY else LIVELY_REAL_MS
        self.dice = Random(f"world {plan.seed}")
        self._trace = trace
        self._heap: list[tuple[int, int, Callable[..., None], tuple[object, ...]]] = []
        self._count = 0
        self._events = 0
        self._waiting = [fault for fault in plan.faults if not fault.changing]
        self._waiting_for_changes = [fault for fault in plan.faults if fault.changing]
        self._promises = 0
        self._index = 0  # the highest anywhere
        self._moved_ms = 0
        self._said: Frame | None = None  # by anybody, last
        self._dirty = True  # something has happened that may have been the end
        self._gone: set[int] = set()  # for good
        self._calm_ms = 0
        self._changed_ms = 0  # the voters, last
        self._closed_ms: dict[int, int] = {}  # by seat: when its game had ended there
        self._wants: set[bytes] = set()  # that were said
        self._wanted: dict[tuple[int, int], int] = {}  # at which index last, by who, and about whom
        self._down_ms: dict[int, int] = {}  # how long a peer stays away when its power is cut
        self.suite = Ed25519Suite() if plan.real else SymbolicSuite()
        signers = [signer_of(plan.seed, seat, real=plan.real) for seat in range(plan.seats)]
        self.game_start = found(plan, self.suite, signers, self.dice)
        self.witness = Witness(plan.lies)
        self.oracle = Oracle(self.game_start, self.suite, plan.lies, real=plan.real)
        self.links = Links(
            plan,
            self.dice,
            now=lambda: self.now_ms,
            at=self.at,
            deliver=self._deliver,
            garbled=self._garbled,
        )
        self.peers = [
            SimPeer(
                seat=seat,
                plan=plan,
                game_start=self.game_start,
                signer=signer,
                suite=self.suite,
                dice=self.dice,
                world=self,
            )
            for seat, signer in enumerate(signers)
        ]
        self.stuck = False  # some wait for ever, as they may
        self.watchers = [
            SimWatcher(
                plan.seats + number,
                hashlib.sha256(f"{plan.seed} looks on {number}".encode()).digest(),
                self.game_start,
                self.suite,
                self,
            )
            for number in range(len(plan.watchers))
        ]

    # --- running ------------------------------------------------------------------------------

    def run(self) -> None:
        """To the end of the game at every peer; raises `Violation`."""
        self.begin()
        self.stuck = not self.go_on(self._ended)
        if self.healed and not self.plan.beyond:
            self._check_returns()
        for peer in self._lasting():
            if not self.stuck or peer.closed:
                self.oracle.verify(peer.seat, peer.lines)

    def _check_returns(self) -> None:
        """All who are here sit at the table again. Not at once where they left more than once, or
        held cards."""
        since_ms = max(self._changed_ms, self.plan.heal_ms or 0)
        if rules.GAMES[self.plan.game].hands:
            return
        for peer in self._lasting():
            if self._closed_ms.get(peer.seat, self.now_ms) < since_ms + RETURN_MS:
                continue
            out = peer.table is not None and peer.seat in peer.table.log.membership.ghosts
            if out and self.oracle.removed[peer.seat] < 2 and not self._is_stuck(peer):
                raise Violation("who is here is not taken back", f"seat {peer.seat}")

    def hold_against_model(self) -> None:
        """Raises `Violation` where an honest peer did what the model does not."""
        try:
            self.witness.check()
        except NotAdmitted as error:
            raise Violation("the model does not admit a step", str(error)) from None

    def begin(self) -> None:
        for peer in self.peers:
            peer.begin()
        for watcher, since_ms in zip(self.watchers, self.plan.watchers, strict=True):
            self.at(since_ms, self._look_on, watcher)
        self._reached(1)
        if self.plan.branch is not None:  # other random numbers for all: they are drawn from here
            self.at(self.plan.branch[0], self.dice.seed, f"branch {self.plan.branch}")
        if self.plan.heal_ms is not None:
            self._moved_ms = self.plan.heal_ms
            self.at(self.plan.heal_ms, self._heal)

    def go_on(self, done: Callable[[], bool]) -> bool:
        """Until something is so at some moment when a log has gone on; False where it may never
        come to that, else raises `Violation`."""
        heap, pop, patience_ms = self._heap, heapq.heappop, self.patience_ms
        while not (self._dirty and done()):
            self._dirty = False
            if self._events > EVENTS_MAX or self.now_ms > self._moved_ms + patience_ms:
                if self._may_wait():
                    return False
                raise Violation("the game does not end", self._where())
            self._events += 1
            self.now_ms, _, act, args = pop(heap)
            act(*args)
        return True

    def _hear_want(self, sender: int, frame: Want) -> None:
        """No program comes to want anybody out who is here; people may, and a proof stays a proof.
        What was wanted before is said again until its index lapses."""
        want, new = read_body(WantBody, frame.body), frame.body not in self._wants
        self._wants.add(frame.body)
        if want.seat == sender and want.leaving:
            self._wanted[sender, want.about] = want.index
        if self.plan.heal_ms is None:
            return
        late = new and self.now_ms >= (self.plan.heal_ms or 0) + SETTLED_MS
        told = want.seat == sender and want.leaving and want.why not in ("asked", "proof")
        told = told and not self.oracle.has_clicked(sender, want.about)  # a debt is named then, too
        about = self.peers[want.about]
        here = about in self._lasting() and not self.oracle.left(about.seat, want.game)
        if told and late and here and not (self.plan.beyond or self._is_stuck(self.peers[sender])):
            raise Violation("a program gives up who is here", f"seat {want.about} by {sender}")

    def _may_wait(self) -> bool:
        """True if the table may wait for ever."""
        if self.plan.heal_ms is None or self.plan.beyond:
            return self.plan.beyond or self.plan.daring
        left = [peer for peer in self._lasting() if not peer.closed]
        return left != [] and all(self._is_stuck(peer) for peer in left)

    def _is_stuck(self, peer: SimPeer) -> bool:
        """True if too few of those who vote in its game are honest and here to go on with it; or
        if it waits for a person, and no other person is here to decide that it does not."""
        assert peer.table is not None, "all is well"
        game = peer.table.log.game
        tables = {p.seat: p.table for p in self._lasting() if p.table and p.table.log.game == game}
        latest = max((t.log.membership for t in tables.values()), key=lambda m: m.epoch)
        if len(tables.keys() & latest.voters) < self.oracle.needed(game, latest.epoch):
            return True
        people = {seat for seat, kind in enumerate(self.plan.kinds) if kind == "h"}
        return not people & tables.keys() and not people <= set(latest.ghosts)

    def _lasting(self) -> list[SimPeer]:
        """The honest peers that have not left for good."""
        return [peer for peer in self.peers if peer.honest and peer.seat not in self._gone]

    def at(self, when_ms: int, act: Callable[..., None], *args: object) -> None:
        self._count += 1
        heapq.heappush(self._heap, (when_ms, self._count, act, args))

    def _ended(self) -> bool:
        for peer in self.peers:
            if not peer.honest or peer.seat in self._gone:
                continue
            if peer.table is None or peer.asleep:
                return False
            if not peer.closed:
                return False
        return all(watcher.ended for watcher in self.watchers)

    def _where(self) -> str:
        heads = []
        for peer in self.peers:
            if peer.table is None:
                heads.append(f"{peer.seat}: down")
            else:
                log = peer.table.log
                heads.append(
                    f"{peer.seat}: index {log.index} epoch {log.membership.epoch} of "
                    f"{log.membership.voters} lacks {log.owed()} {log.epoch.stopped or ''}"
                )
        for watcher in self.watchers:
            seen = watcher.table.log if watcher.table else None
            heads.append(f"{watcher.number} looks on: index {seen.index if seen else 0}")
        return "; ".join(heads)

    # --- what peers do ------------------------------------------------------------------------

    def send(self, sender: int, to: int, frame: Frame) -> None:
        if sender < self._seats:
            if frame is not self._said:  # else it goes to somebody else, too
                self._said = frame
                self.oracle.said(sender, frame, self.peers[sender].table)
                if isinstance(frame, Want) and self.peers[sender].honest:
                    self._hear_want(sender, frame)
            if to >= self._seats:
                self.oracle.shown(sender, frame, self.peers[sender].table)
        self.links.send(sender, to, frame)

    def _deliver(self, sender: int, to: int, frame: Frame) -> None:
        if self._trace:
            self._trace(f"{self.now_ms:>7} {sender}>{to} {tell(frame)}")
        if to < self._seats:
            self.peers[to].deliver(sender, frame)
        else:
            self.watchers[to - self._seats].deliver(sender, frame)

    def _garbled(self, sender: int, to: int, error: Malformed) -> None:
        """A frame that nobody can read: refused, as a session does; no honest peer sends one."""
        if sender >= self.plan.seats or self.peers[sender].liar is None:
            raise Violation("an honest peer says what nobody can read", f"seat {sender}, {error}")
        self.refusals["MALFORMED"] += 1
        self.note(to, f"cannot read a frame of {sender}: {error}")

    def agreed(self, seat: int, since: int) -> None:
        """The log of an honest peer has gone on."""
        table = self.peers[seat].table
        assert table is not None
        epochs = self.oracle.epochs
        self.oracle.agreed(seat, table, since)
        if self.peers[seat].closed:
            self._closed_ms.setdefault(seat, self.now_ms)
        if self.oracle.epochs > epochs:
            self._changed_ms = self.now_ms
        self._dirty = True
        self._reached(table.log.index)
        if self.oracle.forked:
            raise Forked

    def _look_on(self, watcher: SimWatcher) -> None:
        for peer in self.peers:
            peer.meet(watcher.key, watcher.number)
        watcher.begin()

    def seen(self, number: int, log: Log, since: int) -> None:
        """Somebody who looks on has seen more lines."""
        self.oracle.seen(number, log, since)
        self._dirty = True

    def stepped(self, seat: int, step: Stepped) -> None:
        """The rules went a step at an honest peer."""
        table = self.peers[seat].table
        assert table is not None
        self.oracle.dealings.stepped(seat, step, table)

    def refused(self, seat: int, sender: int, frame: Frame, refusal: Refusal) -> None:
        self.refusals[refusal.fault.name] += 1
        self.note(seat, f"refuses {type(frame).__name__} of {sender}: {refusal}")

    def note(self, seat: int, what: str) -> None:
        if self._trace:
            self._trace(f"{self.now_ms:>7} {seat}   {what}")

    # --- what goes wrong ----------------------------------------------------------------------

    def _reached(self, index: int) -> None:
        if index <= self._index:
            return
        self._index = index
        if self.plan.heal_ms is None:
            self._moved_ms = self.now_ms
        while self._waiting and self._waiting[0].index <= index:
            fault = self._waiting.pop(0)
            self.at(self.now_ms + fault.after_ms, self._strike, fault)

    @property
    def _calm(self) -> bool:
        """Nobody has been away lately, and no change is under way: whoever leaves for good now
        leaves alone. A table can take nobody back while it lacks somebody else."""
        changing = any(
            peer.table is not None and peer.table.log.epoch.frozen for peer in self.peers
        )
        return self.now_ms >= self._calm_ms and not changing

    def _spare(self, fault: Fault) -> bool:
        """True if so many voters may be gone now, besides those that lie, have left, are down, wait
        to be taken back, or may still be removed on a want of those struck: with more the table may
        wait for ever."""
        away = set(self._gone | self.plan.lies.keys())
        memberships = [peer.table.log.membership for peer in self.peers if peer.table is not None]
        latest = max(memberships, key=lambda membership: membership.epoch, default=None)
        for peer in self.peers:  # who is out may not know it yet
            out = latest is None or peer.seat not in latest.voters
            if peer.table is None or peer.asleep or out:
                away.add(peer.seat)
        struck = set(fault.seats)
        if fault.trouble is Trouble.PARTITION and 2 * len(struck) > self.plan.seats:
            struck = set(range(self.plan.seats)) - struck
        away |= {
            about  # may still go on the word of somebody who is struck: it stands for two indices
            for (seat, about), index in self._wanted.items()
            if seat in struck and self._index < index + 2
        }
        voters = set(self.game_start.voters)
        return len((away | struck) & voters) <= gone_of(len(voters))

    def clicked(self, seat: int, about: int) -> None:
        """The person on `seat` asks to go on without another."""
        self.oracle.clicked(seat, about)

    def to_blame(self, owing: set[int]) -> set[int]:
        """Whom people hold for the cause while these seats owe something: what their own screens
        say."""
        return owing

    def promised(self, seat: int) -> None:
        """`seat` has promised to end its epoch."""
        self._promises += 1
        for fault in [f for f in self._waiting_for_changes if f.index <= self._promises]:
            self._waiting_for_changes.remove(fault)
            fault = replace(fault, seats=fault.seats or (seat,))
            self.at(self.now_ms + fault.after_ms, self._strike, fault)

    def _strike(self, fault: Fault) -> None:
        """Put off, or cut short, a lasting fault that would lead out of the bounds."""
        if self.healed:
            return
        daring = self.plan.daring
        if (
            fault.trouble is Trouble.LEAVE
            and not daring
            and not (self._calm and self._spare(fault))
        ):
            self.at(self.now_ms + 1000, self._strike, fault)
            return
        long = fault.lasts_ms > BRIEF_MS and fault.trouble not in PRESENT
        if self.plan.lies and not daring and long and not self._spare(fault):
            if fault.trouble is Trouble.WHIM:
                return
            fault = replace(fault, lasts_ms=BRIEF_MS)
        peer = self.peers[fault.seats[0]]
        end_ms = self.now_ms + fault.lasts_ms
        match fault.trouble:
            case Trouble.PARTITION:
                self.links.part(fault.seats)
                self.oracle.shaken.update(range(self.plan.seats))
                self.at(end_ms, self.links.heal, fault.seats)
            case Trouble.BREAK:
                self.links.break_connection(*fault.seats)
            case Trouble.DEAD_LINK | Trouble.ONE_WAY:
                ways = [fault.seats]
                self.oracle.shaken.update(fault.seats)
                if fault.trouble is Trouble.DEAD_LINK:
                    ways.append(fault.seats[::-1])
                self.links.kill(*ways)
                self.at(end_ms, self.links.mend, *ways)
            case Trouble.JUMP:
                for seat in fault.seats:
                    self.peers[seat].jump(fault.lasts_ms)
            case _ if peer.table is None or peer.asleep:
                return
            case Trouble.LEAVE:
                self._gone.add(peer.seat)
                self.cut_off(peer.seat)
            case Trouble.WHIM:
                for other in self.peers:
                    other.click_away(peer.seat)
            case Trouble.CRASH | Trouble.AWAY:
                self._down_ms[peer.seat] = fault.lasts_ms
                self.cut_off(peer.seat)
            case Trouble.CUT:
                self._down_ms[peer.seat] = fault.lasts_ms
                peer.disk.armed = self.dice.choice(tuple(Cut))
            case Trouble.SLEEP:
                peer.sleep()
                self.oracle.shaken.add(peer.seat)
                self.at(end_ms, self._wake, peer, peer.table)
            case Trouble.FULL:
                peer.disk.full = True
                self.at(end_ms, self._make_room, peer)
        if long:
            self._calm_ms = max(self._calm_ms, end_ms + CALM_MS)
        self.struck[fault.trouble] += 1
        self.note(fault.seats[0], f"-- {fault.trouble.value} of {fault.seats}, {fault.lasts_ms} ms")

    @property
    def healed(self) -> bool:
        """All goes well from now on."""
        return self.plan.heal_ms is not None and self.now_ms >= self.plan.heal_ms

    def _heal(self) -> None:
        """From now on nothing goes wrong. Who is down restarts, who sleeps wakes up; whoever lies
        is silent for good. Where absences know no bounds, those who have left come back, too."""
        self.note(0, "-- all is well")
        self._dirty = True
        self.links.heal_all()
        if self.plan.daring:
            self._gone.clear()
        for peer in self.peers:
            peer.disk.full, peer.disk.armed = False, None
            if self.plan.game in TINY:
                peer.think_ms = SLOW_MS
            if not peer.honest:
                self._gone.add(peer.seat)
                peer.crash()
            elif peer.asleep:
                peer.wake()
            self._restart(peer.seat)

    def cut_off(self, seat: int) -> None:
        self._dirty = True
        self.oracle.shaken.add(seat)
        self.note(seat, "-- down")
        self.peers[seat].crash()
        self.at(self.now_ms + self._down_ms.get(seat, 1000), self._restart, seat)

    def _restart(self, seat: int) -> None:
        if self.peers[seat].table is None and seat not in self._gone:
            self.note(seat, "-- restarts")
            self.peers[seat].restart()

    def _wake(self, peer: SimPeer, table: object) -> None:
        self._dirty = True
        if peer.asleep and peer.table is table:
            peer.wake()

    @staticmethod
    def _make_room(peer: SimPeer) -> None:
        peer.disk.full = False
