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

from tests.model.real import Chain, Form, View
from tests.model.setting import Setting

NOTHING = (-1, -1)  # no change accepted

Accepted = tuple[int, int]  # the ballot, and the change's number


class Voter(NamedTuple):
    """An honest voter. `acks`: what it acknowledged, by index ("": passed over)."""

    acks: Chain
    accepted: Accepted
    level: int


class State(NamedTuple):
    """Voters are interchangeable, so they are sorted. `shown`: the changes that a quorum may have
    echoed, by ballot; `decided`: those that a quorum has accepted."""

    voters: tuple[Voter, ...]
    shown: tuple[Accepted, ...]
    decided: tuple[int, ...]


def start(setting: Setting) -> State:
    return State((Voter((), NOTHING, 1),) * setting.honest, (), ())


def final_chains(setting: Setting, acks: tuple[Chain, ...]) -> list[Chain]:
    """The longest logs that acknowledgements make final, those of all liars given."""
    needed = setting.honest if setting.rules.unanimous else setting.honest_needed
    chains: list[Chain] = [()]
    ends: list[Chain] = []
    for chain in chains:
        place = len(chain)
        said = [own[place] for own in acks if len(own) > place]
        longer = [(*chain, name) for name in setting.names(place + 1) if said.count(name) >= needed]
        chains.extend(longer)
        if not longer:
            ends.append(chain)
    return ends


def steps(setting: Setting, voters: tuple[Voter, ...], final: Chain) -> Iterator[tuple[int, Voter]]:
    """What a voter may do while the epoch runs: acknowledge, learn what is final, or its luck."""
    for number, voter in enumerate(voters):
        yield from ((number, after) for after in _acks(setting, voter))
        upwards = next_level(setting, voter.level, voters, final)
        if upwards is not None:
            yield number, voter._replace(level=upwards)


def _acks(setting: Setting, voter: Voter) -> Iterator[Voter]:
    base, drawn = divmod(voter.level, 2)
    if drawn and len(voter.acks) <= base:
        passed = voter.acks + ("",) * (base - len(voter.acks))
        for name in setting.names(base + 1):
            yield voter._replace(acks=(*passed, name))


def next_level(setting: Setting, level: int, voters: tuple[Voter, ...], final: Chain) -> int | None:
    """How far a voter's log can come from `level` by one step."""
    base, drawn = divmod(level, 2)
    if not drawn:
        sharing = sum(voter.level >= level for voter in voters)
        return level + 1 if sharing >= setting.sharers else None
    if base < len(final):
        return level + (1 if setting.luck else 2)
    return None


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


def advances(
    setting: Setting, voters: tuple[Voter, ...], final: Chain
) -> Iterator[tuple[int, ...]]:
    """How far each voter's log may have come by the end of a ballot: their levels, in all ways."""
    top = 2 * len(final) + 1
    step = 1 if setting.luck else 2
    ranges = [range(voter.level, top + 1, step) for voter in voters]
    seen = set()
    for levels in product(*ranges):
        same = tuple(sorted(zip(voters, levels, strict=True)))
        if same in seen:
            continue
        seen.add(same)
        if not setting.luck or all(
            sum(other >= level - 1 for other in levels) >= setting.sharers
            for voter, level in zip(voters, levels, strict=True)
            if level % 2 and level > 1 and level > voter.level
        ):
            yield levels


@lru_cache(None)
def forms_of(
    setting: Setting, acks: Chain, level: int, reached: int, final: Chain
) -> tuple[Form, ...]:
    """The promises that an honest voter gives in one ballot, while its log goes on from one level
    to another: made again, a promise may have come further."""
    found = []
    for now in range(level, reached + 1, 1 if setting.luck else 2):
        base, drawn = divmod(now, 2)
        entry = acks[base] if len(acks) > base else ""
        names = bool(drawn) and (setting.rules.carries or not setting.luck)
        found.append(Form(final[:base], names, entry))
        if entry and not setting.rules.reports:
            found.append(Form(final[:base], names, ""))
    return tuple(found)


@lru_cache(None)
def views_of(setting: Setting, level: int, reached: int, final: Chain) -> tuple[View, ...]:
    """What a voter's log is when it judges an offer, between two levels."""
    return tuple(
        View(final[: now // 2], bool(now % 2))
        for now in range(level, reached + 1, 1 if setting.luck else 2)
    )


@lru_cache(None)
def liar_forms(setting: Setting, final: Chain, known_luck: int) -> tuple[Form, ...]:
    """All promises that a liar can show the evidence for. `known_luck`: up to which index luck can
    be known."""
    found = []
    for base in range(len(final) + 1):
        for entry in ("", *setting.names(base + 1)):
            if base <= known_luck:
                found.append(Form(final[:base], True, entry))
            if base and setting.luck:  # that it knows no luck, it can always say
                found.append(Form(final[:base], False, entry))
    return tuple(found)


def luck_known(setting: Setting, levels: tuple[int, ...], final: Chain) -> int:
    """The highest index whose luck somebody can know, the liar with all that it was sent."""
    if not setting.luck:
        return len(final)
    return max(
        (
            index
            for index in range(len(final) + 1)
            if sum(level >= 2 * index for level in levels) >= setting.sharers
        ),
    )
