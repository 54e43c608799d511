"""The plan of a seed: the table, its links, what goes wrong and when. Drawn before anything runs.

Faults wait for a place in the log and then some milliseconds more, so that they strike games of any
length at every stage. Liars and those who leave for good stay within the bounds of the protocol,
but for one seed of `BEYOND_EVERY`: there more voters lie than a table withstands.

Two more plans follow from each: `healed`, in which at some moment all goes well again, and
`branched`, which goes on from some moment with other random numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from random import Random
from typing import Any

from tests.sim.bounds import gone_of, liars_of
from tests.sim.lies import CARD_LIES, Lie

REAL_EVERY = 200  # one seed of so many runs on the real primitives
BYTES_EVERY = 8  # one of so many encodes and decodes every frame
BEYOND_EVERY = 16
HALL_EVERY = 25
TURBULENT_EVERY = 8  # half of these are beyond the bounds, too
REAL_GAMES_SHARE = 0.01
REAL_GAMES = (("camelup", 8), ("cards", 6), ("targui", 4))  # each with the most seats that it has
TINY = ("pebble", "flint")
FLINT_SHARE = 0.25  # of the seeds that are neither turbulent nor of a real game
CROWD = 5  # more voters than that seldom play cards: it takes them long
STRICT_SHARE = 0.05
DIGEST_SHARE = 0.1  # of the liars
WATCHED_SHARE = 0.15
APART_SHARE = 0.6  # of the daring plans: within the bounds nobody has to
FOR_GOOD_MS = 10**9
HEALED_MS = (3000, 15_000, 15_000, 60_000)  # a table heals so late, at most
WHIM_MS = 10_000  # so long it takes, at most, until it is back
DARING_SHARE = 0.25
FORKING = (Lie.EQUIVOCATE, Lie.FALSE_PROMISE, Lie.FALSE_EVIDENCE, Lie.TWO_CHANGES, Lie.ECHO_ALL)


class Trouble(Enum):
    CRASH = "crash"  # at once; restarts
    CUT = "power cut while writing"  # in the middle of the next durable line; restarts
    AWAY = "long absence"  # the table may go on without it, and take it back
    LEAVE = "leaver"  # for good
    SLEEP = "sleep"  # a closed lid: nothing runs, then all that came in is there
    PARTITION = "partition"
    BREAK = "broken connection"
    FULL = "full disk"
    DEAD_LINK = "dead link"  # between two seats, both ways: what they send each other is lost
    ONE_WAY = "one-way link"  # what the first sends the second is lost
    JUMP = "jumping clock"  # of one seat or several, forwards by so much as it says it lasts
    WHIM = "click at somebody who is here"  # all people want to continue without a seat


Struck = tuple[Trouble, int, tuple[int, ...]]  # how long, and whom


@dataclass(frozen=True, slots=True)
class Fault:
    """Strikes `after_ms` behind the moment when the log first reached `index` anywhere; while a
    change is under way, `index` counts the promises that were made."""

    trouble: Trouble
    index: int
    after_ms: int
    lasts_ms: int
    seats: tuple[int, ...]  # one, or one side of a partition, or both ends of a connection;
    # while a change is under way none: whoever makes that promise
    changing: bool = False  # while a change is under way


@dataclass(frozen=True, slots=True)
class Plan:
    seed: int
    kinds: str  # per seat, h or b
    game: str
    options: dict[str, int]
    strict: bool
    real: bool  # primitives
    octets: bool  # frames travel as bytes
    delay_ms: tuple[int, int]
    ordered: bool  # each link in order, as TCP is
    loss: float
    duplicates: float
    think_ms: int  # at most, for people
    work_ms: int  # at most, for what is done in the workshop; 0: at once
    patience_ms: int  # so long people wait before they click "go on without"
    lies: dict[int, Lie]  # by seat
    beyond: bool  # more liars than the table withstands
    daring: bool  # liars within the bounds, and any absences: safe, but it may wait for ever
    faults: tuple[Fault, ...]
    hall: bool = False  # no table, but how one begins: see `lobby_world`
    apart: bool = False  # people play on apart when the table cannot go on
    watchers: tuple[int, ...] = ()  # since when each of them looks on, in milliseconds
    heal_ms: int | None = None  # since when all is well, and the liars are silent
    branch: tuple[int, int] | None = None  # since when other random numbers, and which future it is

    @property
    def seats(self) -> int:
        return len(self.kinds)

    def __str__(self) -> str:
        if self.hall:
            lines = [f"seed {self.seed}: from the lobby to the first moves"]
            return "\n".join([*lines, *self._modes()])
        lines = [
            f"seed {self.seed}: {self.game} {self.options or ''} seats {self.kinds}, "
            f"{'real' if self.real else 'symbolic'} primitives, "
            f"{'bytes' if self.octets else 'objects'}"
            f"{', strict' if self.strict else ''}{', beyond the bounds' if self.beyond else ''}"
            f"{', daring' if self.daring else ''}{', plays on apart' if self.apart else ''}",
            f"links: {self.delay_ms[0]}-{self.delay_ms[1]} ms, "
            f"{'in order' if self.ordered else 'overtaking'}, loss {self.loss:.0%}, "
            f"twice {self.duplicates:.0%}; people think up to {self.think_ms} ms, "
            f"wait {self.patience_ms} ms, long work takes up to {self.work_ms} ms",
        ]
        lines.extend(f"somebody looks on from {since_ms} ms on" for since_ms in self.watchers)
        lines.extend(f"liar: seat {seat}, {lie.value}" for seat, lie in self.lies.items())
        lines.extend(
            f"fault: {fault.trouble.value} of {fault.seats} at "
            f"{'promise ' if fault.changing else ''}{fault.index} "
            f"+{fault.after_ms} ms for {fault.lasts_ms} ms"
            for fault in self.faults
        )
        return "\n".join([*lines, *self._modes()])

    def _modes(self) -> list[str]:
        lines = []
        if self.heal_ms is not None:
            lines.append(f"all is well from {self.heal_ms} ms on, and no liar says anything")
        if self.branch is not None:
            lines.append(f"other random numbers from {self.branch[0]} ms on: {self.branch[1]}")
        return lines


def calm_plan(kinds: str, game: str, *faults: Fault, **changes: Any) -> Plan:
    """A table where nothing goes wrong but what is named, on the links of seed 0."""
    calm: dict[str, Any] = {"options": {}, "strict": False, "real": False, "lies": {}}
    calm |= {"loss": 0, "beyond": False, **changes}
    return replace(plan_of(0), kinds=kinds, game=game, faults=faults, **calm)


def plan_of(seed: int) -> Plan:
    """The plan that a seed stands for: always the same one."""
    dice = Random(f"plan {seed}")
    seats = dice.choice((2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 6, 7, 8))
    small = dice.random() >= REAL_GAMES_SHARE
    kinds = _kinds(dice, seats)
    slow = dice.random() < 0.15
    low = dice.choice((1, 1, 5, 20))
    indices = 25 if small else 60
    beyond = seed % BEYOND_EVERY == BEYOND_EVERY - 1
    daring = not beyond and dice.random() < DARING_SHARE
    lies, leavers = _lies(dice, kinds, beyond, daring)
    faults = [*_faults(dice, seats, indices), *(_leave(dice, s, indices) for s in leavers)]
    faults += _faults_in_changes(dice, seats)
    alone = kinds.find("h") if kinds.count("h") == 1 else None
    daring = daring or (not beyond and (alone in lies or alone in leavers))  # bots wait for people
    plan = Plan(
        seed=seed,
        kinds=kinds,
        game="pebble" if small else "camelup",
        options={"goal": dice.choice((1, 2, 2, 3, 4))} if small else {},
        strict=not leavers and dice.random() < STRICT_SHARE,
        real=seed % REAL_EVERY == REAL_EVERY - 1,
        octets=seed % BYTES_EVERY == 0,
        delay_ms=(low, low * dice.choice((1, 3, 10)) + (dice.randint(0, 400) if slow else 0)),
        ordered=dice.random() < 0.6,
        loss=dice.choice((0, 0, 0, 0.02, 0.1, 0.25)),
        duplicates=dice.choice((0, 0, 0.05, 0.2)),
        think_ms=dice.choice((0, 50, 500, 3000)),
        work_ms=0,
        patience_ms=dice.choice((8000, 15_000, 30_000)),
        lies=lies,
        beyond=beyond,
        daring=daring,
        faults=tuple(sorted(faults, key=lambda fault: (fault.index, fault.after_ms))),
    )
    if seed % TURBULENT_EVERY == TURBULENT_EVERY - 1:
        return _turbulent(plan)
    chosen = small and Random(f"game {seed}").random() < FLINT_SHARE
    if chosen:
        plan = _with_cards(plan)
    elif not small:
        plan = _with_real_game(plan)
    return _with_odd_links_and_clocks(plan)


def healed(plan: Plan) -> Plan:
    """The same plan up to a moment that follows from its seed; from then on all is well."""
    dice = Random(f"healed {plan.seed}")
    return replace(plan, heal_ms=dice.randint(0, dice.choice(HEALED_MS)))


def healed_plan_of(seed: int) -> Plan:
    """The plan of a seed that is run for liveness."""
    return healed(plan_of(seed))


def branched(plan: Plan, at_ms: int, number: int) -> Plan:
    """The same plan with another future: so much of the past stays."""
    return replace(plan, branch=(at_ms, number))


def _with_odd_links_and_clocks(plan: Plan) -> Plan:
    """Links between two seats that are dead, in one direction or in both; clocks that jump; and
    liars who see another position than the others."""
    dice = Random(f"links and clocks {plan.seed}")
    lies = {
        seat: Lie.FALSE_DIGEST if dice.random() < DIGEST_SHARE else lie
        for seat, lie in plan.lies.items()
    }
    faults = list(plan.faults)
    indices = max((fault.index for fault in faults if not fault.changing), default=25)
    for _ in range(dice.choice((0, 0, 1, 2))):
        trouble, lasts_ms, whom = dice.choice((_dead_link, _one_way, _jump))(dice, plan.seats)
        index = min(dice.randint(1, indices), dice.randint(1, indices))
        if lasts_ms == FOR_GOOD_MS and not _connected(
            plan, [*faults, Fault(trouble, 0, 0, lasts_ms, whom)]
        ):
            lasts_ms = dice.randint(3000, 30_000)
        faults.append(Fault(trouble, index, dice.randint(0, 300), lasts_ms, whom))
    ordered = tuple(sorted(faults, key=lambda fault: (fault.index, fault.after_ms)))
    watchers = tuple(dice.choice((0, dice.randint(0, 20_000))) for _ in range(_audience(dice)))
    apart = plan.daring and plan.game != "flint" and dice.random() < APART_SHARE
    hall = plan.seed % HALL_EVERY == HALL_EVERY - 2
    return replace(plan, lies=lies, faults=ordered, watchers=watchers, apart=apart, hall=hall)


def _connected(plan: Plan, faults: list[Fault]) -> bool:
    """True if those who are honest hear each other at least over others of them, when all links
    that die for good are dead: with those who will leave, and when they have left."""
    honest = set(range(plan.seats)) - plan.lies.keys()
    leavers = {fault.seats[0] for fault in faults if fault.trouble is Trouble.LEAVE}
    dead = {frozenset(fault.seats) for fault in faults if fault.lasts_ms == FOR_GOOD_MS}
    return _reach_each_other(honest, dead) and _reach_each_other(honest - leavers, dead)


def _reach_each_other(seats: set[int], dead: set[frozenset[int]]) -> bool:
    reached = set(sorted(seats)[:1])
    while further := {
        seat
        for seat in seats - reached
        for other in reached
        if frozenset((seat, other)) not in dead
    }:
        reached |= further
    return reached == seats


def _audience(dice: Random) -> int:
    return dice.choice((1, 1, 1, 2)) if dice.random() < WATCHED_SHARE else 0


def _with_real_game(plan: Plan) -> Plan:
    dice = Random(f"real game {plan.seed}")
    fitting = [game for game, most in REAL_GAMES if plan.seats <= most]
    return replace(plan, game=dice.choice(fitting))


def _with_cards(plan: Plan) -> Plan:
    """The same table at a game of cards. Its log is longer, and more of the faults strike while the
    cards are shuffled and dealt for the first time, or for a later one."""
    dice = Random(f"cards {plan.seed}")
    voters = len(voters_of(plan.kinds))
    if voters > CROWD and dice.random() < 0.75:
        return plan
    legs = dice.choice((1, 2, 2, 3)) if voters <= CROWD else 1
    dealing = 2 * voters  # entries: everybody shuffles and deals
    first, leg = plan.seats + 3, dealing + 4 + plan.seats // 2
    faults = []
    for fault in plan.faults:
        index = fault.index
        if not fault.changing:
            index = dice.randint(1, first + legs * leg)
            if dice.random() < 0.6:
                index = first + dice.randrange(legs) * leg + dice.randint(0, dealing + 1)
        faults.append(replace(fault, index=index))
    lies = {
        seat: dice.choice(CARD_LIES) if dice.random() < 0.6 else lie
        for seat, lie in plan.lies.items()
    }
    return replace(
        plan,
        game="flint",
        lies=lies,
        options={"legs": legs},
        work_ms=dice.choice((0, 0, 40, 400)),
        faults=tuple(sorted(faults, key=lambda fault: (fault.index, fault.after_ms))),
    )


def _turbulent(plan: Plan) -> Plan:
    """Four people who vote, bots whom they send away again and again, and a first voter whose
    ballots these are; beyond the bounds two others help it to fork the table."""
    dice = Random(f"turbulent {plan.seed}")
    bots = dice.randint(1, 3)
    lies = {0: dice.choice((Lie.TWO_CHANGES, *FORKING))}
    if plan.beyond:
        lies = {0: Lie.TWO_CHANGES, dice.randint(1, 2): Lie.ECHO_ALL}
    after_ms = dice.randint(0, 60)
    whims = [
        Fault(Trouble.WHIM, index, after_ms, 0, (4 + dice.randrange(bots),))
        for index in range(7, 30, dice.randint(2, 5))
    ]
    return replace(
        plan,
        kinds="hhhh" + "b" * bots,
        game="pebble",
        options={"goal": 4},
        strict=False,
        think_ms=50,
        lies=lies,
        daring=not plan.beyond,
        faults=tuple(whims),
    )


def voters_of(kinds: str) -> tuple[int, ...]:
    """The human seats if there are two or more; else all."""
    people = tuple(seat for seat, kind in enumerate(kinds) if kind == "h")
    return people if len(people) > 1 else tuple(range(len(kinds)))


def _kinds(dice: Random, seats: int) -> str:
    match dice.randrange(10):
        case 0:
            return "".join(dice.sample("h" + "b" * (seats - 1), seats))
        case 1 | 2:
            return "h" * seats
        case 3 | 4:
            return "".join(dice.choice("hb") for _ in range(seats))
        case 5 | 6 | 7 if seats > 4:  # a vote for enough people that one may lie
            return "".join(dice.sample("hhhh" + "b" * (seats - 4), seats))
    return "b" * seats


def _lies(dice: Random, kinds: str, beyond: bool, daring: bool) -> tuple[dict[int, Lie], list[int]]:
    """The lies, and the seats that leave for good: never more voters than the bounds allow."""
    voters = voters_of(kinds)
    spare = [seat for seat in range(len(kinds)) if seat not in voters]
    gone, most = gone_of(len(voters)), liars_of(len(voters))
    anywhere = [lie for lie in Lie if lie not in (*CARD_LIES, Lie.FALSE_DIGEST)]
    kinds_of_lies = [*anywhere, *FORKING, *FORKING]
    if beyond:
        liars = dice.sample(voters, min(len(voters) - 1, dice.randint(most + 1, most + 2)))
        kinds_of_lies = anywhere if dice.random() < 0.3 else list(FORKING)
    else:
        liars = dice.sample(voters, dice.randint(0, most) if dice.random() < 0.7 else 0)
    if liars and voters[0] not in liars and dice.random() < 0.4:
        liars[0] = voters[0]  # the first ballot is its own
    leavers: list[int] = []
    most_leave = gone if daring else gone - len(liars)
    if not beyond and most_leave > 0 and dice.random() < 0.5:
        honest = [seat for seat in voters if seat not in liars]
        leavers = dice.sample(honest, dice.randint(1, most_leave))
    for seat in spare:
        match dice.randrange(10):
            case 0:
                liars.append(seat)
            case 1:
                leavers.append(seat)
    return {seat: dice.choice(kinds_of_lies) for seat in sorted(liars)}, leavers


def _leave(dice: Random, seat: int, indices: int) -> Fault:
    index = min(dice.randint(1, indices), dice.randint(1, indices))
    return Fault(Trouble.LEAVE, index, dice.randint(0, 300), 0, (seat,))


def _faults(dice: Random, seats: int, indices: int) -> list[Fault]:
    count = dice.choice((0, 1, 1, 2, 2, 3, 4, 6))
    makers: list[Callable[[Random, int], Struck]] = [
        _crash, _crash, _cut, _cut, _cut, _sleep, _away, _partition, _break, _full, _whim, _whim
    ]  # fmt: skip
    faults = []
    for _ in range(count):
        trouble, lasts_ms, whom = dice.choice(makers)(dice, seats)
        index = min(dice.randint(1, indices), dice.randint(1, indices))
        after_ms = dice.choice((0, dice.randint(0, 30), dice.randint(0, 300)))
        faults.append(Fault(trouble, index, after_ms, lasts_ms, whom))
    return faults


def _faults_in_changes(dice: Random, seats: int) -> list[Fault]:
    """Somebody breaks down just when the table is about to settle with whom it goes on."""
    faults = []
    for _ in range(dice.choice((0, 0, 1, 2, 4))):
        trouble, lasts_ms, whom = dice.choice((_crash, _cut, _cut, _cut, _break, _sleep))(
            dice, seats
        )
        if trouble is not Trouble.BREAK and dice.random() < 0.6:
            whom = ()
        index = dice.randint(1, 3 * seats)
        after_ms = dice.choice((0, 0, dice.randint(0, 30), dice.randint(0, 3000)))
        faults.append(Fault(trouble, index, after_ms, lasts_ms, whom, changing=True))
    return faults


def _one(dice: Random, seats: int) -> tuple[int, ...]:
    return (dice.randrange(seats),)


def _crash(dice: Random, seats: int, trouble: Trouble = Trouble.CRASH) -> Struck:
    return trouble, dice.choice((1, 200, dice.randint(500, 9000))), _one(dice, seats)


_cut = partial(_crash, trouble=Trouble.CUT)


def _away(dice: Random, seats: int) -> Struck:
    return Trouble.AWAY, dice.randint(6000, 60_000), _one(dice, seats)


def _sleep(dice: Random, seats: int) -> Struck:
    return Trouble.SLEEP, dice.choice((1500, 4000, 9000, 30_000)), _one(dice, seats)


def _partition(dice: Random, seats: int) -> Struck:
    side = tuple(sorted(dice.sample(range(seats), dice.randint(1, seats - 1))))
    return Trouble.PARTITION, dice.randint(300, 12_000), side


def _break(dice: Random, seats: int) -> Struck:
    return Trouble.BREAK, dice.randint(200, 1500), tuple(sorted(dice.sample(range(seats), 2)))


def _dead_link(dice: Random, seats: int, trouble: Trouble = Trouble.DEAD_LINK) -> Struck:
    lasts_ms = FOR_GOOD_MS if dice.random() < 0.4 else dice.randint(3000, 120_000)
    return trouble, lasts_ms, tuple(dice.sample(range(seats), 2))


_one_way = partial(_dead_link, trouble=Trouble.ONE_WAY)


def _jump(dice: Random, seats: int) -> Struck:
    jumping = tuple(dice.sample(range(seats), dice.randint(1, seats)))
    return Trouble.JUMP, dice.choice((1500, 5000, 10_000, 60_000, 3_600_000)), jumping


def _whim(dice: Random, seats: int) -> Struck:
    return Trouble.WHIM, WHIM_MS, _one(dice, seats)


def _full(dice: Random, seats: int) -> Struck:
    return Trouble.FULL, dice.randint(200, 5000), _one(dice, seats)
