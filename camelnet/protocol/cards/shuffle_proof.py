"""The proof of a shuffle: zero-knowledge, one message, by Terelius and Wikström (2010).

The prover commits to its permutation, one Pedersen commitment for each card of the pack before. It
shows that this is a permutation (the rows of its matrix add up to 1, and it preserves the product
of numbers that nobody chose), and that the pack after is the pack before in this permutation,
masked again. The steps follow Haenni, Locher, Koenig and Dubuis ("Pseudo-code algorithms for
verifiable re-encryption mix-nets", 2017), made non-interactive by hashing (Fiat and Shamir 1986).

The proof is sound if discrete logarithms are hard, in the random oracle model: a cheat needs a
relation between generators that are hashes. Shares of the table's key do not help it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any, cast

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import (
    ORDER,
    POINT_SIZE,
    SCALAR_SIZE,
    Group,
    read_point,
    read_scalar,
    scalar_bytes,
    scalar_of,
)
from camelnet.protocol.crypto.suite import Hash, hash_of

_PROOF = "camelnet/proof-shuffle/1"
_NONCE = "camelnet/shuffle-nonce/1"


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement: `after` holds the cards of `before`, each once, masked again under `key`.

    Both packs consist of checked points and have one size; a card is two points, concatenated.
    """

    place: Hash  # binds the key, the context and the pack before
    key: bytes
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """A secret order: for each card its place before, and the scalar that masks it. Its `repr`
    shows neither."""

    cards: tuple[int, ...]
    masks: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Order({len(self.cards)} cards)"


@dataclass(frozen=True, slots=True)
class _Proof:
    commitments: tuple[bytes, ...]  # to the permutation, by place before
    chain: tuple[bytes, ...]  # to the products of the first permuted exponent, the first two, …
    challenge: int
    sums: tuple[int, ...]  # responses: for the rows, the chain's end, the exponents, the masks
    links: tuple[int, ...]  # one response for each link of the chain
    exponents: tuple[int, ...]  # one response for each permuted exponent


def proof_size(cards: int) -> int:
    """The size of a proof in bytes."""
    return 2 * cards * POINT_SIZE + (5 + 2 * cards) * SCALAR_SIZE


def prove(group: Group, claim: Claim, order: Order, seed: bytes) -> bytes:
    """The proof of a claim that `order` makes true. `seed` is secret. The randomness follows from
    it and the whole claim, so no two challenges ever meet the same nonce; the key and the pack
    before enter through `place`, which must bind them."""
    size = len(claim.before)
    base, *bases = generators(group, size)
    own = hash_of("camelnet/shuffle-proof-seed/1", seed, claim.place, b"".join(claim.after))
    hiding = [scalar_of("camelnet/shuffle-hiding/1", own, bytes([j])) for j in range(size)]
    commitments = [group.base(number) for number in hiding]
    for i, j in enumerate(order.cards):
        commitments[j] = group.add(commitments[j], bases[i])
    statement = _statement(claim, commitments)
    drawn = _exponents(statement, size)
    permuted = [drawn[j] for j in order.cards]

    secret = hash_of("camelnet/shuffle-nonce-seed/1", own, statement)
    linking = [scalar_of("camelnet/shuffle-link/1", secret, bytes([i])) for i in range(size)]
    chain = [base]
    total = 0  # the hiding exponent of the chain's end, if it were one commitment
    for link, exponent in zip(linking, permuted, strict=True):
        chain.append(group.add(group.base(link), group.mul(exponent, chain[-1])))
        total = (link + exponent * total) % ORDER
    known = (sum(hiding), total, _dot(hiding, drawn), _dot(order.masks, permuted))

    sums = [scalar_of(_NONCE, secret, bytes([0, i])) for i in range(len(known))]
    links = [scalar_of(_NONCE, secret, bytes([1, i])) for i in range(size)]
    exponents = [scalar_of(_NONCE, secret, bytes([2, i])) for i in range(size)]
    firsts, seconds = _halves(claim.after)
    nonce_points = (
        group.base(sums[0]),
        group.base(sums[1]),
        group.add(group.base(sums[2]), _product(group, exponents, bases)),
        group.add(group.base(-sums[3]), _product(group, exponents, firsts)),
        group.add(group.mul(-sums[3], claim.key), _product(group, exponents, seconds)),
        *(
            group.add(group.base(link), group.mul(exponent, before))
            for link, exponent, before in zip(links, exponents, chain[:-1], strict=True)
        ),
    )
    challenge = _challenge(statement, chain[1:], nonce_points)
    answers = [
        (nonce + challenge * secret_scalar) % ORDER
        for nonce, secret_scalar in zip(
            (*sums, *links, *exponents), (*known, *linking, *permuted), strict=True
        )
    ]
    return b"".join((*commitments, *chain[1:], *map(scalar_bytes, (challenge, *answers))))


def check(group: Group, claim: Claim, data: bytes) -> None:
    """Raise `Refusal` unless the prover knew an order that makes the claim true."""
    size = len(claim.before)
    proof = _read(group, data, size)
    base, *bases = generators(group, size)
    statement = _statement(claim, proof.commitments)
    drawn = _exponents(statement, size)
    product = reduce(lambda one, other: one * other % ORDER, drawn)
    chain = (base, *proof.chain)
    rows, end, committed, masks = proof.sums
    first_before, second_before = _halves(claim.before)
    first_after, second_after = _halves(claim.after)

    # The nonces' points: those of the responses, less the challenge times the values proven.
    exponents, lost = list(proof.exponents), -proof.challenge
    answered = [*exponents, *(lost * number for number in drawn)]
    sum_of_bases = _generators(cast("Any", group), size)[1]
    rows_of = group.public_sum(0, [1] * size, proof.commitments), sum_of_bases
    nonce_points = (
        group.public_sum(rows, (lost, -lost), rows_of),
        group.public_sum(end, (lost, -lost * product), (chain[-1], base)),
        group.public_sum(committed, answered, (*bases, *proof.commitments)),
        group.public_sum(-masks, answered, (*first_after, *first_before)),
        group.public_sum(0, (-masks, *answered), (claim.key, *second_after, *second_before)),
        *(
            group.public_sum(link, (exponent, lost), (before, behind))
            for link, exponent, before, behind in zip(
                proof.links, exponents, chain[:-1], proof.chain, strict=True
            )
        ),
    )
    if _challenge(statement, proof.chain, nonce_points) != proof.challenge:
        raise Refusal(Fault.PROOF)


def _read(group: Group, data: bytes, size: int) -> _Proof:
    """Read a proof for packs of this size; raises `Refusal`."""
    if len(data) != proof_size(size):
        raise Refusal(Fault.PROOF)
    items = [data[at : at + POINT_SIZE] for at in range(0, len(data), POINT_SIZE)]
    points = tuple(read_point(group, item) for item in items[: 2 * size])
    challenge, *answers = (read_scalar(item) for item in items[2 * size :])
    return _Proof(
        commitments=points[:size],
        chain=points[size:],
        challenge=challenge,
        sums=tuple(answers[:4]),
        links=tuple(answers[4 : 4 + size]),
        exponents=tuple(answers[4 + size :]),
    )


# --- hashes ---------------------------------------------------------------------------------------


def generators(group: Group, size: int) -> tuple[bytes, ...]:
    """The first generator of a chain, and one for each card. They are hashes, mapped to points: a
    prover that knew a relation between them could prove anything."""
    return _generators(cast("Any", group), size)[0]


@lru_cache(4)  # all packs of one size share them
def _generators(group: Any, size: int) -> tuple[tuple[bytes, ...], bytes]:
    """The generators, and the sum of the cards' ones."""
    domain = "camelnet/shuffle-generator/1"
    found = tuple(group.point_of(domain, bytes([number])) for number in range(size + 1))
    return found, group.public_sum(0, [1] * size, found[1:])


def _statement(claim: Claim, commitments: Sequence[bytes]) -> Hash:
    """The hash of all that the prover must fix before it learns the exponents."""
    parts = b"".join(claim.after), b"".join(commitments)
    return hash_of("camelnet/shuffle-statement/1", claim.place, *parts)


def _exponents(statement: Hash, size: int) -> list[int]:
    """The numbers, one for each card before, whose product and sums a permutation preserves."""
    return [scalar_of("camelnet/shuffle-exponent/1", statement, bytes([j])) for j in range(size)]


def _challenge(statement: Hash, chain: Sequence[bytes], nonce_points: Sequence[bytes]) -> int:
    return scalar_of(_PROOF, statement, b"".join(chain), b"".join(nonce_points))


# --- arithmetic -----------------------------------------------------------------------------------


def _halves(deck: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    return [card[:POINT_SIZE] for card in deck], [card[POINT_SIZE:] for card in deck]


def _product(group: Group, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
    return reduce(group.add, map(group.mul, scalars, points))


def _dot(scalars: Sequence[int], others: Sequence[int]) -> int:
    return sum(one * other for one, other in zip(scalars, others, strict=True)) % ORDER
