"""A line of the log or of the chat, as games tell it and the feed shows it; and what was drawn."""

from __future__ import annotations

from dataclasses import dataclass

FEED_MAX = 2000  # entries kept in the log on the screen


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """`seat` is who acted or spoke, None for the bank."""

    text: str
    seat: int | None
    chat: bool = False
    serious: bool = False
    spaces: frozenset[int] = frozenset()  # of the board, which glow while it is pointed at


@dataclass(frozen=True, slots=True)
class DrawnLuck:
    """One outcome of luck in a game's words, and the index of the entry that it follows."""

    index: int
    text: str
