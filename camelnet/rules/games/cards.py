"""cards in Python: its events and the words for its refusals.

No rule is decided here: positions, events and refusals come from native/src/games/cards.c. The
rules, with their names (R1, M4, ...), are in docs/rules-cards.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Token = Literal["palm", "fennec"]
Deck = Literal["win", "lose"]

# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turned:
    """A race card was turned up. What it moves is the `Moved` after it."""

    face: str  # "g2"
    source: Literal["setup", "deck", "hand"]
    seat: int | None  # who turned it up or played it; None in setup
    passed_over: bool  # in setup: its camel had moved already


@dataclass(frozen=True, slots=True)
class TokenMet:
    """M4: a unit ended on a token, which went home at once with its card."""

    token: Token
    owner: int  # the seat that held its card until now
    space: int  # where it lay
    end: int  # where it sent the unit
    under: bool  # the unit slid underneath others that stand there


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved: by its card to `landing`, then by up to two tokens, one after the other, to
    `end`. A space beyond the last is the finish."""

    unit: str  # bottom to top
    start: int  # 0: the start space (setup)
    landing: int
    tokens: tuple[TokenMet, ...]
    end: int
    under: bool  # it stands underneath others now
    crossed: bool


@dataclass(frozen=True, slots=True)
class TokenLaid:
    """R1: a seat put a token on the track and took its card."""

    seat: int
    token: Token
    space: int


@dataclass(frozen=True, slots=True)
class BetTaken:
    """B1, B2, B3: a seat took a bet card."""

    seat: int
    bet: Literal["lead", "mid", "win", "lose"]
    camel: str
    value: int | None  # printed on a leader card
    trophies: int  # on a final card


@dataclass(frozen=True, slots=True)
class BetReturned:
    """B3: an earlier final card went back to the pool, with its trophies."""

    seat: int
    deck: Deck
    camel: str
    trophies: int


@dataclass(frozen=True, slots=True)
class BetSkipped:
    """A turn ended without a bet: by choice, as no card could be taken (B4), or as the leg or the
    race was over."""

    seat: int
    why: Literal["passed", "none", "leg"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One leader card, midfield card or token card of a seat at a leg's end."""

    seat: int
    what: Literal["lead", "mid", "palm", "fennec"]
    camel: str | None
    value: int | None  # printed on a leader card
    rank: int | None  # of its camel, from 1
    coins: int


@dataclass(frozen=True, slots=True)
class LegScored:
    """L2. A seat's lines are added up first; `after` is never below the least money. All cards and
    tokens but the final bets go home."""

    leg: int
    ranking: str  # first to last
    lines: tuple[ScoreLine, ...]  # by seat, leader cards in the order taken
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sandstorm:
    """L4: track cards were turned to their one-space side, and the spaces counted anew."""

    turned: tuple[int, ...]  # track cards, counted from 0
    before: tuple[int, ...]  # spaces on each track card
    after: tuple[int, ...]

    def renumbered(self, space: int) -> int:
        """The number of a space that stayed, the finish included; both of a turned card have the
        same."""
        gone, first = 0, 1
        for was, now in zip(self.before, self.after, strict=True):
            if space < first + was:
                return first - gone + min(space - first, now - 1)
            gone += was - now
            first += was
        return space - gone


@dataclass(frozen=True, slots=True)
class TrophyLaid:
    """L5: onto a final card in the pool."""

    deck: Deck
    camel: str
    left: int  # trophies beside the track now


@dataclass(frozen=True, slots=True)
class LegBegan:
    leg: int
    starter: int


@dataclass(frozen=True, slots=True)
class RaceEnded:
    ranking: str  # first to last


@dataclass(frozen=True, slots=True)
class FinalLine:
    """E1, one final card."""

    seat: int
    deck: Deck
    camel: str
    rank: int  # of its camel, from 1
    trophies: int  # on the card
    coins: int  # for the card itself
    trophy_coins: int


@dataclass(frozen=True, slots=True)
class FinalScored:
    """E1. A seat's lines are added up first; `after` is never below the least money."""

    lines: tuple[FinalLine, ...]  # by seat, the winner card first
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameOver:
    winners: tuple[int, ...]


Event = (
    Turned
    | Moved
    | TokenLaid
    | BetTaken
    | BetReturned
    | BetSkipped
    | LegScored
    | Sandstorm
    | TrophyLaid
    | LegBegan
    | RaceEnded
    | FinalScored
    | GameOver
)
