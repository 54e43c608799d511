"""Early frames: a seated liar cannot crowd them out, nor put itself before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.log.log import Log
from camelnet.protocol.wire.bodies import AckBody, EntryBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Ack, Frame, Proposal, Share, Unlock
from camelnet.protocol.wire.key_messages import KeyCommit, KeyCommitBody
from tests.protocol.toy import SYMBOLIC, game_start, hear, logs_of, said_by, signer_for

LATE, LIAR = 2, 3
FLOOD = 200


def overtaken(*notations: str) -> tuple[Log, list[Frame], list[Frame]]:
    """Seat 2, which lacks one acknowledgement of an entry; that one; and what the others have said
    since, of the entry behind it."""
    logs = logs_of(game_start("hhhh", suite=SYMBOLIC), SYMBOLIC)
    held: list[Frame] = []
    early: list[Frame] = []
    for number, notation in enumerate(notations):
        logs[number].propose(notation)
        while any(log.outbox for log in logs):
            for log in logs:
                for frame in said_by(log):
                    for other in logs:
                        if other is log:
                            continue
                        if other.seat == LATE and number > 0:
                            early.append(frame)
                        elif other.seat == LATE and log.seat == 1 and isinstance(frame, Ack):
                            held.append(frame)
                        else:
                            hear(other, frame)
    return logs[LATE], held, early


def liars(frame: Frame, body: object) -> Frame:
    data = encode(to_array(body))
    return replace(frame, body=data, signature=signer_for(SYMBOLIC, LIAR).sign(data))  # type: ignore[call-arg]


def far_ahead(early: list[Frame]) -> Iterator[Frame]:
    """Its own acknowledgements of the next epoch, at one place after the other."""
    ack = next(frame for frame in early if isinstance(frame, Ack))
    for number in range(FLOOD):
        told = replace(read_body(AckBody, ack.body), epoch=1, index=10 + number, seat=LIAR)
        yield liars(ack, told)


def in_others_names(early: list[Frame]) -> Iterator[Frame]:
    """The very places of others, with its own signature."""
    for frame in (frame for frame in early if sender_of(frame) != LIAR):
        if isinstance(frame, Ack):
            yield liars(frame, replace(read_body(AckBody, frame.body), digest=b"\1" * 32))
        if isinstance(frame, Proposal):
            yield liars(frame, replace(read_body(EntryBody, frame.body), notation="add 5"))
        if isinstance(frame, Share):
            yield replace(frame, share=bytes(len(frame.share)))
    ack = next(frame for frame in early if isinstance(frame, Ack))
    place = read_body(AckBody, ack.body)
    for seat in range(4):
        yield Share(place.game, place.epoch, place.index, seat, bytes(32))
        yield Unlock(place.game, place.epoch, place.index, seat, (bytes(32),))


def keys_of_the_next_epoch(early: list[Frame]) -> Iterator[Frame]:
    """Commitments to a key that nobody makes, signed and not."""
    ack = next(frame for frame in early if isinstance(frame, Ack))
    game = read_body(AckBody, ack.body).game
    for number in range(FLOOD):
        place = (game, 1, number.to_bytes(32, "big"), LIAR if number % 2 else 0)
        body = KeyCommitBody("camelnet/key-commit/1", *place, bytes(32), bytes(32), bytes(64))
        data = body_bytes(body)
        yield KeyCommit(data, signer_for(SYMBOLIC, LIAR).sign(data))


def sender_of(frame: Frame) -> int:
    """Its author, who says it itself."""
    if isinstance(frame, Share | Unlock):
        return frame.seat
    assert isinstance(frame, Proposal | Ack)
    return read_body(AckBody if isinstance(frame, Ack) else EntryBody, frame.body).seat


@pytest.mark.parametrize("flood", [far_ahead, in_others_names, keys_of_the_next_epoch])
@pytest.mark.parametrize("notation", ["add 2", "roll"])
@pytest.mark.parametrize("first", [False, True])
def test_what_the_others_said_of_the_next_place_is_still_there_when_it_is_free(
    flood: Callable[[list[Frame]], Iterator[Frame]], notation: str, first: bool
) -> None:
    late, held, early = overtaken("add 1", notation)
    place = late.index
    said = list(flood(early))
    for frame in (*said, *early) if first else (*early, *said):
        by = LIAR if frame in said else sender_of(frame)
        with suppress(Refusal):
            late.receive(frame, by)  # type: ignore[arg-type]
    assert late.index == place
    hear(late, *held)
    assert late.index == place + 2
    assert not late.statements.detector.proofs
    assert len(late.early) < FLOOD


def test_two_things_said_early_of_one_place_are_a_proof() -> None:
    late, _, early = overtaken("add 1", "add 2")
    own = next(f for f in early if isinstance(f, Ack) and sender_of(f) == LIAR)
    hear(late, own, liars(own, replace(read_body(AckBody, own.body), digest=b"\1" * 32)))
    assert set(late.statements.detector.proofs) == {LIAR}
