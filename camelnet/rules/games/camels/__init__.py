"""The five camels of the racing games: in the core, in a dictionary, and for people."""

from __future__ import annotations

from collections.abc import Iterable

from camelnet.i18n import _
from camelnet.rules import validation
from camelnet.rules.validation import wrong

CAMELS = "bgowy"

# For text boards: each camel has a mark and a letter besides its colour.
MARKS = {"b": "◆", "g": "♣", "o": "▲", "w": "☾", "y": "☼"}
STYLES = {
    "b": "bold #ffffff on #1b66b0",
    "g": "bold #ffffff on #12936e",
    "o": "bold #ffffff on #cf4d12",
    "w": "bold #3a3024 on #f5f0e6",
    "y": "bold #3a3024 on #f4c430",
}


def camel_names() -> dict[str, str]:
    """The camels' names by letter, as they stand inside a sentence."""
    return {
        "b": _("blue"),
        "g": _("green"),
        "o": _("orange"),
        "w": _("white"),
        "y": _("yellow"),
    }


def camel_typed(typed: str) -> str | None:
    """The camel meant by a letter, or by the beginning of its name here or in English."""
    if typed in CAMELS:
        return typed or None
    english = {"b": "blue", "g": "green", "o": "orange", "w": "white", "y": "yellow"}
    for names in (camel_names(), english):
        fits = [letter for letter, name in names.items() if name.startswith(typed)]
        if len(fits) == 1:
            return fits[0]
    return None


def letters(numbers: Iterable[int]) -> str:
    """Camels by number as letters; padding in an event is no camel."""
    return "".join(CAMELS[number] for number in numbers if number < len(CAMELS))


def read_camels(value: object, field: str) -> list[int]:
    """A stack or set of camels as numbers, in the order written, without duplicates."""
    letters = validation.text(value, field)
    for letter in letters:
        if letter not in CAMELS:
            raise wrong(field, f"{letter!r} is no camel")
    if len(set(letters)) != len(letters):
        raise wrong(field, "a camel stands twice")
    return [CAMELS.index(letter) for letter in letters]


def stacks(order: bytes, space: bytes) -> dict[int, str]:
    """A row of the core, by space."""
    found: dict[int, str] = {}
    for camel, at in zip(order, space, strict=True):
        found[at] = found.get(at, "") + CAMELS[camel]
    return found


def row(
    track: object, crossed: object, *, first: int, last: int, beyond: int
) -> tuple[bytes, bytes]:
    """The camels from last to first and their spaces, in the core's form: `track` has stacks on
    spaces `first` to `last`, `crossed` is the unit on `beyond`. A camel not placed yet is on space
    0, like the camels of `track` there, which must be alphabetical."""
    if not isinstance(track, dict):
        raise wrong("track", "not a dictionary")
    spaces = {str(space): space for space in range(first, last + 1)}
    standing: list[tuple[int, int]] = []
    for key in track:
        if key not in spaces:
            raise wrong("track", f"{key!r:.40} is no space")
    for key in sorted(track, key=lambda key: spaces[key]):
        stack = read_camels(track[key], f"track.{key}")
        if not stack and spaces[key]:
            raise wrong(f"track.{key}", "no camel stands there")
        standing += [(spaces[key], camel) for camel in stack]
    standing += [(beyond, camel) for camel in read_camels(crossed, "crossed")]
    if len({camel for _space, camel in standing}) != len(standing):
        raise wrong("track", "a camel stands twice")
    beside = [(0, c) for c in range(len(CAMELS)) if c not in {camel for _, camel in standing}]
    whole = beside + standing
    return bytes(camel for _, camel in whole), bytes(space for space, _ in whole)
