"""Choosing a move in Camel Up Cards: what may be clicked, what is chosen, what waits for a second
click.

Pure; knows no Qt and no rules: what is legal, and why something is not, comes from the position.
One click chooses and a second one on the same thing, or Enter, confirms; Esc goes one step back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from camelnet.i18n import N_, Message, _, message
from camelnet.rules.games.camels import camel_names
from camelnet_gui.games.cards.scene import KINDS, PLACES, TOKENS, Kind, Scene, Token, TokenScene
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Table, refusal, why_forbidden


class Act(Enum):
    """The things that one can do in a turn: four race actions, four bets, or no bet."""

    REVEAL = "reveal"
    HAND = "hand"
    PALM = "palm"
    FENNEC = "fennec"
    LEAD = "lead"
    MID = "mid"
    WIN = "win"
    LOSE = "lose"
    PASS = "pass"


RACE = (Act.REVEAL, Act.HAND, Act.PALM, Act.FENNEC)
BETS = (Act.LEAD, Act.MID, Act.WIN, Act.LOSE)
WHOLE = (Act.REVEAL, Act.HAND, Act.PASS)  # nothing more to choose


@dataclass(frozen=True, slots=True)
class Choice:
    """The state of choosing: an act, and a whole move."""

    act: Act | None = None
    armed: str | None = None  # a notation that waits for its confirmation


NOTHING = Choice()


def prefix(act: Act) -> str:
    """The beginning of an act's notations."""
    return f"final {act.value}" if act in (Act.WIN, Act.LOSE) else act.value


def act_of(notation: str) -> Act:
    verb, _space, rest = notation.partition(" ")
    return Act(rest.split()[0] if verb == "final" else verb)


def moves(table: Table, act: Act) -> frozenset[str]:
    """The legal notations of an act."""
    return frozenset(move for move in table.legal if act_of(move) is act)


def can(table: Table, act: Act) -> bool:
    return bool(moves(table, act))


def why_not(table: Table, act: Act) -> Message | None:
    """The reason why a whole act is impossible; None if it is possible."""
    if table.blocked:
        return table.blocked
    if can(table, act):
        return None
    public = public_of(table.position)
    if public["did"] == "race" and act in RACE:
        return message(N_("You have already taken your race action."))
    if public["did"] == "bet" and act in BETS:
        return message(N_("You have already placed your bet."))
    match act:
        case Act.LEAD:
            return message(N_("All leader cards are taken."))
        case Act.MID:
            return message(N_("All midfield cards are taken."))
        case Act.WIN:
            return message(N_("No winner cards are left for you."))
        case Act.LOSE:
            return message(N_("No loser cards are left for you."))
        case Act.PALM | Act.FENNEC if public["tokens"][act.value]["holder"] is not None:
            return message(N_("It is on the track, and is returned when camels land on it."))
        case Act.PALM | Act.FENNEC:
            return message(N_("There is no free space on the track."))
        case _:
            return why_forbidden(table, act.value)


def notation_at(choice: Choice, place: str) -> str | None:
    """The move that a place on the board stands for; None where it only begins one."""
    kind, _space, rest = place.partition(" ")
    match kind:
        case "palm" | "fennec":
            return None
        case "space":
            return f"{choice.act.value} {rest}" if choice.act in (Act.PALM, Act.FENNEC) else None
        case "win" | "lose":
            return f"final {place}"
        case _:
            return place


def place_of(notation: str) -> str | None:
    """The place on the board where a move happens; None for none."""
    verb, _space, rest = notation.partition(" ")
    match verb:
        case "palm" | "fennec":
            return f"space {rest}"
        case "final":
            return rest
        case "pass":
            return None
        case _:
            return notation


def picks(table: Table, choice: Choice) -> frozenset[str]:
    """The places that may be clicked. Spaces light up only while a token is being laid."""
    found: set[str] = set()
    for place in PLACES:
        if place in TOKENS:
            if can(table, Act(place)):
                found.add(place)
        elif notation_at(choice, place) in table.legal:
            found.add(place)
    return frozenset(found)


def pick(table: Table, choice: Choice, picked: str) -> tuple[Choice, str | None]:
    """Whatever was clicked or pressed: a place of the board, or `act lead`."""
    kind, _space, rest = picked.partition(" ")
    if kind == "act":
        return begin(table, choice, Act(rest))
    return click(table, choice, picked)


def click(table: Table, choice: Choice, place: str) -> tuple[Choice, str | None]:
    """A place is clicked: the choice after it, and the move to play if that confirmed one."""
    if place not in picks(table, choice):
        return choice, None
    move = notation_at(choice, place)
    if move is None:
        return Choice(Act(place)), None
    if choice.armed == move:
        return NOTHING, move
    return Choice(act_of(move), move), None


def begin(table: Table, choice: Choice, act: Act) -> tuple[Choice, str | None]:
    """An action button or its key: begins an act, or confirms the one that is armed."""
    if not can(table, act):
        return choice, None
    if choice.act is act and choice.armed:
        return NOTHING, choice.armed
    return Choice(act, act.value if act in WHOLE else None), None


def back(choice: Choice) -> Choice:
    """One step back: what is armed first, then the act."""
    if choice.armed and choice.act not in WHOLE:
        return replace(choice, armed=None)
    return NOTHING


def still_possible(table: Table, choice: Choice) -> Choice:
    """The choice after the position changed: kept as far as it still makes sense."""
    if choice.act is None or not can(table, choice.act):
        return NOTHING
    if choice.armed and choice.armed not in table.legal:
        return replace(choice, armed=None)
    return choice


def with_choice(scene: Scene, table: Table, choice: Choice, *, pending: str | None) -> Scene:
    """The scene with what may be chosen, what is, and tooltips."""
    shown = choice.armed or pending
    tokens = scene.tokens
    if shown and shown.startswith(TOKENS) and table.me is not None:
        name, _space, space = shown.partition(" ")
        token: Token = "palm" if name == "palm" else "fennec"
        ghost = TokenScene(token, int(space), table.me, ghost=True)
        tokens = tuple(ghost if each.token == token else each for each in tokens)
    return replace(
        scene,
        tokens=tokens,
        highlight=scene.highlight | (_way_of(scene) if shown == "hand" else frozenset()),
        picks=picks(table, choice),
        chosen=place_of(shown) if shown else None,
        hints=_hints(table, choice, scene),
    )


def _way_of(scene: Scene) -> frozenset[int]:
    """The space of my hand card's camel, and the next one."""
    camel = scene.hand[:1]
    at = next((space for space, camels in scene.stacks if camel and camel in camels), None)
    return frozenset() if at is None else frozenset({at, min(at + 1, scene.last)})


def _hints(table: Table, choice: Choice, scene: Scene) -> tuple[tuple[str, str], ...]:
    hints = []
    for place in PLACES:
        kind, _space, rest = place.partition(" ")
        placing = choice.act in (Act.PALM, Act.FENNEC)
        if kind == "space" and (not placing or int(rest) > scene.last):
            continue
        if kind == "hand" and not scene.hand_state:
            continue
        why = table.blocked or _reason(table, choice, place)
        forbidden = refusal(table, why) if why else ""
        if kind == "space" and forbidden:
            hints.append((place, forbidden))
            continue
        text = _place_words(place, scene, choice)
        hints.append((place, f"{text}\n{forbidden}" if forbidden else text))
    return tuple(hints)


def reason(table: Table, choice: Choice, picked: str) -> Message | None:
    """The reason why something cannot be picked; None if it can, or if no rule is about it."""
    kind, _space, rest = picked.partition(" ")
    if kind == "act":
        return why_not(table, Act(rest))
    if picked not in PLACES or (kind == "space" and choice.act not in (Act.PALM, Act.FENNEC)):
        return None
    return _reason(table, choice, picked)


def _reason(table: Table, choice: Choice, place: str) -> Message | None:
    if place in TOKENS:
        return why_not(table, Act(place))
    move = notation_at(choice, place)
    if move is None or move in table.legal:
        return None
    act = act_of(move)
    did = public_of(table.position)["did"]
    if (did == "race" and act in RACE) or (did == "bet" and act in BETS):
        return why_not(table, act)
    return table.position.why_not(move)


def _place_words(place: str, scene: Scene, choice: Choice) -> str:
    kind, _space, rest = place.partition(" ")
    match kind:
        case "reveal":
            return _("Turn up the top card: its camel moves that many spaces.")
        case "hand":
            return _("Play it: its camel moves exactly 1 space, whatever its number.")
        case "palm":
            return _("Place it on a free space: camels that land there move 1 space forward.")
        case "fennec":
            return _(
                "Place it on a free space: camels that land there move 1 space back, "
                "underneath any others."
            )
        case "space":
            what = _("Place the palm on space {space}.")
            if choice.act is Act.FENNEC:
                what = _("Place the fennec on space {space}.")
            return what.format(space=int(rest))
        case _:
            known: Kind = next(each for each in KINDS if each == kind)
            return _bet_words(known, rest, scene)


def _bet_words(kind: Kind, camel: str, scene: Scene) -> str:
    name = camel_names()[camel]
    match kind:
        case "lead":
            values = scene.pile(camel)
            if not values:
                return _("None are left.")
            return _(
                "Take it: {value} if {camel} leads this leg, 1 if second; otherwise you pay 1."
            ).format(value=values[0], camel=name)
        case "mid":
            return _(
                "Take it: 2 if {camel} is third in this leg, 1 if second or fourth; otherwise "
                "you pay 1."
            ).format(camel=name)
        case "win":
            return _(
                "Take it: 7 if {camel} wins the race, 3 if second; otherwise you pay 1."
            ).format(camel=name)
        case _:
            return _("Take it: 7 if {camel} comes last, 3 if fourth; otherwise you pay 1.").format(
                camel=name
            )
