"""The dictionary of camelup: between the core's bytes and the JSON position of docs/rules.md.

Decides nothing. On the way in it checks that each field can be written down, and names a bad one;
the core's audit checks that the position is possible.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from camelnet.rules import validation
from camelnet.rules.core import lib
from camelnet.rules.game import NODES, Node
from camelnet.rules.games import camels
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.state import all_written, number, numbers, pack, unpack, written
from camelnet.rules.validation import wrong

LEG_VALUES = (5, 3, 2)
BEYOND = 17
_FACES = ["".join(faces) for faces in permutations(CAMELS)]  # in the core's order
_HIDDEN, _NEVER, _OPEN = 0, 1, 2
_NUMBER = int(lib.cn_game_number(b"camelup"))


def _seat_or_none(number: int) -> int | None:
    return number - 1 if number else None


def _held(taken: list[int], seats: int) -> list[list[str]]:
    """The leg tiles of each seat, in the order taken."""
    held: list[list[str]] = [[] for _ in range(seats)]
    for code, tile in sorted([(code, tile) for tile, code in enumerate(taken) if code]):
        held[(code >> 4) - 1].append(f"{CAMELS[tile // 3]}{LEG_VALUES[tile % 3]}")
    return held


def _slots(code: int) -> str:
    return _FACES[code - _OPEN] if code >= _OPEN else "-----" if code == _NEVER else "?????"


def read(state: bytes) -> dict[str, Any]:
    raw = unpack("cn_camelup", state)
    seats = range(raw.head.seats)
    stacks = camels.stacks(raw.order, raw.space)
    cards = [[code // 5, code % 5] for code in raw.card]
    taken = list(raw.taken)
    return {
        "starter": _seat_or_none(raw.starter),
        "leg": number(raw.leg),
        "track": {str(at): stack for at, stack in stacks.items() if 0 < at < BEYOND},
        "crossed": stacks.get(BEYOND, ""),
        "dice": "".join([camel for c, camel in enumerate(CAMELS) if raw.dice >> c & 1]),
        "rolling": _seat_or_none(raw.rolling),
        "tiles": [f"{t >> 1}{'+-'[t & 1]}" if t else None for t in raw.tile[0 : len(seats)]],
        "money": numbers(raw.money)[: len(seats)],
        "leg_tiles": {
            camel: [v for i, v in enumerate(LEG_VALUES) if not taken[3 * c + i]]
            for c, camel in enumerate(CAMELS)
        },
        "held": [
            {"leg": leg, "pyramid": raw.pyramid[seat]}
            for seat, leg in enumerate(_held(taken, len(seats)))
        ],
        "slots": [_slots(raw.faces[seat]) for seat in seats],
        "win": cards[: raw.win_count],
        "lose": cards[::-1][: raw.lose_count],
    }


def _parse_dice(value: object) -> int:
    dice = camels.read_camels(value, "dice")
    if dice != sorted(dice):
        raise wrong("dice", "not alphabetical")
    return sum(1 << camel for camel in dice)


def _parse_tile(value: object, field: str) -> int:
    if value is None:
        return 0
    name = validation.text(value, field)
    spaces = {str(space): space for space in range(2, BEYOND)}
    if name[-1:] not in ("+", "-") or name[:-1] not in spaces:
        raise wrong(field, "not a space from 2 to 16 with + or -")
    return 2 * spaces[name[:-1]] + (name[-1] == "-")


def _parse_leg_tiles(body: dict[str, Any], seats: int) -> tuple[bytes, bytes]:
    """`taken` and `pyramid`. Each leg tile is at home or held by one seat."""
    taken = bytearray(15)
    pyramid = bytearray(8)
    for seat, value in enumerate(validation.items(body["held"], seats, "held")):
        field = f"held.{seat}"
        held = validation.keys(value, ("leg", "pyramid"), field)
        pyramid[seat] = validation.number(held["pyramid"], 0, 5, f"{field}.pyramid")
        for order, item in enumerate(validation.items(held["leg"], None, f"{field}.leg")):
            name = validation.text(item, f"{field}.leg")
            if name not in _LEG_TILE_NUMBERS:
                raise wrong(f"{field}.leg", f"{name!r:.40} is no leg tile")
            if taken[_LEG_TILE_NUMBERS[name]]:
                raise wrong(f"{field}.leg", f"{name} is held twice")
            taken[_LEG_TILE_NUMBERS[name]] = (seat + 1) << 4 | order
    home = validation.keys(body["leg_tiles"], CAMELS, "leg_tiles")
    for camel, name in enumerate(CAMELS):
        field = f"leg_tiles.{name}"
        values = [
            validation.number(v, 2, 5, field) for v in validation.items(home[name], None, field)
        ]
        left = [v for i, v in enumerate(LEG_VALUES) if not taken[3 * camel + i]]
        if values != left:
            raise wrong(field, f"{left} are left, by what is held")
    return bytes(taken), bytes(pyramid)


_LEG_TILE_NUMBERS = {
    f"{camel}{value}": 3 * c + i
    for c, camel in enumerate(CAMELS)
    for i, value in enumerate((5, 3, 2))
}


def _parse_slots(value: object, field: str) -> int:
    faces = validation.text(value, field)
    if faces == "?????":
        return _HIDDEN
    if faces == "-----":
        return _NEVER
    if faces not in _FACES:
        raise wrong(field, "not ?????, ----- or the five camels once each")
    return _OPEN + _FACES.index(faces)


def _parse_deck(value: object, seats: int, field: str) -> bytes:
    cards = bytearray()
    for item in validation.items(value, None, field):
        seat, slot = validation.items(item, 2, field)
        seat = validation.number(seat, 0, seats - 1, field)
        cards.append(5 * seat + validation.number(slot, 0, 4, field))
        if cards.count(cards[-1]) > 1:
            raise wrong(field, f"the card [{seat}, {slot}] lies there twice")
    return bytes(cards)


def _parse_seat(value: object, seats: int, field: str) -> int:
    return 0 if value is None else validation.number(value, 0, seats - 1, field) + 1


def write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    order, space = camels.row(
        body["track"], body["crossed"], first=1, last=BEYOND - 1, beyond=BEYOND
    )
    taken, pyramid = _parse_leg_tiles(body, seats)
    money = [
        validation.number(pounds, 0, lib.CN_CAMELUP_MONEY_MAX, f"money.{i}")
        for i, pounds in enumerate(validation.items(body["money"], seats, "money"))
    ]
    tiles = validation.items(body["tiles"], seats, "tiles")
    slots = validation.items(body["slots"], seats, "slots")
    faces = bytes(_parse_slots(value, f"slots.{i}") for i, value in enumerate(slots))
    win = _parse_deck(body["win"], seats, "win")
    lose = _parse_deck(body["lose"], seats, "lose")
    if set(win) & set(lose):
        raise wrong("lose", "a card lies in both decks")
    laid = bytearray(8)
    for code in win + lose:
        laid[code // 5] |= 1 << code % 5
    if node == "reveal":
        waiting = [i for i in range(seats) if laid[i] and faces[i] == _HIDDEN]
        if not waiting:
            raise wrong("turn", "nobody has cards to open")
        seat = waiting[0]
    return pack(
        "cn_camelup",
        head=(_NUMBER, seats, NODES.index(node), seat),
        options=options[0] | options[1] << 1,
        starter=_parse_seat(body["starter"], seats, "starter"),
        rolling=_parse_seat(body["rolling"], seats, "rolling"),
        dice=_parse_dice(body["dice"]),
        leg=written(validation.number(body["leg"], 0, lib.CN_CAMELUP_LEG_MAX, "leg"), 4),
        order=order,
        space=space,
        tile=bytes(_parse_tile(value, f"tiles.{i}") for i, value in enumerate(tiles)),
        money=all_written(money, 4),
        taken=taken,
        pyramid=pyramid,
        laid=bytes(laid),
        faces=faces,
        win_count=len(win),
        lose_count=len(lose),
        card=win + bytes(40 - len(win) - len(lose)) + lose[::-1],
    )


def options(state: bytes) -> dict[str, Any]:
    """The values of all options."""
    bits = unpack("cn_camelup", state).options
    return {
        "leg_ends_without_tiles": bool(bits & 1),
        "flip_in_place": bool(bits & 2),
    }
