"""Score sheets of legs, and the sources of each seat's money. Pure; knows no Qt.

A sheet only repeats what the rules core reported, in an order that can be read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from camelnet.rules import Event, Position


class Line(Protocol):
    """One line of a scoring."""

    @property
    def seat(self) -> int: ...


LineT = TypeVar("LineT", bound=Line)
ToldT = TypeVar("ToldT", bound=Line, covariant=True)


class Scored(Protocol[ToldT]):
    """The event of a scoring."""

    @property
    def lines(self) -> tuple[ToldT, ...]: ...
    @property
    def before(self) -> tuple[int, ...]: ...
    @property
    def after(self) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class SeatSheet(Generic[LineT]):
    """One seat's lines, their sum, and the money before and after."""

    seat: int
    lines: tuple[LineT, ...]
    sum: int  # before the floor
    before: int
    after: int

    @property
    def floored(self) -> bool:
        """True if a part of the loss was forgiven."""
        return self.before + self.sum < self.after


@dataclass(frozen=True, slots=True)
class LegSheet(Generic[LineT]):
    """The scoring of one leg; `ranking` names the camels from first to last."""

    leg: int
    ranking: str
    seats: tuple[SeatSheet[LineT], ...]


def seat_sheets(
    scored: Scored[LineT], worth: Callable[[LineT], int]
) -> tuple[SeatSheet[LineT], ...]:
    """Every seat, also those that held nothing."""
    sheets = []
    for seat, (before, after) in enumerate(zip(scored.before, scored.after, strict=True)):
        lines = tuple(line for line in scored.lines if line.seat == seat)
        sheets.append(SeatSheet(seat, lines, sum(map(worth, lines)), before, after))
    return tuple(sheets)


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's game in sources; the sum is its money."""

    start: int = 0
    sources: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.start + sum(self.sources.values())


Gains = Iterable[tuple[int, str, int]]  # seat, source, sum


def leg_gains(before: Sequence[int], after: Sequence[int]) -> Gains:
    """The changes of a leg's scoring."""
    changes = zip(before, after, strict=True)
    return [(seat, "legs", now - was) for seat, (was, now) in enumerate(changes)]


class IncomeTotals:
    """Adds up a game step by step, replayed steps included. Its totals equal the money in the
    position, and a test holds it."""

    def __init__(self, gains: Callable[[Event, Sequence[int]], Gains]) -> None:
        """`gains`: of an event and the money before it."""
        self._gains = gains
        self._accounts: list[Account] = []

    @property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(self._accounts)

    def add(self, before: Position, events: Iterable[Event]) -> None:
        """Book one step; the first one also opens the accounts with the money at the start."""
        if not self._accounts:
            self._accounts = [Account(money) for money in before.scores()]
        for event in events:
            money = [account.total for account in self._accounts]
            for seat, source, gain in self._gains(event, money):
                account = self._accounts[seat]
                sources = {**account.sources, source: account.sources.get(source, 0) + gain}
                self._accounts[seat] = Account(account.start, sources)


def sources_of(accounts: Sequence[Account], source: str) -> list[int]:
    """The income of each seat from a source."""
    return [account.sources.get(source, 0) for account in accounts]
