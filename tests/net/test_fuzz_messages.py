"""Whatever bytes arrive, a parser reads them whole or refuses them: nothing else happens.

FUZZ_ROUNDS sets how many mutations each test tries (2,000 without it), FUZZ_SEED where the dice
begin; a failure shows the bytes.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from camelnet.net.framing import (
    FRAME_BYTES_MAX,
    FrameError,
    Kind,
    Splitter,
    encode,
)
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.wire.bodies import body_bytes, read_body
from camelnet.protocol.wire.frames import FRAMES, frame_bytes, read_frame
from tests.net.mutator import BODIES, Mutator, serialise

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "2000"))
SEED = int(os.environ.get("FUZZ_SEED", "20141115"))


@pytest.fixture
def chance() -> random.Random:
    print("FUZZ_SEED", SEED)
    return random.Random(SEED)


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.__name__)
def test_a_frame_made_from_its_shapes_is_read_as_what_it_is(
    kind: type[Any], chance: random.Random
) -> None:
    mutator = Mutator(chance)
    for _ in range(20):
        payload = serialise(mutator.frame(kind))
        frame = read_frame(payload)
        assert type(frame) is kind
        assert frame_bytes(frame) == payload


def test_there_are_bodies_to_try() -> None:
    assert {"EntryBody", "AckBody", "LobbyBody"} <= {kind.__name__ for kind in BODIES}


def test_a_mutated_frame_is_read_whole_or_refused(chance: random.Random) -> None:
    mutator = Mutator(chance)
    read, refused = 0, 0
    for _ in range(ROUNDS):
        payload = mutator.payload()
        try:
            frame = read_frame(payload)
        except Malformed:
            refused += 1
        else:
            read += 1
            assert frame_bytes(frame) == payload, payload.hex()
    # A mutator that only ever makes rubbish, or never any, would test nothing.
    assert read > ROUNDS // 20
    assert refused > ROUNDS // 20


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
def test_a_mutated_body_is_read_whole_or_refused(kind: type[Any], chance: random.Random) -> None:
    mutator = Mutator(chance)
    whole = serialise(mutator.example(kind))
    assert body_bytes(read_body(kind, whole)) == whole
    for _ in range(ROUNDS // len(BODIES)):
        data = mutator.body(kind)
        try:
            body = read_body(kind, data)
        except Malformed:
            continue
        assert body_bytes(body) == data, data.hex()


def test_pure_noise_is_refused(chance: random.Random) -> None:
    for _ in range(ROUNDS):
        noise = chance.randbytes(chance.choice((1, 2, 3, 8, 40, 400)))
        with pytest.raises(Malformed):
            print(read_frame(noise))


def test_a_broken_stream_yields_frames_or_a_sentence_and_holds_no_more_than_came(
    chance: random.Random,
) -> None:
    mutator = Mutator(chance)
    broken = 0
    for _ in range(ROUNDS):
        stream = bytearray(b"".join(encode(Kind.DATA, mutator.payload()[:300]) for _ in range(3)))
        for _ in range(chance.randrange(4)):
            stream[chance.randrange(len(stream))] = chance.randrange(256)
        splitter, came, said = Splitter(), 0, "nothing was wrong"
        splitter.feed(bytes(stream))
        try:
            while (frame := splitter.next()) is not None:
                came += 5 + len(frame[1])
                assert len(frame[1]) < FRAME_BYTES_MAX
        except FrameError as error:
            broken += 1
            said = error.template.format(address="?", **error.values)
        assert said
        assert came + splitter.pending == len(stream), stream.hex()
    assert broken > ROUNDS // 50
