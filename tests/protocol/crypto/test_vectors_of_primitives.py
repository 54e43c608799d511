"""The vectors of docs/cryptography.md: what this implementation makes is what stands there."""

from __future__ import annotations

import re
from pathlib import Path

from camelnet.protocol.cards.commitments import Sealed
from camelnet.protocol.cards.encrypted_faces import lock, opening_share, unlock
from camelnet.protocol.crypto.coin import coin_label, coin_seed, coin_share
from camelnet.protocol.crypto.dlog_proofs import prove_equality, prove_knowledge
from camelnet.protocol.crypto.group import read_scalar
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.wire.key_messages import KeyFrame, read_key_body
from tests.protocol.card_vectors import card_vectors
from tests.protocol.dealt import GAME, REAL, deal_of, dealt, frames_of, signer

PAGE = Path(__file__).parents[3] / "docs" / "cryptography.md"


def made() -> dict[str, bytes]:
    """Every vector by its name, computed."""
    group = REAL.group
    dealers = dealt(REAL, (0, 1, 2), 2)
    (key,) = dealers.watcher.keys()
    secrets = {seat: read_scalar(dealers.seats[seat].secret_shares()) for seat in (0, 1, 2)}
    label = coin_label(REAL, GAME, 0, 7, bytes([1]) * 32, bytes([2]) * 32)
    shares = {seat: coin_share(REAL, key, seat, secrets[seat], label) for seat in (0, 1)}
    (locked,) = lock(REAL, key, GAME, 1, Sealed("y", (bytes([3]) * 32,)), bytes([4]) * 32)
    opening = {s: opening_share(REAL, key, s, secrets[s], locked) for s in (0, 2)}
    assert unlock(REAL, key, GAME, 1, 0, locked, opening) == ("y", bytes([3]) * 32)
    commit, deal = frames_of(dealers, 0)
    base = group.point_of("example", b"base")
    return {
        "H": hash_of("example", b"a", b"bc"),
        "P": base,
        "knowledge": prove_knowledge(group, b"context", 5, group.base(5)),
        "equality": prove_equality(group, b"context", 5, group.base(5), base, group.mul(5, base)),
        "key of seat 0": signer(REAL, 0).key,
        "commit of seat 0": digest(commit),
        "deal of seat 0": digest(deal),
        "envelope of seat 0 for seat 1": deal_of(deal).envelopes[0],
        "key": key.point,
        "public share of seat 2": key.share_of(2),
        "label": label,
        "coin share of seat 0": shares[0],
        "coin": coin_seed(REAL, key, label, shares),
        "lock": locked,
        "opening share of seat 2": opening[2],
        **{name: value for name, _, value in card_vectors(group, key, secrets)},
    }


def digest(frame: KeyFrame) -> bytes:
    assert read_key_body(frame).seat == 0
    return hash_of("example", frame.body)


def written() -> dict[str, bytes]:
    lines = re.findall(r"^\| ([\w ]+) \| `([0-9a-f` ]+)` \|$", PAGE.read_text(), re.MULTILINE)
    return {name: bytes.fromhex(re.sub(r"[` ]", "", value)) for name, value in lines}


def test_the_vectors_of_the_page_are_what_is_made_here() -> None:
    assert written() == made()
