"""All that a prover of shuffles chooses, recovered from its proofs with its secrets.

Whoever guesses a nonce, or meets one twice, reads a secret behind an answer: the order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from camelnet.protocol.cards import shuffle_proof
from camelnet.protocol.cards.shuffle import Deck, applied, first_deck, order_of
from camelnet.protocol.cards.shuffle_proof import Claim, Order
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.crypto.threshold import TableKey
from tests.protocol.cards.reference_shuffle import L, Numbers, dot, exponents, generators, scalar
from tests.protocol.dealt import SYMBOLIC, holder_key
from tests.protocol.packs import key_of, pack_of, secret_of

SIZE, SEED = 5, secret_of(0)
GROUP, (KEY, _) = SYMBOLIC.group, key_of(SYMBOLIC)
OTHER_KEY, _ = holder_key(SYMBOLIC, 2, (0, 1))
FIRST = first_deck(GROUP, pack_of(SIZE))
ORDERS = [order_of(secret_of(number), SIZE) for number in range(4)]


@dataclass(frozen=True)
class Recovered:
    """A claim, and all scalars that were chosen to prove it."""

    claim: Claim
    statement: bytes
    challenge: int
    hiding: tuple[int, ...]
    linking: tuple[int, ...]
    nonces: tuple[int, ...]

    @property
    def all(self) -> tuple[int, ...]:
        return (*self.hiding, *self.linking, *self.nonces)


def recovered(key: TableKey, context: bytes, before: Deck, order: Order) -> Recovered:
    """Of symbolic elements the logarithms are known: what hides a commitment can be taken off."""
    place = hash_of("camelnet/shuffle/2", key.point, context, b"".join(before))
    claim = Claim(place, key.point, before, applied(GROUP, key, before, order))
    proof = shuffle_proof.prove(GROUP, claim, order, SEED)
    shuffle_proof.check(GROUP, claim, proof)
    data = [proof[at : at + 32] for at in range(0, len(proof), 32)]
    words = [int.from_bytes(word, "little") for word in data]
    commitments, chain, challenge = words[:SIZE], words[SIZE : 2 * SIZE], words[2 * SIZE]
    statement = hash_of(
        "camelnet/shuffle-statement/1", place, b"".join(claim.after), b"".join(data[:SIZE])
    )
    u = exponents(statement, SIZE)
    permuted = [u[card] for card in order.cards]
    h, *hs = generators(Numbers(), SIZE)
    hiding = [(commitments[card] - hs[order.cards.index(card)]) % L for card in range(SIZE)]
    linking, total = [], 0
    for exponent, before_it, link in zip(permuted, [h, *chain], chain, strict=False):
        linking.append((link - exponent * before_it) % L)
        total = linking[-1] + exponent * total
    known = (sum(hiding), total, dot(u, hiding), dot(permuted, order.masks))
    secrets = (*known, *linking, *permuted)
    answers = words[2 * SIZE + 1 :]
    nonces = [(a - challenge * b) % L for a, b in zip(answers, secrets, strict=True)]
    assert len(nonces) == 4 + 2 * SIZE
    return Recovered(claim, statement, challenge, tuple(hiding), tuple(linking), tuple(nonces))


def proofs() -> list[Recovered]:
    """Proofs of many claims, of which no two are the same, all made with one seed."""
    claims = [
        (key, context, before, order)
        for key in (KEY, OTHER_KEY)
        for context in (b"here", b"elsewhere")
        for before in (FIRST, FIRST[::-1])
        for order in ORDERS
    ]
    return list(itertools.starmap(recovered, claims))


def test_nothing_that_is_chosen_comes_twice() -> None:
    """Neither in a proof nor in those of other packs, contexts and keys with the same seed."""
    chosen = [number for proof in proofs() for number in proof.all]
    assert len(set(chosen)) == len(chosen) == 32 * (4 + 4 * SIZE)


def test_nothing_that_is_chosen_follows_from_what_all_can_see() -> None:
    for proof in proofs():
        assert not set(proof.all) & set(derivable(proof))


def derivable(proof: Recovered) -> Iterator[int]:
    """All that the prover's hashes lead to from what is public, in the place of the seed or of
    what follows from it."""
    claim = proof.claim
    after = b"".join(claim.after)
    public = [
        *(b"", bytes(32), claim.place, claim.key, proof.statement, after),
        *(b"".join(claim.before), proof.challenge.to_bytes(32, "little")),
    ]
    owns: list[bytes] = [
        hash_of("camelnet/shuffle-proof-seed/1", item, claim.place, after) for item in public
    ]
    owns += [hash_of("camelnet/shuffle-proof-seed/1", claim.place, after), *public]
    for own in owns:
        nonce_seed = hash_of("camelnet/shuffle-nonce-seed/1", own, proof.statement)
        for secret in (own, nonce_seed, hash_of("camelnet/shuffle-nonce-seed/1", own)):
            for i in range(SIZE):
                yield scalar("camelnet/shuffle-hiding/1", secret, bytes([i]))
                yield scalar("camelnet/shuffle-link/1", secret, bytes([i]))
                for kind in range(3):
                    yield scalar("camelnet/shuffle-nonce/1", secret, bytes([kind, i]))
