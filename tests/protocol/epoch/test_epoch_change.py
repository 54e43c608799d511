"""The end of an epoch: its rounds, promises and echoes, each rule as one sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.epoch_change import ROUND_MS
from camelnet.protocol.wire.bodies import AckBody, OfferBody, VoteBody, read_body
from camelnet.protocol.wire.frames import Ack, Head, Offer, Prep, Promised, Unwant, Vote
from tests.protocol.ending import change_of, give, promises_of, quiet, told, votes_of
from tests.protocol.perjury import Perjurer, change_in, offer_without, promises_from, wants_from
from tests.protocol.refusals import fault_of
from tests.protocol.toy import written

# --- wants ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_fewer_wants_than_act_together_change_nothing() -> None:
    table = quiet()
    table.leave(3)
    table.give_up(3, 0, 1)
    table.run(60_000)
    assert not any(table.log(seat).epoch.frozen for seat in table.present)
    table.give_up(3, 2)
    table.until_epoch(1)
    assert table.log(0).membership.ghosts == (3,)


def test_nobody_owes_a_move_to_an_epoch_that_ends() -> None:
    """Liars who hold the change up must not make people give up whose turn it is."""
    table = quiet()
    author = table.author
    assert table.log(0).owed() == ((author, "entry"),)
    table.lost = lambda sender, to, frame: isinstance(frame, Offer)
    gone = 3 if author != 3 else 2
    table.go_on_without(gone)
    table.run(2000)
    present = [seat for seat in range(4) if seat != gone]
    assert all(table.log(seat).epoch.frozen for seat in present)
    assert not any(table.log(seat).owed() for seat in present)


def test_a_want_lapses_with_its_index() -> None:
    table = quiet()
    table.give_up(3, 0, 1)
    table.run(2000)
    assert table.tables[2].epoch_change.wants.open() == {(3, True): (0, 1)}
    table.idle.clear()
    table.more(1)
    table.idle = {0, 1, 2, 3}
    table.run(3000)
    table.give_up(3, 2)
    table.run(60_000)
    assert table.log(0).membership.epoch == 0
    assert not table.log(2).epoch.frozen


def test_wants_of_two_indices_do_not_add_up() -> None:
    table = quiet()
    log = table.log(2)
    wants = (Perjurer(log, 0).want(3, index=log.index - 1), *wants_from(log, 3, 1, 2))
    assert fault_of(give, table, 2, Perjurer(log, 0).prep(wants, 0)) is Fault.WANT


def test_a_want_can_be_taken_back_by_who_said_it_and_by_nobody_else() -> None:
    table = quiet()
    table.give_up(3, 0, 1)
    table.run(1000)
    forged = Unwant(table.game_start.id, 0, 1, 3)
    table.tables[2].receive(2, forged, table.now_ms)
    assert table.tables[2].epoch_change.wants.open() == {(3, True): (0, 1)}
    table.tables[1].give_up(3, False, table.now_ms)
    table.run(1000)
    assert table.tables[2].epoch_change.wants.open() == {(3, True): (0,)}


@pytest.mark.parametrize("forged", ["signature", "voter", "present ghost"])
def test_a_want_that_is_not_a_voters_own_is_refused_or_ignored(forged: str) -> None:
    table = quiet("hhhb") if forged == "voter" else quiet()
    log = table.log(2)
    if forged == "signature":
        want = Perjurer(log, 0).want(3, seat=1)
        expected = Fault.SIGNATURE
    elif forged == "voter":
        want = Perjurer(log, 3).want(0)
        expected = Fault.VOTER
    else:
        give(table, 2, Perjurer(log, 0).want(3, leaving=False))
        assert not table.tables[2].epoch_change.wants.open()
        return
    assert fault_of(give, table, 2, want) is expected


# --- promises -------------------------------------------------------------------------------------


def test_on_enough_wants_every_voter_promises_whatever_its_own_wish() -> None:
    table = quiet()
    table.give_up(3, 0, 1, 2)
    table.until_epoch(1)
    assert promises_of(table, 3), "even the one that is to leave, who is here and wants to stay"
    assert "voters 0 1 2" in table.notations(3)


def test_a_promise_is_asked_for_with_evidence_or_not_given() -> None:
    table = quiet()
    log = table.log(2)
    wants = wants_from(log, 3, 0, 1, 2)
    lies = [
        Perjurer(log, 0).prep(wants[:2], 0),
        Perjurer(log, 0).prep((wants[0], wants[0], wants[1]), 0),
        Perjurer(log, 0).prep((*wants[:2], Perjurer(log, 3).want(2)), 0),
        replace(Perjurer(log, 0).prep(wants, 0), signature=bytes(64)),
        replace(Perjurer(log, 0).prep(wants, 0), wants=wants_from(log, 3, 1, 2, 3)),
    ]
    for lie in lies:
        with pytest.raises(Refusal):
            give(table, 2, lie)
        assert not log.epoch.frozen
        assert not promises_of(table, 2)
    give(table, 2, Perjurer(log, 0).prep(wants, 0))
    assert log.epoch.frozen


def test_on_a_full_disk_nobody_goes_on_to_a_round_that_is_not_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else it promises there, forgets that in a power cut, and accepts in an older round."""
    table = quiet()
    table.lost = lambda sender, to, frame: isinstance(frame, Offer)
    table.go_on_without(3)
    table.until(lambda: all(table.log(seat).epoch.frozen for seat in (0, 1, 2)))
    change = table.tables[2].epoch_change
    now = change.round

    def full(acceptor_state: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table.ledgers[2], "save_acceptor_state", full)
    with pytest.raises(OSError, match="No space"):
        table.run(10 * ROUND_MS)
    assert change.round == now
    monkeypatch.undo()
    table.until(lambda: change.round > now)


def test_who_has_accepted_repeats_no_promise_that_its_ballot_refuses() -> None:
    """Its coordinator would refuse the frame of somebody who said nothing wrong."""
    table = quiet()
    table.lost = lambda sender, to, frame: isinstance(frame, Vote) and "accept" in str(frame.body)
    table.go_on_without(3)
    changes = [table.tables[seat].epoch_change for seat in (0, 1, 2)]
    table.until(lambda: all(change.ballot.accepted is not None for change in changes))
    table.run(2500)
    assert not table.refusals


def test_acknowledgements_end_with_the_promise() -> None:
    table = quiet()
    log = table.log(2)
    give(table, 2, Perjurer(log, 0).prep(wants_from(log, 3, 0, 1, 2), 0))
    author = table.author
    index = log.index
    give(table, 2, written(table.game_start, log, author, "add 1"), sender=author)
    table.lost = lambda sender, to, frame: isinstance(frame, Prep | Promised | Offer)
    table.run(5000)
    acks = [read_body(AckBody, item.body) for item in told(table, 2, Ack)]
    assert not [body for body in acks if body.index == index]
    assert not log.may_propose


def test_a_lone_promise_does_not_lock_the_table() -> None:
    table = quiet()
    log = table.log(2)
    give(table, 2, Perjurer(log, 0).prep(wants_from(log, 3, 0, 1, 2), 0))
    assert log.epoch.frozen
    assert not table.log(1).epoch.frozen
    table.until_epoch(1)  # its evidence pushes all others on
    table.check_agreement()


# --- rounds ---------------------------------------------------------------------------------------


def test_the_first_ballot_is_of_the_first_voter_that_stays() -> None:
    table = quiet()
    table.give_up(0, 1, 2, 3)
    table.until_epoch(1)
    offer = read_body(OfferBody, change_of(table.log(1)).offer.body)
    assert (offer.ballot, offer.seat) == (1, 1)


def test_a_round_whose_coordinator_is_silent_passes_by_the_timer() -> None:
    table = quiet("hhhhhh")
    table.leave(0)
    table.go_on_without(5)
    began = table.now_ms
    table.until_changed(1)
    assert read_body(OfferBody, change_of(table.log(1)).offer.body).ballot == 1
    assert table.now_ms - began >= ROUND_MS


@pytest.mark.slow
def test_nobody_runs_through_rounds_alone() -> None:
    table = quiet("hhhhhh")
    log = table.log(1)
    table.leave(0, 2, 3, 4, 5)
    give(table, 1, Perjurer(log, 0).prep(wants_from(log, 5, 0, 1, 2, 3), 0))
    table.run(60 * ROUND_MS)
    assert table.tables[1].epoch_change.round == 1, "to where nobody has come yet, and no further"


def test_a_round_is_left_when_more_voters_than_may_lie_state_a_higher_one() -> None:
    table = quiet("hhhhhh")
    log = table.log(1)
    give(table, 1, Perjurer(log, 0).prep(wants_from(log, 5, 0, 1, 2, 3), 0))
    changes = table.tables[1].epoch_change
    assert changes.round == 0
    for seat, expected in ((2, 0), (3, 7)):  # one of six may lie
        head = Head(table.game_start.id, log.index, 0, 7)
        table.tables[1].heard(seat, head, table.now_ms)
        table.tables[1].tick(table.now_ms)
        assert changes.round == expected, f"after seat {seat}"


def test_a_voter_answers_only_the_ballot_of_its_own_round() -> None:
    table = quiet()
    log = table.log(2)
    wants = wants_from(log, 3, 0, 1, 2)
    table.gone = {0, 1, 3}
    give(table, 2, Perjurer(log, 0).prep(wants, 0))
    table.until(lambda: table.tables[2].epoch_change.round == 1, 20_000)
    give(table, 2, offer_without(log, 3, 0, 1, 3))
    assert not votes_of(table, 2, "echo")
    late = [Perjurer(log, seat).promise(2) for seat in (0, 1, 3)]
    table.tables[2].epoch_change._enter(1, table.now_ms)
    give(table, 2, Perjurer(log, 2).offer(2, wants, late), sender=2)
    assert not votes_of(table, 2, "echo"), "a higher ballot waits for its round"
    now = [Perjurer(log, seat).promise(1) for seat in (0, 1, 3)]
    give(table, 2, Perjurer(log, 1).offer(1, wants, now), sender=1)
    assert [body.ballot for body in votes_of(table, 2, "echo")] == [1]


# --- change, echo, accept -------------------------------------------------------------------------


def test_a_change_needs_enough_echoes_to_be_accepted_and_enough_accepts_to_be_final() -> None:
    table = quiet()
    table.leave(0, 1, 3)
    log = table.log(2)
    offer = offer_without(log, 3, 0, 1, 3)
    change = change_in(offer)
    give(table, 2, offer)
    assert votes_of(table, 2, "echo")
    give(table, 2, Perjurer(log, 0).vote(0, "echo", change))
    assert not votes_of(table, 2, "accept"), "two echoes of four"
    give(table, 2, Perjurer(log, 1).vote(0, "echo", change))
    assert votes_of(table, 2, "accept")
    give(table, 2, Perjurer(log, 0).vote(0, "accept", change))
    assert log.membership.epoch == 0, "two accepts of four"
    give(table, 2, Perjurer(log, 1).vote(0, "accept", change))
    assert log.membership.epoch == 1
    assert (log.membership.voters, log.membership.ghosts) == ((0, 1, 2), (3,))


def test_echoes_in_anothers_name_and_of_who_has_no_vote_do_not_count() -> None:
    table = quiet("hhhb")
    table.leave(0, 1, 3)
    log = table.log(2)
    offer = Perjurer(log, 0).offer(0, wants_from(log, 3, 0, 1), promises_from(log, 0, 1))
    change = change_in(offer)
    forged = Perjurer(log, 1).vote(0, "echo", change)
    for vote in (Perjurer(log, 3).vote(0, "echo", change), Vote(forged.body, bytes(64))):
        with pytest.raises(Refusal):
            give(table, 2, vote)
    assert not votes_of(table, 2, "accept")


def test_one_ballot_gets_one_echo_even_after_a_restart() -> None:
    table = quiet()
    table.leave(0, 1, 3)
    log = table.log(2)
    one, other = (offer_without(log, about, 0, 1, 3) for about in (3, 1))
    assert one.change != other.change
    give(table, 2, one)
    first = votes_of(table, 2, "echo")
    give(table, 2, other)
    table.restart(2, lucky=0)
    give(table, 2, other)
    give(table, 2, one)
    table.run(2000)
    assert votes_of(table, 2, "echo") == first
    assert len(first) == 1


def test_a_coordinator_that_offers_two_changes_in_one_ballot_is_a_proven_liar() -> None:
    table = quiet()
    table.leave(0, 1, 3)
    log = table.log(2)
    give(table, 2, *(offer_without(log, about, 0, 1, 3) for about in (3, 1)))
    assert set(log.statements.detector.proofs) == {0}


def _is_of_ballot_0(frame: object) -> bool:
    match frame:
        case Offer():
            return read_body(OfferBody, frame.body).ballot == 0
        case Vote():
            return read_body(VoteBody, frame.body).ballot == 0
    return False


def test_a_change_that_was_accepted_is_proposed_again() -> None:
    table = quiet()
    log = table.log(2)
    table.leave(0)
    offer = offer_without(log, 3, 0, 1, 3)
    change = change_in(offer)
    give(table, 2, offer, *(Perjurer(log, seat).vote(0, "echo", change) for seat in (0, 1)))
    assert votes_of(table, 2, "accept")
    table.lost = lambda sender, to, frame: _is_of_ballot_0(frame)
    table.give_up(0, 1, 2, 3)  # all three have changed their minds, but one has accepted
    table.until_changed(1)
    final = change_of(table.log(1))
    assert read_body(OfferBody, final.offer.body).change == change
    assert read_body(OfferBody, final.offer.body).ballot > 0
    assert table.log(1).membership.ghosts == (3,)
    assert final.offer.echoes, "it shows why"
    table.check_agreement()


def test_votes_without_end_do_not_drown_those_of_the_others() -> None:
    table = quiet()
    log = table.log(2)
    liar = Perjurer(log, 3)
    for ballot in range(400):
        for seat in (0, 1, 2):
            try:
                give(table, seat, liar.vote(ballot, "echo", bytes([ballot % 256]) * 32), sender=3)
            except Refusal:
                continue
    table.go_on_without(3)
    table.until_epoch(1, 60_000)
    assert table.log(0).membership.ghosts == (3,)
