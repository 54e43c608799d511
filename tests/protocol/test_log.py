"""The log: what is refused by name, what becomes final, and what survives bad links."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.founding import Founding
from camelnet.protocol.log import Log
from camelnet.protocol.messages import (
    Ack,
    AckBody,
    CertificateLine,
    Certified,
    EntryBody,
    Frame,
    Proposal,
    Share,
    ack_for,
    body_bytes,
    entry_hash,
    read_body,
)
from camelnet.protocol.refusal import Fault, Refusal
from tests.protocol.toy import ListLedger, ToyTable, carry, founding, log_of, signer


def proposal(begun: Founding, log: Log, seat: int, written: str, /, **changes: object) -> Proposal:
    """An entry for `log`'s next place, signed by `seat`, with fields changed before signing."""
    entry = EntryBody("camelnet/entry/1", begun.id, 0, log.index, log.prev, seat, written, ())
    body = body_bytes(replace(entry, **changes))
    return Proposal(body, signer(seat).sign(body))


def settle(logs: list[Log], notation: str) -> None:
    """Let the author of the next entry write it, and carry every frame to everybody."""
    author = next(log for log in logs if log._own and log._machine.author == log._own.seat)
    author.propose(notation)
    carry(*logs)


@pytest.fixture
def begun() -> Founding:
    return founding("hhh")


@pytest.mark.parametrize("kinds", ["hh", "hhh", "bb", "hb", "hhbb", "hhhhhhhh", "bbbbb", "hbbb"])
def test_an_entry_that_all_voters_acknowledge_is_settled_everywhere(kinds: str) -> None:
    begun = founding(kinds)
    logs = [log_of(begun, seat)[0] for seat in range(len(kinds))]
    settle(logs, "add 3")
    settle(logs, "roll")
    settle(logs, "stop" if len(kinds) > 2 else "add 1")
    assert {log.index for log in logs} == {4}
    assert len({tuple(log.entries) for log in logs}) == 1
    assert len({log._machine.snapshot() for log in logs}) == 1


def test_a_verifier_without_a_seat_admits_what_the_players_settled(begun: Founding) -> None:
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    for notation in ("roll", "add 2", "roll"):
        settle(logs, notation)
    witness, machine = log_of(begun, 0)
    witness._own = None
    for certified in logs[0].entries:
        witness.admit(certified)
    assert machine.snapshot() == logs[0]._machine.snapshot()


def test_nothing_is_final_while_one_voter_has_not_acknowledged(begun: Founding) -> None:
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    logs[0].propose("add 1")
    frames, logs[0].outbox = logs[0].outbox, []
    for frame in frames:
        logs[1].receive(frame)  # type: ignore[arg-type]
    for frame in logs[1].outbox:
        logs[0].receive(frame)  # type: ignore[arg-type]
    assert logs[0].index == 1
    assert logs[0].lacking() == ((2, "ack"),)


def test_luck_is_not_shared_before_the_entry_is_final(begun: Founding) -> None:
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    logs[0].propose("roll")
    assert not [frame for frame in logs[0].outbox if isinstance(frame, Share)]
    for frame in logs[0].outbox:
        logs[1].receive(frame)  # type: ignore[arg-type]
    assert not [frame for frame in logs[1].outbox if isinstance(frame, Share)]


def test_everything_is_promised_durably_before_it_is_sent(begun: Founding) -> None:
    ledger = ListLedger()
    log, _ = log_of(begun, 0, ledger)
    log.propose("roll")
    assert [promise.proposal for promise in ledger.promises] == [log.outbox[0]]
    assert [promise.ack for promise in ledger.promises] == [log.outbox[1]]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"game": bytes(32)}, Fault.GAME),
        ({"epoch": 1}, Fault.EPOCH),
        ({"prev": bytes(32)}, Fault.PREV),
        ({"notation": "fly"}, Fault.ILLEGAL),
        ({"seat": 2}, Fault.AUTHOR),
        ({"seat": 7}, Fault.AUTHOR),
    ],
)
def test_an_entry_that_does_not_belong_is_refused_by_name(
    begun: Founding, changes: dict[str, object], fault: Fault
) -> None:
    log, machine = log_of(begun, 1)
    before = machine.snapshot()
    with pytest.raises(Refusal) as refused:
        log.receive(proposal(begun, log, 0, "add 1", **changes))
    assert refused.value.fault is fault
    assert (machine.snapshot(), log.index, log.outbox, log.in_flight) == (before, 1, [], None)


def test_an_entry_signed_by_another_seat_is_refused(begun: Founding) -> None:
    log, _ = log_of(begun, 1)
    honest = proposal(begun, log, 0, "add 1")
    forged = Proposal(honest.body, signer(2).sign(honest.body))
    with pytest.raises(Refusal) as refused:
        log.receive(forged)
    assert refused.value.fault is Fault.SIGNATURE
    log.receive(honest)
    assert log.in_flight is not None


def test_no_flipped_bit_anywhere_in_an_entry_goes_unnoticed(begun: Founding) -> None:
    log, _ = log_of(begun, 1)
    honest = proposal(begun, log, 0, "add 1")
    for place in range(len(honest.body) * 8):
        body = bytearray(honest.body)
        body[place // 8] ^= 1 << place % 8
        try:
            log.receive(Proposal(bytes(body), honest.signature))
        except Refusal:
            pass
        else:  # an index that is not due: ignored, or kept until its turn, and refused then
            assert read_body(EntryBody, bytes(body)).index != 1
        assert log.in_flight is None, f"bit {place}"
    for place in range(64 * 8):
        signature = bytearray(honest.signature)
        signature[place // 8] ^= 1 << place % 8
        with pytest.raises(Refusal) as refused:
            log.receive(Proposal(honest.body, bytes(signature)))
        assert refused.value.fault is Fault.SIGNATURE


def test_a_replayed_entry_changes_nothing_and_is_refused_in_a_record(begun: Founding) -> None:
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    settle(logs, "add 1")
    settle(logs, "add 2")
    old = logs[0].entries[0]
    before = logs[1]._machine.snapshot()
    logs[1].receive(Proposal(old.body, old.signature))
    assert logs[1]._machine.snapshot() == before
    assert logs[1].in_flight is None
    with pytest.raises(Refusal) as refused:
        logs[1].admit(old)
    assert refused.value.fault is Fault.INDEX


def test_an_entry_replayed_from_another_game_is_refused(begun: Founding) -> None:
    other = founding("hhh", name="Another")
    log, _ = log_of(begun, 1)
    elsewhere, _ = log_of(other, 1)
    with pytest.raises(Refusal) as refused:
        log.receive(proposal(other, elsewhere, 0, "add 1"))
    assert refused.value.fault is Fault.GAME


def test_two_entries_for_one_place_stop_the_table_and_name_the_seat(begun: Founding) -> None:
    log, _ = log_of(begun, 1)
    log.receive(proposal(begun, log, 0, "add 1"))
    with pytest.raises(Refusal) as refused:
        log.receive(proposal(begun, log, 0, "add 2"))
    assert refused.value.fault is Fault.EQUIVOCATION
    assert "seat 0" in str(log.stopped)


def ack(begun: Founding, log: Log, seat: int, entry: Proposal, /, **changes: object) -> Ack:
    body = AckBody(
        "camelnet/ack/1",
        begun.id,
        0,
        log.index,
        seat,
        entry_hash(entry.body),
        log._machine.digest(),
        b"",
    )
    data = body_bytes(replace(body, **changes))
    return Ack(data, signer(seat).sign(data))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"game": bytes(32)}, Fault.GAME),
        ({"epoch": 3}, Fault.EPOCH),
        ({"pledge": bytes(32)}, Fault.PLEDGE),
    ],
)
def test_an_acknowledgement_that_does_not_fit_is_refused_by_name(
    begun: Founding, changes: dict[str, object], fault: Fault
) -> None:
    log, _ = log_of(begun, 1)
    entry = proposal(begun, log, 0, "add 1")
    log.receive(entry)
    with pytest.raises(Refusal) as refused:
        log.receive(ack(begun, log, 2, entry, **changes))
    assert refused.value.fault is fault
    assert (2, "ack") in log.lacking()


def test_an_acknowledgement_in_another_seats_name_is_refused(begun: Founding) -> None:
    log, _ = log_of(begun, 1)
    entry = proposal(begun, log, 0, "add 1")
    log.receive(entry)
    forged = ack(begun, log, 2, entry)
    with pytest.raises(Refusal) as refused:
        log.receive(Ack(forged.body, signer(0).sign(forged.body)))
    assert refused.value.fault is Fault.SIGNATURE


def test_a_seat_without_a_vote_cannot_acknowledge() -> None:
    begun = founding("hhb")
    log, _ = log_of(begun, 1)
    entry = proposal(begun, log, 0, "add 1")
    log.receive(entry)
    with pytest.raises(Refusal) as refused:
        log.receive(ack(begun, log, 2, entry))
    assert refused.value.fault is Fault.VOTER


def test_a_bot_among_two_people_has_no_vote_and_one_among_one_has() -> None:
    assert founding("hhb").voters == (0, 1)
    assert founding("hbb").voters == (0, 1, 2)
    assert founding("bbb").voters == (0, 1, 2)


def test_another_digest_stops_the_log_at_that_index(begun: Founding) -> None:
    log, machine = log_of(begun, 1)
    entry = proposal(begun, log, 0, "add 1")
    log.receive(entry)
    log.receive(ack(begun, log, 2, entry, digest=bytes(32)))
    assert log.stopped is not None
    assert log.stopped.fault is Fault.DIGEST
    assert (log.index, machine.total) == (1, 0)


def test_a_share_that_does_not_match_its_pledge_is_refused(begun: Founding) -> None:
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    logs[0].propose("roll")
    frames: list[Frame] = list(logs[0].outbox)
    for frame in frames:
        logs[1].receive(frame)  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        logs[1].receive(Share(begun.id, 1, 0, bytes(32)))
    assert refused.value.fault is Fault.SHARE


def damaged(certified: Certified, **changes: object) -> Certified:
    return replace(certified, **changes)


def test_a_certificate_lacking_a_voter_or_altered_is_refused(begun: Founding) -> None:
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    settle(logs, "roll")
    honest = logs[0].entries[0]
    lines = honest.certificate
    cases = [
        (damaged(honest, certificate=lines[:2]), Fault.CERTIFICATE),
        (damaged(honest, certificate=(*lines[:2], lines[0])), Fault.CERTIFICATE),
        (damaged(honest, certificate=lines[::-1]), Fault.CERTIFICATE),
        (damaged(honest, digest=bytes(32)), Fault.SIGNATURE),
        (
            damaged(honest, certificate=(replace(lines[0], share=bytes(32)), *lines[1:])),
            Fault.SHARE,
        ),
        (
            damaged(honest, certificate=(replace(lines[0], pledge=bytes(32)), *lines[1:])),
            Fault.SIGNATURE,
        ),
        (
            damaged(
                honest, certificate=(replace(lines[0], signature=lines[1].signature), *lines[1:])
            ),
            Fault.SIGNATURE,
        ),
    ]
    for certified, fault in cases:
        log, _ = log_of(begun, 1)
        with pytest.raises(Refusal) as refused:
            log.admit(certified)
        assert refused.value.fault is fault
        assert log.index == 1
    log, _ = log_of(begun, 1)
    log.admit(honest)
    assert log.index == 2


def test_a_certificate_for_a_position_that_is_not_ours_is_refused(begun: Founding) -> None:
    log, machine = log_of(begun, 1)
    entry = proposal(begun, log, 0, "add 1")
    body = read_body(EntryBody, entry.body)
    machine.total = 5  # our own machine is the one that went astray
    acks = [ack_for(body, entry.body, bytes(32), seat, b"") for seat in range(3)]
    lines = tuple(
        CertificateLine(seat, b"", b"", signer(seat).sign(data), b"")
        for seat, data in enumerate(acks)
    )
    certified = Certified(entry.body, entry.signature, bytes(32), lines)
    with pytest.raises(Refusal) as refused:
        log.admit(certified)
    assert refused.value.fault is Fault.DIGEST


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seed", range(3))
def test_a_table_on_bad_links_settles_the_same_log_everywhere(seats: int, seed: int) -> None:
    kinds = "".join("hb"[(seed + seat) % 2] for seat in range(seats))
    table = ToyTable(kinds, seed=1000 * seats + seed, loss=0.1)
    table.play(12)
    shortest = min(len(item.log.entries) for item in table.tables)
    assert shortest >= 12
    assert len({tuple(item.log.entries[:12]) for item in table.tables}) == 1
    assert not table.refusals, f"seed {1000 * seats + seed}"


@pytest.mark.parametrize("seed", range(4))
def test_a_table_waits_for_a_sleeper_and_goes_on_when_it_wakes(seed: int) -> None:
    table = ToyTable("hhh", seed=seed)
    table.play(4)
    table.asleep.add(1)
    for _ in range(400):
        table.step()
    reached = max(item.log.index for item in table.tables)
    assert reached <= 6 + 1
    assert any(seat == 1 for item in table.tables for seat, _ in item.log.lacking())
    table.asleep.clear()
    table.play(reached + 6)
    assert len({tuple(item.log.entries[: reached + 5]) for item in table.tables}) == 1


@pytest.mark.parametrize("seed", range(40))
def test_peers_killed_at_any_moment_come_back_to_the_same_log(seed: int) -> None:
    table = ToyTable("hhhh", seed=seed, loss=0.05)
    for round_number in range(6):
        for _ in range(table.random.randrange(5, 60)):
            table.step()
        victims = [table.random.randrange(4)] if round_number < 4 else range(4)
        for seat in victims:
            table.restart(seat)
    table.play(max(item.log.index for item in table.tables) + 8, until_ms=1_200_000)
    count = min(len(item.log.entries) for item in table.tables)
    assert len({tuple(item.log.entries[:count]) for item in table.tables}) == 1
    assert not [r for _, r in table.refusals if r.fault is Fault.EQUIVOCATION], f"seed {seed}"
