"""The actions of a voter, defined once: what stands against each, and what it leads to.

`states` and `naive` enumerate them, `rounds` those about rounds, and `trace` holds what the program
did against them. Each `why_not` answers with a reason, empty where the action is enabled. A liar
has no actions: whatever it can sign is at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from camelnet.protocol.wire.bodies import KEY
from tests.model.levels import is_shared, tail_size
from tests.model.real import Chain, Form, Judge, View, entry_of, highest
from tests.model.setting import Setting

NOTHING = (-1, -1)  # no change accepted

Accepted = tuple[int, int]  # the ballot, and the change's number
Said = tuple[int, Form, Accepted]  # a promise: its ballot, its form, what it shows as accepted


class Actor(NamedTuple):
    """An honest voter with all that it has said. In round -1 its epoch still runs. `gave`: the
    level up to which it has given its parts of luck."""

    acks: Chain = ()
    level: int = 1
    gave: int = 1
    round: int = -1
    entered: int = 0  # the level at which it entered that round
    promises: tuple[Said, ...] = ()
    echoes: tuple[Accepted, ...] = ()
    accepts: tuple[Accepted, ...] = ()

    @property
    def accepted(self) -> Accepted:
        return max(self.accepts, default=NOTHING)


class Logged(Protocol):
    """What a voter has acknowledged, and how far its log has come."""

    @property
    def acks(self) -> Chain: ...
    @property
    def level(self) -> int: ...


# --- while the epoch runs ---------------------------------------------------------------------


def why_not_ack(setting: Setting, voter: Logged, index: int, said: str, *, promised: bool) -> str:
    """An acknowledgement of the entry and the digest that are `said`."""
    base, drawn = divmod(voter.level, 2)
    if promised and setting.rules.ends:
        return "it acknowledges after its promise"
    if index != base + 1:
        return f"it acknowledges at {index}, behind {base}"
    if not drawn and entry_of(said) != KEY:
        return "it acknowledges without the luck before the entry"
    if len(voter.acks) > base:
        return f"it has acknowledged {voter.acks[base]} there"
    return ""


def acknowledged(voter: Logged, said: str) -> Chain:
    base = voter.level // 2
    return (*voter.acks, *("",) * (base - len(voter.acks)), said)


def why_not_final(setting: Setting, acks: Sequence[Chain], index: int, said: str) -> str:
    """An entry is final; `acks`: those of all honest voters."""
    needed = setting.honest if setting.rules.unanimous else setting.honest_needed
    if setting.rules.one_position:
        count = sum(len(own) >= index and own[index - 1] == said for own in acks)
    else:
        entry = entry_of(said)
        count = sum(len(own) >= index and entry_of(own[index - 1]) == entry for own in acks)
    return "" if count >= needed else f"{count} of {needed} acknowledged {said}"


def why_not_drawn(setting: Setting, base: int, given: Sequence[int]) -> str:
    """The luck behind the `base`-th entry is known; `given`: up to where voters gave theirs."""
    return "" if is_shared(setting, base, given) else f"too few gave a part of luck {base}"


def why_not_give(setting: Setting, voter: Logged, base: int, *, promised: bool) -> str:
    """A part of the luck behind the `base`-th entry."""
    if promised and setting.rules.quiet:
        return "it gives a part of luck after its promise"
    return "" if voter.level >= 2 * base else f"it gives a part of luck {base} before it is final"


# --- promises ---------------------------------------------------------------------------------


def form_at(setting: Setting, acks: Chain, level: int, final: Chain) -> Form:
    """The promise of a voter whose log has come to that level."""
    base, drawn = divmod(level, 2)
    carries = drawn and (setting.rules.carries or not setting.luck)
    entry = entry_of(acks[base]) if len(acks) > base else ""
    return Form(final[:base], tail_size(setting, base) if carries else 0, entry)


def promise_in(setting: Setting, actor: Actor, ballot: int, final: Chain) -> Said:
    """The one promise that a voter can give in a ballot, where its log is."""
    accepted = max((item for item in actor.accepts if item[0] < ballot), default=NOTHING)
    return ballot, form_at(setting, actor.acks, actor.level, final), accepted


def why_not_promise(setting: Setting, actor: Actor, said: Said, final: Chain) -> str:
    if said[0] < actor.round:
        return f"it promises in ballot {said[0]}, of round {actor.round}"
    own = promise_in(setting, actor, said[0], final)
    if said == own:
        return ""
    if said[2] != own[2]:
        return f"its promise shows {said[2]} as accepted, and it has accepted {own[2]}"
    told, true = said[1], own[1]
    if told.entry != true.entry:
        return f"its promise names entry {told.entry or 'none'}, not {true.entry or 'none'}"
    return f"its promise is of base {len(told.known)} with {told.drawn}, not as its log is"


# --- rounds -----------------------------------------------------------------------------------


def why_not_advance(setting: Setting, own: int, others: Iterable[int]) -> str:
    """The timer moves a voter on from round `own`; `others`: the rounds that other honest voters
    have been in. A liar says whatever helps."""
    abreast = 1 + sum(number >= own for number in others) + setting.liars
    quorum = setting.quorum
    return "" if abreast >= quorum else f"{abreast} of {quorum} are in round {own} or later"


def why_not_jump(setting: Setting, number: int, others: Iterable[int]) -> str:
    """A voter jumps to a round that more than may lie have reached."""
    there = sum(other >= number for other in others) + setting.liars
    needed = setting.membership.liars + 1
    return "" if there >= needed else f"{there} of {needed} are in round {number}"


# --- ballots ----------------------------------------------------------------------------------


def right_in(
    judge: Judge, promised: Sequence[tuple[Form, Accepted]], group: int, view: View
) -> int | None:
    """The change that a voter with that view finds right, offered on these promises; None where
    there is none."""
    ballot, change = highest([accepted for _, accepted in promised])
    if ballot < 0:
        return judge.found_right(tuple(sorted(form for form, _ in promised)), group, view)
    base = max((form.known for form, _ in promised), key=len)
    return change if judge.repeats(change, base, view) else None


def why_not_echo(setting: Setting, actor: Actor, item: Accepted) -> str:
    """An echo of what the voter finds right."""
    if item[0] != actor.round:
        return f"it echoes in ballot {item[0]}, of round {actor.round}"
    before = [change for ballot, change in actor.echoes if ballot == item[0]]
    if before and setting.rules.one_echo:
        return f"it has echoed change {before[0]} in this ballot"
    return ""


def why_not_shown(setting: Setting, room: Iterable[Actor], item: Accepted) -> str:
    """A change can be shown as one that a quorum echoed in that ballot."""
    if not setting.rules.echoes:
        return ""
    count = sum(item in actor.echoes for actor in room)
    needed = setting.honest_needed
    return "" if count >= needed else f"{count} of {needed} echoed change {item[1]}"


def why_not_accept(setting: Setting, room: Iterable[Actor], actor: Actor, item: Accepted) -> str:
    if item[0] != actor.round or item not in actor.echoes:
        return "it accepts what it has not echoed in this round"
    return why_not_shown(setting, room, item)


def why_not_decided(setting: Setting, room: Iterable[Actor], item: Accepted) -> str:
    """A change is final: a quorum accepted it in that ballot."""
    count = sum(item in actor.accepts for actor in room)
    needed = setting.honest_needed
    return "" if count >= needed else f"{count} of {needed} accepted change {item[1]}"


def echoed(setting: Setting, room: Sequence[Actor]) -> Iterator[Accepted]:
    """All that can be shown as echoed."""
    for item in sorted({item for actor in room for item in actor.echoes}):
        if not why_not_shown(setting, room, item):
            yield item
