"""The scorings of Camel Up Cards as tables that explain each coin."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import camel_names
from camelnet.rules.games.camels.words import account, leg_title, money_table
from camelnet.rules.games.cards.events import FinalLine, FinalScored, LegScored, ScoreLine
from camelnet.rules.phrases import ScoreTable, ordinal, signed
from camelnet.rules.position import Position
from camelnet.rules.registry import Event

_Cells = tuple[str, str, str]


def coins(count: int) -> str:
    """An amount of money."""
    return ngettext("{count} coin", "{count} coins", count).format(count=count)


def tables(events: Sequence[Event], names: Sequence[str]) -> list[ScoreTable]:
    """The scorings among the events of one step: a leg's, then the final cards'."""
    found = []
    for event in events:
        if isinstance(event, LegScored):
            found.append(_leg_table(event, names))
        elif isinstance(event, FinalScored):
            found.append(_final_table(event, names))
    return found


def _head() -> tuple[str, str, str, str, str]:
    return (_("player"), _("for"), _("it came"), _("coins"), _("has now"))


def _leg_table(event: LegScored, names: Sequence[str]) -> ScoreTable:
    lines = [
        [_leg_cells(line) for line in event.lines if line.seat == seat]
        for seat in range(len(names))
    ]
    title = leg_title(event.leg, event.ranking)
    return account(title, _head(), names, lines, event.before, event.after)


def _leg_cells(line: ScoreLine) -> _Cells:
    worth = signed(line.coins)
    match line.what:
        case "palm":
            return (_("palm card"), _("not met"), worth)
        case "fennec":
            return (_("fennec card"), _("not met"), worth)
    camel = camel_names()[line.camel or ""]
    what = (
        _("{camel} leader card {worth}").format(camel=camel, worth=line.value)
        if line.what == "lead"
        else _("{camel} midfield card").format(camel=camel)
    )
    return (what, ordinal(line.rank or 5, 5), worth)


def _final_table(event: FinalScored, names: Sequence[str]) -> ScoreTable:
    lines = [
        [cells for line in event.lines if line.seat == seat for cells in _final_cells(line)]
        for seat in range(len(names))
    ]
    return account(_("The final cards"), _head(), names, lines, event.before, event.after)


def _final_cells(line: FinalLine) -> list[_Cells]:
    text = _("{camel}'s winner card") if line.deck == "win" else _("{camel}'s loser card")
    what = text.format(camel=camel_names()[line.camel])
    cells = [(what, ordinal(line.rank, 5), signed(line.coins))]
    if line.trophies:
        trophies = ngettext("{count} trophy on it", "{count} trophies on it", line.trophies)
        cells.append((trophies.format(count=line.trophies), "", signed(line.trophy_coins)))
    return cells


def standings(position: Position, names: Sequence[str]) -> ScoreTable:
    """Everyone's money, most first."""
    return money_table(position, names, _("coins"))
