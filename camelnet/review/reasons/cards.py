"""Reasons for moves in Camel Up Cards, from sampled legs and races."""

from __future__ import annotations

from typing import Any

from camelnet.i18n import _, ngettext
from camelnet.odds.cards import Places, leg_places, race_places
from camelnet.review.reasons.bets import others_who_bet
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS, camel_names
from camelnet.rules.phrases import decimal, percent, sentence

_SHIFT = 0.1  # of a chance to lead: so few legs cannot measure less
_STEPS = 20  # chances are rounded to steps of 5 %


def reason(position: Position, seat: int, notation: str, faces: str) -> str:
    """See `camelnet.review.reasons.reason`."""
    verb, *rest = notation.split(" ")
    match verb:
        case "reveal":
            return _of_reveal(position)
        case "hand":
            return _of_hand(position, seat, faces)
        case "palm" | "fennec":
            return _of_shift(position, position.apply(notation), seat)
        case "lead":
            return _of_leader(position, seat, rest[0])
        case "mid":
            return _of_midfield(position, rest[0])
        case "final":
            return _of_final(position, rest[0], rest[1])
    return _of_pass(position)


def _of_reveal(position: Position) -> str:
    drawn = position.apply("reveal")
    if not drawn.is_chance:
        return ""
    weights = dict.fromkeys(CAMELS, 0)
    for outcome, weight in drawn.outcomes():
        weights[outcome.split(" ")[1][0]] += weight
    camel = max(CAMELS, key=lambda each: weights[each])
    text = _("It keeps cards and tokens for later; the next card moves {camel} in {share}.")
    share = weights[camel] / sum(weights.values())
    return text.format(camel=camel_names()[camel], share=percent(share))


def _of_hand(position: Position, seat: int, faces: str) -> str:
    if not faces:
        return ""
    played = position.apply("hand")
    opening = next((text for text in played.openings() if text.endswith(faces)), None)
    return "" if opening is None else _of_shift(position, played.apply(opening), seat)


def _of_shift(position: Position, then: Position, seat: int) -> str:
    """The camel that leads the leg more or less often after the move, in a sentence; one on which
    the seat bet, if possible."""
    if then.is_over or then.to_dict()["leg"] != position.to_dict()["leg"]:
        return _("It ends the leg as the camels stand then.")
    old, new = leg_places(position), leg_places(then)
    shifts = {camel: new.of(camel, 1) - old.of(camel, 1) for camel in CAMELS}
    mine = {card[0] for card in position.to_dict()["held"][seat]["lead"]}
    helped = [camel for camel in CAMELS if camel in mine and shifts[camel] >= _SHIFT]
    camel = max(helped or CAMELS, key=lambda each: abs(shifts[each]))
    if abs(shifts[camel]) < _SHIFT:
        return ""
    if camel in helped:
        text = _(
            "{camel}, on which this seat has bet, then leads the leg in about {after} instead of "
            "{before}."
        )
    else:
        text = _("{camel} then leads the leg in about {after} instead of {before}.")
    told = {"after": _about(new.of(camel, 1)), "before": _about(old.of(camel, 1))}
    return sentence(text.format(camel=camel_names()[camel], **told))


def _of_leader(position: Position, seat: int, camel: str) -> str:
    told, places = position.to_dict(), leg_places(position)
    others = others_who_bet(told["held"], "lead", camel, seat)
    values = {
        "camel": camel_names()[camel],
        "share": _about(places.of(camel, 1)),
        "coins": decimal(_lead_coins(told, places, camel), places=1),
        "count": others,
    }
    if others == 0:
        text = _(
            "{camel} leads this leg in about {share}, worth some {coins} coins with this card, and "
            "nobody else has bet on it yet."
        )
    else:
        text = ngettext(
            "{camel} leads this leg in about {share}, worth some {coins} coins with this card, and "
            "{count} other has already bet on it.",
            "{camel} leads this leg in about {share}, worth some {coins} coins with this card, and "
            "{count} others have already bet on it.",
            others,
        )
    return sentence(text.format(**values))


def _lead_coins(told: dict[str, Any], places: Places, camel: str) -> float:
    first, second = places.of(camel, 1), places.of(camel, 2)
    coins: float = told["leaders"][camel][0] * first + second - (1 - first - second)
    return coins


def _mid_coins(places: Places, camel: str) -> float:
    third = places.of(camel, 3)
    beside = places.of(camel, 2) + places.of(camel, 4)
    return 2 * third + beside - (1 - third - beside)


def _of_midfield(position: Position, camel: str) -> str:
    places = leg_places(position)
    text = _(
        "{camel} is third after this leg in about {share}, and second or fourth in about {beside}."
    )
    beside = places.of(camel, 2) + places.of(camel, 4)
    told = text.format(
        camel=camel_names()[camel],
        share=_about(places.of(camel, 3)),
        beside=_about(beside),
    )
    return sentence(told)


def _of_final(position: Position, deck: str, camel: str) -> str:
    places = race_places(position)
    trophies = position.to_dict()["trophies"][deck][camel]
    values = {
        "camel": camel_names()[camel],
        "share": _about(places.of(camel, 1 if deck == "win" else len(CAMELS))),
        "count": trophies,
    }
    if deck == "win":
        text = ngettext(
            "{camel} wins the race in about {share}, and {count} trophy lies on its card.",
            "{camel} wins the race in about {share}, and {count} trophies lie on its card.",
            trophies,
        )
        plain = _("{camel} wins the race in about {share}.")
    else:
        text = ngettext(
            "{camel} comes last in the race in about {share}, and {count} trophy lies on its card.",
            "{camel} comes last in the race in about {share}, and {count} trophies lie on its "
            "card.",
            trophies,
        )
        plain = _("{camel} comes last in the race in about {share}.")
    return sentence((text if trophies else plain).format(**values))


def _of_pass(position: Position) -> str:
    told, places = position.to_dict(), leg_places(position)
    coins = [_lead_coins(told, places, each) for each in CAMELS if told["leaders"][each]]
    coins += [_mid_coins(places, each) for each in told["mids"]]
    if not coins:
        return ""
    best = round(max(coins), 1)
    if best <= 0:
        return _("No bet on this leg would bring any coins on average.")
    text = _("The best bet on this leg would bring only some {coins} coins on average.")
    return text.format(coins=decimal(best, places=1))


def _about(chance: float) -> str:
    return percent(round(chance * _STEPS) / _STEPS)
