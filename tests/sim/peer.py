"""One simulated peer: a real seat at the table, its disk, its clock and whoever plays there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from camelnet.bots.random import RandomBot
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import table_id
from camelnet.protocol.wire.frames import (
    Apart,
    Beat,
    Equivocation,
    Frame,
    LogLine,
    Proposal,
    Relayed,
    SyncAsk,
    SyncReply,
    TableFrame,
    Watch,
    game_of,
)
from camelnet.session.api.facts import Fact, Stepped
from camelnet.session.table.peer_context import PeerContext
from camelnet.session.table.seated_table import SeatedTable
from camelnet.session.watch.audience import Audience
from tests.model.witness import Witness
from tests.sim.disk import Disk, MemoryStore, PowerCut
from tests.sim.frame_text import tell_fact
from tests.sim.liars import liar_of
from tests.sim.lies import Liar
from tests.sim.plan import Plan
from tests.sim.violation import Violation

BEAT_MS = 700
TICK_MS = 250
AWAY_MS = 6000
INBOX_MAX = 2000  # frames that wait for a sleeping peer
THINK_MS_MIN = 30
JUDGED = (Proposal, Equivocation, Relayed, SyncReply)  # what may take long to judge
Judged = Proposal | Equivocation | Relayed | SyncReply


class Surroundings(Protocol):
    """The world, as a peer needs it."""

    now_ms: int
    witness: Witness

    def at(self, when_ms: int, act: Callable[..., None], *args: object) -> None: ...
    def send(self, sender: int, to: int, frame: Frame) -> None: ...
    def agreed(self, seat: int, since: int) -> None: ...
    def stepped(self, seat: int, step: Stepped) -> None: ...
    def promised(self, seat: int) -> None: ...
    def clicked(self, seat: int, about: int) -> None: ...
    def refused(self, seat: int, sender: int, frame: Frame, refusal: Refusal) -> None: ...
    def cut_off(self, seat: int) -> None: ...
    def note(self, seat: int, what: str) -> None: ...


class SimPeer:
    """See the module. It lives from `begin` on; `crash` and `restart`, `sleep` and `wake`."""

    def __init__(
        self,
        *,
        seat: int,
        plan: Plan,
        game_start: GameStart,
        signer: Signer,
        suite: Suite,
        dice: Random,
        world: Surroundings,
    ) -> None:
        self.seat = seat
        self.signer = signer
        self.disk = Disk()
        self.table: SeatedTable | None = None
        self.asleep = False
        self.restarts = 0
        self.liar: Liar | None = None
        if seat in plan.lies:
            lie = plan.lies[seat]
            self.liar = liar_of(lie, seat=seat, signer=signer, suite=suite, dice=dice)
        self._game_start = game_start
        self._game = game_start.id
        self._keys = tuple(item.key for item in game_start.genesis.seats)
        self._seats = {key: seat for seat, key in enumerate(self._keys)}
        self._others = [s for s in range(len(self._keys)) if s != seat]
        self._suite = suite
        self._human = plan.kinds[seat] == "h"
        self.think_ms = plan.think_ms
        self._work_ms = plan.work_ms
        self._patience_ms = plan.patience_ms
        self._apart = plan.apart
        self._dice = dice
        self._world = world
        self._store = MemoryStore(self.disk, lambda what: world.witness.writes(seat, what))
        self._player = RandomBot(seed=dice.randrange(2**32))
        self._clock_ms = dice.randrange(10**9)  # what its clock shows when the world's is at 0
        self._beat_ms = 0
        self._thinking = False
        self._put_off: set[Frame] = set()  # frames that are taken once long work is done
        self._agreed: tuple[int, bool] = (0, False)  # lines that the world was told, all drawn
        self._frozen = False
        self._moved_ms = 0
        self._heard_ms: dict[int, int] = {}
        self._inbox: list[tuple[int, Frame]] = []
        self._audience: dict[bytes, int] = {}  # by key: the numbers of those who look on
        self._watchers = Audience(host_of=bytes.hex, is_player=lambda key: False)

    @property
    def honest(self) -> bool:
        return self.liar is None

    @property
    def closed(self) -> bool:
        """The game has ended here."""
        return self.table is not None and self.table.closed and self.table.log.closed

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """Its public record."""
        record = self._store.records.get(self._game)
        return tuple(record.lines) if record else ()

    @property
    def now_ms(self) -> int:
        """The time on its own clock."""
        return self._world.now_ms + self._clock_ms

    def meet(self, key: bytes, number: int) -> None:
        """Somebody looks on at the table from now on, or wants to."""
        self._audience[key] = number

    # --- living -------------------------------------------------------------------------------

    def begin(self) -> None:
        secret = self._dice.randbytes(32)
        journal_writer = self._store.begin(self._game_start.frame(), secret, "")
        self.table = SeatedTable(
            self._context(),
            game_start=self._game_start,
            secret=secret,
            journal_writer=journal_writer,
            kept=None,
            recording=True,
        )
        self._start(resumed=False)

    def _context(self) -> PeerContext:
        return PeerContext(
            signer=self.signer,
            suite=self._suite,
            store=self._store,
            bot=None if self._human else self._player,
            level="",
            random=self._dice.randbytes,
            tell=self._told,
            executor=self,
            wake=self._wake_up,
        )

    def crash(self) -> None:
        """Gone at once; of what was not synced some may be lost."""
        self.table = None
        self.asleep = False
        self._world.witness.crashes(self.seat)
        self._inbox.clear()
        self.disk.crash(self._dice)

    def restart(self) -> None:
        """From the disk; its clock shows any time, as after a reboot."""
        self.restarts += 1
        self._clock_ms = self._dice.randrange(10**9)
        try:
            self.table, _ = SeatedTable.resumed(self._context(), self._game, recording=True)
        except Refusal:
            if self.honest:
                raise
            return  # what it has signed is not what its own code would take
        except PowerCut:  # armed before, and struck while it took up what it had promised
            self._world.cut_off(self.seat)
            return
        self._start(resumed=True)

    def jump(self, by_ms: int) -> None:
        """Its clock shows a later time from now on; whoever sits there has waited no longer."""
        self._clock_ms += by_ms
        self._beat_ms += by_ms
        self._moved_ms += by_ms
        self._heard_ms = {seat: heard_ms + by_ms for seat, heard_ms in self._heard_ms.items()}

    def sleep(self) -> None:
        self.asleep = True

    def wake(self) -> None:
        """All that came in is there at once, and the clock has jumped."""
        self.asleep = False
        inbox, self._inbox = self._inbox, []
        for sender, frame in inbox:
            self.deliver(sender, frame)
        if self.table:
            self._tick(self.table)

    def _start(self, *, resumed: bool) -> None:
        assert self.table is not None
        self._world.witness.begins(self.seat, self.table, resumed=resumed)
        if self.liar:
            self.liar.begin(self.table)
        self._thinking = False
        self._put_off.clear()
        self._agreed = (0, False)
        self._frozen = False
        self._moved_ms = self.now_ms
        self._heard_ms.clear()
        self._watchers = Audience(host_of=bytes.hex, is_player=lambda key: False)
        self._beat_ms = self.now_ms - BEAT_MS
        self._tick(self.table)

    def _tick(self, table: SeatedTable) -> None:
        if table is not self.table or self.asleep:
            return
        self._guarded(self._do_tick)
        if table is self.table:
            self._world.at(self._world.now_ms + TICK_MS, self._tick, table)

    def _do_tick(self, table: SeatedTable) -> None:
        table.tick(self.now_ms)
        if self._human:
            self._lose_patience(table)
        if self.now_ms >= self._beat_ms + BEAT_MS:
            self._beat_ms = self.now_ms
            beat = Beat((table.head(),))
            for other in (*self._others, *self._audience.values()):
                self._say(table, other, beat)
        if self.liar:
            for other, frame in self.liar.tick(table):
                self._world.send(self.seat, other, frame)

    # --- what arrives -------------------------------------------------------------------------

    def deliver(self, sender: int, frame: Frame) -> None:
        if self.table is None:
            return
        if self.asleep:
            if len(self._inbox) < INBOX_MAX:
                self._inbox.append((sender, frame))
            return
        if self._audience and sender in self._audience.values():
            self._guarded(self._show, sender, frame)
            return
        if self.liar:
            self.liar.hear(self.table, frame)
        self._world.witness.hears(self.seat, sender, frame)
        if isinstance(frame, Beat):
            self._guarded(self._hear, sender, frame)
        elif isinstance(frame, JUDGED):
            self._take(sender, frame)
        else:
            self._guarded(self._receive, sender, frame)

    def _hear(self, table: SeatedTable, sender: int, beat: Beat) -> None:
        """A heartbeat."""
        key = self._keys[sender]
        for head in beat.heads:
            if head.game == table.id:
                self._heard_ms[sender] = self.now_ms
                table.heard(key, head, self.now_ms)

    def _take(self, sender: int, frame: Judged) -> None:
        """As a session does: what takes long to judge is judged in the workshop first."""
        if self._puts_off(sender, frame):
            return
        self._guarded(self._receive, sender, frame)
        if isinstance(frame, SyncReply):
            self._puts_off(sender, frame)

    def _puts_off(self, sender: int, frame: Judged) -> bool:
        if self._put_off and frame in self._put_off:
            return True
        log = self.table.log if self.table else None
        if log is None:
            return False
        try:
            job = (
                log.agreement.verification_job_for(frame.lines)
                if isinstance(frame, SyncReply)
                else log.agreement.verification_job(frame)
            )
        except OSError:  # a full disk: who receives the frame meets it again
            return False
        if job is None:
            return False

        def done() -> None:
            self._put_off.discard(frame)
            self._take(sender, frame)

        self._put_off.add(frame)
        if self._work_ms == 0:
            job()
            done()
        else:
            self._work(self.table, job, done)
        return True

    def _receive(self, table: SeatedTable, sender: int, frame: Frame) -> None:
        try:
            if not self._apart or _is_ours(table, frame):  # type: ignore[arg-type]
                self._heard_ms[sender] = self.now_ms
                table.receive(sender, frame, self.now_ms)  # type: ignore[arg-type]
        except Refusal as refusal:
            self._world.refused(self.seat, sender, frame, refusal)

    def _guarded(self, act: Callable[..., None], *args: object) -> None:
        """Let the seat do something, then send what it says. When the power goes in the middle of
        it, some first frames of what it was about to say may have left already."""
        table = self.table
        assert table is not None
        try:
            act(table, *args)
            self._look(table)
            self._world.witness.acted(self.seat)
            self._pump(table, None)
        except PowerCut:
            self._world.witness.acted(self.seat)
            self._pump(table, self._dice.randrange(1, 9))
            self._world.cut_off(self.seat)
            return
        except Exception:
            if self.honest:
                raise
            self.table = None  # its own lies were too much for it
            return
        if self._human:
            self._think(table)

    def _look(self, table: SeatedTable) -> None:
        """See how far the log has come."""
        log = table.log
        if log.epoch.frozen != self._frozen:
            self._frozen = log.epoch.frozen
            if log.epoch.frozen:
                self._world.promised(self.seat)
        where = (log.chain.index - 1, log.rounds.drawn)
        if where != self._agreed:
            since, self._agreed = self._agreed[0], where
            self._moved_ms = self.now_ms
            if self.honest:
                self._world.agreed(self.seat, since)

    def _show(self, table: SeatedTable, sender: int, frame: Frame) -> None:
        """Answer somebody who looks on, as a session's gallery does."""
        key = next(key for key, number in self._audience.items() if number == sender)
        answer: Frame | None = None
        if isinstance(frame, SyncAsk):
            if frame.game in (table.id, *table.log.epoch.former):
                answer = self._watchers.answer(key, frame, table.log, self.now_ms)
        elif isinstance(frame, Watch) and frame.watching:
            where = table_id(self._game_start.genesis.table)
            answer = self._watchers.admit(key, where, table.log, self.now_ms)
        if answer is not None:
            self._say(table, sender, answer)

    def _pump(self, table: SeatedTable, most: int | None) -> None:
        outgoing = table.outgoing()
        if outgoing:
            seats, say = self._seats, self._say
            for key, frame in outgoing if most is None else outgoing[:most]:
                say(table, seats[key], frame)
        if self._audience:
            for key, news in self._watchers.news(table.log, self.now_ms):
                self._say(table, self._audience[key], news)

    def _say(self, table: SeatedTable, to: int, frame: Frame) -> None:
        if self.liar is None:
            if self.disk.exposed(self._game):
                raise Violation(
                    "said before it was on the disk", f"seat {self.seat}: {type(frame).__name__}"
                )
            self._world.send(self.seat, to, frame)
            return
        for said in self.liar.say(table, to, frame):
            self._world.send(self.seat, to, said)

    # --- the workshop -------------------------------------------------------------------------

    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        """Long work of our seat, as the session's `Executor` does it."""
        if self._work_ms == 0:
            job()
            done()
            return
        self._work(self.table, job, lambda: self._guarded(lambda table: done()))

    def _work(self, table: object, job: Callable[[], None], done: Callable[[], None]) -> None:
        pause_ms = self._dice.randint(1, self._work_ms)
        self._world.at(self._world.now_ms + pause_ms, self._finish, table, job, done)

    def _finish(self, table: object, job: Callable[[], None], done: Callable[[], None]) -> None:
        if table is not self.table or table is None:
            return  # it was restarted meanwhile
        if self.asleep:
            self._work(table, job, done)
            return
        job()
        done()

    def _wake_up(self) -> None:
        """Our own long work is done."""
        if self.table is not None:
            self.table.drive(self.now_ms)

    # --- a person -----------------------------------------------------------------------------

    def _think(self, table: SeatedTable) -> None:
        if not self._thinking and table.position.turn == self.seat and table.log.may_propose:
            self._thinking = True
            pause_ms = THINK_MS_MIN + self._dice.randint(0, self.think_ms)
            self._world.at(self._world.now_ms + pause_ms, self._decide, table)

    def _decide(self, table: SeatedTable) -> None:
        if table is not self.table:
            return
        self._thinking = False
        if not self.asleep and table.position.turn == self.seat:
            self._guarded(self._play)

    def _play(self, table: SeatedTable) -> None:
        notation = self._player.choose(table.position, self.seat, table.faces)
        table.play(notation, self.now_ms)

    def _lose_patience(self, table: SeatedTable) -> None:
        """Click "go on without" at whoever the table has waited for so long, or who is away."""
        if self.now_ms < self._moved_ms + self._patience_ms:
            return
        if self._apart:
            table.go_on_apart(self.now_ms)
        owing = {seat for seat, _ in table.log.owed()}
        lacking = {*self._world.to_blame(owing), *table.log.agreement.divergent}
        for seat in self._others:
            away = self.now_ms > self._heard_ms.get(seat, self._moved_ms) + AWAY_MS
            if seat in lacking or away:
                self.click(table, seat, True)

    def click_away(self, seat: int) -> None:
        """The person here wants to continue without a seat, now."""
        if self.table and self._human and not self.asleep and seat != self.seat:
            self._guarded(lambda table: self.click(table, seat, True))

    def click(self, table: SeatedTable, seat: int, wanted: bool) -> None:
        """The person here asks to go on without a seat, or takes it back."""
        self._world.clicked(self.seat, seat)
        table.go_on_without(seat, wanted, self.now_ms)

    def _told(self, fact: Fact) -> None:
        self._world.note(self.seat, tell_fact(fact))
        if isinstance(fact, Stepped) and self.table is not None and self.honest:
            self._world.stepped(self.seat, fact)


def _is_ours(table: SeatedTable, frame: TableFrame) -> bool:
    """True if a session would give the table this frame: others may play on in another game."""
    game = game_of(frame)
    return game == table.id or (isinstance(frame, Apart) and game in table.log.epoch.former)
