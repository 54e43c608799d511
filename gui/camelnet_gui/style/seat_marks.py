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
    for seat, (word, initial) in enumerate(zip(words, _initials(words), strict=True)):
        style = styles[seat] if styles else None
        face = None if style is None else Face(word, style)
        marks.append(SeatMark(initial, colours[seat % len(colours)], word, face))
    return tuple(marks)


def _initials(words: Sequence[str]) -> list[str]:
    """The first letter of each word. Where several begin alike, a second one: a digit, the first of
    the last part, or the next; where that is the same, too, one in which they differ."""
    first = [_capital(word[0]) for word in words]
    usual = [
        letter + _second(word) if first.count(letter) > 1 else letter
        for word, letter in zip(words, first, strict=True)
    ]
    low = [word.lower() for word in words]
    found: list[str] = []
    for seat, (letters, word) in enumerate(zip(usual, low, strict=True)):
        others = {low[n] for n, same in enumerate(usual) if same == letters} - {word}
        if others:
            taken = {*found, *(later for later in usual[seat:] if later != letters)}
            seconds = (*_telling(word, others), letters[1:], *word[1:])
            marks = (first[seat] + second for second in seconds if second.isalnum())
            found.append(next((mark for mark in marks if mark not in taken), letters))
        else:
            found.append(letters)
    return found


def _capital(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == 1 else letter  # ß has no capital of one letter


def _second(word: str) -> str:
    digit = next((letter for letter in word if letter.isdigit()), "")
    last = word.split()[-1][0] if " " in word else word[1:2]
    return digit or last.lower()


def _telling(word: str, others: Iterable[str]) -> list[str]:
    """The letters of a word but the first that none of the others has at that place."""
    return [
        letter
        for at, letter in enumerate(word)
        if at and all(other[at : at + 1] != letter for other in others)
    ]
