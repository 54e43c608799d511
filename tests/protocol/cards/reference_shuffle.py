"""The proof of a shuffle as docs/cryptography.md has it, in plain Python, and nothing else.

It shares no code with the package: hashes are hashlib's, elements those of RFC 9496 written down
(`reference`) or, for speed, the numbers that symbolic elements are; `Elements` alone puts the
package's arithmetic under the same equations. The forgers show what each hash is for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from camelnet.protocol.crypto.group import Group
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


class Elements(Curve):
    """The elements of a group of the package: its arithmetic under these equations."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self.generator = group.base(1)

    def decode(self, data: bytes) -> Any:
        return data if data == IDENTITY or self._group.valid(data) else None

    def encode(self, point: Any) -> bytes:
        return bytes(point)

    def add(self, one: Any, other: Any) -> Any:
        return self._group.add(one, other)

    def mul(self, number: int, point: Any) -> Any:
        return self._group.mul(number, point)

    def hashed(self, domain: str, *parts: bytes) -> Any:
        return self._group.point_of(domain, *parts)


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
    points = checked_points(world, plan, after, proof)
    return challenge_of(world, statement, words[size : 2 * size], points) == scalars[0]


def checked_points(
    world: World, plan: Plan, after: Sequence[bytes], proof: bytes
) -> tuple[Any, ...]:
    """T₁ to T₅ and all Eᵢ as they follow from a proof, whose form is right."""
    size = len(plan.before)
    words = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    scalars = [int.from_bytes(word, "little") for word in words[2 * size :]]
    u = exponents(plan.statement(after, words[:size]), size)
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
    return (
        total(world, [s1, -c, c], [g, total(world, ones, commitments), total(world, ones, hs)]),
        total(world, [s2, -c, c * prod(u)], [g, chain[-1], h]),
        total(world, [s3, *s, *(-c * n for n in u)], [g, *hs, *commitments]),
        total(world, [-s4, *s, *(-c * n for n in u)], [g, *a2, *a]),
        total(world, [-s4, *s, *(-c * n for n in u)], [key, *b2, *b]),
        *(total(world, [links[i], s[i], -c], [g, behind[i], behind[i + 1]]) for i in range(size)),
    )


def _is_point(world: World, word: bytes) -> bool:
    return word != IDENTITY and world.decode(word) is not None


# --- the prover -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    after: tuple[bytes, ...]
    proof: bytes
    points: tuple[Any, ...]  # T and E, as its maker hashed them


@dataclass(frozen=True)
class Order:
    cards: Sequence[int]
    masks: Sequence[int]


@dataclass(frozen=True)
class Chosen:
    """All scalars that a prover chooses: two kinds that hide, and three of nonces."""

    hiding: Sequence[int]
    linking: Sequence[int]
    sums: Sequence[int]
    links: Sequence[int]
    exponents: Sequence[int]


Cards = Sequence[tuple[Any, Any]]  # both halves of each
Matrix = Sequence[Sequence[int]]  # a row for each place after, a column for each place before


def made(world: World, plan: Plan, order: Order, seed: bytes) -> Made:
    """Pack and proof as the document has them, down to the last byte."""
    cards = masked(world, plan, order)
    chosen, statement = chosen_for(world, plan, order, seed)
    commitments = committed_to(world, rows_of(order.cards), chosen.hiding)
    u = exponents(statement, len(plan.before))
    permuted = [u[j] for j in order.cards]
    return proof_of(world, plan, cards, order.masks, commitments, u, permuted, statement, chosen)


def chosen_for(world: World, plan: Plan, order: Order, seed: bytes) -> tuple[Chosen, bytes]:
    """All scalars that the prover takes, and the statement that it proves."""
    size = len(plan.before)
    pack = coded(world, masked(world, plan, order))
    own = digest(32, "camelnet/shuffle-proof-seed/1", seed, plan.place, b"".join(pack))
    hiding = [scalar("camelnet/shuffle-hiding/1", own, bytes([j])) for j in range(size)]
    statement = plan.statement(pack, committed_to(world, rows_of(order.cards), hiding))
    secret = digest(32, "camelnet/shuffle-nonce-seed/1", own, statement)
    linking = [scalar("camelnet/shuffle-link/1", secret, bytes([i])) for i in range(size)]
    sums, links, nonces = (
        [scalar("camelnet/shuffle-nonce/1", secret, bytes([kind, i])) for i in range(count)]
        for kind, count in enumerate((4, size, size))
    )
    return Chosen(hiding, linking, sums, links, nonces), statement


def masked(world: World, plan: Plan, order: Order) -> list[tuple[Any, Any]]:
    """The cards that an order leads to, whether or not it takes each once."""
    cards = halves(world, plan.before)
    return remasked(world, plan, [cards[card] for card in order.cards], order.masks)


def halves(world: World, pack: Sequence[bytes]) -> list[tuple[Any, Any]]:
    return [(world.decode(card[:32]), world.decode(card[32:])) for card in pack]


def remasked(world: World, plan: Plan, cards: Cards, masks: Sequence[int]) -> list[tuple[Any, Any]]:
    key, g = world.decode(plan.key), world.generator
    return [
        (world.add(one, world.mul(mask, g)), world.add(other, world.mul(mask, key)))
        for (one, other), mask in zip(cards, masks, strict=True)
    ]


def coded(world: World, cards: Cards) -> tuple[bytes, ...]:
    return tuple(world.encode(one) + world.encode(other) for one, other in cards)


def rows_of(cards: Sequence[int]) -> Matrix:
    return [[int(j == card) for j in range(len(cards))] for card in cards]


def committed_to(world: World, matrix: Matrix, hiding: Sequence[int]) -> list[bytes]:
    """The commitments to a matrix, one for each column."""
    _, *hs = generators(world, len(matrix))
    columns = zip(hiding, zip(*matrix, strict=True), strict=True)
    points = [total(world, [rho, *column], [world.generator, *hs]) for rho, column in columns]
    return [world.encode(point) for point in points]


def proof_of(
    world: World,
    plan: Plan,
    cards: Cards,
    masks: Sequence[int],
    commitments: Sequence[bytes],
    u: Sequence[int],
    permuted: Sequence[int],
    statement: bytes,
    chosen: Chosen,
    *,
    excess: tuple[int, int, int] = (0, 0, 0),
    leap: bool = False,
) -> Made:
    """Any pack with a proof by the prover's formulas. `excess` is added to the secrets that open
    the chain's end, the commitments and the pack; with `leap` the chain's last link goes where it
    should have led."""
    size, g, key = len(cards), world.generator, world.decode(plan.key)
    h, *hs = generators(world, size)
    linking, nonces = chosen.linking, chosen.exponents
    chain, opened = [h], 0
    for link, exponent in zip(linking, permuted, strict=True):
        chain.append(world.add(world.mul(link, g), world.mul(exponent, chain[-1])))
        opened = link + exponent * opened
    if leap:
        chain[-1], opened = total(world, [linking[-1], prod(u)], [g, h]), linking[-1]
    first = chosen.sums
    points = (
        world.mul(first[0], g),
        world.mul(first[1], g),
        total(world, [first[2], *nonces], [g, *hs]),
        total(world, [-first[3], *nonces], [g, *(one for one, _ in cards)]),
        total(world, [-first[3], *nonces], [key, *(other for _, other in cards)]),
        *(total(world, [chosen.links[i], nonces[i]], [g, chain[i]]) for i in range(size)),
    )
    shown = [world.encode(point) for point in chain[1:]]
    c = challenge_of(world, statement, shown, points)
    known = (
        sum(chosen.hiding),
        opened + excess[0],
        dot(u, chosen.hiding) + excess[1],
        dot(permuted, masks) + excess[2],
    )
    answers = [
        (nonce + c * secret) % L
        for nonce, secret in zip(
            (*first, *chosen.links, *nonces), (*known, *linking, *permuted), strict=True
        )
    ]
    words = [*commitments, *shown, *(n.to_bytes(32, "little") for n in (c, *answers))]
    return Made(coded(world, cards), b"".join(words), points)


# --- forgers --------------------------------------------------------------------------------------

Bend = Callable[[Sequence[int], Sequence[int]], Sequence[int]]


def any_scalars(size: int) -> Chosen:
    def some(name: str, count: int = size) -> list[int]:
        return [scalar(name, bytes([i])) for i in range(count)]

    return Chosen(some("hiding"), some("link"), some("nonce", 4), some("links"), some("nonces"))


def forged(
    world: World,
    plan: Plan,
    cards: Cards,
    matrix: Matrix,
    masks: Sequence[int],
    *,
    bend: Bend = lambda _u, permuted: permuted,
    leap: bool = False,
) -> Made:
    """A false pack and all that can be shown for it: a commitment to any matrix, and the numbers
    that it makes of the exponents, or others (`bend`)."""
    chosen = any_scalars(len(cards))
    commitments = committed_to(world, matrix, chosen.hiding)
    statement = plan.statement(coded(world, cards), commitments)
    u = exponents(statement, len(cards))
    permuted = bend(u, [dot(row, u) % L for row in matrix])
    return proof_of(
        world, plan, cards, masks, commitments, u, permuted, statement, chosen, leap=leap
    )


def failing(world: World, plan: Plan, false: Made) -> list[str]:
    """The equations that do not hold of a pack and its proof."""
    checked = checked_points(world, plan, false.after, false.proof)
    names = [f"T{i}" for i in range(1, 6)] + [f"E{i}" for i in range(len(false.after))]
    return [
        name
        for name, one, other in zip(names, checked, false.points, strict=True)
        if world.encode(one) != world.encode(other)
    ]


def forged_after_the_exponents(world: World, plan: Plan, order: Order, *, hashed: bool) -> Made:
    """A pack whose first two faces are moved by points that cancel out in what the exponents weigh.

    That takes exponents which are known before the pack after is: where they are `hashed` with it,
    they are others by then. Where they are not, the pack that they hash is the honest one.
    """
    size = len(plan.before)
    honest = masked(world, plan, order)
    chosen = any_scalars(size)
    commitments = committed_to(world, rows_of(order.cards), chosen.hiding)
    statement = plan.statement(coded(world, honest), commitments)
    u = exponents(statement, size)
    permuted = [u[j] for j in order.cards]
    steps = [permuted[1], -permuted[0], *[0] * (size - 2)]
    moved = [
        (one, world.add(other, world.mul(step, world.generator)))
        for (one, other), step in zip(honest, steps, strict=True)
    ]
    pack = coded(world, moved)
    if hashed:
        statement = plan.statement(pack, commitments)
    # In one proportion with the exponents, so that the faces moved cancel out here as well.
    common = [scalar("common") * n % L for n in permuted[:2]]
    chosen = replace(chosen, exponents=[*common, *chosen.exponents[2:]])
    return proof_of(world, plan, moved, order.masks, commitments, u, permuted, statement, chosen)


def forged_with_logarithms(world: Numbers, plan: Plan, order: Order) -> Made:
    """Any order of cards, one taken twice and another not at all, by whoever knows all logarithms:
    here the elements are their own."""
    size, key = len(plan.before), world.decode(plan.key)
    before, cards = halves(world, plan.before), masked(world, plan, order)
    chosen = any_scalars(size)
    commitments = committed_to(world, rows_of(range(size)), chosen.hiding)
    statement = plan.statement(coded(world, cards), commitments)
    u = exponents(statement, size)
    # Any numbers that weigh the faces after as the exponents weigh those before.
    permuted = [0, *(scalar("any", bytes([i])) for i in range(1, size))]
    faces, others = ([b - key * a for a, b in deck] for deck in (before, cards))
    lacking = dot(u, faces) - dot(permuted, others)
    permuted[0] = lacking * pow(others[0], -1, L) % L
    h, *hs = generators(world, size)
    weighed = dot(permuted, [a for a, _ in cards]) - dot(u, [a for a, _ in before])
    excess = (
        (prod(permuted) - prod(u)) * h,
        dot(u, hs) - dot(permuted, hs),
        weighed - dot(permuted, order.masks),
    )
    return proof_of(
        world,
        plan,
        cards,
        order.masks,
        commitments,
        u,
        permuted,
        statement,
        chosen,
        excess=excess,
    )


def dot(numbers: Sequence[int], others: Sequence[int]) -> int:
    return sum(one * other for one, other in zip(numbers, others, strict=True))
