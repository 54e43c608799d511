"""The rules that the model takes from the product: which change follows from which promises.

Nothing of that rule is written here a second time. The abstract promises of the search become real
bodies, and `check_offer` itself judges the offer that is made of them, over a log that knows just
what a voter of the model knows. Signatures are taken for granted: the search builds no statement
that its seat could not sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import NamedTuple, cast

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.epoch import decision
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.bodies import (
    KEY,
    ChangeBody,
    EntryBody,
    OfferBody,
    PromiseBody,
    VoteBody,
    WantBody,
    body_bytes,
    change_hash,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import Offer, Proposal, Signed, Want
from tests.model.setting import Setting

GAME = bytes(32)
ROOT = hash_of("camelnet/model/1")
UNSIGNED = bytes(64)
REFUSED = "x"  # begins the name of an entry that the rules refuse
WANTED_AT = 9  # the index of wants: whether they have lapsed is `lapse`'s to search
BEFORE = 2  # lines stand before the epoch: an entry of the one before, and the change

Chain = tuple[str, ...]  # the entries of a log, by index


def entry_of(said: str) -> str:
    """The entry of an acknowledgement; a mark behind its name says in which other position."""
    return said.rstrip("'")


class View(NamedTuple):
    """The place of a voter's log: what is final, and whether the last luck is known."""

    known: Chain
    drawn: bool


class Form(NamedTuple):
    """The part of a promise about the log: its base, the number of pending entries whose luck it
    names, and the entry acknowledged behind it ("" for none)."""

    known: Chain
    drawn: int
    entry: str


class Change(NamedTuple):
    """A decision, as the search tells it apart from others."""

    base: Chain
    closing: str  # "": none
    carried: int  # of so many entries of the tail the luck stands
    redrawn: bool
    group: int  # by whose wants

    @property
    def chain(self) -> Chain:
        return (*self.base, self.closing) if self.closing else self.base


@cache
def entry_at(before: Chain, name: str, epoch: int) -> Proposal:
    """The entry of that name behind these."""
    index, prev = len(before) + 1 + BEFORE, hash_at(before, epoch)
    body = EntryBody("camelnet/entry/1", GAME, epoch, index, prev, 0, name, ())
    return Proposal(body_bytes(body), UNSIGNED)


@cache
def hash_at(chain: Chain, epoch: int) -> bytes:
    return entry_hash(entry_at(chain[:-1], chain[-1], epoch).body) if chain else ROOT


def pending_at(setting: Setting, base: int) -> tuple[int, ...]:
    """The real indices of the entries whose luck may be missing behind the `base`-th."""
    last = (base + BEFORE,) if base else ()
    if setting.pending and base < 2:
        return (BEFORE - 1, *last)
    return last


class KnownLog:
    """A log as `check_offer` asks for it, with all its parts in one, for a voter of the model. Real
    indices are those of the model and the lines `BEFORE`."""

    def __init__(self, setting: Setting, view: View) -> None:
        self.view = view
        self.game = GAME
        self.membership = setting.membership
        self.voters = self.membership.voters
        self.index = len(view.known) + 1 + BEFORE
        self.origin = BEFORE
        self.game_start = SimpleNamespace(genesis=SimpleNamespace(seats=range(setting.seats)))
        self.chain = self.epoch = self.rounds = self.agreement = self.statements = self
        self._setting = setting

    def hash_at(self, index: int) -> bytes | None:
        known, number = self.view.known, index - BEFORE
        return hash_at(known[:number], self.membership.epoch) if 0 <= number <= len(known) else None

    def pending_at(self, base: int) -> tuple[int, ...] | None:
        return pending_at(self._setting, base - BEFORE) if base < self.index else None

    def resolved(self, index: int) -> bool:
        """Outside the tail all luck is known."""
        return self.view.drawn or index not in pending_at(self._setting, len(self.view.known))

    def acceptable(self, proposal: Proposal) -> bool:
        entry = read_body(EntryBody, proposal.body)
        place = (self.index, self.hash_at(self.index - 1))
        known = self.view.drawn or entry.notation == KEY
        return (entry.index, entry.prev) == place and known and entry.notation[0] != REFUSED

    def coin_key(self, epoch: int) -> object:
        """The key of the epoch that runs."""
        return None if self._setting.luck == "nonces" else SimpleNamespace(held_by=self._held)

    def _held(self, voters: Sequence[int]) -> bool:
        held = set(self.voters) & set(voters)
        return self._setting.luck != "nonces" and len(held) >= self.membership.quorum

    def round_at(self, index: int) -> object:
        """A pending round, as far as the product's `still_drawable` asks for it."""
        setting = self._setting
        if index not in pending_at(setting, len(self.view.known)):
            return None
        pending = index < BEFORE
        name = "" if pending else self.view.known[index - BEFORE - 1]

        def holds(membership: Membership) -> bool:
            if not pending:
                return self._held(membership.voters)
            return setting.pending == "held" and setting.holds_pending(membership.voters)

        return SimpleNamespace(
            index=index,
            is_key=name == KEY,
            redrawn=pending and setting.pending == "lost",
            holds=holds,
        )

    def learn_luck(self, line: object) -> None:
        """The search lets a voter learn whenever there is something to learn from."""

    def check_signed(self, seat: int, signature: bytes, body: bytes, what: str = "") -> None:
        """See the module."""


def log_of(setting: Setting, view: View) -> Log:
    return cast("Log", KnownLog(setting, view))


class Judge:
    """Answers of the real functions, each asked once. Changes are numbers from here on."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.changes: list[Change] = []
        self._numbers: dict[bytes, int] = {}
        self._bodies: list[tuple[bytes, tuple[Want, ...], Proposal | None]] = []
        self._logs: dict[View, Log] = {}
        self._chains: dict[bytes, Chain] = {}  # that promises were about, by hash
        self.found_right = lru_cache(None)(self._found_right)
        self.repeats = lru_cache(None)(self._repeats)

    def _log(self, view: View) -> Log:
        if view not in self._logs:
            self._logs[view] = log_of(self.setting, view)
        return self._logs[view]

    def _wants(self, group: int) -> tuple[Want, ...]:
        membership = self.setting.membership
        wants: list[Want] = []
        for about, leaving, why in self.setting.groups[group]:
            seats = [seat for seat in membership.voters if seat != about][: membership.quorum]
            if len(seats) < membership.quorum:
                seats = list(membership.voters)
            for seat in seats:
                place = (GAME, membership.epoch, WANTED_AT, seat, about)
                body = WantBody("camelnet/want/1", *place, leaving, why)
                wants.append(Want(body_bytes(body), UNSIGNED))
        return tuple(wants)

    def _promises(
        self, forms: Sequence[Form], accepted: tuple[int, bytes] | None = None
    ) -> tuple[Signed, ...]:
        """Promises in ballot 1, by seat; the first has `accepted` a change in ballot 0."""
        epoch = self.setting.membership.epoch
        signed: list[Signed] = []
        for seat, form in zip(self.setting.membership.voters, forms, strict=False):
            base = len(form.known) + BEFORE
            self._chains[hash_at(form.known, epoch)] = form.known
            entry = entry_at(form.known, form.entry, epoch).body if form.entry else b""
            had = accepted if accepted and not signed else (-1, b"")
            body = PromiseBody(
                domain="camelnet/promise/1",
                game=GAME,
                epoch=epoch + 1,
                ballot=1,
                seat=seat,
                base=base,
                base_hash=hash_at(form.known, epoch),
                drawn=pending_at(self.setting, len(form.known))[: form.drawn],
                entry=entry_hash(entry) if entry else b"",
                accepted=had[0],
                accepted_hash=had[1],
            )
            signed.append(Signed(body_bytes(body), UNSIGNED))
        return tuple(signed)

    def _offer(
        self,
        change: bytes,
        wants: tuple[Want, ...],
        promises: tuple[Signed, ...],
        report: Proposal | None,
        echoes: tuple[Signed, ...] = (),
    ) -> Offer:
        membership = self.setting.membership
        place = (GAME, membership.epoch + 1, 1, membership.coordinator(1))
        body = OfferBody("camelnet/offer/1", *place, change_hash(change))
        return Offer(body_bytes(body), UNSIGNED, change, wants, promises, report, echoes)

    def fresh_offer(self, forms: tuple[Form, ...], group: int, view: View) -> Offer:
        """The offer of a coordinator with that view on these promises, none of which has accepted
        anything. Raises `Refusal`, or `Behind`."""
        log, epoch = self._log(view), self.setting.membership.epoch
        promises = self._promises(forms)
        bodies = [read_body(PromiseBody, item.body) for item in promises]
        base = max(body.base for body in bodies)
        found = {
            body.entry: entry_at(form.known, form.entry, epoch)
            for body, form in zip(bodies, forms, strict=True)
            if body.base == base and body.entry
        }
        report = found.get(decision.closing_of(base, bodies))
        wants = self._wants(group)
        requested = decision.requested_change(log, wants)
        change = body_bytes(decision.decide(log, requested, bodies, report).change)
        return self._offer(change, wants, promises, report)

    def repeated_offer(self, number: int, base: Chain) -> Offer:
        """A change offered again, which one of a quorum of promises has accepted; `base` is the
        highest of them."""
        change, wants, report = self._bodies[number]
        membership = self.setting.membership
        hashed = change_hash(change)
        forms = [Form(base, 0, "")] * membership.quorum
        promises = self._promises(forms, (0, hashed))
        votes = (
            VoteBody("camelnet/vote/1", GAME, membership.epoch + 1, 0, seat, "echo", hashed)
            for seat in membership.voters
        )
        echoes = tuple(Signed(body_bytes(vote), UNSIGNED) for vote in votes)
        return self._offer(change, wants, promises, report, echoes)

    def check(self, offer: Offer, view: View) -> None:
        """Raises what `check_offer` raises where the log is known as far as in that view."""
        decision.check_offer(self._log(view), offer)

    def _found_right(self, forms: tuple[Form, ...], group: int, view: View) -> int | None:
        """The change that a voter with that view finds right, offered on these promises, none of
        which has accepted anything; None if there is none."""
        try:
            offer = self.fresh_offer(forms, group, view)
            self.check(offer, view)
        except (Refusal, decision.Behind):
            return None
        return self._number(offer.change, group, offer.wants, offer.report)

    def _repeats(self, number: int, base: Chain, view: View) -> bool:
        """True if a voter with that view finds a change right that is offered again."""
        try:
            self.check(self.repeated_offer(number, base), view)
        except (Refusal, decision.Behind):
            return False
        return True

    def _number(
        self, body: bytes, group: int, wants: tuple[Want, ...], report: Proposal | None
    ) -> int:
        if body in self._numbers:
            return self._numbers[body]
        change = read_body(ChangeBody, body)
        reported = read_body(EntryBody, report.body) if change.closing and report else None
        closing = reported.notation if reported else ""
        before = reported.prev if reported else change.prev
        told = Change(
            self._chains[before], closing, len(change.carried), bool(change.redrawn), group
        )
        number = self._numbers[body] = len(self.changes)
        self.changes.append(told)
        self._bodies.append((body, wants, report))
        return number


def highest(promised: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The accepted change that binds an offer on promises that show these (ballot, change), by
    seat. Where more lie than a table withstands, two may be of one ballot: the first one binds."""
    bodies: dict[PromiseBody, tuple[int, int]] = {}
    for said in promised:
        body = PromiseBody("camelnet/promise/1", GAME, 1, 0, 0, 0, ROOT, (), b"", said[0], b"")
        bodies.setdefault(body, said)
    return bodies[decision.highest(tuple(bodies))]
