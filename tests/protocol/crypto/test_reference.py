"""libsodium against RFC 9496 in plain Python: decoding, encoding, sums, products, hashes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet.protocol.crypto.group import IDENTITY, ORDER, Ristretto
from tests.protocol.crypto import reference
from tests.protocol.crypto.vectors import STANDARD

REAL = Ristretto()

# What a field element's 32 bytes can be, and what they cannot: near 0, near the field's prime, near
# the end, with the highest bit.
EDGES = [
    (base + step) % 2**256
    for base in (0, reference.P, 2**255, 2**256, ORDER, reference.SQRT_M1, reference.D)
    for step in range(-20, 21)
]
encodings = st.one_of(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**254).map(lambda half: (2 * half).to_bytes(32, "little")),
    st.sampled_from(EDGES).map(lambda number: number.to_bytes(32, "little")),
)
elements = st.binary(min_size=64, max_size=64).map(
    lambda uniform: reference.encode(reference.from_uniform(uniform))
)
scalars = st.one_of(
    st.integers(0, ORDER - 1), st.sampled_from([1, 2, 8, ORDER - 1, ORDER - 8, 2**252, 2**251 - 1])
)


def decoded(data: bytes) -> reference.Point:
    point = reference.decode(data)
    assert point is not None
    return point


@pytest.mark.parametrize(("u", "v", "was_square", "root"), STANDARD["sqrt_ratio_m1"])
def test_the_reference_takes_roots_as_the_standard(
    u: str, v: str, was_square: bool, root: str
) -> None:
    numbers = (int.from_bytes(bytes.fromhex(text), "little") for text in (u, v))
    expected = (was_square, int.from_bytes(bytes.fromhex(root), "little"))
    assert reference.sqrt_ratio_m1(*numbers) == expected


def test_the_reference_is_the_standard() -> None:
    generator = decoded(bytes.fromhex(STANDARD["multiples"][1]))
    for number, encoded in enumerate(STANDARD["multiples"]):
        assert reference.encode(reference.multiply(number, generator)).hex() == encoded
    assert not any(reference.decode(bytes.fromhex(data)) for data in STANDARD["invalid"])
    for uniform, encoded in STANDARD["from_hash"]:
        point = reference.from_uniform(bytes.fromhex(uniform))
        assert reference.encode(point).hex() == encoded


def test_the_same_bytes_at_the_edges_are_elements() -> None:
    for number in EDGES:
        data = number.to_bytes(32, "little")
        assert REAL.valid(data) == (data != IDENTITY and reference.decode(data) is not None)


@given(encodings)
def test_the_same_bytes_are_elements_and_encode_to_themselves(data: bytes) -> None:
    point = reference.decode(data)
    assert REAL.valid(data) == (data != IDENTITY and point is not None)
    if point is not None:
        assert reference.encode(point) == data


@pytest.mark.slow
@given(elements, elements)
def test_sums_are_the_same(one: bytes, other: bytes) -> None:
    total = reference.add(decoded(one), decoded(other))
    assert REAL.add(one, other) == reference.encode(total)


@settings(max_examples=20)
@given(scalars, elements)
def test_products_are_the_same(scalar: int, point: bytes) -> None:
    product = reference.encode(reference.multiply(scalar, decoded(point)))
    assert REAL.mul(scalar, point) == product
    generator = decoded(REAL.base(1))
    assert REAL.base(scalar) == reference.encode(reference.multiply(scalar, generator))


@given(st.binary(min_size=64, max_size=64))
def test_hashes_to_the_group_are_the_same(uniform: bytes) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("camelnet.protocol.crypto.group.digest_of", lambda *_: uniform)
        hashed = REAL.point_of("any")
    assert hashed == reference.encode(reference.from_uniform(uniform))
