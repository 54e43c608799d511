"""Score sheets: where every coin of a scoring page came from. Pure; knows no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.rules import Event
from camelnet.rules.games.cards.events import (
    FinalLine,
    FinalScored,
    GameOver,
    LegScored,
    Sandstorm,
    ScoreLine,
    TrophyLaid,
)
from camelnet_gui.games.camels.scoring import Gains, LegSheet, SeatSheet, leg_gains, seat_sheets


@dataclass(frozen=True, slots=True)
class CardsLegSheet(LegSheet[ScoreLine]):
    """The scoring of one leg, and what happens before the next."""

    turned: int = 0  # track cards turned to their sandstorm side
    trophies: tuple[tuple[str, str], ...] = ()  # (deck, camel) of final cards that got one


@dataclass(frozen=True, slots=True)
class FinalSheet:
    """The last leg, then the final cards, and what they lead to."""

    leg: CardsLegSheet
    seats: tuple[SeatSheet[FinalLine], ...]
    winners: tuple[int, ...]


Sheet = CardsLegSheet | FinalSheet


def leg_sheet(events: Sequence[Event]) -> CardsLegSheet | None:
    """The sheet of the leg that a step ended."""
    scored = next((event for event in events if isinstance(event, LegScored)), None)
    if scored is None:
        return None
    return CardsLegSheet(
        scored.leg,
        scored.ranking,
        seat_sheets(scored, lambda line: line.coins),
        turned=sum(len(event.turned) for event in events if isinstance(event, Sandstorm)),
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
    seats = seat_sheets(scored, lambda line: line.coins + line.trophy_coins)
    return FinalSheet(leg, seats, over.winners)


def gains(event: Event, money: Sequence[int]) -> Gains:
    """The changes of an event; see `IncomeTotals`. Forgiven: money that a seat did not owe."""
    match event:
        case LegScored(before=before, after=after):
            return leg_gains(before, after)
        case FinalScored(lines=lines, before=before, after=after):
            told: list[tuple[int, str, int]]
            told = [(line.seat, line.deck, line.coins) for line in lines]
            told += [(line.seat, "trophies", line.trophy_coins) for line in lines]
            for seat, (was, now) in enumerate(zip(before, after, strict=True)):
                earned = sum(coins for owner, _source, coins in told if owner == seat)
                told.append((seat, "forgiven", now - was - earned))
            return told
        case _:
            return ()
