"""cards once more, in Python and on the JSON position, to compare the core with.

Written from the rules alone and as plainly as they read: slow, and sharing nothing with the core
but its dictionary. `legal`, `outcomes` and `apply` work on dictionaries; nothing is checked.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

State = dict[str, Any]

CAMELS = "bgowy"
DECK = {2: 12, 3: 12, 4: 12, 5: 10, 6: 12}
LEADERS = [5, 3, 2, 2]


def unseen(s: State) -> dict[str, int]:
    left = {f"{c}{v}": 5 if v == 1 else 1 for c in CAMELS for v in (1, 2)}
    for face in s["seen"]:
        left[face] -= 1
    return {face: count for face, count in left.items() if count}


def outcomes(s: State) -> list[tuple[str, int]]:
    if s["starter"] is None:
        return [(f"first {seat}", 1) for seat in range(s["seats"])]
    return [(f"card {face}", count) for face, count in unseen(s).items()]


def openings(s: State) -> list[str]:
    return [f"card {face}" for face in unseen(s)]


def bets(s: State) -> list[str]:
    found = [f"lead {camel}" for camel, left in s["leaders"].items() if left]
    found += [f"mid {camel}" for camel in s["mids"]]
    for deck in ("win", "lose"):
        found += [f"final {deck} {camel}" for camel in s["finals"][deck]]
    return found


def legal(s: State) -> list[str]:
    found = []
    if s["did"] != "bet":
        found += bets(s)
    if s["did"] != "race":
        found.append("reveal")
        if s["hand"][s["turn"]]:
            found.append("hand")
        lying = [token["space"] for token in s["tokens"].values()]
        for name, token in s["tokens"].items():
            if token["space"] is None:
                for space in range(1, sum(s["cards"]) + 1):
                    if str(space) not in s["track"] and space not in lying:
                        found.append(f"{name} {space}")
    if s["did"] == "race" and s["options"]["bet_optional"]:
        found.append("pass")
    return found


def ranking(s: State) -> str:
    """First to last."""
    spaces = sorted(s["track"], key=int)
    return str("".join(s["track"][space] for space in spaces) + s["crossed"])[::-1]


def put(s: State, space: int, unit: str, *, under: bool) -> None:
    if space > sum(s["cards"]):
        s["crossed"] = unit
        return
    there = s["track"].get(str(space), "")
    s["track"][str(space)] = unit + there if under else there + unit


def move(s: State, camel: str, steps: int) -> None:
    start = next(space for space, stack in s["track"].items() if camel in stack)
    stack = s["track"][start]
    unit = camel if start == "0" else stack[stack.index(camel) :]
    rest = stack.replace(camel, "") if start == "0" else stack[: stack.index(camel)]
    if rest or start == "0":
        s["track"][start] = rest
    else:
        del s["track"][start]
    space, under = int(start) + steps, False
    while True:
        met = next((t for t, place in s["tokens"].items() if place["space"] == space), None)
        if met is None:
            break
        s["tokens"][met] = {"space": None, "holder": None}
        space, under = (space + 1, False) if met == "palm" else (space - 1, True)
    put(s, space, unit, under=under)


def pay(s: State, sums: list[int]) -> None:
    least = s["options"]["min_money"]
    s["money"] = [max(least, old + new) for old, new in zip(s["money"], sums, strict=True)]


def score_leg(s: State) -> None:
    order = ranking(s)
    sums = []
    for seat, held in enumerate(s["held"]):
        total = 0
        for card in held["lead"]:
            total += {0: int(card[1]), 1: 1}.get(order.index(card[0]), -1)
        for camel in held["mid"]:
            total += {1: 1, 2: 2, 3: 1}.get(order.index(camel), -1)
        total -= [token["holder"] for token in s["tokens"].values()].count(seat)
        sums.append(total)
        held["lead"], held["mid"] = [], ""
    pay(s, sums)
    s["leaders"] = {camel: list(LEADERS) for camel in CAMELS}
    s["mids"] = CAMELS
    s["tokens"] = {token: {"space": None, "holder": None} for token in s["tokens"]}
    s["deck"], s["seen"], s["hand"] = 0, [], [False] * s["seats"]


def score_finals(s: State) -> None:
    order = ranking(s)
    sums = []
    for held in s["held"]:
        total = 0
        for deck, first in (("win", order), ("lose", order[::-1])):
            if held[deck] is None:
                continue
            coins = {0: 7, 1: 3}.get(first.index(held[deck]), -1)
            total += coins
            if coins > 0:
                total += 2 * s["trophies"][deck][held[deck]]
        sums.append(total)
    pay(s, sums)


def storm(s: State) -> None:
    standing = [int(space) for space in s["track"] if int(space)]
    place, cards, spaces, moved = 1, [], {}, 1
    for width in s["cards"]:
        old = list(range(place, place + width))
        bare = not any(space in standing for space in old)
        between = min(standing) < old[0] and old[-1] < max(standing)
        cards.append(1 if width == 2 and bare and between else width)
        for i, space in enumerate(old):
            spaces[space] = moved + min(i, cards[-1] - 1)
        place, moved = place + width, moved + cards[-1]
    s["cards"] = cards
    on_track = {str(spaces[int(k)]): v for k, v in s["track"].items() if int(k)}
    s["track"] = {"0": s["track"]["0"], **on_track}


def lay_trophies(s: State) -> None:
    order = ranking(s)
    for deck, camel in (("win", order[4]), ("lose", order[0])):
        if s["trophies"]["left"] and camel in s["finals"][deck]:
            s["trophies"][deck][camel] += 1
            s["trophies"]["left"] -= 1


def next_leg(s: State, starter: int) -> None:
    s["leg"] += 1
    s["starter"] = s["mover"] = s["turn"] = starter
    s["did"] = None
    s["deck"], s["seen"], s["hand"] = DECK[s["seats"]], [], [True] * s["seats"]


def pass_on(s: State) -> None:
    s["mover"] = s["turn"] = (s["mover"] + 1) % s["seats"]
    s["did"] = None


def race_done(s: State) -> None:
    if s["did"] == "bet" or not bets(s):
        pass_on(s)
    else:
        s["turn"], s["did"] = s["mover"], "race"


def turn_up(s: State, face: str) -> None:
    camel, value, by_hand = face[0], int(face[1]), s["turn"] == "reveal"
    s["seen"] = sorted([*s["seen"], face])
    if s["leg"] == 0:
        if camel in s["track"]["0"]:
            move(s, camel, value)
        if not s["track"]["0"]:
            next_leg(s, s["starter"])
        return
    if by_hand:
        s["hand"][s["mover"]] = False
    else:
        s["deck"] -= 1
    move(s, camel, 1 if by_hand else value)
    if s["crossed"]:
        score_leg(s)
        score_finals(s)
        s["turn"], s["mover"], s["did"] = "over", None, None
    elif s["deck"] == 0:
        score_leg(s)
        storm(s)
        lay_trophies(s)
        next_leg(s, (s["mover"] + 1) % s["seats"])
    else:
        race_done(s)


def take_bet(s: State, verb: str, rest: list[str]) -> None:
    held = s["held"][s["turn"]]
    if verb == "lead":
        held["lead"].append(f"{rest[0]}{s['leaders'][rest[0]].pop(0)}")
    elif verb == "mid":
        s["mids"] = s["mids"].replace(rest[0], "")
        held["mid"] = "".join(sorted(held["mid"] + rest[0]))
    else:
        deck, camel = rest
        pool = s["finals"][deck].replace(camel, "") + (held[deck] or "")
        s["finals"][deck] = "".join(sorted(pool))
        held[deck] = camel
    if s["did"] == "race":
        pass_on(s)
    else:
        s["did"] = "bet"


def apply(before: State, notation: str) -> State:
    s = deepcopy(before)
    verb, *rest = notation.split(" ")
    match verb:
        case "first":
            s["starter"] = int(rest[0])
        case "card":
            turn_up(s, rest[0])
        case "reveal":
            s["turn"] = "chance"
        case "hand":
            s["turn"] = "reveal"
        case "palm" | "fennec":
            s["tokens"][verb] = {"space": int(rest[0]), "holder": s["turn"]}
            race_done(s)
        case "pass":
            pass_on(s)
        case _bet:
            take_bet(s, verb, rest)
    return s


def winners(s: State) -> list[int]:
    return [seat for seat, money in enumerate(s["money"]) if money == max(s["money"])]
