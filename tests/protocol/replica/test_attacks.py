"""Forgeries of a lying seat: refused by name, or proven, never raised."""

from __future__ import annotations

import random
from contextlib import nullcontext, suppress
from dataclasses import replace

import pytest

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.equivocation import check_proof
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import AckBody, EntryBody, body_bytes, read_body
from camelnet.protocol.wire.frames import (
    FRAMES,
    Ack,
    Certified,
    Frame,
    Proposal,
    Share,
    frame_bytes,
    read_frame,
)
from camelnet.protocol.wire.key_messages import KeyCommit, KeyDeal
from tests.protocol.refusals import fault_of
from tests.protocol.toy import (
    SUITE,
    acked,
    carry,
    game_start,
    hear,
    held,
    log_of,
    logs_of,
    said_by,
    settle,
    signer,
    toy,
    written,
)
from tests.protocol.toy_table import ToyTable


@pytest.mark.parametrize("seed", range(5))
def test_frames_with_flipped_bits_are_refused_and_never_raise_otherwise(seed: int) -> None:
    dice = random.Random(seed)
    begun = game_start("hhh")
    logs = logs_of(begun)
    settle(logs, "roll")
    index = logs[0].index
    logs[1].propose("roll")
    hear(logs[0], logs[1].outbox[0])
    frames = [frame_bytes(frame) for log in logs for frame in [*log.outbox, *log.retransmissions()]]
    for _ in range(2000):
        data = bytearray(dice.choice(frames))
        for _ in range(dice.choice((1, 1, 2, 5))):
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        try:
            frame = read_frame(bytes(data))
            if isinstance(frame, Proposal | Ack | Share | KeyCommit | KeyDeal):
                logs[2].receive(frame)
        except (Malformed, Refusal):
            continue
    assert logs[2].index == index
    assert logs[2].epoch.stopped is None
    assert not logs[2].statements.detector.proofs


@pytest.mark.parametrize("kind", FRAMES)
def test_a_frame_of_each_kind_with_wrong_fields_is_malformed(kind: type) -> None:
    number = FRAMES.index(kind)
    for data in (b"\x91", b"\x92", b"\x95", b"\xdc\x00\x20"):
        with pytest.raises(Malformed):
            read_frame(data + bytes([number]) + b"\xc0" * (data[-1] & 0x3F))


def exchange(*logs: Log) -> list[Frame]:
    """Three rounds of everything between logs; what is refused is refused."""
    said = []
    for _ in range(3):
        for log in logs:
            for frame in said_by(log):
                said.append(frame)
                for other in logs:
                    if other is not log:
                        with suppress(Refusal):
                            hear(other, frame)
    return said


def test_an_author_that_says_two_things_is_proven_a_liar_at_every_honest_peer() -> None:
    begun = game_start("hbb")
    one, two = log_of(begun, 1)[0], log_of(begun, 2)[0]
    one.receive(written(begun, one, 0, "add 1"))
    two.receive(written(begun, two, 0, "add 2"))
    exchange(one, two)
    for log in (one, two):
        assert set(log.statements.detector.proofs) == {0}
        assert log.index == 1
        check_proof(SUITE, begun, begun.id, log.statements.detector.proofs[0])


def test_no_share_leaves_a_peer_while_two_entries_compete() -> None:
    begun = game_start("hbb")
    one, two = log_of(begun, 1)[0], log_of(begun, 2)[0]
    first, second = written(begun, one, 0, "roll"), written(begun, two, 0, "add 2")
    one.receive(first)
    two.receive(second)
    one.receive(acked(one, first, 0, bytes(32)))
    said = exchange(one, two)
    assert {log.index for log in (one, two)} == {1}
    assert not [frame for frame in said if isinstance(frame, Share)]


def test_an_entry_for_a_filled_place_is_a_proof_against_its_author() -> None:
    begun = game_start("hbb")
    logs = logs_of(begun)
    settle(logs, "add 1")
    line = logs[0].line_at(1)
    assert isinstance(line, Certified)
    late = replace(read_body(EntryBody, line.body), notation="add 2")
    body = body_bytes(late)
    logs[1].receive(Proposal(body, signer(0).sign(body)))
    carry(*logs)
    assert [set(log.statements.detector.proofs) for log in logs] == [{0}] * 3


def test_frames_for_the_next_place_are_kept_in_bounded_number() -> None:
    """Two kinds here; of each one of a seat for the next place, and for three of the next epoch."""
    begun = game_start("hbb")
    log, _ = log_of(begun, 1)
    for number in range(500):
        seat = number % 3
        entry = EntryBody("camelnet/entry/1", begun.id, 0, 2, bytes(32), seat, f"add {number}", ())
        for told in (entry, replace(entry, epoch=1, index=number)):
            body = body_bytes(told)
            with pytest.raises(Refusal) if number == 3 else nullcontext():
                log.receive(Proposal(body, signer(2 if number == 3 else seat).sign(body)))
        log.receive(Share(begun.id, 0, 2, seat, number.to_bytes(32, "big")))
        log.receive(Share(begun.id, 1, number, seat, number.to_bytes(32, "big")))
    assert len(log.early) <= 3 * 2 * 5


def test_a_copied_pledge_cannot_be_opened() -> None:
    begun = game_start("hbb")
    logs = [log_of(begun, seat)[0] for seat in range(2)]
    fresh, _ = log_of(begun, None)
    logs[0].propose("roll")
    proposal, honest = list(logs[0].outbox)
    assert isinstance(proposal, Proposal)
    assert isinstance(honest, Ack)
    copied = acked(fresh, proposal, 2, read_body(AckBody, honest.body).pledge)
    for log in logs:
        for frame in (proposal, copied):
            log.receive(frame)
    carry(*logs)
    acks = [frame for frame in logs[1].retransmissions() if isinstance(frame, Ack)]
    for log in logs:
        log.receive(held(proposal, acks, 2))
    said = carry(*logs)
    share = next(item for item in said if isinstance(item, Share) and item.seat == 0)
    assert fault_of(logs[1].receive, replace(share, seat=2)) is Fault.SHARE


@pytest.mark.parametrize("kinds", ["hbb", "hhh"])
def test_a_line_with_the_share_of_another_place_is_refused(kinds: str) -> None:
    table = ToyTable(kinds, seed=4, suite=SUITE)
    table.play(20)
    lines = [line for line in table.log(0).chain.complete if isinstance(line, Certified)]
    lucky = [line for line in lines if line.luck.shares]
    assert len(lucky) >= 2
    detector, _ = log_of(table.game_start, None)
    for line in lines:
        if line is lucky[1]:
            moved = replace(line, luck=replace(line.luck, shares=lucky[0].luck.shares))
            assert fault_of(admit, detector, moved) is Fault.SHARE
            return
        admit(detector, line)


@pytest.mark.parametrize("kinds", ["hb", "hh"])
def test_nothing_is_admitted_behind_the_end(kinds: str) -> None:
    begun = game_start(kinds)
    logs = logs_of(begun)
    settle(logs, "stop")
    index = logs[1].index
    with pytest.raises(Refusal):
        logs[1].receive(written(begun, logs[1], 0, "add 1"))
    assert (logs[1].agreement.entry, logs[1].index, logs[1].closed) == (None, index, True)


def test_one_liars_shares_do_not_keep_the_coin_from_being_drawn() -> None:
    begun = game_start("hhhh")
    logs = logs_of(begun)
    logs[0].propose("roll")
    honest = logs[:3]
    assert not said_by(logs[3])
    hear(logs[3], logs[0].outbox[0])
    acknowledged = said_by(logs[3])  # and it gives no part of the luck
    for log in honest:
        hear(log, *acknowledged)
    carry(*honest)
    for log in honest:
        assert fault_of(log.receive, Share(begun.id, 0, 2, 3, bytes(96))) is Fault.SHARE
    carry(*honest)
    assert all(log.rounds.drawn for log in honest)
    assert len({toy(log).snapshot() for log in honest}) == 1
