"""The badge of each seat, which shows at a glance who sits where. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from camelnet.bots import split
from camelnet.session.api.facts import Kind

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
class Face:
    """A bot's portrait, by its name and its style: "bold", "quick", "sly", or "" for none."""

    name: str
    style: str


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A player's badge: one or two letters on a coloured disc, and the name in full; a bot has a
    face where there is room for one."""

    initial: str
    colour: str  # "#rrggbb"; the letter's colour is chosen to be readable on it
    name: str
    face: Face | None = None


def colour_of(key: bytes) -> str:
    """The colour of somebody who sits at no table, the same wherever they are shown."""
    return SEAT_COLOURS[key[-1] % len(SEAT_COLOURS)]


def styles_of(seats: Iterable[tuple[Kind, str]]) -> tuple[str | None, ...]:
    """The style of each bot, by its kind and level; None for people."""
    return tuple(split(level)[1] if kind is Kind.BOT else None for kind, level in seats)


def seat_marks(
    names: Sequence[str],
    colours: Sequence[str] = SEAT_COLOURS,
    styles: Sequence[str | None] = (),
) -> tuple[SeatMark, ...]:
    """A badge for each seat: initials that differ where names allow it, and a colour. `styles`: of
    the bots, None for people; () where nobody has a face."""
    words = [name.strip() or "?" for name in names]
    marks = []
    for seat, word in enumerate(words):
        initial = word[0].upper()
        same = [other for other in words if other[0].upper() == initial]
        if len(same) > 1:
            tail = word.split()[-1][0] if " " in word else word[1:2]
            digits = "".join(letter for letter in word if letter.isdigit())
            initial += digits[:1] or tail.lower()
        style = styles[seat] if styles else None
        face = None if style is None else Face(word, style)
        marks.append(SeatMark(initial, colours[seat % len(colours)], word, face))
    return tuple(marks)
