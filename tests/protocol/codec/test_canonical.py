"""Canonical bytes and shapes: every value has one encoding, and nothing else is read."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from camelnet.protocol.codec.canonical import (
    DEPTH_MAX,
    ITEMS_MAX,
    SIZE_MAX,
    Malformed,
    Value,
    decode,
    encode,
)
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.wire.bodies import AckBody, LobbyBody, TableBody, body_bytes, read_body
from camelnet.protocol.wire.frames import (
    FRAMES,
    Ack,
    Beat,
    Frame,
    Head,
    Hello,
    frame_bytes,
    read_frame,
)

values: st.SearchStrategy[Value] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=40)
    | st.text(max_size=40, alphabet=st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


@pytest.mark.slow
@given(values)
def test_a_value_comes_back_from_its_bytes(value: Value) -> None:
    assume(depth(value) <= DEPTH_MAX)
    assert decode(encode(value)) == value


def depth(value: Value) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


@given(st.binary(max_size=200))
def test_bytes_that_are_read_are_the_one_encoding_of_their_value(data: bytes) -> None:
    try:
        value = decode(data)
    except Malformed:
        return
    assert encode(value) == data


@pytest.mark.parametrize(
    "data",
    [
        b"\xcb" + bytes(8),  # a float
        b"\x80",  # a map
        b"\x81\x01\x01",
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


def test_too_many_bytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(Malformed, match="bytes"):
        decode(encode(bytes(SIZE_MAX)))


def test_an_array_that_claims_more_items_than_may_stand_is_refused() -> None:
    whole = (None,) * ITEMS_MAX
    assert decode(encode(whole)) == whole
    with pytest.raises(Malformed):
        decode(encode((*whole, None)))
    claims = b"\xdc" + ITEMS_MAX.to_bytes(2, "big")
    assert claims + b"\xc0" * ITEMS_MAX == encode(whole)
    with pytest.raises(Malformed):
        decode((b"\xdd" + (65_000).to_bytes(4, "big")) * 1000)


@given(st.binary(max_size=300))
def test_any_bytes_make_a_frame_or_are_malformed(data: bytes) -> None:
    try:
        frame = read_frame(data)
    except Malformed:
        return
    assert frame_bytes(frame) == data


@pytest.mark.slow
@given(st.integers(0, len(FRAMES)), st.lists(values, max_size=6))
def test_any_array_makes_a_frame_or_is_malformed(number: int, fields: list[Value]) -> None:
    data = encode((number, *fields))
    try:
        frame = read_frame(data)
    except Malformed:
        return
    assert frame_bytes(frame) == data


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ((1, 1, "0.1", bytes(31), "Ann", "human"), "Hello.rules"),
        ((0, 1, "0.1", bytes(32), "Ann", "human"), "Hello.protocol_min"),
        ((True, 1, "0.1", bytes(32), "Ann", "human"), "Hello.protocol_min"),
        ((1, 1, "0.1", bytes(32), "Ann\n", "human"), "Hello.name"),
        ((1, 1, "0.1", bytes(32), "A" * 33, "human"), "Hello.name"),
        ((1, 1, "0.1", bytes(32), "Ann", "king"), "Hello.kind"),
        ((1, 1, "0.1", bytes(32), "Ann"), "Hello"),
    ],
)
def test_a_field_out_of_shape_is_named(fields: tuple[Value, ...], named: str) -> None:
    with pytest.raises(Malformed, match=named):
        from_array(Hello, fields)


def test_a_body_of_another_domain_is_not_read_as_this_one() -> None:
    body = AckBody("camelnet/ack/1", bytes(32), 0, 1, 0, bytes(32), bytes(32), b"")
    data = body_bytes(body)
    assert read_body(AckBody, data) == body
    forged = encode(("camelnet/chat/1", *to_array(body)[1:]))
    with pytest.raises(Malformed, match="domain"):
        read_body(AckBody, forged)
    with pytest.raises(Malformed):
        read_body(LobbyBody, data)


def test_frames_come_back_whole() -> None:
    frames: list[Frame] = [
        Hello(1, 2, "0.1.0", bytes(32), "Chloé", "human"),
        Beat((Head(bytes(32), 7, 1, 0),)),
        Ack(b"x" * 100, bytes(64)),
    ]
    for frame in frames:
        assert read_frame(frame_bytes(frame)) == frame


def test_options_of_a_table_keep_true_apart_from_one() -> None:
    raw = ("camelnet/table/1", "T", "camelup", 2, (("a", True), ("b", 1)), bytes(16), None, False)
    table = read_body(TableBody, encode(raw))
    assert [type(option.value) for option in table.options] == [bool, int]
    assert msgpack.unpackb(body_bytes(table), use_list=False) == raw


def test_a_field_that_came_later_stands_on_the_wire_only_where_it_is_needed() -> None:
    before = ("camelnet/table/1", "T", "camelup", 2, (), bytes(16), None, False)
    plain, aided = (read_body(TableBody, encode(raw)) for raw in (before, (*before, True)))
    assert (plain.aids, aided.aids) == (False, True)
    assert body_bytes(plain) == encode(before)  # so a table of before keeps its id
    assert body_bytes(aided) == encode((*before, True))
    for raw in ((*before, False), (*before, True, True), before[:-1]):
        with pytest.raises(Malformed, match="TableBody"):
            read_body(TableBody, encode(raw))
