"""That a ballot comes in which all who are present meet, and whose coordinator is one of them.

Two searches. First every combination of rounds that honest voters can come to, in any order of
steps, with liars that report what they like: timers run out when it hurts most, and what others
say is heard or not. Then, from each of these, those present hear each other within one unit of
time, while liars go on; time-outs count now. What must not be is a path on which those present
never share a round of one of them for as long as a ballot takes.

When a voter may go on is defined in `actions`. A unit is half of the first time-out, 1.5 s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from tests.model import actions
from tests.model.setting import Setting

AFAR = 3  # who is further behind than that is as far behind
NEEDED = 2  # so many units a ballot takes
BOUND = 4  # times as many rounds as voters, from the first common one on: within these they meet

Rounds = tuple[int, ...]  # of the honest voters, by number
Guard = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Timing:
    """How rounds go on. All is as in the product, or a mistake is planted."""

    why_not_advance: Guard = actions.why_not_advance
    why_not_jump: Guard = actions.why_not_jump
    grows: bool = True  # time-outs do, with the round
    jumps: bool = True

    def limit(self, number: int) -> int:
        return 2 + number if self.grows else 2


RIGHT = Timing()


@dataclass(frozen=True, slots=True)
class Clock:
    """Those present: their rounds, how long each is in its own, and for how long all share one."""

    rounds: Rounds
    waited: tuple[int, ...]
    together: int = 0


@dataclass(slots=True)
class Met:
    """The outcome."""

    combinations: int = 0  # of rounds, before those present hear each other
    states: int = 0
    last: int = 0  # the latest round, behind the first, in which they met
    violation: str = ""
    trace: list[Clock] = field(default_factory=list)


class Meeting:
    def __init__(self, setting: Setting, timing: Timing = RIGHT) -> None:
        self.setting = setting
        self._silent = replace(setting, liars=0)  # the same table while liars say nothing
        self._timing = timing

    def run(self) -> Met:
        found = Met()
        reached = self._reached()
        found.combinations = len(reached)
        setting = self.setting
        for size in range(setting.quorum, setting.honest + 1):
            for present in combinations(range(setting.honest), size):
                starts = {
                    (tuple(rounds[seat] for seat in present), self._stale(rounds, present))
                    for rounds in reached
                }
                for rounds, stale in sorted(starts):
                    for first in range(setting.voters):
                        self._meet(found, present, rounds, stale, first)
                        if found.violation:
                            return found
        return found

    # --- before -------------------------------------------------------------------------------

    def _reached(self) -> set[Rounds]:
        """All combinations, the highest at 0 and the others behind it."""
        start: Rounds = (0,) * self.setting.honest
        found, queue = {start}, [start]
        for rounds in queue:
            for seat, own in enumerate(rounds):
                others = [*rounds[:seat], *rounds[seat + 1 :]]
                for number in self._steps(own, others, (self.setting,)):
                    after = list(rounds)
                    after[seat] = number
                    top = max(after)
                    normal = tuple(max(number - top, -AFAR) for number in after)
                    if normal not in found:
                        found.add(normal)
                        queue.append(normal)
        return found

    def _steps(self, own: int, others: Sequence[int], helped: Sequence[Setting]) -> Iterator[int]:
        for setting in helped:
            if not self._timing.why_not_advance(setting, own, others):
                yield own + 1
            yield from self._jumps(setting, own, others)

    def _jumps(self, setting: Setting, own: int, others: Sequence[int]) -> Iterator[int]:
        """The highest that enough report; a liar may report the next one nobody has reached."""
        if not self._timing.jumps:
            return
        for number in sorted({*others, max(own, *others) + 1}, reverse=True):
            if number > own and not self._timing.why_not_jump(setting, number, others):
                yield number
                return

    def _stale(self, rounds: Rounds, present: Sequence[int]) -> Rounds:
        """What those said last who are away."""
        return tuple(sorted(r for seat, r in enumerate(rounds) if seat not in present))

    # --- since --------------------------------------------------------------------------------

    def _meet(
        self, found: Met, present: Sequence[int], rounds: Rounds, stale: Rounds, first: int
    ) -> None:
        """Every path from there; `first` is added to the rounds: whose ballots they are."""
        shift = first - min(rounds) + self.setting.voters
        begun = tuple(number + shift for number in rounds)
        gone = tuple(number + shift for number in stale)
        limits = [self._timing.limit(number) for number in begun]
        starts = [Clock(begun, waited) for waited in product(*((0, n // 2, n) for n in limits))]
        parents: dict[Clock, Clock | None] = dict.fromkeys(starts)
        queue, last = list(parents), max(begun) + BOUND * self.setting.voters
        for clock in queue:
            if clock.together >= NEEDED and self._coordinates(clock.rounds[0], present):
                found.last = max(found.last, clock.rounds[0] - max(begun))
                continue
            if max(clock.rounds) > last:
                found.violation = f"{present} never meet, others said {gone}"
            for after in self._ticks(clock, gone):
                if after == clock:
                    found.violation = f"{present} are stuck, others said {gone}"
                elif after not in parents:
                    parents[after] = clock
                    queue.append(after)
            if found.violation:
                at: Clock | None = clock
                while at is not None:
                    found.trace.insert(0, at)
                    at = parents[at]
                return
        found.states += len(parents)

    def _coordinates(self, number: int, present: Sequence[int]) -> bool:
        """True if a round's ballot is one of theirs: liars are the last seats."""
        return number % self.setting.voters in present

    def _ticks(self, clock: Clock, gone: Rounds) -> Iterator[Clock]:
        """One unit of time. Liars help each voter on, or do not."""
        options = []
        for seat, own in enumerate(clock.rounds):
            others = [*clock.rounds[:seat], *clock.rounds[seat + 1 :], *gone]
            over = clock.waited[seat] >= self._timing.limit(own)
            here = set()
            for setting in {self._silent, self.setting}:
                jumped = next(self._jumps(setting, own, others), own)
                may = not self._timing.why_not_advance(setting, own, others)
                here.add(max(jumped, own + 1) if over and may else jumped)
            options.append(sorted(here))
        for rounds in product(*options):
            waited = tuple(
                min(spent + 1, self._timing.limit(now)) if before == now else 0
                for before, now, spent in zip(clock.rounds, rounds, clock.waited, strict=True)
            )
            shared = rounds == clock.rounds and len(set(rounds)) == 1
            yield Clock(rounds, waited, min(clock.together + 1, NEEDED) if shared else 0)


def alone(setting: Setting, own: int, others: Sequence[int]) -> str:
    """Planted: a voter whose time is over goes on, whoever is in its round."""
    return ""


def on_any_word(setting: Setting, number: int, others: Sequence[int]) -> str:
    """Planted: one report is enough to jump, a liar's as well."""
    there = sum(other >= number for other in others) + setting.liars
    return "" if there else "nobody is there"


PLANTED: tuple[tuple[str, Timing], ...] = (
    ("time-outs do not grow", Timing(grows=False)),
    ("nobody jumps", Timing(jumps=False)),
    ("any report is followed", Timing(why_not_jump=on_any_word)),
    ("a timer needs nobody", Timing(why_not_advance=alone)),
)
