"""The round before luck is shared: all voters sign the same pledges, or nobody shows its part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.founding import Founding
from camelnet.protocol.log import Log
from camelnet.protocol.luck import seed_of
from camelnet.protocol.messages import (
    Ack,
    Certified,
    EntryBody,
    Final,
    Frame,
    Proposal,
    Share,
    body_bytes,
    entry_hash,
    read_body,
)
from camelnet.protocol.refusal import Fault, Refusal
from tests.protocol.toy import (
    ListLedger,
    ToyMachine,
    carry,
    founding,
    held,
    log_of,
    pledged,
    said_by,
    signer,
)

ONE, TWO = b"1" * 32, b"2" * 32  # two secrets of a liar


@pytest.fixture
def begun() -> Founding:
    return founding("hhh")


def rolled(begun: Founding) -> tuple[list[Log], ToyMachine, Proposal]:
    """The honest seats 0 and 1 after a roll of seat 0, which seat 2 has not acknowledged; with
    their common position."""
    made = [log_of(begun, seat) for seat in range(2)]
    logs = [log for log, _ in made]
    logs[0].propose("roll")
    said = carry(*logs)
    return logs, made[0][1], next(frame for frame in said if isinstance(frame, Proposal))


def settled(kinds: str, *notations: str) -> tuple[list[Log], Founding]:
    begun = founding(kinds)
    logs = [log_of(begun, seat)[0] for seat in range(len(kinds))]
    for number, notation in enumerate(notations):
        logs[number % len(logs)].propose(notation)
        carry(*logs)
    return logs, begun


def test_nobody_shares_while_a_voter_has_pledged_two_things(begun: Founding) -> None:
    logs, position, proposal = rolled(begun)
    logs[0].receive(pledged(proposal, position, 2, ONE))
    logs[1].receive(pledged(proposal, position, 2, TWO))
    said = carry(*logs)
    assert sum(isinstance(frame, Final) for frame in said) == 2
    assert not [frame for frame in said if isinstance(frame, Share)]
    for log, secret in zip(logs, (ONE, TWO), strict=True):
        log.receive(Share(begun.id, 1, 2, secret))
    assert not [frame for frame in carry(*logs) if isinstance(frame, Share)]
    assert {log.index for log in logs} == {1}


@pytest.mark.parametrize("forwarder", [0, 1])
def test_two_pledges_stop_the_table_and_name_who_signed_not_who_forwarded(
    begun: Founding, forwarder: int
) -> None:
    logs, position, proposal = rolled(begun)
    logs[forwarder].receive(pledged(proposal, position, 2, ONE))
    with pytest.raises(Refusal, match="seat 2") as refused:
        logs[forwarder].receive(pledged(proposal, position, 2, TWO))
    assert refused.value.fault is Fault.EQUIVOCATION
    assert logs[forwarder].stopped is refused.value
    other = logs[1 - forwarder]
    for frame in said_by(logs[forwarder]):
        try:
            other.receive(frame)  # type: ignore[arg-type]
        except Refusal:
            continue
    assert "seat 2" in str(other.stopped), "it has heard of both"


def test_a_final_for_other_pledges_releases_no_share(begun: Founding) -> None:
    logs, position, proposal = rolled(begun)
    acks = [frame for frame in logs[0].pushing() if isinstance(frame, Ack)]
    honest, other = (pledged(proposal, position, 2, secret) for secret in (ONE, TWO))
    for log in logs:
        log.receive(honest)
        log.receive(held(proposal, [*acks, other], 2))
    assert not [frame for frame in carry(*logs) if isinstance(frame, Share)]
    for log in logs:
        log.receive(held(proposal, [*acks, honest], 2))
    shares = [frame for frame in carry(*logs) if isinstance(frame, Share)]
    assert {share.seat for share in shares} == {0, 1}


@pytest.mark.parametrize("order", range(6))
def test_finals_and_shares_may_come_in_any_order(order: int) -> None:
    begun = founding("hhh")
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    logs[0].propose("roll")
    frames = [*logs[0].pushing()]
    logs[1].receive(frames[0])  # type: ignore[arg-type]
    logs[2].receive(frames[0])  # type: ignore[arg-type]
    late: list[Frame] = []
    for _ in range(8):  # seats 1 and 2 go on between themselves; seat 0 hears it all at once
        for log in logs:
            late.extend(said := said_by(log))
            for other in logs[1:]:
                for frame in said:
                    if other is not log:
                        other.receive(frame)  # type: ignore[arg-type]
    late = [frame for frame in late if not isinstance(frame, Proposal)]
    late.sort(key=lambda frame: (type(frame).__name__, order % 2), reverse=order >= 3)
    for _ in range(2):
        for frame in late[order % 3 :] + late[: order % 3]:
            logs[0].receive(frame)  # type: ignore[arg-type]
        carry(*logs)
    assert {log.index for log in logs} == {2}
    assert len({tuple(log.entries) for log in logs}) == 1


@pytest.mark.parametrize("seat", [0, 5, 7])
def test_a_final_that_is_not_its_seats_own_is_refused_by_name(seat: int) -> None:
    begun = founding("hhb")
    logs = [log_of(begun, number)[0] for number in range(3)]
    logs[0].propose("roll")
    for frame in said_by(logs[0]):
        logs[1].receive(frame)  # type: ignore[arg-type]
    proposal, *acks = (frame for frame in logs[1].pushing() if not isinstance(frame, Final))
    assert isinstance(proposal, Proposal)
    own = held(proposal, [ack for ack in acks if isinstance(ack, Ack)], 2 if seat == 5 else 0)
    if seat == 0:
        own = Final(own.body, signer(1).sign(own.body))
    if seat == 7:
        own = replace(own, body=own.body.replace(begun.id, bytes(32)))
    with pytest.raises(Refusal) as refused:
        logs[1].receive(own)
    fault = {0: Fault.SIGNATURE, 5: Fault.VOTER, 7: Fault.GAME}[seat]
    assert refused.value.fault is fault


def test_the_luck_cannot_be_chosen_by_waiting_for_a_restart() -> None:
    begun = founding("hh")
    ledger = ListLedger()
    log, position = log_of(begun, 0, ledger)
    log.propose("roll")
    proposal, mine = said_by(log)
    assert isinstance(proposal, Proposal)
    assert isinstance(mine, Ack)
    promised = pledged(proposal, position, 1, ONE)
    log.receive(promised)
    log.receive(held(proposal, [mine, promised], 1))
    (seen,) = [frame.share for frame in said_by(log) if isinstance(frame, Share)]
    again, machine = log_of(begun, 0, ListLedger())
    for promise in ledger.promises:
        again.restore(promise, ledger.finals)
    entry, hashed = read_body(EntryBody, proposal.body), entry_hash(proposal.body)
    secrets = (number.to_bytes(32, "big") for number in range(1000))
    wanted = next(
        secret for secret in secrets if seed_of(entry, hashed, {0: seen, 1: secret})[-1] % 6 == 5
    )
    with pytest.raises(Refusal, match="seat 1"):
        again.receive(pledged(proposal, position, 1, wanted))
    assert again.stopped is not None
    assert machine.total == 0


def test_who_restarts_between_final_and_share_shares_the_same_and_settles() -> None:
    begun = founding("hhh")
    ledger = ListLedger()
    logs = [log_of(begun, seat, ledger if seat == 0 else None)[0] for seat in range(3)]
    logs[0].propose("roll")
    finals: list[Frame] = []
    while not finals:  # the others have their finals out, but seat 0 has not heard of them
        for log in logs:
            for frame in said_by(log):
                finals.extend([frame] if isinstance(frame, Final) else [])
                for other in logs:
                    if other is not log and not isinstance(frame, Final):
                        other.receive(frame)  # type: ignore[arg-type]
    assert ledger.finals
    said_by(logs[0])
    logs[0], _ = log_of(begun, 0, ListLedger())
    for promise in ledger.promises:
        logs[0].restore(promise, ledger.finals)
    for log in logs:
        log.outbox.extend(log.pushing())
    carry(*logs)
    assert {log.index for log in logs} == {2}
    assert len({tuple(log.entries) for log in logs}) == 1


@pytest.mark.parametrize("kinds", ["hhb", "bhh", "hbhb", "hbb", "bbh"])
def test_a_bot_sees_the_same_luck_with_a_vote_and_without(kinds: str) -> None:
    logs, begun = settled(kinds, "roll", "add 2", "roll")
    assert {log.index for log in logs} == {4}
    assert len({tuple(log.entries) for log in logs}) == 1
    assert len({log.snapshot() for log in logs}) == 1
    voters = tuple(line.seat for line in logs[0].entries[0].certificate)
    assert voters == begun.voters


def test_a_certificate_whose_finals_do_not_fit_is_refused_by_name() -> None:
    logs, begun = settled("hhh", "roll", "add 1", "roll")
    first, plain, last = logs[0].entries
    lines = first.certificate

    def with_finals(entry: Certified, *finals: bytes) -> Certified:
        changed = zip(entry.certificate, finals, strict=True)
        certificate = tuple(replace(line, final=final) for line, final in changed)
        return replace(entry, certificate=certificate)

    own = [line.final for line in lines]
    later = [line.final for line in last.certificate]
    for finals in (
        (b"", b"", b""),
        (own[0], b"", own[2]),
        (own[1], own[0], own[2]),
        (own[0], own[1], later[2]),
        (own[0], own[1], lines[2].signature),
        (own[0], own[1], own[2][:63]),
    ):
        log, _ = log_of(begun, 1)
        with pytest.raises(Refusal) as refused:
            log.admit(with_finals(first, *finals))
        assert refused.value.fault is Fault.SIGNATURE
        assert (log.index, log.entries) == (1, [])
    log, _ = log_of(begun, 1)
    log.admit(first)
    with pytest.raises(Refusal) as refused:
        log.admit(with_finals(plain, b"", own[1], b""))
    assert refused.value.fault is Fault.CERTIFICATE
    log.admit(plain)
    with pytest.raises(Refusal):
        log.admit(with_finals(last, *own))
    log.admit(last)


def test_one_entry_with_two_valid_signatures_is_no_equivocation(begun: Founding) -> None:
    class Gullible:
        def verify(self, key: bytes, signature: bytes, body: bytes) -> bool:
            return True

    log, _ = log_of(begun, 1, suite=Gullible())
    entry = EntryBody("camelnet/entry/1", begun.id, 0, 1, log.prev, 0, "add 1", ())
    body = body_bytes(entry)
    log.receive(Proposal(body, bytes(64)))
    log.receive(Proposal(body, b"\1" * 64))
    assert log.stopped is None


def test_the_screen_names_who_holds_other_pledges_and_nobody_else() -> None:
    begun = founding("hhh")
    (one, position), (two, _) = log_of(begun, 0), log_of(begun, 1)
    one.propose("roll")
    proposal = next(frame for frame in carry(one, two) if isinstance(frame, Proposal))
    acks = [frame for frame in one.pushing() if isinstance(frame, Ack)]
    for log in (one, two):
        log.receive(pledged(proposal, position, 2, b"1" * 32))
        log.receive(held(proposal, [*acks, pledged(proposal, position, 2, b"2" * 32)], 2))
    carry(one, two)
    assert one.lacking() == two.lacking() == ((2, "luck"),)
