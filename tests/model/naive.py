"""The same model without any of the search's reductions: one small step at a time, in every order.

Here a voter has a round, sends a promise, then an echo, then an accept, while others still
acknowledge or are in another ballot. It is far too slow for more than two ballots of a small
table; there it must come to the very states that `search` comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tests.model.levels import first, following, is_shared, tail_size
from tests.model.real import Chain, Form, Judge, View, highest
from tests.model.setting import Setting
from tests.model.states import NOTHING, Accepted, State, Voter, final_chains, liar_forms

Said = tuple[int, Form, Accepted]  # a promise: its ballot, its form, what it shows as accepted


class Actor(NamedTuple):
    """An honest voter with all that it has said. In round -1 its epoch still runs."""

    acks: Chain = ()
    level: int = 1
    gave: int = 1
    round: int = -1
    promises: tuple[Said, ...] = ()
    echoes: tuple[Accepted, ...] = ()
    accepts: tuple[Accepted, ...] = ()

    @property
    def accepted(self) -> Accepted:
        return max(self.accepts, default=NOTHING)


Room = tuple[Actor, ...]


class Naive:
    def __init__(self, setting: Setting, ballots: int) -> None:
        self.setting = setting
        self.judge = Judge(setting)
        self.ballots = ballots

    def reached(self) -> tuple[set[State], int]:
        """The outcomes of every interleaving, as `search` writes them, and the number of states."""
        start: Room = (
            Actor(level=first(self.setting), gave=first(self.setting)),
        ) * self.setting.honest
        found, queue = {start}, [start]
        while queue:
            room = queue.pop()
            for number, actor in enumerate(room):
                for after in self._steps(room, number, actor):
                    following = tuple(sorted((*room[:number], after, *room[number + 1 :])))
                    if following not in found:
                        found.add(following)
                        queue.append(following)
        return {self._written(room) for room in found}, len(found)

    def _written(self, room: Room) -> State:
        voters = tuple(
            sorted(Voter(actor.acks, actor.accepted, actor.level, actor.gave) for actor in room)
        )
        needed = self.setting.honest_needed
        accepts = [item for actor in room for item in actor.accepts]
        decided = {item[1] for item in accepts if accepts.count(item) >= needed}
        shown = self._echoed(room) if self.setting.liars else ()
        return State(voters, tuple(shown), tuple(sorted(decided)))

    def _echoed(self, room: Room) -> list[Accepted]:
        echoes = [item for actor in room for item in actor.echoes]
        return sorted({i for i in echoes if echoes.count(i) >= self.setting.honest_needed})

    def _steps(self, room: Room, number: int, actor: Actor) -> Iterator[Actor]:
        final = final_chains(self.setting, tuple(other.acks for other in room))[0]
        base, drawn = divmod(actor.level, 2)
        may_write = drawn or (self.setting.pending and base == 0)
        if actor.round < 0 and may_write and len(actor.acks) == base:
            for name in self.setting.names(base + 1):
                yield actor._replace(acks=(*actor.acks, name))
        gives = bool(self.setting.luck) and actor.round < 0
        for level in following(self.setting, actor.level, len(final)):
            if not level % 2 or is_shared(self.setting, level // 2, [o.gave for o in room]):
                yield actor._replace(level=level, gave=level if gives else actor.gave)
        for ballot in range(max(actor.round, 0), self.ballots):
            there = self._in_ballot(actor, ballot, final)
            yield there
            if all(item[0] != ballot for item in actor.echoes):
                for change in self._right(room, number, there, final):
                    yield there._replace(echoes=(*there.echoes, (ballot, change)))
        for item in actor.echoes:
            if item[0] == actor.round and item in self._echoed(room) and item not in actor.accepts:
                yield actor._replace(accepts=(*actor.accepts, item))

    def _in_ballot(self, actor: Actor, ballot: int, final: Chain) -> Actor:
        base, drawn = divmod(actor.level, 2)
        entry = actor.acks[base] if len(actor.acks) > base else ""
        accepted = max((item for item in actor.accepts if item[0] < ballot), default=NOTHING)
        said = (
            ballot,
            Form(final[:base], tail_size(self.setting, base) if drawn else 0, entry),
            accepted,
        )
        kept = actor.promises if said in actor.promises else (*actor.promises, said)
        return actor._replace(round=ballot, promises=kept)

    def _right(self, room: Room, number: int, actor: Actor, final: Chain) -> set[int]:
        """The changes that this voter can be offered in its ballot, and finds right."""
        setting = self.setting
        now = (*room[:number], actor, *room[number + 1 :])
        given = [
            [None, *(item for item in other.promises if item[0] == actor.round)] for other in now
        ]
        claims = [NOTHING, *(item for item in self._echoed(room) if item[0] < actor.round)]
        known = tuple(
            is_shared(setting, base, [other.gave for other in now])
            for base in range(len(final) + 1)
        )
        lies = list(product(liar_forms(setting, final, known), claims))
        view = View(final[: actor.level // 2], bool(actor.level % 2))
        found: set[int] = set()
        for chosen in product(*given):
            honest = [(item[1], item[2]) for item in chosen if item is not None]
            for liars in range(max(setting.quorum - len(honest), 0), setting.liars + 1):
                for told in combinations_with_replacement(lies, liars):
                    found.update(self._offered([*honest, *told], view))
        return found

    def _offered(self, promised: list[tuple[Form, Accepted]], view: View) -> Iterator[int]:
        ballot, change = highest([accepted for _, accepted in promised])
        if ballot >= 0:
            base = max((form.known for form, _ in promised), key=len)
            if self.judge.repeats(change, base, view):
                yield change
            return
        forms = tuple(sorted(form for form, _ in promised))
        for group in range(len(self.setting.groups)):
            right = self.judge.found_right(forms, group, view)
            if right is not None:
                yield right


def written_out(states: set[State], judge: Judge) -> set[object]:
    """States with their changes written out: two searches number them differently."""
    return {
        (
            tuple(
                sorted(
                    (
                        v.acks,
                        v.gave,
                        v.level,
                        v.accepted[0],
                        judge.changes[v.accepted[1]] if v.accepted[1] >= 0 else (),
                    )
                    for v in state.voters
                )
            ),
            frozenset((ballot, judge.changes[change]) for ballot, change in state.shown),
            frozenset(judge.changes[change] for change in state.decided),
        )
        for state in states
    }
