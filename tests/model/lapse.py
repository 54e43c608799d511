"""That a vote lapses: which wants end an epoch, while the log goes on and a liar keeps old ones.

A search of its own, of small steps: voters acknowledge and learn what is final, over several
indices, and promise on wants for any of them, by themselves or following a promise that they are
shown. Who may follow whom is asked of the product: `followed_promise`,
`RequestedChange.membership`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple, cast

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.decision import RequestedChange
from camelnet.protocol.epoch.message_validation import followed_promise
from camelnet.protocol.log.equivocation import contradiction
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.bodies import AckBody, PromiseBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Signed
from tests.model.real import GAME, UNSIGNED, entry_at, hash_at
from tests.model.setting import Setting

NAMES = tuple(f"a{index}" for index in range(1, 9))


class Place(NamedTuple):
    """An honest voter: the last final index that it knows, the last that it acknowledged; the index
    of the wants on which it promised (0: it has not), and what it showed for that."""

    base: int = 0
    acked: int = 0
    since: int = 0
    lied_to: int = -1  # it followed a liar's promise that says so much was reached; -1: no liar's

    @property
    def reached(self) -> int:
        return max(self.base, self.acked)


Places = tuple[Place, ...]
Follows = Callable[[Place, int, int, int], bool]


@dataclass(slots=True)
class Lapsed:
    """The outcome of the search."""

    states: int = 0
    violation: str = ""
    trace: list[Places] = field(default_factory=list)
    followed: int = 0  # promises that followed another's
    lied: int = 0  # states in which an epoch ends late, by a lie that names its liar


class Lapse:
    def __init__(self, setting: Setting, indices: int, follows: Follows | None = None) -> None:
        """`follows`: another rule than the product's, planted."""
        self.setting = setting
        self.indices = indices
        self._follows = lru_cache(None)(follows or self._real_follows)
        self._liar = setting.membership.voters[-1]

    def run(self) -> Lapsed:
        found = Lapsed()
        start: Places = (Place(),) * self.setting.honest
        parents: dict[Places, Places | None] = {start: None}
        queue = [start]
        for places in queue:
            found.violation = self._wrong(places, found)
            if found.violation:
                at: Places | None = places
                while at is not None:
                    found.trace.insert(0, at)
                    at = parents[at]
                break
            for number, place in enumerate(places):
                for after in self._steps(places, place, found):
                    rest = (*places[:number], after, *places[number + 1 :])
                    following = tuple(sorted(rest))
                    if following not in parents:
                        parents[following] = places
                        queue.append(following)
        found.states = len(parents)
        return found

    def _steps(self, places: Places, place: Place, found: Lapsed) -> Iterator[Place]:
        if place.base < self.indices and all(other.acked > place.base for other in places):
            yield place._replace(base=place.base + 1)
        if place.since:
            return
        if place.acked == place.base < self.indices:
            yield place._replace(acked=place.base + 1)
        for index in range(1, self.indices + 2):
            # A want for an index is signed by whoever has come to it, at any time since.
            if sum(other.base >= index - 1 for other in places) < self.setting.honest_needed:
                break
            if self._follows(place, index, -1, 0):
                yield place._replace(since=index)
                continue
            for other in places:  # whoever has promised shows its promise, or the one it followed
                if other.since and self._follows(place, index, other.reached, other.base):
                    found.followed += 1
                    yield place._replace(since=index)
            for base in range(self.indices + 1) if self.setting.liars else ():
                for reached in (base, base + 1):
                    if self._follows(place, index, reached, base):
                        yield place._replace(since=index, lied_to=reached)

    def _real_follows(self, place: Place, index: int, reached: int, base: int) -> bool:
        return follows(self.setting.membership, self._targets(index), place, reached, base)

    def _targets(self, since: int) -> RequestedChange:
        about, leaving, _ = self.setting.groups[0][0]
        return RequestedChange(
            leaving=frozenset({about} if leaving else ()),
            returning=frozenset(() if leaving else {about}),
            proven=frozenset(),
            since=since,
        )

    # --- what must never be ---------------------------------------------------------------------

    def _wrong(self, places: Places, found: Lapsed) -> str:
        final = min(place.acked for place in places)  # a liar's acknowledgement is at hand
        membership = self.setting.membership
        for place in places:
            if not place.since:
                continue
            furthest = max(other.base for other in places)
            try:
                self._targets(place.since).membership(membership, furthest)
            except Refusal:
                return f"frozen for ever: promised on wants for {place.since}, base {furthest}"
            if final > place.since:
                found.lied += 1
                if not any(self._is_named(other, final) for other in places):
                    return f"wants for {place.since} end an epoch in which {final} is final"
        return ""

    def _is_named(self, place: Place, final: int) -> bool:
        """True if the promise that this voter followed, and its author's acknowledgement, are
        evidence against it."""
        if place.lied_to < 0:
            return False
        epoch = self.setting.membership.epoch
        hashed = hash_at(NAMES[:final], epoch)
        ack = AckBody("camelnet/ack/1", GAME, epoch, final, self._liar, hashed, bytes(32), b"")
        told = _promise(self.setting.membership, place.lied_to, max(place.lied_to - 1, 0))
        return contradiction(ack, read_body(PromiseBody, told)) == self._liar


def follows(
    membership: Membership, requested: RequestedChange, place: Place, reached: int, base: int
) -> bool:
    """True if a voter there promises on these wants, shown a promise that so much was reached
    (-1: shown none)."""
    own = SimpleNamespace(
        game=GAME,
        membership=membership,
        voters=membership.voters,
        index=place.base + 1,
        agreement=SimpleNamespace(reached=place.reached),
        statements=SimpleNamespace(check_signed=lambda *_: None, see_promise=lambda *_: None),
    )
    told = _promise(membership, max(reached, 0), min(base, max(reached, 0)))
    try:
        requested.membership(membership, requested.since)
        followed = followed_promise(cast("Log", own), requested, Signed(told, UNSIGNED))
    except Refusal:
        return False
    return followed is None or reached >= 0


def _promise(membership: Membership, reached: int, base: int) -> bytes:
    epoch = membership.epoch
    entry = entry_at(NAMES[:base], NAMES[base], epoch).body if reached > base else b""
    return body_bytes(
        PromiseBody(
            domain="camelnet/promise/1",
            game=GAME,
            epoch=epoch + 1,
            ballot=0,
            seat=membership.voters[-1],
            base=base,
            base_hash=hash_at(NAMES[:base], epoch),
            drawn=(),
            entry=hash_at(NAMES[: base + 1], epoch) if entry else b"",
            accepted=-1,
            accepted_hash=b"",
        )
    )


def anybody(place: Place, index: int, reached: int, base: int) -> bool:
    """Planted: wants of any index end the epoch."""
    return True


def whoever_says_so(place: Place, index: int, reached: int, base: int) -> bool:
    """Planted: a promise of somebody who had come less far is followed by whoever has come far."""
    return place.reached <= index or 0 <= reached <= index


def without_looking(place: Place, index: int, reached: int, base: int) -> bool:
    """Planted: followed by whoever has not come too far, whatever the promise says."""
    return place.base <= index


PLANTED: tuple[tuple[str, Follows], ...] = (
    ("wants of any index end an epoch", anybody),
    ("a promise is followed from anywhere", whoever_says_so),
    ("a promise is followed unread", without_looking),
)
