"""The template game in Python, for tests and to copy from; its C half is
native/src/games/template/rules.c.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelnet.i18n import Message, message
from camelnet.rules import validation
from camelnet.rules.core import ffi, lib
from camelnet.rules.game import NODES, Game, GameInfo, Node, OptionInfo
from camelnet.rules.notation import opening_notation

INFO = GameInfo(
    key="template",
    name="Template",
    seats_min=2,
    seats_max=4,
    options=(OptionInfo("goal", 6, "number", 2, 50),),
    slots=2,
    faces="lh",
)


@dataclass(frozen=True, slots=True)
class Stepped:
    seat: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Ended:
    winners: tuple[int, ...]


Event = Stepped | Ended

_REFUSALS = {
    lib.CN_TEMPLATE_S1_SEAT: "S1: there is no such seat",
    lib.CN_TEMPLATE_A2_LAID: "A2: a card is laid already",
    lib.CN_TEMPLATE_E1_SEAT: "E1: another seat opens now",
}
_FIELDS = {
    lib.CN_TEMPLATE_F_OPTIONS: "options",
    lib.CN_TEMPLATE_F_TURN: "turn",
    lib.CN_TEMPLATE_F_PLACE: "place",
    lib.CN_TEMPLATE_F_LAID: "laid",
    lib.CN_TEMPLATE_F_FACE: "face",
}
_FACES = "?lh-"


def _refusal(state: bytes, status: int, notation: str) -> Message:
    return message(_REFUSALS[status])


def _events(state: bytes, events: Any) -> tuple[Event, ...]:
    facts: list[Event] = []
    for i in range(events.count):
        event = events.list[i]
        if event.kind == lib.CN_TEMPLATE_STEPPED:
            facts.append(Stepped(event.arg[0], event.arg[1], event.arg[2]))
        else:
            facts.append(Ended(tuple(b for b in range(4) if event.arg[0] >> b & 1)))
    return tuple(facts)


def _view(state: bytes) -> Any:
    view = ffi.new("cn_template *")
    ffi.memmove(view, state, len(state))
    return view


def _read(state: bytes) -> dict[str, Any]:
    view = _view(state)
    seats = view.head.seats
    return {
        "rolling": view.rolling - 1 if view.rolling else None,
        "begun": bool(view.begun),
        "place": list(view.place[0:seats]),
        "laid": [slot - 1 if slot else None for slot in view.laid[0:seats]],
        "face": "".join(_FACES[face] for face in view.face[0:seats]),
    }


def _write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    view = ffi.new("cn_template *")
    view.goal = options[0]
    view.begun = validation.flag(body["begun"], "begun")
    if body["rolling"] is not None:
        view.rolling = validation.number(body["rolling"], 0, seats - 1, "rolling") + 1
    faces = validation.text(body["face"], "face")
    if len(faces) != seats or not set(faces) <= set(_FACES):
        raise validation.wrong("face", "not one of ?lh- per seat")
    for i, value in enumerate(validation.items(body["place"], seats, "place")):
        view.place[i] = validation.number(value, 0, 255, "place")
    for i, value in enumerate(validation.items(body["laid"], seats, "laid")):
        view.laid[i] = 0 if value is None else validation.number(value, 0, 1, "laid") + 1
    for i, face in enumerate(faces):
        view.face[i] = _FACES.index(face)
    if node == "reveal":
        waiting = [i for i in range(seats) if view.laid[i] and not view.face[i]]
        if not waiting:
            raise validation.wrong("turn", "nobody has a card to open")
        seat = waiting[0]
    view.head.game = GAME.number
    view.head.seats = seats
    view.head.node = NODES.index(node)
    view.head.seat = seat
    return bytes(ffi.buffer(view))


GAME = Game(
    info=INFO,
    body=("rolling", "begun", "place", "laid", "face"),
    read=_read,
    write=_write,
    options=lambda state: {"goal": _view(state).goal},
    fields=_FIELDS,
    refusal=_refusal,
    events=_events,
    openings=lambda seat: [opening_notation(seat, face) for face in "lh-"],
)
