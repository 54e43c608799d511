"""The choosing half of a view model, for games whose moves are put together pick by pick.

What is being chosen is a frozen value. A game's `choice` module says how a pick changes it; here is
the one place that remembers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from camelnet.i18n import Message
from camelnet.rules.words import words
from camelnet.session.api.facts import Stepped
from camelnet.session.text import words as session_words
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.kept import Kept
from camelnet_gui.games.view_model import Table


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

    def confirm(self, table: Table, choice: ChoiceT) -> tuple[ChoiceT, str | None]:
        """The choice after the armed move was confirmed, and that move."""

    def back(self, choice: ChoiceT) -> ChoiceT:
        """The choice one step earlier."""

    def reason(self, table: Table, choice: ChoiceT, picked: str) -> Message | None:
        """The reason why something cannot be picked; None if it can, or if no rule is about it."""

    def still_possible(self, table: Table, choice: ChoiceT) -> ChoiceT:
        """The part of the choice that makes sense in another position."""


class Choosing(Generic[ChoiceT]):
    """Half of `camelnet_gui.games.view_model.ViewModel`."""

    def __init__(self, rules: ChoiceRules[ChoiceT]) -> None:
        self._rules = rules
        self.choice: ChoiceT = rules.NOTHING
        self._explained: Kept[str] = Kept()

    @property
    def armed(self) -> str | None:
        return self.choice.armed

    @property
    def adjustable(self) -> bool:
        return False

    def pick(self, table: Table, pick: str) -> str | None:
        self.choice, move = self._rules.pick(table, self.choice, pick)
        return move

    def confirm(self, table: Table) -> str | None:
        self.choice, move = self._rules.confirm(table, self.choice)
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

    def shows_secrets(self, table: Table) -> bool:
        return bool(table.faces)

    def conceal(self) -> None:
        self.forget()

    def gathers(self, step: Stepped) -> str:
        return ""

    def forced_words(self, table: Table, notation: str) -> str:
        return ""

    def explain(self, table: Table, notation: str) -> str:
        position, faces = table.position, table.faces
        return self._explained.read(
            (position, faces, notation),
            lambda: words(position.game).explain(notation, position, faces),
        )


def entries_of(
    step: Stepped, names: Sequence[str], *, actor: int | None, spaces: frozenset[int]
) -> tuple[FeedEntry, ...]:
    """The lines of the log that tell a step: the first one with the badge of who acted."""
    return tuple(
        FeedEntry(text, actor if number == 0 else None, spaces=spaces)
        for number, text in enumerate(session_words.told(step, names))
    )
