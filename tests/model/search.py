"""The search, ballot by ballot: all that one liar can bring about, without bound on ballots.

One step of the search is a whole ballot: how far logs come, which change gets its echoes, who
accepts it. Why that leaves nothing out:

1. What was said stays said. Nobody's rule asks whether something was not said, so a state holds
   what was said, not what is on its way. Delay, loss, reordering and repetition are choices of
   which of it a voter has heard. A crash is a voter that does nothing any more; a restart loses
   nothing but time, and where journals are cut what was not said.
2. The liar has no state. All that it can sign is at hand all the time. It coordinates every ballot:
   it may offer whatever an honest coordinator may, and more than one thing. Where nobody lies the
   search still lets any offer be made that follows from some quorum's promises.
3. Voters are interchangeable, since any of them may miss any ballot. States are sorted.
4. Ballot by ballot. What a voter does in ballot r depends on what was said in ballots up to r, and
   its own steps come in the order of ballots. So of two neighbouring steps in the wrong order the
   first never enables the second, and they can be swapped, until all acknowledgements stand before
   ballot 0, that before ballot 1, and so on. The end is the same. To promise costs a voter nothing
   that it still does then, so everybody promises in ballot 0, and gives no luck from there on.
5. An echo costs nothing. It binds a voter in its ballot only. So a ballot has at most one change
   with enough echoes (two such quorums share somebody honest), everybody who can echo it does, and
   what remains to choose is who accepts.
6. Ballots are known by their order. Where every quorum shows a change accepted in ballot s or
   later, whatever was accepted before can bind nobody any more, and is dropped. Of one change, the
   liar's highest ballot shows all that lower ones do. What it can show between two ballots in which
   somebody honest accepted has no order among itself. So the states are finitely many, though the
   ballots are not.
7. One state covers another if everybody said the same, logs have come less far (they can go on in
   any ballot) and the liar has at least as much to show. Only what nothing covers is searched
   further.

1 to 3 hold for naive.py, too, which takes one small step at a time; 4 to 7 are checked against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from camelnet.protocol.wire.bodies import KEY
from tests.model.actions import NOTHING, Accepted
from tests.model.levels import between, is_shared, reachable, tail_size
from tests.model.real import Chain, Change, Form, Judge, View, entry_of, highest
from tests.model.setting import Setting
from tests.model.states import (
    State,
    Voter,
    advances,
    final_chains,
    forms_of,
    given,
    liar_forms,
    luck_known,
    running,
    steps,
    views_of,
)

Finders = Mapping[int, frozenset[int]]  # a change, and the honest voters that can find it right


class Outcome(NamedTuple):
    """The end of a ballot: the changes that a quorum echoed, and what each honest voter accepted
    (-1: nothing)."""

    echoed: tuple[int, ...]
    accepts: tuple[int, ...]


@dataclass(slots=True)
class Found:
    """The outcome of a search."""

    setting: Setting
    states: int = 0
    ballots: int = 0  # so many were needed until nothing new came
    complete: bool = False
    steps: int = 0  # ballots, from one state to the next
    violation: str = ""
    trace: list[str] = field(default_factory=list)
    decided: set[str] = field(default_factory=set)  # the kinds of changes that became final
    seen: set[State] = field(default_factory=set)


class Search:
    """See the module. `numbered`: every ballot keeps its number and every state stays, for a
    comparison with the naive search. Else states are kept by what can still follow from them."""

    def __init__(self, setting: Setting, *, numbered: bool = False) -> None:
        self.setting = setting
        self.judge = Judge(setting)
        rules = setting.rules
        self._numbered = numbered
        self._drops = not numbered and rules.remembers and rules.one_ballot
        self._fresh = lru_cache(None)(self._fresh_from)
        self._quorums = lru_cache(None)(self._quorums_of)
        self._finders = lru_cache(None)(self._finders_of)
        self._outcomes = lru_cache(None)(lambda found: tuple(self._outcomes_of(dict(found))))
        self._parents: dict[State, tuple[State, str] | None] = {}

    def run(self, ballots: int = 1000) -> Found:
        """Search until nothing new comes, something is violated, or so many ballots are over."""
        found = Found(self.setting)
        frontier = sorted(running(self.setting, renamed=not self._numbered))
        self._parents = dict.fromkeys(frontier)
        for state in frontier:
            if self._is_violated(found, state):
                return found
        covering = Covering(self.setting)
        if not self._numbered:
            frontier = [state for state in frontier if covering.add(state)]
        while frontier and found.ballots < ballots:
            after: list[State] = []
            for state in frontier:
                if not self._numbered and not covering.holds(state):
                    continue
                for following, note in self._following(state, found.ballots):
                    found.steps += 1
                    if following in self._parents:
                        continue
                    if following.decided and self.violation(following):
                        self._parents[following] = (state, note)  # covered or not
                        self._is_violated(found, following)
                        return found
                    if not self._numbered and not covering.add(following):
                        continue
                    self._parents[following] = (state, note)
                    after.append(following)
                    if self._is_violated(found, following):
                        return found
            found.ballots += bool(after) or self._numbered
            frontier = list(self._parents) if self._numbered else after
        found.complete = not frontier
        found.states = len(self._parents) if self._numbered else len(covering)
        found.seen = set(self._parents)
        return found

    # --- what must never be ---------------------------------------------------------------------

    def _is_violated(self, found: Found, state: State) -> bool:
        found.decided.update(self._kind(number) for number in state.decided)
        found.violation = self.violation(state)
        if found.violation:
            found.states = len(self._parents)
            found.trace = self._trace(state)
        return bool(found.violation)

    def violation(self, state: State) -> str:
        """Raises where a state shows two logs of one game."""
        finals = final_chains(self.setting, tuple(voter.acks for voter in state.voters))
        if len(finals) > 1:
            return f"two final entries at one index: {finals}"
        changes = [self.judge.changes[number] for number in state.decided]
        if len(changes) > 1:
            return f"two changes are final: {changes}"
        for place, name in enumerate(finals[0]):
            told = {own.acks[place] for own in state.voters if len(own.acks) > place}
            if len({said for said in told if entry_of(said) == name}) > 1:
                return f"{name} is final in two positions"
        for change in changes:
            if change.chain[: len(finals[0])] != finals[0]:
                return f"{finals[0]} is final, and so is {change}"
            size = tail_size(self.setting, len(change.base))
            if change.closing not in ("", KEY) and change.carried < size:
                return f"an entry without the luck that it was built on: {change}"
            if self._is_seen(state, change):
                return f"luck that somebody may have seen is drawn anew: {change}"
        return ""

    def _is_seen(self, state: State, change: Change) -> bool:
        """True if a change has luck drawn anew that may have been seen before, whose entry was not
        final when the promises were given. Who withholds the last nonce of a final entry has seen
        it; and a coin of the epoch before is lost when too few stay of those that hold it."""
        if self.setting.pending == "held" or not change.redrawn:
            return False
        if self.setting.luck == "nonces" and not change.closing:
            return False
        source = len(change.base) + bool(change.closing)
        if self.setting.pending == "lost" and source < 2:
            source = 1  # the key draws what is pending
        return is_shared(self.setting, source, [voter.gave for voter in state.voters])

    def _kind(self, number: int) -> str:
        change = self.judge.changes[number]
        luck = f" carried {change.carried}" if change.carried > 1 else ""
        luck = luck or (" carried" if change.carried else " redrawn" if change.redrawn else "")
        luck = luck if self.setting.luck else ""
        how = f"closes {change.closing}" if change.closing else "closes nothing"
        return f"base {len(change.base)}, {how}{luck}"

    def _trace(self, state: State) -> list[str]:
        lines = [str(state)]
        step = self._parents[state]
        while step is not None:
            state, note = step
            lines += [note, str(state)]
            step = self._parents[state]
        return lines[::-1]

    # --- one ballot -----------------------------------------------------------------------------

    def _following(self, state: State, ballot: int) -> Iterator[tuple[State, str]]:
        setting = self.setting
        final = final_chains(setting, tuple(voter.acks for voter in state.voters))[0]
        if not setting.rules.ends:
            for number, voter in steps(setting, state.voters, final):
                voters = list(state.voters)
                voters[number] = voter
                yield state._replace(voters=tuple(sorted(voters))), f"{voter} goes on"
        for levels in advances(setting, state.voters, final):
            finders = self._finders(state.voters, state.shown, levels, final)
            for outcome in self._outcomes(finders):
                for after in self._after(state, levels, outcome, ballot):
                    told = [str(self.judge.changes[number]) for number in outcome.echoed]
                    yield after, f"echoed {told}, accepted {outcome.accepts}, levels {levels}"

    def _finders_of(
        self,
        voters: tuple[Voter, ...],
        shown: tuple[Accepted, ...],
        levels: tuple[int, ...],
        final: Chain,
    ) -> tuple[tuple[int, frozenset[int]], ...]:
        """Which changes can be offered, and which honest voters can find each right."""
        setting = self.setting
        forms = [
            forms_of(setting, voter.acks, voter.level, level, final)
            for voter, level in zip(voters, levels, strict=True)
        ]
        views = [
            views_of(setting, voter.level, level, final)
            for voter, level in zip(voters, levels, strict=True)
        ]
        lies = liar_forms(setting, final, luck_known(setting, voters, levels, final))
        offers: dict[int, set[int]] = {}
        for seats, bound in self._quorums(tuple(voter.accepted for voter in voters), shown):
            for number, own in enumerate(views):
                for view in own:
                    if bound < 0:
                        given = tuple(sorted(forms[seat] for seat in seats))
                        right = self._fresh(given, lies, view)
                    else:
                        base = max((forms[seat][0].known for seat in seats), key=len, default=())
                        right = frozenset({bound} if self.judge.repeats(bound, base, view) else ())
                    for change in right:
                        offers.setdefault(change, set()).add(number)
        return tuple(sorted((change, frozenset(seats)) for change, seats in offers.items()))

    def _quorums_of(
        self, accepted: tuple[Accepted, ...], shown: tuple[Accepted, ...]
    ) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Which honest voters' promises an offer may rest on, and the change that binds it then,
        -1 for none. `shown`: what liars can show as accepted."""
        setting = self.setting
        found: set[tuple[tuple[int, ...], int]] = set()
        for size in range(setting.honest_needed, setting.honest + 1):
            for seats in combinations(range(setting.honest), size):
                for liars in range(max(setting.quorum - size, 0), setting.liars + 1):
                    for claims in combinations_with_replacement((NOTHING, *shown), liars):
                        promised = [*(accepted[seat] for seat in seats), *claims]
                        best = highest(promised)[0]
                        tied = {change for ballot, change in promised if ballot == best}
                        found.update((seats, change) for change in tied)
        return tuple(sorted(found))

    def _fresh_from(
        self, honest: tuple[tuple[Form, ...], ...], lies: tuple[Form, ...], view: View
    ) -> frozenset[int]:
        """The changes that a voter with that view finds right, of all that promises of these
        honest voters, each in one of its forms, and of liars lead to."""
        setting = self.setting
        keys = set()
        for forms in product(*honest):
            for liars in range(max(setting.quorum - len(forms), 0), setting.liars + 1):
                for told in combinations_with_replacement(lies, liars):
                    keys.add(tuple(sorted((*forms, *told))))
        groups = range(len(setting.groups))
        found = {
            self.judge.found_right(key, group, view) for key in sorted(keys) for group in groups
        }
        return frozenset(change for change in found if change is not None)

    # --- how it ends ----------------------------------------------------------------------------

    def _outcomes_of(self, finders: Finders) -> Iterator[Outcome]:
        """All ways in which echoes and accepts can fall. To echo costs a voter nothing later, so
        whoever can echo a change that is accepted by anybody does."""
        rules, needed, honest = self.setting.rules, self.setting.honest_needed, self.setting.honest
        yield Outcome((), (-1,) * honest)
        if not rules.echoes or not rules.one_echo:
            enough = 0 if not rules.echoes else needed
            sets = [tuple(sorted(c for c, seats in finders.items() if len(seats) >= enough))]
        else:
            can = sorted(change for change, seats in finders.items() if len(seats) >= needed)
            most = honest // needed if needed else len(can)
            sets = [some for size in range(1, most + 1) for some in combinations(can, size)]
        for echoed in sets:
            options = [
                [-1, *(change for change in echoed if seat in finders[change])]
                for seat in range(honest)
            ]
            for accepts in product(*options):
                apart = rules.echoes and rules.one_echo
                if not apart or _fits(echoed, accepts, finders, needed):
                    yield Outcome(echoed, accepts)

    def _after(
        self, state: State, levels: tuple[int, ...], outcome: Outcome, ballot: int
    ) -> Iterator[State]:
        """The state when the ballot is over. Whoever forgets does so after it has spoken."""
        rules, needed = self.setting.rules, self.setting.honest_needed
        number = (
            ballot
            if self._numbered
            else 1
            + max(
                (item[0] for item in (*state.shown, *(voter.accepted for voter in state.voters))),
                default=-1,
            )
        )
        shown = state.shown
        if self.setting.liars:
            claimed = outcome.echoed if rules.shown else range(len(self.judge.changes))
            shown = (*shown, *((number, change) for change in claimed))
        kept = [
            [(number, change)] if change >= 0 else [voter.accepted]
            for voter, change in zip(state.voters, outcome.accepts, strict=True)
        ]
        if not rules.remembers:
            for voter, options in zip(state.voters, kept, strict=True):
                options.append(voter.accepted)
        said = [change for change in outcome.accepts if change >= 0]
        if not rules.one_ballot:
            said += [
                voter.accepted[1]
                for voter, change in zip(state.voters, outcome.accepts, strict=True)
                if change < 0 <= voter.accepted[1]
            ]
        final = {change for change in said if said.count(change) >= needed}
        decided = tuple(sorted({*state.decided, *final}))
        shared = given(self.setting, state.voters, levels)
        entries = len(self.setting.entries)
        ends = [
            between(self.setting, voter.level, level, entries) if self.setting.cut else (level,)
            for voter, level in zip(state.voters, levels, strict=True)
        ]  # who restarts may fall back to where it entered the ballot
        for accepted, ended in product(product(*kept), product(*ends)):
            voters = tuple(
                Voter(voter.acks, last, level, gave)
                for voter, last, level, gave in zip(
                    state.voters, accepted, ended, shared, strict=True
                )
            )
            yield self._normal(State(voters, tuple(sorted(set(shown))), decided))

    def _normal(self, state: State) -> State:
        """Without what no quorum can show any more, ballots by their order alone: those in which
        somebody honest accepted are 1, 3, 5, …, and what liars can show stands between."""
        voters, shown = state.voters, state.shown
        if self._numbered:
            return State(tuple(sorted(voters)), shown, state.decided)
        if self._drops:
            ballots = sorted(voter.accepted[0] for voter in voters)
            least = ballots[self.setting.honest_needed - 1]  # every quorum shows that or more
            voters = tuple(
                voter if voter.accepted[0] >= least else voter._replace(accepted=NOTHING)
                for voter in voters
            )
            shown = tuple(item for item in shown if item[0] >= least)
        used = sorted({voter.accepted[0] for voter in voters} - {-1})
        order = {old: 2 * new + 1 for new, old in enumerate(used)} | {-1: -1}
        voters = tuple(
            voter._replace(accepted=(order[voter.accepted[0]], voter.accepted[1]))
            for voter in voters
        )
        places = [(2 * sum(old <= ballot for old in used), change) for ballot, change in shown]
        # Of one change the highest ballot shows all that a lower one does.
        highest_place = {change: ballot for ballot, change in sorted(places)}
        latest = sorted((ballot, change) for change, ballot in highest_place.items())
        return State(tuple(sorted(voters)), tuple(latest), state.decided)


class Covering:
    """The states that no other one covers. One covers another if all that can follow from that can
    follow from it: the same was said, logs have come less far (they can come further in any
    ballot), and liars have more to show."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._kept: dict[object, list[State]] = {}

    def add(self, state: State) -> bool:
        """False if a state that is known covers this one; those that it covers are dropped."""
        said = tuple(voter._replace(level=0) for voter in state.voters)
        kept = self._kept.setdefault((said, state.decided), [])
        if any(self._covers(other, state) for other in kept):
            return False
        kept[:] = [other for other in kept if not self._covers(state, other)]
        kept.append(state)
        return True

    def holds(self, state: State) -> bool:
        said = tuple(voter._replace(level=0) for voter in state.voters)
        return state in self._kept.get((said, state.decided), ())

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))

    def _covers(self, one: State, other: State) -> bool:
        """True if all that can follow from the other can follow from the one; both say the same."""
        can_show = {change: ballot for ballot, change in one.shown}
        entries = len(self._setting.entries)
        return all(
            theirs.level in reachable(self._setting, mine.level, entries)
            for mine, theirs in zip(one.voters, other.voters, strict=True)
        ) and all(can_show.get(change, -1) >= ballot for ballot, change in other.shown)


def _fits(echoed: tuple[int, ...], accepts: tuple[int, ...], finders: Finders, needed: int) -> bool:
    """True if each of these changes can have its echoes though everybody echoes but one, and
    accepts only what it echoed."""
    if not echoed:
        return True
    first, *rest = echoed
    bound = {seat for seat, change in enumerate(accepts) if change == first}
    free = [seat for seat in sorted(finders[first]) if accepts[seat] == -1]
    missing = max(needed - len(bound), 0)
    if missing > len(free):
        return False
    if not rest:
        return True
    return any(
        _fits(tuple(rest), _taken(accepts, some), finders, needed)
        for some in combinations(free, missing)
    )


def _taken(accepts: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-2 if seat in seats else change for seat, change in enumerate(accepts))
