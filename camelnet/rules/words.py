"""Games in words: the one place from which a front end gets sentences and a text board.

Each game provides a module with these functions; nothing above the rules names a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from camelnet.i18n import Message
from camelnet.rules.games.camelup import words as camelup
from camelnet.rules.games.cards import words as cards
from camelnet.rules.games.targui import words as targui
from camelnet.rules.phrases import Choice, ScoreTable
from camelnet.rules.position import Position
from camelnet.rules.registry import Event


class Words(Protocol):
    """The words of a game. `names` are the players' names by seat."""

    def describe(
        self,
        notation: str,
        seat: int | None,
        before: Position,
        after: Position,
        events: Sequence[Event],
        names: Sequence[str],
        *,
        tabled: bool = False,
    ) -> list[str]:
        """Describe a step in sentences; at least one for every step of a game.

        `seat` decided or opened; None for luck. With `tabled`, leave out whatever `tables` shows,
        and whatever only a board can show well: that may leave nothing.
        """

    def explain(self, notation: str, position: Position, faces: str = "") -> str:
        """Explain the effect of a legal move. `faces` are the seat's own face-down cards, slot 0
        first."""

    def choices(self, position: Position, faces: str) -> list[Choice]:
        """The menu of the seat on turn, a line for each kind of move."""

    def notation(self, typed: str, position: Position, faces: str) -> str | Message:
        """The notation for a player's words, legal or not; or the reason why there is none."""

    def tables(self, events: Sequence[Event], names: Sequence[str]) -> list[ScoreTable]:
        """The scorings among the events of one step."""

    def standings(self, position: Position, names: Sequence[str]) -> ScoreTable:
        """Everyone's score, best first."""

    def board(
        self,
        position: Position,
        names: Sequence[str],
        *,
        me: int | None = None,
        faces: str = "",
        width: int = 80,
        glyphs: bool = True,
        brief: bool = False,
    ) -> Text:
        """The whole position as text of at most `width` columns; plain ASCII without `glyphs`.
        `brief`: without lines that only repeat the rules, or that seldom change."""


__all__ = ["Choice", "ScoreTable", "Words", "words"]

_WORDS: dict[str, Words] = {
    "camelup": camelup,
    "cards": cards,
    "targui": targui,
}


def words(game: str) -> Words:
    """The words of a game of `camelnet.rules.GAMES`. Raises KeyError for any other."""
    return _WORDS[game]
