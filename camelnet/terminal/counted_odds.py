"""Odds that are counted instead of estimated: tables for the games that have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from camelnet import odds
from camelnet.i18n import _
from camelnet.odds.ask import GAME
from camelnet.odds.leg import tile_leg
from camelnet.rules.games.camels import camel_names
from camelnet.rules.phrases import ScoreTable, chance_percent, decimal, sentence
from camelnet.session.game import aids
from camelnet.session.game.aids import Question


@dataclass(frozen=True, slots=True)
class CountedOdds:
    """The odds of one position in words."""

    table: ScoreTable
    actions: tuple[tuple[str, str], ...]  # worth and words, the best first; () while luck decides
    note: str


def _camelup(question: Question) -> CountedOdds:
    position = question.position
    leg, race, paid = odds.leg(position), odds.race(position), tile_leg(position)
    piles = position.to_dict()["leg_tiles"]
    rows = []
    for camel, name in camel_names().items():
        places = [chance_percent(leg.chance(camel, place)) for place in (1, 2, 5)]
        tile = ""
        if piles[camel]:
            number = piles[camel][0]
            tile = f"{number}: {decimal(paid.tile_pounds(camel, number), sign=True)}"
        ends = [chance_percent(race.first[camel]), chance_percent(race.last[camel])]
        rows.append((sentence(name), *places, tile, *ends))
    head = (
        _("camel"),
        *(_("first"), _("second"), _("last")),
        _("next tile"),
        *(_("~ wins the race"), _("~ loses it")),
    )
    return CountedOdds(
        ScoreTable(_("How this leg and the race may end"), head, tuple(rows)),
        _worths(question),
        _("~ is estimated: without the desert tiles of later legs, and bets that nobody sees."),
    )


def _worths(question: Question) -> tuple[tuple[str, str], ...]:
    if question.seat is None:
        return ()
    lines = []
    for value in odds.values(question.position, question.seat, question.faces):
        about = "~" if value.estimated else ""
        worth = f"{about}{decimal(value.pounds, sign=True)}"
        lines.append((worth, aids.move_words(value.notation, question)))
    return tuple(lines)


COUNTED: Mapping[str, Callable[[Question], CountedOdds]] = {GAME: _camelup}
