"""Bots: players without a person. A bot's move is signed and agreed on like any other."""

from __future__ import annotations

from collections.abc import Iterable

from camelnet import rules
from camelnet.bots.base import Bot, History
from camelnet.bots.levels import (
    ANY_STYLE,
    FOR_PEOPLE,
    LEVELS,
    STYLED,
    THINK_MS,
    USUAL_LEVEL,
    create,
    joined,
    looks_ahead,
    renamed,
    split,
)
from camelnet.bots.styles import STYLES
from camelnet.i18n import N_, Message, message


def troubles(games: Iterable[str] = rules.GAMES) -> tuple[Message, ...]:
    """Sentences about missing or unusable networks; from any thread."""
    from camelnet.bots.network import NetworkError, network

    found = []
    for game in games:
        try:
            network(game)
        except NetworkError as error:
            text = N_("{why} Bots, hints and reviews do without it.")
            found.append(message(text, why=error.message))
    return tuple(found)


def warm_up(game: str) -> None:
    """Build a game's tables for the levels that look ahead, once per process (some 100 ms, up to 16
    MB), so that their first decision need not wait. From any thread."""
    from camelnet.odds.tables import tables

    tables(game)


__all__ = [
    "ANY_STYLE",
    "FOR_PEOPLE",
    "LEVELS",
    "STYLED",
    "STYLES",
    "THINK_MS",
    "USUAL_LEVEL",
    "Bot",
    "History",
    "create",
    "joined",
    "looks_ahead",
    "renamed",
    "split",
    "troubles",
    "warm_up",
]
