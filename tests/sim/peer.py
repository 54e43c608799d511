"""One simulated peer: a real seat at the table, its disk, its clock and whoever plays there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from camelnet import bots
from camelnet.protocol.founding import Founding
from camelnet.protocol.messages import Beat, Certified, Frame, Head
from camelnet.protocol.refusal import Refusal
from camelnet.protocol.suite import Signer, Suite
from camelnet.session.facts import Fact, Presence
from camelnet.session.seat import SeatedTable
from tests.sim.disk import Disk, MemoryStore, PowerCut
from tests.sim.telling import tell_fact

BEAT_MS = 700
TICK_MS = 250
SLOW_MS = 2000
AWAY_MS = 6000
INBOX_MAX = 2000  # frames that wait for a sleeping peer
THINK_MS_MIN = 30


class Surroundings(Protocol):
    """What a peer needs of the world."""

    now_ms: int

    def at(self, when_ms: int, act: Callable[..., None], *args: object) -> None: ...
    def send(self, sender: int, to: int, frame: Frame) -> None: ...
    def wrote(self, seat: int, number: int, line: Certified) -> None: ...
    def refused(self, seat: int, sender: int, frame: Frame, refusal: Refusal) -> None: ...
    def cut_off(self, seat: int) -> None: ...
    def note(self, seat: int, what: str) -> None: ...


class SimPeer:
    """See the module. It lives from `begin` on; `crash` and `restart`, `sleep` and `wake`."""

    def __init__(
        self,
        *,
        seat: int,
        founding: Founding,
        signer: Signer,
        suite: Suite,
        human: bool,
        think_ms: int,
        dice: Random,
        world: Surroundings,
    ) -> None:
        self.seat = seat
        self.signer = signer
        self.disk = Disk()
        self.table: SeatedTable | None = None
        self.asleep = False
        self.restarts = 0
        self._founding = founding
        self._suite = suite
        self._human = human
        self._think_ms = think_ms
        self._dice = dice
        self._world = world
        self._store = MemoryStore(self.disk, lambda n, line: world.wrote(seat, n, line))
        self._player = bots.create("random", dice.randrange(2**32))
        self._clock_ms = dice.randrange(10**9)  # what its clock shows when the world's is at 0
        self._heard_ms: dict[int, int] = {}
        self._beat_ms = 0
        self._thinking = False
        self._inbox: list[tuple[int, Frame]] = []

    @property
    def up(self) -> bool:
        return self.table is not None

    @property
    def lines(self) -> list[Certified]:
        """Its public record."""
        record = self._store.records.get(self._founding.id)
        return record.lines if record else []

    @property
    def now_ms(self) -> int:
        """What its own clock shows."""
        return self._world.now_ms + self._clock_ms

    # --- living -------------------------------------------------------------------------------

    def begin(self) -> None:
        secret = self._dice.randbytes(32)
        keeper = self._store.begin(self._founding, secret, "")
        self.table = SeatedTable(
            founding=self._founding,
            secret=secret,
            signer=self.signer,
            suite=self._suite,
            store=self._store,
            keeper=keeper,
            kept=None,
            bot=None if self._human else self._player,
            recording=True,
            tell=self._told,
        )
        self._start()

    def crash(self) -> None:
        """Gone at once; of what was not synced some may be lost."""
        self.table = None
        self.asleep = False
        self._inbox.clear()
        self.disk.crash(self._dice)

    def restart(self) -> None:
        """From the disk; its clock shows any time, as after a reboot."""
        self.restarts += 1
        self._clock_ms = self._dice.randrange(10**9)
        self.table, _ = SeatedTable.resumed(
            game_id=self._founding.id,
            signer=self.signer,
            suite=self._suite,
            store=self._store,
            bot=None if self._human else self._player,
            recording=True,
            tell=self._told,
        )
        self._start()

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

    def _start(self) -> None:
        assert self.table is not None
        self._heard_ms.clear()
        self._thinking = False
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
        if self.now_ms >= self._beat_ms + BEAT_MS:
            self._beat_ms = self.now_ms
            beat = self._beat(table)
            for other in range(len(self._founding.genesis.seats)):
                if other != self.seat:
                    self._world.send(self.seat, other, beat)

    def _beat(self, table: SeatedTable) -> Frame:
        return Beat((Head(table.id, table.log.index),))

    # --- what arrives -------------------------------------------------------------------------

    def deliver(self, sender: int, frame: Frame) -> None:
        if self.table is None:
            return
        if self.asleep:
            if len(self._inbox) < INBOX_MAX:
                self._inbox.append((sender, frame))
            return
        self._heard_ms[sender] = self.now_ms
        self._guarded(self._receive, sender, frame)

    def _receive(self, table: SeatedTable, sender: int, frame: Frame) -> None:
        try:
            if isinstance(frame, Beat):
                for head in frame.heads:
                    key = self._founding.genesis.seats[sender].key
                    table.heard(key, head.index, self.now_ms)
            else:
                table.receive(sender, frame, self.now_ms)  # type: ignore[arg-type]
        except Refusal as refusal:
            self._world.refused(self.seat, sender, frame, refusal)

    def presence(self, seat: int) -> tuple[Presence, int]:
        """How lately a seat was heard, with whole seconds of silence."""
        silent_ms = self.now_ms - self._heard_ms.get(seat, -AWAY_MS)
        if silent_ms <= SLOW_MS:
            return Presence.HERE, 0
        how = Presence.SLOW if silent_ms <= AWAY_MS else Presence.AWAY
        return how, silent_ms // 1000

    def _guarded(self, act: Callable[..., None], *args: object) -> None:
        """Let the seat do something, then send what it says. When the power goes in the middle of
        it, some first frames of what it was about to say may have left already."""
        table = self.table
        assert table is not None
        try:
            act(table, *args)
            self._pump(table, None)
        except PowerCut:
            self._pump(table, self._dice.randrange(1, 9))
            self._world.cut_off(self.seat)
            return
        if self._human:
            self._think(table)

    def _pump(self, table: SeatedTable, most: int | None) -> None:
        for key, frame in table.outgoing()[:most]:
            to = self._founding.seat_of(key)
            assert to is not None
            self._world.send(self.seat, to, frame)

    # --- a person -----------------------------------------------------------------------------

    def _think(self, table: SeatedTable) -> None:
        if not self._thinking and table.position.turn == self.seat and not table.log.in_flight:
            self._thinking = True
            pause_ms = THINK_MS_MIN + self._dice.randint(0, self._think_ms)
            self._world.at(self._world.now_ms + pause_ms, self._decide, table)

    def _decide(self, table: SeatedTable) -> None:
        if table is not self.table:
            return
        self._thinking = False
        if not self.asleep and table.position.turn == self.seat:
            self._guarded(self._play)

    def _play(self, table: SeatedTable) -> None:
        notation = self._player.choose(table.position, self.seat, "")
        table.play(notation, self.now_ms)

    def _told(self, fact: Fact) -> None:
        self._world.note(self.seat, tell_fact(fact))
