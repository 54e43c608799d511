"""Camel Up Cards in words: what just happened, what a move would do, what may be typed.

The sentences are those of a host at the table. The text board is `cards_board`, the scorings are
`cards_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from camelnet.i18n import N_, Message, _, message, ngettext
from camelnet.rules import Event, Position
from camelnet.rules.games.camels import camel_names, camel_typed
from camelnet.rules.games.camels_words import (
    camels,
    gains_told,
    leg_began_told,
    leg_told,
    race_told,
    those_above,
    those_below,
    victory_told,
)
from camelnet.rules.games.cards import (
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
from camelnet.rules.games.cards_board import board
from camelnet.rules.games.cards_tables import standings, tables
from camelnet.rules.phrases import Choice, coins, ranges, sentence
from camelnet.rules.shape import CAMELS

__all__ = ["board", "choices", "describe", "explain", "notation", "standings", "tables"]

# A beginning stands for the first that fits.
_VERBS = ("reveal", "hand", "lead", "mid", "win", "lose", "palm", "fennec", "pass", "final")


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
    """What just happened, as sentences; at least one. `seat` is None for luck. With `tabled` what
    `tables` shows of the step is left out."""
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
                _("{name} lays the palm on space {space} and takes its card.")
                if event.token == "palm"
                else _("{name} lays the fennec on space {space} and takes its card.")
            )
            return [text.format(name=names[event.seat], space=event.space)]
        case BetTaken():
            return [_bet_taken(event, names)]
        case BetReturned():
            text = (
                _("{name} gives back the final-winner card of {camel}.")
                if event.deck == "win"
                else _("{name} gives back the final-loser card of {camel}.")
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
                _("A trophy is laid on the final-winner card of {camel}.")
                if event.deck == "win"
                else _("A trophy is laid on the final-loser card of {camel}.")
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


def _face(face: str) -> str:
    """A race card by its name: `green 2`."""
    return _("{camel} {number}").format(camel=camel_names()[face[0]], number=face[1])


def _turned(event: Turned, names: Sequence[str]) -> str:
    if event.source == "setup":
        text = (
            _("The card {card} is passed over, as this camel has started already.")
            if event.passed_over
            else _("The card {card} is drawn for the start.")
        )
        return text.format(card=_face(event.face))
    assert event.seat is not None
    text = (
        _("{name} turned up {card}.")
        if event.source == "deck"
        else _("{name} played {card} from the hand: it moves one space.")
    )
    return text.format(name=names[event.seat], card=_face(event.face))


def _moved(event: Moved, after: Position) -> str:
    """The unit's way up to the first token; who meets one joins other camels only after it."""
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
    """What one token did to the unit."""
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
            text = _("{name} takes the final-winner card of {camel}.")
        case "lose":
            text = _("{name} takes the final-loser card of {camel}.")
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


# --- what may be done ---------------------------------------------------------------------------


def explain(notation: str, position: Position, faces: str = "") -> str:
    """What a legal move would do. `faces` is one's own hand card ("g2"), "" when it has none."""
    verb, *rest = notation.split(" ")
    names = camel_names()
    match verb:
        case "reveal":
            return _(
                "Turn up the top race card: its camel, with all above it, goes on by the number "
                "on it."
            )
        case "hand":
            card = _face(faces) if faces else _("unknown to you")
            text = _(
                "Play your hand card ({card}): its camel, with all above it, goes exactly one "
                "space on."
            )
            return text.format(card=card)
        case "palm":
            text = _(
                "Lay the palm on space {space}: who ends there goes one space on, and the palm "
                "goes home. If it still lies there when the leg is scored, you pay 1."
            )
            return text.format(space=rest[0])
        case "fennec":
            text = _(
                "Lay the fennec on space {space}: who ends there goes one space back, under any "
                "camels there, and the fennec goes home. If it still lies there when the leg is "
                "scored, you pay 1."
            )
            return text.format(space=rest[0])
        case "pass":
            return _("Make no bet in this turn.")
        case "lead":
            text = _(
                "Take the {camel} leader card: {worth} coins if {camel} leads when the leg is "
                "scored, 1 if it is second, else you pay 1."
            )
            worth = position.to_dict()["leaders"][rest[0]][0]
            return text.format(camel=names[rest[0]], worth=worth)
        case "mid":
            text = _(
                "Take the {camel} midfield card: 2 coins if {camel} is third when the leg is "
                "scored, 1 if it is second or fourth, else you pay 1."
            )
            return text.format(camel=names[rest[0]])
        case _final:
            return _final_explained(rest[0], rest[1], position)


def _final_explained(deck: str, camel: str, position: Position) -> str:
    text = (
        _(
            "Take the final-winner card of {camel}: 7 coins if it wins the race, 3 if it is "
            "second, else you pay 1."
        )
        if deck == "win"
        else _(
            "Take the final-loser card of {camel}: 7 coins if it comes last in the race, 3 if it "
            "is fourth, else you pay 1."
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
            _("play your hand card, {card}: one space").format(card=_face(faces))
            if faces
            else _("play your hand card: one space")
        )
        menu.append(Choice("hand", text))
    for verb, text in (
        ("palm", _("palm, one space on for who ends there; on {spaces}")),
        ("fennec", _("fennec, one space back for who ends there; on {spaces}")),
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
    """The notation that a player's words mean, legal or not; or why they mean none.

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
