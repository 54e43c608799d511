"""Pig as text: what the turn has brought, and everybody's score."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from camelnet.i18n import _
from camelnet.rules.position import Position
from camelnet.rules.text_board import TextBoard, gap, joined


def board(
    position: Position,
    names: Sequence[str],
    *,
    me: int | None = None,
    faces: str = "",
    width: int = 80,
    glyphs: bool = True,
    brief: bool = False,
) -> Text:
    """The whole position as lines of at most `width` columns."""
    drawn = TextBoard(position, names, me=me, faces=faces, width=width, glyphs=glyphs)
    lines = [
        drawn.heading(_("Pig"), "", drawn.turn({"chance": _("The die decides")})),
        *gap(brief),
        Text(_("This turn: {points}").format(points=drawn.state["total"])),
    ]
    for seat, score in enumerate(drawn.state["score"]):
        on_turn = drawn.state["turn"] == seat
        lines.append(drawn.append_name(drawn.arrow(on_turn), seat, on_turn).append(f"{score:4}"))
    return joined(lines, width=drawn.width)
