"""The start of a full and ready table: signatures, then nonces, gathered from all seats.

A peer opens one genesis each time it takes a chair, and begins the one it opened. The next genesis
gives up a failed start by name (see `protocol.start.genesis`). A peer that signed it begins the old
game only on the word of a seat that has begun it, and never once the new one has begun. Such a
word, together with that seat's signature under the new genesis, proves that it lies. Times are
milliseconds of the session's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto

from camelnet.foreign_text import shown_name
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.start.genesis import GameStart, PendingStart, distinct, liars
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.bodies import SeatBody, begun_for, game_id, opening_for
from camelnet.protocol.wire.frames import Genesis

BEGINNINGS_MAX = 8
DISOWNED_MAX = 64
NAMED_AFTER_MS = 3_000  # so long we wait before we name peers that have not signed
RETRY_AFTER_MS = 6_000  # so long we wait for nonces before we take the chair again
YIELD_AFTER_MS = 12_000  # so long a chair may hold up its table
UNREADY_AFTER_MS = 60_000  # so long a chair may be unready at a full table
YIELD_FOR_MS = 60_000  # so long others may take it then
LAPSE_AFTER_MS = 60_000
SHOW_EVERY_MS = 6_000  # between two exposures of a game that somebody gives up falsely
SHOWN_MAX = 64


@dataclass(frozen=True, slots=True)
class _UnderWay:
    pending_start: PendingStart
    since_ms: int


class Yielding(Enum):
    """The reason why others may take a chair at my table."""

    UNSIGNED = auto()  # its peer has not signed, or has not opened its nonce
    UNREADY = auto()  # its peer was unready for a minute
    FALSE_LIST = auto()  # its peer gives up a game that was not this table's or its own


@dataclass(frozen=True, slots=True)
class _Shown:
    """A game that somebody gives up: its table and its players. `frame`: the evidence for others,
    if the game began here."""

    table: bytes
    keys: tuple[bytes, ...]
    frame: Genesis | None


@dataclass(frozen=True, slots=True)
class Liar:
    """A peer that signed two contradicting statements about the start of a game."""

    key: bytes
    name: str
    begun: Genesis  # with its word that it has begun this game
    later: Genesis  # gives up that game, with its signature


class Starts:
    """The pending geneses that name me."""

    def __init__(
        self,
        *,
        lobby: LobbyState,
        signer: Signer,
        suite: Suite,
        played: Callable[[bytes], bool],
        genesis: Callable[[bytes], Genesis | None],
    ) -> None:
        """`played`: True if the game with that id ever began here. `genesis`: the start of that
        game."""
        self._outbox: list[tuple[bytes, Genesis]] = []
        self._liars: list[Liar] = []
        self._lobby = lobby
        self._signer = signer
        self._suite = suite
        self._played = played
        self._genesis = genesis
        self._shown: dict[bytes, _Shown] = {}  # games that claims to my table give up
        self._shown_ms = -SHOW_EVERY_MS
        self._under_way: dict[bytes, _UnderWay] = {}
        self._opened: dict[bytes, bytes] = {}  # my commitment -> the genesis it is opened for
        self._disowned: dict[bytes, None] = {}  # games that I have given up by signature
        self._superseded: dict[bytes, None] = {}  # games given up by one that began here
        self._begun_before: bytes | None = None  # a genesis that gives up my game
        self._begun: PendingStart | None = None  # my game, with the words of its seats
        self._passed_over: dict[tuple[bytes, bytes], int] = {}  # (table, key) -> until when
        self._unready: dict[tuple[bytes, bytes], int] = {}  # since when a full table waits for it

    # --- what arrives -------------------------------------------------------------------------

    def look(self, frame: Genesis) -> PendingStart | None:
        """The pending genesis of a frame; None if I have no seat in it. Raises `Refusal`."""
        for item in self._under_way.values():
            if item.pending_start.body == frame.body:
                return item.pending_start
        pending_start = PendingStart(self._suite, frame.body)
        return None if self._seat_in(pending_start) is None else pending_start

    def take(self, pending_start: PendingStart, frame: Genesis, now_ms: int) -> GameStart | None:
        """Merge a frame into a genesis; returns the start if the game begins. Raises `Refusal`."""
        known = pending_start.frame()
        pending_start.take(frame)
        self._accuse(self._accusations(pending_start))
        return self._further(pending_start, now_ms, known)

    def learn(self, frame: Genesis) -> None:
        """Learn the players and the table of a game that a claim to my table gives up: the claim
        names the hash of its genesis. Raises `Refusal`."""
        table, game = self._lobby.my_table(), game_id(frame.body)
        claims = self._lobby.claims_at(table) if table is not None else ()
        listed = any(game in chair.given_up for _record, chair in claims)
        if listed and game not in self._shown:
            self._show(PendingStart(self._suite, frame.body), None)

    def compare(self, frame: Genesis) -> None:
        """Compare a frame with the start of my game: the two may prove a lie. Raises `Refusal`."""
        if self._begun is not None and frame.body != self._begun.body:
            pending_start = PendingStart(self._suite, frame.body)
            if self._begun.gives_up(pending_start) or pending_start.gives_up(self._begun):
                pending_start.take(frame)
                self._accuse(_between(pending_start, self._begun))

    # --- doing --------------------------------------------------------------------------------

    def sign_mine(self, now_ms: int) -> GameStart | None:
        """Sign the genesis of my full and ready table, unless done; returns the start if the game
        begins."""
        self._renew()
        mine = self._lobby.genesis()
        self._under_way = {
            key: item
            for key, item in self._under_way.items()
            if item.pending_start.body == mine
            or (item.pending_start.complete and now_ms < item.since_ms + LAPSE_AFTER_MS)
        }
        if mine is None:
            self._begun_before = None
            return None
        if any(item.pending_start.body == mine for item in self._under_way.values()):
            return None
        return self._further(PendingStart(self._suite, mine), now_ms, None)

    def push(self, now_ms: int) -> None:
        """Send all pending geneses again, for frames may be lost. If nonces stay away for long, sit
        down with a new commitment, which makes another genesis."""
        for item in self._under_way.values():
            self._send(item.pending_start)
        self._yield(now_ms)
        self._tell_of_false_lists(now_ms)
        mine = self._mine()
        if mine and mine.pending_start.complete and now_ms >= mine.since_ms + RETRY_AFTER_MS:
            self._sit_anew()

    def with_word(self, game_start: GameStart) -> PendingStart:
        """A start that begins here, with my word if I begin it on my own. Store its frame before
        sending it: without my word the others could begin neither that game nor, as I have begun
        it, any other."""
        pending_start = PendingStart(self._suite, game_start.body)
        pending_start.take(game_start.frame())
        seat = self._seat_in(pending_start)
        assert seat is not None, "I play there"
        commitment = game_start.genesis.seats[seat].commitment
        mine = self._opened.get(commitment) == game_start.id
        if mine and game_start.id not in self._disowned:
            pending_start.vouch(seat, self._signer.sign(begun_for(game_start.id, seat)))
        return pending_start

    def joined(self, begun: PendingStart) -> None:
        """Note that I have begun that game and stored the frame of `begun`, from `with_word`.
        `answer` gives it to peers that lack it."""
        self._lobby.begun(begun.table_id, begun.id)
        if (known := self._under_way.get(begun.id)) is not None:
            begun.take(known.pending_start.frame())
        self._under_way.clear()
        self._begun = begun
        _keep(self._superseded, begun.given_up)

    def rejoined(self, frame: Genesis) -> None:
        """Note that I am back in the game whose journal holds that frame."""
        begun = PendingStart(self._suite, frame.body)
        begun.take(frame)
        self.joined(begun)

    def answer(self, game_start: GameStart) -> Genesis:
        """The frame for a seat that lacks the start of my game."""
        if self._begun is not None and self._begun.id == game_start.id:
            return self._begun.frame()
        return game_start.frame()

    def take_outbox(self) -> list[tuple[bytes, Genesis]]:
        """Take the frames to send, each with its receiver's key."""
        frames, self._outbox = self._outbox, []
        return frames

    def take_liars(self) -> list[Liar]:
        """Take the newly proven liars."""
        liars, self._liars = self._liars, []
        return liars

    # --- asking -------------------------------------------------------------------------------

    def lacking(self, now_ms: int) -> tuple[str, ...]:
        """The names of players whose signature or nonce is missing for a while."""
        mine = self._mine()
        if mine is None or now_ms < mine.since_ms + NAMED_AFTER_MS:
            return ()
        names = distinct(seat.name for seat in mine.pending_start.genesis.seats)
        return tuple(names[seat] for seat in mine.pending_start.lacking())

    @property
    def begun_before(self) -> bool:
        """True if my table would start a game again that has begun here."""
        return self._begun_before is not None and self._begun_before == self._lobby.genesis()

    def passed_over(self) -> dict[bytes, Yielding]:
        """The peers that held up my table, so that others may take their chairs."""
        table = self._lobby.my_table()
        if table is None:
            return {}
        slow = {
            key: Yielding.UNREADY if (where, key) in self._unready else Yielding.UNSIGNED
            for where, key in sorted(self._passed_over)
            if where == table.id
        }
        return slow | {key: Yielding.FALSE_LIST for _where, key in sorted(self._false_lists())}

    # --- inside -------------------------------------------------------------------------------

    def _renew(self) -> None:
        """Replace my commitment if I opened it for a genesis that is out of date (somebody left or
        sat down). An opened commitment serves that genesis only."""
        chair, mine = self._lobby.mine.chair, self._lobby.genesis()
        opened_for = self._opened.get(chair.commitment) if chair else None
        if opened_for is not None and (mine is None or opened_for != game_id(mine)):
            self._sit_anew()

    def _sit_anew(self) -> None:
        chair = self._lobby.mine.chair
        assert chair is not None
        self._lobby.sit(chair.table, chair.seat, ready=chair.ready)

    def _mine(self) -> _UnderWay | None:
        body = self._lobby.genesis()
        found = (item for item in self._under_way.values() if item.pending_start.body == body)
        return next(found, None)

    def _further(
        self, pending_start: PendingStart, now_ms: int, known: Genesis | None
    ) -> GameStart | None:
        """Sign, open and begin, as far as this genesis allows. Send it only if it differs from
        `known`: peers that answer every frame would do so for ever."""
        seat = self._seat_in(pending_start)
        assert seat is not None, "looked at before"
        mine = pending_start.body == self._lobby.genesis() and self._may_sign(pending_start)
        if mine:
            self._sign(pending_start, seat)
        if not mine and not pending_start.complete:
            return None  # not my table's genesis now
        if pending_start.complete:
            self._open(pending_start, seat)
        if pending_start.frame() != known:
            self._send(pending_start)
        self._under_way.setdefault(pending_start.id, _UnderWay(pending_start, now_ms))
        while len(self._under_way) > BEGINNINGS_MAX:
            self._under_way.pop(next(iter(self._under_way)))
        return pending_start.game_start if self._may_begin(pending_start, seat) else None

    def _may_sign(self, pending_start: PendingStart) -> bool:
        """True unless a genesis gives up a game that has begun here. Note such games, to expose
        false lists: a claim may give up only games of this table in which it had a seat; any other
        entry is there to keep me from signing."""
        begun = [game for game in sorted(pending_start.given_up) if self._played(game)]
        for game in begun:
            genesis = self._genesis(game) if game not in self._shown else None
            if genesis is not None:
                shown = Genesis(genesis.body, genesis.signatures, ())  # nobody can begin that
                self._show(PendingStart(self._suite, genesis.body), shown)
        self._begun_before = pending_start.body if begun and not self._false_lists() else None
        return not begun

    def _show(self, pending_start: PendingStart, frame: Genesis | None) -> None:
        self._shown[pending_start.id] = _Shown(pending_start.table_id, pending_start.keys, frame)
        while len(self._shown) > SHOWN_MAX:
            self._shown.pop(next(iter(self._shown)))
        self._pass_over()

    def _false_lists(self) -> dict[tuple[bytes, bytes], list[_Shown]]:
        """The claims to chairs of my table, as (table, key), that give up games not theirs or not
        of this table; with those games."""
        table = self._lobby.my_table()
        found: dict[tuple[bytes, bytes], list[_Shown]] = {}
        if table is None or not self._shown:
            return found
        for record, chair in self._lobby.claims_at(table):
            for game in chair.given_up:
                shown = self._shown.get(game)
                if shown and (shown.table != table.id or record.key not in shown.keys):
                    found.setdefault((table.id, record.key), []).append(shown)
        return found

    def _tell_of_false_lists(self, now_ms: int) -> None:
        """Send the others at my table the evidence against false lists: else they would wait for my
        signature without knowing why."""
        table = self._lobby.my_table()
        false = self._false_lists()
        if table is None or not false or now_ms < self._shown_ms + SHOW_EVERY_MS:
            return
        self._shown_ms = now_ms
        frames = {id(item.frame): item.frame for shown in false.values() for item in shown}
        for chair in table.chairs:
            if chair is not None and chair.key != self._signer.key:
                self._outbox.extend((chair.key, frame) for frame in frames.values() if frame)

    def _pass_over(self) -> None:
        self._lobby.pass_over({*self._passed_over, *self._false_lists()})

    def _sign(self, pending_start: PendingStart, seat: int) -> None:
        _keep(self._disowned, pending_start.given_up)
        pending_start.sign(seat, self._signer.sign(pending_start.body))

    def _open(self, pending_start: PendingStart, seat: int) -> None:
        """Open my nonce: for one genesis only, and only while I hold the chair with that
        commitment. So my next chair gives up every genesis that I opened before."""
        commitment = pending_start.genesis.seats[seat].commitment
        chair = self._lobby.mine.chair
        nonce = self._lobby.nonce_for(commitment)
        if nonce is None or chair is None or chair.commitment != commitment:
            return
        if self._opened.setdefault(commitment, pending_start.id) == pending_start.id:
            self._lobby.opened(pending_start.table_id, pending_start.id)
            signature = self._signer.sign(opening_for(pending_start.id, seat, nonce))
            pending_start.open(seat, nonce, signature)
        while len(self._opened) > BEGINNINGS_MAX:
            self._opened.pop(next(iter(self._opened)))

    def _may_begin(self, pending_start: PendingStart, seat: int) -> bool:
        """True if a complete genesis begins here. The one I opened with my present chair does. Any
        other needs the word of one of its seats, and I must have opened nothing with this chair.
        None begins that a game begun here gave up, even if that game is over."""
        if pending_start.id in self._superseded:
            return False
        chair = self._lobby.mine.chair
        opened = self._opened.get(chair.commitment) if chair else None
        if opened == pending_start.id:
            return pending_start.id not in self._disowned
        if opened is not None:
            return False
        accused = {liar.key for liar in self._accusations(pending_start)}
        seats = pending_start.genesis.seats
        return any(seats[word].key not in accused for word in pending_start.begun if word != seat)

    def _yield(self, now_ms: int) -> None:
        """Free the chairs of peers that are here but do not sign or open for a while."""
        self._passed_over = {k: until for k, until in self._passed_over.items() if now_ms < until}
        mine = self._lobby.genesis()
        for item in self._under_way.values():
            pending_start = item.pending_start
            waited = now_ms >= item.since_ms + YIELD_AFTER_MS
            if not waited or (pending_start.body != mine and not pending_start.complete):
                continue
            for seat in pending_start.lacking():
                body = pending_start.genesis.seats[seat]
                if body.key != self._signer.key and self._still_sits(body):
                    self._passed_over[pending_start.table_id, body.key] = now_ms + YIELD_FOR_MS
        self._yield_unready(now_ms)
        self._pass_over()

    def _yield_unready(self, now_ms: int) -> None:
        """Free a chair at my full table whose peer stays unready for long while I am ready. It gets
        the chair back once it is ready, unless somebody took it."""
        for where, key in list(self._passed_over):
            record = self._lobby.record_of(key)
            if record and record.chair and record.chair.ready and (where, key) in self._unready:
                del self._passed_over[where, key]
        table, chair = self._lobby.my_table(), self._lobby.mine.chair
        unready: set[tuple[bytes, bytes]] = set()
        if table is not None and table.full and not table.playing and chair and chair.ready:
            here = table.id
            unready = {
                (here, item.key)
                for item in table.chairs
                if item is not None and item.chair is not None and not item.chair.ready
            }
        self._unready = {
            claim: since
            for claim, since in self._unready.items()
            if claim in unready or claim in self._passed_over
        } | {claim: now_ms for claim in unready if claim not in self._unready}
        for claim in unready:
            if now_ms >= self._unready[claim] + UNREADY_AFTER_MS:
                self._passed_over[claim] = now_ms + YIELD_FOR_MS
                self._unready[claim] = now_ms

    def _still_sits(self, seat: SeatBody) -> bool:
        """True if that peer still claims its chair with the commitment in the genesis."""
        record = self._lobby.record_of(seat.key)
        return (
            record is not None
            and record.chair is not None
            and (record.chair.commitment == seat.commitment)
        )

    def _accusations(self, pending_start: PendingStart) -> list[Liar]:
        others = [item.pending_start for item in self._under_way.values()]
        if self._begun is not None:
            others.append(self._begun)
        return [liar for other in others for liar in _between(pending_start, other)]

    def _accuse(self, liars: Iterable[Liar]) -> None:
        self._liars += [liar for liar in liars if liar.key != self._signer.key]

    def _seat_in(self, pending_start: PendingStart) -> int | None:
        seats = pending_start.genesis.seats
        return next((n for n, seat in enumerate(seats) if seat.key == self._signer.key), None)

    def _send(self, pending_start: PendingStart) -> None:
        for seat in pending_start.genesis.seats:
            if seat.key != self._signer.key:
                self._outbox.append((seat.key, pending_start.frame()))


def _keep(games: dict[bytes, None], more: Iterable[bytes]) -> None:
    """Add games; keep the last `DISOWNED_MAX`."""
    games.update(dict.fromkeys(sorted(more)))
    while len(games) > DISOWNED_MAX:
        games.pop(next(iter(games)))


def _between(one: PendingStart, other: PendingStart) -> list[Liar]:
    """The liars that two geneses, compared both ways, prove."""
    proven: list[Liar] = []
    for begun, later in ((one, other), (other, one)):
        names = {seat.key: shown_name(seat.name) for seat in begun.genesis.seats}
        proven.extend(
            Liar(key, names[key], begun.frame(), later.frame()) for key in liars(begun, later)
        )
    return proven
