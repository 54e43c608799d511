"""Every interleaving of one fork: who asks, signs, forgets, gives it up and goes on.

The seats that would play on by it run the product's `ForkRequests`, each over a log that stands
still. Whatever was said once may be heard by anybody at any time, or never. A seat may be restarted
at any moment, and forgets what it has only asked; the missing seats may be back, in its eyes, when
it likes. A liar says all that it can sign.

What must never be: one honest seat plays on by the fork, and another, which had signed it, has gone
on in the old game and gives its luck there. And where nobody lies: once those who are missing are
back for all, everybody who has signed comes to play on, or to be free.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from unittest import mock

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Signer
from camelnet.protocol.epoch.fork import GIVE_UP_MS, ForkRequests
from camelnet.protocol.log.interfaces import NullStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership, Scheme
from camelnet.protocol.wire.bodies import PartingBody, StayBody, body_bytes, fork_id
from camelnet.protocol.wire.frames import Apart, Frame, Stay

GAME, PREV, SIGNATURE = bytes(32), bytes(range(32)), bytes(64)
ASKED, SIGNED = 1, 2  # what a seat has said of the fork
OLD, FREE, GONE = "old", "free", "gone"  # free: it has signed, and goes on in the old game

Said = frozenset[tuple[str, int]]  # what was ever said: what, by whom


class Place(NamedTuple):
    """What an honest seat knows and stands by. `heard`: of each seat nothing, `ASKED`, `SIGNED`."""

    where: str
    asks: bool
    signed: bool
    leaving: bool
    gave_up: bool
    heard: tuple[int, ...]
    stays: frozenset[int]  # the others that it has heard give the fork up


class Act(NamedTuple):
    """A seat asks, is restarted, or hears what another has said; `goes_on`: in its eyes those who
    were missing are back."""

    what: str
    other: int = -1
    goes_on: bool = False


ASK, RESTART = Act("asks itself"), Act("is restarted")


class State(NamedTuple):
    places: tuple[Place, ...]  # of the honest seats, in order
    said: Said


@dataclass(slots=True)
class Found:
    states: int = 0
    gone: int = 0  # states in which somebody plays on by the fork
    free: int = 0  # in which somebody who has signed it is free
    violation: str = ""
    trace: list[str] = field(default_factory=list)


class _Signer:
    def sign(self, data: bytes) -> bytes:
        return SIGNATURE


class Forks:
    """See the module. The honest seats come first, then the liars."""

    def __init__(self, honest: int, liars: int = 0) -> None:
        self._who = tuple(range(honest + liars))
        self._honest = range(honest)
        self._liars = self._who[honest:]
        body = PartingBody("camelnet/parting/1", GAME, 0, 1, PREV, self._who, ())
        self._body = body_bytes(body)
        self._fork = fork_id(self._body)
        self._known: dict[tuple[int, Place, Act], tuple[Place, Said]] = {}
        self._frames: dict[tuple[str, int], Frame] = {}
        for seat in self._who:
            stay = body_bytes(StayBody("camelnet/stay/1", GAME, seat, self._fork))
            self._frames["asks", seat] = Apart(self._body, seat, b"")
            self._frames["signs", seat] = Apart(self._body, seat, SIGNATURE)
            self._frames["stays", seat] = Stay(stay, SIGNATURE)

    def run(self, planted: AbstractContextManager[Any] | None = None) -> Found:
        with planted or nullcontext():
            return self._search()

    def _search(self) -> Found:
        found = Found()
        nobody = Place(OLD, False, False, False, False, (0,) * len(self._who), frozenset())
        lies = frozenset((what, seat) for what, seat in self._frames if seat in self._liars)
        first = State((nobody,) * len(self._honest), lies)
        paths: dict[State, tuple[State, str] | None] = {first: None}
        left = deque([first])
        while left and not found.violation:
            state = left.popleft()
            found.violation = self._wrong(state, found)
            if found.violation:
                found.trace = _path(paths, state)
                break
            for what, following in self._steps(state):
                if following not in paths:
                    paths[following] = state, what
                    left.append(following)
        found.states = len(paths)
        return found

    # --- steps ----------------------------------------------------------------------------------

    def _steps(self, state: State) -> Iterator[tuple[str, State]]:
        for seat in self._honest:
            if state.places[seat].where == GONE:
                continue
            for act in (ASK, RESTART):
                yield f"{seat} {act.what}", self._after(state, seat, act)
            for what, other in sorted(state.said):
                if other != seat:
                    for goes_on in (False, True):
                        act = Act(what, other, goes_on)
                        yield f"{seat} hears: {act}", self._after(state, seat, act)

    def _after(self, state: State, seat: int, act: Act) -> State:
        key = seat, state.places[seat], act
        if key not in self._known:
            self._known[key] = self._stepped(*key)
        place, new = self._known[key]
        places = (*state.places[:seat], place, *state.places[seat + 1 :])
        return State(places, state.said | new)

    def _stepped(self, seat: int, place: Place, act: Act) -> tuple[Place, Said]:
        """What follows where a seat does something, and what it says then."""
        log = self._log(seat, place)
        one = self._requests(seat, log)
        stays = {other: self._stay(other) for other in place.stays}
        if act == RESTART:
            log.epoch.leaving = False
            kept = [self._stay(seat)] if place.gave_up else []
            kept += stays.values() if place.where == FREE else ()
            one.restore([self._body] if place.signed else [], kept)
        else:
            one._mine = self._body if place.asks else None
            one._signed = [self._body] if place.signed else []
            log.epoch.given_up = {self._fork: self._stay(seat)} if place.gave_up else {}
            heard = {s: SIGNATURE if h == SIGNED else b"" for s, h in enumerate(place.heard) if h}
            one._asked = {self._body: heard} if heard else {}
            one._stays = {self._fork: stays} if stays else {}
        try:
            said = [self._act(one, act)]
            one.progress()
        except Refusal:
            return place, frozenset()  # it changes nothing
        said += one.outbox
        new = frozenset(item for item, frame in self._frames.items() if frame in said)
        return self._read(log, one), new

    def _act(self, one: ForkRequests, act: Act) -> Frame | None:
        if act == ASK:
            one.ask(self._who)
        if act in (ASK, RESTART):
            return None
        frame = self._frames[act.what, act.other]
        if isinstance(frame, Stay):
            one.receive_stay(frame, act.other)
            return None
        assert isinstance(frame, Apart)
        one.receive(frame, act.other)
        return one.answer(frame, goes_on=act.goes_on, now_ms=0)

    def _stay(self, seat: int) -> Stay:
        return cast("Stay", self._frames["stays", seat])

    def _log(self, seat: int, place: Place) -> Any:
        """A log that stands still, and knows where its seat plays on."""
        log = SimpleNamespace(
            seat=seat,
            game=GAME,
            index=1,
            prev=PREV,
            closed=False,
            where=place.where,
            membership=Membership(0, self._who, (), (), self._who, 0, Scheme.COIN, strict=False),
            rounds=SimpleNamespace(pending=[]),
            statements=SimpleNamespace(check_signed=lambda *_: None),
            game_start=SimpleNamespace(
                genesis=SimpleNamespace(seats=[SimpleNamespace(kind="human")] * len(self._who))
            ),
            epoch=SimpleNamespace(given_up={}, leaving=place.leaving),
        )

        def stay() -> None:
            if log.epoch.leaving or place.where == FREE:
                log.epoch.leaving, log.where = False, FREE

        def fork(*_: object) -> None:
            log.where, log.game, log.epoch.leaving = GONE, self._fork, False

        log.epoch.sign_fork = lambda: setattr(log.epoch, "leaving", True)
        log.stay, log.fork = stay, fork
        return log

    def _requests(self, seat: int, log: Any) -> ForkRequests:
        own = SignerIdentity(seat, cast("Signer", _Signer()), bytes(32))
        one = ForkRequests(
            log=cast("Log", log), own=own, storage=NullStorage(), outbox=[], follows=()
        )
        one._gave_up_ms = -GIVE_UP_MS
        return one

    def _read(self, log: Any, one: ForkRequests) -> Place:
        if log.where == GONE:
            nobody = (0,) * len(self._who)
            return Place(GONE, False, True, False, bool(log.epoch.given_up), nobody, frozenset())
        heard = one._asked.get(self._body, {})
        return Place(
            log.where,
            one._mine == self._body,
            self._body in one._signed,
            log.epoch.leaving,
            self._fork in log.epoch.given_up,
            tuple(SIGNED if heard.get(s) else ASKED if s in heard else 0 for s in self._who),
            frozenset(one._stays.get(self._fork, ())),
        )

    # --- what must never be, and what has to come -------------------------------------------------

    def _wrong(self, state: State, found: Found) -> str:
        where = [place.where for place in state.places]
        found.gone += GONE in where
        found.free += FREE in where
        if GONE in where and FREE in where:
            return "one plays on by a fork, another that had signed it goes on in the old game"
        if not self._liars:
            ended = self._settled(state)
            if any(place.leaving for place in ended.places):
                return "somebody is bound for ever"
            if len({place.where == GONE for place in ended.places}) > 1:
                return "only some play on by the fork"
        return ""

    def _settled(self, state: State) -> State:
        """Everybody has heard all that was said, and those who were missing are back for all."""
        while True:
            before = state
            for seat in self._honest:
                for item in sorted(state.said):
                    if item[1] != seat and state.places[seat].where != GONE:
                        state = self._after(state, seat, Act(*item, goes_on=True))
            if state == before:
                return state


def _path(paths: dict[State, tuple[State, str] | None], state: State) -> list[str]:
    told: list[str] = []
    while (step := paths[state]) is not None:
        state, what = step
        told.append(what)
    return told[::-1]


def _one_word(self: ForkRequests, data: bytes) -> bool:
    return bool(self._stays.get(fork_id(data)))


def _forgets(self: ForkRequests, signed: list[bytes], stays: list[Stay]) -> None:
    _RESTORE(self, signed, ())


def _whenever(self: ForkRequests, data: bytes, goes_on: bool) -> bool:
    return goes_on


def _deaf(self: ForkRequests) -> None: ...


_RESTORE = ForkRequests.restore

# Mistakes, each with as many honest seats and liars as it takes to find it.
PLANTED: tuple[tuple[str, str, Callable[..., Any], int, int], ...] = (
    ("the word of one seat sets another free", "_is_dead", _one_word, 2, 1),
    ("a word is forgotten in a restart", "restore", _forgets, 2, 0),
    ("who has signed gives up when it likes", "_never_signs", _whenever, 2, 0),
    ("who has signed gives nothing up", "_release", _deaf, 2, 0),
)


def planted(name: str, wrong: Callable[..., Any]) -> AbstractContextManager[Any]:
    return mock.patch.object(ForkRequests, name, wrong)
