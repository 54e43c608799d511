"""`camelnet odds`: the possible ends of leg and race, from a position written in one line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click
from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from camelnet import odds
from camelnet.i18n import _, ngettext
from camelnet.odds import BadSketch, LegOdds, RaceOdds
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS, camel_names
from camelnet.rules.games.camels.text_board import badge
from camelnet.rules.phrases import decimal, ordinal, percent, sentence, thousands
from camelnet.terminal.screen import Screen

_NUMBERS = (5, 3, 2)  # printed on the leg tiles
_PLACES = range(1, 6)
_BAR = 24  # columns for one landing in every leg


def show(text: str, *, race: bool, as_json: bool) -> int:
    """Print the odds; return the exit status. Raises `click.UsageError` for a bad position."""
    try:
        position = odds.sketch(text)
    except BadSketch as error:
        raise click.UsageError(str(error.message)) from None
    leg = odds.leg(position)
    whole = odds.race(position) if race else None
    if as_json:
        click.echo(json.dumps(plain(leg, whole)))
    else:
        _tell(Screen(), position, leg, whole)
    return 0


def plain(leg: LegOdds, race: RaceOdds | None) -> dict[str, Any]:
    """The odds for programs: ways as integers, pounds and chances as fractions of 1."""
    told: dict[str, Any] = {
        "total": leg.total,
        "rank": {camel: list(leg.rank[camel]) for camel in CAMELS},
        "landings": {str(space): ways for space, ways in leg.landings.items()},
        "ended": leg.ended,
        "tile_pounds": {
            camel: {str(number): leg.tile_pounds(camel, number) for number in _NUMBERS}
            for camel in CAMELS
        },
    }
    if race is not None:
        told["race"] = {"first": dict(race.first), "last": dict(race.last)}
    return told


def _tell(screen: Screen, position: Position, leg: LegOdds, race: RaceOdds | None) -> None:
    ways = ngettext(
        "{count} way in which the leg can go on",
        "{count} ways in which the leg can go on",
        leg.total,
    )
    screen.heading(ways.format(count=thousands(leg.total)))
    screen.table(_ranks(leg, glyphs=screen.glyphs))
    screen.table(_worth(leg, race, glyphs=screen.glyphs))
    screen.table(_landings(position, leg, glyphs=screen.glyphs))
    text = _("The race ends in this leg: {chance}.")
    screen.say(text.format(chance=percent(leg.ended / leg.total, places=2)))
    if race is not None:
        screen.say(_("The race: by dice alone after this leg, as if nobody laid another tile."))


def _ranks(leg: LegOdds, *, glyphs: bool) -> Table:
    """A table of each camel's chances for each place in the leg."""
    table = _table(_("camel"))
    for place in _PLACES:
        table.add_column(ordinal(place, len(CAMELS)), justify="right", no_wrap=True)
    for camel, name in _named(glyphs=glyphs):
        table.add_row(name, *(percent(leg.chance(camel, place), places=2) for place in _PLACES))
    return table


def _worth(leg: LegOdds, race: RaceOdds | None, *, glyphs: bool) -> Table:
    """A table of the average pay of each camel's leg tiles, and of its chances in the race."""
    table = _table(_("camel"))
    for number in _NUMBERS:
        heading = _("a {number} pays").format(number=number)
        table.add_column(heading, justify="right", no_wrap=True)
    if race is not None:
        table.add_column(_("race: first"), justify="right", no_wrap=True)
        table.add_column(_("race: last"), justify="right", no_wrap=True)
    for camel, name in _named(glyphs=glyphs):
        cells = [decimal(leg.tile_pounds(camel, number), sign=True) for number in _NUMBERS]
        if race is not None:
            cells += [percent(race.first[camel], places=2), percent(race.last[camel], places=2)]
        table.add_row(name, *cells)
    return table


def _table(heading: str) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column(heading, no_wrap=True)
    return table


def _named(*, glyphs: bool) -> list[tuple[str, Text]]:
    gap = "" if glyphs else " "
    return [
        (camel, badge(camel, gap + sentence(name), glyphs=glyphs))
        for camel, name in camel_names().items()
    ]


def _landings(position: Position, leg: LegOdds, *, glyphs: bool) -> Table:
    lying: Mapping[int, str] = {
        int(tile[:-1]): tile[-1] for tile in position.to_dict()["tiles"] if tile
    }
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column(_("space"), justify="right")
    table.add_column(_("tile"))
    table.add_column(_("landings in a leg"), justify="right")
    table.add_column()
    names = {"+": _("oasis"), "-": _("mirage")}
    for space, ways in leg.landings.items():
        if ways or space in lying:
            average = ways / leg.total
            bar = ("█" if glyphs else "#") * round(_BAR * average)
            name = names.get(lying.get(space, ""), "")
            table.add_row(str(space), name, decimal(average, places=3), bar)
    return table
