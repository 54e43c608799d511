"""What a lying seat can write into the protocol: refused by name, or stopped, never raised."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from camelnet.protocol.codec import Malformed, decode
from camelnet.protocol.log import Log
from camelnet.protocol.messages import (
    FRAMES,
    Ack,
    EntryBody,
    Proposal,
    Share,
    ack_for,
    body_bytes,
    entry_hash,
    frame_bytes,
    read_body,
    read_frame,
)
from camelnet.protocol.refusal import Fault, Refusal
from tests.protocol.toy import ToyTable, carry, founding, held, log_of, said_by, signer


def entry_of(log: Log, seat: int, notation: str) -> Proposal:
    entry = EntryBody(
        "camelnet/entry/1", log.founding.id, 0, log.index, log.prev, seat, notation, ()
    )
    body = body_bytes(entry)
    return Proposal(body, signer(seat).sign(body))


@pytest.mark.parametrize("seed", range(5))
def test_frames_with_flipped_bits_are_refused_and_never_raise_otherwise(seed: int) -> None:
    dice = random.Random(seed)
    begun = founding("hhh")
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    logs[0].propose("roll")
    logs[1].receive(logs[0].outbox[0])  # type: ignore[arg-type]
    frames = [frame_bytes(frame) for frame in [*logs[0].outbox, *logs[1].outbox]]
    for _ in range(2000):
        data = bytearray(dice.choice(frames))
        for _ in range(dice.choice((1, 1, 2, 5))):
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        try:
            frame = read_frame(bytes(data))
            if isinstance(frame, Proposal | Ack | Share):
                logs[2].receive(frame)
        except (Malformed, Refusal):
            continue
    assert logs[2].index == 1
    assert logs[2].stopped is None


@pytest.mark.parametrize("kind", FRAMES)
def test_a_frame_of_each_kind_with_wrong_fields_is_malformed(kind: type) -> None:
    number = FRAMES.index(kind)
    for data in (b"\x91", b"\x92", b"\x95", b"\xdc\x00\x20"):
        with pytest.raises(Malformed):
            read_frame(data + bytes([number]) + b"\xc0" * (data[-1] & 0x3F))


@pytest.mark.parametrize(
    "data",
    [
        b"\xcb" + bytes(8),  # a float
        b"\x80",  # a map
        b"\xd4\x01\x00",  # an extension
        b"\xc7\x00\x05",  # an empty extension
        b"\xd6\xff\x00\x00\x00\x00",  # a timestamp
        b"\xcc\x05",  # a number written too long
        b"\xdc\x00\x01\x05",  # a list written too long
        b"\xd9\x01a",  # a text written too long
        b"\xa1\xff",  # no UTF-8
        b"\xc0\xc0",  # something behind it
        b"\x91" * 1500 + b"\xc0",  # nested too deep
        b"\xdd\xff\xff\xff\xff",  # four thousand million elements
        b"\xc6\xff\xff\xff\xff",
        b"",
    ],
)
def test_what_is_not_canonical_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        decode(data)


def test_an_author_that_says_two_things_stops_the_table_at_every_honest_peer() -> None:
    begun = founding("hhh")
    one, two = log_of(begun, 1)[0], log_of(begun, 2)[0]
    one.receive(entry_of(one, 0, "add 1"))
    two.receive(entry_of(two, 0, "add 2"))
    for _ in range(3):
        for log, other in ((one, two), (two, one)):
            for frame in said_by(log):
                try:
                    other.receive(frame)  # type: ignore[arg-type]
                except Refusal:
                    continue  # its reason is asked for below
    for log in (one, two):
        assert log.stopped is not None
        assert log.stopped.fault is Fault.EQUIVOCATION
        assert "seat 0" in str(log.stopped)
        assert log.index == 1


def test_no_share_leaves_a_peer_while_two_entries_compete() -> None:
    begun = founding("hhh")
    one, two = log_of(begun, 1)[0], log_of(begun, 2)[0]
    first, second = entry_of(one, 0, "roll"), entry_of(two, 0, "add 2")
    one.receive(first)
    two.receive(second)
    entry = read_body(EntryBody, first.body)
    body = ack_for(entry, first.body, one._machine.digest(), 0, bytes(32))
    one.receive(Ack(body, signer(0).sign(body)))
    said = [*said_by(one), *said_by(two)]
    for frame in said:
        for log in (one, two):
            try:
                log.receive(frame)  # type: ignore[arg-type]
            except Refusal:
                continue
    assert not [frame for log in (one, two) for frame in said_by(log) if isinstance(frame, Share)]


def test_frames_for_the_next_place_are_kept_in_bounded_number() -> None:
    begun = founding("hhh")
    log, _ = log_of(begun, 1)
    for number in range(500):
        entry = EntryBody(
            "camelnet/entry/1", begun.id, 0, 2, bytes(32), number % 3, f"add {number}", ()
        )
        log.receive(Proposal(body_bytes(entry), bytes(64)))
        log.receive(Share(begun.id, 2, number % 3, number.to_bytes(32, "big")))
    assert len(log._early) <= 6


def test_a_copied_pledge_cannot_be_opened() -> None:
    begun = founding("hhh")
    logs = [log_of(begun, seat)[0] for seat in range(3)]
    logs[0].propose("roll")
    for frame in list(logs[0].outbox):
        logs[1].receive(frame)  # type: ignore[arg-type]
    proposal, honest = logs[0].outbox
    assert isinstance(proposal, Proposal)
    assert isinstance(honest, Ack)
    entry = read_body(EntryBody, proposal.body)
    pledge = logs[1]._acks[0][0].pledge
    body = ack_for(entry, proposal.body, logs[1]._machine.digest(), 2, pledge)
    logs[1].receive(Ack(body, signer(2).sign(body)))
    logs[0].receive(Ack(body, signer(2).sign(body)))
    carry(*logs[:2])
    acks = [logs[1]._acks[seat][1] for seat in range(3)]
    for log in logs[:2]:
        log.receive(held(proposal, acks, 2))
    said = carry(*logs[:2])
    share = next(item for item in said if isinstance(item, Share) and item.seat == 0)
    with pytest.raises(Refusal) as refused:
        logs[1].receive(replace(share, seat=2))
    assert refused.value.fault is Fault.SHARE


def test_a_certificate_with_the_share_of_another_place_is_refused() -> None:
    table = ToyTable("hhh", seed=4)
    table.play(20)
    entries = table.tables[0].log.entries
    lucky = [item for item in entries if item.certificate[0].share]
    assert len(lucky) >= 2
    witness, _ = log_of(table.founding, 0)
    for certified in entries:
        if certified is lucky[1]:
            line = replace(certified.certificate[1], share=lucky[0].certificate[1].share)
            lines = (certified.certificate[0], line, *certified.certificate[2:])
            with pytest.raises(Refusal) as refused:
                witness.admit(replace(certified, certificate=lines))
            assert refused.value.fault is Fault.SHARE
            return
        witness.admit(certified)


def test_nothing_is_admitted_behind_the_end() -> None:
    begun = founding("hh")
    logs = [log_of(begun, seat)[0] for seat in range(2)]
    logs[0].propose("stop")
    carry(*logs)
    assert logs[1].index == 2
    with pytest.raises(Refusal):
        logs[1].receive(entry_of(logs[1], 0, "add 1"))
    assert logs[1].in_flight is None
    assert entry_hash(logs[1].entries[0].body) == logs[1].prev
