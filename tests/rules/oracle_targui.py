"""targui once more, in Python and on the JSON position, to compare the core with.

Written from the rules alone and as plainly as they read: slow, and sharing nothing with the core
but its dictionary. `legal`, `outcomes` and `apply` work on dictionaries; nothing is checked.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

State = dict[str, Any]

MAP = """
43 44 45 46 47 48 49
42 21 22 23 24 25 26
41 20  7  8  9 10 27
40 19  6  1  2 11 28
39 18  5  4  3 12 29
38 17 16 15 14 13 30
37 36 35 34 33 32 31
"""
PLACES = {
    int(cell): (row, column)
    for row, line in enumerate(MAP.strip().splitlines())
    for column, cell in enumerate(line.split())
}
SECTORS = {
    "nw": [20, 21, 22, 41, 42, 43, 44, 45],
    "ne": [10, 24, 25, 26, 27, 47, 48, 49],
    "sw": [16, 17, 18, 35, 36, 37, 38, 39],
    "se": [12, 13, 14, 29, 30, 31, 32, 33],
}
TRIPLES = [[47, 48, 49], [31, 32, 33], [39, 40, 41]]
LAID = {"guelta": 6, "reg": 12, "erg": 12, "feche": 8, "mount": 6, "chott": 4}
PAYS = {"camp": 4, "saline": 5, "guelta": 3, "reg": 2, "erg": 1, "feche": 0, "mount": 0}
ADDS = {"camp": 4, "saline": 5, "guelta": 3, "reg": 0, "erg": 0, "feche": 2, "mount": 1}


def near(a: int, b: int) -> bool:
    rows, columns = zip(PLACES[a], PLACES[b], strict=True)
    return a != b and abs(rows[0] - rows[1]) <= 1 and abs(columns[0] - columns[1]) <= 1


def land(s: State, cell: int) -> Any:
    return s["land"][cell - 1]


def owner(s: State, cell: int) -> Any:
    return s["owner"][cell - 1]


def herd(s: State, cell: int) -> int:
    return int(s["camels"][cell - 1])


def cells_of(s: State, seat: int) -> list[int]:
    return [cell for cell in range(1, 50) if owner(s, cell) == seat]


def adds(s: State, cell: int) -> int:
    return 3 if s["effect"] == 13 and land(s, cell) == "erg" else ADDS[land(s, cell)]


def places_for_camp(s: State, seat: int) -> list[int]:
    if s["seats"] == 3:
        return TRIPLES[(seat - s["first"]) % 3]
    return SECTORS[s["sectors"][seat]]


# --- what can come ---


def lands_left(s: State) -> dict[str, int]:
    left = {name: count - s["land"].count(name) for name, count in LAID.items()}
    return {name: count for name, count in left.items() if count}


def outcomes(s: State) -> list[tuple[str, int]]:
    match s["step"]:
        case "first":
            return [(f"first {seat}", 1) for seat in range(s["seats"])]
        case "land":
            return [(f"land {name}", count) for name, count in lands_left(s).items()]
        case "die":
            return [(f"die {n}", 1) for n in range(1, 7)]
        case "draw":
            return [(f"draw {card}", count) for card, count in s["pile"].items() if count]
        case "destiny":
            return [(f"destiny {card}", 1) for card in s["destiny"]]
    return [(f"hit {n}", 1) for n in range(1, 7)]


def legal(s: State) -> list[str]:
    me = s["turn"]
    match s["step"]:
        case "sector":
            return [f"sector {name}" for name in SECTORS if name not in s["sectors"]]
        case "camp":
            return [f"camp {cell}" for cell in places_for_camp(s, me)]
        case "after":
            return ["again", "stop"]
        case "occupy":
            return [f"occupy {n}" for n in range(1, herd(s, s["attack"]["from"]) + 1)]
        case "buy":
            most = min(s["money"][me], s["box"])
            return ["pass"] + [
                f"buy {cell} {n}" for cell in cells_of(s, me) for n in range(1, most + 1)
            ]
    found = ["pass"]
    for start in cells_of(s, me):
        for end in range(1, 50):
            if not near(start, end) or land(s, end) == "chott" or not herd(s, start):
                continue
            if herd(s, end) and owner(s, end) != me:
                found.append(f"attack {start} {end}")
            else:
                found += [f"move {start} {end} {n}" for n in range(1, herd(s, start) + 1)]
    return found


# --- going on ---


def give(s: State, cell: int, seat: int | None) -> None:
    """T7: who loses the last cell is out."""
    loser = owner(s, cell)
    s["owner"][cell - 1] = seat
    if loser is not None and not cells_of(s, loser):
        s["out"][loser] = True
        s["tribute"][loser] = 0


def ended_by_one_left(s: State) -> bool:
    if s["out"].count(False) > 1:
        return False
    s.update(turn="over", step="over", turns_left=0, attack=None)
    return True


def has_camp(s: State, seat: int) -> bool:
    return bool(owner(s, s["camp"][seat]) == seat)


def tribute(s: State) -> None:
    for seat in range(s["seats"]):
        if s["out"][seat]:
            continue
        paid = 0
        for cell in cells_of(s, seat) if has_camp(s, seat) else []:
            paid += 3 if s["effect"] == 16 and land(s, cell) == "mount" else PAYS[land(s, cell)]
        s["tribute"][seat] = paid
        s["money"][seat] += paid


def next_card(s: State) -> None:
    if any(s["pile"].values()):
        s.update(turn="chance", step="draw", turns_left=0)
        return
    tribute(s)
    s.update(die=None, effect=None, turns_left=0)
    if s["destiny"]:
        s.update(turn="chance", step="die", round=s["round"] + 1)
    else:
        s.update(turn="over", step="over")


def lose(s: State, cell: int, count: int) -> None:
    gone = min(count, herd(s, cell))
    s["camels"][cell - 1] -= gone
    s["box"] += gone


def gain(s: State, cell: int, count: int) -> None:
    come = min(count, s["box"])
    s["camels"][cell - 1] += come
    s["box"] -= come


def destiny(s: State, card: int) -> None:
    campers = [seat for seat in range(s["seats"]) if has_camp(s, seat)]
    for cell in range(1, 50):
        kind = land(s, cell)
        if card == 1 and kind == "saline":
            lose(s, cell, herd(s, cell))
        if card == 6 and kind == "erg":
            lose(s, cell, 3)
        if card == 7 and kind == "guelta":
            lose(s, cell, max(0, herd(s, cell) - 15))
        if card == 9 and kind == "camp":
            lose(s, cell, herd(s, cell) // 2)
        if card == 10:
            lose(s, cell, 1)
        if card == 11 and kind == "reg":
            lose(s, cell, 5)
        if card == 12 and kind == "guelta" and owner(s, cell) is not None:
            gain(s, cell, 5)
        if card == 14 and kind == "guelta":
            lose(s, cell, 10)
    if card in (2, 3, 4, 5) and card - 2 in campers:
        gain(s, s["camp"][card - 2], 10)
    for seat in campers:
        if card == 8:
            s["money"][seat] += 10
        if card == 15:
            s["money"][seat] = 0
    if card in (13, 16):
        s["effect"] = card


def setup(s: State, verb: str, what: str) -> None:
    order = (
        [(s["first"] + k) % s["seats"] for k in range(s["seats"])] if s["first"] is not None else []
    )
    if verb == "first":
        s["first"] = int(what)
        if s["seats"] == 3:
            s.update(turn="chance", step="land")
        else:
            s.update(turn=int(what), step="sector")
    elif verb == "sector":
        s["sectors"][s["turn"]] = what
        waiting = [seat for seat in order if s["sectors"][seat] is None]
        s.update(turn=waiting[0]) if waiting else s.update(turn="chance", step="land")
    elif verb == "land":
        s["land"][s["land"].index(None)] = what
        if None not in s["land"]:
            s.update(turn=s["first"], step="camp")
    else:
        cell, me = int(what), s["turn"]
        s["land"][cell - 1] = "camp"
        s["camp"][me] = cell
        s["owner"][cell - 1] = me
        gain(s, cell, 10)
        waiting = [seat for seat in order if s["camp"][seat] is None]
        s.update(turn=waiting[0]) if waiting else s.update(turn="chance", step="die", round=1)


def luck(s: State, verb: str, what: str) -> None:
    if verb == "die":
        s["die"] = int(what)
        for seat in range(s["seats"]):
            s["pile"][str(seat)] = 0 if s["out"][seat] else 1 if what == "6" else int(what)
        s["pile"]["destiny"] = 1
        s["step"] = "draw"
    elif verb == "draw":
        s["pile"][what] -= 1
        if what == "destiny":
            s["step"] = "destiny"
        elif s["out"][int(what)]:
            next_card(s)
        else:
            s.update(turn=int(what), step="move", turns_left=2 if s["die"] == 6 else 1)
    elif verb == "destiny":
        s["destiny"].remove(int(what))
        destiny(s, int(what))
        next_card(s)
    else:
        battle(s, int(what))


def battle(s: State, die: int) -> None:
    seat, start, end = s["attack"]["seat"], s["attack"]["from"], s["attack"]["to"]
    if s["step"] == "hit":
        lose(s, end, (die + adds(s, start)) // 2)
        if herd(s, end):
            s["step"] = "parry"
            return
        give(s, end, None)
        if not ended_by_one_left(s):
            s.update(turn=seat, step="occupy")
        return
    lose(s, start, (die + adds(s, end)) // 2)
    if herd(s, start):
        s.update(turn=seat, step="after")
    else:
        s.update(turn=seat, step="buy", attack=None)


def turn(s: State, verb: str, numbers: list[int]) -> None:
    me = s["turn"]
    match verb:
        case "move":
            start, end, count = numbers
            s["camels"][start - 1] -= count
            s["camels"][end - 1] += count
            if owner(s, end) != me:
                give(s, end, me)
            if not ended_by_one_left(s):
                s["step"] = "buy"
        case "attack":
            s["attack"] = {"seat": me, "from": numbers[0], "to": numbers[1]}
            s.update(turn="chance", step="hit")
        case "again":
            s.update(turn="chance", step="hit")
        case "stop":
            s.update(step="buy", attack=None)
        case "occupy":
            start, end = s["attack"]["from"], s["attack"]["to"]
            s["camels"][start - 1] -= numbers[0]
            s["camels"][end - 1] += numbers[0]
            give(s, end, me)
            s.update(step="buy", attack=None)
        case "pass" if s["step"] == "move":
            s["step"] = "buy"
        case _:
            if verb == "buy":
                s["money"][me] -= numbers[1]
                gain(s, *numbers)
            s["turns_left"] -= 1
            if s["turns_left"]:
                s["step"] = "move"
            else:
                next_card(s)


def apply(before: State, notation: str) -> State:
    s = deepcopy(before)
    verb, *rest = notation.split(" ")
    if verb in ("first", "sector", "land", "camp"):
        setup(s, verb, rest[0])
    elif s["turn"] == "chance":
        luck(s, verb, rest[0])
    else:
        turn(s, verb, [int(word) for word in rest])
    return s


def winners(s: State) -> list[int]:
    """E1."""
    living = [seat for seat in range(s["seats"]) if not s["out"][seat]]
    campers = [seat for seat in living if has_camp(s, seat)]
    if len(living) == 1 or not campers:
        return living

    def rank(seat: int) -> tuple[int, int, int]:
        camels = sum(herd(s, cell) for cell in cells_of(s, seat))
        return s["tribute"][seat], camels, s["money"][seat]

    best = max(map(rank, campers))
    return [seat for seat in campers if rank(seat) == best]
