"""Locked faces: k holders open them without their owner, fewer see nothing, copies are refused."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from camelnet.protocol.cards.commitments import Sealed, commitment, commitments, opens
from camelnet.protocol.cards.encrypted_faces import (
    LOCK_SIZE,
    OPENING_SHARE_SIZE,
    check_locks,
    check_opening_share,
    commitments_of,
    lock,
    opening_share,
    unlock,
)
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.coin import coin_share
from camelnet.protocol.crypto.dlog_proofs import prove_knowledge
from camelnet.protocol.crypto.group import scalar_of
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.wire.limits import ATTACHMENT_MAX
from tests.protocol.dealt import GAME, REAL, both, holder_key
from tests.protocol.refusals import fault_of

SEALED = Sealed("ygbow", tuple(bytes([n]) * 32 for n in range(5)))
SECRET = bytes(range(100, 132))


def refused(
    suite: Suite,
    key: TableKey,
    attachments: Sequence[bytes],
    *,
    game: bytes = GAME,
    seat: int = 2,
    slots: int = 5,
    used: Sequence[bytes] = (),
) -> Fault:
    return fault_of(check_locks, suite, key, game, seat, attachments, slots, used)


def shares_for(
    suite: Suite, key: TableKey, secrets: dict[int, int], attachment: bytes
) -> dict[int, bytes]:
    return {
        seat: opening_share(suite, key, seat, secrets[seat], attachment) for seat in key.holders
    }


@both
@pytest.mark.parametrize(("threshold", "size"), [(2, 2), (2, 3), (3, 4), (6, 8)])
def test_any_k_holders_open_what_was_locked(suite: Suite, threshold: int, size: int) -> None:
    key, secrets = holder_key(suite, threshold, tuple(range(size)))
    attachments = lock(suite, key, GAME, 2, SEALED, SECRET)
    assert {len(item) for item in attachments} == {LOCK_SIZE}
    assert LOCK_SIZE <= ATTACHMENT_MAX
    assert len(set(check_locks(suite, key, GAME, 2, attachments, 5, ()))) == 5
    for slot, attachment in enumerate(attachments):
        shares = shares_for(suite, key, secrets, attachment)
        for seat, share in shares.items():
            assert len(share) == OPENING_SHARE_SIZE
            check_opening_share(suite, key, seat, attachment, share)
        for seats in itertools.islice(itertools.combinations(key.holders, threshold), 4):
            chosen = {seat: shares[seat] for seat in seats}
            opened = unlock(suite, key, GAME, 2, slot, attachment, chosen)
            assert opened == (SEALED.faces[slot], SEALED.nonces[slot])


@both
def test_locks_carry_the_commitments_that_the_owner_opens_too(suite: Suite) -> None:
    key, _ = holder_key(suite, 2, (0, 1, 2))
    committed = commitments_of(lock(suite, key, GAME, 2, SEALED, SECRET))
    assert committed == commitments(GAME, 2, SEALED)
    assert opens(GAME, 2, committed, SEALED.faces, SEALED.nonces)


@both
def test_locks_depend_on_the_secret_and_repeat_themselves(suite: Suite) -> None:
    key, _ = holder_key(suite, 2, (0, 1, 2))
    first = lock(suite, key, GAME, 2, SEALED, SECRET)
    assert lock(suite, key, GAME, 2, SEALED, SECRET) == first
    other = lock(suite, key, GAME, 2, SEALED, bytes(32))
    points = {item[32:64] for item in (*first, *other)}
    assert len(points) == 10


@both
def test_the_length_of_a_lock_tells_nothing_of_its_face(suite: Suite) -> None:
    key, secrets = holder_key(suite, 2, (0, 1))
    sealed = Sealed("aé🐪", SEALED.nonces[:3])
    attachments = lock(suite, key, GAME, 0, sealed, SECRET)
    assert {len(item) for item in attachments} == {LOCK_SIZE}
    for slot, face in enumerate(sealed.faces):
        shares = shares_for(suite, key, secrets, attachments[slot])
        opened = unlock(suite, key, GAME, 0, slot, attachments[slot], shares)
        assert opened == (face, sealed.nonces[slot])


def test_nothing_of_a_face_or_nonce_can_be_read_from_a_lock() -> None:
    key, _ = holder_key(REAL, 2, (0, 1))
    attachments = lock(REAL, key, GAME, 0, SEALED, SECRET)
    for item, face, nonce in zip(attachments, SEALED.faces, SEALED.nonces, strict=True):
        assert nonce not in item
        assert face.encode("utf-32-be") not in item
        assert SECRET not in item


@both
def test_too_few_shares_open_nothing(suite: Suite) -> None:
    key, secrets = holder_key(suite, 3, (0, 1, 2))
    attachment = lock(suite, key, GAME, 2, SEALED, SECRET)[0]
    shares = shares_for(suite, key, secrets, attachment)
    del shares[1]
    with pytest.raises(ValueError, match="too few"):
        unlock(suite, key, GAME, 2, 0, attachment, shares)


@both
def test_locks_are_good_for_their_key_game_seat_and_slot_alone(suite: Suite) -> None:
    key, _ = holder_key(suite, 2, (0, 1, 2))
    other_key, _ = holder_key(suite, 3, (0, 1, 2))
    attachments = lock(suite, key, GAME, 2, SEALED, SECRET)
    assert refused(suite, other_key, attachments) is Fault.PROOF
    assert refused(suite, key, attachments, game=bytes(32)) is Fault.PROOF
    assert refused(suite, key, attachments, seat=1) is Fault.PROOF
    swapped = (attachments[1], attachments[0], *attachments[2:])
    assert refused(suite, key, swapped) is Fault.PROOF


@both
def test_a_copied_point_is_refused_whoever_had_it_first(suite: Suite) -> None:
    key, _ = holder_key(suite, 2, (0, 1, 2))
    attachments = lock(suite, key, GAME, 2, SEALED, SECRET)
    used = check_locks(suite, key, GAME, 2, attachments, 5, ())
    assert refused(suite, key, attachments, used=used[4:]) is Fault.ATTACHMENTS
    twice = (*attachments[:4], attachments[3])
    assert refused(suite, key, twice) is Fault.ATTACHMENTS
    theirs = lock(suite, key, GAME, 1, SEALED, bytes(32))
    assert refused(suite, key, theirs, seat=2) is Fault.PROOF


@both
def test_a_copied_ciphertext_under_ones_own_point_does_not_open(suite: Suite) -> None:
    """Seat 1 commits to what it cannot open and hopes that the holders open seat 2's for it."""
    key, secrets = holder_key(suite, 2, (0, 1, 2))
    theirs = lock(suite, key, GAME, 2, SEALED, SECRET)[0]
    exponent = 77
    point = suite.group.base(exponent)
    committed, ciphertext = theirs[:32], theirs[64:116]
    place = hash_of("camelnet/lock/1", key.point, GAME, bytes([1, 0]))
    context = hash_of("camelnet/lock-proof/1", place, committed, ciphertext)
    proof = prove_knowledge(suite.group, context, exponent, point)
    copy = committed + point + ciphertext + proof
    assert check_locks(suite, key, GAME, 1, (copy,), 1, ()) == (point,)
    shares = shares_for(suite, key, secrets, copy)
    assert unlock(suite, key, GAME, 1, 0, copy, shares) is None


def forged_lock(suite: Suite, key: TableKey, plain: bytes, committed: bytes) -> bytes:
    """A forgery of a modified client: well-formed, proven, with whatever it likes inside."""
    exponent = scalar_of("test", b"exponent")
    point, shared = suite.group.base(exponent), suite.group.mul(exponent, key.point)
    place = hash_of("camelnet/lock/1", key.point, GAME, bytes([2, 0]))
    cipher = ChaCha20Poly1305(hash_of("camelnet/lock-key/1", place, committed, point, shared))
    ciphertext = cipher.encrypt(bytes(12), plain, None)
    context = hash_of("camelnet/lock-proof/1", place, committed, ciphertext)
    return committed + point + ciphertext + prove_knowledge(suite.group, context, exponent, point)


@both
@pytest.mark.parametrize(
    ("plain", "opened"),
    [
        ("y".encode("utf-32-be") + bytes(32), ("y", bytes(32))),
        ("g".encode("utf-32-be") + bytes(32), None),
        ("y".encode("utf-32-be") + bytes(31) + b"\1", None),
        (b"\xff\xff\xff\xff" + bytes(32), None),
        (b"\x00\x00\xd8\x00" + bytes(32), None),
    ],
    ids=["as committed", "another face", "another nonce", "no character", "half a character"],
)
def test_what_was_not_committed_to_does_not_open(
    suite: Suite, plain: bytes, opened: tuple[str, bytes] | None
) -> None:
    key, secrets = holder_key(suite, 2, (0, 1))
    forged = forged_lock(suite, key, plain, commitment(GAME, 2, 0, "y", bytes(32)))
    check_locks(suite, key, GAME, 2, (forged,), 1, ())
    shares = shares_for(suite, key, secrets, forged)
    assert unlock(suite, key, GAME, 2, 0, forged, shares) == opened


@both
def test_more_or_fewer_locks_than_slots_are_refused(suite: Suite) -> None:
    key, _ = holder_key(suite, 2, (0, 1, 2))
    good = lock(suite, key, GAME, 2, SEALED, SECRET)
    for locks in (good[:4], (*good, good[0]), ()):
        assert refused(suite, key, locks) is Fault.ATTACHMENTS


@both
def test_an_opening_share_is_good_for_its_lock_and_holder_alone(suite: Suite) -> None:
    key, secrets = holder_key(suite, 2, (0, 1, 2))
    first, second, *_ = lock(suite, key, GAME, 0, SEALED, SECRET)
    share = opening_share(suite, key, 1, secrets[1], first)
    coin = coin_share(suite, key, 1, secrets[1], first[32:64])
    for holder, attachment, given in (
        (1, second, share),
        (0, first, share),
        (5, first, share),
        (1, first, coin),
        (1, first, share[:-1]),
        (1, first, opening_share(suite, key, 1, secrets[2], first)),
    ):
        assert fault_of(check_opening_share, suite, key, holder, attachment, given) is Fault.SHARE
