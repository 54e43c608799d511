"""The vectors of docs/cryptography.md, of the making of a key: this implementation makes them."""

from __future__ import annotations

import re
from pathlib import Path

from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.wire.key_messages import KeyFrame, read_key_body
from tests.protocol.dealt import REAL, deal_of, dealt, frames_of, signer

PAGE = Path(__file__).parents[3] / "docs" / "cryptography.md"


def made() -> dict[str, bytes]:
    """Every vector by its name, computed."""
    dealers = dealt(REAL, (0, 1, 2), 2)
    (key,) = dealers.watcher.keys()
    commit, deal = frames_of(dealers, 0)
    return {
        "key of seat 0": signer(REAL, 0).key,
        "commit of seat 0": digest(commit),
        "deal of seat 0": digest(deal),
        "envelope of seat 0 for seat 1": deal_of(deal).envelopes[0],
        "key": key.point,
        "public share of seat 2": key.share_of(2),
    }


def digest(frame: KeyFrame) -> bytes:
    assert read_key_body(frame).seat == 0
    return hash_of("example", frame.body)


def written() -> dict[str, bytes]:
    lines = re.findall(r"^\| ([\w ]+) \| `([0-9a-f` ]+)` \|$", PAGE.read_text(), re.MULTILINE)
    return {name: bytes.fromhex(re.sub(r"[` ]", "", value)) for name, value in lines}


def test_the_vectors_of_the_page_are_what_is_made_here() -> None:
    assert written() == made()
