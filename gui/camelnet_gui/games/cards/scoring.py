"""Score sheets: where every coin of a scoring page came from. Pure; knows no Qt.

A sheet only repeats what the rules core reported, in an order that can be read aloud.
`IncomeTotals` adds all of it up over a game; its totals equal the money in the position, and a test
holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from camelnet.rules import Event, Position
from camelnet.rules.games.cards.events import (
    FinalLine,
    FinalScored,
    GameOver,
    LegScored,
    Sandstorm,
    ScoreLine,
    TrophyLaid,
)


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """One seat's leg: its lines, their sum, and the money before and after."""

    seat: int
    lines: tuple[ScoreLine, ...]
    before: int
    after: int

    @property
    def sum(self) -> int:
        """The lines added up, before the floor."""
        return sum(line.coins for line in self.lines)

    @property
    def floored(self) -> bool:
        """True if a part of the loss was forgiven."""
        return self.before + self.sum < self.after


@dataclass(frozen=True, slots=True)
class LegSheet:
    """The scoring of one leg, and what happens before the next; `ranking` is first to last."""

    leg: int
    ranking: str
    seats: tuple[SeatSheet, ...]
    turned: int = 0  # track cards turned to their sandstorm side
    trophies: tuple[tuple[str, str], ...] = ()  # (deck, camel) of final cards that got one


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """One seat's final cards."""

    seat: int
    lines: tuple[FinalLine, ...]
    before: int
    after: int

    @property
    def sum(self) -> int:
        return sum(line.coins + line.trophy_coins for line in self.lines)

    @property
    def floored(self) -> bool:
        return self.before + self.sum < self.after


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """The last leg, then the final cards, and what they lead to."""

    leg: LegSheet
    seats: tuple[FinalSeat, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's game in sources; the sum is its money."""

    start: int = 0
    legs: tuple[int, ...] = ()
    win: int = 0
    lose: int = 0
    trophies: int = 0
    forgiven: int = 0  # of the final scoring

    @property
    def total(self) -> int:
        final = self.win + self.lose + self.trophies + self.forgiven
        return self.start + sum(self.legs) + final


def leg_sheet(events: Sequence[Event]) -> LegSheet | None:
    """The sheet of the leg that a step ended: every seat, also those that held nothing."""
    scored = next((event for event in events if isinstance(event, LegScored)), None)
    if scored is None:
        return None
    storms = [event for event in events if isinstance(event, Sandstorm)]
    return LegSheet(
        leg=scored.leg,
        ranking=scored.ranking,
        seats=tuple(
            SeatSheet(
                seat,
                tuple(line for line in scored.lines if line.seat == seat),
                scored.before[seat],
                scored.after[seat],
            )
            for seat in range(len(scored.before))
        ),
        turned=sum(len(storm.turned) for storm in storms),
        trophies=tuple(
            (event.deck, event.camel) for event in events if isinstance(event, TrophyLaid)
        ),
    )


def final_sheet(events: Sequence[Event]) -> FinalSheet | None:
    """The sheet of the step that ended the race."""
    scored = next((event for event in events if isinstance(event, FinalScored)), None)
    leg = leg_sheet(events)
    if scored is None or leg is None:
        return None
    over = next((event for event in events if isinstance(event, GameOver)), GameOver(()))
    seats = tuple(
        FinalSeat(
            seat,
            tuple(line for line in scored.lines if line.seat == seat),
            scored.before[seat],
            scored.after[seat],
        )
        for seat in range(len(scored.before))
    )
    return FinalSheet(leg, seats, over.winners)


class IncomeTotals:
    """Adds up a game step by step, replayed steps included."""

    def __init__(self) -> None:
        self._accounts: list[Account] = []

    @property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(self._accounts)

    def add(self, before: Position, events: Iterable[Event]) -> None:
        """Book one step; the first one also opens the accounts with the money at the start."""
        if not self._accounts:
            self._accounts = [Account(start=money) for money in before.scores()]
        for event in events:
            match event:
                case LegScored(before=was, after=now):
                    for seat, account in enumerate(self._accounts):
                        gained = (*account.legs, now[seat] - was[seat])
                        self._accounts[seat] = replace(account, legs=gained)
                case FinalScored():
                    for seat, account in enumerate(self._accounts):
                        self._accounts[seat] = _with_final(account, seat, event)
                case _:
                    pass


def _with_final(account: Account, seat: int, scored: FinalScored) -> Account:
    mine = [line for line in scored.lines if line.seat == seat]
    win = sum(line.coins for line in mine if line.deck == "win")
    lose = sum(line.coins for line in mine if line.deck == "lose")
    trophies = sum(line.trophy_coins for line in mine)
    gained = scored.after[seat] - scored.before[seat]
    return replace(
        account,
        win=account.win + win,
        lose=account.lose + lose,
        trophies=account.trophies + trophies,
        forgiven=account.forgiven + gained - win - lose - trophies,
    )
