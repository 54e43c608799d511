"""Camel Up in words: the effects of moves, the words to type, and its other modules.

`narration` describes steps, `board` is the text board, `tables` are the scorings.
"""

from __future__ import annotations

from camelnet.i18n import N_, Message, _, message
from camelnet.rules.games.camels import CAMELS, camel_names, camel_typed
from camelnet.rules.games.camelup.board import board
from camelnet.rules.games.camelup.narration import describe
from camelnet.rules.games.camelup.tables import standings, tables
from camelnet.rules.phrases import (
    Choice,
    ranges,
)
from camelnet.rules.position import Position

__all__ = ["board", "choices", "describe", "explain", "notation", "standings", "tables"]

_VERBS = ("roll", "leg", "tile", "win", "lose")  # a beginning stands for the first verb that fits


def explain(notation: str, position: Position, faces: str = "") -> str:
    """Explain the effect of a legal move. `faces` are the seat's own race cards, slot 0 first."""
    verb, *rest = notation.split(" ")
    names = camel_names()
    match verb:
        case "roll":
            return _(
                "Roll the pyramid: one of the camels whose dice are left moves, "
                "and you get 1 pound when the leg is scored."
            )
        case "leg":
            worth = position.to_dict()["leg_tiles"][rest[0]][0]
            return _(
                "Take the {camel} leg tile: {worth} pounds if {camel} leads when the leg is "
                "scored, 1 if it is second; otherwise you pay 1."
            ).format(camel=names[rest[0]], worth=worth)
        case "tile":
            text = (
                _(
                    "Place your desert tile on space {space} as an oasis: camels that land there "
                    "move one space forward, and you get 1 pound each time."
                )
                if rest[0][-1] == "+"
                else _(
                    "Place your desert tile on space {space} as a mirage: camels that land there "
                    "move one space back, under any camels there, and you get 1 pound each time."
                )
            )
            return text.format(space=rest[0][:-1])
        case _bet:
            slot = int(rest[0])
            card = names[faces[slot]] if faces else _("card {number}").format(number=slot + 1)
            text = (
                _(
                    "Bet secretly on {card} to win the race: 8, 5, 3, 2 or 1 pounds if correct, "
                    "more for earlier bets; if wrong, you pay 1."
                )
                if verb == "win"
                else _(
                    "Bet secretly on {card} to come last in the race: 8, 5, 3, 2 or 1 pounds if "
                    "correct, more for earlier bets; if wrong, you pay 1."
                )
            )
            return text.format(card=card)


def choices(position: Position, faces: str) -> list[Choice]:
    """The menu of the seat on turn, a line for each kind of move."""
    by_verb: dict[str, list[str]] = {}
    for legal in position.legal():
        verb, *rest = legal.split(" ")
        by_verb.setdefault(verb, []).append("".join(rest))
    state = position.to_dict()
    names = camel_names()
    menu = []
    if "roll" in by_verb:
        menu.append(Choice("roll", _("roll the pyramid; 1 pound at the end of the leg")))
    if "leg" in by_verb:
        tiles = [f"{names[c]} {state['leg_tiles'][c][0]}" for c in CAMELS if c in by_verb["leg"]]
        best = max(by_verb["leg"], key=lambda camel: (state["leg_tiles"][camel][0], camel))
        menu.append(
            Choice(f"leg {best}", _("take a leg tile: {tiles}").format(tiles=", ".join(tiles)))
        )
    if "tile" in by_verb:
        spaces = sorted({int(place[:-1]) for place in by_verb["tile"]})
        first = min(by_verb["tile"], key=lambda place: (int(place[:-1]), place[-1]))
        text = _("desert tile, + oasis or - mirage, on {spaces}").format(spaces=ranges(spaces))
        menu.append(Choice(f"tile {first}", text))
    for verb, text in (
        ("win", _("secret bet on who wins the race: {cards}")),
        ("lose", _("secret bet on who comes last: {cards}")),
    ):
        if verb in by_verb:
            slots = sorted(int(slot) for slot in by_verb[verb])
            cards = (
                sorted(faces[slot] for slot in slots) if faces else [str(slot) for slot in slots]
            )
            shown = ", ".join(names.get(card, card) for card in cards)
            menu.append(Choice(f"{verb} {cards[0]}", text.format(cards=shown)))
    return menu


def notation(typed: str, position: Position, faces: str) -> str | Message:
    """The notation for a player's words, legal or not; or the reason why there is none.

    A verb may be shortened ("l g" is "leg g"); a race card is named by its camel or by its slot.
    """
    verb, *rest = typed.lower().split()
    full = next((known for known in _VERBS if known.startswith(verb)), None)
    if full is None:
        return message(N_('There is no move "{typed}".'), typed=typed)
    argument = "".join(rest)
    if full == "roll":
        return "roll" if not argument else message(N_("The roll takes nothing after it."))
    if not argument:
        return message(N_("Say which one, as in the menu."))
    if full == "tile":
        return f"tile {argument}"
    if full in ("win", "lose") and argument.isdecimal():
        return f"{full} {argument}"
    camel = camel_typed(argument)
    if camel is None:
        return message(N_('There is no camel "{typed}".'), typed=argument)
    if full == "leg":
        return f"leg {camel}"
    if not faces:
        return message(N_("You hold no race cards."))
    slot = faces.index(camel)
    state = position.to_dict()
    if [state["turn"], slot] in [*state["win"], *state["lose"]]:
        return message(
            N_("You have already placed your {camel} race card."), camel=camel_names()[camel]
        )
    return f"{full} {slot}"
