"""Reasons for moves in Camel Up, from the exact odds of its leg and its race."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from camelnet import odds
from camelnet.i18n import _, ngettext
from camelnet.odds import LegOdds
from camelnet.odds.leg import tile_ends_leg, tile_leg
from camelnet.review.reasons.bets import others_who_bet
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS, camel_names
from camelnet.rules.phrases import decimal, percent, sentence

_SURE_POUND = 1.0  # the payment for a roll
_MUCH = 0.2  # pounds that a desert tile adds to leg tiles, or takes away
_SHIFT = 0.05  # of the chance that a camel leads


def reason(position: Position, seat: int, notation: str, faces: str) -> str:
    """See `camelnet.review.reasons.reason`."""
    verb, _space, what = notation.partition(" ")
    match verb:
        case "roll":
            return _of_roll(position, seat, faces)
        case "leg":
            return _of_leg_tile(position, seat, what)
        case "tile":
            return _of_desert_tile(position, seat, notation)
    return _of_race_card(position, verb, faces[int(what)] if faces else "")


def _of_roll(position: Position, seat: int, faces: str) -> str:
    bets = [
        value
        for value in odds.values(position, seat, faces)
        if value.notation.partition(" ")[0] in ("leg", "win", "lose")
    ]
    earned = round(bets[0].pounds, 1) if bets else 0.0
    if earned <= 0:
        return _("A roll is a pound for sure, and no bet would earn anything on average.")
    if earned < _SURE_POUND or not _may_lose(position, bets[0].notation, faces):
        text = _("A roll is a pound for sure; the best bet would earn {pounds} on average.")
    else:
        text = _(
            "A roll is a pound for sure; the best bet would earn {pounds} on average, but might "
            "cost one."
        )
    return text.format(pounds=decimal(earned, places=1))


def _may_lose(position: Position, bet: str, faces: str) -> bool:
    """True if a bet is not sure to earn something."""
    verb, _space, what = bet.partition(" ")
    if verb == "leg":
        return any(tile_leg(position).rank[what][2:])
    if not faces:
        return True
    race = odds.race(position)
    chances = race.first if verb == "win" else race.last
    return chances[faces[int(what)]] < 1


def _of_leg_tile(position: Position, seat: int, camel: str) -> str:
    if tile_ends_leg(position):
        return _("It ends the leg as the camels stand then.")
    told = position.to_dict()
    chances = odds.leg(position)
    others = others_who_bet(told["held"], "leg", camel, seat)
    values = {
        "camel": camel_names()[camel],
        "share": percent(chances.chance(camel, 1)),
        "pounds": decimal(chances.tile_pounds(camel, told["leg_tiles"][camel][0]), places=1),
        "count": others,
    }
    if others == 0:
        text = _(
            "{camel} leads this leg in {share}, so the tile earns {pounds} pounds on average, and "
            "nobody else has bet on it yet."
        )
    else:
        text = ngettext(
            "{camel} leads this leg in {share}, so the tile earns {pounds} pounds on average, and "
            "{count} other has already bet on it.",
            "{camel} leads this leg in {share}, so the tile earns {pounds} pounds on average, and "
            "{count} others have already bet on it.",
            others,
        )
    return sentence(text.format(**values))


def _of_desert_tile(position: Position, seat: int, notation: str) -> str:
    space = int(notation.split(" ")[1][:-1])
    before, after = odds.leg(position), odds.leg(position.apply(notation))
    held = [each["leg"] for each in position.to_dict()["held"]]
    mine = _earned(held[seat], after) - _earned(held[seat], before)
    theirs = [tile for other, tiles in enumerate(held) if other != seat for tile in tiles]
    lost = _earned(theirs, before) - _earned(theirs, after)
    values: dict[str, Any] = {
        "space": space,
        "pounds": decimal(after.landings[space] / after.total, places=1),
    }
    if mine >= _MUCH and mine >= lost:
        text = _(
            "Landings on space {space} earn {pounds} pounds on average in this leg, and your own "
            "leg tiles {more} more."
        )
        return text.format(more=decimal(mine, places=1), **values)
    if lost >= _MUCH:
        text = _(
            "Landings on space {space} earn {pounds} pounds on average in this leg, and the "
            "others' leg tiles {less} less."
        )
        return text.format(less=decimal(lost, places=1), **values)
    shifts = {camel: after.chance(camel, 1) - before.chance(camel, 1) for camel in CAMELS}
    camel = max(CAMELS, key=lambda each: abs(shifts[each]))
    if abs(shifts[camel]) >= _SHIFT:
        text = _(
            "Landings on space {space} earn {pounds} pounds on average in this leg, and {camel} "
            "then leads it in {after} instead of {before}."
        )
        leads = {"after": after.chance(camel, 1), "before": before.chance(camel, 1)}
        values |= {name: percent(chance) for name, chance in leads.items()}
        return text.format(camel=camel_names()[camel], **values)
    text = _("Landings on space {space} earn {pounds} pounds on average in this leg.")
    return text.format(**values)


def _earned(tiles: Iterable[str], chances: LegOdds) -> float:
    return sum(chances.tile_pounds(tile[0], int(tile[1:])) for tile in tiles)


def _of_race_card(position: Position, verb: str, camel: str) -> str:
    """The sentence for a race card; `camel` is "" if the reader has not seen the card."""
    lying = len(position.to_dict()[verb])
    if not camel:
        text = ngettext(
            "The sooner a card lies there, the more it pays if it is right; {count} lies there.",
            "The sooner a card lies there, the more it pays if it is right; {count} lie there.",
            lying,
        )
        return text.format(count=lying)
    race = odds.race(position)
    chances: Mapping[str, float] = race.first if verb == "win" else race.last
    values = {
        "camel": camel_names()[camel],
        "share": percent(chances[camel]),
        "count": lying,
    }
    if verb == "win":
        text = ngettext(
            "{camel} wins the race in {share}, and {count} card lies before this one.",
            "{camel} wins the race in {share}, and {count} cards lie before this one.",
            lying,
        )
        first = _("{camel} wins the race in {share}, and the first card to say so is paid best.")
    else:
        text = ngettext(
            "{camel} comes last in the race in {share}, and {count} card lies before this one.",
            "{camel} comes last in the race in {share}, and {count} cards lie before this one.",
            lying,
        )
        first = _(
            "{camel} comes last in the race in {share}, and the first card to say so is paid best."
        )
    return sentence((text if lying else first).format(**values))
