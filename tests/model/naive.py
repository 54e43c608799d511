"""The same model without any of the search's reductions: one small step at a time, in every order.

Here a voter has a round, sends a promise, then an echo, then an accept, while others still
acknowledge or are in another ballot. It is far too slow for more than two ballots of a small
table; there it must come to the very states that `search` comes to.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from tests.model.actions import (
    NOTHING,
    Accepted,
    Actor,
    acknowledged,
    echoed,
    promise_in,
    right_in,
    why_not_accept,
    why_not_ack,
    why_not_decided,
    why_not_drawn,
    why_not_echo,
    why_not_give,
)
from tests.model.levels import fallen, first, following, is_shared, reachable
from tests.model.real import Chain, Form, Judge, View
from tests.model.setting import Setting
from tests.model.states import State, Voter, final_chains, liar_forms

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
        accepts = {item for actor in room for item in actor.accepts}
        decided = {item[1] for item in accepts if not why_not_decided(self.setting, room, item)}
        shown = tuple(echoed(self.setting, room)) if self.setting.liars else ()
        return State(voters, shown, tuple(sorted(decided)))

    def _steps(self, room: Room, number: int, actor: Actor) -> Iterator[Actor]:
        setting, promised = self.setting, actor.round >= 0
        final = final_chains(setting, tuple(other.acks for other in room))[0]
        index = actor.level // 2 + 1
        for said in setting.statements(index):
            if not why_not_ack(setting, actor, index, said, promised=promised):
                yield actor._replace(acks=acknowledged(actor, said))
        for level in following(setting, actor.level, len(final)):
            if not level % 2 or not why_not_drawn(setting, level // 2, [o.gave for o in room]):
                learned = actor._replace(level=level)
                gives = setting.luck and not why_not_give(
                    setting, learned, level // 2, promised=promised
                )
                yield learned._replace(gave=max(level, actor.gave)) if gives else learned
        if promised:
            lower = range(actor.entered, actor.level) if setting.cut else ()
            entries = len(setting.entries)
            yield from (
                actor._replace(level=level)
                for level in lower
                if actor.level in reachable(setting, level, entries)
            )
        else:
            for level in fallen(setting, actor.acks, actor.level, actor.gave):
                yield actor._replace(level=level)
        for ballot in range(max(actor.round, 0), self.ballots):
            there = self._in_ballot(actor, ballot, final)
            yield there
            for change in self._right(room, number, there, final):
                if not why_not_echo(setting, there, (ballot, change)):
                    yield there._replace(echoes=(*there.echoes, (ballot, change)))
        for item in actor.echoes:
            if item not in actor.accepts and not why_not_accept(setting, room, actor, item):
                yield actor._replace(accepts=(*actor.accepts, item))

    def _in_ballot(self, actor: Actor, ballot: int, final: Chain) -> Actor:
        said = promise_in(self.setting, actor, ballot, final)
        kept = actor.promises if said in actor.promises else (*actor.promises, said)
        entered = actor.level if ballot > actor.round else actor.entered
        return actor._replace(round=ballot, promises=kept, entered=entered)

    def _right(self, room: Room, number: int, actor: Actor, final: Chain) -> set[int]:
        """The changes that this voter can be offered in its ballot, and finds right."""
        setting = self.setting
        now = (*room[:number], actor, *room[number + 1 :])
        given = [
            [None, *(item for item in other.promises if item[0] == actor.round)] for other in now
        ]
        claims: list[Accepted] = [
            NOTHING,
            *(item for item in echoed(setting, room) if item[0] < actor.round),
        ]
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
        for group in range(len(self.setting.groups)):
            right = right_in(self.judge, promised, group, view)
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
