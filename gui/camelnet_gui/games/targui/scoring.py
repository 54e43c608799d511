"""The sheets of a round: what destiny did, and what was paid. Pure; knows no Qt.

A sheet only repeats what the rules core reported, in an order that can be read aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from camelnet.rules import Event, Position
from camelnet.rules.games.targui import events as targui
from camelnet.rules.games.targui.events import DestinyTurned, TributePaid
from camelnet_gui.games.kept import public_of


@dataclass(frozen=True, slots=True)
class CellLine:
    """The camels of a cell before and after an event."""

    cell: int
    land: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class SeatFate:
    """The effect of a destiny card on one seat."""

    seat: int
    cells: tuple[CellLine, ...]
    money: tuple[int, int] | None  # before and after, where it changed

    @property
    def camels(self) -> int:
        """The change in the number of camels; negative for losses."""
        return sum(line.after - line.before for line in self.cells)


@dataclass(frozen=True, slots=True)
class DestinySheet:
    """A destiny card and whom it touched, seats ascending; empty when it touched nobody."""

    card: int
    left: int  # cards still to come
    seats: tuple[SeatFate, ...]


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """The pages of one step: a destiny card, a tribute, or one after the other."""

    destiny: DestinySheet | None = None
    tribute: TributePaid | None = None
    last: bool = False  # the game is over with it


def round_sheet(before: Position, events: Sequence[Event]) -> RoundSheet | None:
    """The sheet of a step; None when there is nothing to be read."""
    fates = [event for event in events if isinstance(event, DestinyTurned)]
    paid = [event for event in events if isinstance(event, TributePaid)]
    if not fates and not paid:
        return None
    return RoundSheet(
        destiny=destiny_sheet(before, fates[0]) if fates else None,
        tribute=paid[0] if paid else None,
        last=any(isinstance(event, targui.GameOver) for event in events),
    )


def destiny_sheet(before: Position, event: DestinyTurned) -> DestinySheet:
    lands = public_of(before)["land"]
    money = {change.seat: (change.before, change.after) for change in event.money}
    touched = sorted({change.owner for change in event.cells} | set(money))
    return DestinySheet(
        event.card,
        event.left,
        tuple(
            SeatFate(
                seat,
                tuple(
                    CellLine(change.cell, lands[change.cell - 1], change.before, change.after)
                    for change in event.cells
                    if change.owner == seat
                ),
                money.get(seat),
            )
            for seat in touched
        ),
    )


class Tributes:
    """The tributes of a game, replayed steps included."""

    def __init__(self) -> None:
        self._rounds: list[tuple[int, ...]] = []  # silver by seat

    def add(self, seats: int, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, TributePaid):
                paid = {line.seat: line.silver for line in event.lines}
                self._rounds.append(tuple(paid.get(seat, 0) for seat in range(seats)))

    def of(self, seat: int) -> tuple[int, ...]:
        """The tributes of a seat, in the order of rounds."""
        return tuple(paid[seat] for paid in self._rounds)
