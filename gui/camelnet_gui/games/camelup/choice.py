"""Choosing a move in Camel Up: what may be clicked, what is chosen, what waits for a second click.

Pure; knows no Qt and no rules: what is legal, and why something is not, comes from the position.
One click chooses and a second one on the same thing, or Enter, confirms; Esc goes one step back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from camelnet.i18n import N_, Message, _, message
from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.camelup.scene import PLACES, Scene, Side, TileScene
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Table, refusal, why_forbidden


class Act(Enum):
    """The four things that one can do in a turn."""

    ROLL = "roll"
    LEG = "leg"
    TILE = "tile"
    BET = "bet"


@dataclass(frozen=True, slots=True)
class Choice:
    """The state of choosing: an act, the side of my desert tile, and a whole move."""

    act: Act | None = None
    side: Side = "+"
    armed: str | None = None  # a notation that waits for its confirmation
    deck: str | None = None  # "win" or "lose": where the bet began; its dialog asks for the rest


NOTHING = Choice()


def verbs(act: Act) -> tuple[str, ...]:
    return ("win", "lose") if act is Act.BET else (act.value,)


def can(table: Table, act: Act) -> bool:
    return any(move.split()[0] in verbs(act) for move in table.legal)


def why_not(table: Table, act: Act) -> Message | None:
    """The reason why a whole act is impossible; None if it is possible."""
    if table.blocked:
        return table.blocked
    if can(table, act):
        return None
    match act:
        case Act.LEG:
            return message(N_("All leg tiles are taken."))
        case Act.TILE:
            return message(N_("There is no space for your desert tile."))
        case Act.BET:
            return message(N_("You have no race cards left."))
        case Act.ROLL:
            return why_forbidden(table, "roll")


def notation_at(side: Side, place: str) -> str | None:
    """The move that a place on the board stands for; None where it opens a dialog or nothing."""
    if place == "roll" or place.startswith("leg "):
        return place
    if place.startswith("space "):
        return f"tile {place.removeprefix('space ')}{side}"
    return None


def place_of(notation: str) -> str:
    """The place on the board where a move happens."""
    verb, _space, rest = notation.partition(" ")
    match verb:
        case "tile":
            return f"space {rest[:-1]}"
        case "win" | "lose":
            return f"deck {verb}"
        case _:
            return notation


def picks(table: Table, choice: Choice) -> frozenset[str]:
    """The places that may be clicked. Spaces light up only while a desert tile is being placed."""
    return _picks(table.legal, choice.side, choice.act is Act.TILE)


@lru_cache(maxsize=8)
def _picks(legal: frozenset[str], side: Side, placing: bool) -> frozenset[str]:
    """Kept, since the same moves are asked about with every click."""
    found = set()
    for place in PLACES:
        if place.startswith("deck "):
            if any(move.startswith(place[5:]) for move in legal):
                found.add(place)
        elif place.startswith("space ") and not placing:
            continue
        elif notation_at(side, place) in legal:
            found.add(place)
    return frozenset(found)


def pick(table: Table, choice: Choice, picked: str) -> tuple[Choice, str | None]:
    """Whatever was clicked or pressed: a place of the board, `act leg`, `side +`, or `side`, which
    turns my desert tile over while I place it."""
    kind, _space, rest = picked.partition(" ")
    match kind:
        case "act":
            return begin(table, choice, Act(rest))
        case "side" if rest:
            return turn_over(table, choice, "+" if rest == "+" else "-"), None
        case "side" if choice.act is Act.TILE:
            return turn_over(table, choice, "-" if choice.side == "+" else "+"), None
        case "side":
            return choice, None
        case _:
            return click(table, choice, picked)


def click(table: Table, choice: Choice, place: str) -> tuple[Choice, str | None]:
    """A place is clicked: the choice after it, and the move to play if that confirmed one.

    A click on a deck leaves the act BET and the deck: the dialog asks for the rest.
    """
    if place not in picks(table, choice):
        return choice, None
    if place.startswith("deck "):
        return replace(choice, act=Act.BET, armed=None, deck=place.removeprefix("deck ")), None
    move = notation_at(choice.side, place)
    assert move is not None
    if choice.armed == move:
        return NOTHING, move
    act = Act.ROLL if place == "roll" else Act.LEG if place.startswith("leg ") else Act.TILE
    return replace(choice, act=act, armed=move), None


def begin(table: Table, choice: Choice, act: Act) -> tuple[Choice, str | None]:
    """An action button or its key: begins an act, or confirms the one that is armed."""
    if not can(table, act):
        return choice, None
    if act is Act.ROLL:
        return click(table, choice, "roll")
    if choice.act is act and choice.armed:
        return NOTHING, choice.armed
    return Choice(act, choice.side), None


def turn_over(table: Table, choice: Choice, side: Side) -> Choice:
    """The other side of my desert tile up; what was armed stays armed if that is legal too."""
    armed = choice.armed
    if armed and armed.startswith("tile "):
        other = armed[:-1] + side
        armed = other if other in table.legal else None
    return replace(choice, side=side, armed=armed)


def back(choice: Choice) -> Choice:
    """One step back: what is armed first, then the act."""
    if choice.armed and choice.act is not Act.ROLL:
        return replace(choice, armed=None)
    return NOTHING


def still_possible(table: Table, choice: Choice) -> Choice:
    """The choice after the position changed: kept as far as it still makes sense."""
    if choice.act is None or not can(table, choice.act):
        return NOTHING
    if choice.armed and choice.armed not in table.legal:
        return replace(choice, armed=None)
    return choice


def bet_notation(faces: str, deck: str, camel: str) -> str:
    """The bet with my card of a camel: `win 3`, where slot 3 is where that face lies."""
    return f"{deck} {faces.index(camel)}"


def card_states(table: Table) -> tuple[tuple[str, str], ...]:
    """My five race cards in the order of their colours: (camel, "hand", "win" or "lose")."""
    public = public_of(table.position)
    laid = {
        slot: deck for deck in ("win", "lose") for seat, slot in public[deck] if seat == table.me
    }
    mine = [camel for camel in CAMELS if camel in table.faces]
    return tuple([(camel, laid.get(table.faces.index(camel), "hand")) for camel in mine])


def with_choice(
    scene: Scene,
    table: Table,
    choice: Choice,
    *,
    pending: str | None,
    hints: tuple[tuple[str, str], ...],
) -> Scene:
    """The scene with what may be chosen, what is, and the `hints_of` its places."""
    shown = choice.armed or pending
    tiles = scene.tiles
    if shown and shown.startswith("tile ") and table.me is not None:
        space, side = int(shown[5:-1]), shown[-1]
        ghost = TileScene(space, "+" if side == "+" else "-", table.me, ghost=True)
        tiles = (*(tile for tile in tiles if tile.seat != table.me), ghost)
    return replace(
        scene,
        tiles=tiles,
        picks=picks(table, choice),
        chosen=place_of(shown) if shown else None,
        hints=hints,
    )


def hints_of(table: Table, choice: Choice, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The tooltips of places: what a click does, or why it cannot. `names` are the camels' words.
    Of the choice they depend on its side, and on whether a desert tile is being placed."""
    public = public_of(table.position)
    blocked = refusal(table, table.blocked) if table.blocked else ""
    hints = []
    for place in PLACES:
        if place.startswith("space ") and choice.act is not Act.TILE:
            continue
        why = None if blocked else _place_reason(table, place, notation_at(choice.side, place))
        forbidden = refusal(table, why) if why else blocked
        hints.append((place, _place_words(place, public, names, choice, forbidden)))
    return tuple(hints)


def reason(table: Table, choice: Choice, picked: str) -> Message | None:
    """The reason why something cannot be picked; None if it can, or if no rule is about it."""
    kind, _space, rest = picked.partition(" ")
    if kind == "act":
        return why_not(table, Act(rest))
    if picked not in PLACES or (kind == "space" and choice.act is not Act.TILE):
        return None
    return _place_reason(table, picked, notation_at(choice.side, picked))


def _place_reason(table: Table, place: str, move: str | None) -> Message | None:
    if place.startswith("deck "):
        return why_not(table, Act.BET)
    if move is None or move in table.legal:
        return None
    return table.position.why_not(move)


def _place_words(
    place: str,
    public: Mapping[str, Any],
    names: Mapping[str, str],
    choice: Choice,
    reason: str,
) -> str:
    kind, _space, rest = place.partition(" ")
    match kind:
        case "roll":
            text = _(
                "Roll the pyramid and take a pyramid tile, worth 1 pound at the end of the leg."
            )
        case "leg":
            left = public["leg_tiles"][rest]
            text = (
                _(
                    "Bet on {camel}: {value} pounds if it leads this leg, 1 if it is second; "
                    "otherwise you pay 1."
                )
                if left
                else _("All of {camel}'s tiles are taken.")
            ).format(camel=names[rest], value=left[0] if left else 0)
        case "deck":
            text = (
                _("Bet secretly on the winner of the race.")
                if rest == "win"
                else _("Bet secretly on the loser of the race.")
            )
        case _:
            text = (
                _("Place your oasis on space {space}.")
                if choice.side == "+"
                else _("Place your mirage on space {space}.")
            ).format(space=int(rest))
    if not reason:
        return text
    return f"{text}\n{reason}" if kind != "space" else reason
