"""camelup in Python: its events, its dictionary and the words for its refusals.

No rule is decided here: positions, events and refusals come from native/src/games/camelup.c. The
rules, with their names (A3, M4, ...), are in docs/rules.md.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal

from camelnet.i18n import N_, Message, message
from camelnet.rules import shape
from camelnet.rules.core import ffi, lib
from camelnet.rules.game import NODES, Game, GameInfo, Node, OptionInfo
from camelnet.rules.shape import CAMELS, wrong

INFO = GameInfo(
    key="camelup",
    name=N_("Camel Up"),
    seats_min=2,
    seats_max=8,
    options=(
        OptionInfo("leg_ends_without_tiles", False, "flag"),
        OptionInfo("flip_in_place", False, "flag"),
    ),
    slots=5,
    faces=CAMELS,
)

# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved: by the die to `landing`, then by a desert tile there to `end`."""

    unit: str  # bottom to top
    start: int  # 0: not on the track yet (setup)
    landing: int  # 17: beyond the line
    tile: str | None  # "+" oasis, "-" mirage
    owner: int | None  # the tile's
    end: int  # 17: crossed
    under: bool  # it slid underneath others that stand there


@dataclass(frozen=True, slots=True)
class Earned:
    """A seat got money at once; cause "tile": someone landed on its desert tile."""

    seat: int
    pounds: int
    cause: Literal["tile"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One leg tile, or all pyramid tiles, of a seat at a leg's end."""

    seat: int
    what: Literal["tile", "pyramid"]
    camel: str | None
    value: int | None  # printed on the leg tile
    rank: int | None  # of its camel, from 1
    pounds: int


@dataclass(frozen=True, slots=True)
class LegScored:
    """L2. A seat's lines are added up first; `after` is never below 0."""

    leg: int
    ranking: str  # first to last
    lines: tuple[ScoreLine, ...]  # by seat, tiles in the order taken
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LegBegan:
    leg: int
    starter: int


@dataclass(frozen=True, slots=True)
class RaceEnded:
    ranking: str  # first to last


@dataclass(frozen=True, slots=True)
class CardScored:
    """E3, one race card."""

    deck: Literal["win", "lose"]
    order: int  # from 0, the first laid
    seat: int
    slot: int
    face: str  # "-": never opened
    pounds: int  # before the floor of 0
    after: int  # the seat's money


@dataclass(frozen=True, slots=True)
class GameOver:
    winners: tuple[int, ...]


Event = Moved | Earned | LegScored | LegBegan | RaceEnded | CardScored | GameOver


def _letters(numbers: Any) -> str:
    return "".join(CAMELS[number] for number in numbers if number < 5)


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(8) if mask >> bit & 1)


def _moved(arg: Any) -> Moved:
    side = chr(arg[7]) if arg[7] else None
    return Moved(
        unit=_letters(arg[0:5]),
        start=arg[5],
        landing=arg[6],
        tile=side,
        owner=arg[8] if side else None,
        end=arg[9],
        under=bool(arg[10]),
    )


def _leg_scored(event: Any, rest: Iterator[Any], seats: int) -> LegScored:
    """A leg's scoring with the lines that follow it, up to the total of the last seat."""
    lines: list[ScoreLine] = []
    before: list[int] = []
    after: list[int] = []
    while len(after) < seats:
        line = next(rest)
        arg, number = line.arg, line.number
        match line.kind:
            case lib.CN_CAMELUP_LINE_TILE:
                camel = CAMELS[arg[1]]
                lines.append(ScoreLine(arg[0], "tile", camel, arg[2], arg[3], number[0]))
            case lib.CN_CAMELUP_LINE_PYRAMID:
                lines.append(ScoreLine(arg[0], "pyramid", None, None, None, number[0]))
            case _:
                before.append(number[0])
                after.append(number[1])
    ranking = _letters(event.arg[0:5])
    return LegScored(event.number[0], ranking, tuple(lines), tuple(before), tuple(after))


def _card_scored(event: Any) -> CardScored:
    arg = event.arg
    return CardScored(
        deck="lose" if arg[0] else "win",
        order=arg[1],
        seat=arg[2],
        slot=arg[3],
        face=CAMELS[arg[4]] if arg[4] < 5 else "-",
        pounds=event.number[0],
        after=event.number[1],
    )


def _events(state: bytes, events: Any) -> tuple[Event, ...]:
    raw = iter([events.list[i] for i in range(events.count)])
    facts: list[Event] = []
    for event in raw:
        arg = event.arg
        match event.kind:
            case lib.CN_CAMELUP_MOVED:
                facts.append(_moved(arg))
            case lib.CN_CAMELUP_EARNED:
                facts.append(Earned(arg[0], event.number[0], "tile"))
            case lib.CN_CAMELUP_LEG_SCORED:
                facts.append(_leg_scored(event, raw, seats=state[1]))
            case lib.CN_CAMELUP_LEG_BEGAN:
                facts.append(LegBegan(event.number[0], arg[0]))
            case lib.CN_CAMELUP_RACE_ENDED:
                facts.append(RaceEnded(_letters(arg[0:5])))
            case lib.CN_CAMELUP_CARD_SCORED:
                facts.append(_card_scored(event))
            case _:
                facts.append(GameOver(_bits(arg[0])))
    return tuple(facts)


# --- refusals ---------------------------------------------------------------------------------

_REFUSALS = {
    lib.CN_CAMELUP_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_CAMELUP_S2_PLACED: N_("S2: this camel stands on the track already"),
    lib.CN_CAMELUP_A1_DIE: N_("A1: this die has left the pyramid"),
    lib.CN_CAMELUP_A2_NONE_LEFT: N_("A2: no leg tile of this camel is left"),
    lib.CN_CAMELUP_A3_SPACE: N_("A3: a desert tile goes on a space from 2 to 16"),
    lib.CN_CAMELUP_A3_CAMEL: N_("A3: a camel stands on space {space}"),
    lib.CN_CAMELUP_A3_TILE: N_("A3: another seat's tile lies on space {space}"),
    lib.CN_CAMELUP_A3_NEXT: N_("A3: space {space} is next to another seat's tile"),
    lib.CN_CAMELUP_A3_SAME: N_("A3: the tile lies on space {space} already; it must go elsewhere"),
    lib.CN_CAMELUP_O2_SIDE: N_("O2: the tile lies on space {space} with this side up already"),
    lib.CN_CAMELUP_A4_SLOT: N_("A4: the race cards are in slots 0 to 4"),
    lib.CN_CAMELUP_A4_LAID: N_("A4: this race card is laid already"),
    lib.CN_CAMELUP_E2_SEAT: N_("E2: another seat opens its race cards now"),
    lib.CN_CAMELUP_E2_FACES: N_("E2: the race cards are the five camels once each"),
}


def _refusal(state: bytes, status: int, notation: str) -> Message:
    template = _REFUSALS[status]
    if "{space}" in template:
        return message(template, space=int(notation.split(" ")[1][:-1]))
    return message(template)


# --- the dictionary ---------------------------------------------------------------------------

LEG_VALUES = (5, 3, 2)
BEYOND = 17
_FACES = ["".join(faces) for faces in permutations(CAMELS)]  # in the core's order
_HIDDEN, _NEVER, _OPEN = 0, 1, 2

_FIELDS = {
    lib.CN_CAMELUP_F_OPTIONS: "options",
    lib.CN_CAMELUP_F_TURN: "turn",
    lib.CN_CAMELUP_F_STARTER: "starter",
    lib.CN_CAMELUP_F_LEG: "leg",
    lib.CN_CAMELUP_F_TRACK: "track",
    lib.CN_CAMELUP_F_CROSSED: "crossed",
    lib.CN_CAMELUP_F_DICE: "dice",
    lib.CN_CAMELUP_F_ROLLING: "rolling",
    lib.CN_CAMELUP_F_TILES: "tiles",
    lib.CN_CAMELUP_F_MONEY: "money",
    lib.CN_CAMELUP_F_LEG_TILES: "leg_tiles",
    lib.CN_CAMELUP_F_HELD: "held",
    lib.CN_CAMELUP_F_SLOTS: "slots",
    lib.CN_CAMELUP_F_WIN: "win",
    lib.CN_CAMELUP_F_LOSE: "lose",
}

# The struct of games/camelup.h, all bytes but the two little-endian numbers.
_LAYOUT = struct.Struct("<4B 4B I 5s 5s 8s 8I 15s 8s 8s 8s B B 40s")
assert _LAYOUT.size == ffi.sizeof("cn_camelup")


@dataclass(frozen=True, slots=True)
class Raw:
    """The fields of `cn_camelup`, under their names there."""

    game: int
    seats: int
    node: int
    seat: int
    options: int
    starter: int
    rolling: int
    dice: int
    leg: int
    order: bytes
    space: bytes
    tile: bytes
    money: tuple[int, ...]
    taken: bytes
    pyramid: bytes
    laid: bytes
    faces: bytes
    win_count: int
    lose_count: int
    card: bytes

    @classmethod
    def unpack(cls, state: bytes) -> Raw:
        fields = _LAYOUT.unpack(state)
        values: list[Any] = [*fields[:12], fields[12:20], *fields[20:]]
        return cls(*values)

    def pack(self) -> bytes:
        return _LAYOUT.pack(
            self.game,
            self.seats,
            self.node,
            self.seat,
            self.options,
            self.starter,
            self.rolling,
            self.dice,
            self.leg,
            self.order,
            self.space,
            self.tile,
            *self.money,
            self.taken,
            self.pyramid,
            self.laid,
            self.faces,
            self.win_count,
            self.lose_count,
            self.card,
        )


def _seat_or_none(number: int) -> int | None:
    return number - 1 if number else None


def _track(raw: Raw) -> dict[str, str]:
    stacks: dict[str, str] = {}
    for camel, space in zip(raw.order, raw.space, strict=True):
        if space:
            stacks[str(space)] = stacks.get(str(space), "") + CAMELS[camel]
    return stacks


def _held(raw: Raw, seat: int) -> dict[str, Any]:
    mine = [(code & 15, tile) for tile, code in enumerate(raw.taken) if code >> 4 == seat + 1]
    names = [f"{CAMELS[tile // 3]}{LEG_VALUES[tile % 3]}" for _, tile in sorted(mine)]
    return {"leg": names, "pyramid": raw.pyramid[seat]}


def _slots(code: int) -> str:
    return _FACES[code - _OPEN] if code >= _OPEN else "-----" if code == _NEVER else "?????"


def _read(state: bytes) -> dict[str, Any]:
    raw = Raw.unpack(state)
    seats = range(raw.seats)
    track = _track(raw)
    crossed = track.pop(str(BEYOND), "")
    cards = [[code // 5, code % 5] for code in raw.card]
    return {
        "starter": _seat_or_none(raw.starter),
        "leg": raw.leg,
        "track": track,
        "crossed": crossed,
        "dice": _letters(_bits(raw.dice)),
        "rolling": _seat_or_none(raw.rolling),
        "tiles": [f"{t >> 1}{'+-'[t & 1]}" if t else None for t in raw.tile[: raw.seats]],
        "money": list(raw.money[: raw.seats]),
        "leg_tiles": {
            camel: [v for i, v in enumerate(LEG_VALUES) if not raw.taken[3 * c + i]]
            for c, camel in enumerate(CAMELS)
        },
        "held": [_held(raw, seat) for seat in seats],
        "slots": [_slots(raw.faces[seat]) for seat in seats],
        "win": cards[: raw.win_count],
        "lose": cards[::-1][: raw.lose_count],
    }


def _parse_track(body: dict[str, Any]) -> tuple[bytes, bytes]:
    """The camels from last to first and where they stand; those not placed come first."""
    stacks = body["track"]
    if not isinstance(stacks, dict):
        raise wrong("track", "not a dictionary")
    spaces = {str(space): space for space in range(1, BEYOND)}
    standing: list[tuple[int, int]] = []
    for key in stacks:
        if key not in spaces:
            raise wrong("track", f"{key!r:.40} is no space")
    for key in sorted(stacks, key=lambda key: spaces[key]):
        stack = shape.camels(stacks[key], f"track.{key}")
        if not stack:
            raise wrong(f"track.{key}", "no camel stands there")
        standing += [(spaces[key], camel) for camel in stack]
    standing += [(BEYOND, camel) for camel in shape.camels(body["crossed"], "crossed")]
    if len({camel for _, camel in standing}) != len(standing):
        raise wrong("track", "a camel stands twice")
    beside = [(0, c) for c in range(5) if c not in {camel for _, camel in standing}]
    row = beside + standing
    return bytes(camel for _, camel in row), bytes(space for space, _ in row)


def _parse_dice(value: object) -> int:
    dice = shape.camels(value, "dice")
    if dice != sorted(dice):
        raise wrong("dice", "not alphabetical")
    return sum(1 << camel for camel in dice)


def _parse_tile(value: object, field: str) -> int:
    if value is None:
        return 0
    name = shape.text(value, field)
    spaces = {str(space): space for space in range(2, BEYOND)}
    if name[-1:] not in ("+", "-") or name[:-1] not in spaces:
        raise wrong(field, "not a space from 2 to 16 with + or -")
    return 2 * spaces[name[:-1]] + (name[-1] == "-")


def _parse_leg_tiles(body: dict[str, Any], seats: int) -> tuple[bytes, bytes]:
    """`taken` and `pyramid`. Each leg tile is at home or held by one seat."""
    taken = bytearray(15)
    pyramid = bytearray(8)
    for seat, value in enumerate(shape.items(body["held"], seats, "held")):
        field = f"held.{seat}"
        held = shape.keys(value, ("leg", "pyramid"), field)
        pyramid[seat] = shape.number(held["pyramid"], 0, 5, f"{field}.pyramid")
        for order, item in enumerate(shape.items(held["leg"], None, f"{field}.leg")):
            name = shape.text(item, f"{field}.leg")
            if name not in _LEG_TILE_NUMBERS:
                raise wrong(f"{field}.leg", f"{name!r:.40} is no leg tile")
            if taken[_LEG_TILE_NUMBERS[name]]:
                raise wrong(f"{field}.leg", f"{name} is held twice")
            taken[_LEG_TILE_NUMBERS[name]] = (seat + 1) << 4 | order
    home = shape.keys(body["leg_tiles"], CAMELS, "leg_tiles")
    for camel, name in enumerate(CAMELS):
        field = f"leg_tiles.{name}"
        values = [shape.number(v, 2, 5, field) for v in shape.items(home[name], None, field)]
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
    faces = shape.text(value, field)
    if faces == "?????":
        return _HIDDEN
    if faces == "-----":
        return _NEVER
    if faces not in _FACES:
        raise wrong(field, "not ?????, ----- or the five camels once each")
    return _OPEN + _FACES.index(faces)


def _parse_deck(value: object, seats: int, field: str) -> bytes:
    cards = bytearray()
    for item in shape.items(value, None, field):
        seat, slot = shape.items(item, 2, field)
        seat = shape.number(seat, 0, seats - 1, field)
        cards.append(5 * seat + shape.number(slot, 0, 4, field))
        if cards.count(cards[-1]) > 1:
            raise wrong(field, f"the card [{seat}, {slot}] lies there twice")
    return bytes(cards)


def _parse_seat(value: object, seats: int, field: str) -> int:
    return 0 if value is None else shape.number(value, 0, seats - 1, field) + 1


def _write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    order, space = _parse_track(body)
    taken, pyramid = _parse_leg_tiles(body, seats)
    money = [
        shape.number(pounds, 0, lib.CN_CAMELUP_MONEY_MAX, f"money.{i}")
        for i, pounds in enumerate(shape.items(body["money"], seats, "money"))
    ]
    tiles = shape.items(body["tiles"], seats, "tiles")
    slots = shape.items(body["slots"], seats, "slots")
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
    return Raw(
        game=GAME.number,
        seats=seats,
        node=NODES.index(node),
        seat=seat,
        options=options[0] | options[1] << 1,
        starter=_parse_seat(body["starter"], seats, "starter"),
        rolling=_parse_seat(body["rolling"], seats, "rolling"),
        dice=_parse_dice(body["dice"]),
        leg=shape.number(body["leg"], 0, lib.CN_CAMELUP_LEG_MAX, "leg"),
        order=order,
        space=space,
        tile=bytes(_parse_tile(value, f"tiles.{i}") for i, value in enumerate(tiles)),
        money=(*money, *[0] * (8 - seats)),
        taken=taken,
        pyramid=pyramid,
        laid=bytes(laid),
        faces=faces,
        win_count=len(win),
        lose_count=len(lose),
        card=win + bytes(40 - len(win) - len(lose)) + lose[::-1],
    ).pack()


def _options(state: bytes) -> dict[str, Any]:
    bits = Raw.unpack(state).options
    return {option.key: bool(bits >> i & 1) for i, option in enumerate(INFO.options)}


GAME = Game(
    info=INFO,
    body=(
        "starter",
        "leg",
        "track",
        "crossed",
        "dice",
        "rolling",
        "tiles",
        "money",
        "leg_tiles",
        "held",
        "slots",
        "win",
        "lose",
    ),
    read=_read,
    write=_write,
    options=_options,
    fields=_FIELDS,
    refusal=_refusal,
    events=_events,
)
