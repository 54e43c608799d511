"""The start of a full and ready table: signatures, then nonces, gathered from all seats.

A peer opens one genesis for each time it takes a chair, and begins the one it opened. A start that
fails is given up by name (see `protocol.start.genesis`): whoever has signed that begins the old
one only on the word of a seat that has begun it, and not at all once the new one has begun. Such
a word next to that seat's signature under the giving up is a proof against it. Times are
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
NAMED_AFTER_MS = 3_000  # so long nobody is named for not having signed
RETRY_AFTER_MS = 6_000  # so long we wait for nonces before we sit down anew
YIELD_AFTER_MS = 12_000  # so long a chair may hold up its table
UNREADY_AFTER_MS = 60_000  # so long it may be the only one, or one of those, that is not ready
YIELD_FOR_MS = 60_000  # so long it is free for others then
LAPSE_AFTER_MS = 60_000
SHOW_EVERY_MS = 6_000  # between two showings of a game that somebody gives up falsely
SHOWN_MAX = 64


@dataclass(frozen=True, slots=True)
class _UnderWay:
    pending_start: PendingStart
    since_ms: int


class Yielding(Enum):
    """The reason why a chair at my table is free for others."""

    UNSIGNED = auto()  # its peer has not signed, or not opened its nonce
    UNREADY = auto()  # its peer was not ready for a minute
    FALSE_LIST = auto()  # its peer gives up a game that is not one of that table


@dataclass(frozen=True, slots=True)
class _Shown:
    """A game that somebody gives up: where it was begun, and by whom. `frame`: what shows that to
    others, if it has begun here."""

    table: bytes
    keys: tuple[bytes, ...]
    frame: Genesis | None


@dataclass(frozen=True, slots=True)
class Liar:
    """A peer that signed two things about the start of a game, one of which must be a lie."""

    key: bytes
    name: str
    begun: Genesis  # with its word that this game has begun for it
    later: Genesis  # with its signature under the giving up of that game


class Starts:
    """The geneses under way that name me."""

    def __init__(
        self,
        *,
        lobby: LobbyState,
        signer: Signer,
        suite: Suite,
        played: Callable[[bytes], bool],
        genesis: Callable[[bytes], Genesis | None],
    ) -> None:
        """`played`: whether a game, by its id, has ever begun here. `genesis`: its start."""
        self._outbox: list[tuple[bytes, Genesis]] = []
        self._liars: list[Liar] = []
        self._lobby = lobby
        self._signer = signer
        self._suite = suite
        self._played = played
        self._genesis = genesis
        self._shown: dict[bytes, _Shown] = {}  # games that chairs of my table give up
        self._shown_ms = -SHOW_EVERY_MS
        self._under_way: dict[bytes, _UnderWay] = {}
        self._opened: dict[bytes, bytes] = {}  # my commitment -> the one genesis it is opened for
        self._disowned: dict[bytes, None] = {}  # the games that I have signed to give up
        self._superseded: dict[bytes, None] = {}  # given up by a game that has begun here
        self._begun_before: bytes | None = None  # the genesis that I do not sign for that reason
        self._begun: PendingStart | None = None  # the game that I am in, with the words about it
        self._passed_over: dict[tuple[bytes, bytes], int] = {}  # (table, key) -> until when
        self._unready: dict[tuple[bytes, bytes], int] = {}  # since when others wait for them alone

    # --- what arrives -------------------------------------------------------------------------

    def look(self, frame: Genesis) -> PendingStart | None:
        """The genesis that a frame is about; None if I have no seat in it. Raises `Refusal`."""
        for item in self._under_way.values():
            if item.pending_start.body == frame.body:
                return item.pending_start
        pending_start = PendingStart(self._suite, frame.body)
        return None if self._seat_in(pending_start) is None else pending_start

    def take(self, pending_start: PendingStart, frame: Genesis, now_ms: int) -> GameStart | None:
        """Merges a frame into a genesis; returns the start once it is whole. Raises `Refusal`."""
        known = pending_start.frame()
        pending_start.take(frame)
        self._compare(pending_start)
        return self._further(pending_start, now_ms, known)

    def learn(self, frame: Genesis) -> None:
        """A genesis that a chair of my table gives up: who sits in it, and where, follows from its
        bytes, whose hash that chair names. Raises `Refusal`."""
        table, game = self._lobby.my_table(), game_id(frame.body)
        claims = self._lobby.claims_at(table) if table is not None else ()
        listed = any(game in chair.given_up for _record, chair in claims)
        if listed and game not in self._shown:
            self._show(PendingStart(self._suite, frame.body), None)

    def compare(self, frame: Genesis) -> None:
        """A frame that begins nothing here, for I am in a game: it may prove that somebody lies.
        Raises `Refusal`."""
        if self._begun is not None and frame.body != self._begun.body:
            pending_start = PendingStart(self._suite, frame.body)
            if self._begun.gives_up(pending_start) or pending_start.gives_up(self._begun):
                pending_start.take(frame)
                self._accuse(pending_start, self._begun)

    # --- doing --------------------------------------------------------------------------------

    def sign_mine(self, now_ms: int) -> GameStart | None:
        """Sign the genesis that my table is ready for, if that is still to do."""
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
        """Send all that is known again, for some of it may have been lost. Where nonces are kept
        back for long, sit down with a new commitment: that makes another genesis."""
        for item in self._under_way.values():
            self._send(item.pending_start)
        self._yield(now_ms)
        self._tell_of_false_lists(now_ms)
        mine = self._mine()
        if mine and mine.pending_start.complete and now_ms >= mine.since_ms + RETRY_AFTER_MS:
            self._sit_anew()

    def with_word(self, game_start: GameStart) -> PendingStart:
        """A start that begins here, with my word if I begin it on my own. Its frame is kept
        before anybody hears of it: without the word nobody else could begin that game, nor, as it
        has begun here, any other."""
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
        """I am in that game, and the frame of `begun`, which `with_word` gave, is on the disk. I
        answer with it to whoever asks."""
        self._lobby.begun(begun.table_id, begun.id)
        if (known := self._under_way.get(begun.id)) is not None:
            begun.take(known.pending_start.frame())
        self._under_way.clear()
        self._begun = begun
        _keep(self._superseded, begun.given_up)

    def rejoined(self, frame: Genesis) -> None:
        """I am back in the game whose journal holds that frame."""
        begun = PendingStart(self._suite, frame.body)
        begun.take(frame)
        self.joined(begun)

    def answer(self, game_start: GameStart) -> Genesis:
        """The frame for a seat that lacks the start of my game."""
        if self._begun is not None and self._begun.id == game_start.id:
            return self._begun.frame()
        return game_start.frame()

    def take_outbox(self) -> list[tuple[bytes, Genesis]]:
        """The frames to send, each with the key of its peer; each is returned once."""
        frames, self._outbox = self._outbox, []
        return frames

    def take_liars(self) -> list[Liar]:
        """The peers that were newly proven to lie; each is returned once."""
        liars, self._liars = self._liars, []
        return liars

    # --- asking -------------------------------------------------------------------------------

    def lacking(self, now_ms: int) -> tuple[str, ...]:
        """The names of those for whose signature or nonce my table has waited for a while."""
        mine = self._mine()
        if mine is None or now_ms < mine.since_ms + NAMED_AFTER_MS:
            return ()
        names = distinct(seat.name for seat in mine.pending_start.genesis.seats)
        return tuple(names[seat] for seat in mine.pending_start.lacking())

    @property
    def begun_before(self) -> bool:
        """True if my table would start a game anew that has begun here."""
        return self._begun_before is not None and self._begun_before == self._lobby.genesis()

    def passed_over(self) -> dict[bytes, Yielding]:
        """The keys whose chair at my table is free for others, because they held it up."""
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
        """Replaces my commitment if it was opened for a genesis that my table has left behind
        (somebody left, somebody else sat down). Once opened, it serves that genesis alone."""
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
        """Sign, open, begin: whatever this genesis is ready for. Tell the others only what is new
        since `known`: an answer to every frame would be answered in turn, without end."""
        seat = self._seat_in(pending_start)
        assert seat is not None, "looked at before"
        mine = pending_start.body == self._lobby.genesis() and self._may_sign(pending_start)
        if mine:
            self._sign(pending_start, seat)
        if not mine and not pending_start.complete:
            return None  # my table is not ready for that one
        if pending_start.complete:
            self._open(pending_start, seat)
        if pending_start.frame() != known:
            self._send(pending_start)
        self._under_way.setdefault(pending_start.id, _UnderWay(pending_start, now_ms))
        while len(self._under_way) > BEGINNINGS_MAX:
            self._under_way.pop(next(iter(self._under_way)))
        return pending_start.game_start if self._may_begin(pending_start, seat) else None

    def _may_sign(self, pending_start: PendingStart) -> bool:
        """Whoever has begun a game does not help to give it up. Only one of this table can be, by
        who has a seat in it: any other is named to keep me from signing."""
        begun = [game for game in sorted(pending_start.given_up) if self._played(game)]
        for game in begun:
            genesis = self._genesis(game) if game not in self._shown else None
            if genesis is not None:
                shown = Genesis(genesis.body, genesis.signatures, ())  # nobody begins it by that
                self._show(PendingStart(self._suite, genesis.body), shown)
        self._begun_before = pending_start.body if begun and not self._false_lists() else None
        return not begun

    def _show(self, pending_start: PendingStart, frame: Genesis | None) -> None:
        self._shown[pending_start.id] = _Shown(pending_start.table_id, pending_start.keys, frame)
        while len(self._shown) > SHOWN_MAX:
            self._shown.pop(next(iter(self._shown)))
        self._pass_over()

    def _false_lists(self) -> dict[tuple[bytes, bytes], list[_Shown]]:
        """The claims to chairs of my table, (table, key) each, that give up what is not theirs to
        give up there, with the games."""
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
        """Show the others of my table what somebody gives up falsely there: they wait for my
        signature else, and cannot know why it does not come."""
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
        """Open my nonce, once and for one genesis only, and only while I hold the chair with that
        commitment: so the next chair that I take gives up whatever I opened before."""
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
        """True if a whole genesis begins here: the one I opened with the chair that I hold; any
        other on the word of a seat that is in it, while I have opened nothing with this chair, and
        unless a game that gives it up has begun here: even when that one is over."""
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
        """A chair whose peer is here and does not sign, or does not open, is free after a while:
        the others go on with somebody else."""
        self._passed_over = {k: until for k, until in self._passed_over.items() if now_ms < until}
        mine = self._lobby.genesis()
        for item in self._under_way.values():
            pending_start = item.pending_start
            waited = now_ms >= item.since_ms + YIELD_AFTER_MS
            if not waited or (pending_start.body != mine and not pending_start.complete):
                continue
            for seat in pending_start.lacking():
                body = pending_start.genesis.seats[seat]
                if body.key != self._signer.key and self._still_sits(body, pending_start.table_id):
                    self._passed_over[pending_start.table_id, body.key] = now_ms + YIELD_FOR_MS
        self._yield_unready(now_ms)
        self._pass_over()

    def _yield_unready(self, now_ms: int) -> None:
        """Frees a chair at my full table whose peer says for long that it is not ready while I am.
        As soon as it is ready it has the chair back, if nobody else took it."""
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

    def _still_sits(self, seat: SeatBody, table: bytes) -> bool:
        """True if that peer claims the very chair with which it was named in a genesis."""
        record = self._lobby.record_of(seat.key)
        return (
            record is not None
            and record.chair is not None
            and (record.chair.commitment == seat.commitment)
        )

    def _compare(self, pending_start: PendingStart) -> None:
        for liar in self._accusations(pending_start):
            self._note(liar)

    def _accusations(self, pending_start: PendingStart) -> list[Liar]:
        others = [item.pending_start for item in self._under_way.values()]
        if self._begun is not None:
            others.append(self._begun)
        return [liar for other in others for liar in _between(pending_start, other)]

    def _accuse(self, one: PendingStart, other: PendingStart) -> None:
        for liar in _between(one, other):
            self._note(liar)

    def _note(self, liar: Liar) -> None:
        if liar.key != self._signer.key:
            self._liars.append(liar)

    def _seat_in(self, pending_start: PendingStart) -> int | None:
        seats = pending_start.genesis.seats
        return next((n for n, seat in enumerate(seats) if seat.key == self._signer.key), None)

    def _send(self, pending_start: PendingStart) -> None:
        for seat in pending_start.genesis.seats:
            if seat.key != self._signer.key:
                self._outbox.append((seat.key, pending_start.frame()))


def _keep(games: dict[bytes, None], more: Iterable[bytes]) -> None:
    """Notes games, of which the last `DISOWNED_MAX` are kept."""
    games.update(dict.fromkeys(sorted(more)))
    while len(games) > DISOWNED_MAX:
        games.pop(next(iter(games)))


def _between(one: PendingStart, other: PendingStart) -> list[Liar]:
    """Those whom two geneses, compared either way, prove to lie."""
    proven: list[Liar] = []
    for begun, later in ((one, other), (other, one)):
        names = {seat.key: shown_name(seat.name) for seat in begun.genesis.seats}
        proven.extend(
            Liar(key, names[key], begun.frame(), later.frame()) for key in liars(begun, later)
        )
    return proven
