"""The badge of each seat, which shows at a glance who sits where. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SEAT_COLOURS = (
    "#7d3c98",
    "#c0392b",
    "#0f766e",
    "#a86a0c",
    "#2c4f8a",
    "#a31558",
    "#4a5a63",
    "#5f6d12",
)


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A player's badge: one or two letters on a coloured disc, and the name in full."""

    initial: str
    colour: str  # "#rrggbb"; the letter's colour is chosen to be readable on it
    name: str


def colour_of(key: bytes) -> str:
    """The colour of somebody who sits at no table, the same wherever they are shown."""
    return SEAT_COLOURS[key[-1] % len(SEAT_COLOURS)]


def seat_marks(names: Sequence[str], colours: Sequence[str] = SEAT_COLOURS) -> tuple[SeatMark, ...]:
    """A badge for each seat: initials that differ where names allow it, and a colour."""
    words = [name.strip() or "?" for name in names]
    marks = []
    for seat, word in enumerate(words):
        initial = word[0].upper()
        same = [other for other in words if other[0].upper() == initial]
        if len(same) > 1:
            tail = word.split()[-1][0] if " " in word else word[1:2]
            digits = "".join(letter for letter in word if letter.isdigit())
            initial += digits[:1] or tail.lower()
        marks.append(SeatMark(initial, colours[seat % len(colours)], word))
    return tuple(marks)
