"""Reasons for moves in Targui, from the exact odds of battles and the payments of cells."""

from __future__ import annotations

from typing import Any

from camelnet.i18n import _, ngettext
from camelnet.rules import Position
from camelnet.rules.games.targui.battle import battle
from camelnet.rules.games.targui.cells import NEIGHBOURS
from camelnet.rules.games.targui.events import ECONOMIC, STRATEGIC
from camelnet.rules.games.targui.names import camels, cell_name, chance, silver
from camelnet.rules.phrases import sentence

_CERTAIN = 1000  # thousandths


def reason(position: Position, seat: int, notation: str, faces: str) -> str:
    """See `camelnet.review.reasons.reason`; nothing is hidden in this game."""
    verb, *rest = notation.split(" ")
    numbers = [int(word) for word in rest if word.isdecimal()]
    told = position.to_dict()
    match verb:
        case "camp":
            return _of_camp(told, numbers[0])
        case "move":
            return _of_move(told, seat, numbers[1])
        case "attack":
            return _of_attack(position, told, numbers[0], numbers[1])
        case "again" | "stop":
            attack = told["attack"]
            if verb == "again":
                return _of_attack(position, told, attack["from"], attack["to"])
            return _of_stop(position, attack["from"], attack["to"])
        case "occupy":
            return _of_occupation(told, seat, numbers[0])
        case "buy":
            return _of_purchase(told, seat, numbers[0])
        case "pass" if told["step"] == "move":
            return _of_rest(position)
    return ""


def _cell(told: dict[str, Any], cell: int) -> str:
    return cell_name(cell, told["land"][cell - 1])


def _pays(told: dict[str, Any], cell: int) -> int:
    land = told["land"][cell - 1]
    return 0 if land is None else ECONOMIC[land]


def _adds(told: dict[str, Any], cell: int) -> int:
    land = told["land"][cell - 1]
    return 0 if land is None else STRATEGIC[land]


def _enemies(told: dict[str, Any], seat: int, cell: int) -> int:
    """The number of other seats' camels next to a cell."""
    return sum(
        told["camels"][near - 1]
        for near in NEIGHBOURS[cell]
        if told["owner"][near - 1] not in (None, seat)
    )


def _of_camp(told: dict[str, Any], cell: int) -> str:
    around = sum(_pays(told, near) for near in NEIGHBOURS[cell])
    text = _("The cells around it pay {silver} a round together.")
    return text.format(silver=silver(around))


def _of_move(told: dict[str, Any], seat: int, end: int) -> str:
    values = {
        "cell": _cell(told, end),
        "silver": silver(_pays(told, end)),
        "number": _adds(told, end),
    }
    enemies = _enemies(told, seat, end)
    if told["owner"][end - 1] == seat:
        if not enemies:
            return ""
        text = _("It strengthens {cell}, next to which others have {camels}.")
        return text.format(camels=camels(enemies), **values)
    if _pays(told, end):
        text = _("Nobody guards {cell}, and it pays {silver} at the end of each round.")
    elif _adds(told, end):
        text = _("Nobody guards {cell}, and it adds {number} to the dice of those who stand there.")
    else:
        text = _("Nobody guards {cell}.")
    return sentence(text.format(**values))


def _of_attack(position: Position, told: dict[str, Any], start: int, end: int) -> str:
    odds = battle(position, start, end)
    if odds is None:
        return ""
    values = {"chance": chance(odds.taken), "silver": silver(_pays(told, end))}
    owner = told["owner"][end - 1]
    if owner is not None and told["camp"][owner] == end:
        text = _("The cell falls {chance}, and its owner gets no tribute without that camp.")
    elif _pays(told, end):
        text = _("The cell falls {chance}, and it pays {silver} at the end of each round.")
    else:
        text = _("The cell falls {chance}.")
    return text.format(**values)


def _of_stop(position: Position, start: int, end: int) -> str:
    odds = battle(position, start, end)
    if odds is None:
        return ""
    text = _("To fight on to the end would win the cell only {chance}.")
    return text.format(chance=chance(odds.taken)) if odds.taken < _CERTAIN // 2 else ""


def _of_occupation(told: dict[str, Any], seat: int, count: int) -> str:
    start, end = told["attack"]["from"], told["attack"]["to"]
    left = told["camels"][start - 1] - count
    near_end, near_start = _enemies(told, seat, end), _enemies(told, seat, start)
    if near_end >= near_start and near_end:
        text = _("Others have {enemies} next to {cell}, which {camels} will hold.")
        values = {"enemies": camels(near_end), "camels": camels(count), "cell": _cell(told, end)}
    elif near_start and left:
        text = ngettext(
            "{camels} stays on {cell}, next to which others have {enemies}.",
            "{camels} stay on {cell}, next to which others have {enemies}.",
            left,
        )
        values = {"enemies": camels(near_start), "camels": camels(left), "cell": _cell(told, start)}
    elif near_start:
        text = _("{cell} is left without a guard, though others have {enemies} next to it.")
        values = {"enemies": camels(near_start), "cell": _cell(told, start)}
    else:
        return _("No camels of others stand next to either cell.")
    return sentence(text.format(**values))


def _of_purchase(told: dict[str, Any], seat: int, cell: int) -> str:
    enemies = _enemies(told, seat, cell)
    if enemies:
        held = told["camels"][cell - 1]
        text = _("Others have {enemies} next to {cell}, which nobody guards.")
        if held:
            text = ngettext(
                "Others have {enemies} next to {cell}, which only {camels} guards so far.",
                "Others have {enemies} next to {cell}, which only {camels} guard so far.",
                held,
            )
        return text.format(enemies=camels(enemies), cell=_cell(told, cell), camels=camels(held))
    if told["camp"][seat] == cell:
        return _("Silver guards nothing, and without its camp a tribe gets no tribute.")
    return _("Silver guards nothing, and from there the camels can move on.")


def _of_rest(position: Position) -> str:
    attacks = [legal.split(" ") for legal in position.legal() if legal.startswith("attack ")]
    odds = [battle(position, int(start), int(end)) for _verb, start, end in attacks]
    best = max((each.taken for each in odds if each is not None), default=_CERTAIN)
    if best >= _CERTAIN // 2:
        return ""
    return _("Even the best attack would win its cell only {chance}.").format(chance=chance(best))
