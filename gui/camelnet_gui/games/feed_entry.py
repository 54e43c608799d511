"""A line of the log or of the chat, as games tell it and the feed shows it; and what was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

FEED_MAX = 2000  # entries kept in the log on the screen


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """`seat` is who acted or spoke, None for the bank."""

    text: str
    seat: int | None
    chat: bool = False
    serious: bool = False
    spaces: frozenset[int] = frozenset()  # of the board, which glow while it is pointed at
    details: tuple[str, ...] = ()  # of a line that stands for several; the next alike joins it
    aloud: str | None = None  # what is read aloud in place of the text; "" for nothing


def gathered(before: Sequence[FeedEntry], more: Sequence[FeedEntry]) -> list[FeedEntry]:
    """All entries in order. A line with details that is the same as the one before it joins it."""
    entries = list(before)
    for entry in more:
        last = entries[-1] if entries else None
        if last is not None and last.details and entry.details and last.text == entry.text:
            entries[-1] = replace(last, details=(*last.details, *entry.details))
        else:
            entries.append(entry)
    return entries


@dataclass(frozen=True, slots=True)
class DrawnLuck:
    """One outcome of luck in a game's words, and the index of the entry that it follows."""

    index: int
    text: str
