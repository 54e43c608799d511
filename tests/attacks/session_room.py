"""A room of whole sessions in virtual time: the honest people, the liar, and what must be.

Real: `Peer` with its lobby, chairs, starts and games, on the memory network of `camelnet.net`; the
disk is the simulator's. `session_arena` is what happens there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from camelnet.protocol.crypto.suite import Signer
from camelnet.protocol.wire.bodies import LobbyBody, table_id
from camelnet.protocol.wire.frames import Changed
from camelnet.session.api.facts import Fact, Noticed
from camelnet.session.peer.peer import Peer
from camelnet.session.table.seated_table import SeatedTable
from tests.attacks.arena import SEED, Quick, blamed
from tests.attacks.judge import judge
from tests.attacks.session_case import Role, Scene, SessionCase
from tests.attacks.session_judge import judge_record
from tests.attacks.session_liar import SessionLiar
from tests.net.memory import MemoryNetwork
from tests.protocol.symbolic import SymbolicSuite
from tests.session.room import Relay
from tests.sim.disk import Disk, MemoryStore
from tests.sim.violation import Violation
from tests.sim.world import Trace, signer_of

TICK_MS = 100
PLAYERS_MAX = 3  # the honest ones; one more stands by where the liar sits at the table
WORK_MS = 60  # of the executor
THINK_MS = 500
PATIENCE_MS = 8000  # of people at a table that does not go on
CLICK_MS = 15_000  # between two clicks on the same button
STEADY_MS = 4000  # who has had a chair for so long keeps it
FRAMES_MAX = 40_000  # of honest peers in one evening
LOBBY_SCENES = (Scene.GATHERING, Scene.FULL, Scene.SIGNING, Scene.OPENING)

# What somebody else has, by the name of the field: see `SessionRoom.pool`.
FOREIGN = (
    *("key", "opener", "admitted", "refused", "given_up", "previous", "game", "table", "room"),
    *("name", "seat", "commitment", "host", "port", "chair"),
)


@dataclass(slots=True)
class Guest:
    """An honest person with an app."""

    name: str
    signer: Signer
    disk: Disk = field(default_factory=Disk)
    peer: Peer | None = None
    store: MemoryStore | None = None
    told: list[tuple[int, Noticed]] = field(default_factory=list)
    chair: tuple[bytes, int] | None = None  # the table and seat that it holds
    held_ms: int = 0  # since when
    clicked_ms: int = -CLICK_MS  # on Play again
    games: dict[bytes, SeatedTable] = field(default_factory=dict)  # all it has played

    @property
    def key(self) -> bytes:
        return self.signer.key

    @property
    def table(self) -> SeatedTable | None:
        return self.peer.table if self.peer else None


class Later:
    """The executor of a simulated peer: what it works at is done a little later."""

    def __init__(self, network: MemoryNetwork) -> None:
        self._network = network

    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        def work() -> None:
            job()
            done()

        self._network.call_at(self._network.now + WORK_MS / 1000, work)


class SessionRoom:
    """See the module."""

    def __init__(self, case: SessionCase, trace: Trace | None = None) -> None:
        self.case = case
        self.dice = Random("evening")
        self.suite = SymbolicSuite()
        self.scene: Scene | None = None
        self._trace = trace
        self._network = MemoryNetwork(SEED, delay_s_min=0.02, delay_s_max=0.15)
        self._seats = PLAYERS_MAX + case.sits
        signers = [signer_of(SEED, number, real=False) for number in range(6)]
        names = ("Anna", "Bruno", "Chloe", "Dora")
        self.guests = [Guest(names[n], signers[n]) for n in range(self._seats)]
        self.liar = SessionLiar(case, self, signers[5], self.suite, self._seats)
        self._liar_key = signers[5].key
        self._liar_disk = Disk()
        self._past: list[bytes] = []  # games that were played before
        self._past_tables: list[bytes] = []
        self._lied_ms: int | None = None  # since when it lies
        self._moved: tuple[tuple[bytes, int] | None, int] = (None, 0)  # how far, and since when
        self._ended: dict[bytes, tuple[bytes, ...]] = {}  # what was decided, by game
        self.epochs = 0
        self._player = Quick()

    # --- what the liar knows ----------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        return round(self._network.now * 1000)

    @property
    def lies(self) -> int:
        """Frames that were not what the real code would have said."""
        return self.liar.lies

    @property
    def frames(self) -> int:
        return self._network.delivered

    @property
    def on(self) -> bool:
        """True while the scene lasts; what is said in the lobby is said until the game begins."""
        lying = self._lied_ms is not None and self.case.scene in LOBBY_SCENES
        return self.scene is self.case.scene or (lying and self.scene in LOBBY_SCENES)

    @property
    def named(self) -> bool:
        """True if an honest peer holds a proof against the liar."""
        return any(
            self._liar_key in guest.peer.parts.lobby._barred for guest in self.guests if guest.peer
        )

    def others(self) -> list[bytes]:
        up = set(self.liar.mesh.peers())
        return [guest.key for guest in self.guests if guest.peer and guest.key in up]

    def records(self) -> list[LobbyBody]:
        return [guest.peer.parts.lobby.mine for guest in self.guests if guest.peer]

    def table_raw(self) -> bytes | None:
        """Of the table at which most of them sit."""
        tables = [record.chair.table for record in self.records() if record.chair]
        if not tables:
            tables = [guest.table.game_start.genesis.table for guest in self.guests if guest.table]
        return max(tables, key=tables.count) if tables else None

    def game(self) -> bytes | None:
        tables = [guest.table for guest in self.guests if guest.table]
        return tables[0].id if tables else self._past[-1] if self._past else None

    def pool(self) -> dict[str, Any]:
        victim = self.guests[self.case.victim]
        mine = victim.peer.parts.lobby.mine if victim.peer else None
        chair = mine.chair if mine else None
        game = self.game() or bytes(32)
        games = tuple(dict.fromkeys((*self._past, game)))[-8:]
        keys = tuple(guest.key for guest in self.guests)
        raw = next(iter(self._past_tables), None) or self.table_raw() or b""
        return {
            "key": victim.key,
            "opener": victim.key,
            "admitted": (self._liar_key,) * self._seats,
            "refused": keys,
            "given_up": games,
            "previous": games[0],
            "game": games[0],
            "table": raw,
            "room": table_id(raw) if raw else b"",
            "name": victim.name,
            "seat": chair.seat if chair else self.case.victim,
            "commitment": chair.commitment if chair else bytes(32),
            "host": "203.0.113.7",
            "port": 53,
            "chair": chair,
        }

    def lied(self) -> None:
        if self._lied_ms is None:
            self._lied_ms = self.now_ms

    # --- who comes --------------------------------------------------------------------------

    def _come(self, guest: Guest) -> Peer:
        relay = Relay()
        guest.store = MemoryStore(guest.disk)
        relay.peer = guest.peer = Peer(
            signer=guest.signer,
            suite=self.suite,
            store=guest.store,
            mesh=self._network.join(guest.key, relay),
            name=guest.name,
            bot=None,
            level="",
            clock_ms=lambda: self.now_ms,
            random=self.dice.randbytes,
            listener=lambda fact: self._hear(guest, fact),
            executor=Later(self._network),
        )
        return guest.peer

    def _come_lying(self) -> None:
        liar = self.liar
        liar.mesh = self._network.join(self._liar_key, liar)
        liar.peer = Peer(
            signer=liar._signer,
            suite=self.suite,
            store=MemoryStore(self._liar_disk),
            mesh=liar,
            name="Mallory",
            bot=None,
            level="",
            clock_ms=lambda: self.now_ms,
            random=self.dice.randbytes,
            listener=lambda fact: None,
        )

    def _hear(self, guest: Guest, fact: Fact) -> None:
        if isinstance(fact, Noticed):
            guest.told.append((self.now_ms, fact))
            self._note(f"{guest.name} reads: {fact.message}")

    def _peer(self, guest: Guest) -> Peer:
        assert guest.peer is not None
        return guest.peer

    def _act(self, act: Callable[[], None]) -> None:
        self.liar._guarded(act)

    def _note(self, what: str) -> None:
        if self._trace:
            self._trace(f"{self.now_ms:>7} {self.scene.value if self.scene else '-'} {what}")

    # --- time -------------------------------------------------------------------------------

    def _until(self, done: Callable[[], bool], limit_ms: int, why: str) -> None:
        end_ms = self.now_ms + limit_ms
        while not done():
            if self.now_ms > end_ms:
                raise Violation(why, self._where())
            self._pass(TICK_MS)

    def _pass(self, ms: int) -> None:
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            next_ms = min(end_ms, (self.now_ms // TICK_MS + 1) * TICK_MS)
            self._network.run_until(next_ms / 1000)
            if self.frames - self.liar.said > FRAMES_MAX:
                raise Violation("one frame is answered with many, without end", self._where())
            where = [
                (guest.table.id, guest.table.log.index) for guest in self.guests if guest.table
            ]
            if max(where, default=None) != self._moved[0]:
                self._moved = max(where, default=None), self.now_ms
            for guest in self.guests:
                if guest.peer is not None:
                    guest.peer.tick()
                    self._move(guest)
            self.liar.tick()
            self._act(self._move_liar)
            self._look()

    def _move(self, guest: Guest) -> None:
        """What a person does at a table: play, and lose patience."""
        table, peer = guest.table, guest.peer
        if table is None or peer is None or table.over:
            return
        thought = self.now_ms > self._moved[1] + THINK_MS
        if thought and table.position.turn == table.seat and table.log.may_propose:
            peer.play(self._player.choose(table.position, table.seat, table.faces))
        self._lose_patience(peer, table)

    def _lose_patience(self, peer: Peer, table: SeatedTable) -> None:
        if self.now_ms < self._moved[1] + PATIENCE_MS:
            return
        owing = {seat for seat, _ in table.log.owed()}
        causes = blamed(owing, (guest.table for guest in self.guests))
        lacking = {*causes, *table.log.agreement.divergent}
        for seat in sorted(lacking - {table.seat}):
            if seat in table.replica.removable():
                peer.go_on_without(seat)

    def _move_liar(self) -> None:
        peer = self.liar.peer
        table = peer.table
        if table is not None and not table.over and table.position.turn == table.seat:
            peer.play(self._player.choose(table.position, table.seat, table.faces))
        if self.case.role is Role.WATCHER and peer.parts.spectators.watched is None:
            for offer in peer.lobby_view().tables:
                if offer.watchable:
                    peer.watch(offer.id)

    # --- what must be -----------------------------------------------------------------------

    def _look(self) -> None:
        for guest in self.guests:
            if guest.table is not None:
                guest.games.setdefault(guest.table.game_start.id, guest.table)
                guest.chair = None
            elif guest.peer is not None:
                self._keep_chair(guest, guest.peer)
        self._no_two_games()

    def _keep_chair(self, guest: Guest, peer: Peer) -> None:
        """Nobody takes a chair from one of the players but the one who opened the table (or, see
        `two_faced`, the others themselves)."""
        mine = peer.parts.lobby.mine.chair
        chair = (table_id(mine.table), mine.seat) if mine else None
        if chair == guest.chair:
            return
        steady = guest.chair is not None and self.now_ms > guest.held_ms + STEADY_MS
        may = self.case.role is Role.OPENER or self.case.two_faced
        if steady and not may and guest in self.guests[:PLAYERS_MAX]:
            raise Violation("somebody honest lost a chair", f"{guest.name}: {guest.told[-1:]}")
        guest.chair, guest.held_ms = chair, self.now_ms

    def _no_two_games(self) -> None:
        for guest in self.guests:
            for other in self.guests:
                for one in guest.games.values():
                    for two in other.games.values():
                        if one.game_start.id == two.game_start.id or guest is other:
                            continue
                        over = one.over or two.over
                        if not over and one.has(other.key) and two.has(guest.key):
                            raise Violation(
                                "two games in which both sit", f"{guest.name} {other.name}"
                            )

    def _judge_game(self, guest: Guest, table: SeatedTable) -> None:
        """One game at one honest player, after its end."""
        if not table.closed:
            return
        assert guest.store is not None
        recorder = guest.store.records[table.game_start.id]
        lines = tuple(recorder.lines)
        liar = table.game_start.seat_of(self._liar_key)
        self.epochs = max(self.epochs, sum(isinstance(line, Changed) for line in lines))
        proven = table.log.statements.detector.proofs.keys() | table.log.membership.proven
        honest_proven = {seat for seat in proven if seat != liar}
        if honest_proven:
            raise Violation("somebody honest is named a liar", f"{honest_proven}")
        judge(
            tuple(table.log.chain.lines),
            liars=frozenset() if liar is None else frozenset((liar,)),
            led=frozenset(),
            named=liar in proven,
            ended=True,
            checkable=False,
        )
        judge_record(guest.name, table.game_start, lines, self.suite)
        said = tuple(
            item.offer.change if isinstance(item, Changed) else item.body for item in lines
        )
        if self._ended.setdefault(table.game_start.id, said) != said:
            raise Violation("two records of one game", guest.name)

    def _where(self) -> str:
        told = []
        for guest in self.guests:
            view = guest.peer.lobby_view() if guest.peer else None
            mine = view.table if view else None
            if guest.table is not None:
                log = guest.table.log
                told.append(
                    f"{guest.name}: index {log.index} epoch {log.membership.epoch} of "
                    f"{log.membership.voters} lacks {log.owed()} {log.epoch.stopped or ''}"
                )
            elif mine is not None:
                taken = [seat.name for seat in mine.seats]
                told.append(f"{guest.name}: at {mine.name} with {taken}, {view and view.hint}")
            else:
                why = [str(offer.trouble) for offer in view.tables] if view else []
                told.append(f"{guest.name}: stands, {why}")
        return "; ".join(told)
