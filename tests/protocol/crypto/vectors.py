"""Known answers of ristretto255, and lines that ask native/sodium/vectors.c for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from camelnet.protocol.crypto.group import IDENTITY, ORDER, Ristretto, scalar_bytes

ROOT = Path(__file__).resolve().parents[3]
NATIVE = ROOT / "native"
INCLUDES = (f"-I{NATIVE}/libsodium/include/sodium", f"-I{NATIVE}/libsodium/include")
_READ = json.loads((ROOT / "tests/data/ristretto255.json").read_text(encoding="utf-8"))
# RFC 9496, appendix A.
STANDARD: dict[str, Any] = _READ["rfc9496"]
# As rbcl 1.1.2 answered, the binding that was here before.
EARLIER: dict[str, Any] = _READ["earlier"]


def questions() -> tuple[str, list[str]]:
    """All lines, and what the program should answer to each."""
    asked, expected = zip(*_questions(), strict=True)
    return "\n".join(asked) + "\n", list(expected)


def _questions() -> Iterator[tuple[str, str]]:
    one = Ristretto().base(1).hex()
    for scalar, point in enumerate(STANDARD["multiples"]):
        yield f"base {scalar_bytes(scalar).hex()}", point if scalar else "-1"
    for data in STANDARD["invalid"]:
        yield f"valid {data}", "0"
        yield f"mul {scalar_bytes(2).hex()} {data}", "-1"
        yield f"add {data} {one}", "-1"
    for uniform, point in STANDARD["from_hash"]:
        yield f"from_hash {uniform}", point
    for scalar, point, product in EARLIER["mul"]:
        reduced = scalar_bytes(int(scalar) % ORDER)
        yield f"mul {reduced.hex()} {point}", "-1" if product == IDENTITY.hex() else product
    for left, right, total in EARLIER["add"]:
        yield f"add {left} {right}", total
    yield from _sums(one)


def _sums(one: str) -> Iterator[tuple[str, str]]:
    """Sums of products, from the products and sums that are known: the empty one, one, and as many
    as take more than one chain of doublings."""
    group = Ristretto()
    products = [(int(scalar) % ORDER, point) for scalar, point, _ in EARLIER["mul"]]
    products += [(scalar, one) for scalar in (0, 1, 15, 16, ORDER - 1)]
    for count in (0, 1, 2, 31, 32, 33, 70):
        chosen = [products[(7 * count + number) % len(products)] for number in range(count)]
        total = group.base(count)
        for scalar, point in chosen:
            total = group.add(total, group.mul(scalar, bytes.fromhex(point)))
        scalars = [scalar_bytes(scalar).hex() for scalar in (count, *(s for s, _ in chosen))]
        yield " ".join(("sum", *scalars, *(point for _, point in chosen))), total.hex()
    for data in STANDARD["invalid"]:
        yield f"sum {scalar_bytes(1).hex()} {scalar_bytes(0).hex()} {data}", "-1"
