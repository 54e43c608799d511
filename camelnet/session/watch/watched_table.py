"""A table that this peer watches without a seat.

A spectator checks everything, so it may ask any seat. It asks one, and the next if that one is
silent, full or behind. `audience` is the seats' side. Times are milliseconds of the session's
clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from camelnet.foreign_text import shown_name
from camelnet.i18n import N_, Message, message
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.replica import JUMP_MS
from camelnet.protocol.replica.sync import take_line
from camelnet.protocol.start.genesis import GameStart, read_game_start, read_genesis
from camelnet.protocol.start.lobby import LobbyTable
from camelnet.protocol.wire.bodies import GenesisBody, table_id
from camelnet.protocol.wire.frames import Frame, Genesis, Head, SyncAsk, SyncReply, Watch
from camelnet.session.api.facts import (
    LuckShown,
    Need,
    Phase,
    Presence,
    PresenceOf,
    Stepped,
    TableView,
    Waiting,
)
from camelnet.session.table.attendance import Attendance
from camelnet.session.table.read_only_replica import ReadOnlyReplica
from camelnet.session.table.table_views import NEEDS, OVER, PHASES, seat_views, shuffling

RENEW_MS = 3_000
ASK_MS = 700
SILENT_MS = 6_000  # so long all seats may be silent before we say so


class WatchedTable:
    """A table that I watch. `outbox`: frames to send, with their receivers' keys."""

    def __init__(
        self, table: LobbyTable, *, suite: Suite, tell: Callable[[Stepped], None], now_ms: int
    ) -> None:
        """`table`: from the lobby; the genesis must name its players."""
        self.id = table.id
        self.name = shown_name(table.body.name)
        self.outbox: list[tuple[bytes, Frame]] = []
        self.trouble: Message | None = None
        self.refused = False  # True if no seat has room for me
        self.attendance: Attendance | None = None  # None until the start is known
        self._suite = suite
        self._tell = tell
        self._replica: ReadOnlyReplica | None = None
        self._keys = table.players
        self._source: bytes | None = None
        self._full: set[bytes] = set()  # seats without room for me
        self._heads: dict[bytes, int] = {}
        self._asked_ms = now_ms - RENEW_MS
        self._asked_index = 0
        self._heard_ms = now_ms
        self._now_ms = now_ms

    # --- asking -------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[bytes, ...]:
        """The players' keys, from the lobby."""
        return tuple(key for key in self._keys if key)

    @property
    def game_start(self) -> GameStart | None:
        """The start of the game; None until a seat has answered."""
        return self._replica.game_start if self._replica else None

    @property
    def log(self) -> Log | None:
        """The game's log as far as I have it."""
        return self._replica.log if self._replica else None

    @property
    def over(self) -> bool:
        return self._replica is not None and self._replica.machine.stage in OVER

    def show_luck(self, index: int) -> LuckShown | None:
        """The proof of the luck behind an entry; None if no luck was drawn there."""
        return self._replica.show_luck(index) if self._replica else None

    def view(self, again: tuple[int, ...]) -> TableView | None:
        """The public view of the table; None until its start is known."""
        if self._replica is None:
            return None
        game_start, machine = self._replica.game_start, self._replica.machine
        log = self._replica.log
        phase = Phase.STOPPED if log.epoch.stopped else PHASES[machine.stage]
        return TableView(
            game_id=log.game,
            name=game_start.table_name,
            seats=seat_views(game_start, None, self._states, log.membership, {}),
            me=None,
            phase=phase,
            position=machine.position,
            index=log.index,
            code=game_start.code,
            waiting=() if log.epoch.stopped else self._waiting(self._replica),
            pending=None,
            faces="",
            again=again,
            trouble=self.trouble,
            record=None,
            shuffling=None if log.epoch.key_due else shuffling(machine),
            aids=game_start.table.aids,
            verdict=self._replica.verdict,
            former=tuple(log.epoch.former),
        )

    @property
    def _states(self) -> tuple[tuple[Presence, int, bool], ...]:
        return self.attendance.states if self.attendance is not None else ()

    def _waiting(self, replica: ReadOnlyReplica) -> tuple[Waiting, ...]:
        """For whom the table waits, as a spectator can tell: the author, and missed voters, without
        whom nothing is final."""
        author, voters = replica.machine.author, replica.log.membership.voters
        if author is None:
            return ()
        missed = [
            Waiting(seat, Need.ACK)
            for seat in voters
            if seat != author and self._states[seat][0].missed
        ]
        waiting = [*missed, Waiting(author, NEEDS[replica.machine.stage])]
        return tuple(sorted(waiting, key=lambda item: item.seat))

    # --- what arrives -------------------------------------------------------------------------

    def receive(self, key: bytes, frame: Genesis | SyncReply | Watch, now_ms: int) -> None:
        """Take a frame of the peer `key`. A `Refusal` changes nothing."""
        if key not in self._keys:
            return
        match frame:
            case Genesis():
                self._begin(frame, now_ms)
            case SyncReply():
                self._admit(key, frame, now_ms)
            case Watch():
                if not frame.watching and frame.table == self.id:
                    self._full.add(key)
                    self._source = None if key == self._source else self._source

    def heard(self, key: bytes, heads: Iterable[Head]) -> None:
        """Take a heartbeat of the peer `key`: how far its logs go."""
        if self._replica is None or self.attendance is None or key not in self._keys:
            return
        log = self._replica.log
        known = {head.game: head.index for head in heads}
        names = not known.keys().isdisjoint((log.game, *log.epoch.former))
        self.attendance.beats(key, self._now_ms, names=names)
        if log.game in known:
            self._heads[key] = known[log.game]

    def tick(self, now_ms: int, presence: PresenceOf) -> None:
        """Ask for missing lines. Call a few times a second."""
        if self._replica is not None and self.attendance is not None:
            if now_ms > self._now_ms + JUMP_MS:
                self.attendance.anew(now_ms, woken=True)
            membership = self._replica.log.membership
            self.attendance.tick(now_ms, ghosts=membership.ghosts, gone=membership.proven)
        self._now_ms = now_ms
        here = [key for key in self._keys if presence(key)[0] is not Presence.SILENT]
        willing = [key for key in here if key not in self._full]
        self.refused = bool(here) and not willing and self._replica is None
        if here:
            self._heard_ms = now_ms
        silent = now_ms >= self._heard_ms + SILENT_MS
        self.trouble = message(N_("Nobody from this table is here now.")) if silent else None
        if now_ms < self._asked_ms + ASK_MS:
            return
        if self._replica is None:
            self._ask_next(willing, Watch(self.id, watching=True), now_ms)
            return
        log = self._replica.log
        missing = log.missing_from
        behind = max(self._heads.values(), default=0) > missing
        if not behind and now_ms < self._asked_ms + RENEW_MS and self._source in willing:
            return
        ask = SyncAsk(log.game, missing)
        stuck = behind and missing == self._asked_index
        if self._source in willing and not stuck:
            self._ask(ask, now_ms)
        else:
            self._full &= set(here) if willing else set()
            self._ask_next(willing or here, ask, now_ms)
        self._asked_index = missing

    def leave(self) -> None:
        """Tell the seat that serves me that I stop watching."""
        if self._source is not None:
            self.outbox.append((self._source, Watch(self.id, watching=False)))

    # --- inside -------------------------------------------------------------------------------

    def _begin(self, frame: Genesis, now_ms: int) -> None:
        """Take the start if it names this table and its players."""
        if self._replica is not None or not self._is_this(read_genesis(frame.body)[0]):
            return
        game_start = read_game_start(self._suite, replace(frame, begun=()))
        self._replica = ReadOnlyReplica(game_start, suite=self._suite, tell=self._tell)
        self.attendance = Attendance(self._keys, me=None, met=False)
        self.attendance.tick(now_ms, ghosts=())
        if self._source is not None:
            self._ask(SyncAsk(game_start.id, 1), now_ms)

    def _is_this(self, genesis: GenesisBody) -> bool:
        keys = tuple(seat.key for seat in genesis.seats)
        return table_id(genesis.table) == self.id and keys == self._keys

    def _admit(self, key: bytes, reply: SyncReply, now_ms: int) -> None:
        replica = self._replica
        if replica is None or reply.game != replica.log.game:
            return
        replica.replaying = len(reply.lines) > 1
        before = replica.log.missing_from
        replica.log.chain.drop_closing()
        all_taken = all(take_line(replica.log, line) for line in reply.lines)
        replica.log.chain.drop_closing()
        missing = replica.log.missing_from
        behind = self._heads.get(key, 0) > missing
        if key == self._source and missing > before and all_taken and behind:
            self._ask(SyncAsk(reply.game, missing), now_ms)

    def _ask_next(self, willing: list[bytes], frame: Frame, now_ms: int) -> None:
        """Ask the next seat."""
        self._source = _after(self._source, willing)
        self._ask(frame, now_ms)

    def _ask(self, frame: Frame, now_ms: int) -> None:
        self._asked_ms = now_ms
        if self._source is not None:
            self.outbox.append((self._source, frame))


def _after(key: bytes | None, keys: list[bytes]) -> bytes | None:
    """The successor of `key` in the ring `keys`; the first if `key` is not among them."""
    if not keys:
        return None
    return keys[(keys.index(key) + 1) % len(keys)] if key in keys else keys[0]
