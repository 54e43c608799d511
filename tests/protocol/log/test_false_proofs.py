"""A false deal of a key, a false shuffle, proof or part of a hand: proven to all, and for good."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from camelnet.protocol.cards.deck import Step
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import EntryBody, WantBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Equivocation, SignedStatement, Want
from camelnet.protocol.wire.key_messages import KeyDeal, KeyDealBody, KeyFrame, read_key_body
from tests.protocol.ending import quiet
from tests.protocol.toy import SYMBOLIC, game_start, hear, log_of, said_by, signer_for
from tests.protocol.toy_table import ToyTable
from tests.session.decked import decked
from tests.sim.lies import Lie

LIAR = 2


def forged(frame: KeyDeal) -> KeyDeal:
    """The deal with proofs that do not hold."""
    body = read_key_body(frame)
    assert isinstance(body, KeyDealBody)
    data = encode(to_array(replace(body, proofs=bytes(len(body.proofs)))))
    return KeyDeal(data, signer_for(SYMBOLIC, body.seat).sign(data))


@pytest.mark.parametrize("kinds", ["hhhh", "hhhhb"])
@pytest.mark.parametrize("fooled", [(0, 1, 3), (1,)], ids=["all", "one"])
@pytest.mark.parametrize("headless", [False, True])
def test_a_false_deal_of_a_key_costs_its_dealer_the_seat_for_good(
    kinds: str, fooled: tuple[int, ...], headless: bool
) -> None:
    table = ToyTable(kinds, 11, headless=headless)

    def lost(sender: int, to: int, frame: object) -> bool:
        if sender != LIAR or to not in fooled or not isinstance(frame, KeyDeal):
            return False
        if read_key_body(frame).seat == LIAR:
            table.send(sender, to, forged(frame))
            return True
        return False

    table.lost = lost
    honest = [seat for seat in range(len(kinds)) if seat != LIAR]
    table.until(lambda: all(table.log(seat).membership.proven for seat in honest), 20_000)
    assert {table.log(seat).membership.proven for seat in honest} == {(LIAR,)}
    table.run(20_000)
    assert {table.log(seat).membership.epoch for seat in honest} == {1}, "it does not come back"
    table.more(3)


@pytest.mark.parametrize("lie", [Lie.FALSE_SHUFFLE, Lie.FALSE_PROOF, Lie.FALSE_DEAL])
def test_a_false_entry_of_a_deck_costs_its_author_the_seat_for_good(lie: Lie) -> None:
    with decked("hhhh", lies={LIAR: lie}, seed=3) as table:
        honest = [seat for seat in range(4) if seat != LIAR]
        table.until(lambda: all(table.seat(seat).log.membership.proven for seat in honest))
        assert {table.seat(seat).log.membership.proven for seat in honest} == {(LIAR,)}
        table.end()
        assert {table.seat(seat).log.membership.epoch for seat in honest} == {1}


def test_a_false_entry_that_only_one_voter_was_shown_convinces_all_and_is_told_on() -> None:
    with decked("hhhh", seed=1) as table:
        table.until_step(Step.SHUFFLE)
        logs = [table.seat(number).log for number in range(4)]
        author = logs[0].author
        assert author is not None
        place = (logs[0].game, logs[0].membership.epoch, logs[0].index, logs[0].prev, author)
        body = body_bytes(EntryBody("camelnet/entry/1", *place, "shuffle", (b"no pack",)))
        signed = SignedStatement(body, table.world.peers[author].signer.sign(body))
        proof = Equivocation(logs[0].game, author, (signed,))
        others = [log for log in logs if log.seat != author and log.agreement.entry is None]
        assert others
        for log in others:
            log.receive(proof)
            assert set(log.statements.detector.proofs) == {author}
            assert proof in said_by(log)


def dealt() -> tuple[list[KeyFrame], Log]:
    """The commitments and deals of three honest dealers, and the log of a bot beside them."""
    begun = game_start("hhhb", suite=SYMBOLIC)
    logs = [log_of(begun, seat, suite=SYMBOLIC)[0] for seat in range(4)]
    commits = [frame for log in logs for frame in said_by(log)]
    for log in logs:
        hear(log, *commits)
    deals = [frame for log in logs for frame in said_by(log)]
    return [*commits, *deals], logs[3]  # type: ignore[list-item]


def proof_of(log: Log, seat: int, *frames: KeyFrame) -> Equivocation:
    return Equivocation(
        log.game, seat, tuple(SignedStatement(frame.body, frame.signature) for frame in frames)
    )


def test_nothing_that_honest_dealers_say_is_a_proof() -> None:
    said, judge = dealt()
    for count in (1, 2, 3):
        for chosen in combinations(said, count):
            for seat in range(3):
                with pytest.raises(Refusal):
                    judge.receive(proof_of(judge, seat, *chosen))
    assert not judge.statements.detector.proofs


def test_a_false_deal_proves_something_only_of_who_signed_it() -> None:
    said, judge = dealt()
    commit, deal = said[LIAR], said[3 + LIAR]
    assert isinstance(deal, KeyDeal)
    false = forged(deal)
    unsigned = replace(false, signature=deal.signature)
    for proof in (
        proof_of(judge, 0, commit, false),
        proof_of(judge, LIAR, commit, unsigned),
        proof_of(judge, LIAR, false),
    ):
        with pytest.raises(Refusal):
            judge.receive(proof)
    judge.receive(proof_of(judge, LIAR, commit, false))
    assert set(judge.statements.detector.proofs) == {LIAR}


def test_who_was_wanted_out_for_something_else_is_wanted_out_for_a_proof_as_well() -> None:
    table = quiet()
    changes = table.tables[0].epoch_change
    changes.wants.want(LIAR, leaving=True, why="asked")
    changes.wants.want(LIAR, leaving=True, why="proof")
    changes.wants.want(LIAR, leaving=True, why="asked")
    said = [frame for frame in changes.outbox if isinstance(frame, Want)]
    assert [read_body(WantBody, want.body).why for want in said] == ["asked", "proof"]
