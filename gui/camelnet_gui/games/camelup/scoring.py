"""Score sheets: where every pound of a scoring table came from. Pure; knows no Qt.

A sheet only repeats what the rules core reported, in an order that can be read aloud.
`IncomeTotals` adds all of it up over a game; its totals equal the money in the position, and a test
holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from camelnet.rules import Event, Position
from camelnet.rules.games.camelup.events import CardScored, Earned, LegScored, ScoreLine
from camelnet_gui.games.kept import public_of

FLOOR = 0  # nobody's money goes below


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
        return sum(line.pounds for line in self.lines)

    @property
    def floored(self) -> bool:
        """True if the bank forgave a part of the loss."""
        return self.before + self.sum < FLOOR


@dataclass(frozen=True, slots=True)
class LegSheet:
    """The scoring of one leg; `ranking` names the camels from first to last."""

    leg: int
    ranking: str
    seats: tuple[SeatSheet, ...]


@dataclass(frozen=True, slots=True)
class CardRow:
    """One race card turned over: `earned` is what it truly changed, after the floor."""

    deck: str  # "win" or "lose"
    order: int  # its place in the deck, from 1
    seat: int
    face: str | None  # None: never opened
    right: bool
    earned: int
    after: int  # the seat's money then


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """The race decks, card by card, and what they lead to."""

    ranking: str
    cards: tuple[CardRow, ...]
    money_before: tuple[int, ...]
    money_after: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's game in sources; the sum is its money."""

    start: int = 0
    desert: int = 0
    legs: tuple[int, ...] = ()
    win_deck: int = 0
    lose_deck: int = 0

    @property
    def total(self) -> int:
        return self.start + self.desert + sum(self.legs) + self.win_deck + self.lose_deck


def leg_sheet(event: LegScored) -> LegSheet:
    """The sheet of one leg: every seat, also those that held nothing."""
    return LegSheet(
        event.leg,
        event.ranking,
        tuple(
            SeatSheet(
                seat,
                tuple(line for line in event.lines if line.seat == seat),
                event.before[seat],
                event.after[seat],
            )
            for seat in range(len(event.before))
        ),
    )


def final_sheet(before: Position, after: Position, events: Sequence[Event]) -> FinalSheet:
    """The sheet of the race cards, from the step of the last opening."""
    order = ranking_of(after)
    money = list(before.scores())
    rows = []
    for event in events:
        if not isinstance(event, CardScored):
            continue
        target = order[0] if event.deck == "win" else order[-1]
        face = event.face if event.face in order else None
        earned = event.after - money[event.seat]
        money[event.seat] = event.after
        rows.append(
            CardRow(
                event.deck, event.order + 1, event.seat, face, face == target, earned, event.after
            )
        )
    return FinalSheet(
        order, tuple(rows), tuple(before.scores()), tuple(after.scores()), tuple(after.winners())
    )


def ranking_of(position: Position) -> str:
    """The camels on the track from first to last; "" before the first stands there."""
    public = public_of(position)
    stacks = [public["track"][space] for space in sorted(public["track"], key=int)]
    return "".join([*stacks, public["crossed"]])[::-1]


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
        money = [account.total for account in self._accounts]
        for event in events:
            match event:
                case Earned(seat=seat, pounds=pounds):
                    self._change(seat, desert=self._accounts[seat].desert + pounds)
                    money[seat] += pounds
                case LegScored(before=was, after=now):
                    for seat, account in enumerate(self._accounts):
                        self._change(seat, legs=(*account.legs, now[seat] - was[seat]))
                        money[seat] = now[seat]
                case CardScored(deck=deck, seat=seat, after=now):
                    gain, account = now - money[seat], self._accounts[seat]
                    money[seat] = now
                    if deck == "win":
                        self._change(seat, win_deck=account.win_deck + gain)
                    else:
                        self._change(seat, lose_deck=account.lose_deck + gain)
                case _:
                    pass

    def _change(self, seat: int, **values: object) -> None:
        self._accounts[seat] = replace(self._accounts[seat], **values)  # type: ignore[arg-type]
