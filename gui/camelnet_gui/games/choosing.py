"""The choosing half of a view model, for games whose moves are put together pick by pick.

What is being chosen is a frozen value. A game's `choice` module says how a pick changes it; here is
the one place that remembers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from camelnet.i18n import Message
from camelnet.rules.phrases import sentence
from camelnet.rules.words import words
from camelnet.session.api.facts import Stepped
from camelnet.session.text import words as session_words
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.kept import Kept
from camelnet_gui.games.view_model import (
    AnyViewModel,
    HeldT,
    MotionT,
    SceneT,
    SheetT,
    Table,
    ViewModel,
    refusal,
    why_forbidden,
)


class Armable(Protocol):
    """A move that is being chosen."""

    @property
    def armed(self) -> str | None:
        """A notation that waits for its confirmation."""


ChoiceT = TypeVar("ChoiceT", bound=Armable)


class ChoiceRules(Protocol[ChoiceT]):
    """A game's `choice` module: how picks change what is being chosen."""

    NOTHING: ChoiceT

    def pick(self, table: Table, choice: ChoiceT, picked: str) -> tuple[ChoiceT, str | None]:
        """The choice after a pick, and the move that it confirmed."""

    def back(self, choice: ChoiceT) -> ChoiceT:
        """The choice one step earlier."""

    def reason(self, table: Table, choice: ChoiceT, picked: str) -> Message | None:
        """The reason why something cannot be picked; None if it can, or if no rule is about it."""

    def still_possible(self, table: Table, choice: ChoiceT) -> ChoiceT:
        """The part of the choice that makes sense in another position."""


class Choosing(
    ViewModel[SceneT, MotionT, SheetT, HeldT], Generic[ChoiceT, SceneT, MotionT, SheetT, HeldT]
):
    """A view model that remembers a choice."""

    def __init__(self, rules: ChoiceRules[ChoiceT]) -> None:
        self._rules = rules
        self.choice: ChoiceT = rules.NOTHING
        self._explained: Kept[str] = Kept()

    @property
    def armed(self) -> str | None:
        return self.choice.armed

    def pick(self, table: Table, pick: str) -> str | None:
        self.choice, move = self._rules.pick(table, self.choice, pick)
        return move

    def confirm(self, table: Table) -> str | None:
        move = self.armed
        if move is None or move not in table.legal:
            return None
        self.forget()
        return move

    def why_not(self, table: Table, pick: str) -> Message | None:
        return self._rules.reason(table, self.choice, pick)

    def back(self) -> bool:
        if self.choice == self._rules.NOTHING:
            return False
        self.choice = self._rules.back(self.choice)
        return True

    def forget(self) -> None:
        self.choice = self._rules.NOTHING

    def keep(self, table: Table) -> None:
        self.choice = self._rules.still_possible(table, self.choice)

    def explain(self, table: Table, notation: str) -> str:
        position, faces = table.position, table.faces
        return self._explained.read(
            (position, faces, notation),
            lambda: words(position.game).explain(notation, position, faces),
        )


@dataclass(frozen=True, slots=True)
class OneMove:
    """The choice in a game whose picks are its notations."""

    armed: str | None = None


class OneClick:
    """`ChoiceRules` for such a game: a click arms a move, and the next one confirms it."""

    NOTHING = OneMove()

    def pick(self, table: Table, choice: OneMove, picked: str) -> tuple[OneMove, str | None]:
        if picked not in table.legal:
            return choice, None
        return (self.NOTHING, picked) if choice.armed == picked else (OneMove(picked), None)

    def back(self, choice: OneMove) -> OneMove:
        return self.NOTHING

    def reason(self, table: Table, choice: OneMove, picked: str) -> Message | None:
        if picked in table.legal:
            return None
        return table.blocked or why_forbidden(table, picked)

    def still_possible(self, table: Table, choice: OneMove) -> OneMove:
        return choice if choice.armed in table.legal else self.NOTHING


def hint_of(view_model: AnyViewModel, table: Table, notation: str, key: str) -> str:
    """The tooltip of a move: what it would do, and its key; or why it cannot be made."""
    why = view_model.why_not(table, notation)
    if why is not None:
        return refusal(table, why)
    return f"{sentence(view_model.explain(table, notation))}. ({key})"


def entries_of(
    step: Stepped, names: Sequence[str], *, actor: int | None, spaces: frozenset[int]
) -> tuple[FeedEntry, ...]:
    """The lines of the log that tell a step: the first one with the badge of who acted."""
    return tuple(
        FeedEntry(text, actor if number == 0 else None, spaces=spaces)
        for number, text in enumerate(session_words.told(step, names))
    )
