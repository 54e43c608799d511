"""Whatever bytes arrive, a parser reads them whole or refuses them: nothing else happens.

Every kind of message in docs/vectors is changed, in its structure and in its bytes. FUZZ_ROUNDS
sets how many mutations each test tries (2,000 without it), FUZZ_SEED where the dice begin; a
failure shows the bytes.
"""

from __future__ import annotations

import json
import os
import random
import struct
from collections.abc import Sequence
from typing import Any

import pytest

from camelnet.net import framing
from camelnet.net.framing import FRAME_BYTES_MAX, FrameError, Kind, Splitter
from camelnet.protocol.codec.canonical import Malformed, decode, encode
from camelnet.protocol.wire.bodies import body_bytes, read_body
from camelnet.protocol.wire.frames import frame_bytes, read_frame
from tests.protocol.vectors import BODIES, MESSAGES
from tests.session.mallory import changed

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "2000"))
STORED = json.loads(MESSAGES.read_text(encoding="utf-8"))
FRAMES = [bytes.fromhex(vector["bytes"]) for vector in STORED["frames"]]
SEED = int(os.environ.get("FUZZ_SEED", "20141115"))


def scratched(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one place changed."""
    place = chance.randrange(len(data) + 1)
    match chance.randrange(4):
        case 0:
            return data[:place] or b"\0"
        case 1:
            return data[:place] + chance.randbytes(1) + data[place:]
        case 2:
            length = struct.pack(">I", chance.choice((0, 1, 2**16, 2**32 - 1)))
            return data[:place] + length + data[place + 4 :]
    return data[:place] + chance.randbytes(1) + data[place + 1 :]


def mutated(examples: Sequence[bytes], chance: random.Random) -> bytes:
    """One of these messages with something wrong; now and then with nothing wrong."""
    value = decode(chance.choice(examples))
    for _ in range(chance.randrange(3)):
        value = changed(value, chance)
    data = encode(value)
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        data = scratched(data, chance)
    return data


@pytest.fixture
def chance() -> random.Random:
    print("FUZZ_SEED", SEED)
    return random.Random(SEED)


def test_a_mutated_frame_is_read_whole_or_refused(chance: random.Random) -> None:
    read, refused = 0, 0
    for _ in range(ROUNDS):
        payload = mutated(FRAMES, chance)
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


@pytest.mark.parametrize("kind", BODIES.values(), ids=lambda kind: kind.__name__)
def test_a_mutated_body_is_read_whole_or_refused(kind: type[Any], chance: random.Random) -> None:
    stored = [vector for vector in STORED["bodies"] if vector["kind"] == kind.__name__]
    examples = [bytes.fromhex(vector["bytes"]) for vector in stored]
    for _ in range(ROUNDS // len(BODIES)):
        data = mutated(examples, chance)
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
    broken = 0
    for _ in range(ROUNDS):
        sent = [mutated(FRAMES, chance)[:300] for _ in range(3)]
        stream = bytearray(b"".join(framing.encode(Kind.DATA, payload) for payload in sent))
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
