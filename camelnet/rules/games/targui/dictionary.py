"""The dictionary of targui: between the core's bytes and the JSON position of docs/rules-targui.md.

Decides nothing. On the way in it checks that each field can be written down, and names a bad one;
the core's audit checks that the position is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from camelnet.rules import validation
from camelnet.rules.core import lib
from camelnet.rules.game import NODES, Node
from camelnet.rules.games.targui.events import LANDS, SECTORS
from camelnet.rules.state import all_written, number, numbers, pack, unpack, written
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


def cards_of(mask: int) -> list[int]:
    """The destiny cards of a mask, ascending."""
    return [card for card in range(1, _DESTINY + 1) if mask >> (card - 1) & 1]


def attacked_from(raw: Any) -> int:
    """The field `from`, which is no name in Python."""
    cell: int = getattr(raw, "from")
    return cell


def _owners(raw: Any) -> list[int | None]:
    owners: list[int | None] = [None] * CELLS
    for seat, cells in enumerate(numbers(raw.owned)):
        while cells:
            owners[(cells & -cells).bit_length() - 2] = seat
            cells &= cells - 1
    return owners


def read(state: bytes) -> dict[str, Any]:
    raw = unpack("cn_targui", state)
    seats = range(raw.head.seats)
    attack = {"seat": raw.attacker - 1, "from": attacked_from(raw), "to": raw.to}
    return {
        "first": raw.first - 1 if raw.first else None,
        "sectors": [SECTORS[raw.sector[seat] - 1] if raw.sector[seat] else None for seat in seats],
        "land": [LANDS[land - 1] if land else None for land in raw.land],
        "owner": _owners(raw),
        "camels": numbers(raw.camels),
        "box": number(raw.box),
        "money": numbers(raw.money)[: len(seats)],
        "camp": [raw.camp[seat] or None for seat in seats],
        "out": [bool(raw.out >> seat & 1) for seat in seats],
        "round": raw.round,
        "die": raw.die or None,
        "pile": {**{str(seat): raw.pile[seat] for seat in seats}, "destiny": raw.pile[4]},
        "destiny": cards_of(number(raw.deck)),
        "effect": raw.effect or None,
        "step": STEPS[raw.step - 1],
        "turns_left": raw.turns_left,
        "attack": attack if raw.attacker else None,
        "tribute": list(raw.tribute[0 : len(seats)]),
    }


def options(state: bytes) -> dict[str, Any]:
    """The values of all options."""
    raw = unpack("cn_targui", state)
    return {"destiny": cards_of(number(raw.in_play)), "camels": number(raw.herd)}


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


def _set(cells: list[int]) -> bytes:
    return written(sum(1 << cell for cell in cells), 8)


def write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
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
    return pack(
        "cn_targui",
        head=(_NUMBER, seats, NODES.index(node), seat),
        step=_name(body["step"], STEPS, "step"),
        in_play=written(options[0] >> 1, 2),
        herd=written(options[1], 2),
        first=_seat(body["first"], seats, "first"),
        sector=bytes(sectors),
        camp=bytes(camps),
        out=sum(outs),
        round=validation.number(body["round"], 0, _DESTINY, "round"),
        die=0 if body["die"] is None else validation.number(body["die"], 1, 6, "die"),
        pile=_parse_pile(body["pile"], seats),
        deck=written(_parse_destiny(body["destiny"]), 2),
        effect=0 if effect is None else validation.number(effect, 1, _DESTINY, "effect"),
        turns_left=validation.number(body["turns_left"], 0, 2, "turns_left"),
        attacker=attacker,
        to=end,
        tribute=bytes(_per_seat(body["tribute"], seats, 255, "tribute")),
        box=written(validation.number(body["box"], 0, herd, "box"), 2),
        money=all_written(_per_seat(body["money"], seats, lib.CN_TARGUI_MONEY_MAX, "money"), 4),
        owned=all_written(_parse_owners(body["owner"], seats), 8),
        loaded=_set([cell for cell, count in enumerate(camels, start=1) if count]),
        chott=_set(
            [cell for cell, kind in enumerate(land, start=1) if kind == lib.CN_TARGUI_CHOTT]
        ),
        land=land,
        camels=all_written(camels, 2),
        **{"from": start},
    )
