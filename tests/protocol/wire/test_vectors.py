"""docs/vectors: the bytes of every message, both ways, and the primitives."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from camelnet.protocol.codec.canonical import Malformed, Value, decode, encode
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.wire.bodies import body_bytes, read_body, verified
from camelnet.protocol.wire.frames import (
    FRAMES,
    Accepted,
    CertificateLine,
    Head,
    Luck,
    SeatNonce,
    SeatShare,
    SeatSignature,
    SeatUnlock,
    Signed,
    frame_bytes,
    read_frame,
    read_line,
)
from camelnet.protocol.wire.limits import PROTOCOL_MAX
from tests.protocol import vectors
from tests.protocol.toy import SUITE

STORED: dict[str, Any] = json.loads(vectors.MESSAGES.read_text(encoding="utf-8"))
FRAMES_STORED, BODIES_STORED, LINES_STORED = STORED["frames"], STORED["bodies"], STORED["lines"]


def name_of(vector: dict[str, Any]) -> str:
    return f"{vector['kind']}-{vector['bytes'][-8:]}"


def unpacked(data: bytes) -> tuple[Value, ...]:
    value = decode(data)
    assert isinstance(value, tuple)
    return value


@pytest.mark.parametrize("vector", FRAMES_STORED, ids=name_of)
def test_a_frame_has_the_bytes_of_its_vector_and_comes_back_from_them(
    vector: dict[str, Any],
) -> None:
    kind = FRAMES[vector["number"]]
    assert kind.__name__ == vector["kind"]
    data = bytes.fromhex(vector["bytes"])
    frame = from_array(kind, vectors.plain(vector["fields"]))
    assert frame_bytes(frame) == data
    assert read_frame(data) == frame
    assert vectors.shown(read_frame(data)) == vector["fields"]


@pytest.mark.parametrize("vector", BODIES_STORED, ids=name_of)
def test_a_body_has_the_bytes_of_its_vector_and_its_signature_fits(vector: dict[str, Any]) -> None:
    data, signature = (bytes.fromhex(vector[name]) for name in ("bytes", "signature"))
    kind = vectors.BODIES[vectors.domain_of(data)]
    assert kind.__name__ == vector["kind"]
    body = from_array(kind, vectors.plain(vector["fields"]))
    assert body_bytes(body) == data
    assert read_body(kind, data) == body
    if signature:
        keys = [bytes.fromhex(item["key"]) for item in STORED["keys"]]
        assert sum(verified(SUITE, key, signature, data) for key in keys) == 1
    with pytest.raises(Malformed):
        read_body(kind, data[:-1])
    with pytest.raises(Malformed):
        read_body(kind, encode((*unpacked(data), False)))


@pytest.mark.parametrize("vector", LINES_STORED, ids=name_of)
def test_a_line_has_the_bytes_of_its_vector_and_comes_back_from_them(
    vector: dict[str, Any],
) -> None:
    (kind,) = (kind for kind in vectors.LINES if kind.__name__ == vector["kind"])
    data = bytes.fromhex(vector["bytes"])
    line = from_array(kind, vectors.plain(vector["fields"]))
    assert encode(to_array(line)) == data
    assert from_array(kind, decode(data)) == line
    if vector["kind"] != "AcceptorState":
        assert read_line(decode(data)) == line


def test_every_kind_of_frame_body_and_line_has_a_vector() -> None:
    assert {vector["kind"] for vector in FRAMES_STORED} == {kind.__name__ for kind in FRAMES}
    kinds = [kind.__name__ for kind in vectors.BODIES.values()]
    assert [vector["kind"] for vector in BODIES_STORED[: len(kinds)]] == kinds
    assert {vector["kind"] for vector in LINES_STORED} == {kind.__name__ for kind in vectors.LINES}


def test_fields_that_came_later_have_vectors_in_every_combination() -> None:
    tables, lobbies = (
        {
            tuple(sorted(stands & later))
            for vector in BODIES_STORED
            if vector["kind"] == kind
            and (stands := set(vector["fields"].get("chair") or vector["fields"]))
        }
        for kind, later in (
            ("TableBody", {"aids", "opener"}),
            ("LobbyBody", {"admitted", "refused"}),
        )
    )
    assert tables == {(), ("aids",), ("aids", "opener")}
    assert lobbies == {(), ("admitted",), ("admitted", "refused")}
    fields_of = [vector["fields"] for vector in BODIES_STORED if vector["kind"] == "TableBody"]
    assert any(told.get("aids") is False for told in fields_of), "false where opener follows"


@pytest.mark.parametrize("vector", STORED["refused"], ids=lambda vector: vector["why"])
def test_a_body_in_another_form_is_refused(vector: dict[str, Any]) -> None:
    kinds = {kind.__name__: kind for kind in vectors.BODIES.values()}
    with pytest.raises(Malformed, match=r"left out|ascending order|not a (text|string)"):
        read_body(kinds[vector["kind"]], bytes.fromhex(vector["bytes"]))


def test_what_travels_signed_has_its_signature_in_its_vector() -> None:
    unsigned = {vector["kind"] for vector in BODIES_STORED if not vector["signature"]}
    assert unsigned == {"TableBody", "ChangeBody"}


@pytest.mark.slow
def test_the_stored_vectors_are_what_is_made_today() -> None:
    for path, made in (
        (vectors.MESSAGES, vectors.messages()),
        (vectors.PRIMITIVES, vectors.primitives()),
    ):
        assert json.loads(path.read_text(encoding="utf-8")) == made, (
            "python -m tests.protocol.vectors"
        )


# --- the page -----------------------------------------------------------------------------------

PAGE = Path(__file__).parents[3] / "docs" / "messages.md"


def rows() -> dict[str, tuple[str, list[str]]]:
    """Of docs/messages.md by kind: what stands before it, and the names of its fields."""
    found = re.findall(
        r"^\|(?: ([\w/-]+) \|)? `(\w+)` \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    return {
        kind: (first, [part.split(":")[0].strip() for part in told.split(";")])
        for first, kind, told in found
    }


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.__name__)
def test_the_page_of_messages_has_every_frame_with_its_number_and_fields(kind: type[Any]) -> None:
    number, names = rows()[kind.__name__]
    assert int(number) == FRAMES.index(kind)
    assert names == [item.name for item in fields(kind)]


@pytest.mark.parametrize("domain", sorted(vectors.BODIES))
def test_the_page_of_messages_has_every_body_with_its_domain_and_fields(domain: str) -> None:
    kind = vectors.BODIES[domain]
    told, names = rows()[kind.__name__]
    assert told == domain
    assert ["domain", *names] == [item.name for item in fields(kind)]


@pytest.mark.parametrize(
    "kind",
    [
        *vectors.LINES[:3], Accepted, CertificateLine, Head, Luck,
        SeatNonce, SeatShare, SeatSignature, SeatUnlock, Signed,
    ],
    ids=lambda kind: kind.__name__,
)  # fmt: skip
def test_the_page_of_messages_has_every_part_with_its_fields(kind: type[Any]) -> None:
    assert rows()[kind.__name__][1] == [item.name for item in fields(kind)]


# The number of the protocol, and a digest of the messages that it stands for. Who changes one
# raises the number first: otherwise two builds take each other's words for lies.
NUMBER, DIGEST = 5, "1fe0b75af1da7c3f"


def test_a_changed_message_asks_for_another_number_of_the_protocol() -> None:
    kinds = {*FRAMES, *vectors.BODIES.values(), *vectors.LINES}
    shapes = sorted(
        (kind.__name__, *((item.name, item.type) for item in fields(kind))) for kind in kinds
    )
    digest = sha256(repr(shapes).encode()).hexdigest()[:16]
    assert (PROTOCOL_MAX, digest) == (NUMBER, DIGEST)
