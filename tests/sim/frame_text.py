"""Frames in short, for people who read a trace."""

from __future__ import annotations

from typing import Any

from camelnet.protocol.codec.canonical import Malformed, decode
from camelnet.protocol.wire import bodies
from camelnet.protocol.wire.frames import Frame
from camelnet.session.api.facts import Fact

HASH_SHOWN = 6  # hex digits
TEXT_MAX = 160
SKIPPED = ("domain", "game", "signature")


def tell(frame: Frame) -> str:
    """`Ack(epoch=0 index=3 seat=1 entry=af31c0 …)`: what is signed is opened, hashes are cut."""
    return _told(frame)


def tell_fact(fact: Fact) -> str:
    words = str(getattr(fact, "message", "") or getattr(fact, "notation", ""))
    return f"{type(fact).__name__} {words}"[:TEXT_MAX]


def _told(value: Any) -> str:
    if isinstance(value, bytes):
        return value.hex()[:HASH_SHOWN] or "-"
    if isinstance(value, tuple):
        return "[" + " ".join(_told(item) for item in value) + "]"
    if not hasattr(value, "__dataclass_fields__"):
        return str(value)
    name = type(value).__name__
    parts = []
    for field in value.__dataclass_fields__:
        inside = getattr(value, field)
        if field in SKIPPED or inside in (b"", ()):
            continue
        body = _opened(inside) if field in ("body", "change") else None
        parts.append(body if body else f"{field}={_told(inside)}")
    return f"{name}({' '.join(parts)})"


def _opened(body: bytes) -> str | None:
    """The fields of a signed body, named if the protocol has a class for its domain."""
    try:
        value = decode(body)
    except Malformed:
        return None
    if not isinstance(value, tuple) or not isinstance(value[0], str):
        return None
    kind = value[0].split("/")[1]
    made = getattr(bodies, f"{kind.title()}Body", None)
    names = list(made.__dataclass_fields__) if made else []
    if len(names) != len(value):
        return " ".join((kind, *(_told(item) for item in value[2:])))
    pairs = zip(names, value, strict=True)
    return " ".join((kind, *(f"{n}={_told(item)}" for n, item in pairs if n not in SKIPPED)))
