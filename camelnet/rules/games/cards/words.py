"""Camel Up Cards in words: the effects of moves, and the words to type.

`narration` describes steps, `board` is the text board, `tables` are the scorings.
"""

from __future__ import annotations

from typing import Any

from camelnet.i18n import N_, Message, _, message, ngettext
from camelnet.rules.games.camels import CAMELS, camel_names, camel_typed
from camelnet.rules.games.cards.board import board
from camelnet.rules.games.cards.narration import describe, face_name
from camelnet.rules.games.cards.tables import standings, tables
from camelnet.rules.phrases import Choice, ranges
from camelnet.rules.position import Position

__all__ = ["board", "choices", "describe", "explain", "notation", "standings", "tables"]

# A beginning stands for the first verb that fits.
_VERBS = ("reveal", "hand", "lead", "mid", "win", "lose", "palm", "fennec", "pass", "final")


def explain(notation: str, position: Position, faces: str = "") -> str:
    """Explain the effect of a legal move. `faces` is the seat's own hand card ("g2"), "" for
    none."""
    verb, *rest = notation.split(" ")
    names = camel_names()
    match verb:
        case "reveal":
            return _(
                "Turn up the top race card: its camel, with any on top of it, moves that many "
                "spaces."
            )
        case "hand":
            card = face_name(faces) if faces else _("unknown to you")
            text = _(
                "Play your hand card ({card}): its camel, with any on top of it, moves exactly "
                "one space."
            )
            return text.format(card=card)
        case "palm":
            text = _(
                "Place the palm on space {space}: camels that land there move one space "
                "forward, and the palm is returned. If it is still there when the leg is "
                "scored, you pay 1."
            )
            return text.format(space=rest[0])
        case "fennec":
            text = _(
                "Place the fennec on space {space}: camels that land there move one space "
                "back, under any camels there, and the fennec is returned. If it is still "
                "there when the leg is scored, you pay 1."
            )
            return text.format(space=rest[0])
        case "pass":
            return _("Make no bet in this turn.")
        case "lead":
            text = _(
                "Take the {camel} leader card: {worth} coins if {camel} leads when the leg is "
                "scored, 1 if it is second; otherwise you pay 1."
            )
            worth = position.to_dict()["leaders"][rest[0]][0]
            return text.format(camel=names[rest[0]], worth=worth)
        case "mid":
            text = _(
                "Take the {camel} midfield card: 2 coins if {camel} is third when the leg is "
                "scored, 1 if it is second or fourth; otherwise you pay 1."
            )
            return text.format(camel=names[rest[0]])
        case _final:
            return _final_explained(rest[0], rest[1], position)


def _final_explained(deck: str, camel: str, position: Position) -> str:
    text = (
        _(
            "Take {camel}'s winner card: 7 coins if it wins the race, 3 if it is second; "
            "otherwise you pay 1."
        )
        if deck == "win"
        else _(
            "Take {camel}'s loser card: 7 coins if it comes last in the race, 3 if it is "
            "fourth; otherwise you pay 1."
        )
    )
    told = [text.format(camel=camel_names()[camel])]
    state = position.to_dict()
    trophies = state["trophies"][deck][camel]
    if trophies:
        lying = ngettext(
            "{count} trophy on it brings 2 more unless you pay.",
            "{count} trophies on it bring 2 more each unless you pay.",
            trophies,
        )
        told.append(lying.format(count=trophies))
    former = state["held"][state["turn"]][deck] if isinstance(state["turn"], int) else None
    if former:
        told.append(_("Your card of {camel} goes back.").format(camel=camel_names()[former]))
    return " ".join(told)


def choices(position: Position, faces: str) -> list[Choice]:
    """The menu of the seat on turn, a line for each kind of move."""
    by_verb: dict[str, list[str]] = {}
    for legal in position.legal():
        verb, _space, rest = legal.rpartition(" ")
        by_verb.setdefault(verb or rest, []).append(rest)
    state = position.to_dict()
    menu = []
    if "reveal" in by_verb:
        text = ngettext(
            "turn up the top race card; {count} is left in this leg",
            "turn up the top race card; {count} are left in this leg",
            state["deck"],
        )
        menu.append(Choice("reveal", text.format(count=state["deck"])))
    if "hand" in by_verb:
        text = (
            _("play your hand card, {card}: one space").format(card=face_name(faces))
            if faces
            else _("play your hand card: one space")
        )
        menu.append(Choice("hand", text))
    for verb, text in (
        ("palm", _("palm, moves camels one space forward; on {spaces}")),
        ("fennec", _("fennec, moves camels one space back; on {spaces}")),
    ):
        if verb in by_verb:
            spaces = sorted(int(space) for space in by_verb[verb])
            menu.append(Choice(f"{verb} {spaces[0]}", text.format(spaces=ranges(spaces))))
    menu += _bets(by_verb, state)
    if "pass" in by_verb:
        menu.append(Choice("pass", _("make no bet")))
    return menu


def _bets(by_verb: dict[str, list[str]], state: dict[str, Any]) -> list[Choice]:
    names = camel_names()
    menu = []
    for verb, typed, text in (
        ("lead", "lead", _("who leads at the end of the leg: {cards}")),
        ("mid", "mid", _("who is third at the end of the leg: {cards}")),
        ("final win", "win", _("who wins the race: {cards}")),
        ("final lose", "lose", _("who comes last in the race: {cards}")),
    ):
        bets = [camel for camel in CAMELS if camel in by_verb.get(verb, [])]
        if not bets:
            continue
        first = bets[0]
        shown = [names[camel] for camel in bets]
        if verb == "lead":
            first = max(bets, key=lambda camel: (state["leaders"][camel][0], camel))
            shown = [f"{names[camel]} {state['leaders'][camel][0]}" for camel in bets]
        menu.append(Choice(f"{typed} {first}", text.format(cards=", ".join(shown))))
    return menu


def notation(typed: str, position: Position, faces: str) -> str | Message:
    """The notation for a player's words, legal or not; or the reason why there is none.

    A verb may be shortened ("l g" is "lead g"), and "final" left out ("win g").
    """
    words = typed.lower().split()
    full = _verb(words[0]) if words else None
    if full == "final" and len(words) > 1:
        words = words[1:]
        full = _verb(words[0])
        full = full if full in ("win", "lose") else None
    if full is None or full == "final":
        return message(N_('There is no move "{typed}".'), typed=typed)
    argument = "".join(words[1:])
    if full in ("reveal", "hand", "pass"):
        if argument:
            return message(N_('"{verb}" takes nothing after it.'), verb=full)
        return full
    if not argument:
        return message(N_("Say which one, as in the menu."))
    if full in ("palm", "fennec"):
        return f"{full} {argument}"
    camel = camel_typed(argument)
    if camel is None:
        return message(N_('There is no camel "{typed}".'), typed=argument)
    return f"final {full} {camel}" if full in ("win", "lose") else f"{full} {camel}"


def _verb(typed: str) -> str | None:
    return next((known for known in _VERBS if known.startswith(typed)), None)
