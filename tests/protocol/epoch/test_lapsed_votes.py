"""Votes about who plays on lapse: what a liar can still do with those of the others."""

from __future__ import annotations

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.wire.bodies import AckBody, ChangeBody, PromiseBody, read_body
from camelnet.protocol.wire.frames import Ack, Changed, Prep, Promised, Proposal, Share, SyncReply
from tests.protocol.ending import give, quiet, told
from tests.protocol.perjury import Perjurer, wants_from
from tests.protocol.refusals import fault_of
from tests.protocol.toy_table import ToyTable, nothing_lost

LIAR = 3


def went_on(table: ToyTable, moves: int) -> None:
    """Everybody plays some entries, so many at least, and stops."""
    table.idle.clear()
    table.more(moves)
    table.idle = {0, 1, 2, 3}
    table.run(3000)


@pytest.mark.parametrize("later", [2, 3, 8])
@pytest.mark.parametrize("about", [LIAR, 0])
def test_votes_of_two_indices_ago_end_no_epoch_whoever_signs_the_last_one(
    later: int, about: int
) -> None:
    """A liar keeps what two honest people signed, and adds its own."""
    table = quiet()
    old = wants_from(table.log(2), about, 1, 2, LIAR)
    went_on(table, later)
    prep = Perjurer(table.log(2), LIAR).prep(old, 0)
    for seat in (0, 1, 2):
        assert fault_of(give, table, seat, prep, sender=LIAR) is Fault.WANT
    table.run(20_000)
    assert not any(table.log(seat).epoch.frozen for seat in range(4))
    assert table.log(0).membership.epoch == 0
    went_on(table, 2)


def test_a_false_promise_to_have_lagged_costs_its_author_the_seat() -> None:
    """The acknowledgement that it hides, of the entry behind the votes, stands in a certificate."""
    table = quiet()
    log = table.log(2)
    wants = wants_from(log, 0, 1, 2, LIAR)
    behind = Perjurer(log, LIAR).promise(1)
    went_on(table, 2)
    with pytest.raises(Refusal):
        give(table, 1, Perjurer(log, LIAR).prep(wants, 1, behind), sender=LIAR)
    assert LIAR in table.log(1).statements.detector.proofs
    table.until_epoch(1)
    assert table.log(0).membership.proven == (LIAR,)
    assert 0 in table.log(0).voters, "the votes themselves were worth nothing any more"


def test_a_vote_that_was_taken_back_is_worth_nothing_two_indices_on() -> None:
    table = quiet()
    kept = wants_from(table.log(1), 0, 1, 2)
    table.give_up(0, 1, 2)
    table.run(500)
    for seat in (1, 2):
        table.tables[seat].give_up(0, False, table.now_ms)
    mine = Perjurer(table.log(LIAR), LIAR).want(0)
    went_on(table, 2)
    for seat in (0, 1, 2):
        with pytest.raises(Refusal):
            give(table, seat, Perjurer(table.log(1), LIAR).prep((*kept, mine), 0), sender=LIAR)
    table.run(30_000)
    assert table.log(0).membership.epoch == 0


class GoneOn:
    """Everybody wants to continue without `leaver` at `since`. Only `early` hears of it, promises,
    and has acknowledged that entry: the others make it final, and acknowledge the one behind."""

    def __init__(self) -> None:
        self.table = table = quiet()
        log = table.log(0)
        author = table.author
        self.since = log.index
        self.early, self.leaver = (author + 2) % 4, (author + 3) % 4
        self.others = [seat for seat in range(4) if seat not in (self.early, self.leaver)]
        votes = wants_from(log, self.leaver, self.early, *self.others)
        table.lost = lambda sender, to, frame: (
            isinstance(frame, Prep | Promised) or (to == self.early and isinstance(frame, Proposal))
        )
        table.idle = set(range(4)) - {author}
        table.until(lambda: table.log(author).agreement.in_flight is not None)
        table.idle = set(range(4))
        entry = table.log(author).agreement.in_flight
        assert entry is not None
        give(table, self.early, entry.proposal, sender=author)
        assert table.log(self.early).agreement.reached == self.since
        give(table, self.early, *votes)
        table.run(3000)
        assert table.log(self.early).epoch.frozen
        assert {table.log(seat).index for seat in self.others} == {self.since + 1}
        table.idle = set(range(4)) - {table.log(self.others[0]).author or 0}
        table.until(
            lambda: all(table.log(s).agreement.reached == self.since + 1 for s in self.others)
        )
        table.idle = set(range(4))
        self.votes = votes


def test_who_promised_in_time_is_followed_by_those_who_had_gone_on() -> None:
    case = GoneOn()
    case.table.lost = nothing_lost
    case.table.until_epoch(1, 60_000)
    staying = sorted({0, 1, 2, 3} - {case.leaver})
    assert "voters " + " ".join(map(str, staying)) in case.table.notations(case.early)
    case.table.check_agreement()


def test_votes_of_the_index_before_are_not_followed_without_such_a_promise() -> None:
    case = GoneOn()
    seat = case.others[0]
    late = Perjurer(case.table.log(seat), case.others[1])
    prep = late.prep(case.votes, 0, late.promise(0, entry=flight(case, seat)))
    assert fault_of(give, case.table, seat, prep) is Fault.WANT
    assert not case.table.log(seat).epoch.frozen


def flight(case: GoneOn, seat: int) -> Proposal:
    found = case.table.log(seat).agreement.in_flight
    assert found is not None
    return found.proposal


def test_who_followed_shows_the_promise_that_it_followed_even_after_a_restart() -> None:
    case = GoneOn()
    table, seat = case.table, case.others[0]
    first = Perjurer(table.log(case.early), case.early)
    give(table, seat, first.prep(case.votes, 0), sender=case.early)
    assert table.log(seat).epoch.frozen
    table.lost = lambda sender, to, frame: sender == case.early or to == case.early
    table.restart(seat)
    table.sent.clear()
    table.run(2000)
    shown = {read_body(PromiseBody, prep.promise.body) for prep in told(table, seat, Prep)}
    assert {(body.seat, body.reached) for body in shown} == {(case.early, case.since)}
    table.until(lambda: table.log(case.others[1]).epoch.frozen, 20_000)


# --- whoever made the table wait comes back with the next leg -------------------------------------


def owing(kinds: str = "hhhh") -> ToyTable:
    """The liar acknowledges nothing, though it is heard, until people go on without it."""
    table = ToyTable(kinds, 1)
    table.play(6)
    table.lost = lambda sender, to, frame: sender == LIAR and isinstance(frame, Ack | SyncReply)
    table.until(lambda: all((LIAR, "ack") in table.log(seat).owed() for seat in (0, 1, 2)))
    table.run(3000)
    table.give_up(LIAR, 0, 1, 2)
    table.until(lambda: all(LIAR in table.log(seat).membership.ghosts for seat in (0, 1, 2)))
    table.lost = nothing_lost
    return table


def test_who_owed_a_part_is_out_for_the_rest_of_the_leg_and_comes_back_then() -> None:
    table = owing()
    table.run(60_000)
    assert all(LIAR in table.log(seat).membership.ghosts for seat in range(4))
    assert table.log(0).epoch.is_debtor(LIAR)
    for machine in table.machines:
        machine.round = 1
    table.until(lambda: all(LIAR in table.log(seat).voters for seat in range(4)))
    table.check_agreement()


def test_a_restart_does_not_forget_who_owed() -> None:
    table = owing()
    table.restart(0)
    table.run(5000)
    assert table.log(0).epoch.is_debtor(LIAR)


def test_one_liar_alone_makes_nobody_a_debtor() -> None:
    """Its vote says "owing" where the others' say otherwise."""
    table = quiet()
    log = table.log(0)
    votes = [Perjurer(log, seat).want(1) for seat in (0, 2)]
    votes.append(Perjurer(log, LIAR).want(1, why="owing"))
    table.leave(1)
    for seat in (0, 2, LIAR):
        give(table, seat, *votes)
    table.until(lambda: all(1 in table.log(seat).membership.ghosts for seat in (0, 2, LIAR)))
    assert not table.log(0).epoch.is_debtor(1)
    table.wake(1)
    table.until(lambda: all(1 in table.log(seat).voters for seat in range(4)))


@pytest.mark.slow
def test_who_leaves_so_that_luck_is_lost_is_out_for_the_rest_of_the_leg() -> None:
    """One person and bots: all have a part in each die. A bot that has seen the others' parts keeps
    back its own; the die is drawn anew without it."""
    table = ToyTable("hbbb", 2, headless=True)
    table.play(6)
    table.lost = lambda sender, to, frame: sender == LIAR and isinstance(frame, Share | SyncReply)
    table.wishes = dict.fromkeys(range(4), "roll")
    table.until(lambda: all(LIAR in table.log(seat).membership.ghosts for seat in (0, 1, 2)))
    table.lost = nothing_lost
    assert any(
        read_body(ChangeBody, line.offer.change).redrawn
        for line in table.log(0).chain.lines
        if isinstance(line, Changed)
    )
    table.run(60_000)
    assert all(LIAR in table.log(seat).membership.ghosts for seat in (0, 1, 2))
    assert table.log(0).epoch.is_debtor(LIAR)


def test_whoever_has_promised_gives_no_part_of_luck_that_comes_behind() -> None:
    """Or a liar with the last acknowledgement could first collect promises without the entry, then
    see its die, and choose whether the change that it offers has another one drawn."""
    table = quiet()
    table.lost = lambda sender, to, frame: sender == LIAR and isinstance(frame, Ack)
    table.idle.clear()
    table.until(lambda: all(table.log(seat).agreement.in_flight is not None for seat in range(4)))
    table.run(1000)
    table.idle = {0, 1, 2, 3}
    index = table.log(0).index
    acks = told(table, LIAR, Ack)
    last = next(ack for ack in acks if read_body(AckBody, ack.body).index == index)
    wants = wants_from(table.log(0), 2, 0, 1, LIAR)
    table.lost = lambda sender, to, frame: True
    give(table, 0, Perjurer(table.log(0), LIAR).prep(wants, 0), sender=LIAR)
    assert promised(table, 0)
    for seat in (0, 1):
        give(table, seat, last, sender=LIAR)
        assert table.log(seat).index == index + 1, "final, promised or not"
    assert luck_given(table, 1, index), "who has promised nothing gives its part"
    assert not luck_given(table, 0, index)
    table.step()
    assert not luck_given(table, 0, index), "later neither"


def promised(table: ToyTable, seat: int) -> bool:
    return bool(told(table, seat, Promised))


def luck_given(table: ToyTable, seat: int, index: int) -> list[Share]:
    return [share for share in told(table, seat, Share) if share.index == index]
