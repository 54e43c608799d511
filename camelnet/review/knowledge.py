"""Each seat's knowledge of its own hidden cards, found in what the game turned up later.

A card that was never opened stays unknown, and the seat is then looked at as if it had not known
it either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        """Seats for which the core decided while this happened."""


# By number of a step: the faces of the seat that decided there; "" where nothing is known.
Faces = Mapping[int, str]


def known_faces(steps: Sequence[Played], mine: Mapping[int, str] | None = None) -> Faces:
    """The faces of whoever decides at each step; `mine` are the cards of seats that are known
    anyhow, by seat, in a game that seals them at the start."""
    if not steps:
        return {}
    info = rules.GAMES[steps[0].before.game]
    if info.slots:
        return _sealed(steps, dict(mine or {}))
    return _from_hands(steps) if info.hands else {}


def _sealed(steps: Sequence[Played], faces: dict[int, str]) -> Faces:
    """Cards that lie in slots all game long and are opened at its end: `open <seat> <faces>`."""
    for step in steps:
        opened = opened_faces(step.notation)
        if step.before.opener is not None and opened is not None:
            faces[step.before.opener] = opened
    return {
        number: faces.get(step.seat, "")
        for number, step in enumerate(steps)
        if step.seat is not None
    }


def _from_hands(steps: Sequence[Played]) -> Faces:
    """Cards dealt anew with each pack, turned up when they are played: `card <face>`."""
    found: dict[int, str] = {}
    hands: dict[tuple[int, int], str] = {}  # the pack's number and the seat: its card
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        pack = step.before.pack()
        if pack is None:
            continue
        opener = step.before.opener
        if opener is not None:
            hands[pack.number, opener] = step.notation.partition(" ")[2]
        elif step.seat is not None and any(slot.owner == step.seat for slot in pack.slots):
            found[number] = hands.get((pack.number, step.seat), "")
    return found
