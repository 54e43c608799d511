"""The log: what is refused by name, what becomes final, and what survives bad links."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import (
    EntryBody,
    ack_for,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    Ack,
    CertificateLine,
    Certified,
    Final,
    Luck,
    Proposal,
    SeatShare,
    Share,
)
from tests.protocol.refusals import fault_of
from tests.protocol.toy import (
    ListLedger,
    acked,
    carry,
    game_start,
    log_of,
    logs_of,
    said_by,
    settle,
    signer,
    toy,
    written,
)
from tests.protocol.toy_table import ToyTable

PLAIN = "hbb"  # one person and bots: no key, so the first entry is a move


@pytest.fixture
def begun() -> GameStart:
    return game_start(PLAIN)


def in_flight(begun: GameStart) -> tuple[Log, Proposal]:
    """Seat 1 with an entry of seat 0 that is not final."""
    log, _ = log_of(begun, 1)
    entry = written(begun, log, 0, "add 1")
    log.receive(entry)
    return log, entry


def certified(log: Log, index: int) -> Certified:
    line = log.line_at(index)
    assert isinstance(line, Certified)
    return line


@pytest.mark.parametrize("kinds", ["hh", "hhh", "bb", "hb", "hhbb", "hhhhhhhh", "bbbbb", "hbbb"])
def test_an_entry_that_all_voters_acknowledge_is_final_everywhere(kinds: str) -> None:
    begun = game_start(kinds)
    logs = logs_of(begun)
    key = logs[0].index - 1
    settle(logs, "add 3")
    settle(logs, "roll")
    settle(logs, "stop" if len(kinds) > 2 else "add 1")
    assert {log.index for log in logs} == {key + 4}
    lines = [[log.line_at(index) for index in range(1, key + 4)] for log in logs]
    assert all(each == lines[0] for each in lines)
    assert len({toy(log).snapshot() for log in logs}) == 1
    assert all(log.rounds.drawn for log in logs)


@pytest.mark.parametrize(("kinds", "keyed"), [("hh", 1), ("hbb", 0), ("bbb", 1), ("hhb", 1)])
def test_a_key_comes_first_where_more_than_one_person_or_none_plays(kinds: str, keyed: int) -> None:
    logs = logs_of(game_start(kinds))
    settle(logs, "roll")
    told = [read_body(EntryBody, certified(log, 1).body).notation for log in logs]
    assert told == ["key" if keyed else "roll"] * len(kinds)
    assert {bool(log.epoch.coin_key(0)) for log in logs} == {bool(keyed)}


@pytest.mark.parametrize("kinds", ["hbb", "hhh", "hhb"])
def test_somebody_without_a_seat_admits_what_the_players_agreed(kinds: str) -> None:
    begun = game_start(kinds)
    logs = logs_of(begun)
    for notation in ("roll", "add 2", "roll", "add 1"):
        settle(logs, notation)
    detector, machine = log_of(begun, None)
    for index in range(1, logs[0].index):
        detector.admit(certified(logs[0], index))
    assert machine.snapshot() == toy(logs[0]).snapshot()
    assert machine.draws == toy(logs[0]).draws


@pytest.mark.parametrize("kinds", ["hbb", "hhh"])
def test_nothing_is_final_while_one_voter_has_not_acknowledged(kinds: str) -> None:
    logs = logs_of(game_start(kinds))
    index = logs[0].index
    logs[0].propose("add 1")
    carry(*logs[:2])
    assert logs[0].index == index
    assert logs[0].owed() == ((2, "ack"),)


@pytest.mark.parametrize("kinds", ["hbb", "hhh"])
def test_no_share_is_sent_before_the_entry_is_final(kinds: str) -> None:
    logs = logs_of(game_start(kinds))
    index = logs[0].index
    logs[0].propose("roll")
    said = [(logs[0], frame) for frame in said_by(logs[0])]
    assert not [frame for _, frame in said if isinstance(frame, Share)]
    while said:
        sender, frame = said.pop(0)
        for log in logs:
            before = log.index
            if log is not sender:
                log.receive(frame)  # type: ignore[arg-type]
            new = said_by(log)
            if log.index == before == index:
                assert not [item for item in new if isinstance(item, Share | Final)]
            said.extend((log, item) for item in new)
    assert {log.index for log in logs} == {index + 1}


def test_everything_is_promised_durably_before_it_is_sent(begun: GameStart) -> None:
    storage = ListLedger()
    log, _ = log_of(begun, 0, storage)
    log.propose("roll")
    assert [promise.proposal for promise in storage.promises] == [log.outbox[0]]
    assert [promise.ack for promise in storage.promises] == [log.outbox[1]]
    assert storage.synced == len(storage.written)


def test_shares_of_a_key_are_durable_before_it_is_acknowledged() -> None:
    begun = game_start("hhh")
    ledgers = [ListLedger() for _ in range(3)]
    logs = [log_of(begun, seat, ledgers[seat])[0] for seat in range(3)]
    carry(*logs)
    for storage in ledgers:
        kinds = [what for what, _ in storage.written]
        assert kinds.index("keyed") < kinds.index("promised") < kinds.index("line")
        assert len(storage.remember().shares[0]) == 32


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"game": bytes(32)}, Fault.GAME),
        ({"prev": bytes(32)}, Fault.PREV),
        ({"notation": "fly"}, Fault.ILLEGAL),
        ({"notation": "key"}, Fault.ILLEGAL),
        ({"seat": 2}, Fault.AUTHOR),
        ({"seat": 7}, Fault.AUTHOR),
        ({"attachments": (b"x",)}, Fault.ATTACHMENTS),
    ],
)
def test_an_entry_that_does_not_belong_is_refused_by_name(
    begun: GameStart, changes: dict[str, object], fault: Fault
) -> None:
    log, machine = log_of(begun, 1)
    before = machine.snapshot()
    assert fault_of(log.receive, written(begun, log, 0, "add 1", **changes)) is fault
    assert (machine.snapshot(), log.index, log.outbox, log.agreement.entry) == (before, 1, [], None)


def test_an_entry_of_another_epoch_is_never_acknowledged_in_this_one(begun: GameStart) -> None:
    log, _ = log_of(begun, 1)
    for epoch in (1, 2, 7):
        log.receive(written(begun, log, 0, "add 1", epoch=epoch))
    assert (log.outbox, log.agreement.entry) == ([], None)
    line = Certified(
        written(begun, log, 0, "add 1", epoch=1).body, bytes(64), bytes(32), (), NO_LUCK
    )
    entry = CertificateLine(0, b"", bytes(64))
    assert fault_of(log.admit, replace(line, certificate=(entry,))) is Fault.EPOCH


def test_an_entry_signed_by_another_seat_is_refused(begun: GameStart) -> None:
    log, _ = log_of(begun, 1)
    honest = written(begun, log, 0, "add 1")
    forged = Proposal(honest.body, signer(2).sign(honest.body))
    assert fault_of(log.receive, forged) is Fault.SIGNATURE
    log.receive(honest)
    assert log.agreement.entry is not None


def test_no_flipped_bit_anywhere_in_an_entry_goes_unnoticed(begun: GameStart) -> None:
    log, _ = log_of(begun, 1)
    honest = written(begun, log, 0, "add 1")
    for place in range(len(honest.body) * 8):
        body = bytearray(honest.body)
        body[place // 8] ^= 1 << place % 8
        try:
            log.receive(Proposal(bytes(body), honest.signature))
        except Refusal:
            pass
        else:  # a place that is not due: ignored, or kept until its turn, and refused then
            entry = read_body(EntryBody, bytes(body))
            assert (entry.epoch, entry.index) != (0, 1)
        assert log.agreement.entry is None, f"bit {place}"
    for place in range(64 * 8):
        signature = bytearray(honest.signature)
        signature[place // 8] ^= 1 << place % 8
        assert fault_of(log.receive, Proposal(honest.body, bytes(signature))) is Fault.SIGNATURE


def test_a_replayed_entry_changes_nothing_and_is_refused_in_a_record(begun: GameStart) -> None:
    logs = logs_of(begun)
    settle(logs, "add 1")
    settle(logs, "add 2")
    old = certified(logs[0], 1)
    before = toy(logs[1]).snapshot()
    logs[1].receive(Proposal(old.body, old.signature))
    assert toy(logs[1]).snapshot() == before
    assert logs[1].agreement.entry is None
    assert fault_of(logs[1].admit, old) is Fault.INDEX


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"game": bytes(32)}, Fault.GAME),
        ({"pledge": bytes(32)}, Fault.PLEDGE),
        ({"seat": 6}, Fault.AUTHOR),
    ],
)
def test_an_acknowledgement_that_does_not_fit_is_refused_by_name(
    begun: GameStart, changes: dict[str, object], fault: Fault
) -> None:
    log, entry = in_flight(begun)
    assert fault_of(log.receive, acked(log, entry, 2, **changes)) is fault
    assert (2, "ack") in log.owed()


@pytest.mark.parametrize("changes", [{"epoch": 1}, {"epoch": 3}, {"index": 0}, {"index": 9}])
def test_an_acknowledgement_of_another_place_does_not_count_here(
    begun: GameStart, changes: dict[str, object]
) -> None:
    log, entry = in_flight(begun)
    log.receive(acked(log, entry, 2, **changes))
    assert (2, "ack") in log.owed()


def test_an_acknowledgement_in_another_seats_name_is_refused(begun: GameStart) -> None:
    log, entry = in_flight(begun)
    forged = acked(log, entry, 2)
    assert fault_of(log.receive, Ack(forged.body, signer(0).sign(forged.body))) is Fault.SIGNATURE


def test_a_seat_without_a_vote_cannot_acknowledge() -> None:
    logs = logs_of(game_start("hhb"))
    entry = written(logs[1].game_start, logs[1], 0, "add 1")
    logs[1].receive(entry)
    assert fault_of(logs[1].receive, acked(logs[1], entry, 2)) is Fault.VOTER


def test_another_digest_stops_the_log_at_that_index(begun: GameStart) -> None:
    log, entry = in_flight(begun)
    log.receive(acked(log, entry, 2, digest=bytes(32)))
    assert log.epoch.stopped is not None
    assert log.epoch.stopped.fault is Fault.DIGEST
    assert (log.index, toy(log).total) == (1, 0)


def test_a_certificate_lacking_a_voter_or_altered_is_refused(begun: GameStart) -> None:
    logs = logs_of(begun)
    settle(logs, "roll")
    honest = certified(logs[0], 1)
    lines = honest.certificate
    cases = [
        (replace(honest, certificate=lines[:2]), Fault.CERTIFICATE),
        (replace(honest, certificate=(*lines[:2], lines[0])), Fault.CERTIFICATE),
        (replace(honest, certificate=lines[::-1]), Fault.CERTIFICATE),
        (replace(honest, digest=bytes(32)), Fault.SIGNATURE),
        (
            replace(honest, certificate=(replace(lines[0], pledge=bytes(32)), *lines[1:])),
            Fault.SIGNATURE,
        ),
        (
            replace(
                honest, certificate=(replace(lines[0], signature=lines[1].signature), *lines[1:])
            ),
            Fault.SIGNATURE,
        ),
        (replace(honest, signature=bytes(64)), Fault.SIGNATURE),
    ]
    for line, fault in cases:
        log, _ = log_of(begun, None)
        assert fault_of(log.admit, line) is fault
        assert log.index == 1
    log, _ = log_of(begun, None)
    log.admit(honest)
    assert log.index == 2


def test_a_line_with_a_share_that_was_not_pledged_is_refused(begun: GameStart) -> None:
    logs = logs_of(begun)
    settle(logs, "roll")
    honest = certified(logs[0], 1)
    luck = honest.luck
    for shares in (
        (SeatShare(0, bytes(32)), *luck.shares[1:]),
        (replace(luck.shares[0], share=luck.shares[1].share), *luck.shares[1:]),
        (*luck.shares[:2], replace(luck.shares[2], seat=7)),
    ):
        log, machine = log_of(begun, None)
        forged = replace(honest, luck=Luck(luck.finals, shares, ()))
        assert fault_of(log.admit, forged) in (Fault.SHARE, Fault.VOTER)
        assert not machine.draws


def test_a_certificate_for_a_position_that_is_not_ours_is_refused(begun: GameStart) -> None:
    log, machine = log_of(begun, 1)
    entry = written(begun, log, 0, "add 1")
    body = read_body(EntryBody, entry.body)
    machine.total = 5  # our own machine is the one that went astray
    acks = [ack_for(body, entry_hash(entry.body), bytes(32), seat, b"") for seat in range(3)]
    lines = tuple(
        CertificateLine(seat, b"", signer(seat).sign(data)) for seat, data in enumerate(acks)
    )
    line = Certified(entry.body, entry.signature, bytes(32), lines, NO_LUCK)
    assert fault_of(log.admit, line) is Fault.DIGEST


def test_a_line_is_complete_only_when_its_luck_cannot_change_any_more() -> None:
    logs = logs_of(game_start("hhh"))
    heard: list[bytes] = []
    logs[1].on_line = lambda line: heard.append(line.body)  # type: ignore[union-attr]
    settle(logs, "roll")
    assert len(logs[1].chain.complete) == 1, (
        "the key alone: a change could still draw the roll anew"
    )
    settle(logs, "add 1")
    assert [read_body(EntryBody, body).notation for body in heard] == ["key", "roll"]
    assert all(
        isinstance(line, Certified) and line.luck.shares for line in logs[1].chain.complete[1:]
    )


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seed", range(3))
def test_a_table_on_bad_links_agrees_on_the_same_log_everywhere(seats: int, seed: int) -> None:
    kinds = "".join("hb"[(seed + seat) % 2] for seat in range(seats))
    table = ToyTable(kinds, seed=1000 * seats + seed, loss=0.1)
    table.play(12)
    table.check_agreement()
    assert min(table.log(seat).index for seat in range(seats)) > 12
    assert not table.refusals, f"seed {1000 * seats + seed}"


@pytest.mark.slow
def test_people_wait_for_a_sleeper_and_go_on_when_it_wakes() -> None:
    table = ToyTable("hhh", seed=0)
    table.play(4)
    table.leave(1)
    table.run(20_000)
    reached = max(item.log.index for item in table.tables)
    table.run(120_000)
    assert max(item.log.index for item in table.tables) == reached
    assert any(seat == 1 for item in table.tables for seat, _ in item.log.owed())
    assert {item.log.membership.epoch for item in table.tables} == {0}, "nobody gave it up"
    table.wake(1)
    table.more(6)
    table.check_agreement()


@pytest.mark.parametrize("kinds", ["hhhh", "hbbb", "hhb"])
@pytest.mark.parametrize("seed", range(8))
def test_peers_killed_at_any_moment_come_back_to_the_same_log(kinds: str, seed: int) -> None:
    table = ToyTable(kinds, seed=seed, loss=0.05)
    seats = len(kinds)
    for round_number in range(6):
        table.run(50 * table.random.randrange(5, 60))
        victims = [table.random.randrange(seats)] if round_number < 4 else range(seats)
        for seat in victims:
            table.restart(seat)
    table.more(8)
    table.check_agreement()
    assert not any(table.log(seat).statements.detector.proofs for seat in range(seats)), (
        f"seed {seed}"
    )
