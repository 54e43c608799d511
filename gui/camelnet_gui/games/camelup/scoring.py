"""Score sheets: where every pound of a scoring table came from. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.rules import Event, Position
from camelnet.rules.games.camelup.events import CardScored, Earned, LegScored, ScoreLine
from camelnet_gui.games.camels.scoring import Gains, LegSheet, leg_gains, seat_sheets
from camelnet_gui.games.kept import public_of


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
    winners: tuple[int, ...]


Sheet = LegSheet[ScoreLine] | FinalSheet


def leg_sheet(event: LegScored) -> LegSheet[ScoreLine]:
    return LegSheet(event.leg, event.ranking, seat_sheets(event, lambda line: line.pounds))


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
    return FinalSheet(order, tuple(rows), tuple(before.scores()), tuple(after.winners()))


def ranking_of(position: Position) -> str:
    """The camels on the track from first to last; "" before the first stands there."""
    public = public_of(position)
    stacks = [public["track"][space] for space in sorted(public["track"], key=int)]
    return "".join([*stacks, public["crossed"]])[::-1]


def gains(event: Event, money: Sequence[int]) -> Gains:
    """The changes of an event; see `IncomeTotals`."""
    match event:
        case Earned(seat=seat, pounds=pounds):
            return [(seat, "desert", pounds)]
        case LegScored(before=before, after=after):
            return leg_gains(before, after)
        case CardScored(deck=deck, seat=seat, after=now):
            return [(seat, deck, now - money[seat])]
        case _:
            return ()
