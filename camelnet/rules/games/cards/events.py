"""The events of cards, read from the core's report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from camelnet.rules.core import lib
from camelnet.rules.games.camels import CAMELS, letters
from camelnet.rules.games.cards.dictionary import widths

Token = Literal["palm", "fennec"]
Deck = Literal["win", "lose"]


@dataclass(frozen=True, slots=True)
class Turned:
    """A race card was turned up. The `Moved` after it has the move."""

    face: str  # "g2"
    source: Literal["setup", "deck", "hand"]
    seat: int | None  # the seat that turned it up or played it; None in setup
    passed_over: bool  # in setup: its camel had already moved


@dataclass(frozen=True, slots=True)
class TokenMet:
    """M4: a unit ended on a token, which went home at once with its card."""

    token: Token
    owner: int  # the seat that held its card until now
    space: int  # of the token
    end: int  # of the unit, after the token
    under: bool  # the unit slid underneath the camels there


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
    """A turn ended without a bet: by choice, because no card was on offer (B4), or because the leg
    or the race was over."""

    seat: int
    why: Literal["passed", "none", "leg"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One leader card, midfield card or token card of a seat at a leg's end."""

    seat: int
    what: Literal["lead", "mid", "palm", "fennec"]
    camel: str | None
    value: int | None  # printed on a leader card
    rank: int | None  # of the card's camel, from 1
    coins: int


@dataclass(frozen=True, slots=True)
class LegScored:
    """L2. Adds up a seat's lines first; `after` is never below the least money. All cards and
    tokens except the final bets go home."""

    leg: int
    ranking: str  # first to last
    lines: tuple[ScoreLine, ...]  # by seat, leader cards in the order taken
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sandstorm:
    """L4: track cards turned to their one-space side; the spaces are numbered anew."""

    turned: tuple[int, ...]  # track cards, counted from 0
    before: tuple[int, ...]  # spaces on each track card
    after: tuple[int, ...]

    def renumbered(self, space: int) -> int:
        """The new number of a space, the finish included; both spaces of a turned card get the
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
    """E1. One final card."""

    seat: int
    deck: Deck
    camel: str
    rank: int  # of the card's camel, from 1
    trophies: int  # on the card
    coins: int  # for the card itself
    trophy_coins: int


@dataclass(frozen=True, slots=True)
class FinalScored:
    """E1. Adds up a seat's lines first; `after` is never below the least money."""

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


_SOURCES: tuple[Literal["setup", "deck", "hand"], ...] = ("setup", "deck", "hand")
_BETS: tuple[Literal["lead", "mid", "win", "lose"], ...] = ("lead", "mid", "win", "lose")
_DECKS: tuple[Deck, ...] = ("win", "lose")
_TOKENS: tuple[Token, ...] = ("palm", "fennec")
_WHYS: tuple[Literal["passed", "none", "leg"], ...] = ("passed", "none", "leg")
_LINES: tuple[Literal["lead", "mid", "palm", "fennec"], ...] = ("lead", "mid", "palm", "fennec")


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(8) if mask >> bit & 1)


def _moved(arg: Any, rest: Iterator[Any]) -> Moved:
    """A move with the tokens that follow it."""
    tokens = []
    for _ in range(arg[10]):
        met = next(rest).arg
        tokens.append(TokenMet(_TOKENS[met[0]], met[1], met[2], met[3], bool(met[4])))
    return Moved(
        unit=letters(arg[0:5]),
        start=arg[5],
        landing=arg[6],
        tokens=tuple(tokens),
        end=arg[7],
        under=bool(arg[8]),
        crossed=bool(arg[9]),
    )


def _score_line(event: Any) -> ScoreLine:
    seat, what, camel, value, rank = event.arg[0:5]
    on_camel = rank > 0
    return ScoreLine(
        seat=seat,
        what=_LINES[what],
        camel=CAMELS[camel] if on_camel else None,
        value=value or None,
        rank=rank if on_camel else None,
        coins=event.number[0],
    )


def _final_line(event: Any) -> FinalLine:
    seat, deck, camel, rank, trophies = event.arg[0:5]
    coins, trophy_coins = event.number[0:2]
    return FinalLine(seat, _DECKS[deck], CAMELS[camel], rank, trophies, coins, trophy_coins)


def _scored(rest: Iterator[Any], seats: int) -> tuple[list[Any], tuple[int, ...], tuple[int, ...]]:
    """The lines that follow, up to the total of the last seat; money before and after."""
    lines: list[Any] = []
    before: list[int] = []
    after: list[int] = []
    while len(after) < seats:
        event = next(rest)
        match event.kind:
            case lib.CN_CARDS_LINE:
                lines.append(_score_line(event))
            case lib.CN_CARDS_FINAL_LINE:
                lines.append(_final_line(event))
            case _:
                before.append(event.number[0])
                after.append(event.number[1])
    return lines, tuple(before), tuple(after)


def _leg_scored(event: Any, rest: Iterator[Any], seats: int) -> LegScored:
    lines, before, after = _scored(rest, seats)
    return LegScored(event.number[0], letters(event.arg[0:5]), tuple(lines), before, after)


def _final_scored(rest: Iterator[Any], seats: int) -> FinalScored:
    lines, before, after = _scored(rest, seats)
    return FinalScored(tuple(lines), before, after)


def _sandstorm(event: Any) -> Sandstorm:
    count, (before, after) = event.arg[0], event.number[0:2]
    turned = tuple(card for card in range(count) if (before ^ after) >> card & 1)
    return Sandstorm(turned, tuple(widths(before, count)), tuple(widths(after, count)))


def _fact(event: Any, rest: Iterator[Any], seats: int) -> Event:
    """One event of the core, with those after it that belong to it."""
    arg = event.arg
    match event.kind:
        case lib.CN_CARDS_TURNED:
            seat = arg[3] - 1 if arg[3] else None
            return Turned(f"{CAMELS[arg[0]]}{arg[1]}", _SOURCES[arg[2]], seat, bool(arg[4]))
        case lib.CN_CARDS_MOVED:
            return _moved(arg, rest)
        case lib.CN_CARDS_TOKEN_LAID:
            return TokenLaid(arg[0], _TOKENS[arg[1]], arg[2])
        case lib.CN_CARDS_BET_TAKEN:
            return BetTaken(arg[0], _BETS[arg[1]], CAMELS[arg[2]], arg[3] or None, arg[4])
        case lib.CN_CARDS_BET_RETURNED:
            return BetReturned(arg[0], _DECKS[arg[1] - 2], CAMELS[arg[2]], arg[3])
        case lib.CN_CARDS_BET_SKIPPED:
            return BetSkipped(arg[0], _WHYS[arg[1]])
        case lib.CN_CARDS_LEG_SCORED:
            return _leg_scored(event, rest, seats)
        case lib.CN_CARDS_SANDSTORM:
            return _sandstorm(event)
        case lib.CN_CARDS_TROPHY_LAID:
            return TrophyLaid(_DECKS[arg[0]], CAMELS[arg[1]], arg[2])
        case lib.CN_CARDS_LEG_BEGAN:
            return LegBegan(event.number[0], arg[0])
        case lib.CN_CARDS_RACE_ENDED:
            return RaceEnded(letters(arg[0:5]))
        case lib.CN_CARDS_FINAL_SCORED:
            return _final_scored(rest, seats)
    return GameOver(_bits(arg[0]))


def events_of(state: bytes, events: Any) -> tuple[Event, ...]:
    """The core's events of one step at `state`."""
    raw = iter([events.list[i] for i in range(events.count)])
    return tuple(_fact(event, raw, seats=state[1]) for event in raw)
