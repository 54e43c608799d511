"""Mistakes that we plant in the rules, to see that the search finds what they lead to; and rules
that it finds idle: without them nothing unsafe can be reached either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from unittest import mock

from camelnet.protocol.epoch import decision
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.bodies import PromiseBody
from tests.model.search import Found, Search
from tests.model.setting import Setting

FOUR = Setting("n = 4, a liar")
FOUR_ONE = Setting("n = 4, a liar, one target", requested=1)


@dataclass(frozen=True, slots=True)
class Planted:
    """A mistake: in the model's own rules, or in a real function that the model calls."""

    name: str
    setting: Setting
    function: str = ""  # of `owner`
    wrong: object = None
    owner: object = decision
    reduced: bool = True

    def quick(self) -> Planted:
        """The same at a table with wants about one seat only."""
        return replace(self, setting=replace(self.setting, requested=1))

    def search(self, ballots: int = 1000) -> Found:
        """The outcome. Where it breaks a reduction, three ballots are searched without."""
        with self._sown():
            if self.reduced:
                return Search(self.setting).run(ballots)
            return Search(self.setting, numbered=True).run(3)

    @contextmanager
    def _sown(self) -> Iterator[None]:
        if not self.function:
            yield
            return
        with mock.patch.object(self.owner, self.function, self.wrong):
            yield


def in_rules(name: str, rule: str, setting: Setting = FOUR) -> Planted:
    return Planted(name, setting.with_rules(name, **{rule: False}))


def lowest(promises: Sequence[PromiseBody]) -> PromiseBody:
    had = [promise for promise in promises if promise.accepted >= 0]
    return min(had or promises, key=lambda promise: promise.accepted)


def never(promises: Sequence[PromiseBody]) -> PromiseBody:
    """As if no promise ever showed an accepted change."""
    return min(promises, key=lambda promise: promise.accepted)


def closes(
    pick: Callable[[Counter[bytes]], bytes], *, silence: bool = False
) -> Callable[..., bytes]:
    """Another rule for the entry that closes an epoch."""

    def closing_of(base: int, promises: Sequence[PromiseBody]) -> bytes:
        told = Counter(
            body.entry for body in promises if body.base == base and (body.entry or silence)
        )
        return pick(told) if told else b""

    return closing_of


def most(told: Counter[bytes]) -> bytes:
    ranked = told.most_common(2)
    return b"" if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def least(told: Counter[bytes]) -> bytes:
    return min(told, key=lambda entry: (told[entry], entry))


def first_of_most(told: Counter[bytes]) -> bytes:
    """The one of most reports, on a tie the one of the lowest hash."""
    return min(told, key=lambda entry: (-told[entry], entry))


QUORUM: Callable[[Membership], int] = Membership.quorum.fget  # type: ignore[attr-defined]


def few(self: Membership) -> int:
    return QUORUM(self) - 1


def as_offered(log: Log, settlement: decision.Decision) -> decision.Decision:
    """Takes an offer whatever our own log has in its place."""
    return settlement


MISTAKES = (
    in_rules("no echoes", "echoes"),
    in_rules("two echoes in one ballot", "one_echo"),
    in_rules("an accepted change is shown without its echoes", "shown"),
    in_rules("an acknowledgement after a promise", "ends"),
    in_rules("a promise that leaves out its entry", "reports"),
    in_rules("final with a quorum of acknowledgements", "unanimous"),
    in_rules("an accepted change that is forgotten", "remembers"),
    in_rules("accepts of two ballots count together", "one_ballot"),
    in_rules(
        "a promise that leaves out luck",
        "carries",
        Setting("", luck="coin", entries=(1, 1), requested=1),
    ),
    in_rules(
        "luck that is given after a promise",
        "quiet",
        Setting("", luck="nonces", requested=1),
    ),
    in_rules(
        "the key's luck that is given after a promise",
        "quiet",
        Setting("", luck="coin", entries=(1, 1), requested=1, pending="lost"),
    ),
    in_rules(
        "an entry is final whatever positions are stated",
        "one_position",
        Setting("", requested=1, entries=(1,), positions=2),
    ),
    in_rules(
        "a nonce leaves before its entry is on the disk",
        "synced",
        Setting("", requested=1, luck="nonces", cut=True),
    ),
    in_rules(
        "a part of what a key draws leaves before the key is on the disk",
        "synced",
        Setting(
            "",
            voters=3,
            before=4,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="lost",
            cut=True,
        ),
    ),
    Planted(
        "the lowest accepted change binds",
        Setting("", entries=(1,)),
        "highest",
        lowest,
        reduced=False,  # the reductions rest on the rule that this breaks
    ),
    Planted("an accepted change binds nobody", FOUR, "highest", never),
    Planted(
        "any report closes", FOUR_ONE, "closing_of", closes(lambda told: min(told, default=b""))
    ),
    Planted("no entry closes", FOUR_ONE, "closing_of", closes(lambda told: b"")),
    Planted("the least reported closes", FOUR_ONE, "closing_of", closes(least)),
    Planted("a quorum of one less", FOUR, "quorum", property(few), Membership),
    Planted("two liars among four", Setting("two liars", liars=2)),
    Planted("a liar among three", Setting("a liar among three", voters=3)),
)

# Rules that add nothing to safety within the bounds.
IDLE = (
    Planted("silence counts as a vote", FOUR, "closing_of", closes(most, silence=True)),
    Planted("on a tie one closes", FOUR, "closing_of", closes(first_of_most)),
    Planted("one's own final entry refuses nothing", FOUR, "_unless_known", as_offered),
)
