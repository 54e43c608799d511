"""Steps of Camel Up in sentences, in the words of a host at the table."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _
from camelnet.rules.games.camels import camel_names
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
from camelnet.rules.games.camelup.events import (
    CardScored,
    GameOver,
    LegBegan,
    LegScored,
    Moved,
    RaceEnded,
)
from camelnet.rules.games.camelup.tables import pounds
from camelnet.rules.phrases import (
    sentence,
    signed,
)
from camelnet.rules.position import Position
from camelnet.rules.registry import Event


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
    """Describe a step in sentences; at least one. `seat` is None for luck. With `tabled`, leave out
    whatever `tables` shows of the step."""
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
    """The roll and the move, then the effect of a desert tile."""
    moved = next(event for event in events if isinstance(event, Moved))
    riders = moved.unit[1:]
    # A unit that meets a desert tile joins other camels only after it.
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
    """The effect of a desert tile on a unit that ended on it, in a sentence."""
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
            _("{name} places an oasis on space {space}.")
            if oasis
            else _("{name} places a mirage on space {space}.")
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
        _("{name} bets secretly on the winner of the race (card {count}).")
        if deck == "win"
        else _("{name} bets secretly on the loser of the race (card {count}).")
    )
    return text.format(name=name, count=len(after.to_dict()[deck]))


def _opened(seat: int, faces: str, before: Position, names: Sequence[str]) -> list[str]:
    """The race cards that a seat had laid, face up."""
    if faces == "-":
        return [
            _("{name} never revealed the race bets: each of them counts as wrong.").format(
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
            _("Winner bets, card {order}: {name} never revealed it: {change}.")
            if event.deck == "win"
            else _("Loser bets, card {order}: {name} never revealed it: {change}.")
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
