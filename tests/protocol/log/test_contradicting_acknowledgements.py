"""One voter is told another acknowledgement than the others: its author is named, nobody stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.wire.bodies import AckBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Ack, Equivocation, SyncReply
from tests.protocol.toy import (
    SYMBOLIC,
    game_start,
    hear,
    log_of,
    logs_of,
    said_by,
    settle,
    signer_for,
)
from tests.protocol.toy_table import ToyTable, nothing_lost

LIAR, FOOLED = 3, 1
OTHER = b"\7" * 32


def altered(frame: Ack, field: str) -> Ack:
    """Another acknowledgement of the same place, with the same key."""
    body = read_body(AckBody, frame.body)
    data = body_bytes(replace(body, **{field: OTHER}))  # type: ignore[arg-type]
    return Ack(data, signer_for(SYMBOLIC, body.seat).sign(data))


def lying_at(table: ToyTable, index: int, field: str) -> Callable[[int, int, object], bool]:
    """The liar tells one voter something else about one entry; all other frames arrive."""

    def lost(sender: int, to: int, frame: object) -> bool:
        if (sender, to) != (LIAR, FOOLED) or not isinstance(frame, Ack):
            return False
        body = read_body(AckBody, frame.body)
        if (body.seat, body.index) != (LIAR, index):
            return False
        table.send(sender, to, altered(frame, field))
        return True

    return lost


@pytest.mark.parametrize("headless", [False, True])
@pytest.mark.parametrize(("index", "field"), [(1, "digest"), (5, "digest"), (5, "entry")])
def test_a_false_acknowledgement_to_one_voter_stops_nobody_and_costs_its_author_the_seat(
    headless: bool, index: int, field: str
) -> None:
    table = ToyTable("hhhh", 7 * index, headless=headless)
    table.lost = lying_at(table, index, field)
    table.until(lambda: all(table.log(seat).membership.proven for seat in (0, 1, 2)), 30_000)
    for seat in (0, 1, 2):
        assert table.log(seat).membership.proven == (LIAR,)
        assert table.log(seat).membership.voters == (0, 1, 2)
    table.more(5)
    assert all(table.log(seat).epoch.stopped is None for seat in (0, 1, 2))
    table.check_agreement()


def fooled() -> ToyTable:
    """A table of which one voter has stopped at a false digest and hears no log."""
    table = ToyTable("hhhh", 3)
    lie = lying_at(table, 5, "digest")

    def lost(sender: int, to: int, frame: object) -> bool:
        forwarded = isinstance(frame, Ack) and read_body(AckBody, frame.body).seat != sender
        return (to == FOOLED and (forwarded or isinstance(frame, SyncReply))) or lie(
            sender, to, frame
        )

    table.lost = lost
    table.until(lambda: table.log(FOOLED).epoch.stopped is not None, 30_000)
    return table


def test_who_was_given_up_for_a_lie_of_another_comes_back_once_the_log_shows_it_right() -> None:
    table = fooled()
    table.give_up(FOOLED, 0, 2, LIAR)
    table.until(lambda: table.log(0).membership.ghosts == (FOOLED,), 60_000)
    table.lost = nothing_lost
    table.until(lambda: FOOLED in table.log(0).membership.voters, 60_000)
    table.more(4)
    table.check_agreement()


def test_a_certificate_with_ones_own_digest_ends_a_stop_and_shows_who_signed_two_things() -> None:
    begun = game_start("hhh", suite=SYMBOLIC)
    logs = logs_of(begun, SYMBOLIC)
    late = log_of(begun, None, suite=SYMBOLIC)[0]
    settle(logs, "add 1")
    logs[0].outbox.clear()
    for line in logs[0].chain.lines:
        admit(late, line)
    author = next(log for log in logs if log.may_propose)
    author.propose("add 2")
    (proposal, *_) = said_by(author)
    hear(late, proposal)
    acks = [frame for frame in author.retransmissions() if isinstance(frame, Ack)]
    for log in logs:
        if log is not author:
            hear(log, proposal)
            acks += [frame for frame in said_by(log) if isinstance(frame, Ack)]
    for log in logs:
        hear(log, *acks)
    late.receive(altered(acks[2], "digest"))
    assert late.epoch.stopped is not None
    assert late.epoch.stopped.fault is Fault.DIGEST
    admit(late, logs[0].chain.lines[late.index - 1])
    assert late.epoch.stopped is None
    proofs = [frame for frame in said_by(late) if isinstance(frame, Equivocation)]
    assert [proof.seat for proof in proofs] == [read_body(AckBody, acks[2].body).seat]
    logs[0].receive(proofs[0])
    assert set(logs[0].statements.detector.proofs) == {proofs[0].seat}
