"""The lobby without a host: everybody's signed record, and the tables as their union.

A table exists while somebody sits at it; whoever opened it has no power. Two peers that took one
chair at the same moment see the same thing and settle it alike: the lower key keeps it, the other
moves to the first free chair, or stands up. The genesis of a full and ready table is a function of
its chairs alone, so all its peers write the same bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from camelnet.protocol.bodies import (
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
from camelnet.protocol.code import code_commitment
from camelnet.protocol.codec import Malformed
from camelnet.protocol.fields import GIVEN_UP_MAX, SEAT_KINDS
from camelnet.protocol.messages import Lobby
from camelnet.protocol.refusal import Fault, Refusal
from camelnet.protocol.suite import NONCE_SIZE, Signer, Suite

RECORDS_MAX = 64
NONCES_KEPT = 8


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table as the union of the records shows it; `chairs` by seat, None while free."""

    id: bytes
    raw: bytes  # of the body
    body: TableBody
    chairs: tuple[LobbyBody | None, ...]

    @property
    def full(self) -> bool:
        return None not in self.chairs

    @property
    def playing(self) -> bool:
        return any(chair is not None and chair.playing for chair in self.chairs)

    @property
    def ready(self) -> bool:
        return all(
            chair is not None and chair.chair is not None and chair.chair.ready
            for chair in self.chairs
        )

    def seat_of(self, key: bytes) -> int | None:
        return next((n for n, chair in enumerate(self.chairs) if chair and chair.key == key), None)


@lru_cache(maxsize=256)
def table_body(raw: bytes) -> TableBody:
    """The table whose bytes a chair names; raises `Malformed`."""
    return read_body(TableBody, raw)


class LobbyState:
    """My record and the others'. `changed` is true when mine has to be sent again."""

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
    ) -> None:
        self._signer = signer
        self._suite = suite
        self._random = random
        self._rules = rules
        self._mine = LobbyBody(
            "camelnet/lobby/1", signer.key, 0, name, kind, level, chair=None, playing=False
        )
        self._others: dict[bytes, LobbyBody] = {}
        self._nonces: dict[bytes, bytes] = {}  # by commitment
        self._opened: deque[bytes] = deque(maxlen=GIVEN_UP_MAX)  # games that did not begin for me
        self._reserved: dict[bytes, tuple[bytes, ...]] = {}  # the keys of a table's chairs, by seat
        self._released: set[tuple[bytes, int]] = set()  # reserved chairs that others may take
        self._passed_over: frozenset[tuple[bytes, bytes]] = frozenset()  # (table, key)
        self._barred: set[bytes] = set()
        self._tables: tuple[LobbyTable, ...] | None = None  # as long as no record changes
        self.changed = True

    # --- the others ---------------------------------------------------------------------------

    def take(self, key: bytes, frame: Lobby) -> None:
        """The record that the peer `key` sent; raises `Refusal`."""
        try:
            body = read_body(LobbyBody, frame.body)
            if body.chair and body.chair.seat >= table_body(body.chair.table).seats:
                raise Refusal(Fault.TABLE, f"there is no seat {body.chair.seat}")
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        if body.chair and body.kind not in SEAT_KINDS:
            raise Refusal(Fault.TABLE, "who only looks on takes no chair")
        if body.key != key or not verified(self._suite, key, frame.signature, frame.body):
            raise Refusal(Fault.SIGNATURE, "lobby record")
        known = self._others.get(key)
        if known is None and len(self._others) >= RECORDS_MAX:
            return
        if known is None or body.sequence > known.sequence:
            if body.playing and self._is_somebody_elses(body):
                body = replace(body, playing=False)
            self._others[key] = body
            self._tables = None

    def forget(self, key: bytes) -> None:
        """That peer is gone, or begins anew."""
        self._others.pop(key, None)
        self._tables = None

    def reserve(self, table: bytes, keys: tuple[bytes, ...]) -> None:
        """Keep the chairs of a table, whose id is `table`, for these keys, by seat.

        Nobody else can sit there until the chair is released, and even then its owner goes first.
        """
        self._reserved[table] = keys
        while len(self._reserved) > NONCES_KEPT:
            self._reserved.pop(next(iter(self._reserved)))
        self._released = {item for item in self._released if item[0] in self._reserved}
        self._tables = None

    def release(self, table: bytes, seat: int) -> None:
        """Whoever that chair was kept for is not coming: others may take it."""
        self._released.add((table, seat))
        self._tables = None

    def kept(self, table: bytes) -> dict[int, bytes]:
        """The chairs of a table that nobody but these keys can take now."""
        keys = self._reserved.get(table, ())
        return {seat: key for seat, key in enumerate(keys) if (table, seat) not in self._released}

    def pass_over(self, claims: Collection[tuple[bytes, bytes]]) -> None:
        """Leave these claims, (table, key) each, out of account: their chairs are free."""
        if self._passed_over != frozenset(claims):
            self._passed_over = frozenset(claims)
            self._tables = None

    def bar(self, key: bytes) -> None:
        """Take no account of that peer's chairs any more: it was proven to lie."""
        self._barred.add(key)
        self._tables = None

    def _is_somebody_elses(self, claim: LobbyBody) -> bool:
        """Whether the chair of a claim is taken by somebody who is not playing there: then nobody
        else can be."""
        return any(
            claim.chair is not None
            and other.chair is not None
            and other.key != claim.key
            and not other.playing
            and (other.chair.table, other.chair.seat) == (claim.chair.table, claim.chair.seat)
            for other in (self._mine, *self._others.values())
        )

    def record_of(self, key: bytes) -> LobbyBody | None:
        return self._others.get(key)

    # --- mine ---------------------------------------------------------------------------------

    @property
    def mine(self) -> LobbyBody:
        return self._mine

    def frame(self) -> Lobby:
        """My record, signed."""
        body = body_bytes(self._mine)
        return Lobby(body, self._signer.sign(body))

    def rename(self, name: str) -> None:
        self._set(replace(self._mine, name=name))

    def sit(self, table: bytes, seat: int, *, ready: bool) -> None:
        """Claim a chair; `table` is the bytes of a `TableBody`."""
        nonce = self._random(NONCE_SIZE)
        commitment = code_commitment(table_id(table), self._signer.key, nonce)
        self._nonces[commitment] = nonce
        while len(self._nonces) > NONCES_KEPT:
            self._nonces.pop(next(iter(self._nonces)))
        chair = Chair(table, seat, ready, commitment, tuple(self._opened))
        self._set(replace(self._mine, chair=chair, playing=False))

    def opened(self, game: bytes) -> None:
        """I open a genesis: should I take a chair again before it begins, it is given up."""
        if game not in self._opened:
            self._opened.append(game)

    def begun(self, game: bytes) -> None:
        """That one has begun for me."""
        if game in self._opened:
            self._opened.remove(game)

    def stand(self) -> None:
        if self._mine.chair is not None:
            self._set(replace(self._mine, chair=None, playing=False))

    def ready(self, ready: bool) -> None:
        chair = self._mine.chair
        if chair is not None and chair.ready != ready:
            self._set(replace(self._mine, chair=replace(chair, ready=ready)))

    def playing(self, playing: bool) -> None:
        if self._mine.playing != playing:
            self._set(replace(self._mine, playing=playing))

    def nonce_for(self, commitment: bytes) -> bytes | None:
        """What I committed to when I took a chair."""
        return self._nonces.get(commitment)

    def settle_conflict(self) -> bool | None:
        """Give way where another has my chair: True after moving, False after standing up."""
        mine = self._mine.chair
        if mine is None or self._mine.playing:
            return None
        table = self.table(table_id(mine.table))
        if table is not None and table.seat_of(self._signer.key) is not None:
            return None
        free = self.free_seat(table) if table is not None else None
        if free is None:
            self.stand()
            return False
        self.sit(mine.table, free, ready=mine.ready)
        return True

    def free_seat(self, table: LobbyTable) -> int | None:
        """The chair that I can take there: the one kept for me, else the first that is free and
        kept for nobody."""
        free = [seat for seat, chair in enumerate(table.chairs) if chair is None]
        kept, own = self.kept(table.id), self._reserved.get(table.id, ())
        for seat in free:
            if seat < len(own) and own[seat] == self._signer.key:
                return seat
        return next((seat for seat in free if seat not in kept), None)

    # --- the union ----------------------------------------------------------------------------

    def tables(self) -> tuple[LobbyTable, ...]:
        """All tables somebody sits at, by id."""
        if self._tables is None:
            self._tables = self._union()
        return self._tables

    def _union(self) -> tuple[LobbyTable, ...]:
        records = [self._mine, *(self._others[key] for key in sorted(self._others))]
        seated: dict[bytes, dict[int, LobbyBody]] = {}
        bodies: dict[bytes, bytes] = {}
        for record in sorted(records, key=self._precedence):
            if record.chair is None or record.key in self._barred:
                continue
            where = table_id(record.chair.table)
            kept = self.kept(where).get(record.chair.seat, record.key)
            if kept != record.key or (where, record.key) in self._passed_over:
                continue
            bodies[where] = record.chair.table
            seated.setdefault(where, {}).setdefault(record.chair.seat, record)
        return tuple(self._table(where, bodies[where], seated[where]) for where in sorted(bodies))

    def _precedence(self, record: LobbyBody) -> tuple[bool, bool, bytes]:
        """Whoever plays keeps the chair, then whoever it was kept for, then the lower key."""
        return not record.playing, not self._is_reserved(record), record.key

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
        """The bytes of the genesis that my table is ready for, or None."""
        table = self.my_table()
        if table is None or not table.full or not table.ready or table.playing:
            return None
        if table.seat_of(self._signer.key) is None:
            return None
        seats = tuple(
            SeatBody(
                item.key,
                item.name,
                item.kind,
                item.level,
                item.chair.commitment,
                item.chair.given_up,
            )
            for item in table.chairs
            if item is not None and item.chair is not None
        )
        return body_bytes(GenesisBody("camelnet/genesis/1", table.raw, self._rules, seats))

    @staticmethod
    def _table(where: bytes, table: bytes, seated: dict[int, LobbyBody]) -> LobbyTable:
        body = table_body(table)
        return LobbyTable(where, table, body, tuple(seated.get(n) for n in range(body.seats)))

    def _set(self, record: LobbyBody) -> None:
        self._mine = replace(record, sequence=self._mine.sequence + 1)
        self._tables = None
        self.changed = True
