"""The simulator's signatures: like real ones in everything but that anybody could make them."""

from __future__ import annotations

import pytest

from camelnet.protocol.crypto.suite import SIGNATURE_SIZE, Key, Signature, Suite
from tests.protocol.dealt import SUITES, SYMBOLIC, signer, with_bit


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_a_signature_is_good_for_its_key_and_body_alone(suite: Suite) -> None:
    author, other = signer(suite, 0), signer(suite, 1)
    signature = author.sign(b"body")
    assert len(signature) == SIGNATURE_SIZE
    assert author.sign(b"body") == signature
    assert suite.verify(author.key, signature, b"body")
    assert not suite.verify(author.key, signature, b"bodz")
    assert not suite.verify(other.key, signature, b"body")
    assert not suite.verify(author.key, Signature(with_bit(signature, 9)), b"body")
    assert not suite.verify(author.key, Signature(signature[:-1]), b"body")
    assert not suite.verify(Key(author.key[:-1]), signature, b"body")


def test_a_symbolic_key_has_the_size_of_a_real_one() -> None:
    with pytest.raises(ValueError, match="size"):
        type(signer(SYMBOLIC, 0))(Key(b"short"))
