"""camelup once more, in Python and on the JSON position, to compare the core with.

Written from the rules alone and as plainly as they read: slow, and sharing nothing with the core
but its dictionary. `legal`, `outcomes` and `apply` work on dictionaries; nothing is checked.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

State = dict[str, Any]


def outcomes(s: State) -> list[tuple[str, int]]:
    if s["starter"] is None:
        return [(f"first {seat}", 1) for seat in range(s["seats"])]
    if s["leg"] == 0:
        standing = "".join(s["track"].values())
        return [(f"start {c}{n}", 1) for c in "bgowy" if c not in standing for n in (1, 2, 3)]
    return [(f"die {c}{n}", 1) for c in s["dice"] for n in (1, 2, 3)]


def legal(s: State) -> list[str]:
    me = s["turn"]
    found = ["roll"]
    found += [f"leg {camel}" for camel, left in s["leg_tiles"].items() if left]
    others = [int(t[:-1]) for seat, t in enumerate(s["tiles"]) if t and seat != me]
    for space in range(2, 17):
        if str(space) in s["track"] or any(abs(space - other) <= 1 for other in others):
            continue
        for side in "+-":
            own = s["tiles"][me]
            in_place = own is not None and own[:-1] == str(space)
            if in_place and (own[-1] == side or not s["options"]["flip_in_place"]):
                continue
            found.append(f"tile {space}{side}")
    for slot in range(5):
        if [me, slot] not in s["win"] + s["lose"]:
            found += [f"win {slot}", f"lose {slot}"]
    return found


def ranking(s: State) -> str:
    """First to last."""
    spaces = sorted(s["track"], key=int)
    return ("".join(s["track"][space] for space in spaces) + s["crossed"])[::-1]


def put(s: State, space: int, unit: str, *, under: bool) -> None:
    if space > 16:
        s["crossed"] = unit
        return
    there = s["track"].get(str(space), "")
    s["track"][str(space)] = unit + there if under else there + unit


def move(s: State, camel: str, steps: int) -> None:
    start = next(space for space, stack in s["track"].items() if camel in stack)
    stack = s["track"].pop(start)
    at = stack.index(camel)
    if at > 0:
        s["track"][start] = stack[:at]
    landing = int(start) + steps
    for owner, tile in enumerate(s["tiles"]):
        if tile is not None and tile[:-1] == str(landing):
            s["money"][owner] += 1
            oasis = tile[-1] == "+"
            put(s, landing + (1 if oasis else -1), stack[at:], under=not oasis)
            return
    put(s, landing, stack[at:], under=False)


def score_leg(s: State) -> None:
    order = ranking(s)
    for seat, held in enumerate(s["held"]):
        total = held["pyramid"]
        for tile in held["leg"]:
            total += {0: int(tile[1]), 1: 1}.get(order.index(tile[0]), -1)
        s["money"][seat] = max(0, s["money"][seat] + total)
    s["held"] = [{"leg": [], "pyramid": 0} for _ in s["held"]]
    s["tiles"] = [None for _ in s["tiles"]]
    s["leg_tiles"] = {camel: [5, 3, 2] for camel in "bgowy"}
    s["dice"] = "bgowy"


def score_deck(s: State, deck: str, target: str) -> None:
    pay = [8, 5, 3, 2]
    for seat, slot in s[deck]:
        if s["slots"][seat][slot] == target:
            s["money"][seat] += pay.pop(0) if pay else 1
        else:
            s["money"][seat] = max(0, s["money"][seat] - 1)


def finish(s: State) -> None:
    """On to the next opening, or to the end."""
    players = {seat for seat, _ in s["win"] + s["lose"]}
    if any(s["slots"][seat] == "?????" for seat in players):
        s["turn"] = "reveal"
        return
    score_deck(s, "win", ranking(s)[0])
    score_deck(s, "lose", ranking(s)[-1])
    s["turn"] = "over"


def next_leg(s: State, starter: int) -> None:
    s["leg"] += 1
    s["starter"] = s["turn"] = starter


def apply(before: State, notation: str) -> State:
    s = deepcopy(before)
    verb, *rest = notation.split(" ")
    me = s["turn"]
    if verb == "first":
        s["starter"] = int(rest[0])
    elif verb == "start":
        put(s, int(rest[0][1]), rest[0][0], under=False)
        if sum(map(len, s["track"].values())) == 5:
            next_leg(s, s["starter"])
    elif verb == "die":
        me, s["rolling"] = s["rolling"], None
        s["dice"] = s["dice"].replace(rest[0][0], "")
        move(s, rest[0][0], int(rest[0][1]))
        s["turn"] = (me + 1) % s["seats"]
        if s["crossed"]:
            score_leg(s)
            finish(s)
        elif not s["dice"]:
            score_leg(s)
            next_leg(s, s["turn"])
    elif verb == "open":
        s["slots"][int(rest[0])] = "-----" if rest[1] == "-" else rest[1]
        finish(s)
    elif verb == "roll":
        s["held"][me]["pyramid"] += 1
        s["rolling"], s["turn"] = me, "chance"
    else:
        s["turn"] = (me + 1) % s["seats"]
        if verb == "leg":
            s["held"][me]["leg"].append(f"{rest[0]}{s['leg_tiles'][rest[0]].pop(0)}")
            if s["options"]["leg_ends_without_tiles"] and not any(s["leg_tiles"].values()):
                score_leg(s)
                next_leg(s, s["turn"])
        elif verb == "tile":
            s["tiles"][me] = rest[0]
        else:
            s[verb].append([me, int(rest[0])])
    return s


def winners(s: State) -> list[int]:
    return [seat for seat, money in enumerate(s["money"]) if money == max(s["money"])]
