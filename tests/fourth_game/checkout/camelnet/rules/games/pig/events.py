"""What happens in pig, as facts. The names of the rules are those of docs/rules-pig.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from camelnet.rules.core import lib


@dataclass(frozen=True, slots=True)
class Rolled:
    """R2. `total` is the turn's after it: 0 when the die shows 1."""

    seat: int
    pips: int
    total: int


@dataclass(frozen=True, slots=True)
class Banked:
    """H1 and E1. The turn's points go to the score."""

    seat: int
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class GameOver:
    winner: int


Event = Rolled | Banked | GameOver


def events_of(state: bytes, events: Any) -> tuple[Event, ...]:
    """The core's events as facts."""
    facts: list[Event] = []
    for event in events.list[0 : events.count]:
        match event.kind:
            case lib.CN_PIG_ROLLED:
                facts.append(Rolled(*event.arg[0:3]))
            case lib.CN_PIG_BANKED:
                facts.append(Banked(*event.arg[0:3]))
            case _:
                facts.append(GameOver(event.arg[0]))
    return tuple(facts)
