"""The decision rule: a change follows from promises and what they show, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.decision import (
    Behind,
    check_offer,
    closing_of,
    decide,
    requested_change,
)
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import (
    ChangeBody,
    OfferBody,
    PromiseBody,
    body_bytes,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Accepted,
    Certified,
    Head,
    Offer,
    Promised,
    Proposal,
    Share,
    Signed,
    Vote,
)
from tests.protocol.ending import give, quiet, told, write
from tests.protocol.perjury import Perjurer, change_in, offer_without, promises_from, wants_from
from tests.protocol.refusals import fault_of
from tests.protocol.toy import SYMBOLIC, acked, game_start, log_of, written
from tests.protocol.toy_table import ToyTable, nothing_lost

ONE, TWO, NONE = b"\1" * 32, b"\2" * 32, b""


def promises(*reports: tuple[int, bytes]) -> list[PromiseBody]:
    """Promises of seats 0, 1, …: each with a base and the hash of a reported entry."""
    return [
        PromiseBody("camelnet/promise/1", bytes(32), 1, 0, seat, base, ONE, (), entry, -1, b"")
        for seat, (base, entry) in enumerate(reports)
    ]


# --- the closing entry ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reported", "closes"),
    [
        ("1", "1"),
        ("11", "1"),
        ("1-", "1"),  # reporting nothing is not a vote
        ("1--", "1"),
        ("112", "1"),
        ("122", "2"),
        ("1122-", None),  # a tie: none was final
        ("12", None),
        ("12--", None),
        ("---", None),
    ],
)
def test_the_entry_that_strictly_most_promises_report_closes_the_epoch(
    reported: str, closes: str | None
) -> None:
    begun = game_start("hhhh", suite=SYMBOLIC)
    log, _ = log_of(begun, None, suite=SYMBOLIC)
    entries = {name: written(begun, log, 0, f"add {name}") for name in "12"}
    hashes = {name: bytes(entry_hash(item.body)) for name, item in entries.items()} | {"-": NONE}
    bodies = promises(*((6, hashes[name]) for name in reported))
    for order in (bodies, bodies[::-1]):
        assert closing_of(6, order) == (hashes[closes] if closes else NONE)


def test_a_report_about_a_lower_base_does_not_count() -> None:
    begun = game_start("hhhh", suite=SYMBOLIC)
    log, _ = log_of(begun, None, suite=SYMBOLIC)
    one, two = (written(begun, log, 0, f"add {n}") for n in (1, 2))
    hashes = [bytes(entry_hash(item.body)) for item in (one, two)]
    told_bodies = promises((5, hashes[0]), (5, hashes[0]), (6, hashes[1]))
    assert closing_of(6, told_bodies) == hashes[1]


def in_flight(acks: tuple[int, ...]) -> tuple[ToyTable, Proposal]:
    """A table of four at which the author's entry reached these seats only, and then everybody
    was cut off."""
    table = quiet()
    author = table.author
    entry = written(table.game_start, table.log(author), author, "add 5")
    table.lost = lambda sender, to, frame: True
    for seat in acks:
        give(table, seat, entry, sender=author)
    table.run(500)
    return table, entry


@pytest.mark.parametrize("seats", [(0,), (1, 2), (0, 1, 2)])
def test_what_somebody_acknowledged_closes_the_old_epoch_everywhere(seats: tuple[int, ...]) -> None:
    table, entry = in_flight(seats)
    table.lost = nothing_lost
    leaver = 3
    index = table.log(0).index
    table.leave(leaver)
    for seat in seats:  # the entry is not sent again: what counts is what the promises report
        assert table.log(seat).agreement.acknowledged is not None
    table.lost = lambda sender, to, frame: frame == entry
    table.give_up(leaver, 0, 1, 2)
    table.until_epoch(1)
    assert {table.notations(seat)[index - 1] for seat in (0, 1, 2)} == {"add 5"}
    closing = table.log(0).line_at(index)
    assert isinstance(closing, Certified)
    assert closing.certificate == ()
    table.check_agreement()


def test_what_nobody_present_acknowledged_is_gone() -> None:
    table, _ = in_flight(())
    table.lost = nothing_lost
    table.leave(3)
    index = table.log(0).index
    table.give_up(3, 0, 1, 2)
    table.until_epoch(1)
    assert table.notations(0)[index - 1] == "voters 0 1 2"
    table.check_agreement()


def test_an_entry_that_is_final_somewhere_is_never_lost() -> None:
    table, entry = in_flight((0, 1, 2, 3))
    index = table.log(0).index
    for seat in range(4):
        if seat != 2:
            give(table, 2, acked(table.log(seat), entry, seat), sender=seat)
    assert table.log(2).index == index + 1
    table.leave(2)  # the only one that knows; and all others go on without it
    table.lost = nothing_lost
    table.give_up(2, 0, 1, 3)
    table.until_epoch(1)
    assert table.notations(0)[index - 1] == "add 5"
    table.check_agreement()


# --- evidence of a promise ------------------------------------------------------------------------


Lie = Callable[["Hearing"], Promised]


class Hearing:
    """Seat 0 of four collects promises to go on without seat 3; seat 2 is honest, seat 1 lies."""

    def __init__(self) -> None:
        self.table = quiet()
        self.log: Log = self.table.log(0)
        self.table.leave(1, 2, 3)
        give(self.table, 0, *(Perjurer(self.log, seat).want(3) for seat in (1, 2)))
        self.table.give_up(3, 0)
        self.table.run(100)
        assert self.log.epoch.frozen
        self.liar = Perjurer(self.log, 1)

    def entry(self, seat: int | None = None, **changes: Any) -> Proposal:
        author = self.log.author if seat is None else seat
        assert author is not None
        return written(self.table.game_start, self.log, author, "add 1", **changes)

    def accepted(self, *echoing: int) -> Accepted:
        """A change of an older ballot, with the echoes of these seats."""
        offer = offer_without(self.log, 3, 0, 1, 2)
        votes = [Perjurer(self.log, seat).vote(0, "echo", change_in(offer)) for seat in echoing]
        return Accepted(offer, tuple(Signed(vote.body, vote.signature) for vote in votes))

    def at_ballot(self, ballot: int) -> None:
        """Go on to a later ballot of seat 0, where the others say that they are."""
        table = self.table.tables[0]
        for seat in (1, 2):
            head = Head(self.log.game, self.log.index, 0, ballot)
            table.heard(seat, head, self.table.now_ms)
        table.tick(self.table.now_ms)
        assert table.epoch_change.round == ballot

    def counts(self, promise: Promised, ballot: int = 0) -> bool:
        """True if a promise counts: with an honest one and our own it would be enough."""
        try:
            give(self.table, 0, promise, sender=1)
        except Refusal:
            assert not told(self.table, 0, Offer)
        give(self.table, 0, Perjurer(self.log, 2).promise(ballot), sender=2)
        return any(ballot_of(offer) == ballot for offer in told(self.table, 0, Offer))


def ballot_of(offer: Offer) -> int:
    return read_body(OfferBody, offer.body).ballot


def unshown(promise: Promised) -> Promised:
    return replace(promise, entry=None, accepted=None)


def later_ballot(case: Hearing) -> Promised:
    """That a change was accepted in a ballot that is still to come."""
    body = read_body(PromiseBody, case.liar.promise(0).body)
    data = body_bytes(replace(body, accepted=2, accepted_hash=ONE))
    return Promised(data, case.liar.signer.sign(data), None, None)


LIES: dict[str, Lie] = {
    "a base that nobody knows": lambda case: case.liar.promise(0, base=case.log.index + 3),
    "another base": lambda case: case.liar.promise(0, base_hash=ONE),
    "an entry that is not shown": lambda case: unshown(case.liar.promise(0, entry=case.entry())),
    "another entry than is shown": lambda case: replace(
        case.liar.promise(0, entry=case.entry()), entry=case.entry(notation="add 2")
    ),
    "an entry that nobody signed": lambda case: case.liar.promise(
        0, entry=Proposal(case.entry().body, bytes(64))
    ),
    "an entry for another place": lambda case: case.liar.promise(
        0, entry=case.entry(index=case.log.index + 1)
    ),
    "an entry of another game": lambda case: case.liar.promise(0, entry=case.entry(game=ONE)),
    "an entry of another epoch": lambda case: case.liar.promise(0, entry=case.entry(epoch=3)),
    "a promise for another epoch": lambda case: case.liar.promise(0, epoch=5),
    "a promise of another game": lambda case: case.liar.promise(0, game=ONE),
    "a promise for another ballot": lambda case: case.liar.promise(4),
    "a promise of somebody else": lambda case: case.liar.promise(0, seat=2),
    "a change accepted in a later ballot": later_ballot,
    "a change without its hash": lambda case: case.liar.promise(0, accepted_hash=ONE),
}


def test_an_honest_promise_counts() -> None:
    case = Hearing()
    assert case.counts(case.liar.promise(0))


@pytest.mark.parametrize("lie", sorted(LIES))
def test_a_promise_does_not_count_with(lie: str) -> None:
    case = Hearing()
    assert not case.counts(LIES[lie](case))


@pytest.mark.parametrize(
    ("echoing", "counted"), [((0, 1, 2), True), ((0, 2, 3), True), ((0, 1), False), ((1,), False)]
)
def test_an_accepted_change_counts_with_enough_echoes_only(
    echoing: tuple[int, ...], counted: bool
) -> None:
    case = Hearing()
    accepted = case.accepted(*echoing)
    case.at_ballot(4)
    assert case.counts(case.liar.promise(4, accepted=accepted), ballot=4) is counted


def test_echoes_of_a_change_that_is_not_the_one_named_do_not_count() -> None:
    case = Hearing()
    accepted = case.accepted(0, 1, 2)
    case.at_ballot(4)
    other = Accepted(offer_without(case.log, 1, 0, 2, 3), accepted.echoes)
    assert not case.counts(case.liar.promise(4, accepted=other), ballot=4)


# --- offers ---------------------------------------------------------------------------------------


def offered(*, entry: bool) -> tuple[Log, Offer, list[Promised]]:
    """A right offer of seat 0 to go on without seat 3, closing with an entry or not."""
    table = quiet()
    log = table.log(2)
    author = table.author
    report = written(table.game_start, log, author, "add 1") if entry else None
    ballot = promises_from(log, 0, 1, 2, entry=report)
    offer = Perjurer(log, 0).offer(0, wants_from(log, 3, 0, 1, 2), ballot, report=report)
    return log, offer, ballot


@pytest.mark.parametrize("entry", [False, True])
def test_a_right_offer_is_found_right(entry: bool) -> None:
    log, offer, _ = offered(entry=entry)
    settlement = check_offer(log, offer)
    assert settlement.membership.voters == (0, 1, 2)
    assert (settlement.closing is not None) is entry
    assert settlement.change.index == log.index + entry


@pytest.mark.parametrize(
    "changes",
    [
        {"voters": (0, 1, 2, 3), "ghosts": ()},
        {"voters": (0, 1)},
        {"ghosts": ()},
        {"proven": (3,)},
        {"carried": (5,)},
        {"redrawn": 5},
        {"prev": ONE},
        {"index": 3},
        {"epoch": 2},
        {"game": ONE},
    ],
)
def test_a_change_that_does_not_follow_is_refused(changes: dict[str, Any]) -> None:
    log, offer, ballot = offered(entry=True)
    change = replace(read_body(ChangeBody, offer.change), **changes)
    lie = Perjurer(log, 0).offer(0, offer.wants, ballot, change=change, report=offer.report)
    with pytest.raises((Refusal, Behind)):
        check_offer(log, lie)


LESS: dict[str, Callable[[Offer], Offer]] = {
    "a want": lambda offer: replace(offer, wants=offer.wants[:2]),
    "a promise": lambda offer: replace(offer, promises=offer.promises[:2]),
    "a report": lambda offer: replace(offer, report=None),
    "its order": lambda offer: replace(offer, promises=offer.promises[::-1]),
    "a signature": lambda offer: replace(offer, signature=bytes(64)),
    "the signature of a promise": lambda offer: replace(
        offer, promises=(*offer.promises[:2], replace(offer.promises[2], signature=bytes(64)))
    ),
    "the signature of a report": lambda offer: replace(
        offer,
        report=replace(offer.report, signature=bytes(64)),  # type: ignore[type-var]
    ),
    "the signature of a want": lambda offer: replace(
        offer, wants=(*offer.wants[:2], replace(offer.wants[2], signature=bytes(64)))
    ),
    "one voice twice": lambda offer: replace(
        offer, promises=(*offer.promises[:2], offer.promises[1])
    ),
    "a change in form": lambda offer: replace(offer, change=b"\x90"),
    "promises in form": lambda offer: replace(offer, promises=(Signed(b"\x90", bytes(64)),) * 3),
    "wants in form": lambda offer: replace(offer, wants=(replace(offer.wants[0], body=b"\x90"),)),
    "a report in form": lambda offer: replace(offer, report=Proposal(b"\x90", bytes(64))),
    "the change it signs": lambda offer: replace(
        offer, change=body_bytes(replace(read_body(ChangeBody, offer.change), redrawn=1))
    ),
}


@pytest.mark.parametrize("less", sorted(LESS))
def test_an_offer_is_refused_without(less: str) -> None:
    log, offer, _ = offered(entry=True)
    with pytest.raises(Refusal):
        check_offer(log, LESS[less](offer))
    check_offer(log, offer)


@pytest.mark.parametrize(("age", "counts"), [(0, True), (1, True), (2, True), (3, False)])
def test_wants_that_had_lapsed_before_the_base_change_nothing(age: int, counts: bool) -> None:
    log, right, ballot = offered(entry=False)
    index = log.index - age
    wants = [Perjurer(log, seat).want(3, index=index) for seat in (0, 1, 2)]
    change = read_body(ChangeBody, right.change)
    offer = Perjurer(log, 0).offer(0, wants, ballot, change=change)
    if counts:
        assert check_offer(log, offer).membership.voters == (0, 1, 2)
        return
    assert fault_of(check_offer, log, offer) is Fault.WANT


def test_only_the_voter_whose_ballot_it_is_offers() -> None:
    log, offer, ballot = offered(entry=False)
    lie = Perjurer(log, 1).offer(0, offer.wants, ballot)
    assert fault_of(check_offer, log, lie) is Fault.AUTHOR


def test_who_lags_behind_the_base_fetches_before_it_judges() -> None:
    log, offer, _ = offered(entry=False)
    behind, _ = log_of(log.game_start, None, suite=SYMBOLIC)
    for line in log.chain.lines[:-3]:
        admit(behind, line)
    with pytest.raises(Behind):
        check_offer(behind, offer)


def test_an_entry_that_the_rules_refuse_closes_nothing() -> None:
    table = quiet()
    log = table.log(2)
    author = table.author
    for report in (
        written(table.game_start, log, author, "fly"),
        written(table.game_start, log, (author + 1) % 4, "add 1"),
        written(table.game_start, log, author, "add 1", prev=ONE),
        written(table.game_start, log, author, "add 1", game=ONE),
        written(table.game_start, log, author, "key"),
    ):
        ballot = promises_from(log, 0, 1, 2, entry=report)
        bodies = [read_body(PromiseBody, item.body) for item in ballot]
        requested = requested_change(log, wants_from(log, 3, 0, 1, 2))
        assert decide(log, requested, bodies, report).closing is None


def test_a_vote_of_another_ballot_or_step_makes_nothing_final() -> None:
    table = quiet()
    log = table.log(2)
    table.leave(0, 1, 3)
    offer = offer_without(log, 3, 0, 1, 3)
    change = change_in(offer)
    give(table, 2, offer)
    votes: list[Vote] = []
    for seat in (0, 1):
        votes += [Perjurer(log, seat).vote(4, "echo", change)]
        votes += [Perjurer(log, seat).vote(4, "accept", change)]
        votes += [Perjurer(log, seat).vote(0, "accept", ONE)]
    give(table, 2, *votes)
    assert log.membership.epoch == 0


def test_luck_that_a_promise_names_and_nobody_shows_is_no_ground_for_a_change() -> None:
    table = quiet()
    table.lost = lambda sender, to, frame: isinstance(frame, Share) and to != 1
    index = write(table, "roll")
    table.until(lambda: table.log(1).rounds.resolved(index))
    log = table.log(2)
    assert not log.rounds.resolved(index)
    ballot = [Perjurer(log, seat).promise(0, drawn=()) for seat in (2, 3)]
    ballot.append(Perjurer(log, 0).promise(0, drawn=(index,)))
    wants = wants_from(log, 3, 0, 1, 2)
    bodies = [read_body(PromiseBody, item.body) for item in ballot[:2]]
    change = decide(log, requested_change(log, wants), bodies, None).change
    offer = Perjurer(log, 0).offer(0, wants, ballot, change=change)
    found = []
    for seat in (1, 2):
        try:
            found.append(check_offer(table.log(seat), offer).change)
        except (Refusal, Behind):
            found.append(None)
    assert found[0] == found[1], "what one may echo, all may"


@pytest.mark.parametrize("spoiled", ["wants", "report", "change"])
def test_true_echoes_with_something_false_beside_them_hold_up_no_change(spoiled: str) -> None:
    case = Hearing()
    accepted = case.accepted(0, 1, 2)
    offer = accepted.offer
    case.at_ballot(4)
    if spoiled == "wants":
        offer = replace(offer, wants=wants_from(case.log, 1, 0, 2, 3))
    elif spoiled == "report":
        offer = replace(offer, report=case.entry())
    else:
        offer = replace(offer, change=offer.change + b"\0")
    lie = case.liar.promise(4, accepted=replace(accepted, offer=offer))
    for promise in (lie, *(Perjurer(case.log, seat).promise(4) for seat in (2, 3))):
        try:
            give(case.table, 0, promise, sender=1)
        except Refusal:
            continue
    found = [offer for offer in told(case.table, 0, Offer) if ballot_of(offer) == 4]
    assert found
    check_offer(case.log, found[0])
