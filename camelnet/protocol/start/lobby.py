"""The lobby without a host: everybody's signed record, and the tables as their union.

A table exists while somebody sits at it. Of several claims to one chair the earlier counts: as its
opener heard them, while it sits there, or else as each peer did. Claims made at nearly the same
moment are settled alike by all: the lower key keeps the chair, the other moves to the first free
one, or stands up. The opener can refuse somebody a chair until the game begins, and has no power
then. The genesis of a full and ready table is a function of its chairs alone, so all its peers
write the same bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from camelnet.protocol.codec.canonical import Malformed
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
from camelnet.protocol.wire.fields import GIVEN_UP_MAX, REFUSED_MAX, SEAT_KINDS
from camelnet.protocol.wire.frames import Lobby

RECORDS_MAX = 64
NONCES_KEPT = 8
TOGETHER_MS = 3000  # claims that come so close to each other may have crossed on their way
UNHEARD_MS = 8000  # so long a claim counts that the opener, who is there, has not admitted
UNION_MS = 1000  # so long a union of the records holds if none changes


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


_Claim = tuple[bytes, bytes, int]  # key, table, seat


def _claim(record: LobbyBody | None) -> _Claim | None:
    if record is None or record.chair is None:
        return None
    return record.key, record.chair.table, record.chair.seat


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
        clock_ms: Callable[[], int] = lambda: 0,
    ) -> None:
        """Without a clock all claims count as made together."""
        self._signer = signer
        self._clock_ms = clock_ms
        self._since_ms: dict[_Claim, int] = {}  # when each claim was first heard
        self._refused: dict[bytes, tuple[bytes, ...]] = {}  # by table that I have opened
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
        self._united_ms = 0
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
            self._note(self._others.get(key), body)
            self._others[key] = body
            self._tables = None

    def _note(self, before: LobbyBody | None, after: LobbyBody | None) -> None:
        """A claim counts from when it was first heard, however often it is said anew."""
        old, new = _claim(before), _claim(after)
        if old != new:
            if old is not None:
                self._since_ms.pop(old, None)
            if new is not None:
                self._since_ms[new] = self._clock_ms()

    def forget(self, key: bytes) -> None:
        """Removes the record of a peer that is gone or begins anew."""
        self._note(self._others.pop(key, None), None)
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
        """Free a chair that was kept for somebody who is not coming."""
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
        """True if the chair of a claim is taken by somebody who is not playing there: then nobody
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

    def sent(self) -> None:
        """My record has gone to everybody as it is now."""
        self.changed = False

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
        refused = self._refused.get(table_id(table), ())
        chair = Chair(table, seat, ready, commitment, tuple(self._opened), refused=refused)
        self._set(replace(self._mine, chair=chair, playing=False))

    def admit(self) -> None:
        """Writes into my record who holds which chair of my table, if I am its opener."""
        mine, table = self._mine.chair, self.my_table()
        if mine is None or table is None or table.body.opener != self._signer.key or table.playing:
            return
        held = tuple(chair.key if chair else None for chair in table.chairs)
        refused = self._refused.get(table.id, ())
        if (mine.admitted, mine.refused) != (held, refused):
            self._set(replace(self._mine, chair=replace(mine, admitted=held, refused=refused)))

    def refuse(self, key: bytes) -> bool:
        """Refuses that peer a chair at my table; False if I am not its opener."""
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

    def refuses(self, table: LobbyTable) -> bool:
        """True if the opener of a table refuses me a chair."""
        return self._signer.key in self._opener(table.id, table.body)[1]

    def opened(self, game: bytes) -> None:
        """I open a genesis: should I take a chair again before it begins, it is given up."""
        if game not in self._opened:
            self._opened.append(game)

    def begun(self, game: bytes) -> None:
        """Notes that a game has begun for me."""
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
        """The nonce that I committed to when I took a chair."""
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
        if free is None or (table is not None and self.refuses(table)):
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
        now_ms = self._clock_ms()
        if self._tables is None or now_ms >= self._united_ms + UNION_MS:
            self._tables = self._union()
            self._united_ms = now_ms
        return self._tables

    def _union(self) -> tuple[LobbyTable, ...]:
        records = [self._mine, *(self._others[key] for key in sorted(self._others))]
        claims: dict[bytes, dict[int, list[LobbyBody]]] = {}
        bodies: dict[bytes, bytes] = {}
        for record in records:
            if record.chair is None or record.key in self._barred:
                continue
            where = table_id(record.chair.table)
            kept = self.kept(where).get(record.chair.seat, record.key)
            if kept != record.key or (where, record.key) in self._passed_over:
                continue
            if not record.playing and self._is_turned_away(where, record.chair, record):
                continue
            bodies[where] = record.chair.table
            claims.setdefault(where, {}).setdefault(record.chair.seat, []).append(record)
        return tuple(
            self._table(
                where,
                bodies[where],
                {
                    seat: self._holder(where, table_body(bodies[where]), seat, found)
                    for seat, found in claims[where].items()
                },
            )
            for where in sorted(bodies)
        )

    def _is_turned_away(self, where: bytes, chair: Chair, record: LobbyBody) -> bool:
        """True if the opener has refused a claim, or has for long given the chair to nobody."""
        opener = table_body(chair.table).opener
        admitted, refused = self._opener(where, table_body(chair.table))
        if record.key in refused:
            return True
        if self._signer.key == opener or chair.seat >= len(admitted) or record.key == opener:
            return False
        late = self._clock_ms() > self._since(record) + UNHEARD_MS
        return late and admitted[chair.seat] != record.key

    def _opener(
        self, where: bytes, body: TableBody
    ) -> tuple[tuple[bytes | None, ...], tuple[bytes, ...]]:
        """The peers that the opener of a table has admitted, by seat, and those refused; nobody
        where it does not sit there."""
        mine = body.opener == self._signer.key
        record = self._mine if mine else self._others.get(body.opener or b"")
        if record is None or record.chair is None or table_id(record.chair.table) != where:
            return (), ()
        refused = self._refused.get(where, ()) if mine else record.chair.refused
        return record.chair.admitted, refused

    def _holder(
        self, where: bytes, body: TableBody, seat: int, claims: list[LobbyBody]
    ) -> LobbyBody:
        """The claim that counts of several to one chair: whoever plays keeps it, then whoever it
        was kept for, then whom the opener has admitted, then the earlier one."""
        if len(claims) == 1:
            return claims[0]
        admitted, _ = self._opener(where, body)
        first = admitted[seat] if seat < len(admitted) else None
        held = min(self._since(record) for record in claims)
        early = [record for record in claims if self._since(record) < held + TOGETHER_MS]
        return min(
            claims,
            key=lambda record: (
                not record.playing,
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
        self._note(self._mine, record)
        self._mine = replace(record, sequence=self._mine.sequence + 1)
        self._tables = None
        self.changed = True
