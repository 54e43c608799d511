"""From the lobby to the first moves: whole sessions in one room, while everything goes wrong.

Real: `Peer` with its lobby, chairs, starts and games, on the memory network of `camelnet.net`; the
disk is the simulator's. Somebody opens a table, the others sit down there, more of them than it has
chairs, some get up again; peers sleep, crash and come back, connections break, the room is cut in
two. Then all is well, everybody who sits there says that it is ready, and a game has to begin.

What must never be: two honest peers in two games in which both sit; a game that was begun twice;
a peer in a game that gave its nonce to another one; an exception. What has to be: a game begins,
and all who sit at it have the same first entries.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from random import Random

from camelnet.bots.random import RandomBot
from camelnet.protocol.crypto.suite import Signer
from camelnet.protocol.wire.bodies import entry_hash
from camelnet.protocol.wire.frames import Certified
from camelnet.session.api.facts import Fact
from camelnet.session.peer.peer import Peer
from tests.net.memory import MemoryNetwork
from tests.protocol.symbolic import SymbolicSuite
from tests.session.room import Relay
from tests.sim.disk import Disk, MemoryStore
from tests.sim.plan import Plan, Trouble
from tests.sim.violation import Violation

TICK_MS = 200
ROUNDS = 8  # of trouble, at most
GUESTS_MAX = 6
BEGIN_MS = 180_000  # so long it may take, when all is well, until the table has begun
LONE_MS = 60_000  # so long somebody waits in a game that others have given up
INDEX_MIN = 4  # so far the game has to come


@dataclass(slots=True)
class _Guest:
    signer: Signer
    disk: Disk = field(default_factory=Disk)
    peer: Peer | None = None  # None: it has crashed
    asleep: bool = False
    begun: list[bytes] = field(default_factory=list)  # the games that began here, in order


class LobbyWorld:
    """See the module."""

    def __init__(self, plan: Plan, signers: list[Signer], *, cruel: bool = False) -> None:
        """`cruel`: somebody may crash when a game has begun there and nowhere else."""
        self._cruel = cruel
        self.struck: Counter[Trouble] = Counter()
        self.restarts = 0
        self._dice = Random(f"hall {plan.seed}")
        self._seats = self._dice.choice((2, 3, 3, 4, 4))
        self._suite = SymbolicSuite()
        self._network = MemoryNetwork(plan.seed, delay_s_max=self._dice.choice((0.01, 0.05, 0.4)))
        many = min(len(signers), self._seats + self._dice.choice((0, 0, 1, 2)))
        self._games: dict[bytes, tuple[bytes, ...]] = {}  # all that ever began: their keys
        self._guests = [_Guest(signer) for signer in signers[: max(many, self._seats)]]
        if plan.branch is not None:
            self._network.call_at(plan.branch[0] / 1000, lambda: self._branch(plan))

    def _branch(self, plan: Plan) -> None:
        """From now on other random numbers."""
        self._dice.seed(f"branch {plan.branch}")
        self._network._random.seed(f"links of {plan.branch}")

    @property
    def now_ms(self) -> int:
        return round(self._network.now * 1000)

    @property
    def frames(self) -> int:
        return self._network.delivered

    @property
    def entries(self) -> int:
        tables = [guest.peer.table for guest in self._guests if guest.peer]
        return max((table.log.index - 1 for table in tables if table), default=0)

    def run(self) -> None:
        """Raises `Violation`."""
        for guest in self._guests:
            self._come(guest)
        self._pass(1500)
        dice = self._dice
        while dice.random() < 0.9 and not self._all_sit():
            self._want(ready=False)
            self._pass(300)
        for _ in range(dice.randint(1, ROUNDS)):
            self._want()
            self._pass(dice.choice((0, 20, 60, 150)))  # in the middle of a start
            for _ in range(dice.choice((1, 1, 2, 3))):
                self._spoil()
            self._pass(dice.choice((50, 100, 300, 1000, 7000, 13_000)))
            self._heal()
            self._pass(dice.choice((0, 100, 1000, 4000)))
        calm_ms = self.now_ms
        while not self._all_play():
            if self.now_ms > calm_ms + BEGIN_MS:
                raise Violation("no game begins", self._where())
            for guest in self._guests:
                if guest.peer and self._given_up(guest) and self.now_ms > calm_ms + LONE_MS:
                    guest.peer.stand()
            self._want()
            self._pass(1000)
        self._check_entries()

    # --- what people do -----------------------------------------------------------------------

    def _want(self, *, ready: bool = True) -> None:
        """Open a table if there is none, sit down where a chair is free, be ready; now and then
        get up again, or not be ready (`_spoil`)."""
        for guest in self._guests:
            peer = guest.peer
            if peer is None or guest.asleep or peer.table is not None:
                continue
            lobby = peer.lobby_view()
            begins = sorted(offer.id for offer in lobby.tables if not offer.playing)
            if lobby.table is not None and lobby.table.id in begins[:1]:
                peer.ready(ready)
            elif begins:  # all go to the same one
                peer.sit(begins[0])
            elif not lobby.tables and guest is self._guests[0]:
                self._open(peer)

    def _open(self, peer: Peer) -> None:
        peer.open_table(name="Oasis", game="pebble", seats=self._seats, options={"goal": 4})

    # --- what goes wrong ----------------------------------------------------------------------

    def _spoil(self) -> None:
        dice, guest = self._dice, self._dice.choice(self._guests)
        keys = [item.signer.key for item in self._guests]
        dice.shuffle(keys)
        match dice.randrange(8):
            case 0 | 1:
                self.struck[Trouble.PARTITION] += 1
                cut = dice.randint(1, len(keys) - 1)
                self._network.part(keys[:cut], keys[cut:])
            case 2:
                self.struck[Trouble.BREAK] += 1
                for other in keys[1:]:
                    self._network.drop(keys[0], other)
            case 3 if guest.peer is not None and not guest.asleep:
                self.struck[Trouble.SLEEP] += 1
                guest.asleep = True
                self._network.sleep(guest.signer.key)
            case 4 | 5 if guest.peer is not None and (self._cruel or not self._alone(guest)):
                self.struck[Trouble.CRASH] += 1
                self._crash(guest)
            case 6 if guest.peer is not None and guest.peer.table is None and not guest.asleep:
                guest.peer.stand()
            case 7 if guest.peer is not None and guest.peer.table is None and not guest.asleep:
                guest.peer.ready(False)

    def _alone(self, guest: _Guest) -> bool:
        """True if its game has begun nowhere else. Only `cruel` halls crash it then."""
        mine = guest.peer.table if guest.peer else None
        return mine is not None and not any(
            mine.game_start.id in other.begun for other in self._guests if other is not guest
        )

    def _given_up(self, guest: _Guest) -> bool:
        """True if its game has begun nowhere else, or somebody who sits there plays another."""
        mine = guest.peer.table if guest.peer else None
        if mine is None:
            return False
        seats = self._games.get(mine.game_start.id, ())
        others = [other for other in self._guests if other.signer.key in seats and other.peer]
        playing = [other.peer.table for other in others if other.peer and other.peer.table]
        return self._alone(guest) or any(table.id != mine.id for table in playing)

    def _heal(self) -> None:
        self._network.heal()
        for guest in self._guests:
            if guest.asleep:
                guest.asleep = False
                self._network.wake(guest.signer.key)
            if guest.peer is None:
                self.restarts += 1
                self._come(guest)

    def _crash(self, guest: _Guest) -> None:
        self._network.crash(guest.signer.key)
        guest.peer, guest.asleep = None, False
        guest.disk.crash(self._dice)

    def _come(self, guest: _Guest) -> None:
        """Somebody comes in, or back: to the game in its journal, if there is one."""
        relay = Relay()
        store = MemoryStore(guest.disk)
        relay.peer = guest.peer = Peer(
            signer=guest.signer,
            suite=self._suite,
            store=store,
            mesh=self._network.join(guest.signer.key, relay),
            name=f"Peer {self._guests.index(guest)}",
            bot=None,
            level="",
            clock_ms=lambda: self.now_ms,
            random=self._dice.randbytes,
            listener=_ignored,
        )
        for game, file in sorted(guest.disk.files.items()):
            if file.lines and guest.peer.table is None:
                guest.peer.resume(game)

    # --- time ---------------------------------------------------------------------------------

    def _pass(self, ms: int) -> None:
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self._network.run_until(min(end_ms, (self.now_ms // TICK_MS + 1) * TICK_MS) / 1000)
            for guest in self._guests:
                if guest.peer is not None and not guest.asleep:
                    guest.peer.tick()
                    self._play(guest.peer)
            self._look()

    def _play(self, peer: Peer) -> None:
        table = peer.table
        if table is not None and table.position.turn == table.seat and table.log.may_propose:
            peer.play(
                RandomBot(seed=self._dice.randrange(2**32)).choose(
                    table.position, table.seat, table.faces
                )
            )

    # --- what must be -------------------------------------------------------------------------

    def _look(self) -> None:
        """Nobody is in two games of one table, and no two are in two that name both."""
        games = self._games
        for guest in self._guests:
            table = guest.peer.table if guest.peer else None
            if table is None:
                continue
            game_start = table.game_start
            games[game_start.id] = tuple(seat.key for seat in game_start.genesis.seats)
            if game_start.id not in guest.begun:
                guest.begun.append(game_start.id)
        for guest, other in product(self._guests, repeat=2):
            both = {guest.signer.key, other.signer.key}
            for one, two in product(guest.begun, other.begun):
                if one != two and all(both <= set(games.get(game, ())) for game in (one, two)):
                    raise Violation("two games in which both sit", f"{games[one]} {games[two]}")

    def _all_sit(self) -> bool:
        """All chairs of a table are taken, or it would take for ever."""
        views = [guest.peer.lobby_view() for guest in self._guests if guest.peer]
        full = any(not offer.free for view in views for offer in view.tables)
        return full or self.now_ms > BEGIN_MS

    def _all_play(self) -> bool:
        """A game has begun for all whom it names, and has come so far."""
        tables = [guest.peer.table for guest in self._guests if guest.peer]
        playing = [table for table in tables if table is not None]
        return bool(playing) and all(
            len([other for other in playing if other.id == table.id]) == self._seats
            and table.log.index >= INDEX_MIN
            for table in playing
        )

    def _check_entries(self) -> None:
        """All who play one game have the same first entries. (A room that was cut in two may begin
        two, between people who have nothing to do with each other.)"""
        final: dict[tuple[bytes, int], bytes] = {}
        for guest in self._guests:
            table = guest.peer.table if guest.peer else None
            for index in range(1, INDEX_MIN):
                line = table.log.line_at(index) if table else None
                if table is None or not isinstance(line, Certified):
                    continue
                hashed = entry_hash(line.body)
                if final.setdefault((table.id, index), hashed) != hashed:
                    raise Violation("two final entries at one place", f"index {index}")

    def _where(self) -> str:
        told = []
        for number, guest in enumerate(self._guests):
            table = guest.peer.table if guest.peer else None
            lobby = guest.peer.lobby_view() if guest.peer else None
            told.append(
                f"{number}: {'game ' + table.id.hex()[:6] if table else 'no game'} index "
                f"{table.log.index if table else 0}, {len(lobby.tables) if lobby else 0} tables, "
                f"{'sits' if lobby and lobby.table else 'stands'}"
            )
        return "; ".join(told)


def _ignored(fact: Fact) -> None:
    """Ignores what people are told."""
