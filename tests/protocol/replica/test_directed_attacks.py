"""The attempts of one liar while a table runs or an epoch ends: each as a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.decision import Behind, check_offer, decide, requested_change
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.wire.bodies import (
    AckBody,
    OfferBody,
    PartingBody,
    PromiseBody,
    body_bytes,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Ack,
    Apart,
    Equivocation,
    Offer,
    Parted,
    Plea,
    Proposal,
    SeatSignature,
    Share,
    Signed,
    SignedStatement,
    SyncReply,
    Unlock,
)
from tests.protocol.ending import change_of, give, quiet, told, votes_of
from tests.protocol.epoch.test_decision import Hearing
from tests.protocol.log.test_beacon_round import followed, write
from tests.protocol.perjury import Perjurer, wants_from
from tests.protocol.toy import signer_for, written
from tests.protocol.toy_table import ToyTable

# --- openings -------------------------------------------------------------------------------------


def empty_unlock(table: ToyTable, index: int, seat: int) -> Unlock:
    """That `seat` holds no part of the one lock that opens there: anybody can send it."""
    return Unlock(table.game_start.id, 0, index, seat, (b"",))


@pytest.mark.parametrize("early", [False, True])
def test_nobody_keeps_cards_shut_by_empty_openings_in_others_names(early: bool) -> None:
    table = quiet()
    write(table, "hide")
    table.lost = lambda sender, to, frame: isinstance(frame, Unlock) and sender != 3
    author = table.log(0).author
    assert author is not None
    index = table.log(0).index
    forged = [(to, seat) for to in (0, 1, 2) for seat in range(4) if seat != to]
    if early:
        for to, seat in forged:
            give(table, to, empty_unlock(table, index, seat), sender=3)
    assert write(table, "show") == index
    for to, seat in forged:
        give(table, to, empty_unlock(table, index, seat), sender=3)
    table.lost = lambda sender, to, frame: isinstance(frame, Unlock) and sender == 3
    table.until(lambda: all(table.log(seat).rounds.drawn for seat in (0, 1, 2)), 30_000)
    assert [face for _, face in table.machines[0].state.shown] != ["-"]
    table.check_agreement()


# --- proposals ------------------------------------------------------------------------------------


def test_proposals_in_others_names_that_wait_for_luck_break_nothing() -> None:
    table = quiet()
    log = table.log(2)
    table.lost = lambda sender, to, frame: to == 2 and isinstance(frame, Share)
    index = write(table, "roll")
    table.until(lambda: table.log(0).rounds.resolved(index))
    author = table.log(0).author
    assert author is not None
    assert not log.rounds.resolved(index)
    forged = [written(table.game_start, log, seat, "add 1") for seat in range(4) if seat != author]
    give(table, 2, written(table.game_start, log, author, "add 1"), *forged, sender=3)
    draw = table.log(0).rounds.round_at(index)
    assert draw is not None
    for seat, share in draw.shares.items():
        give(table, 2, Share(log.game, 0, index, seat, share))
    assert log.agreement.entry is not None
    assert log.agreement.entry.seat == author


# --- playing on apart -----------------------------------------------------------------------------


def parted(table: ToyTable, to: int, *who: int) -> Parted:
    """A parting of these seats from the log of `to`, signed by all of them."""
    log = table.log(to)
    carried = tuple(draw.index for draw in log.rounds.pending if draw.resolved)
    body = PartingBody(
        "camelnet/parting/1", log.game, log.membership.epoch, log.index, log.prev, who, carried
    )
    data = body_bytes(body)
    signed = (SeatSignature(seat, signer_for(log.suite, seat).sign(data)) for seat in who)
    return Parted(data, tuple(signed))


def test_one_of_four_takes_nobody_along_who_did_not_sign() -> None:
    table = quiet()
    line = parted(table, 2, 3)
    with pytest.raises(Refusal):
        give(table, 2, SyncReply(table.game_start.id, (line,)), sender=3)
    assert table.log(2).game == table.game_start.id
    assert table.log(2).membership.voters == (0, 1, 2, 3)


def test_who_has_signed_a_parting_echoes_no_change_of_the_old_game() -> None:
    table = quiet()
    log = table.log(2)
    table.leave(0, 1, 3)
    offer = Perjurer(log, 0).offer(
        0, wants_from(log, 3, 0, 1, 2), [Perjurer(log, seat).promise(0) for seat in (0, 1, 3)]
    )
    partings = table.tables[2].fork_requests
    partings.ask((2, 3))
    asked = next(frame.body for frame in partings.outbox if hasattr(frame, "body"))
    give(table, 2, Apart(asked, 3, b""), sender=3)
    assert log.epoch.frozen
    give(table, 2, offer)
    table.run(2000)
    assert not votes_of(table, 2, "echo")


# --- ending an epoch ------------------------------------------------------------------------------


def test_wants_that_have_lapsed_remove_nobody() -> None:
    table = quiet()
    old = wants_from(table.log(2), 3, 0, 1, 2)
    table.idle.clear()
    table.more(5)
    table.idle = {0, 1, 2, 3}
    table.run(3000)
    for seat in (1, 2, 3):
        try:
            give(table, seat, Perjurer(table.log(0), 0).prep(old, 0))
        except Refusal:
            continue
    table.run(60_000)
    assert not any("voters 0 1 2" in table.notations(seat) for seat in range(4))
    table.idle.clear()
    table.more(3)
    table.check_agreement()
    followed(table)


def test_luck_that_a_promise_names_and_nobody_shows_is_no_ground_for_a_change() -> None:
    table = quiet()
    table.lost = lambda sender, to, frame: isinstance(frame, Share) and to != 1
    index = write(table, "roll")
    table.until(lambda: table.log(1).rounds.resolved(index))
    log = table.log(2)
    assert not log.rounds.resolved(index)
    promises = [Perjurer(log, seat).promise(0, drawn=()) for seat in (2, 3)]
    promises.append(Perjurer(log, 0).promise(0, drawn=(index,)))
    wants = wants_from(log, 3, 0, 1, 2)
    bodies = [read_body(PromiseBody, item.body) for item in promises[:2]]
    change = decide(log, requested_change(log, wants), bodies, None).change
    offer = Perjurer(log, 0).offer(0, wants, promises, change=change)
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
    found = [frame for frame in told(case.table, 0, Offer) if change_at(frame).ballot == 4]
    assert found
    check_offer(case.log, found[0])


def change_at(offer: Offer) -> OfferBody:
    return read_body(OfferBody, offer.body)


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
    table.leave(3)
    table.give_up(3, 0, 1, 2)
    table.until_epoch(1, 60_000)
    assert table.log(0).membership.ghosts == (3,)


def test_an_offer_that_is_not_in_form_is_refused_in_words() -> None:
    table = quiet()
    log = table.log(2)
    promises = [Perjurer(log, seat).promise(0) for seat in (0, 1, 2)]
    offer = Perjurer(log, 0).offer(0, wants_from(log, 3, 0, 1, 2), promises)
    lies = [
        replace(offer, change=b"\x90"),
        replace(offer, promises=tuple(Signed(b"\x90", bytes(64)) for _ in range(3))),
        replace(offer, wants=(replace(offer.wants[0], body=b"\x90"),)),
        replace(offer, report=Proposal(b"\x90", bytes(64))),
    ]
    for lie in lies:
        try:
            give(table, 2, lie)
        except Refusal:
            continue
    assert not votes_of(table, 2, "echo")


# --- liars ----------------------------------------------------------------------------------------


def test_a_false_digest_does_not_stop_a_headless_table_for_good() -> None:
    table = ToyTable("bbbb", 5, headless=True)
    table.play(6)
    liar = 3

    def lost(sender: int, to: int, frame: object) -> bool:
        own_ack = isinstance(frame, Ack) and read_body(AckBody, frame.body).seat == liar
        return sender == liar and (own_ack or isinstance(frame, Equivocation))

    table.lost = lost
    index = table.log(0).index
    table.until(lambda: all(table.log(seat).agreement.entry is not None for seat in (0, 1, 2)))
    log = table.log(liar)
    flight = log.agreement.entry or table.log(0).agreement.entry
    assert flight is not None
    assert flight.index >= index
    entry = table.log(0).agreement.in_flight
    assert entry is not None
    true = table.log(0).agreement._acknowledge(entry)
    assert true is not None
    body = replace(read_body(AckBody, true.body), seat=liar, digest=b"\7" * 32)
    data = body_bytes(body)
    false = Ack(data, signer_for(log.suite, liar).sign(data))
    for seat in (0, 1, 2):
        give(table, seat, false, sender=liar)
    assert table.log(0).epoch.stopped
    table.until(lambda: all(liar in table.log(s).membership.ghosts for s in (0, 1, 2)), 120_000)
    assert table.log(0).epoch.stopped is None
    assert change_of(table.log(0)).votes


def test_who_is_a_proven_liar_is_not_asked_back() -> None:
    table = quiet()
    log = table.log(0)
    table.lost = lambda sender, to, frame: isinstance(frame, Plea)
    one, two = (written(table.game_start, log, 3, f"add {n}", index=3) for n in (1, 2))
    table.give_up(3, 0, 1, 2)
    table.until_epoch(1)
    proof = Equivocation(
        table.game_start.id,
        3,
        (SignedStatement(one.body, one.signature), SignedStatement(two.body, two.signature)),
    )
    for seat in (0, 1, 2):
        give(table, seat, proof, sender=3)
    table.lost = lambda sender, to, frame: False
    table.run(20_000)
    assert table.log(0).membership.epoch == 1
    assert table.log(0).membership.ghosts == (3,)


def test_a_proof_of_the_old_game_is_not_told_in_the_one_played_apart() -> None:
    table = quiet("hh")
    log = table.log(0)
    one, two = (written(table.game_start, log, 1, f"add {n}", index=3) for n in (1, 2))
    proof = Equivocation(
        table.game_start.id,
        1,
        (SignedStatement(one.body, one.signature), SignedStatement(two.body, two.signature)),
    )
    give(table, 0, proof, sender=1)
    admit(log, parted(table, 0, 0))
    assert not log.statements.detector.proofs
    table.restart(0)
    assert table.log(0).game == log.game != table.game_start.id
    assert not table.log(0).statements.detector.proofs
