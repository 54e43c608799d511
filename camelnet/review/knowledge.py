"""Each seat's knowledge of its own hidden cards, found in what the game turned up later.

A card that was never opened stays unknown; the review then treats the seat as if it had not known
the card either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from camelnet import rules
from camelnet.rules import Position
from camelnet.rules.notation import opened_faces


class Played(Protocol):
    """One step of a game, as the session tells it (`camelnet.session.api.facts.Stepped`)."""

    @property
    def seat(self) -> int | None:
        """The seat that decided or opened; None for luck."""

    @property
    def notation(self) -> str: ...
    @property
    def before(self) -> Position: ...
    @property
    def after(self) -> Position: ...
    @property
    def ghosts(self) -> tuple[int, ...]:
        """Seats for which the core decided during this step."""


# By number of a step: the faces of the deciding seat; "" if unknown.
Faces = Mapping[int, str]


def known_faces(steps: Sequence[Played], mine: Mapping[int, str] | None = None) -> Faces:
    """The faces of the deciding seat at each step; `mine`: the cards of seats that the caller knows
    anyway, by seat, in a game that seals them at the start."""
    if not steps:
        return {}
    info = rules.GAMES[steps[0].before.game]
    hidden = HiddenCards(steps, mine)
    if info.slots:
        return {
            number: hidden.held(step.before, step.seat)
            for number, step in enumerate(steps)
            if step.seat is not None
        }
    return {
        number: hidden.held(step.before, step.seat)
        for number, step in enumerate(steps)
        if step.seat is not None and step.before.opener is None and _holds(step.before, step.seat)
    }


def public_history(steps: Sequence[Played]) -> tuple[str, ...] | None:
    """The notations of all steps; None unless they form one line from the first node of the
    game."""
    first = steps[0].before
    joined = all(one.after == other.before for one, other in pairwise(steps))
    if not joined or first != first.first_node():
        return None
    return tuple(step.notation for step in steps)


class HiddenCards:
    """The hidden cards of all seats, as far as the game turned them up later or the caller knows
    them anyway."""

    def __init__(
        self,
        steps: Sequence[Played],
        mine: Mapping[int, str] | None = None,
        hands: Mapping[tuple[int, int], str] | None = None,
    ) -> None:
        """`mine` by seat, in a game that seals cards at the start; `hands` by number of the pack
        and seat, in one that deals them."""
        self._sealed = dict(mine or {})
        self._hands = dict(hands or {})
        for step in steps:
            opener, opened = step.before.opener, opened_faces(step.notation)
            pack = step.before.pack()
            if opener is not None and opened is not None:
                self._sealed[opener] = opened
            if opener is not None and pack is not None:
                self._hands[pack.number, opener] = step.notation.partition(" ")[2]

    def held(self, position: Position, seat: int) -> str:
        """The faces of a seat in a position of the game; "" if it has none, or nobody knows
        them."""
        info = rules.GAMES[position.game]
        if info.slots:
            return self._sealed.get(seat, "")
        pack = position.pack()
        if pack is None or not _holds(position, seat):
            return ""
        return self._hands.get((pack.number, seat), "")


def _holds(position: Position, seat: int) -> bool:
    """True if a card of the current pack was dealt to a seat."""
    pack = position.pack()
    return pack is not None and any(slot.owner == seat for slot in pack.slots)
