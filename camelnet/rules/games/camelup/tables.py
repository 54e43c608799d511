"""Camel Up's scorings as tables that explain each pound."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import camel_names
from camelnet.rules.games.camels.words import account, leg_title, money_table
from camelnet.rules.games.camelup.events import CardScored, LegScored, ScoreLine
from camelnet.rules.phrases import ScoreTable, ordinal, signed
from camelnet.rules.position import Position
from camelnet.rules.registry import Event


def pounds(count: int) -> str:
    """An amount of money."""
    return ngettext("{count} pound", "{count} pounds", count).format(count=count)


def tables(events: Sequence[Event], names: Sequence[str]) -> list[ScoreTable]:
    """The scorings among the events of one step: a leg's, then both decks'."""
    found = [_leg_table(event, names) for event in events if isinstance(event, LegScored)]
    for deck, title in (
        ("win", _("Bets on the winner of the race")),
        ("lose", _("Bets on the loser of the race")),
    ):
        cards = [event for event in events if isinstance(event, CardScored) and event.deck == deck]
        if cards:
            found.append(_deck_table(title, cards, names))
    return found


def _leg_table(event: LegScored, names: Sequence[str]) -> ScoreTable:
    lines = [
        [_line_cells(line, len(event.ranking)) for line in event.lines if line.seat == seat]
        for seat in range(len(names))
    ]
    head = (_("player"), _("for"), _("it came"), _("pounds"), _("has now"))
    title = leg_title(event.leg, event.ranking)
    return account(title, head, names, lines, event.before, event.after)


def _line_cells(line: ScoreLine, ranked: int) -> tuple[str, str, str]:
    if line.what == "pyramid":
        text = ngettext("{count} pyramid tile", "{count} pyramid tiles", line.pounds)
        return (text.format(count=line.pounds), "", signed(line.pounds))
    what = _("{camel} leg tile {worth}").format(
        camel=camel_names()[line.camel or ""], worth=line.value
    )
    return (what, ordinal(line.rank or ranked, ranked), signed(line.pounds))


def _deck_table(title: str, cards: Sequence[CardScored], names: Sequence[str]) -> ScoreTable:
    camels = camel_names()
    return ScoreTable(
        title=title,
        head=(_("card"), _("player"), _("bet on"), _("pounds"), _("has now")),
        rows=tuple(
            (
                str(card.order + 1),
                names[card.seat],
                camels.get(card.face, _("never opened")),
                signed(card.pounds),
                str(card.after),
            )
            for card in cards
        ),
    )


def standings(position: Position, names: Sequence[str]) -> ScoreTable:
    """Everyone's money, most first."""
    return money_table(position, names, _("pounds"))
