"""Targui's tributes as tables that explain each silver piece, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _
from camelnet.rules.games.targui.events import TributeLine, TributePaid
from camelnet.rules.games.targui.names import land_name
from camelnet.rules.phrases import ScoreTable, signed
from camelnet.rules.position import Position
from camelnet.rules.registry import Event


def tables(events: Sequence[Event], names: Sequence[str]) -> list[ScoreTable]:
    """The tribute among the events of one step."""
    return [_tribute(event, names) for event in events if isinstance(event, TributePaid)]


def _tribute(event: TributePaid, names: Sequence[str]) -> ScoreTable:
    rows: list[tuple[str, ...]] = []
    for line in event.lines:
        rows += _line(line, names[line.seat])
    return ScoreTable(
        title=_("Tribute of round {round}").format(round=event.round),
        head=(_("player"), _("for"), _("cells"), _("silver"), _("has now")),
        rows=tuple(rows),
    )


def _line(line: TributeLine, name: str) -> list[tuple[str, ...]]:
    change, money = signed(line.silver), str(line.money)
    if not line.camp:
        return [(name, _("nothing: camp lost"), "", change, money)]
    rows = [
        (name if order == 0 else "", land_name(paid.land), str(paid.count), signed(paid.silver), "")
        for order, paid in enumerate(line.paid)
    ]
    if len(rows) == 1:
        return [(*rows[0][:-1], money)]
    return [*rows, ("", _("together"), "", change, money)]


def standings(position: Position, names: Sequence[str]) -> ScoreTable:
    """The final ranking: the winners first, then by the criteria of the game's end, in their
    order."""
    state = position.to_dict()
    won = position.winners()
    rows = []
    for seat, name in enumerate(names):
        camp = state["camp"][seat] is not None and state["owner"][state["camp"][seat] - 1] == seat
        herd = sum(
            count
            for owner, count in zip(state["owner"], state["camels"], strict=True)
            if owner == seat
        )
        counts = (state["tribute"][seat], herd, state["money"][seat])
        rank = (seat not in won, state["out"][seat], not camp, *(-count for count in counts))
        where = _("beaten") if state["out"][seat] else _("own camp") if camp else _("camp lost")
        rows.append((rank, seat, (name, *map(str, counts), where)))
    rows.sort(key=lambda row: row[:2])
    places = [1 + sum(other[0] < row[0] for other in rows) for row in rows]
    return ScoreTable(
        title=_("Result"),
        head=(_("place"), _("player"), _("tribute"), _("camels"), _("silver"), _("camp")),
        rows=tuple(
            (str(1 if row[1] in won else place), *row[2])
            for place, row in zip(places, rows, strict=True)
        ),
    )
