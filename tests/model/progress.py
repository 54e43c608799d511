"""That an epoch ends: from every state that a liar can bring about, one good ballot decides.

A good ballot is one whose coordinator is honest, and in which enough honest voters hear each other
for as long as it takes, whatever happened before and whatever liars still say. They need not know
the same: who is behind fetches what the others have. `rounds` says why such a ballot comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch import decision
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import PromiseBody
from camelnet.protocol.wire.frames import Offer
from tests.model.actions import NOTHING, Accepted
from tests.model.real import Chain, Form, Judge, View, highest
from tests.model.search import Search
from tests.model.setting import Setting
from tests.model.states import (
    State,
    advances,
    final_chains,
    forms_of,
    liar_forms,
    luck_known,
    views_of,
)

RIGHT, BEHIND, REFUSED = "right", "behind", "refused"
Told = tuple[Form, Accepted]  # what a promise says


class Fresh(NamedTuple):
    """An offer on promises none of which has accepted anything, made by whoever has that view."""

    forms: tuple[Form, ...]
    by: View


class Again(NamedTuple):
    """An offer of a change that one of its promises has accepted; `base` is their highest."""

    change: int
    base: Chain


Offered = Fresh | Again


class Progress:
    """See the module; of the states that `search` has found."""

    def __init__(self, search: Search) -> None:
        self.setting: Setting = search.setting
        self._judge: Judge = search.judge
        self.offers = 0  # that were made in good ballots
        self.behind = 0  # of the voters that had to fetch something first
        self._verdict = lru_cache(None)(self._verdict_of)

    def check_all(self, states: Iterable[State]) -> str:
        """The first thing that is wrong in any of these states; empty if nothing is."""
        return next((wrong for state in sorted(states) if (wrong := self.check(state))), "")

    def check(self, state: State) -> str:
        """The faults that keep a good ballot from deciding; empty if nothing does."""
        setting = self.setting
        final = final_chains(setting, tuple(voter.acks for voter in state.voters))[0]
        for levels in advances(setting, state.voters, final):
            lies = liar_forms(setting, final, luck_known(setting, state.voters, levels, final))
            told: list[Told] = [
                (forms_of(setting, voter.acks, level, level, final)[0], voter.accepted)
                for voter, level in zip(state.voters, levels, strict=True)
            ]
            views = [views_of(setting, level, level, final)[0] for level in levels]
            for size in range(setting.quorum, setting.honest + 1):
                for present in combinations(range(setting.honest), size):
                    wrong = self._ballots(state, present, told, views, levels, lies)
                    if wrong:
                        return f"{wrong}: present {present}, levels {levels} of {state}"
        return ""

    def _ballots(
        self,
        state: State,
        present: tuple[int, ...],
        told: list[Told],
        views: list[View],
        levels: tuple[int, ...],
        lies: tuple[Form, ...],
    ) -> str:
        """The faults of a ballot among those present, whoever of them coordinates it."""
        top = max(present, key=lambda seat: levels[seat])
        for seat in present:
            for given in self._promises(seat, present, told, views[seat], state.shown, lies):
                offer = self._offer(given, views[seat])
                everybody = set(present) <= {number for number, _ in given}
                if offer is None:
                    if everybody and levels[seat] == levels[top]:
                        return f"seat {seat} has all promises and offers nothing"
                    continue
                self.offers += 1
                for other in present:
                    now = self._verdict(offer, views[other])
                    then = self._verdict(offer, views[top])
                    self.behind += now == BEHIND
                    if now == REFUSED or then != RIGHT:
                        return f"seat {other} finds {offer} {now}, then {then}"
        return ""

    def _promises(
        self,
        seat: int,
        present: tuple[int, ...],
        told: list[Told],
        view: View,
        shown: tuple[Accepted, ...],
        lies: tuple[Form, ...],
    ) -> Iterator[list[tuple[int, Told]]]:
        """By which promises a coordinator may go: its own, others' that it can judge, lies."""
        setting = self.setting
        others = [n for n in range(setting.honest) if n != seat and _judged(told[n][0], view)]
        lying = [
            (form, claim) for form in lies if _judged(form, view) for claim in (NOTHING, *shown)
        ]
        for size in range(len(others) + 1):
            for some in combinations(others, size):
                honest = [(number, told[number]) for number in (seat, *some)]
                for liars in range(max(setting.quorum - len(honest), 0), setting.liars + 1):
                    for lie in combinations_with_replacement(lying, liars):
                        yield honest + [(-1, item) for item in lie]

    def _offer(self, given: list[tuple[int, Told]], view: View) -> Offered | None:
        """The coordinator's offer, as `EpochChange._offer` makes it; None: nothing yet."""
        given = list(given)
        while len(given) >= self.setting.quorum:
            ballot, change = highest([accepted for _, (_, accepted) in given])
            forms = tuple(sorted(form for _, (form, _) in given))
            base = max((form.known for form in forms), key=len)
            offer: Offered = Again(change, base) if ballot >= 0 else Fresh(forms, view)
            if self._verdict(offer, view) == RIGHT:
                return offer
            if ballot < 0:
                return None
            best = next(item for item in given if item[1][1] == (ballot, change))
            if best == given[0]:
                return None  # our own
            given.remove(best)
        return None

    def _offered(self, offer: Offered) -> Offer:
        if isinstance(offer, Again):
            return self._judge.repeated_offer(offer.change, offer.base)
        return self._judge.fresh_offer(offer.forms, 0, offer.by)

    def _verdict_of(self, offer: Offered, view: View) -> str:
        """The judgement of `check_offer` for a voter with that view."""
        try:
            self._judge.check(self._offered(offer), view)
        except decision.Behind:
            return BEHIND
        except Refusal:
            return REFUSED
        return RIGHT


def _judged(form: Form, view: View) -> bool:
    """True if a coordinator with that log can judge a promise: it has the base, and the luck."""
    if len(form.known) > len(view.known):
        return False
    return not form.drawn or view.drawn or len(form.known) < len(view.known)


def ahead_refuses(log: Log, settlement: decision.Decision) -> decision.Decision:
    """Planted: who has the closing entry as final itself finds the change wrong."""
    if log.chain.hash_at(settlement.change.index - 1) is not None and settlement.change.closing:
        raise Refusal(Fault.PREV)
    return settlement


def behind_refuses(promises: Sequence[PromiseBody]) -> PromiseBody:
    """Planted: a promise that is behind another makes an offer wrong."""
    if len({promise.base for promise in promises}) > 1:
        raise Refusal(Fault.PROMISE)
    return max(promises, key=lambda promise: promise.accepted)
