"""The narration of Camel Up Cards, in the sentences of a host at the table."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _, ngettext
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
from camelnet.rules.games.cards.events import (
    BetReturned,
    BetSkipped,
    BetTaken,
    FinalScored,
    GameOver,
    LegBegan,
    LegScored,
    Moved,
    RaceEnded,
    Sandstorm,
    TokenLaid,
    TokenMet,
    TrophyLaid,
    Turned,
)
from camelnet.rules.games.cards.tables import coins
from camelnet.rules.phrases import sentence
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
    lines = []
    match verb:
        case "first":
            lines = [_("{name} has the first turn.").format(name=names[int(rest[0])])]
        case "reveal":
            lines = [_("{name} reaches for the top race card.").format(name=name)]
        case "hand":
            lines = [_("{name} plays the hand card.").format(name=name)]
    for event in events:
        lines += _told(event, before, after, names, tabled)
    return lines


def _told(
    event: Event, before: Position, after: Position, names: Sequence[str], tabled: bool
) -> list[str]:
    match event:
        case Turned():
            return [_turned(event, names)]
        case Moved():
            return [_moved(event, after), *(_met(event, met, after, names) for met in event.tokens)]
        case TokenLaid():
            text = (
                _("{name} places the palm on space {space} and takes its card.")
                if event.token == "palm"
                else _("{name} places the fennec on space {space} and takes its card.")
            )
            return [text.format(name=names[event.seat], space=event.space)]
        case BetTaken():
            return [_bet_taken(event, names)]
        case BetReturned():
            text = (
                _("{name} gives back {camel}'s winner card.")
                if event.deck == "win"
                else _("{name} gives back {camel}'s loser card.")
            )
            camel = camel_names()[event.camel]
            return [text.format(name=names[event.seat], camel=camel)]
        case BetSkipped():
            return [_bet_skipped(event, names)]
        case LegScored():
            told = leg_told(event.leg, event.ranking)
            return [told] if tabled else [told, gains_told(names, event.before, event.after)]
        case Sandstorm():
            return [_sandstorm(event)]
        case TrophyLaid():
            text = (
                _("A trophy is placed on {camel}'s winner card.")
                if event.deck == "win"
                else _("A trophy is placed on {camel}'s loser card.")
            )
            return [text.format(camel=camel_names()[event.camel])]
        case LegBegan():
            dealt = _("The race cards are shuffled and dealt.")
            return [dealt, leg_began_told(event.leg, names[event.starter])]
        case RaceEnded():
            return [race_told(event.ranking)]
        case FinalScored():
            told = _("The final cards are scored.")
            return [told] if tabled else [told, gains_told(names, event.before, event.after)]
        case GameOver():
            money = coins(after.scores()[event.winners[0]])
            return [victory_told([names[seat] for seat in event.winners], money)]
    return []


def face_name(face: str) -> str:
    """A race card by its name: `green 2`."""
    return _("{camel} {number}").format(camel=camel_names()[face[0]], number=face[1])


def _turned(event: Turned, names: Sequence[str]) -> str:
    if event.source == "setup":
        text = (
            _("The card {card} is passed over, as this camel has started already.")
            if event.passed_over
            else _("The card {card} is drawn for the start.")
        )
        return text.format(card=face_name(event.face))
    assert event.seat is not None
    text = (
        _("{name} turned up {card}.")
        if event.source == "deck"
        else _("{name} played {card} from the hand: it moves one space.")
    )
    return text.format(name=names[event.seat], card=face_name(event.face))


def _moved(event: Moved, after: Position) -> str:
    """The unit's way up to the first token; a unit that meets one joins other camels only after
    it."""
    riders = event.unit[1:]
    joined = "" if event.tokens else those_below(event.unit[0], event.end, after)
    if event.crossed and not event.tokens:
        text = (
            _("{camel} carries {riders} across the finish!")
            if riders
            else _("{camel} crosses the finish!")
        )
    elif joined:
        text = (
            _("{camel} carries {riders} to {space}, on top of {others}.")
            if riders
            else _("{camel} goes to {space}, on top of {others}.")
        )
    else:
        text = (
            _("{camel} carries {riders} to {space}.") if riders else _("{camel} goes to {space}.")
        )
    told = text.format(
        camel=camel_names()[event.unit[0]],
        riders=camels(riders),
        space=event.landing,
        others=camels(joined),
    )
    return sentence(told)


def _met(event: Moved, met: TokenMet, after: Position, names: Sequence[str]) -> str:
    """The effect of one token on the unit, in a sentence."""
    last = met is event.tokens[-1]
    others = ""
    if last and event.crossed:
        text = _("{owner}'s palm sends it across the finish!")
    elif met.token == "palm":
        others = those_below(event.unit[0], met.end, after) if last else ""
        text = (
            _("{owner}'s palm sends it on to {space}, on top of {others}.")
            if others
            else _("{owner}'s palm sends it on to {space}.")
        )
    else:
        others = those_above(event.unit[-1], met.end, after) if met.under else ""
        text = (
            _("{owner}'s fennec sends it back to {space}, underneath {others}.")
            if others
            else _("{owner}'s fennec sends it back to {space}.")
        )
    return text.format(owner=names[met.owner], space=met.end, others=camels(others))


def _bet_taken(event: BetTaken, names: Sequence[str]) -> str:
    match event.bet:
        case "lead":
            text = _("{name} takes the {camel} leader card, worth {worth}.")
        case "mid":
            text = _("{name} takes the {camel} midfield card.")
        case "win":
            text = _("{name} takes {camel}'s winner card.")
        case "lose":
            text = _("{name} takes {camel}'s loser card.")
    told = text.format(
        name=names[event.seat], camel=camel_names()[event.camel], worth=event.value or 0
    )
    if not event.trophies:
        return told
    lying = ngettext(
        "{count} trophy lies on it.", "{count} trophies lie on it.", event.trophies
    ).format(count=event.trophies)
    return f"{told} {lying}"


def _bet_skipped(event: BetSkipped, names: Sequence[str]) -> str:
    match event.why:
        case "passed":
            text = _("{name} makes no bet.")
        case "none":
            text = _("No bet card is left for {name}: the turn is over.")
        case "leg":
            text = _("{name} had not bet in this turn yet: that bet is lost.")
    return text.format(name=names[event.seat])


def _sandstorm(event: Sandstorm) -> str:
    text = ngettext(
        "A sandstorm turns {count} bare track card: the track has {spaces} spaces now.",
        "A sandstorm turns {count} bare track cards: the track has {spaces} spaces now.",
        len(event.turned),
    )
    return text.format(count=len(event.turned), spaces=sum(event.after))
