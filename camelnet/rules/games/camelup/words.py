"""Camel Up in words: what just happened, what a move would do, what each bet was worth.

The sentences are those of a host at the table. The text board is `camelup_board`, the
scorings are `camelup_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import N_, Message, _, message
from camelnet.rules.games.camels import CAMELS, camel_names, camel_typed
from camelnet.rules.games.camels.words import (
    camels,
    gains_told,
    leg_began_told,
    leg_told,
    race_told,
    those_above,
    those_below,
    victory_told,
)
from camelnet.rules.games.camelup.board import board
from camelnet.rules.games.camelup.events import (
    CardScored,
    GameOver,
    LegBegan,
    LegScored,
    Moved,
    RaceEnded,
)
from camelnet.rules.games.camelup.tables import pounds, standings, tables
from camelnet.rules.phrases import (
    Choice,
    ranges,
    sentence,
    signed,
)
from camelnet.rules.position import Position
from camelnet.rules.registry import Event

__all__ = ["board", "choices", "describe", "explain", "notation", "standings", "tables"]

_VERBS = ("roll", "leg", "tile", "win", "lose")  # a beginning stands for the first that fits


# --- what just happened -------------------------------------------------------------------------


def describe(
    notation: str,
    seat: int | None,
    before: Position,
    after: Position,
    events: Sequence[Event],
    names: Sequence[str],
    *,
    tabled: bool = False,
) -> list[str]:
    """Describes a step in sentences; at least one. `seat` is None for luck. With `tabled` what
    `tables` shows of the step is left out."""
    verb, *rest = notation.split(" ")
    name = "" if seat is None else names[seat]
    match verb:
        case "first":
            lines = [_("{name} has the first turn.").format(name=names[int(rest[0])])]
        case "start":
            lines = [_started(rest[0], after)]
        case "roll":
            lines = [_("{name} rolls the pyramid.").format(name=name)]
        case "die":
            lines = _rolled(rest[0], names[before.to_dict()["rolling"]], after, events, names)
        case "leg":
            lines = [_leg_taken(rest[0], name, before)]
        case "tile":
            lines = [_tile_laid(rest[0], seat, name, before)]
        case "win" | "lose":
            lines = [_bet_laid(verb, name, after)]
        case _opening:
            lines = _opened(int(rest[0]), rest[1], before, names)
    for event in events:
        lines += _told(event, after, names, tabled)
    return lines


def _started(die: str, after: Position) -> str:
    camel, space = die[0], int(die[1:])
    below = those_below(camel, space, after)
    text = (
        _("{camel} starts on space {space}, on top of {others}.")
        if below
        else _("{camel} starts on space {space}.")
    )
    return sentence(text.format(camel=camel_names()[camel], space=space, others=camels(below)))


def _rolled(
    die: str, name: str, after: Position, events: Sequence[Event], names: Sequence[str]
) -> list[str]:
    """The roll and the move, then what a desert tile did to it."""
    moved = next(event for event in events if isinstance(event, Moved))
    riders = moved.unit[1:]
    # Who meets a desert tile joins other camels only after it.
    below = "" if moved.tile else those_below(moved.unit[0], moved.end, after)
    if moved.landing > 16:
        text = (
            _("{name} rolled {camel} {number}: it carries {riders} across the finish!")
            if riders
            else _("{name} rolled {camel} {number}: it crosses the finish!")
        )
    elif below:
        text = (
            _("{name} rolled {camel} {number}: it carries {riders} to {space}, on top of {others}.")
            if riders
            else _("{name} rolled {camel} {number}: it goes to {space}, on top of {others}.")
        )
    else:
        text = (
            _("{name} rolled {camel} {number}: it carries {riders} to {space}.")
            if riders
            else _("{name} rolled {camel} {number}: it goes to {space}.")
        )
    lines = [
        text.format(
            name=name,
            camel=camel_names()[die[0]],
            number=die[1:],
            riders=camels(riders),
            space=moved.landing,
            others=camels(below),
        )
    ]
    if moved.tile and moved.owner is not None:
        lines.append(_tiled(moved, names[moved.owner], after))
    return lines


def _tiled(moved: Moved, owner: str, after: Position) -> str:
    """Says what a desert tile did to a unit that ended on it."""
    others = ""
    if moved.end > 16:
        text = _("{owner}'s oasis earns 1 pound and sends it across the finish!")
    elif moved.tile == "+":
        others = those_below(moved.unit[0], moved.end, after)
        text = (
            _("{owner}'s oasis earns 1 pound and sends it on to {space}, on top of {others}.")
            if others
            else _("{owner}'s oasis earns 1 pound and sends it on to {space}.")
        )
    else:
        others = those_above(moved.unit[-1], moved.end, after)
        text = (
            _("{owner}'s mirage earns 1 pound and sends it back to {space}, underneath {others}.")
            if others
            else _("{owner}'s mirage earns 1 pound and sends it back to {space}.")
        )
    return text.format(owner=owner, space=moved.end, others=camels(others))


def _leg_taken(camel: str, name: str, before: Position) -> str:
    worth = before.to_dict()["leg_tiles"][camel][0]
    return _("{name} takes the {camel} leg tile, worth {worth}.").format(
        name=name, camel=camel_names()[camel], worth=worth
    )


def _tile_laid(place: str, seat: int | None, name: str, before: Position) -> str:
    space, oasis = int(place[:-1]), place[-1] == "+"
    old = before.to_dict()["tiles"][seat] if seat is not None else None
    if old is None:
        text = (
            _("{name} lays an oasis on space {space}.")
            if oasis
            else _("{name} lays a mirage on space {space}.")
        )
    elif int(old[:-1]) == space:
        text = (
            _("{name} turns the tile on space {space} into an oasis.")
            if oasis
            else _("{name} turns the tile on space {space} into a mirage.")
        )
    else:
        text = (
            _("{name} moves the desert tile to space {space}, as an oasis.")
            if oasis
            else _("{name} moves the desert tile to space {space}, as a mirage.")
        )
    return text.format(name=name, space=space)


def _bet_laid(deck: str, name: str, after: Position) -> str:
    text = (
        _("{name} bets in secret on the winner of the race (card {count}).")
        if deck == "win"
        else _("{name} bets in secret on the loser of the race (card {count}).")
    )
    return text.format(name=name, count=len(after.to_dict()[deck]))


def _opened(seat: int, faces: str, before: Position, names: Sequence[str]) -> list[str]:
    """The race cards a seat had laid, face up."""
    if faces == "-":
        return [
            _("{name} never opened the race bets: each of them counts as wrong.").format(
                name=names[seat]
            )
        ]
    state = before.to_dict()
    lines = []
    for deck, text in (
        ("win", _("{name} had bet on {camels} to win the race.")),
        ("lose", _("{name} had bet on {camels} to lose the race.")),
    ):
        bets = "".join(faces[slot] for owner, slot in state[deck] if owner == seat)
        if bets:
            lines.append(text.format(name=names[seat], camels=camels(bets)))
    return lines


def _told(event: Event, after: Position, names: Sequence[str], tabled: bool) -> list[str]:
    """An event's own sentences; a move's are part of the roll's."""
    match event:
        case LegScored():
            told = leg_told(event.leg, event.ranking)
            return [told] if tabled else [told, gains_told(names, event.before, event.after)]
        case LegBegan():
            return [leg_began_told(event.leg, names[event.starter])]
        case RaceEnded():
            return [race_told(event.ranking)]
        case CardScored():
            return [] if tabled else [_card_told(event, names)]
        case GameOver():
            money = pounds(after.scores()[event.winners[0]])
            return [victory_told([names[seat] for seat in event.winners], money)]
    return []


def _card_told(event: CardScored, names: Sequence[str]) -> str:
    if event.face == "-":
        text = (
            _("Winner bets, card {order}: {name} never opened it: {change}.")
            if event.deck == "win"
            else _("Loser bets, card {order}: {name} never opened it: {change}.")
        )
    else:
        text = (
            _("Winner bets, card {order}: {name} on {camel}: {change}.")
            if event.deck == "win"
            else _("Loser bets, card {order}: {name} on {camel}: {change}.")
        )
    return text.format(
        order=event.order + 1,
        name=names[event.seat],
        camel=camel_names().get(event.face, ""),
        change=signed(event.pounds),
    )


# --- what may be done ---------------------------------------------------------------------------


def explain(notation: str, position: Position, faces: str = "") -> str:
    """Explains what a legal move would do. `faces` are one's own race cards, slot 0 first."""
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
                "scored, 1 if it is second, else you pay 1."
            ).format(camel=names[rest[0]], worth=worth)
        case "tile":
            text = (
                _(
                    "Put your desert tile on space {space} as an oasis: who ends there goes one "
                    "space on, and you get 1 pound each time."
                )
                if rest[0][-1] == "+"
                else _(
                    "Put your desert tile on space {space} as a mirage: who ends there goes one "
                    "space back, under any camels there, and you get 1 pound each time."
                )
            )
            return text.format(space=rest[0][:-1])
        case _bet:
            slot = int(rest[0])
            card = names[faces[slot]] if faces else _("card {number}").format(number=slot + 1)
            text = (
                _(
                    "Bet in secret on {card} to win the race: 8, 5, 3, 2 or 1 pounds if right, the "
                    "first bets most; if wrong you pay 1."
                )
                if verb == "win"
                else _(
                    "Bet in secret on {card} to be last in the race: 8, 5, 3, 2 or 1 pounds if "
                    "right, the first bets most; if wrong you pay 1."
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
    """The notation that a player's words mean, legal or not; or why they mean none.

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
        return message(N_("Your {camel} race card is laid already."), camel=camel_names()[camel])
    return f"{full} {slot}"
