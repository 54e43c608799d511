"""Pig's JSON position: read from the bytes of the core, and written back."""

from __future__ import annotations

from typing import Any

from camelnet.rules import validation
from camelnet.rules.core import lib
from camelnet.rules.game import NODES, Node
from camelnet.rules.state import pack, unpack

_SCORE_MAX = 105
_NUMBER = int(lib.cn_game_number(b"pig"))


def read(state: bytes) -> dict[str, Any]:
    raw = unpack("cn_pig", state)
    return {
        "begun": bool(raw.begun),
        "rolling": raw.rolling - 1 if raw.rolling else None,
        "total": raw.total,
        "score": list(raw.score[0 : raw.head.seats]),
    }


def options(state: bytes) -> dict[str, Any]:
    return {"short_game": bool(unpack("cn_pig", state).short_game)}


def write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    rolling = body["rolling"]
    scores = validation.items(body["score"], seats, "score")
    return pack(
        "cn_pig",
        head=(_NUMBER, seats, NODES.index(node), seat),
        short_game=options[0],
        begun=validation.flag(body["begun"], "begun"),
        rolling=0 if rolling is None else validation.number(rolling, 0, seats - 1, "rolling") + 1,
        total=validation.number(body["total"], 0, _SCORE_MAX, "total"),
        score=bytes(validation.number(value, 0, _SCORE_MAX, "score") for value in scores),
    )
