"""One simulated table that is led to the stage where a lie belongs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from camelnet.protocol.codec.canonical import SIZE_MAX
from camelnet.protocol.wire.frames import Frame, frame_bytes
from camelnet.session.game import stages
from camelnet.session.table.seated_table import SeatedTable
from tests.attacks.attacker import Attacker
from tests.attacks.case import GAME_STAGES, KINDS, Case, Company, Stage, Way, Whom
from tests.attacks.duo import Duo
from tests.attacks.judge import judge
from tests.attacks.misplaced_statements import Maker
from tests.sim.bounds import gone_of, liars_of, quorum_of
from tests.sim.lies import Lie
from tests.sim.peer import SimPeer
from tests.sim.plan import Plan
from tests.sim.violation import Violation
from tests.sim.world import Trace, World

GO_ON_MS = 150_000  # within so long a table goes on, whatever was said
WAIT_MS = 40_000  # where it may wait for ever we look away after so long
PATIENCE_MS = 8000  # of people
DOWN_MS = 500  # how long a restart takes
NAP_MS = 9000  # so long a lid is closed that bots give up who sits there
HALF_NAP_MS = 6800  # so long that some of them say so
AFTER_MS = 3000  # what is still said behind the end
SEED = 7


def blamed(owing: set[int], tables: Iterable[SeatedTable | None]) -> set[int]:
    """Whom people in one room hold for the cause: who owes something may itself wait to hear
    somebody after a restart, and then its own screen names that one."""
    waits = {table.seat: table.replica.unheard for table in tables if table is not None}
    return {cause for seat in owing for cause in waits.get(seat) or (seat,)}


class Quick:
    """Plays the shortest game that has everything: one card is laid, or one hand is shown."""

    def choose(self, position: Any, seat: int, faces: str, history: Any = None) -> str:
        legal = position.legal()
        state = position._state
        if "lay 1" in legal and not any(state.laid):
            return "lay 1"
        if "hand" in legal and all(state.hands):
            return "hand"
        return str(legal[0])


def plan_for(case: Case, *others: Case, cards: bool, goal: int = 1) -> Plan:
    """The table of a case: short, calm, and nobody but the liars do anything wrong."""
    slow = leads_to_change(case)
    return Plan(
        seed=SEED,
        kinds=case.kinds,
        game="flint" if cards else "pebble",
        options={"legs": goal} if cards else {"goal": goal},
        strict=case.company is Company.STRICT,
        real=False,
        octets=any(told.way is Way.OVERSIZED for told in (case, *others)),
        delay_ms=(1, 5),
        ordered=True,
        loss=0,
        duplicates=0,
        think_ms=1000 if half_wanted(case) else 600 if slow else 20,
        work_ms=600 if half_wanted(case) else 300 if slow else 0,
        patience_ms=PATIENCE_MS,
        lies={told.liar: Lie.REPLAY for told in (case, *others)},  # which, the arena decides
        beyond=False,
        daring=may_wait(case) or (bool(others) and leads_to_change(case)),
        faults=(),
    )


def leads_to_change(case: Case) -> bool:
    """True if somebody is sent away, and comes back."""
    return case.stage in (Stage.CHANGE, Stage.RETURN) or case.way is Way.NEXT_EPOCH


def half_wanted(case: Case) -> bool:
    """True if somebody is wanted out by too few, who take it back."""
    return case.way is Way.DELAYED and case.kind in ("Want", "Prep")


def false_part(case: Case) -> bool:
    """True if the liar's part of a deck is another than it says, or is none."""
    attached = (case.kind, case.field) == ("Proposal", "body.attachments")
    ways = (Way.TWO_VERSIONS, Way.TAKEN_BACK)
    return attached and case.stage in GAME_STAGES and case.way in ways and case.votes


def may_wait(case: Case) -> bool:
    """True if a table may wait for ever: with fewer than the bounds ask for."""
    voter_away = case.target < case.size and case.target != case.liar and case.votes
    small = leads_to_change(case) and voter_away and case.size <= 4 and not half_wanted(case)
    lonely = case.company is Company.ONE_HUMAN and case.first  # bots wait for the one person
    return not case.bound or case.stage is Stage.PARTING or small or lonely


class Arena(World):
    """See the module."""

    def __init__(
        self, told: Case | Duo, trace: Trace | None = None, *, plan: Plan | None = None
    ) -> None:
        cases = told.both if isinstance(told, Duo) else (told,)
        self.case = case = cases[0]
        cards, goal = case.stage in GAME_STAGES, 1
        if not cards:
            goal = 4 if half_wanted(case) else 2 if leads_to_change(case) else 1
        super().__init__(plan or plan_for(*cases, cards=cards, goal=goal), trace)
        self.parting = False
        self.patience_ms = WAIT_MS if self.plan.daring else GO_ON_MS
        self._led = False
        self.held_ms = 0  # so long at most it took from one line to the next
        self.attackers = {lie.liar: self._attacker(lie) for lie in cases}
        for seat, attacker in self.attackers.items():
            self.peers[seat].liar = attacker
        for peer in self.peers:
            peer._player = Quick()

    def _attacker(self, case: Case) -> Attacker:
        return Attacker(
            case,
            self,
            spare_of(case),
            seat=case.liar,
            signer=self.peers[case.liar].signer,
            suite=self.suite,
            dice=self.dice,
        )

    @property
    def lies(self) -> int:
        """Frames that were not what the real code would have said."""
        return sum(attacker.lies for attacker in self.attackers.values())

    @property
    def frames(self) -> int:
        return self.links.frames

    @property
    def epochs(self) -> int:
        return self.oracle.epochs

    @property
    def named(self) -> bool:
        """True if somebody honest holds a proof against the liar."""
        tables = [peer.table for peer in self.peers if peer.honest and peer.table is not None]
        return any(
            seat in table.log.statements.detector.proofs or seat in table.log.membership.proven
            for table in tables
            for seat in self.attackers
        )

    def run(self) -> None:
        """To the end of the game at every honest peer, and a little further."""
        self.begin()
        ended = self.go_on(self._ended)
        if ended and self.case.stage is Stage.END:
            end_ms = self.now_ms + AFTER_MS
            self.at(end_ms, self._look_up)
            self.go_on(lambda: self.now_ms >= end_ms)
        for peer in self._lasting():
            if peer.table is not None and peer.table.closed:
                self.oracle.verify(peer.seat, peer.lines)
            self._judge(peer, ended=ended)

    def _judge(self, peer: SimPeer, *, ended: bool) -> None:
        case, table = self.case, peer.table
        if table is None or not case.bound:
            return
        led = {case.target} if leads_to_change(case) and not half_wanted(case) else set()
        log, liars = table.log, frozenset(self.attackers)
        named = {
            seat
            for seat in liars
            if seat in log.statements.detector.proofs or seat in log.membership.proven
        }
        judge(
            tuple(log.chain.lines),
            liars=liars,
            led=frozenset(led - liars),
            named=bool(named),
            ended=ended,
            checkable=case.liar not in named and self._said_what_is_false(),
        )

    def _said_what_is_false(self) -> bool:
        """True if the liar said what everybody can find false."""
        return self.attackers[self.case.liar].lies > 0 and false_part(self.case)

    def _look_up(self) -> None:
        self._dirty = True

    # --- leading ------------------------------------------------------------------------------

    def agreed(self, seat: int, since: int) -> None:
        moved_ms = self._moved_ms
        super().agreed(seat, since)
        self.held_ms = max(self.held_ms, self._moved_ms - moved_ms)
        table = self.peers[seat].table
        ready = table is not None and table.machine.stage in (
            stages.Stage.PLAY,
            stages.Stage.DECK,
        )
        if ready and table is not None and not table.log.epoch.key_due and not self._led:
            if self.case.way is Way.NEXT_EPOCH and self.case.stage in GAME_STAGES:
                return  # once it has been said there
            self._lead()

    def lied(self) -> None:
        """The first lie leaves now."""
        case = self.case
        if case.restart:
            self.at(self.now_ms + 20, self._restart_somebody)
        if case.way is Way.NEXT_EPOCH and case.stage in GAME_STAGES and not self._led:
            self.at(self.now_ms + 30, self._lead)

    def to_blame(self, owing: set[int]) -> set[int]:
        return blamed(owing, (peer.table for peer in self.peers if peer.honest))

    def _lead(self) -> None:
        self._led = True
        case = self.case
        if case.stage is Stage.PARTING:
            self.at(self.now_ms + 30, self._part)
        elif half_wanted(case):
            self.at(self.now_ms + 30, self._half_want)
        elif leads_to_change(case):
            self.at(self.now_ms + 30, self._send_away)

    def _restart_somebody(self) -> None:
        """The first of those who heard the lie."""
        seat = self.case.victims[0]
        if self.peers[seat].table is not None and seat not in self._gone:
            self._down_ms[seat] = DOWN_MS
            self.cut_off(seat)

    def _send_away(self) -> None:
        target = self.case.target
        if self.case.voting:
            for peer in self.peers:
                peer.click_away(target)
        else:
            self._nap(target, NAP_MS)

    def _half_want(self) -> None:
        """One too few want somebody out, and take it back."""
        case, target = self.case, self._wanted_out
        others = [seat for seat in range(case.size) if seat not in (case.liar, target)]
        said_ms = self.now_ms
        if not self.case.voting:
            self._nap(target, HALF_NAP_MS)
            said_ms += HALF_NAP_MS - 600
        for seat in others[: quorum_of(case.size, liars_of(case.size)) - 1]:
            if case.kinds[seat] == "h":
                self.at(said_ms, self._click, seat, target, True)
                self.at(said_ms + 400, self._click, seat, target, False)

    @property
    def _wanted_out(self) -> int:
        """By too few."""
        return next(s for s in reversed(range(self.case.size)) if s != self.case.liar)

    def _click(self, seat: int, about: int, wanted: bool) -> None:
        peer = self.peers[seat]
        if peer.table is not None:
            peer._guarded(lambda table: peer.click(table, about, wanted))

    def _nap(self, seat: int, ms: int) -> None:
        peer = self.peers[seat]
        if peer.table is not None and not peer.asleep:
            self.oracle.shaken.add(seat)
            peer.sleep()
            self.at(self.now_ms + ms, self._wake, peer, peer.table)

    def _part(self) -> None:
        """More leave for good than the table withstands; who is left would play on apart."""
        case = self.case
        honest = [seat for seat in range(case.size) if seat != case.liar]
        for seat in honest[len(honest) - gone_of(case.size) - 1 :]:
            self._gone.add(seat)
            self.cut_off(seat)
        self.parting = True
        self._ask_apart()

    def _ask_apart(self) -> None:
        for peer in self._lasting():
            if peer.table is not None and not peer.asleep and peer._human:
                peer._guarded(lambda table, peer=peer: table.go_on_apart(peer.now_ms))
        self.at(self.now_ms + 2000, self._ask_apart)

    # --- what is sent -------------------------------------------------------------------------

    def send(self, sender: int, to: int, frame: Frame) -> None:
        attacker = self.attackers.get(sender)
        if self.plan.octets and attacker is None and len(frame_bytes(frame)) > SIZE_MAX:
            raise Violation("an honest peer says more than a frame takes", type(frame).__name__)
        if attacker is not None and frame in attacker.foreign:
            self.links.send(sender, to, frame)  # nothing that the oracle of this table holds
        else:
            super().send(sender, to, frame)


class _Heard(Arena):
    """A table of the same players, to hear what is said there."""

    def __init__(self, case: Case, *, cards: bool) -> None:
        self.said: dict[str, list[Frame]] = {}
        super().__init__(case, plan=plan_for(case, cards=cards, goal=3))

    def send(self, sender: int, to: int, frame: Frame) -> None:
        kept = self.said.setdefault(type(frame).__name__, [])
        if frame not in kept[-20:]:
            kept.append(frame)
        super().send(sender, to, frame)


def spare_of(case: Case) -> tuple[Any, ...]:
    """The frames of the case's kind that were said at another table of the same players."""
    if case.way is not Way.OTHER_TABLE and not (case.way is Way.TWO_VERSIONS and case.field):
        return ()
    frames = said_elsewhere(case.size, case.company, case.stage in GAME_STAGES)
    return tuple(frames.get(case.kind, ()))


@lru_cache(64)
def said_elsewhere(size: int, company: Company, cards: bool) -> dict[str, list[Frame]]:
    """By kind: what is said at a longer table where nobody lies, from its key to a return."""
    case = Case(
        "Equivocation", "", Way.WITHHELD, Stage.RETURN, False, size, company, True, Whom.OTHER, 0
    )
    table = _Heard(case, cards=cards)
    table.run()
    said = {kind: _some(frames) for kind, frames in table.said.items()}
    peer = table.peers[case.liar]
    maker = Maker(peer.signer, peer.seat, 1)
    for kind in KINDS:
        if kind not in said and peer.table is not None:
            made = maker.made(kind, peer.table, None, ())
            said[kind] = [] if made is None else [made]
    return said


def _some(frames: list[Frame]) -> list[Frame]:
    """The first, the last, and some in between."""
    step = max(1, len(frames) // 8)
    return [*frames[::step], frames[-1]]
