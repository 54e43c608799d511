"""Targui in words: the effects of moves, the words to type, and its other modules.

`narration` describes steps, `board` is the text board, `tables` are the tributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from camelnet.i18n import N_, Message, _, message, ngettext
from camelnet.rules.games.targui.battle import Battle, battle
from camelnet.rules.games.targui.board import board
from camelnet.rules.games.targui.names import (
    average,
    camels,
    cell_name,
    chance,
    land_name,
    sector_name,
    silver,
)
from camelnet.rules.games.targui.narration import describe
from camelnet.rules.games.targui.tables import standings, tables
from camelnet.rules.phrases import Choice, ranges
from camelnet.rules.position import Position

__all__ = ["board", "choices", "describe", "explain", "notation", "standings", "tables"]

# The verbs of each step; a beginning stands for the first that fits.
_VERBS = {
    "sector": ("sector",),
    "camp": ("camp",),
    "move": ("move", "attack", "pass"),
    "buy": ("buy", "pass"),
    "after": ("again", "stop"),
    "occupy": ("occupy",),
}
_ALL_VERBS = sorted({verb for verbs in _VERBS.values() for verb in verbs})
_HERDS_SHOWN = 10  # lines of the menu for movable herds, largest first
_ATTACKS_SHOWN = 8


def _cell(state: dict[str, Any], cell: int) -> str:
    return cell_name(cell, state["land"][cell - 1])


# --- the effects of moves -----------------------------------------------------------------------


def explain(notation: str, position: Position, faces: str = "") -> str:
    """Explain the effect of a legal move. Nothing is hidden in this game: `faces` is ""."""
    verb, *rest = notation.split(" ")
    state = position.to_dict()
    numbers = [int(word) for word in rest if word.isdecimal()]
    match verb:
        case "sector":
            return _("Your camp will lie in {sector}.").format(sector=sector_name(rest[0]))
        case "camp":
            return _("Set up your camp on {cell}, with 10 camels.").format(
                cell=_cell(state, numbers[0])
            )
        case "move":
            return _explain_move(state, *numbers)
        case "attack":
            odds = battle(position, numbers[0], numbers[1])
            assert odds is not None  # a legal attack
            return _explain_attack(state, numbers[0], numbers[1], odds)
        case "again":
            attack = state["attack"]
            odds = battle(position, attack["from"], attack["to"])
            assert odds is not None  # both sides still stand there
            return _("Attack on.") + " " + _to_the_end(odds)
        case "stop":
            return _("Break off the attack: both sides keep the camels they have left.")
        case "occupy":
            return _("Move onto {cell} with {camels}; it becomes yours.").format(
                cell=_cell(state, state["attack"]["to"]), camels=camels(numbers[0])
            )
        case "buy":
            return _("Buy {camels} for {cell}; {money} is left.").format(
                camels=camels(numbers[1]),
                cell=_cell(state, numbers[0]),
                money=silver(state["money"][state["turn"]] - numbers[1]),
            )
        case _pass:
            if state["step"] == "buy":
                return _("Buy nothing and end the turn.")
            return _("Don't move or attack; go straight to buying.")


def _explain_move(state: dict[str, Any], start: int, end: int, count: int) -> str:
    me, owner = state["turn"], state["owner"][end - 1]
    left = state["camels"][start - 1] - count
    text = (
        _("Move {camels} from cell {start} to {cell}.")
        if owner == me
        else _("Move {camels} from cell {start} to {cell}, which becomes yours.")
    )
    told = text.format(camels=camels(count), start=start, cell=_cell(state, end))
    if left:
        text = ngettext("{left} camel stays behind.", "{left} camels stay behind.", left)
        return told + " " + text.format(left=left)
    if start == state["camp"][me]:
        return told + " " + _("Nobody guards your camp then.")
    return told + " " + _("The land stays yours, without a guard.")


def _explain_attack(state: dict[str, Any], start: int, end: int, odds: Battle) -> str:
    told = _("Attack {theirs} on {cell} with the {ours} on cell {start}.").format(
        theirs=camels(state["camels"][end - 1]),
        cell=_cell(state, end),
        ours=state["camels"][start - 1],
        start=start,
    )
    return told + " " + _to_the_end(odds)


def _to_the_end(odds: Battle) -> str:
    return _(
        "If you fight to the end, the cell falls {chance}; on average you lose {ours} "
        "camels, and {theirs} of theirs fall."
    ).format(
        chance=chance(odds.taken),
        ours=average(odds.attackers_lost),
        theirs=average(odds.defenders_lost),
    )


# --- possible moves -----------------------------------------------------------------------------


def choices(position: Position, faces: str) -> list[Choice]:
    """The menu of the seat on turn, a line for each kind of move."""
    state = position.to_dict()
    match state["step"]:
        case "sector":
            return [
                Choice(
                    legal, _("set up your camp in {sector}").format(sector=sector_name(legal[7:]))
                )
                for legal in position.legal()
            ]
        case "camp":
            return [
                Choice(legal, _("in place of {land}").format(land=_land(state, int(legal[5:]))))
                for legal in position.legal()
            ]
        case "move":
            return [
                *_herds(position, state),
                *_attacks(position),
                Choice("pass", _("don't move or attack")),
            ]
        case "buy":
            return [*_purchases(state), Choice("pass", _("buy nothing"))]
        case "after":
            attack = state["attack"]
            odds = battle(position, attack["from"], attack["to"])
            assert odds is not None  # both sides still stand there
            return [
                Choice(
                    "again",
                    _("attack again; cell {cell} falls {chance}").format(
                        cell=attack["to"], chance=chance(odds.taken)
                    ),
                ),
                Choice("stop", _("break off the attack")),
            ]
        case "occupy":
            most = state["camels"][state["attack"]["from"] - 1]
            text = _("move onto cell {cell}: with 1 to {most}").format(
                cell=state["attack"]["to"], most=most
            )
            return [Choice(f"occupy {most}", text)]
    return []


def _land(state: dict[str, Any], cell: int) -> str:
    return land_name(state["land"][cell - 1])


def _routes(position: Position) -> dict[int, dict[int, int]]:
    """For each cell with movable camels, the cells that they can reach and their greatest
    number."""
    routes: dict[int, dict[int, int]] = {}
    for legal in position.legal():
        if legal.startswith("move "):
            start, end, count = map(int, legal.split(" ")[1:])
            targets = routes.setdefault(start, {})
            targets[end] = max(count, targets.get(end, 0))
    return routes


def _herds(position: Position, state: dict[str, Any]) -> list[Choice]:
    """A line for each movable herd, largest first, with the cells that it can reach."""
    routes = _routes(position)
    order = sorted(routes, key=lambda start: (-state["camels"][start - 1], start))
    lines = []
    for start in order[:_HERDS_SHOWN]:
        targets = routes[start]
        # As the example, prefer land that is not the seat's own.
        best = min(targets, key=lambda end: (state["owner"][end - 1] == state["turn"], end))
        lines.append(
            Choice(
                f"move {start} {best} {targets[best]}",
                _("up to {most} from {cell} to {cells}").format(
                    most=targets[best], cell=_cell(state, start), cells=ranges(sorted(targets))
                ),
            )
        )
    if order[_HERDS_SHOWN:]:
        start = order[_HERDS_SHOWN]
        end, most = next(iter(routes[start].items()))
        text = _("likewise from {cells}").format(cells=ranges(sorted(order[_HERDS_SHOWN:])))
        lines.append(Choice(f"move {start} {end} {most}", text))
    return lines


def _attacks(position: Position) -> list[Choice]:
    """A line for each attack, the best odds first."""
    found = []
    for legal in position.legal():
        if legal.startswith("attack "):
            start, end = map(int, legal.split(" ")[1:])
            odds = battle(position, start, end)
            assert odds is not None  # a legal attack
            found.append((-odds.taken, start, end))
    found.sort()
    return [
        Choice(f"attack {start} {end}", _("the cell falls {chance}").format(chance=chance(-taken)))
        for taken, start, end in found[:_ATTACKS_SHOWN]
    ]


def _purchases(state: dict[str, Any]) -> list[Choice]:
    me = state["turn"]
    most = min(state["money"][me], state["box"])
    if most == 0:
        return []
    owned = [cell for cell, owner in enumerate(state["owner"], start=1) if owner == me]
    text = _("up to {camels}, 1 silver each, onto one of {cells}")
    cell = state["camp"][me] if state["camp"][me] in owned else owned[0]
    return [Choice(f"buy {cell} {most}", text.format(camels=camels(most), cells=ranges(owned)))]


# --- typed words --------------------------------------------------------------------------------


def notation(typed: str, position: Position, faces: str) -> str | Message:
    """The notation for a player's words, legal or not; or the reason why there is none.

    A verb may be shortened ("m 37 36" is "move 37 36 ..."). Without a number of camels, or with
    "all", all of them go; "half" is half of them. An attack may leave out its start while only one
    herd can make it.
    """
    state = position.to_dict()
    usual = (*_VERBS.get(state["step"], ()), *_ALL_VERBS)
    verb, *rest = typed.lower().replace(",", " ").split() or ["?"]  # a comma alone is no move
    full = next((known for known in usual if known.startswith(verb)), None)
    if full is None:
        return message(N_('There is no move "{typed}".'), typed=typed)
    match full:
        case "pass" | "again" | "stop":
            return full if not rest else message(N_("Nothing comes after this word."))
        case "sector" | "camp":
            if len(rest) != 1:
                return message(N_("Say which one, as in the menu."))
            return f"{full} {rest[0]}"
        case "attack":
            return _typed_attack(rest, position)
        case "occupy":
            attack = state["attack"]
            most = state["camels"][attack["from"] - 1] if attack else 0
            return _counted("occupy", [], rest, most)
        case "buy":
            most = min(state["money"][state["turn"]], state["box"])
            return _counted("buy", rest[:1], rest[1:], most)
        case _move:
            start = int(rest[0]) if rest and rest[0].isdecimal() else 0
            most = state["camels"][start - 1] if 1 <= start <= len(state["camels"]) else 0
            return _counted("move", rest[:2], rest[2:], most)


_CELLS_WANTED = {"move": 2, "buy": 1, "occupy": 0}


def _counted(verb: str, cells: Sequence[str], count: Sequence[str], most: int) -> str | Message:
    """A notation that ends with a number of camels."""
    if len(cells) != _CELLS_WANTED[verb] or not all(cell.isdecimal() for cell in cells):
        return message(N_("Say from which cell to which one, as in the menu."))
    if len(count) > 1:
        return message(N_("One number of camels comes last."))
    word = count[0] if count else "all"
    number = {"all": str(most), "half": str((most + 1) // 2)}.get(word, word)
    if not number.isdecimal():
        return message(N_('"{typed}" is no number of camels.'), typed=word)
    return " ".join([verb, *(str(int(cell)) for cell in cells), str(int(number))])


def _typed_attack(cells: Sequence[str], position: Position) -> str | Message:
    if not 1 <= len(cells) <= 2 or not all(cell.isdecimal() for cell in cells):
        return message(N_("Say from which cell to which one, as in the menu."))
    if len(cells) == 2:
        return f"attack {int(cells[0])} {int(cells[1])}"
    end = f" {int(cells[0])}"
    fitting = [n for n in position.legal() if n.startswith("attack ") and n.endswith(end)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        return message(N_("T2: no camels of yours can attack cell {end}"), end=int(cells[0]))
    starts = ranges(sorted(int(legal.split(" ")[1]) for legal in fitting))
    return message(N_("Say from which cell: {cells}."), cells=starts)
