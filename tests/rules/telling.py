"""What tests of words share: steps told in sentences, and a board as plain text."""

from __future__ import annotations

from rich.text import Text

from camelnet.rules import Position
from camelnet.rules.words import words
from tests.rules.play import Ply, after

NAMES = ["Anna", "Bo", "Chloé", "Dimitri", "Eve", "Finn", "Gus", "Hana"]


def said(ply: Ply, *, tabled: bool = False) -> list[str]:
    """The sentences of a step."""
    before = ply.before
    seat = before.opener if before.decider is None else before.decider
    names = NAMES[: before.seats]
    speech = words(before.game)
    return speech.describe(ply.notation, seat, before, ply.after, ply.events, names, tabled=tabled)


def told(position: Position, *notations: str, tabled: bool = False) -> list[str]:
    """What the last of the notations is told as."""
    before = after(position, *notations[:-1])
    return said(Ply(before, notations[-1], *before.step(notations[-1])), tabled=tabled)


def plain(board: Text) -> str:
    return "\n".join(line.rstrip() for line in board.plain.split("\n"))
