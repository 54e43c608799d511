"""Traces of the program, held against the model: is each thing that an honest peer did an action
that the model has enabled, after all that was said before?

A trace is what the honest peers of one table did in one epoch, in order, in the program's own
terms: indices, hashes, seats. `Replay` turns them into the model's, entries into small letters,
changes into numbers, and asks `actions` for each. What liars said stands in nobody's trace:
whatever the model lets them sign they may have. `witness` takes traces down where tables are
simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from camelnet.protocol.epoch.decision import RequestedChange
from camelnet.protocol.log.membership import Membership, Scheme
from camelnet.protocol.wire.bodies import (
    KEY,
    ChangeBody,
    EntryBody,
    OfferBody,
    PromiseBody,
    WantBody,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import Offer, Signed, Want
from tests.model.actions import (
    NOTHING,
    Accepted,
    Actor,
    acknowledged,
    promise_in,
    right_in,
    why_not_accept,
    why_not_ack,
    why_not_advance,
    why_not_decided,
    why_not_drawn,
    why_not_echo,
    why_not_final,
    why_not_give,
    why_not_jump,
    why_not_promise,
    why_not_shown,
)
from tests.model.lapse import Place, follows
from tests.model.levels import first, following
from tests.model.real import REFUSED, Chain, Form, Judge, View, entry_of, highest
from tests.model.setting import Group, Setting

AFAR = 3  # so many entries before the lowest base that is promised are told apart


# --- what a trace is made of ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pending:
    """An entry of an older epoch whose luck is still to be drawn when an epoch begins."""

    index: int
    holders: tuple[int, ...]  # of the coin that draws it
    threshold: int
    lost: bool  # too few hold it: the next key draws


@dataclass(frozen=True, slots=True)
class Beginning:
    """What stands when an epoch begins. `origin`: the last index before its first entry."""

    membership: Membership
    seats: int  # at the table, with or without a vote
    origin: int
    pending: tuple[Pending, ...]


@dataclass(frozen=True, slots=True)
class Event:
    seat: int


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """It is in this epoch now."""


@dataclass(frozen=True, slots=True)
class Wrote(Event):
    """An entry of its own, new. `unheard`: who it has not heard since it restarted; `part`: of a
    deck, for which a quorum is enough."""

    index: int
    unheard: tuple[int, ...]
    part: bool


@dataclass(frozen=True, slots=True)
class Acked(Event):
    index: int
    entry: bytes
    digest: bytes
    is_key: bool


@dataclass(frozen=True, slots=True)
class Final(Event):
    """It holds an entry final, with a certificate."""

    index: int
    entry: bytes
    digest: bytes
    is_key: bool


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """It knows the luck of an entry; `seeded`: a seed was drawn, else cards were opened."""

    index: int
    seeded: bool


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """It knows all luck up to an entry; here where none was drawn, for none follows."""

    index: int


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """A part of an entry's luck, for the first time."""

    index: int


@dataclass(frozen=True, slots=True)
class Wanted(Event):
    want: Want


@dataclass(frozen=True, slots=True)
class Froze(Event):
    """It promises the end of the epoch, on these grounds; `followed`: another's promise."""

    round: int
    grounds: tuple[Want, ...]
    followed: Signed | None


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """It is in a round, or in none any more (-1): its wants were taken back. `leaving`: who leaves
    on its grounds, and coordinates nothing."""

    round: int
    leaving: frozenset[int]


@dataclass(frozen=True, slots=True)
class Promised(Event):
    """To the coordinator of its ballot, or `shown` to all with a `Prep`, to be followed."""

    promise: bytes
    shown: bool


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """As coordinator; `legal` as in `Echoed`."""

    offer: Offer
    legal: bool


@dataclass(frozen=True, slots=True)
class Echoed(Event):
    """`legal`: the program's rules accept the entry that the offer reports."""

    offer: Offer
    legal: bool


@dataclass(frozen=True, slots=True)
class AcceptedIt(Event):
    ballot: int
    change: bytes


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """It goes over to a change."""

    offer: Offer
    ballot: int


@dataclass(frozen=True, slots=True)
class Parted(Event):
    """It has signed that it plays on apart with these seats: it says nothing more here, unless they
    stay."""

    fork: bytes
    who: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GaveUp(Event):
    """It has given up a fork of this epoch, and never plays on by it."""

    fork: bytes


@dataclass(frozen=True, slots=True)
class Stayed(Event):
    """It goes on here, though it had signed that it plays on apart."""


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """It is back in this epoch, with what its journal held: how far the log, the entries whose luck
    is `missing`, the entry that it stands by with its digest (`is_key`: a key), its round (-1: it
    has promised nothing), the change that it echoed there, and the one that it accepted."""

    index: int
    missing: tuple[int, ...]
    acked: tuple[bytes, bytes] | None
    is_key: bool
    round: int
    echoed: bytes
    accepted: tuple[int, bytes]


@dataclass(slots=True)
class Trace:
    """What honest peers did in one epoch of one game."""

    beginning: Beginning
    events: list[Event] = field(default_factory=list)


class NotAdmitted(Exception):
    """The program did what the model does not."""


@dataclass(frozen=True, eq=False)
class Traced(Setting):
    """The setting of a trace: its real membership, and the groups of wants as they come."""

    circle: Membership = field(kw_only=True)
    at_table: int = field(kw_only=True)
    due: tuple[Pending, ...] = ()

    @property
    def seats(self) -> int:
        return self.at_table

    @cached_property
    def membership(self) -> Membership:
        return self.circle

    @cached_property
    def groups(self) -> list[Group]:
        return []

    def holds_pending(self, voters: Any) -> bool:
        return all(len(set(one.holders) & set(voters)) >= one.threshold for one in self.due)


def setting_of(beginning: Beginning, liars: int) -> Traced:
    membership = beginning.membership
    lost = any(one.lost for one in beginning.pending)
    return Traced(
        "a trace",
        voters=len(membership.voters),
        liars=liars,
        entries=(),
        luck="nonces" if membership.scheme is Scheme.REVEAL else "coin",
        pending="" if not beginning.pending else "lost" if lost else "held",
        circle=membership,
        at_table=beginning.seats,
        due=beginning.pending,
    )


# --- replaying --------------------------------------------------------------------------------


@dataclass(slots=True)
class Admitted:
    """What was replayed, and what the model has no words for."""

    traces: int = 0
    changed: int = 0  # epochs that ended by a change
    beyond: int = 0  # in which more lie than a table withstands: there it may fork
    steps: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)

    def add(self, other: Admitted) -> None:
        self.traces += other.traces
        self.changed += other.changed
        self.beyond += other.beyond
        self.steps.update(other.steps)
        self.skipped.update(other.skipped)


def replay(trace: Trace, liars: frozenset[int]) -> Admitted:
    """The steps of a trace; raises `NotAdmitted`. Counts instead where the model says nothing."""
    told = Admitted()
    membership = trace.beginning.membership
    if len(trace.beginning.pending) > 1:
        told.skipped["luck of two older entries is pending"] += 1
        return told
    run = Replay(trace, liars)
    run.all()
    told.traces = 1
    told.beyond = len(liars & set(membership.voters)) > membership.liars
    told.changed = bool(run.changed)
    told.steps.update(type(event).__name__ for event in trace.events)
    told.skipped.update(run.unjudged)
    return told


class Replay:
    """See the module: one trace."""

    def __init__(self, trace: Trace, liars: frozenset[int]) -> None:
        self.changed: set[bytes] = set()
        self.unjudged: Counter[str] = Counter()
        membership = trace.beginning.membership
        self._trace = trace
        self._origin = trace.beginning.origin
        self._key = self._origin + 1  # the index of the key, where anything is pending before it
        self._liars = liars
        self._setting = setting_of(trace.beginning, len(liars & set(membership.voters)))
        self._beyond = self._setting.liars > membership.liars
        self._judge: Judge | None = None
        self._afar: int | None = None  # entries up to there are not told apart by the judge
        start = first(self._setting)
        self._actors = {
            seat: Actor(level=start, gave=start) for seat in membership.voters if seat not in liars
        }
        self._readers: dict[int, int] = {}  # who has no vote, and its level
        self._settled: Counter[int] = Counter()  # up to which index each knows all luck
        self._names: dict[int, dict[bytes, str]] = {}
        self._digests: dict[bytes, dict[bytes, int]] = {}
        self._final: list[str] = []  # with the mark of its position
        self._rounds: dict[int, int] = {}  # the highest of each honest voter; 0 before its first
        self._round: dict[int, int] = {}
        self._wants: set[bytes] = set()
        self._said: dict[bytes, tuple[Form, Accepted]] = {}  # promises of honest voters
        self._shown: set[bytes] = set()  # those that can be followed, and count for no offer
        self._numbers: dict[bytes, int] = {}  # of changes, by hash
        self._offered: dict[int, int] = {}
        self._leaving: set[int] = set()
        self._away: set[int] = set()  # they have gone over to the next epoch
        self._parted: dict[int, dict[bytes, tuple[int, ...]]] = {}  # who is bound, by what
        self._given_up: set[tuple[int, bytes]] = set()
        self._illegal: set[bytes] = set()
        self._drawn = {event.index for event in trace.events if isinstance(event, Drew)}
        if any(e.missing[:1] == (self._key,) for e in trace.events if isinstance(e, Restarted)):
            self._drawn.add(self._key)  # somebody waits for it
        self._awaited: dict[int, int] = {}  # whose luck a restarted seat has to draw next
        self._acts: dict[type[Event], Callable[[Any], str]] = {
            Entered: self._enter,
            Wrote: self._write,
            Acked: self._ack,
            Final: self._finish,
            Drew: self._draw,
            Settled: self._settle,
            Gave: self._give,
            Wanted: self._want,
            Froze: self._freeze,
            Moved: self._move,
            Promised: self._promise,
            Offered: self._offer,
            Echoed: self._echo,
            AcceptedIt: self._accept,
            Changed: self._change,
            Parted: self._part,
            GaveUp: self._give_up,
            Stayed: self._stay,
            Restarted: self._restart,
        }

    def all(self) -> None:
        for number, event in enumerate(self._trace.events):
            why = self._acts[type(event)](event)
            if why:
                raise NotAdmitted(self._told(number, event, why))

    def _told(self, number: int, event: Event, why: str) -> str:
        membership = self._setting.membership
        lines = [
            f"seat {event.seat}: {why}",
            f"step {number} of epoch {membership.epoch}, {event}"[:400],
            f"voters {membership.voters}, {self._setting.liars} of them lie, "
            f"k = {membership.quorum}, luck from {self._setting.luck}, "
            f"pending {self._setting.pending or 'none'}, {len(self._final)} entries final",
        ]
        lines += [f"  seat {seat}: {_shortly(actor)}" for seat, actor in self._actors.items()]
        return "\n".join(lines)

    # --- names --------------------------------------------------------------------------------

    def _name(self, index: int, entry: bytes, *, is_key: bool = False) -> str:
        """The small letter of an entry, with its place in the epoch."""
        known = self._names.setdefault(index, {})
        if entry not in known:
            letter = "abcdefghijklmnopqrstuvw"[len(known) % 23]
            known[entry] = KEY if is_key and KEY not in known.values() else f"{letter}{index}"
        return known[entry]

    def _statement(self, index: int, entry: bytes, digest: bytes, *, is_key: bool) -> str:
        digests = self._digests.setdefault(entry, {})
        mark = digests.setdefault(digest, len(digests))
        return self._name(index, entry, is_key=is_key) + "'" * mark

    @property
    def _chain(self) -> Chain:
        return tuple(entry_of(said) for said in self._final)

    # --- the log ------------------------------------------------------------------------------

    def _enter(self, event: Entered) -> str:
        """From the start of the epoch; what it has said here before, it has said."""
        start = first(self._setting)
        if event.seat in self._actors:
            self._actors[event.seat] = self._actors[event.seat]._replace(level=start)
        else:
            self._readers[event.seat] = start
        self._away.discard(event.seat)
        return ""

    def _level(self, seat: int) -> int:
        actor = self._actors.get(seat)
        return actor.level if actor else self._readers.get(seat, first(self._setting))

    def _raise(self, seat: int, level: int) -> None:
        if seat in self._actors:
            self._actors[seat] = self._actors[seat]._replace(level=level)
        else:
            self._readers[seat] = level

    def _settle(self, event: Settled) -> str:
        self._settled[event.seat] = event.index
        base = event.index - self._origin
        return self._know(event.seat, base, self._tail(base))

    def _know(self, seat: int, known_up_to: int, sources: Sequence[int]) -> str:
        """It knows the luck of these entries; here where none was drawn, for none follows."""
        base, drawn = divmod(self._level(seat), 2)
        if drawn:
            return ""
        if known_up_to != base:
            return f"it knows all luck up to {self._origin + known_up_to}, at base {base}"
        if self._drawn.intersection(sources) or self._awaited.get(seat) in sources:
            return "it knows luck that it has not drawn"
        self._raise(seat, 2 * base + 1)
        return ""

    def _tail(self, base: int) -> list[int]:
        """The entries whose luck may be missing behind the `base`-th."""
        tail = [one.index for one in self._setting.due] if base < 2 else []
        return [*tail, self._origin + base] if base > 0 else tail

    def _lacks(self, seat: int, luck: Sequence[int]) -> bool:
        """True if a key's own luck is among this, and the seat does not know it. Its level speaks
        of what was pending before only: a ghost plays on behind a key, and the key draws for it."""
        here = bool(self._setting.due) and self._level(seat) // 2 == 1 and self._key in luck
        return here and self._key in self._drawn and self._settled[seat] < self._key

    def _may_speak(self, event: Event) -> str:
        if event.seat in self._liars or event.seat not in self._actors:
            return "it has no vote"
        if event.seat in self._away:
            return "its epoch is over"
        return "it has signed that it plays on apart" if event.seat in self._parted else ""

    def _write(self, event: Wrote) -> str:
        if event.part:
            voters = set(self._setting.membership.voters)
            heard = len(voters - set(event.unheard))
            short = heard < self._setting.quorum
        else:
            short = bool(event.unheard)
        return f"it writes and has not heard {event.unheard} since it restarted" if short else ""

    def _ack(self, event: Acked) -> str:
        index = event.index - self._origin
        actor = self._actors.get(event.seat, Actor())
        said = self._statement(index, event.entry, event.digest, is_key=event.is_key)
        why = self._may_speak(event) or why_not_ack(
            self._setting, actor, index, said, promised=actor.round >= 0
        )
        if not why and self._lacks(event.seat, self._tail(index - 1)):
            why = "it acknowledges without the luck of the key"
        if not why:
            self._actors[event.seat] = actor._replace(acks=acknowledged(actor, said))
        return why

    def _finish(self, event: Final) -> str:
        index = event.index - self._origin
        said = self._statement(index, event.entry, event.digest, is_key=event.is_key)
        level = self._level(event.seat)
        beyond = [new for new in following(self._setting, level, index) if new // 2 == index]
        if level // 2 != index - 1 or not beyond:
            return f"{said} is final behind level {level}"
        if self._lacks(event.seat, self._tail(index - 1)):
            return f"{said} is final behind a key whose luck is missing"
        acks = [actor.acks for actor in self._actors.values()]
        why = why_not_final(self._setting, acks, index, said)
        if why:
            return why
        known = len(self._final) >= index and self._final[index - 1] != said
        if known and not self._beyond:
            return f"{said} is final, and so is {self._final[index - 1]}"
        if len(self._final) < index:
            self._final.append(said)
        self._raise(event.seat, max(beyond))
        return ""

    def _draw(self, event: Drew) -> str:
        level = self._level(event.seat)
        base, drawn = divmod(level, 2)
        if self._awaited.get(event.seat) == event.index:
            del self._awaited[event.seat]
        if event.index == self._origin + base:  # the last one, behind all that was pending
            self._settled[event.seat] = event.index
        if drawn:
            return ""
        index = max(event.index - self._origin, 0)
        if index not in (base, 0) or level + 1 not in following(self._setting, level, base):
            return f"it knows luck {index} at level {level}"
        given = [actor.gave for actor in self._actors.values()]
        if self.changed:
            why = ""  # with parts that were given in the next epoch
        elif not event.seeded:
            why = "" if max(given) >= 2 * index else "nobody honest gave a part"
        else:
            why = why_not_drawn(self._setting, index, given) if index else ""
        if not why:
            self._raise(event.seat, level + 1)
        return why

    def _give(self, event: Gave) -> str:
        index = max(event.index - self._origin, 0)
        actor = self._actors.get(event.seat)
        if actor is None:
            return "" if self._readers.get(event.seat, 0) >= 2 * index else "it is not final"
        why = why_not_give(self._setting, actor, index, promised=actor.round >= 0)
        if event.seat in self._parted:
            why = why or self._may_speak(event)
        if not why:
            self._actors[event.seat] = actor._replace(gave=max(actor.gave, 2 * index))
        return why

    # --- the end of the epoch -----------------------------------------------------------------

    def _want(self, event: Wanted) -> str:
        self._wants.add(event.want.body)
        return self._may_speak(event)

    def _freeze(self, event: Froze) -> str:
        actor, setting = self._actors[event.seat], self._setting
        membership = setting.membership
        bodies = [read_body(WantBody, want.body) for want in event.grounds]
        groups: Counter[tuple[int, bool]] = Counter((b.about, b.leaving) for b in bodies)
        if not groups or min(groups.values()) < setting.quorum:
            return f"it promises on wants of too few: {dict(groups)}"
        for want, body in zip(event.grounds, bodies, strict=True):
            if (
                body.seat in self._actors
                and want.body not in self._wants
                and (body.seat != event.seat)
            ):
                return f"it promises on a want that seat {body.seat} never said"
        place = Place(actor.level // 2, len(actor.acks))
        since = min(body.index for body in bodies) - self._origin
        reached, base = -1, 0
        if event.followed is not None:
            promise = read_body(PromiseBody, event.followed.body)
            given = self._said.keys() | self._shown
            if promise.seat in self._actors and event.followed.body not in given:
                return f"it follows a promise that seat {promise.seat} never gave"
            reached = max(promise.reached - self._origin, 0)
            base = max(promise.base - self._origin, 0)
        afar = max(min(since, place.base) - AFAR, 0)  # before them nothing makes a difference
        requested = RequestedChange(
            leaving=frozenset(about for about, leaves in groups if leaves),
            returning=frozenset(about for about, leaves in groups if not leaves),
            proven=frozenset(),
            since=since - afar,
        )
        near = Place(place.base - afar, max(place.acked - afar, 0))
        shown = (reached, base) if reached < 0 else (max(reached - afar, 0), max(base - afar, 0))
        if not follows(membership, requested, near, *shown):
            return f"its wants are of index {since}, it is at {place}, shown {reached}"
        number = event.round
        if not 0 <= number < max(setting.voters, self._rounds.get(event.seat, -1) + 1):
            return f"it begins in round {number}"
        why = self._may_speak(event)
        if not why:
            self._round[event.seat] = number
            self._rounds[event.seat] = max(number, self._rounds.get(event.seat, -1))
            actor = self._actors[event.seat]
            self._actors[event.seat] = actor._replace(round=number, entered=actor.level)
        return why

    def _move(self, event: Moved) -> str:
        """Rounds are told before and after a promise; before it they may begin anew."""
        seat, number = event.seat, event.round
        if seat not in self._actors:
            return ""
        actor, before = self._actors[seat], self._round.get(seat)
        if number < 0:
            self._round.pop(seat, None)
            return "" if actor.round < 0 else "it has promised, and is in no round"
        others = [self._rounds.get(other, 0) for other in self._actors if other != seat]
        if before is not None and number < before and actor.round >= 0:
            return f"it goes back from round {before} to {number}"
        if before is None or number < before:
            why = ""
            if number >= self._setting.voters and why_not_jump(self._setting, number, others):
                why = f"it begins in round {number}"  # and none to which it could jump at once
        elif number > before:
            coordinator = self._setting.membership.coordinator
            passed = range(before + 1, number)
            steps = all(coordinator(r) in event.leaving for r in passed)
            why = why_not_jump(self._setting, number, others)
            if why and steps and number <= before + self._setting.voters:
                why = why_not_advance(self._setting, before, others)
        else:
            return ""
        if why:
            return why
        self._round[seat] = number
        self._rounds[seat] = max(number, self._rounds.get(seat, -1))
        if actor.round >= 0:
            self._actors[seat] = actor._replace(round=number, entered=actor.level)
        return ""

    def _form(self, body: PromiseBody) -> Form:
        """The promise of anybody, as the model has it."""
        base = max(body.base - self._origin, 0)
        name = self._name(base + 1, body.entry) if body.entry else ""
        return Form(self._chain[:base], len(body.drawn), name)

    def _told_accepted(self, body: PromiseBody) -> Accepted:
        if body.accepted < 0:
            return NOTHING
        return body.accepted, self._numbers.get(body.accepted_hash, -1)

    def _promise(self, event: Promised) -> str:
        body = read_body(PromiseBody, event.promise)
        base = body.base - self._origin
        if body.drawn and base == self._level(event.seat) // 2:
            why = self._know(event.seat, base, body.drawn)  # said before that was looked at
            if why:
                return why
        actor = self._actors.get(event.seat)
        if actor is None:
            return "it has no vote"
        if actor.round < 0:
            return "it says a promise that it has not made"
        if self._lacks(event.seat, body.drawn):
            return "its promise names luck of a key that it lacks"
        again = event.shown and body.accepted == body.ballot  # since it has accepted
        why = self._may_speak(event) or self._why_not_promise(actor, body, again=again)
        if not why and again:
            self._shown.add(event.promise)
        elif not why:
            self._said[event.promise] = (self._form(body), self._told_accepted(body))
        return why

    def _why_not_promise(self, actor: Actor, body: PromiseBody, *, again: bool = False) -> str:
        """A promise of an honest voter. It may name what was pending without the luck of the key
        behind it, where that is open: a ghost plays on behind a key, and the key draws for it.
        `again`: it may show what was accepted in its own ballot."""
        form, tail = self._form(body), self._tail(body.base - self._origin)
        if list(body.drawn) == tail[:-1] and body.drawn and self._settled[body.seat] < body.base:
            form = form._replace(drawn=len(tail))
        accepted = self._told_accepted(body)
        if again and accepted == actor.accepted:
            accepted = promise_in(self._setting, actor, body.ballot, self._chain)[2]
        said = (body.ballot, form, accepted)
        return why_not_promise(self._setting, actor, said, self._chain)

    def _offer(self, event: Offered) -> str:
        body = read_body(OfferBody, event.offer.body)
        actor = self._actors[event.seat]
        if self._setting.membership.coordinator(body.ballot) != event.seat:
            return f"it does not coordinate ballot {body.ballot}"
        if actor.round < 0 or body.ballot != actor.round:
            return f"it offers in ballot {body.ballot}, of round {actor.round}"
        if body.ballot <= self._offered.get(event.seat, -1):
            return f"it has offered in ballot {self._offered[event.seat]}"
        self._offered[event.seat] = body.ballot
        return self._may_speak(event) or self._why_not_right(
            event.seat, event.offer, legal=event.legal
        )

    def _echo(self, event: Echoed) -> str:
        body = read_body(OfferBody, event.offer.body)
        why = self._may_speak(event) or self._why_not_right(
            event.seat, event.offer, legal=event.legal
        )
        if why:
            return why
        actor = self._actors[event.seat]
        item = (body.ballot, self._numbers[body.change])
        if item in actor.echoes:
            return ""  # said again, after a restart
        why = why_not_echo(self._setting, actor, item)
        if not why:
            self._actors[event.seat] = actor._replace(echoes=(*actor.echoes, item))
        return why

    def _why_not_right(self, seat: int, offer: Offer, *, legal: bool) -> str:
        """What keeps a voter where its log is from finding an offer right."""
        body = read_body(OfferBody, offer.body)
        promised: list[tuple[Form, Accepted]] = []
        if offer.report is not None:  # that it is a key nothing else tells, where a liar reports it
            entry, hashed = read_body(EntryBody, offer.report.body), entry_hash(offer.report.body)
            is_key = legal and entry.notation == KEY
            self._name(entry.index - self._origin, hashed, is_key=is_key)
        for signed in offer.promises:
            promise = read_body(PromiseBody, signed.body)
            if promise.ballot != body.ballot:
                return f"an offer with a promise of ballot {promise.ballot}"
            if promise.seat in self._actors and signed.body not in self._said:
                if promise.seat != seat:
                    return f"an offer with a promise that seat {promise.seat} never gave"
                if self._why_not_promise(self._actors[seat], promise):
                    return "an offer with a promise of its own that is not as its log is"
                self._said[signed.body] = self._form(promise), self._told_accepted(promise)
            promised.append((self._form(promise), self._told_accepted(promise)))
        if len(promised) < self._setting.quorum:
            return f"an offer with {len(promised)} promises"
        best = highest([accepted for _, accepted in promised])
        if best[0] >= 0:
            if best[1] == NOTHING[1]:
                return "an offer of a change that nobody has found right"
            why = why_not_shown(self._setting, self._actors.values(), best)
            if why:
                return why
        return self._judged(seat, offer, promised, legal=legal)

    def _judged(
        self, seat: int, offer: Offer, promised: list[tuple[Form, Accepted]], *, legal: bool
    ) -> str:
        """The model's judge, over the last entries of the log."""
        change = read_body(ChangeBody, offer.change)
        hashed = read_body(OfferBody, offer.body).change
        bound = highest([had for _, had in promised])[1]
        if bound < NOTHING[1]:  # one that was not judged, and is offered again
            return "" if self._numbers.get(hashed) == bound else "another change than is accepted"
        if bound == NOTHING[1] and self._lacks(seat, change.carried):
            return "an offer that carries luck of a key that it lacks"
        if self._split_luck(offer):
            self.unjudged["an offer on luck that is said to be known out of order"] += 1
            return "" if hashed in self._numbers else self._unjudged(hashed)
        group = self._group(offer, change)
        base, drawn = divmod(self._level(seat), 2)
        if self._judge is None:
            lowest = min(len(form.known) for form, _ in promised)
            self._afar = max(lowest - AFAR, 0) if lowest > AFAR else 0
            plain = self._setting
            if self._afar:
                plain = replace(plain, pending="", due=())
            plain.groups.extend(self._setting.groups)
            self._judge = Judge(plain)
        afar = self._afar or 0
        groups = self._judge.setting.groups
        assert isinstance(groups, list)
        groups[:] = self._setting.groups
        view = View(self._nearby(self._chain[:base], afar), bool(drawn))
        near = [(self._near(form, afar, legal=legal), had) for form, had in promised]
        number = right_in(self._judge, near, group, view)
        if number is None:
            return "an offer that the model finds wrong"
        told, index = self._judge.changes[number], change.index - self._origin
        true = (len(told.chain) + afar + 1, bool(told.closing), told.carried, told.redrawn)
        if true != (index, change.closing, len(change.carried), bool(change.redrawn)):
            return f"an offer where the model finds {told}: {change}"
        known = self._numbers.setdefault(hashed, number)
        if known != number and known > NOTHING[1]:
            return "a change that was another"
        return ""

    def _unjudged(self, hashed: bytes) -> str:
        """A change that is told apart from others, and of which nothing else is known."""
        self._numbers[hashed] = -2 - len(self._numbers)
        return ""

    def _split_luck(self, offer: Offer) -> bool:
        """True if a promise names luck without that before it: the model knows first ones only."""
        for signed in offer.promises:
            body = read_body(PromiseBody, signed.body)
            tail = self._tail(body.base - self._origin)
            if list(body.drawn) != tail[: len(body.drawn)]:
                return True
        return False

    def _group(self, offer: Offer, change: ChangeBody) -> int:
        """The number of the wants on which an offer rests."""
        bodies = [read_body(WantBody, want.body) for want in offer.wants]
        keys = sorted({(body.about, body.leaving) for body in bodies})
        whys = {
            key: "proof"
            if all(b.why == "proof" for b in bodies if (b.about, b.leaving) == key)
            else "asked"
            if key[1]
            else "returning"
            for key in keys
        }
        group: Group = tuple((about, leaving, whys[about, leaving]) for about, leaving in keys)
        groups = self._setting.groups
        if group not in groups:
            groups.append(group)
        return groups.index(group)

    @staticmethod
    def _nearby(chain: Chain, afar: int) -> Chain:
        return tuple(
            name if name == KEY else f"{name[0]}{place}"
            for place, name in enumerate(chain[afar:], start=1)
        )

    def _near(self, form: Form, afar: int, *, legal: bool) -> Form:
        if len(form.known) < afar:
            return Form((), 0, "")  # of a liar: no highest base, so nothing of it counts
        entry, place = form.entry, len(form.known) - afar + 1
        if entry and not (legal or self._is_agreed(entry)):
            entry = f"{REFUSED}{place}"
        elif entry and entry != KEY:
            entry = f"{entry[0]}{place}"
        return Form(self._nearby(form.known, afar), form.drawn, entry)

    def _is_agreed(self, name: str) -> bool:
        return any(name in map(entry_of, actor.acks) for actor in self._actors.values())

    def _accept(self, event: AcceptedIt) -> str:
        actor = self._actors[event.seat]
        item = (event.ballot, self._numbers.get(event.change, -1))
        room = self._actors.values()
        why = self._may_speak(event) or why_not_accept(self._setting, room, actor, item)
        if not why:
            self._actors[event.seat] = actor._replace(accepts=(*actor.accepts, item))
        return why

    def _change(self, event: Changed) -> str:
        hashed = read_body(OfferBody, event.offer.body).change
        item = (event.ballot, self._numbers.get(hashed, -1))
        why = why_not_decided(self._setting, self._actors.values(), item)
        if why:
            return why
        self.changed.add(hashed)
        if len(self.changed) > 1 and not self._beyond:
            return "two changes are final"
        self._away.add(event.seat)
        return ""

    def _part(self, event: Parted) -> str:
        if (event.seat, event.fork) in self._given_up:
            return "it has given up that fork"
        self._parted.setdefault(event.seat, {})[event.fork] = event.who
        return ""

    def _give_up(self, event: GaveUp) -> str:
        """Whoever has not signed a fork may give it up at any time; whoever has, only after another
        seat of it, else they might play on by it and wait for this one."""
        who = self._parted.get(event.seat, {}).get(event.fork, ())
        others = set(who) - {event.seat}
        given_up = {seat for seat in others if (seat, event.fork) in self._given_up}
        self._given_up.add((event.seat, event.fork))
        return "nobody else has given it up" if who and not given_up | others & self._liars else ""

    def _stay(self, event: Stayed) -> str:
        """Nobody honest plays on any more by what it has signed."""
        for fork, who in self._parted.pop(event.seat, {}).items():
            for seat in set(who) - self._liars:
                if (seat, fork) not in self._given_up:
                    return f"{seat} may still play on by what it has signed"
        return ""

    # --- a restart ----------------------------------------------------------------------------

    def _restart(self, event: Restarted) -> str:
        """What a peer has said stands in its journal; what it only learned may be lost. What stood
        there and was not said, since the power went, counts as said."""
        seat, base = event.seat, event.index - 1 - self._origin
        missing = set(event.missing)
        self._awaited.pop(seat, None)
        if missing and (self._setting.pending != "lost" or min(missing) >= self._key):
            self._awaited[seat] = min(missing)  # what a key draws anew has no line of its own
        self._settled[seat] = 0 if missing else event.index - 1
        if self._setting.due and base == 1:
            missing.discard(self._key)
        level = 2 * base + (not missing)
        self._away.discard(seat)
        actor = self._actors.get(seat)
        if actor is None:
            self._readers[seat] = level
            return ""
        had = actor.acks[base] if len(actor.acks) > base else ""
        if len(actor.acks) > base + 1:
            return f"its journal ends at {base}, and it acknowledged {actor.acks[-1]}"
        acks = actor.acks
        if event.acked is not None:
            entry, digest = event.acked
            name = self._name(base + 1, entry, is_key=event.is_key)
            said = name + "'" * self._digests.get(entry, {}).get(digest, 0)
            if had and had != said:
                return f"its journal says {said}, and it acknowledged {had}"
            if not had:
                acks = (*acks, *("",) * (base - len(acks)), said)
        elif had:
            return f"its journal has lost that it acknowledged {had}"
        if actor.round > event.round:
            return f"its journal has lost that it was in round {actor.round}"
        echoed = dict(actor.echoes).get(event.round)
        if echoed is not None and self._numbers.get(event.echoed) != echoed:
            return f"its journal has lost that it echoed change {echoed}"
        accepted = (event.accepted[0], self._numbers.get(event.accepted[1], -1))
        if actor.accepted > accepted:
            return f"its journal has lost that it accepted {actor.accepted}"
        echoes, accepts = actor.echoes, actor.accepts
        if event.echoed and echoed is None and event.echoed in self._numbers:
            echoes = (*echoes, (event.round, self._numbers[event.echoed]))
        if accepted[1] != NOTHING[1] and accepted not in accepts:
            accepts = (*accepts, accepted)
        self._actors[seat] = actor._replace(
            level=level, acks=acks, round=event.round, echoes=echoes, accepts=accepts
        )
        if event.round >= 0:
            self._round[seat] = event.round
            self._rounds[seat] = max(event.round, self._rounds.get(seat, -1))
        else:
            self._round.pop(seat, None)
        return ""


def _shortly(actor: Actor) -> str:
    acks = [f"{said}@{place}" for place, said in enumerate(actor.acks, start=1) if said][-2:]
    return (
        f"level {actor.level}, acknowledged {acks}, gave {actor.gave}, round {actor.round}, "
        f"echoed {actor.echoes}, accepted {actor.accepts}"
    )
