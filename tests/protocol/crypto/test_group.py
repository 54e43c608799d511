"""The groups: ristretto255 as RFC 9496 has it, whatever its bindings do, and the symbolic one."""

from __future__ import annotations

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import (
    IDENTITY,
    ORDER,
    Group,
    Ristretto,
    read_point,
    read_scalar,
    scalar_bytes,
)
from tests.protocol.crypto.vectors import STANDARD
from tests.protocol.dealt import above_order
from tests.protocol.refusals import fault_of
from tests.protocol.symbolic import SymbolicGroup

REAL, SYMBOLIC = Ristretto(), SymbolicGroup()
both = pytest.mark.parametrize("group", [REAL, SYMBOLIC], ids=["ristretto", "symbolic"])

# RFC 9496, appendix A: the multiples 0 to 15 of the generator (A.1); encodings that are not
# canonical, negative, no square, of a negative product or with y = 0 (A.2); uniform bytes and their
# elements (A.3).
MULTIPLES: list[str] = STANDARD["multiples"]
INVALID: list[str] = STANDARD["invalid"]


def test_the_multiples_of_the_generator_are_those_of_the_standard() -> None:
    assert [REAL.base(n).hex() for n in range(16)] == MULTIPLES
    total = IDENTITY
    for encoded in MULTIPLES[1:]:
        total = REAL.add(total, REAL.base(1))
        assert total.hex() == encoded
        assert REAL.valid(total)


GOOD = bytes.fromhex(MULTIPLES[3])
SECOND = [point[:31] + bytes([point[31] | 128]) for point in (GOOD, IDENTITY)]
OTHER_SIZES = [bytes(size) for size in (0, 1, 31, 33, 64)] + [GOOD[:31], GOOD + b"\0"]


@pytest.mark.parametrize("data", [*map(bytes.fromhex, INVALID), *SECOND, *OTHER_SIZES])
def test_what_is_no_element_is_taken_nowhere(data: bytes) -> None:
    """Nor is a second encoding of one: libsodium 1.0.18 ignores the highest bit, and the system's
    may be that one."""
    assert not REAL.valid(data)
    assert fault_of(read_point, REAL, data) is Fault.POINT
    for operation in (
        lambda: REAL.mul(2, data),
        lambda: REAL.mul(0, data),
        lambda: REAL.add(data, GOOD),
        lambda: REAL.add(GOOD, data),
        lambda: REAL.add(data, data),
        lambda: REAL.public_sum(1, (2, 0), (GOOD, data)),
        lambda: REAL.public_sum(1, (2, 5), (GOOD, data)),
    ):
        with pytest.raises(ValueError, match="not an element"):
            operation()


@pytest.mark.parametrize(("uniform", "encoded"), STANDARD["from_hash"])
def test_hashing_to_the_group_is_the_map_of_the_standard(
    uniform: str, encoded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "camelnet.protocol.crypto.group.digest_of", lambda *_: bytes.fromhex(uniform)
    )
    assert REAL.point_of("any").hex() == encoded


@both
def test_the_algebra_is_total(group: Group) -> None:
    point = group.point_of("test", b"point")
    minus = group.mul(-1, point)
    assert group.base(0) == group.base(ORDER) == IDENTITY
    assert group.mul(0, point) == group.mul(ORDER, point) == IDENTITY
    assert group.mul(5, IDENTITY) == IDENTITY
    assert group.add(point, minus) == IDENTITY
    assert group.add(point, IDENTITY) == group.add(IDENTITY, point) == point
    assert group.add(IDENTITY, IDENTITY) == IDENTITY
    assert group.mul(ORDER + 3, point) == group.add(point, group.add(point, point))


def test_a_large_scalar_is_reduced_and_not_cut() -> None:
    point = REAL.base(7)
    assert REAL.mul(5 + ORDER, point) == REAL.mul(5, point) == REAL.base(35)
    assert REAL.base(2**300 + 5) == REAL.base((2**300 + 5) % ORDER)


@both
def test_the_identity_is_refused_where_points_arrive(group: Group) -> None:
    with pytest.raises(Refusal):
        read_point(group, IDENTITY)


@both
def test_a_sum_of_products_is_made_of_products_and_sums(group: Group) -> None:
    points = [group.base(number) for number in (2, 3, 5)]
    scalars = (7, -11, ORDER - 1)
    total = group.base(13)
    for scalar, point in zip(scalars, points, strict=True):
        total = group.add(total, group.mul(scalar, point))
    assert group.public_sum(13, scalars, points) == total
    assert group.public_sum(0, (1, -1), (points[0], points[0])) == group.base(0)
    with pytest.raises(ValueError, match="not an element"):
        group.public_sum(1, (0, 0), (points[0], b"\xff" * 32))


def test_a_symbolic_point_that_is_not_canonical_is_refused() -> None:
    for point in (above_order(SYMBOLIC.base(9)), bytes([2]) * 31, bytes([2]) * 33):
        with pytest.raises(Refusal):
            read_point(SYMBOLIC, point)
    with pytest.raises(ValueError, match="not an element"):
        SYMBOLIC.add(SYMBOLIC.base(1), bytes([255]) * 32)


@pytest.mark.parametrize("scalar", [0, 1, ORDER - 1])
def test_a_canonical_scalar_is_read_as_it_was_written(scalar: int) -> None:
    assert read_scalar(scalar_bytes(scalar)) == scalar


@pytest.mark.parametrize(
    "data",
    [
        ORDER.to_bytes(32, "little"),
        (ORDER + 1).to_bytes(32, "little"),
        b"\xff" * 32,
        b"",
        bytes(31),
        bytes(33),
    ],
)
def test_a_scalar_that_is_not_canonical_is_refused(data: bytes) -> None:
    assert fault_of(read_scalar, data) is Fault.SCALAR


@pytest.mark.parametrize("scalar", [-1, ORDER])
def test_a_scalar_out_of_range_is_never_written(scalar: int) -> None:
    with pytest.raises(ValueError, match="reduced"):
        scalar_bytes(scalar)


@both
def test_hashes_to_the_group_differ_by_domain_and_by_how_parts_are_cut(group: Group) -> None:
    points = {
        group.point_of("a", b"bc"),
        group.point_of("a", b"b", b"c"),
        group.point_of("ab", b"c"),
        group.point_of("a", b"bc", b""),
    }
    assert len(points) == 4
    assert all(group.valid(point) for point in points)
