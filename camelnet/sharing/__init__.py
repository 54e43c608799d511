"""A finished game for people without camelnet: one HTML page, or the whole game in a link."""

from __future__ import annotations

from typing import Final

SCHEME: Final = "camelnet:"  # of the links that hold a whole game
LINK_MAX: Final = 8192  # characters


def is_link(word: str) -> bool:
    """True for what is meant as such a link, whether or not it can be read."""
    return word[: len(SCHEME)].lower() == SCHEME
