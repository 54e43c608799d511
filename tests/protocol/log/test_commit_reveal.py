"""Luck without a key: all voters sign the same pledges, or nobody shows its part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.commit_reveal import seed_of
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import EntryBody, entry_hash, read_body
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    Ack,
    Certified,
    Equivocation,
    Final,
    Frame,
    Luck,
    Proposal,
    SeatSignature,
    Share,
)
from tests.protocol.refusals import fault_of
from tests.protocol.toy import (
    ListLedger,
    carry,
    game_start,
    hear,
    held,
    log_of,
    logs_of,
    pledged,
    restarted,
    said_by,
    settle,
    signer,
    toy,
    written,
)

ONE, TWO = b"1" * 32, b"2" * 32  # two secrets of a liar
PLAIN = "hbb"  # one person and bots: everybody's secrets make the luck


@pytest.fixture
def begun() -> GameStart:
    return game_start(PLAIN)


def rolled(begun: GameStart) -> tuple[list[Log], Log, Proposal]:
    """The honest seats 0 and 1 after a roll of seat 0, which seat 2 has not acknowledged; with a
    log that has not heard of it."""
    logs = [log_of(begun, seat)[0] for seat in range(2)]
    logs[0].propose("roll")
    said = carry(*logs)
    fresh, _ = log_of(begun, None)
    return logs, fresh, next(frame for frame in said if isinstance(frame, Proposal))


def acks_of(log: Log) -> list[Ack]:
    return [frame for frame in log.retransmissions() if isinstance(frame, Ack)]


def shares_in(frames: list[Frame]) -> list[Share]:
    return [frame for frame in frames if isinstance(frame, Share)]


def test_nobody_shares_while_a_voter_has_pledged_two_things(begun: GameStart) -> None:
    logs, fresh, proposal = rolled(begun)
    logs[0].receive(pledged(fresh, proposal, 2, ONE))
    logs[1].receive(pledged(fresh, proposal, 2, TWO))
    assert {log.index for log in logs} == {2}, "final at both, with another pledge"
    said = carry(*logs)
    assert sum(isinstance(frame, Final) for frame in said) == 2
    assert not shares_in(said)
    for log, secret in zip(logs, (ONE, TWO), strict=True):
        log.receive(Share(begun.id, 0, 1, 2, secret))
    assert not shares_in(carry(*logs))
    assert not any(log.rounds.drawn for log in logs)


@pytest.mark.parametrize("forwarder", [0, 1])
def test_two_pledges_are_a_proof_against_who_signed_not_who_forwarded(
    begun: GameStart, forwarder: int
) -> None:
    logs, fresh, proposal = rolled(begun)
    logs[forwarder].receive(pledged(fresh, proposal, 2, ONE))
    logs[forwarder].receive(pledged(fresh, proposal, 2, TWO))
    assert set(logs[forwarder].statements.detector.proofs) == {2}
    said = carry(*logs)
    assert [frame.seat for frame in said if isinstance(frame, Equivocation)].count(2) >= 1
    assert set(logs[1 - forwarder].statements.detector.proofs) == {2}, "it has heard of both"


def test_acknowledgements_sent_again_show_who_pledged_two_things(begun: GameStart) -> None:
    logs, fresh, proposal = rolled(begun)
    logs[0].receive(pledged(fresh, proposal, 2, ONE))
    logs[1].receive(pledged(fresh, proposal, 2, TWO))
    carry(*logs)
    assert not any(log.statements.detector.proofs for log in logs)
    for log in logs:
        log.outbox.extend(log.retransmissions())
    carry(*logs)
    assert [set(log.statements.detector.proofs) for log in logs] == [{2}, {2}]


def test_a_final_for_other_pledges_releases_no_share(begun: GameStart) -> None:
    logs, fresh, proposal = rolled(begun)
    acks = acks_of(logs[0])
    honest, other = (pledged(fresh, proposal, 2, secret) for secret in (ONE, TWO))
    for log in logs:
        log.receive(honest)
        log.receive(held(proposal, [*acks, other], 2))
    assert not shares_in(carry(*logs))
    for log in logs:
        log.receive(held(proposal, [*acks, honest], 2))
    assert {share.seat for share in shares_in(carry(*logs))} == {0, 1}


@pytest.mark.parametrize("drawn", [False, True])
def test_a_final_that_differs_replaces_none_and_the_record_still_holds(
    begun: GameStart, drawn: bool
) -> None:
    logs = logs_of(begun)
    logs[0].propose("roll")
    proposal = next(frame for frame in logs[0].outbox if isinstance(frame, Proposal))
    said = carry(*logs) if drawn else finals_held_back(logs)
    other = held(proposal, [frame for frame in said if isinstance(frame, Ack)][:2], 2)
    for log in logs[:2]:
        log.receive(other)
    carry(*logs)
    settle(logs, "add 1")
    for log in logs:
        verifier, _ = log_of(begun, None)
        for line in log.chain.complete:
            admit(verifier, line)
        assert verifier.index == 2
        assert verifier.rounds.drawn
    for log in logs[:2]:
        assert set(log.statements.detector.proofs) == {2}, "it has signed two lists"


def finals_held_back(logs: list[Log]) -> list[Frame]:
    """Carry on until everybody has all finals and nobody anybody's share: these wait to be said."""
    said = carry(*logs, held=(Share,))
    for share in shares_in(said):
        logs[share.seat].outbox.append(share)
    return said


def test_a_proof_that_two_finals_make_is_told_at_once(begun: GameStart) -> None:
    logs, fresh, proposal = rolled(begun)
    honest = pledged(fresh, proposal, 2, ONE)
    logs[0].receive(honest)
    said_by(logs[0])
    for acks in ([honest], [*acks_of(logs[0]), honest]):
        logs[0].receive(held(proposal, acks, 2))
    assert [frame.seat for frame in said_by(logs[0]) if isinstance(frame, Equivocation)] == [2]


@pytest.mark.parametrize("order", range(6))
def test_finals_and_shares_may_come_in_any_order(begun: GameStart, order: int) -> None:
    logs = logs_of(begun)
    logs[0].propose("roll")
    (proposal, *own) = said_by(logs[0])
    for log in logs[1:]:
        hear(log, proposal, *own)
    late = carry(*logs[1:])  # among themselves; seat 0 hears it all at once
    late.sort(key=lambda frame: (type(frame).__name__, order % 2), reverse=order >= 3)
    for _ in range(2):
        hear(logs[0], *late[order % 3 :], *late[: order % 3])
        carry(*logs)
    assert all(log.rounds.drawn and log.index == 2 for log in logs)
    assert len({repr(log.line_at(1)) for log in logs}) == 1
    assert len({toy(log).snapshot() for log in logs}) == 1


def finalised(kinds: str) -> tuple[Log, Proposal, list[Ack]]:
    """Seat 1 of a table at which a roll of seat 0 is final and nobody has signed what it holds."""
    begun = game_start(kinds)
    logs = logs_of(begun)
    logs[0].propose("roll")
    proposal = next(frame for frame in logs[0].outbox if isinstance(frame, Proposal))
    acks = [frame for frame in said_by(logs[0]) if isinstance(frame, Ack)]
    for log in logs[1:]:
        log.receive(proposal)
    acks += [frame for log in logs[1:] for frame in said_by(log) if isinstance(frame, Ack)]
    for ack in acks:
        logs[1].receive(ack)
    said_by(logs[1])
    return logs[1], proposal, acks


def test_a_final_that_is_not_its_seats_own_is_refused_by_name() -> None:
    log, proposal, acks = finalised(PLAIN)
    honest = held(proposal, acks, 0)
    assert fault_of(log.receive, Final(honest.body, signer(1).sign(honest.body))) is Fault.SIGNATURE
    moved = honest.body.replace(log.game_start.id, bytes(32))
    assert fault_of(log.receive, Final(moved, signer(0).sign(moved))) is Fault.GAME


def test_a_final_where_a_key_makes_the_luck_is_refused() -> None:
    log, proposal, acks = finalised("hhh")
    assert fault_of(log.receive, held(proposal, acks, 0)) is Fault.VOTER


def test_the_luck_cannot_be_chosen_by_waiting_for_a_restart() -> None:
    begun = game_start("hb")
    storage = ListLedger()
    log, _ = log_of(begun, 0, storage)
    fresh, _ = log_of(begun, None)
    log.propose("roll")
    proposal, mine = said_by(log)
    assert isinstance(proposal, Proposal)
    assert isinstance(mine, Ack)
    promised = pledged(fresh, proposal, 1, ONE)
    log.receive(promised)
    log.receive(held(proposal, [mine, promised], 1))
    (seen,) = [frame.share for frame in said_by(log) if isinstance(frame, Share)]
    again = restarted(begun, 0, storage)
    entry, hashed = read_body(EntryBody, proposal.body), entry_hash(proposal.body)
    secrets = (number.to_bytes(32, "big") for number in range(1000))
    wanted = next(
        secret for secret in secrets if seed_of(entry, hashed, {0: seen, 1: secret})[-1] % 6 == 5
    )
    again.receive(pledged(fresh, proposal, 1, wanted))
    assert set(again.statements.detector.proofs) == {1}
    with pytest.raises(Refusal):
        again.receive(Share(begun.id, 0, 1, 1, wanted))
    assert not toy(again).draws


def test_what_is_signed_as_held_is_durable_before_it_is_sent() -> None:
    begun = game_start("hb")
    storage = ListLedger()
    log, _ = log_of(begun, 0, storage)
    fresh, _ = log_of(begun, None)
    log.propose("roll")
    proposal = next(frame for frame in said_by(log) if isinstance(frame, Proposal))
    log.receive(pledged(fresh, proposal, 1, ONE))
    assert [type(frame) for frame in said_by(log)] == [Final]
    kept = storage.after_a_crash().remember()
    assert len(kept.lines) == 1
    (line,) = kept.lines
    assert isinstance(line, Certified)
    assert len(line.certificate) == 2


def test_who_restarts_between_final_and_share_shares_the_same_and_goes_on() -> None:
    begun = game_start(PLAIN)
    storage = ListLedger()
    logs = [log_of(begun, seat, storage if seat == 0 else None)[0] for seat in range(3)]
    logs[0].propose("roll")
    said = carry(*logs, held=(Final,))  # everybody's are out, but nobody has heard of them
    finals = [frame for frame in said if isinstance(frame, Final)]
    assert len(finals) == 3
    assert storage.after_a_crash().remember().lines
    logs[0] = restarted(begun, 0, storage)
    assert said_by(logs[0]) == [final for final in finals if final in logs[0].retransmissions()]
    for log in logs:
        log.outbox.extend(log.retransmissions())
    carry(*logs)
    assert all(log.rounds.drawn and log.index == 2 for log in logs)
    assert len({repr(log.line_at(1)) for log in logs}) == 1


@pytest.mark.parametrize("kinds", ["hhb", "bhh", "hbhb", "hbb", "bbh"])
def test_a_bot_sees_the_same_luck_with_a_vote_and_without(kinds: str) -> None:
    logs = logs_of(game_start(kinds))
    for notation in ("roll", "add 2", "roll", "roll"):
        settle(logs, notation)
    assert len({tuple(toy(log).draws) for log in logs}) == 1
    assert len({toy(log).total for log in logs}) == 1
    assert len(toy(logs[0]).draws) == 3


def test_a_line_whose_finals_do_not_fit_is_refused_by_name_or_waits(begun: GameStart) -> None:
    logs = logs_of(begun)
    for notation in ("roll", "add 1", "roll"):
        settle(logs, notation)
    first, _, last = (logs[0].line_at(index) for index in (1, 2, 3))
    assert isinstance(first, Certified)
    assert isinstance(last, Certified)
    own = [final.signature for final in first.luck.finals]
    later = [final.signature for final in last.luck.finals]
    votes = [vote.signature for vote in first.certificate]
    for finals in (
        (own[1], own[0], own[2]),
        (own[0], own[1], later[2]),
        (own[0], own[1], votes[2]),
        (own[0], own[1], own[2][:63]),
    ):
        log, machine = log_of(begun, None)
        signed = tuple(SeatSignature(seat, data) for seat, data in enumerate(finals))
        forged = replace(first, luck=replace(first.luck, finals=signed))
        assert fault_of(admit, log, forged) is Fault.SIGNATURE
        assert not machine.draws
    for luck in (
        NO_LUCK,
        replace(first.luck, finals=()),
        replace(first.luck, finals=first.luck.finals[:2]),
        Luck(first.luck.finals, first.luck.shares[:2], ()),
    ):
        log, machine = log_of(begun, None)
        admit(log, replace(first, luck=luck))
        assert not machine.draws
        assert not log.rounds.drawn


def test_one_entry_with_two_valid_signatures_is_no_contradiction(begun: GameStart) -> None:
    class Gullible:
        group = logs_of(begun)[0].suite.group

        def verify(self, key: bytes, signature: bytes, body: bytes) -> bool:
            return True

    log, _ = log_of(begun, 1, suite=Gullible())
    entry = written(begun, log_of(begun, 1)[0], 0, "add 1")
    log.receive(entry)
    log.receive(Proposal(entry.body, b"\1" * 64))
    assert not log.statements.detector.proofs
    assert log.epoch.stopped is None


def test_the_screen_names_who_holds_other_pledges_and_nobody_else(begun: GameStart) -> None:
    logs, fresh, proposal = rolled(begun)
    acks = acks_of(logs[0])
    for log in logs:
        log.receive(pledged(fresh, proposal, 2, ONE))
        log.receive(held(proposal, [*acks, pledged(fresh, proposal, 2, TWO)], 2))
    carry(*logs)
    assert (2, "luck") in logs[0].owed()
    assert logs[0].owed() == logs[1].owed()
