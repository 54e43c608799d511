"""The dictionary of cards: between the core's bytes and the JSON position of docs/rules-cards.md.

Decides nothing. On the way in it checks that each field can be written down, and names a bad one;
the core's audit checks that the position is possible.
"""

from __future__ import annotations

from typing import Any

from camelnet.rules import validation
from camelnet.rules.core import lib
from camelnet.rules.game import NODES, Node
from camelnet.rules.games import camels
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.state import all_written, number, numbers, pack, unpack, written
from camelnet.rules.validation import wrong

LEAD_VALUES = (5, 3, 2, 2)
TOKENS = ("palm", "fennec")
FACES = tuple(f"{camel}{value}" for camel in CAMELS for value in (1, 2))
TROPHIES = 6
BEYOND = int(lib.CN_CARDS_BEYOND)
_SEATS_MAX = 6
_COPIES = {1: 5, 2: 1}  # of a race card, by value
_DID = (None, "race", "bet")
_NUMBER = int(lib.cn_game_number(b"cards"))


def track_cards(seats: int) -> int:
    """The number of cards that make up the track."""
    return (14 + seats) // 2


def widths(wide: int, count: int) -> list[int]:
    """The spaces on each track card."""
    return [1 + (wide >> card & 1) for card in range(count)]


# --- out --------------------------------------------------------------------------------------


def _seat_or_none(number: int) -> int | None:
    return number - 1 if number else None


def _camel_or_none(number: int) -> str | None:
    return CAMELS[number - 1] if number else None


def _of(bits: int) -> str:
    return "".join(camel for c, camel in enumerate(CAMELS) if bits >> c & 1)


def _held(raw: Any, lead: list[int], mid: list[int], seat: int) -> dict[str, Any]:
    mine = [(code & 31, i) for i, code in enumerate(lead) if code >> 5 == seat + 1]
    return {
        "lead": [f"{CAMELS[i % 5]}{LEAD_VALUES[i // 5]}" for _order, i in sorted(mine)],
        "mid": "".join(
            [camel for camel, code in zip(CAMELS, mid, strict=True) if code == seat + 1]
        ),
        "win": _camel_or_none(raw.win[seat]),
        "lose": _camel_or_none(raw.lose[seat]),
    }


def _seen(raw: Any) -> list[str]:
    found: list[str] = []
    for c, camel in enumerate(CAMELS):
        found += [f"{camel}1"] * raw.ones[c] + [f"{camel}2"] * (raw.twos >> c & 1)
    return found


def read(state: bytes) -> dict[str, Any]:
    raw = unpack("cn_cards", state)
    seats = range(raw.head.seats)
    stacks = camels.stacks(raw.order, raw.space)
    track = {str(at): stack for at, stack in stacks.items() if 0 < at < BEYOND}
    trophy = list(raw.trophy)
    trophies = [dict(zip(CAMELS, trophy[i : i + 5], strict=True)) for i in (0, 5)]
    lead, mid = list(raw.lead), list(raw.mid)
    return {
        "starter": _seat_or_none(raw.starter),
        "leg": number(raw.leg),
        "mover": _seat_or_none(raw.mover),
        "did": _DID[raw.did],
        "track": {"0": stacks.get(0, ""), **track},
        "crossed": stacks.get(BEYOND, ""),
        "cards": widths(number(raw.wide), track_cards(len(seats))),
        "tokens": {
            token: {
                "space": raw.token_space[i] or None,
                "holder": _seat_or_none(raw.token_holder[i]),
            }
            for i, token in enumerate(TOKENS)
        },
        "money": numbers(raw.money)[: len(seats)],
        "leaders": {
            camel: [v for k, v in enumerate(LEAD_VALUES) if not lead[5 * k + c]]
            for c, camel in enumerate(CAMELS)
        },
        "mids": _of(raw.pool[1]),
        "finals": {"win": _of(raw.pool[2]), "lose": _of(raw.pool[3])},
        "held": [_held(raw, lead, mid, seat) for seat in seats],
        "trophies": {
            "win": trophies[0],
            "lose": trophies[1],
            "left": TROPHIES - sum(trophy) if raw.options & 1 else 0,
        },
        "deck": raw.deck,
        "hand": [bool(raw.hand >> seat & 1) for seat in seats],
        "seen": _seen(raw),
    }


# --- in ---------------------------------------------------------------------------------------


def _seat(value: object, seats: int, field: str) -> int:
    return 0 if value is None else validation.number(value, 0, seats - 1, field) + 1


def _sorted_camels(value: object, field: str) -> list[int]:
    found = camels.read_camels(value, field)
    if found != sorted(found):
        raise wrong(field, "not alphabetical")
    return found


def _bits(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def _parse_track(body: dict[str, Any], last: int) -> tuple[bytes, bytes]:
    track = body["track"]
    if isinstance(track, dict):
        if "0" not in track:
            raise wrong("track.0", "missing")
        _sorted_camels(track["0"], "track.0")
    order, space = camels.row(track, body["crossed"], first=0, last=last, beyond=BEYOND)
    if space.count(0) != len(track["0"]):
        raise wrong("track", "a camel is missing")
    return order, space


def _parse_cards(value: object, seats: int) -> tuple[int, int]:
    """The number of the last space, and the set of track cards with two spaces."""
    cards = validation.items(value, track_cards(seats), "cards")
    spaces = [validation.number(width, 1, 2, "cards") for width in cards]
    return sum(spaces), _bits([card for card, width in enumerate(spaces) if width == 2])


def _parse_tokens(value: object, last: int, seats: int) -> tuple[bytes, bytes]:
    places, holders = bytearray(2), bytearray(2)
    for i, token in enumerate(TOKENS):
        field = f"tokens.{token}"
        given = validation.keys(
            validation.keys(value, TOKENS, "tokens")[token], ("space", "holder"), field
        )
        if given["space"] is not None:
            places[i] = validation.number(given["space"], 1, last, f"{field}.space")
        holders[i] = _seat(given["holder"], seats, f"{field}.holder")
    return bytes(places), bytes(holders)


def _parse_leaders(held: list[dict[str, Any]], home: object) -> bytes:
    """`lead`: each leader card is at home or held by one seat."""
    owned: dict[str, list[int]] = {}  # by card, what is written of each that is held
    for seat, given in enumerate(held):
        field = f"held.{seat}.lead"
        for order, item in enumerate(validation.items(given["lead"], None, field)):
            name = validation.text(item, field)
            if name not in _LEAD_PLACES:
                raise wrong(field, f"{name!r:.40} is no leader card")
            owned.setdefault(name, []).append((seat + 1) << 5 | order)
            if len(owned[name]) > len(_LEAD_PLACES[name]) or order >= 20:
                raise wrong(field, f"{name} is held too often")
    lead = bytearray(20)
    for name, codes in owned.items():
        for place, code in zip(_LEAD_PLACES[name], sorted(codes), strict=False):
            lead[place] = code
    left = validation.keys(home, CAMELS, "leaders")
    for c, camel in enumerate(CAMELS):
        field = f"leaders.{camel}"
        values = [
            validation.number(v, 2, 5, field) for v in validation.items(left[camel], None, field)
        ]
        expected = [v for k, v in enumerate(LEAD_VALUES) if not lead[5 * k + c]]
        if values != expected:
            raise wrong(field, f"{expected} are left, by what is held")
    return bytes(lead)


# Where the leader cards of a name stand in `lead`: of value 2 there are two of each camel.
_LEAD_PLACES = {
    f"{camel}{value}": [5 * k + c for k, other in enumerate(LEAD_VALUES) if other == value]
    for c, camel in enumerate(CAMELS)
    for value in (5, 3, 2)
}


def _parse_mids(held: list[dict[str, Any]], pool: object) -> tuple[bytes, int]:
    mid = bytearray(5)
    for seat, given in enumerate(held):
        field = f"held.{seat}.mid"
        for camel in _sorted_camels(given["mid"], field):
            if mid[camel]:
                raise wrong(field, f"{CAMELS[camel]} is held twice")
            mid[camel] = seat + 1
    return bytes(mid), _pool(pool, [c for c in range(5) if not mid[c]], "mids")


def _parse_finals(held: list[dict[str, Any]], deck: str, pool: object) -> tuple[bytes, int]:
    by_seat = bytearray(_SEATS_MAX)
    for seat, given in enumerate(held):
        field, value = f"held.{seat}.{deck}", given[deck]
        if value is None:
            continue
        if len(camels.read_camels(value, field)) != 1:
            raise wrong(field, "not one camel")
        by_seat[seat] = CAMELS.index(value) + 1
        if by_seat.count(by_seat[seat]) > 1:
            raise wrong(field, f"{value} is held twice")
    return bytes(by_seat), _pool(
        pool, [c for c in range(5) if c + 1 not in by_seat], f"finals.{deck}"
    )


def _pool(value: object, expected: list[int], field: str) -> int:
    """The cards in the pool: all that nobody holds."""
    if _sorted_camels(value, field) != expected:
        raise wrong(field, f"{_of(_bits(expected))!r} lie there, by what is held")
    return _bits(expected)


def _parse_trophies(value: object, *, played: bool) -> bytes:
    given = validation.keys(value, ("win", "lose", "left"), "trophies")
    most = TROPHIES if played else 0
    left = validation.number(given["left"], 0, most, "trophies.left")
    counts = bytearray()
    for deck in ("win", "lose"):
        on = validation.keys(given[deck], CAMELS, f"trophies.{deck}")
        counts += bytes(validation.number(on[c], 0, most, f"trophies.{deck}.{c}") for c in CAMELS)
    if sum(counts) + left != most:
        raise wrong("trophies.left", f"they are {sum(counts) + left} instead of {most}")
    return bytes(counts)


def _parse_seen(value: object) -> tuple[bytes, int]:
    """Parse the seen cards: a count for each card of value 1, and the set of those of value 2."""
    seen = [validation.text(item, "seen") for item in validation.items(value, None, "seen")]
    for face in seen:
        if face not in FACES:
            raise wrong("seen", f"{face!r:.40} is no race card")
        if seen.count(face) > _COPIES[int(face[1])]:
            raise wrong("seen", f"{face} is seen too often")
    if seen != sorted(seen):
        raise wrong("seen", "not sorted")
    twos = _bits([c for c, camel in enumerate(CAMELS) if f"{camel}2" in seen])
    return bytes(seen.count(f"{camel}1") for camel in CAMELS), twos


def write(
    body: dict[str, Any], options: tuple[int, ...], seats: int, node: Node, seat: int
) -> bytes:
    last, wide = _parse_cards(body["cards"], seats)
    order, space = _parse_track(body, last)
    token_space, token_holder = _parse_tokens(body["tokens"], last, seats)
    money = [
        validation.number(coins, 0, lib.CN_CARDS_MONEY_MAX, f"money.{i}")
        for i, coins in enumerate(validation.items(body["money"], seats, "money"))
    ]
    held = [
        validation.keys(value, ("lead", "mid", "win", "lose"), f"held.{i}")
        for i, value in enumerate(validation.items(body["held"], seats, "held"))
    ]
    finals = validation.keys(body["finals"], ("win", "lose"), "finals")
    lead = _parse_leaders(held, body["leaders"])
    mid, mid_pool = _parse_mids(held, body["mids"])
    win, win_pool = _parse_finals(held, "win", finals["win"])
    lose, lose_pool = _parse_finals(held, "lose", finals["lose"])
    lead_pool = _bits([c for c in range(5) if not lead[15 + c]])
    ones, twos = _parse_seen(body["seen"])
    hands = validation.items(body["hand"], seats, "hand")
    if body["did"] is not None and validation.text(body["did"], "did") not in _DID:
        raise wrong("did", 'neither null nor "race" or "bet"')
    mover = _seat(body["mover"], seats, "mover")
    if node == "reveal" and mover:
        seat = mover - 1
    return pack(
        "cn_cards",
        head=(_NUMBER, seats, NODES.index(node), seat),
        options=options[0] | options[1] << 1 | options[2] << 2,
        starter=_seat(body["starter"], seats, "starter"),
        mover=mover,
        did=_DID.index(body["did"]),
        leg=written(validation.number(body["leg"], 0, lib.CN_CARDS_LEG_MAX, "leg"), 4),
        order=order,
        space=space,
        last=last,
        wide=written(wide, 2),
        token_space=token_space,
        token_holder=token_holder,
        deck=validation.number(body["deck"], 0, 12, "deck"),
        hand=_bits([i for i, value in enumerate(hands) if validation.flag(value, f"hand.{i}")]),
        ones=ones,
        twos=twos,
        pool=bytes((lead_pool, mid_pool, win_pool, lose_pool)),
        lead=lead,
        mid=mid,
        win=win,
        lose=lose,
        trophy=_parse_trophies(body["trophies"], played=bool(options[0])),
        money=all_written(money, 4),
    )


def options(state: bytes) -> dict[str, Any]:
    """The values of all options."""
    bits = unpack("cn_cards", state).options
    return {"trophies": bool(bits & 1), "bet_optional": bool(bits & 2), "min_money": bits >> 2 & 1}
