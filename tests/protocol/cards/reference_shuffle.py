"""The proof of a shuffle as docs/cryptography.md has it, in plain Python, and nothing else.

It shares no code with the package: hashes are hashlib's, elements those of RFC 9496 written down
(`reference`) or, for speed, the numbers that symbolic elements are. A prover may choose its own
exponents, to see what would be believed if they were not hashed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from tests.protocol.crypto import reference

L = 2**252 + 27742317777372353535851937790883648493
IDENTITY = bytes(32)


def digest(size: int, domain: str, *parts: bytes) -> bytes:
    data = b"".join(len(part).to_bytes(8, "big") + part for part in (domain.encode(), *parts))
    return hashlib.blake2b(data, digest_size=size).digest()


def scalar(domain: str, *parts: bytes) -> int:
    return int.from_bytes(digest(64, domain, *parts), "little") % L


class Curve:
    """ristretto255, as the standard writes it."""

    def decode(self, data: bytes) -> Any:
        return reference.decode(data)

    def encode(self, point: Any) -> bytes:
        return reference.encode(point)

    def add(self, one: Any, other: Any) -> Any:
        return reference.add(one, other)

    def mul(self, number: int, point: Any) -> Any:
        return reference.multiply(number % L, point)

    def hashed(self, domain: str, *parts: bytes) -> Any:
        return reference.from_uniform(digest(64, domain, *parts))

    def __init__(self, generator: bytes) -> None:
        self.generator = self.decode(generator)


class Numbers:
    """The symbolic elements: integers modulo L."""

    generator = 1

    def decode(self, data: bytes) -> Any:
        number = int.from_bytes(data, "little")
        return number if len(data) == 32 and number < L else None

    def encode(self, point: Any) -> bytes:
        return int(point).to_bytes(32, "little")

    def add(self, one: Any, other: Any) -> Any:
        return (one + other) % L

    def mul(self, number: int, point: Any) -> Any:
        return number * point % L

    def hashed(self, domain: str, *parts: bytes) -> Any:
        return scalar(domain, *parts)


World = Curve | Numbers


@dataclass(frozen=True)
class Plan:
    """Key, context and pack before, as bytes."""

    key: bytes
    context: bytes
    before: tuple[bytes, ...]

    @property
    def place(self) -> bytes:
        return digest(32, "camelnet/shuffle/2", self.key, self.context, b"".join(self.before))

    def statement(self, after: Sequence[bytes], commitments: Sequence[bytes]) -> bytes:
        parts = b"".join(after), b"".join(commitments)
        return digest(32, "camelnet/shuffle-statement/1", self.place, *parts)


def exponents(statement: bytes, size: int) -> list[int]:
    return [scalar("camelnet/shuffle-exponent/1", statement, bytes([j])) for j in range(size)]


def generators(world: World, size: int) -> list[Any]:
    domain = "camelnet/shuffle-generator/1"
    return [world.hashed(domain, bytes([number])) for number in range(size + 1)]


def challenge_of(
    world: World, statement: bytes, chain: Sequence[bytes], points: Sequence[Any]
) -> int:
    shown = b"".join(world.encode(point) for point in points)
    return scalar("camelnet/proof-shuffle/1", statement, b"".join(chain), shown)


def total(world: World, numbers: Sequence[int], points: Sequence[Any]) -> Any:
    found = world.mul(0, world.generator)
    for number, point in zip(numbers, points, strict=True):
        found = world.add(found, world.mul(number, point))
    return found


def holds(world: World, plan: Plan, after: Sequence[bytes], proof: bytes) -> bool:
    """True if pack and proof are what the document asks for."""
    size = len(plan.before)
    if len(after) != size or any(len(card) != 64 for card in after):
        return False
    if len(proof) != 32 * (5 + 4 * size):
        return False
    firsts = [card[:32] for card in after]
    if len(set(firsts)) < size or set(firsts) & {card[:32] for card in plan.before}:
        return False
    words = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    if any(not _is_point(world, word) for word in (*firsts, *(card[32:] for card in after))):
        return False
    if any(not _is_point(world, word) for word in words[: 2 * size]):
        return False
    scalars = [int.from_bytes(word, "little") for word in words[2 * size :]]
    if max(scalars) >= L:
        return False

    statement = plan.statement(after, words[:size])
    u = exponents(statement, size)
    h, *hs = generators(world, size)
    commitments, chain = (
        [world.decode(word) for word in part] for part in (words[:size], words[size : 2 * size])
    )
    c, s1, s2, s3, s4 = scalars[:5]
    links, s = scalars[5 : 5 + size], scalars[5 + size :]
    a, b = ([world.decode(card[at : at + 32]) for card in plan.before] for at in (0, 32))
    a2, b2 = ([world.decode(card[at : at + 32]) for card in after] for at in (0, 32))
    key, g = world.decode(plan.key), world.generator
    ones = [1] * size
    behind = [h, *chain]
    points = [
        total(world, [s1, -c, c], [g, total(world, ones, commitments), total(world, ones, hs)]),
        total(world, [s2, -c, c * prod(u)], [g, chain[-1], h]),
        total(world, [s3, *s, *(-c * n for n in u)], [g, *hs, *commitments]),
        total(world, [-s4, *s, *(-c * n for n in u)], [g, *a2, *a]),
        total(world, [-s4, *s, *(-c * n for n in u)], [key, *b2, *b]),
        *(total(world, [links[i], s[i], -c], [g, behind[i], behind[i + 1]]) for i in range(size)),
    ]
    return challenge_of(world, statement, words[size : 2 * size], points) == c


def _is_point(world: World, word: bytes) -> bool:
    return word != IDENTITY and world.decode(word) is not None


@dataclass(frozen=True)
class Forged:
    after: tuple[bytes, ...]
    proof: bytes


def forged_after_the_exponents(
    world: World, plan: Plan, cards: Sequence[int], masks: Sequence[int], *, hashed: bool
) -> Forged:
    """A pack whose first two faces are moved by points that cancel out in what the exponents weigh.

    That takes exponents which are known before the pack after is: where they are `hashed` with it,
    they are others by then. Where they are not, the pack that they hash is the honest one.
    """
    size, g = len(plan.before), world.generator
    h, *hs = generators(world, size)
    key = world.decode(plan.key)
    honest = []
    for card, mask in zip(cards, masks, strict=True):
        first, second = (world.decode(plan.before[card][at : at + 32]) for at in (0, 32))
        honest.append(
            (world.add(first, world.mul(mask, g)), world.add(second, world.mul(mask, key)))
        )
    hiding = [scalar("hiding", bytes([j])) for j in range(size)]
    committed = [b""] * size
    for i, j in enumerate(cards):
        committed[j] = world.encode(world.add(world.mul(hiding[j], g), hs[i]))
    pack = tuple(world.encode(one) + world.encode(other) for one, other in honest)
    weak = plan.statement(pack, committed)
    u = exponents(weak, size)
    permuted = [u[j] for j in cards]
    moved = [world.add(other, world.mul(step, g)) for (_, other), step in zip(
        honest, [permuted[1], -permuted[0], *[0] * (size - 2)], strict=True
    )]  # fmt: skip
    pack = tuple(
        world.encode(one) + world.encode(other)
        for (one, _), other in zip(honest, moved, strict=True)
    )
    statement = plan.statement(pack, committed) if hashed else weak
    linking = [scalar("link", bytes([i])) for i in range(size)]
    chain, hidden = [h], 0
    for link, exponent in zip(linking, permuted, strict=True):
        chain.append(world.add(world.mul(link, g), world.mul(exponent, chain[-1])))
        hidden = (link + exponent * hidden) % L
    nonces = [scalar("nonce", bytes([i])) for i in range(4)]
    links = [scalar("links", bytes([i])) for i in range(size)]
    # In one proportion with the exponents, so that the faces moved cancel out here as well.
    common = scalar("common")
    s = [common * n % L if i < 2 else scalar("s", bytes([i])) for i, n in enumerate(permuted)]
    points = [
        world.mul(nonces[0], g),
        world.mul(nonces[1], g),
        total(world, [nonces[2], *s], [g, *hs]),
        total(world, [-nonces[3], *s], [g, *(one for one, _ in honest)]),
        total(world, [-nonces[3], *s], [key, *moved]),
        *(total(world, [links[i], s[i]], [g, chain[i]]) for i in range(size)),
    ]
    coded = [world.encode(point) for point in chain[1:]]
    c = challenge_of(world, statement, coded, points)
    known = (
        sum(hiding),
        hidden,
        sum(n * r for n, r in zip(u, hiding, strict=True)),
        sum(n * m for n, m in zip(permuted, masks, strict=True)),
    )
    answers = [
        (nonce + c * secret) % L
        for nonce, secret in zip((*nonces, *links, *s), (*known, *linking, *permuted), strict=True)
    ]
    words = [*committed, *coded, *(n.to_bytes(32, "little") for n in (c, *answers))]
    return Forged(pack, b"".join(words))
