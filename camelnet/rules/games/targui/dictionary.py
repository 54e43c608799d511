"""The dictionary of targui: between the core's bytes and the JSON position of docs/rules-targui.md.

Decides nothing. On the way in it checks that each field can be written down, and names a bad one;
the core's audit checks that the position is possible.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from camelnet.rules import validation
from camelnet.rules.core import ffi, lib
from camelnet.rules.game import NODES, Node
from camelnet.rules.games.targui.events import LANDS, SECTORS
from camelnet.rules.validation import wrong

CELLS = int(lib.CN_TARGUI_CELLS)
STEPS = (  # core: from 1
    "first",
    "sector",
    "land",
    "camp",
    "die",
    "draw",
    "destiny",
    "move",
    "buy",
    "hit",
    "parry",
    "after",
    "occupy",
    "over",
)
_SEATS_MAX = 4
_DESTINY = int(lib.CN_TARGUI_DESTINY)
_NUMBER = int(lib.cn_game_number(b"targui"))

# The struct of games/targui.h, all bytes but its little-endian numbers and sets.
_LAYOUT = struct.Struct("<4B B H H B 4s 4s B B B 5s H B B B B B 4s H 4I 4Q Q Q 49s 49H")
assert _LAYOUT.size == ffi.sizeof("cn_targui")


@dataclass(frozen=True, slots=True)
class Raw:
    """The fields of `cn_targui`, by their names there; sets of cells are numbers."""

    game: int
    seats: int
    node: int
    seat: int
    step: int
    in_play: int
    herd: int
    first: int
    sector: bytes
    camp: bytes
    out: int
    round: int
    die: int
    pile: bytes
    deck: int
    effect: int
    turns_left: int
    attacker: int
    start: int  # `from`
    end: int  # `to`
    tribute: bytes
    box: int
    money: tuple[int, ...]
    owned: tuple[int, ...]
    loaded: int
    chott: int
    land: bytes
    camels: tuple[int, ...]

    @classmethod
    def from_bytes(cls, state: bytes) -> Raw:
        fields = _LAYOUT.unpack(state)
        values: list[Any] = [
            *fields[:22],
            fields[22:26],
            fields[26:30],
            *fields[30:33],
            fields[33:],
        ]
        return cls(*values)

    def to_bytes(self) -> bytes:
        return _LAYOUT.pack(
            self.game,
            self.seats,
            self.node,
            self.seat,
            self.step,
            self.in_play,
            self.herd,
            self.first,
            self.sector,
            self.camp,
            self.out,
            self.round,
            self.die,
            self.pile,
            self.deck,
            self.effect,
            self.turns_left,
            self.attacker,
            self.start,
            self.end,
            self.tribute,
            self.box,
            *self.money,
            *self.owned,
            self.loaded,
            self.chott,
            self.land,
            *self.camels,
        )


def cards_of(mask: int) -> list[int]:
    """The destiny cards of a mask, ascending."""
    return [card for card in range(1, _DESTINY + 1) if mask >> (card - 1) & 1]


def _owners(raw: Raw) -> list[int | None]:
    owners: list[int | None] = [None] * CELLS
    for seat, cells in enumerate(raw.owned):
        while cells:
            owners[(cells & -cells).bit_length() - 2] = seat
            cells &= cells - 1
    return owners


def read(state: bytes) -> dict[str, Any]:
    raw = Raw.from_bytes(state)
    seats = range(raw.seats)
    attack = {"seat": raw.attacker - 1, "from": raw.start, "to": raw.end}
    return {
        "first": raw.first - 1 if raw.first else None,
        "sectors": [SECTORS[raw.sector[seat] - 1] if raw.sector[seat] else None for seat in seats],
        "land": [LANDS[land - 1] if land else None for land in raw.land],
        "owner": _owners(raw),
        "camels": list(raw.camels),
        "box": raw.box,
        "money": list(raw.money[: raw.seats]),
        "camp": [raw.camp[seat] or None for seat in seats],
        "out": [bool(raw.out >> seat & 1) for seat in seats],
        "round": raw.round,
        "die": raw.die or None,
        "pile": {**{str(seat): raw.pile[seat] for seat in seats}, "destiny": raw.pile[4]},
        "destiny": cards_of(raw.deck),
        "effect": raw.effect or None,
        "step": STEPS[raw.step - 1],
        "turns_left": raw.turns_left,
        "attack": attack if raw.attacker else None,
        "tribute": list(raw.tribute[: raw.seats]),
    }


def options(state: bytes) -> dict[str, Any]:
    """The values of all options."""
    raw = Raw.from_bytes(state)
    return {"destiny": cards_of(raw.in_play), "camels": raw.herd}


# --- a dictionary as bytes ----------------------------------------------------------------------


def _name(value: object, names: Sequence[str], field: str) -> int:
    """A name's place in `names`, counted from 1."""
    name = validation.text(value, field)
    if name not in names:
        raise wrong(field, f"{name!r:.40} is none of {', '.join(names)}")
    return names.index(name) + 1


def _seat(value: object, seats: int, field: str) -> int:
    return 0 if value is None else validation.number(value, 0, seats - 1, field) + 1


def _per_seat(value: object, seats: int, high: int, field: str) -> list[int]:
    found = validation.items(value, seats, field)
    return [validation.number(item, 0, high, f"{field}.{seat}") for seat, item in enumerate(found)]


def _parse_pile(value: object, seats: int) -> bytes:
    names = [*map(str, range(seats)), "destiny"]
    pile = validation.keys(value, names, "pile")
    cards = [validation.number(pile[name], 0, 5, f"pile.{name}") for name in names]
    return bytes([*cards[:-1], *[0] * (_SEATS_MAX - seats), cards[-1]])


def _parse_destiny(value: object) -> int:
    cards = [
        validation.number(c, 1, _DESTINY, "destiny")
        for c in validation.items(value, None, "destiny")
    ]
    if cards != sorted(set(cards)):
        raise wrong("destiny", "not ascending, each number once")
    return sum(1 << (card - 1) for card in cards)


def _parse_attack(value: object, seats: int) -> tuple[int, int, int]:
    if value is None:
        return 0, 0, 0
    attack = validation.keys(value, ("seat", "from", "to"), "attack")
    return (
        validation.number(attack["seat"], 0, seats - 1, "attack.seat") + 1,
        validation.number(attack["from"], 1, CELLS, "attack.from"),
        validation.number(attack["to"], 1, CELLS, "attack.to"),
    )


def _parse_owners(value: object, seats: int) -> tuple[int, ...]:
    owned = [0] * _SEATS_MAX
    for cell, owner in enumerate(validation.items(value, CELLS, "owner"), start=1):
        if owner is not None:
            owned[validation.number(owner, 0, seats - 1, f"owner.{cell - 1}")] |= 1 << cell
    return tuple(owned)


def _set(cells: list[int]) -> int:
    return sum(1 << cell for cell in cells)


def write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    absent = [0] * (_SEATS_MAX - seats)
    herd = lib.CN_TARGUI_HERD_MAX
    land = bytes(
        0 if value is None else _name(value, LANDS, f"land.{i}")
        for i, value in enumerate(validation.items(body["land"], CELLS, "land"))
    )
    camels = tuple(
        validation.number(value, 0, herd, f"camels.{i}")
        for i, value in enumerate(validation.items(body["camels"], CELLS, "camels"))
    )
    sectors = [
        0 if value is None else _name(value, SECTORS, f"sectors.{i}")
        for i, value in enumerate(validation.items(body["sectors"], seats, "sectors"))
    ]
    camps = [
        0 if value is None else validation.number(value, 1, CELLS, f"camp.{i}")
        for i, value in enumerate(validation.items(body["camp"], seats, "camp"))
    ]
    outs = [
        validation.flag(value, f"out.{i}") << i
        for i, value in enumerate(validation.items(body["out"], seats, "out"))
    ]
    attacker, start, end = _parse_attack(body["attack"], seats)
    effect = body["effect"]
    return Raw(
        game=_NUMBER,
        seats=seats,
        node=NODES.index(node),
        seat=seat,
        step=_name(body["step"], STEPS, "step"),
        in_play=options[0] >> 1,
        herd=options[1],
        first=_seat(body["first"], seats, "first"),
        sector=bytes(sectors + absent),
        camp=bytes(camps + absent),
        out=sum(outs),
        round=validation.number(body["round"], 0, _DESTINY, "round"),
        die=0 if body["die"] is None else validation.number(body["die"], 1, 6, "die"),
        pile=_parse_pile(body["pile"], seats),
        deck=_parse_destiny(body["destiny"]),
        effect=0 if effect is None else validation.number(effect, 1, _DESTINY, "effect"),
        turns_left=validation.number(body["turns_left"], 0, 2, "turns_left"),
        attacker=attacker,
        start=start,
        end=end,
        tribute=bytes(_per_seat(body["tribute"], seats, 255, "tribute") + absent),
        box=validation.number(body["box"], 0, herd, "box"),
        money=(*_per_seat(body["money"], seats, lib.CN_TARGUI_MONEY_MAX, "money"), *absent),
        owned=_parse_owners(body["owner"], seats),
        loaded=_set([cell for cell, count in enumerate(camels, start=1) if count]),
        chott=_set(
            [cell for cell, kind in enumerate(land, start=1) if kind == lib.CN_TARGUI_CHOTT]
        ),
        land=land,
        camels=camels,
    ).to_bytes()
