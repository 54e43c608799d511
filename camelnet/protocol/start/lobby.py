"""The lobby without a host: the signed records of all peers, and the tables as their union.

A table exists while a peer sits at it. While its opener sits there, the peers that the opener has
admitted hold chairs, and no others; until the game begins, the opener can refuse a peer a chair.
Without the opener the earlier of several claims to one chair counts, as each peer heard them. All
peers settle nearly simultaneous claims alike: the lower key keeps the chair, the other peer moves
to the first free one, or stands up. The genesis of a full and ready table is a function of its
chairs alone, so all its peers write the same bytes.

A record cannot prove that a table plays: a genesis does, signed by all its seats, that agrees with
the peers who sit there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import NONCE_SIZE, Signer, Suite
from camelnet.protocol.start.table_code import code_commitment
from camelnet.protocol.wire.bodies import (
    Chair,
    GenesisBody,
    LobbyBody,
    SeatBody,
    TableBody,
    body_bytes,
    read_body,
    table_id,
    verified,
)
from camelnet.protocol.wire.frames import Lobby
from camelnet.protocol.wire.limits import GIVEN_UP_MAX, REFUSED_MAX, SEAT_KINDS

RECORDS_MAX = 80  # of 64 strangers, and of the peers at our table
NONCES_KEPT = 8
TOGETHER_MS = 3000  # claims so close to each other may have crossed on their way
UNHEARD_MS = 2000  # the opener may keep me waiting for this long before anybody is told
GENESES_MAX = 4  # kept for each table of others
UNION_MS = 1000  # a union of unchanged records holds for this long


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table in the union of the records; `chairs` by seat, None while free. `players`: the keys
    of the game in progress there, by seat; empty before it begins."""

    id: bytes
    raw: bytes  # the bytes of the body
    body: TableBody
    chairs: tuple[LobbyBody | None, ...]
    players: tuple[bytes, ...] = ()
    lacking: tuple[str, ...] = ()  # the capabilities that this table needs and I do not have

    @property
    def full(self) -> bool:
        return None not in self.chairs

    @property
    def playing(self) -> bool:
        return bool(self.players)

    @property
    def ready(self) -> bool:
        return all(
            chair is not None and chair.chair is not None and chair.chair.ready
            for chair in self.chairs
        )

    def seat_of(self, key: bytes) -> int | None:
        return next((n for n, chair in enumerate(self.chairs) if chair and chair.key == key), None)

    def host_of(self, guest: LobbyBody) -> int | None:
        """The seat of the peer on whose computer a seated peer plays, if both say so."""
        if not guest.computer or guest.computer[0] == guest.key:
            return None
        seat = self.seat_of(guest.computer[0])
        host = None if seat is None else self.chairs[seat]
        if host is None or host.key not in host.computer[:1] or guest.key not in host.computer:
            return None
        return seat


class Settled(Enum):
    """The end of a conflict about my chair."""

    MOVED = auto()  # I have another one
    LOST = auto()  # I have none: another peer has the last one
    REFUSED = auto()  # I have none: the opener refused it to me


_Claim = tuple[bytes, bytes, int]  # key, bytes of the table, seat


def _claim(record: LobbyBody | None) -> _Claim | None:
    if record is None or record.chair is None:
        return None
    return record.key, record.chair.table, record.chair.seat


@lru_cache(maxsize=256)
def table_body(raw: bytes) -> TableBody:
    """The table whose bytes stand in a chair; raises `Malformed`."""
    return read_body(TableBody, raw)


class LobbyState:
    """My record and those of others. `changed` is true when mine has to be sent again."""

    def __init__(
        self,
        *,
        signer: Signer,
        suite: Suite,
        random: Callable[[int], bytes],
        name: str,
        kind: str,
        level: str,
        rules: bytes,
        capabilities: tuple[str, ...] = (),
        clock_ms: Callable[[], int] = lambda: 0,
    ) -> None:
        """Without a clock all claims count as simultaneous."""
        self._signer = signer
        self._clock_ms = clock_ms
        self._since_ms: dict[_Claim, int] = {}  # when I first heard each claim
        self._refused: dict[bytes, tuple[bytes, ...]] = {}  # by table that I have opened
        self._suite = suite
        self._random = random
        self._rules = rules
        self._mine = LobbyBody(
            "camelnet/lobby/1", signer.key, 0, name, kind, level, None, False, capabilities
        )
        self._others: dict[bytes, LobbyBody] = {}
        self._nonces: dict[bytes, bytes] = {}  # by commitment
        self._opened: dict[bytes, deque[bytes]] = {}  # by table: games that I have not begun
        self._reserved: dict[bytes, tuple[bytes, ...]] = {}  # the keys of a table's chairs, by seat
        self._released: set[tuple[bytes, int]] = set()  # reserved chairs that others may take
        self._passed_over: frozenset[tuple[bytes, bytes]] = frozenset()  # (table, key)
        self._kept_out: frozenset[bytes] = frozenset()  # of the table that I have opened
        self._players: tuple[bytes, ...] = ()  # of the game that I play
        self._geneses: dict[bytes, dict[bytes, tuple[bytes, ...]]] = {}  # players by table and game
        self._barred: set[bytes] = set()
        self._tables: tuple[LobbyTable, ...] | None = None  # as long as no record changes
        self._united_ms = 0
        self.changed = True

    # --- the others ---------------------------------------------------------------------------

    def take(self, key: bytes, frame: Lobby) -> None:
        """Take a record from the peer `key`; raises `Refusal`."""
        body = read_body(LobbyBody, frame.body)
        if body.chair and body.chair.seat >= table_body(body.chair.table).seats:
            raise Refusal(Fault.TABLE, f"there is no seat {body.chair.seat}")
        if body.chair and body.kind not in SEAT_KINDS:
            raise Refusal(Fault.TABLE, "who only looks on takes no chair")
        if body.key != key or not verified(self._suite, key, frame.signature, frame.body):
            raise Refusal(Fault.SIGNATURE, "lobby record")
        known = self._others.get(key)
        if known is None and len(self._others) >= RECORDS_MAX:
            return
        if known is None or body.sequence > known.sequence:
            self._note(self._others.get(key), body)
            self._others[key] = body
            self._tables = None

    def _note(self, before: LobbyBody | None, after: LobbyBody | None) -> None:
        """Note when I first heard a claim: repeating it changes nothing."""
        old, new = _claim(before), _claim(after)
        if old != new:
            if old is not None:
                self._since_ms.pop(old, None)
            if new is not None:
                self._since_ms[new] = self._clock_ms()

    def forget(self, key: bytes) -> None:
        """Remove the record of a peer that is gone or starts over."""
        self._note(self._others.pop(key, None), None)
        self._tables = None

    def reserve(self, table: bytes, keys: tuple[bytes, ...]) -> None:
        """Keep the chairs of the table with id `table` for these keys, by seat.

        Until `release` frees a chair nobody else can take it, and even then its owner goes first.
        """
        self._reserved[table] = keys
        while len(self._reserved) > NONCES_KEPT:
            self._reserved.pop(next(iter(self._reserved)))
        self._released = {item for item in self._released if item[0] in self._reserved}
        self._tables = None

    def release(self, table: bytes, seat: int) -> None:
        """Free a chair whose owner is not coming."""
        self._released.add((table, seat))
        self._tables = None

    def kept(self, table: bytes) -> dict[int, bytes]:
        """The chairs of a table that only these keys can take now, by seat."""
        keys = self._reserved.get(table, ())
        return {seat: key for seat, key in enumerate(keys) if (table, seat) not in self._released}

    def pass_over(self, claims: Collection[tuple[bytes, bytes]]) -> None:
        """Ignore these claims, each (table, key): their chairs are free."""
        if self._passed_over != frozenset(claims):
            self._passed_over = frozenset(claims)
            self._tables = None

    def bar(self, key: bytes) -> None:
        """Ignore a peer's chairs for good: a proof shows that it lies."""
        self._barred.add(key)
        self._tables = None

    def keep_out(self, keys: Collection[bytes]) -> None:
        """As the opener of my table, give these keys no chair there."""
        if self._kept_out != frozenset(keys):
            self._kept_out = frozenset(keys)
            self._tables = None

    def prove(self, where: bytes, game: bytes, players: tuple[bytes, ...]) -> None:
        """Note that these keys, by seat, have all signed the genesis `game` of the table
        `where`."""
        sat_at = {table_id(table) for _key, table, _seat in self._since_ms}
        self._geneses = {k: v for k, v in self._geneses.items() if k in sat_at}
        known = self._geneses.setdefault(where, {})
        known[game] = players
        while len(known) > GENESES_MAX:
            known.pop(next(iter(known)))
        self._tables = None

    def unproven(self) -> tuple[tuple[bytes, bytes], ...]:
        """The peers that claim to play at a table of others without a known game, each with the
        table's id."""
        known = {table.raw for table in self.tables() if table.playing}
        if self._mine.chair is not None:
            known.add(self._mine.chair.table)
        return tuple(
            (record.key, table_id(record.chair.table))
            for record in self._others.values()
            if record.playing and record.chair is not None and record.chair.table not in known
        )

    def record_of(self, key: bytes) -> LobbyBody | None:
        return self._others.get(key)

    def claims_at(self, table: LobbyTable) -> tuple[tuple[LobbyBody, Chair], ...]:
        """The others' claims to chairs of a table, successful or not."""
        return tuple(
            (record, record.chair)
            for record in self._others.values()
            if record.chair is not None and record.chair.table == table.raw
        )

    # --- mine ---------------------------------------------------------------------------------

    @property
    def mine(self) -> LobbyBody:
        return self._mine

    def sent(self) -> None:
        """Note that all peers have been sent my present record."""
        self.changed = False

    def frame(self) -> Lobby:
        """My record, signed."""
        body = body_bytes(self._mine)
        return Lobby(body, self._signer.sign(body))

    def rename(self, name: str) -> None:
        self._set(replace(self._mine, name=name))

    def share_computer(self, computer: tuple[bytes, ...]) -> None:
        """Name the peers at this computer, its owner first; only the owner names its guests."""
        named = computer if computer[:1] == (self._signer.key,) else computer[:1]
        if named != self._mine.computer:
            self._set(replace(self._mine, computer=named))

    def sit(self, table: bytes, seat: int, *, ready: bool) -> None:
        """Claim a chair; `table` is the bytes of a `TableBody`."""
        nonce = self._random(NONCE_SIZE)
        commitment = code_commitment(table_id(table), self._signer.key, nonce)
        self._nonces[commitment] = nonce
        while len(self._nonces) > NONCES_KEPT:
            self._nonces.pop(next(iter(self._nonces)))
        where = table_id(table)
        refused, opened = self._refused.get(where, ()), tuple(self._opened.get(where, ()))
        chair = Chair(table, seat, ready, commitment, opened, refused=refused)
        self._set(replace(self._mine, chair=chair, playing=False))

    def admit(self) -> None:
        """Write into my record which peers hold the chairs of my table, if I am its opener."""
        mine, table = self._mine.chair, self.my_table()
        if mine is None or table is None or table.body.opener != self._signer.key or table.playing:
            return
        held = tuple(chair.key if chair else None for chair in table.chairs)
        refused = self._refused.get(table.id, ())
        if (mine.admitted, mine.refused) != (held, refused):
            self._set(replace(self._mine, chair=replace(mine, admitted=held, refused=refused)))

    def refuse(self, key: bytes) -> bool:
        """Refuse a peer a chair at my table; False if I am not its opener."""
        table = self.my_table()
        if table is None or table.body.opener != self._signer.key or key == self._signer.key:
            return False
        others = [known for known in self._refused.get(table.id, ()) if known != key]
        self._refused[table.id] = (*others, key)[-REFUSED_MAX:]
        while len(self._refused) > NONCES_KEPT:
            self._refused.pop(next(iter(self._refused)))
        self._tables = None
        self.admit()
        return True

    def welcome(self, key: bytes) -> None:
        """Refuse a peer a chair at my table no longer."""
        table = self.my_table()
        if table is not None and key in self._refused.get(table.id, ()):
            left = [known for known in self._refused[table.id] if known != key]
            self._refused[table.id] = tuple(left)
            self._tables = None
            self.admit()

    @property
    def waiting(self) -> bool:
        """True while the opener sits at my table and has not admitted me to the chair I claim."""
        mine = self._mine.chair
        if mine is None or self._mine.playing:
            return False
        body = table_body(mine.table)
        admitted, _ = self._opener(table_id(mine.table), body)
        if body.opener == self._signer.key or mine.seat >= len(admitted):
            return False
        return admitted[mine.seat] != self._signer.key

    def waits_for(self) -> bytes | None:
        """The opener, once it has kept me waiting for a while."""
        chair = self._mine.chair
        late = self.waiting and self._clock_ms() > self._since(self._mine) + UNHEARD_MS
        return table_body(chair.table).opener if chair is not None and late else None

    def refuses(self, table: LobbyTable) -> bool:
        """True if the opener of a table refuses me a chair."""
        return self._signer.key in self._opener(table.id, table.body)[1]

    def opened(self, where: bytes, game: bytes) -> None:
        """Note that I open a genesis of the table `where`: I give it up if I take a chair there
        again before it begins."""
        games = self._opened.setdefault(where, deque(maxlen=GIVEN_UP_MAX))
        if game not in games:
            games.append(game)
        while len(self._opened) > NONCES_KEPT:
            self._opened.pop(next(iter(self._opened)))

    def begun(self, where: bytes, game: bytes) -> None:
        """Note that a game of the table `where` has begun for me."""
        if game in self._opened.get(where, ()):
            self._opened[where].remove(game)

    def stand(self) -> None:
        if self._mine.chair is not None:
            self._set(replace(self._mine, chair=None, playing=False))

    def ready(self, ready: bool) -> None:
        chair = self._mine.chair
        if chair is not None and chair.ready != ready:
            self._set(replace(self._mine, chair=replace(chair, ready=ready)))

    def playing(self, players: tuple[bytes, ...]) -> None:
        """Note that I play with these keys, by seat; with none once the game is over."""
        if self._players != players or self._mine.playing != bool(players):
            self._players = players
            self._set(replace(self._mine, playing=bool(players)))

    def nonce_for(self, commitment: bytes) -> bytes | None:
        """The nonce to which I committed when I took a chair."""
        return self._nonces.get(commitment)

    def settle_conflict(self) -> Settled | None:
        """Give way if another peer has my chair, or the opener refuses it to me."""
        mine = self._mine.chair
        if mine is None or self._mine.playing:
            return None
        table = self.table(table_id(mine.table))
        if table is not None and table.seat_of(self._signer.key) is not None:
            return None
        free = self.free_seat(table) if table is not None else None
        if table is not None and self.refuses(table):
            settled = Settled.REFUSED
        else:
            settled = Settled.LOST if free is None else Settled.MOVED
        if free is not None and settled is Settled.MOVED:
            self.sit(mine.table, free, ready=mine.ready)
        else:
            self.stand()
        return settled

    def free_seat(self, table: LobbyTable) -> int | None:
        """The chair that I can take: the free one kept for me, else the first free one that is kept
        for nobody."""
        free = [seat for seat, chair in enumerate(table.chairs) if chair is None]
        kept, own = self.kept(table.id), self._reserved.get(table.id, ())
        for seat in free:
            if seat < len(own) and own[seat] == self._signer.key:
                return seat
        return next((seat for seat in free if seat not in kept), None)

    # --- the union ----------------------------------------------------------------------------

    def tables(self) -> tuple[LobbyTable, ...]:
        """All tables at which a peer sits, by id."""
        now_ms = self._clock_ms()
        if self._tables is None or now_ms >= self._united_ms + UNION_MS:
            self._tables = self._union()
            self._united_ms = now_ms
        return self._tables

    def _union(self) -> tuple[LobbyTable, ...]:
        claims: dict[bytes, list[LobbyBody]] = {}
        for record in (self._mine, *(self._others[key] for key in sorted(self._others))):
            if record.chair is not None and record.key not in self._barred:
                claims.setdefault(table_id(record.chair.table), []).append(record)
        tables = (self._table(where, claims[where]) for where in sorted(claims))
        return tuple(table for table in tables if any(table.chairs))

    def _table(self, where: bytes, claims: list[LobbyBody]) -> LobbyTable:
        chairs = [(record.chair, record) for record in claims if record.chair is not None]
        raw = chairs[0][0].table
        body = table_body(raw)
        kept = self.kept(where)
        wanted: dict[int, list[LobbyBody]] = {}
        for chair, record in chairs:
            if (
                kept.get(chair.seat, record.key) == record.key
                and (where, record.key) not in self._passed_over
                and not self._is_turned_away(where, chair, record)
                and not body.lacking(record.capabilities)
            ):
                wanted.setdefault(chair.seat, []).append(record)
        seated = {seat: self._holder(where, body, seat, found) for seat, found in wanted.items()}
        players = self._players_of(where, body, claims, seated)
        if players:  # an empty chair belongs to a player who is not here
            seated = {c.seat: record for c, record in chairs if players[c.seat] == record.key}
        by_seat = tuple(seated.get(n) for n in range(body.seats))
        lacking = body.lacking(self._mine.capabilities)
        return LobbyTable(where, raw, body, by_seat, players, lacking)

    def _players_of(
        self, where: bytes, body: TableBody, claims: list[LobbyBody], seated: dict[int, LobbyBody]
    ) -> tuple[bytes, ...]:
        """The keys, by seat, of the game in progress at a table; empty if none is known."""
        if any(record is self._mine for record in claims):  # I know best whether it has begun
            return self._players if self._mine.playing else ()
        known = self._geneses.get(where, {}).values()
        fitting = (keys for keys in known if self._agrees(where, body, keys, claims, seated))
        return next(fitting, ())

    def _agrees(
        self,
        where: bytes,
        body: TableBody,
        players: tuple[bytes, ...],
        claims: list[LobbyBody],
        seated: dict[int, LobbyBody],
    ) -> bool:
        """True if a genesis signed by these keys is this table's game: anybody with enough keys can
        sign one. If the opener sits there, it has to play it; else the genesis has to name every
        owner of a kept chair, and at least half of the peers who sit there."""
        playing = {
            record.key
            for record in claims
            if record.chair and record.playing and players[record.chair.seat] == record.key
        }
        if any(record.key == body.opener for record in claims):
            return body.opener in playing
        if self._signer.key in self._reserved.get(where, ()) and self._signer.key not in players:
            return False
        if any(players[seat] != key for seat, key in self.kept(where).items()):
            return False
        named = sum(players[seat] == record.key for seat, record in seated.items())
        return bool(playing) and 2 * named >= len(seated)

    def _is_turned_away(self, where: bytes, chair: Chair, record: LobbyBody) -> bool:
        """True if the opener sits at a table and gives a claim no chair. I keep my own chair until
        the opener has admitted another peer to it, and longer if it was kept for me."""
        opener = table_body(chair.table).opener
        admitted, refused = self._opener(where, table_body(chair.table))
        if record.key in refused:
            return True
        if self._signer.key == opener:
            return record.key in self._kept_out
        if chair.seat >= len(admitted) or record.key in (opener, admitted[chair.seat]):
            return False
        if record.key != self._signer.key:
            return True
        other = admitted[chair.seat]
        rival = other is not None and (other, chair.table, chair.seat) in self._since_ms
        return rival and not self._is_reserved(record)

    def _opener(
        self, where: bytes, body: TableBody
    ) -> tuple[tuple[bytes | None, ...], tuple[bytes, ...]]:
        """The peers that a table's opener has admitted, by seat, and those that it has refused;
        none if it does not sit there."""
        mine = body.opener == self._signer.key
        record = self._mine if mine else self._others.get(body.opener or b"")
        if record is None or record.chair is None or table_id(record.chair.table) != where:
            return (), ()
        refused = self._refused.get(where, ()) if mine else record.chair.refused
        return record.chair.admitted, refused

    def _holder(
        self, where: bytes, body: TableBody, seat: int, claims: list[LobbyBody]
    ) -> LobbyBody:
        """The claim that counts among several to one chair: that of the peer for which it was kept,
        then that of the peer that the opener has admitted, then the earlier one."""
        if len(claims) == 1:
            return claims[0]
        admitted, _ = self._opener(where, body)
        first = admitted[seat] if seat < len(admitted) else None
        held = min(self._since(record) for record in claims)
        early = [record for record in claims if self._since(record) < held + TOGETHER_MS]
        return min(
            claims,
            key=lambda record: (
                not self._is_reserved(record),
                record.key != first,
                record not in early,
                record.key,
            ),
        )

    def _since(self, record: LobbyBody) -> int:
        claim = _claim(record)
        return self._since_ms.get(claim, 0) if claim else 0

    def _is_reserved(self, record: LobbyBody) -> bool:
        if record.chair is None:
            return False
        keys = self._reserved.get(table_id(record.chair.table), ())
        return record.chair.seat < len(keys) and keys[record.chair.seat] == record.key

    def table(self, where: bytes) -> LobbyTable | None:
        return next((table for table in self.tables() if table.id == where), None)

    def my_table(self) -> LobbyTable | None:
        chair = self._mine.chair
        return None if chair is None else self.table(table_id(chair.table))

    def genesis(self) -> bytes | None:
        """The bytes of the genesis for which my table is ready, or None."""
        table = self.my_table()
        if table is None or not table.full or not table.ready or table.playing:
            return None
        if table.seat_of(self._signer.key) is None or self.waiting:
            return None
        seats = tuple(
            SeatBody(
                item.key,
                item.name,
                item.kind,
                item.level,
                item.chair.commitment,
                item.chair.given_up,
                table.host_of(item),
            )
            for item in table.chairs
            if item is not None and item.chair is not None
        )
        return body_bytes(GenesisBody("camelnet/genesis/1", table.raw, self._rules, seats))

    def _set(self, record: LobbyBody) -> None:
        self._note(self._mine, record)
        self._mine = replace(record, sequence=self._mine.sequence + 1)
        self._tables = None
        self.changed = True
