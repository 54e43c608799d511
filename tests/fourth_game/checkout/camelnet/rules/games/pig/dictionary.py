"""Pig's JSON position: read from the bytes of the core, and written back."""

from __future__ import annotations

from typing import Any

from camelnet.rules import validation
from camelnet.rules.core import ffi, lib
from camelnet.rules.game import NODES, Node

BODY = ("begun", "rolling", "total", "score")
_SCORE_MAX = 105


def _raw(state: bytes) -> Any:
    raw = ffi.new("cn_pig *")
    ffi.memmove(raw, state, len(state))
    return raw


def read(state: bytes) -> dict[str, Any]:
    raw = _raw(state)
    return {
        "begun": bool(raw.begun),
        "rolling": raw.rolling - 1 if raw.rolling else None,
        "total": raw.total,
        "score": list(raw.score[0 : raw.head.seats]),
    }


def options(state: bytes) -> dict[str, Any]:
    return {"short_game": bool(_raw(state).short_game)}


def write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    raw = ffi.new("cn_pig *")
    raw.head.game = lib.cn_game_number(b"pig")
    raw.head.seats, raw.head.node, raw.head.seat = seats, NODES.index(node), seat
    raw.short_game = options[0]
    raw.begun = validation.flag(body["begun"], "begun")
    if body["rolling"] is not None:
        raw.rolling = validation.number(body["rolling"], 0, seats - 1, "rolling") + 1
    raw.total = validation.number(body["total"], 0, _SCORE_MAX, "total")
    for i, value in enumerate(validation.items(body["score"], seats, "score")):
        raw.score[i] = validation.number(value, 0, _SCORE_MAX, "score")
    return bytes(ffi.buffer(raw))
