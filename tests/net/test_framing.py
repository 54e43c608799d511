"""Frames on a byte stream, sans-IO; and the token bucket."""

from __future__ import annotations

import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.net.framing import (
    FRAME_BYTES_MAX,
    FrameError,
    Kind,
    Splitter,
    decode_hello,
    encode,
    encode_hello,
)
from camelnet.net.mesh import PAYLOAD_BYTES_MAX
from camelnet.net.rate import Bucket

frames = st.lists(st.tuples(st.sampled_from(Kind), st.binary(max_size=40)), max_size=10)


@pytest.mark.slow
@given(frames=frames, cuts=st.lists(st.integers(0, 500), max_size=20))
def test_frames_come_out_as_they_went_in_however_the_stream_is_cut(
    frames: list[tuple[Kind, bytes]], cuts: list[int]
) -> None:
    stream = b"".join(encode(kind, body) for kind, body in frames)
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    splitter, seen = Splitter(), []
    for start, end in itertools.pairwise(places):
        splitter.feed(stream[start:end])
        while (frame := splitter.next()) is not None:
            seen.append(frame)
    assert seen == frames
    assert splitter.pending == 0


def test_frames_have_the_bytes_that_docs_network_tells() -> None:
    kinds = ["DATA", "PING", "PONG", "HELLO", "RETIRE"]
    assert [kind.name for kind in map(Kind, range(len(Kind)))] == kinds
    assert encode(Kind.DATA, b"hi") == b"\0\0\0\3\0hi"
    assert encode_hello(4_001, 7) == bytes.fromhex("00000007 03 0fa1 00000007")


def test_the_largest_frame_passes_and_the_next_larger_does_not() -> None:
    splitter = Splitter()
    splitter.feed(encode(Kind.DATA, bytes(PAYLOAD_BYTES_MAX)))
    assert splitter.next() == (Kind.DATA, bytes(PAYLOAD_BYTES_MAX))
    splitter.feed(struct.pack(">I", FRAME_BYTES_MAX + 1))
    with pytest.raises(FrameError, match="oversized"):
        splitter.next()


def test_an_unknown_kind_is_refused_before_its_body_has_arrived() -> None:
    splitter = Splitter()
    splitter.feed(struct.pack(">IB", 60_000, 77))
    with pytest.raises(FrameError, match="unknown kind"):
        splitter.next()


@pytest.mark.slow
@given(port=st.integers(0, 65_535), serial=st.integers(0, 2**32 - 1))
def test_a_greeting_says_port_and_number_of_the_dial(port: int, serial: int) -> None:
    assert decode_hello(encode_hello(port, serial)[5:]) == (port, serial)


@pytest.mark.parametrize("body", [b"", b"12345", b"1234567"])
def test_a_greeting_of_another_size_is_refused(body: bytes) -> None:
    with pytest.raises(FrameError, match="sent a wrong greeting"):
        decode_hello(body)


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(per_s=10, burst=5, now=0.0)
    assert all(bucket.try_take(1, 0.0) for _ in range(5))
    assert not bucket.try_take(1, 0.0)
    assert bucket.try_take(1, 0.1)
    assert not bucket.try_take(1, 0.1)
    assert all(bucket.try_take(1, 100.0) for _ in range(5))
    assert not bucket.try_take(1, 100.0)


def test_a_debt_is_paid_off_in_time() -> None:
    bucket = Bucket(per_s=10, burst=5, now=0.0)
    assert bucket.take(5, 0.0) == 0
    assert bucket.take(20, 0.0) == pytest.approx(2.0)
    assert bucket.take(0, 1.5) == pytest.approx(0.5)
    assert bucket.take(0, 2.0) == pytest.approx(0.0)


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(per_s=10, burst=5, now=10.0)
    assert bucket.try_take(5, 10.0)
    assert not bucket.try_take(1, 5.0)
