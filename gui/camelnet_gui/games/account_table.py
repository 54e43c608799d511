"""A table for the result page that breaks each player's score down by source."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import RIGHT, amount, card_grid, label, pill, who


def account_table(
    start: Sequence[int],
    sources: Sequence[tuple[str, Sequence[int]]],
    scores: Sequence[int],
    winners: Sequence[int],
    marks: Sequence[SeatMark],
) -> QWidget:
    """A table of each player's score, best first: the starting sum, a column for each source, the
    total. `start` is empty where nobody kept the accounts."""
    holder, grid = card_grid(margin=(14, 12, 14, 14), across=11, down=8, wide=1)
    heads = ["", _("player")]
    if start:
        heads += [_("start"), *(title for title, _values in sources)]
    heads.append(_("total"))
    for at, text in enumerate(heads):
        made = label(text, "small")
        if at > 1:
            made.setAlignment(RIGHT)
        grid.addWidget(made, 0, at)
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    for number, seat in enumerate(order, start=1):
        place = 1 + sum(other > scores[seat] for other in scores)
        grid.addWidget(pill(str(place), "pill-gold" if seat in winners else "pill"), number, 0)
        grid.addWidget(who(marks[seat], 30), number, 1)
        if start:
            began = label(str(start[seat]), "muted")
            began.setAlignment(RIGHT)
            grid.addWidget(began, number, 2)
            for at, (_title, values) in enumerate(sources, start=3):
                grid.addWidget(amount(values[seat]), number, at)
        total = label(str(scores[seat]), "subtitle")
        total.setAlignment(RIGHT)
        grid.addWidget(total, number, len(heads) - 1)
    return holder
