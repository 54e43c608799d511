"""A table of what changed each player's chance over the game: luck, own decisions, those of
others."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QLabel

from camelnet.i18n import _
from camelnet.review import Review
from camelnet.rules.phrases import percent
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import RIGHT, amount, card_grid, label, look, set_tip, who

# A column: its title, and what it means.
Head = tuple[str, str]


def heads() -> tuple[Head, ...]:
    return (
        (_("at first"), _("The chance of winning at the start.")),
        (_("luck"), _("The change due to dice, cards and battles.")),
        (_("own moves"), _("The change due to the player's own decisions.")),
        (_("others' moves"), _("The change due to the other players' decisions.")),
        (_("at the end"), _("The chance at the start plus the three changes.")),
        (_("mistakes"), _("The total cost of the decisions compared with the best ones.")),
    )


def parts_table(found: Review, marks: Sequence[SeatMark], mine: int | None) -> QFrame:
    """A line for each seat, in points of a hundred."""
    holder, grid = card_grid(margin=(14, 6, 16, 7), across=12, down=1, wide=0)
    grid.addWidget(label(_("player"), "small"), 0, 0)
    for at, (title, meaning) in enumerate(heads(), start=1):
        head = label(title, "small")
        head.setAlignment(RIGHT)
        set_tip(head, meaning)
        grid.addWidget(head, 0, at)
    for seat, mark in enumerate(marks):
        grid.addWidget(who(mark, 22), seat + 1, 0)
        for at, cell in enumerate(_cells(found, seat), start=1):
            cell.setAccessibleName(f"{mark.name}, {heads()[at - 1][0]}: {cell.text()}")
            if seat == mine and cell.property("look") == "muted":
                look(cell, "name")
            grid.addWidget(cell, seat + 1, at)
    return holder


def _cells(found: Review, seat: int) -> tuple[QLabel, ...]:
    return (
        _at_right(percent(found.graph[0][seat])),
        amount(round(100 * found.luck[seat])),
        amount(round(100 * found.own[seat])),
        amount(round(100 * found.others[seat])),
        _at_right(percent(found.graph[-1][seat])),
        amount(-round(100 * found.given_away(seat))),
    )


def _at_right(text: str) -> QLabel:
    made = label(text, "muted")
    made.setAlignment(RIGHT)
    return made
