"""The groups: ristretto255 as RFC 9496 has it, whatever its bindings do, and the symbolic one."""

from __future__ import annotations

import hashlib

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
    scalar_of,
)
from camelnet.protocol.crypto.symbolic import SymbolicGroup
from tests.protocol.dealt import above_order

REAL, SYMBOLIC = Ristretto(), SymbolicGroup()
both = pytest.mark.parametrize("group", [REAL, SYMBOLIC], ids=["ristretto", "symbolic"])

# RFC 9496, appendix A.1: the multiples 0 to 15 of the generator.
MULTIPLES = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    "da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
    "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
    "f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
    "44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
    "903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
    "02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
    "20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
    "bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
    "e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
    "aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
    "46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
    "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
]

# RFC 9496, appendix A.2: not canonical, negative, no square, negative product, y = 0.
INVALID = [
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
    "c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
    "c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
    "47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
    "f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
    "87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
    "de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
    "bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
    "2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
    "f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
    "8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
    "2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
    "d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
    "8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
    "32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
    "227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
    "5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
    "445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]


def test_the_multiples_of_the_generator_are_those_of_the_standard() -> None:
    assert [REAL.base(n).hex() for n in range(16)] == MULTIPLES
    total = IDENTITY
    for encoded in MULTIPLES[1:]:
        total = REAL.add(total, REAL.base(1))
        assert total.hex() == encoded
        assert REAL.valid(total)


@pytest.mark.parametrize("encoded", INVALID)
def test_no_invalid_encoding_of_the_standard_is_taken(encoded: str) -> None:
    data = bytes.fromhex(encoded)
    with pytest.raises(Refusal) as refused:
        read_point(REAL, data)
    assert refused.value.fault is Fault.POINT
    for operation in (
        lambda: REAL.mul(2, data),
        lambda: REAL.mul(0, data),
        lambda: REAL.add(data, REAL.base(1)),
        lambda: REAL.add(REAL.base(1), data),
        lambda: REAL.add(data, data),
    ):
        with pytest.raises(ValueError, match="not an element"):
            operation()


def test_hashing_to_the_group_is_the_map_of_the_standard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first vector of RFC 9496, appendix A.3, is of this label's SHA-512."""
    uniform = hashlib.sha512(b"Ristretto is traditionally a short shot of espresso coffee").digest()
    monkeypatch.setattr("camelnet.protocol.crypto.group.digest_of", lambda *_: uniform)
    expected = "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    assert REAL.point_of("any").hex() == expected


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
def test_products_and_sums_agree(group: Group) -> None:
    one, two = scalar_of("test", b"one"), scalar_of("test", b"two")
    other = group.point_of("test", b"base")
    assert group.mul(one, group.base(two)) == group.base(one * two)
    assert group.add(group.base(one), group.base(two)) == group.base(one + two)
    assert group.mul(one, group.mul(two, other)) == group.mul(one * two % ORDER, other)
    assert group.add(group.mul(one, other), group.mul(two, other)) == group.mul(one + two, other)


@both
@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_a_point_of_another_size_is_refused(group: Group, size: int) -> None:
    with pytest.raises(Refusal):
        read_point(group, bytes([2]) * size)


@both
def test_the_identity_is_refused_where_points_arrive(group: Group) -> None:
    with pytest.raises(Refusal):
        read_point(group, IDENTITY)


def test_a_symbolic_point_that_is_not_canonical_is_refused() -> None:
    with pytest.raises(Refusal):
        read_point(SYMBOLIC, above_order(SYMBOLIC.base(9)))
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
    with pytest.raises(Refusal) as refused:
        read_scalar(data)
    assert refused.value.fault is Fault.SCALAR


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
