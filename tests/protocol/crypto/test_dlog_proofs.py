"""Proofs about logarithms: what is true can be shown, nothing else, and only where it was shown."""

from __future__ import annotations

import pytest

from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.dlog_proofs import (
    PROOF_SIZE,
    check_equality,
    check_knowledge,
    prove_equality,
    prove_knowledge,
)
from camelnet.protocol.crypto.group import ORDER, Group, Ristretto, scalar_bytes, scalar_of
from tests.protocol.refusals import fault_of
from tests.protocol.symbolic import SymbolicGroup

REAL, SYMBOLIC = Ristretto(), SymbolicGroup()
both = pytest.mark.parametrize("group", [REAL, SYMBOLIC], ids=["ristretto", "symbolic"])

SECRET = scalar_of("test", b"secret")
CONTEXT = b"this place"


@both
def test_what_is_known_can_be_proven_and_the_proof_is_always_the_same(group: Group) -> None:
    point = group.base(SECRET)
    proof = prove_knowledge(group, CONTEXT, SECRET, point)
    assert len(proof) == PROOF_SIZE
    check_knowledge(group, CONTEXT, point, proof)
    assert prove_knowledge(group, CONTEXT, SECRET, point) == proof


@both
def test_a_proof_of_knowledge_holds_for_its_point_and_context_alone(group: Group) -> None:
    point = group.base(SECRET)
    proof = prove_knowledge(group, CONTEXT, SECRET, point)
    assert fault_of(check_knowledge, group, b"that place", point, proof) is Fault.PROOF
    assert fault_of(check_knowledge, group, CONTEXT, group.base(5), proof) is Fault.PROOF
    liar = prove_knowledge(group, CONTEXT, SECRET + 1, point)
    assert fault_of(check_knowledge, group, CONTEXT, point, liar) is Fault.PROOF


@both
def test_one_logarithm_of_two_points_can_be_proven(group: Group) -> None:
    base = group.point_of("test", b"base")
    statement = group.base(SECRET), base, group.mul(SECRET, base)
    proof = prove_equality(group, CONTEXT, SECRET, *statement)
    assert len(proof) == PROOF_SIZE
    check_equality(group, CONTEXT, *statement, proof)
    assert prove_equality(group, CONTEXT, SECRET, *statement) == proof


@both
def test_a_proof_of_equality_holds_for_its_statement_and_context_alone(group: Group) -> None:
    base = group.point_of("test", b"base")
    public, other = group.base(SECRET), group.mul(SECRET, base)
    proof = prove_equality(group, CONTEXT, SECRET, public, base, other)
    stranger = group.point_of("test", b"stranger")
    assert fault_of(check_equality, group, b"", public, base, other, proof) is Fault.PROOF
    assert fault_of(check_equality, group, CONTEXT, stranger, base, other, proof) is Fault.PROOF
    assert fault_of(check_equality, group, CONTEXT, public, stranger, other, proof) is Fault.PROOF
    assert fault_of(check_equality, group, CONTEXT, public, base, stranger, proof) is Fault.PROOF


@both
def test_two_logarithms_cannot_be_proven_to_be_one(group: Group) -> None:
    base = group.point_of("test", b"base")
    public, other = group.base(SECRET), group.mul(SECRET + 1, base)
    for secret in (SECRET, SECRET + 1):
        proof = prove_equality(group, CONTEXT, secret, public, base, other)
        assert fault_of(check_equality, group, CONTEXT, public, base, other, proof) is Fault.PROOF


@both
def test_neither_kind_of_proof_passes_for_the_other(group: Group) -> None:
    point = group.base(SECRET)
    knowledge = prove_knowledge(group, CONTEXT, SECRET, point)
    equality = prove_equality(group, CONTEXT, SECRET, point, group.base(1), point)
    assert fault_of(check_knowledge, group, CONTEXT, point, equality) is Fault.PROOF
    statement = point, group.base(1), point
    assert fault_of(check_equality, group, CONTEXT, *statement, knowledge) is Fault.PROOF


def test_no_two_statements_share_a_nonce() -> None:
    """Two responses to one nonce would give the secret away: s - s' = (c - c')·secret."""
    base = SYMBOLIC.point_of("test", b"base")
    public = SYMBOLIC.base(SECRET)
    proofs = [
        prove_knowledge(SYMBOLIC, CONTEXT, SECRET, public),
        prove_knowledge(SYMBOLIC, b"elsewhere", SECRET, public),
        prove_equality(SYMBOLIC, CONTEXT, SECRET, public, base, SYMBOLIC.mul(SECRET, base)),
        prove_equality(SYMBOLIC, b"elsewhere", SECRET, public, base, SYMBOLIC.mul(SECRET, base)),
        prove_equality(SYMBOLIC, CONTEXT, SECRET, public, public, SYMBOLIC.mul(SECRET, public)),
    ]
    nonces = set()
    for proof in proofs:
        challenge, response = (int.from_bytes(proof[at : at + 32], "little") for at in (0, 32))
        nonces.add((response - challenge * SECRET) % ORDER)
    assert len(nonces) == len(proofs)
    assert scalar_bytes(SECRET) not in b"".join(proofs)
