"""A state of the model: what every honest voter has said and knows, and what a liar can show.

Nothing is ever unsaid, so a state is not a set of messages on their way but of what was said. How
far a voter's log has come is its `level`: 2i when the i-th entry is final for it, 2i + 1 when it
knows that entry's luck, too. A liar has no state: whatever can be signed is at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from tests.model.actions import (
    NOTHING,
    Accepted,
    acknowledged,
    form_at,
    why_not_ack,
    why_not_drawn,
    why_not_final,
)
from tests.model.levels import between, fallen, first, following, is_shared, reachable, tail_size
from tests.model.real import Chain, Form, View, entry_of
from tests.model.setting import Setting


class Voter(NamedTuple):
    """An honest voter. `acks`: what it acknowledged, by index ("": passed over). `gave`: its level
    when it promised; of luck behind that it gives no part."""

    acks: Chain
    accepted: Accepted
    level: int
    gave: int


class State(NamedTuple):
    """Voters are interchangeable, so they are sorted. `shown`: the changes that a quorum may have
    echoed, by ballot; `decided`: those that a quorum has accepted."""

    voters: tuple[Voter, ...]
    shown: tuple[Accepted, ...]
    decided: tuple[int, ...]


def start(setting: Setting) -> State:
    return State((Voter((), NOTHING, first(setting), first(setting)),) * setting.honest, (), ())


def final_chains(setting: Setting, acks: tuple[Chain, ...]) -> list[Chain]:
    """The longest logs that acknowledgements make final, those of all liars given."""
    chains: list[Chain] = [()]
    ends: list[Chain] = []
    for chain in chains:
        index = len(chain) + 1
        names = {
            entry_of(said): None
            for said in setting.statements(index)
            if not why_not_final(setting, acks, index, said)
        }
        longer = [(*chain, name) for name in names]
        chains.extend(longer)
        if not longer:
            ends.append(chain)
    return ends


def steps(setting: Setting, voters: tuple[Voter, ...], final: Chain) -> Iterator[tuple[int, Voter]]:
    """The steps of a voter while the epoch runs: acknowledge, learn what is final, or its luck,
    and restart."""
    for number, voter in enumerate(voters):
        index = voter.level // 2 + 1
        for said in setting.statements(index):
            if not why_not_ack(setting, voter, index, said, promised=False):
                yield number, voter._replace(acks=acknowledged(voter, said))
        given = [other.gave for other in voters]
        for level in following(setting, voter.level, len(final)):
            if not level % 2 or not why_not_drawn(setting, level // 2, given):
                gave = max(level, voter.gave) if setting.luck else voter.gave
                yield number, voter._replace(level=level, gave=gave)
        for level in fallen(setting, voter.acks, voter.level, voter.gave):
            yield number, voter._replace(level=level)


def running(setting: Setting, *, renamed: bool = True) -> set[State]:
    """All states of an epoch before its end begins: every interleaving, in every order. With
    `renamed`, what is the same with other names for the entries is here once."""
    found = {start(setting)}
    queue = list(found)
    for state in queue:
        finals = final_chains(setting, tuple(voter.acks for voter in state.voters))
        if len(finals) > 1:
            continue  # forked already; the search says so
        for number, after in steps(setting, state.voters, finals[0]):
            voters = list(state.voters)
            voters[number] = after
            following = state._replace(voters=tuple(sorted(voters)))
            if renamed:
                following = _renamed(setting, following)
            if following not in found:
                found.add(following)
                queue.append(following)
    return found


def _renamed(setting: Setting, state: State) -> State:
    swaps = [
        [False, True] if len(setting.names(i + 1)) == 2 else [False]
        for i in range(len(setting.entries))
    ]
    found = []
    for swap in product(*swaps):
        voters = []
        for voter in state.voters:
            acks = tuple(
                _other(name) if name and swap[place] else name
                for place, name in enumerate(voter.acks)
            )
            voters.append(voter._replace(acks=acks))
        found.append(state._replace(voters=tuple(sorted(voters))))
    return min(found)


def _other(name: str) -> str:
    return ("b" if name[0] == "a" else "a") + name[1:]


def given(setting: Setting, voters: tuple[Voter, ...], levels: tuple[int, ...]) -> tuple[int, ...]:
    """Up to which level each voter has given its part of luck, after a ballot that led to these."""
    return tuple(voter.gave for voter in voters) if setting.rules.quiet else levels


def advances(
    setting: Setting, voters: tuple[Voter, ...], final: Chain
) -> Iterator[tuple[int, ...]]:
    """All levels that the voters' logs may have reached by the end of a ballot."""
    ranges = [reachable(setting, voter.level, len(final)) for voter in voters]
    seen = set()
    for levels in product(*ranges):
        same = tuple(sorted(zip(voters, levels, strict=True)))
        if same in seen:
            continue
        seen.add(same)
        drawn = {level // 2 for voter, level in same if level % 2 and level != voter.level}
        if all(is_shared(setting, base, given(setting, voters, levels)) for base in drawn):
            yield levels


@lru_cache(None)
def forms_of(
    setting: Setting, acks: Chain, level: int, reached: int, final: Chain
) -> tuple[Form, ...]:
    """The promises that an honest voter gives in one ballot, while its log goes on from one level
    to another: made again, a promise may have come further."""
    found = []
    for now in between(setting, level, reached, len(final)):
        form = form_at(setting, acks, now, final)
        found.append(form)
        if form.entry and not setting.rules.reports:
            found.append(form._replace(entry=""))
    return tuple(found)


@lru_cache(None)
def views_of(setting: Setting, level: int, reached: int, final: Chain) -> tuple[View, ...]:
    """The views of a voter's log when it judges an offer, between two levels."""
    return tuple(
        View(final[: now // 2], bool(now % 2))
        for now in between(setting, level, reached, len(final))
    )


@lru_cache(None)
def liar_forms(setting: Setting, final: Chain, known: tuple[bool, ...]) -> tuple[Form, ...]:
    """All promises that a liar can show the evidence for. `known`: whether the luck behind each
    base can be."""
    found: list[Form] = []
    for base in range(len(final) + 1):
        size = tail_size(setting, base)
        claims = range(size + 1) if known[base] else (0,)  # that it knows no luck it can always say
        for entry in ("", *setting.names(base + 1)):
            found.extend(
                Form(final[:base], names, entry)
                for names in claims
                if setting.luck or names == size
            )
    return tuple(found)


def luck_known(
    setting: Setting, voters: tuple[Voter, ...], levels: tuple[int, ...], final: Chain
) -> tuple[bool, ...]:
    """By base, whether somebody can know the luck behind it, the liar with all that it was sent."""
    shown = given(setting, voters, levels)
    return tuple(is_shared(setting, base, shown) for base in range(len(final) + 1))
