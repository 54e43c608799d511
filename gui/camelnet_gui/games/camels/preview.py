"""The effect of picking a place, known beforehand: what a bet pays, where a tile sends camels.

Pure; knows no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sent:
    """The space to which something on a space sends the camels that land there."""

    start: int
    end: int
    there: str  # the camels on `end` now, bottom to top
    under: bool  # they slip beneath these


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of picking a place."""

    place: str
    lines: tuple[tuple[str, str], ...]  # in words: when, and how much
    piece: str = ""  # what would lie there, as the game names it; "" for nothing
    sent: Sent | None = None


def preview_of(previews: Sequence[Preview], place: str) -> Preview | None:
    return next((each for each in previews if each.place == place), None)
