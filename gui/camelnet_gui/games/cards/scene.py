"""The scene of a board of Camel Up Cards, frozen, and the motions from one to the next.

The view-model turns positions into scenes; the board paints them and emits picks. Nothing here
knows Qt, rules or sockets. Camels are the letters b g o w y; stacks read bottom to top; spaces
count from 1, and the one after the last is beyond the finish line. A face is a race card, "g2".

A *place* is a part of the board that can be pointed at:

    "reveal"     the race deck                     "palm", "fennec"   a token's card at home
    "hand"       my own hand card                  "space 5"          a space of the track
    "lead b"     the leader cards of a camel       "mid b"            its midfield card
    "win b"      its final-winner card             "lose b"           its final-loser card
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from camelnet_gui.games.camels.preview import Preview
from camelnet_gui.style.seat_marks import SeatMark

CAMELS = "bgowy"
SPACES_MAX = 19
ONES = 5  # race cards of value 1 for each camel; one more has a 2

Token = Literal["palm", "fennec"]
Kind = Literal["lead", "mid", "win", "lose"]
HandState = Literal["", "held", "played"]  # "": I have none, or look on

TOKENS: tuple[Token, ...] = ("palm", "fennec")
KINDS: tuple[Kind, ...] = ("lead", "mid", "win", "lose")

PLACES: tuple[str, ...] = (
    "reveal",
    "hand",
    *TOKENS,
    *(f"{kind} {camel}" for camel in CAMELS for kind in KINDS),
    *(f"space {space}" for space in range(1, SPACES_MAX + 1)),
)


@dataclass(frozen=True, slots=True)
class TokenScene:
    """A token: at home on its card, or on the track while a seat holds the card. A ghost is a
    preview, not yet laid."""

    token: Token
    space: int | None = None
    seat: int | None = None
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class CardScene:
    """A bet card in the pool, or with the seat that took it; trophies lie on final cards."""

    kind: Kind
    camel: str
    seat: int | None = None
    trophies: int = 0


@dataclass(frozen=True, slots=True)
class ShuffleScene:
    """The cards are being shuffled: how far, and whether in the middle of a leg."""

    done: int
    total: int
    anew: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the board shows. Equal scenes look alike."""

    cards: tuple[int, ...] = (2, 2, 2, 2, 2, 2, 2, 2, 1)  # spaces on each track card, in order
    half: bool = True  # the last track card holds one space on either side
    turning: frozenset[int] = frozenset()  # track cards in the air
    start: str = ""  # camels on the start space, side by side
    stacks: tuple[tuple[int, str], ...] = ()  # (space, "gyo" bottom to top), ascending
    crossed: str = ""  # the unit beyond the line, bottom to top
    tokens: tuple[TokenScene, ...] = (TokenScene("palm"), TokenScene("fennec"))
    leaders: tuple[tuple[str, tuple[int, ...]], ...] = ()  # per camel the values left, top first
    bets: tuple[CardScene, ...] = ()  # midfield and final cards
    trophies_left: int | None = None  # beside the track; None: played without
    deck: int = 0  # race cards not yet turned up
    seen: tuple[str, ...] = ()  # race cards turned up in this leg, sorted
    hand: str = ""  # my own hand card; "" while nobody may know it
    hand_state: HandState = ""
    shuffle: ShuffleScene | None = None
    seats: tuple[SeatMark, ...] = ()
    picks: frozenset[str] = frozenset()  # places that may be clicked now
    chosen: str | None = None  # the pick that awaits its confirmation
    hints: tuple[tuple[str, str], ...] = ()  # place -> tooltip: what it does, or why it cannot
    highlight: frozenset[int] = frozenset()  # spaces that glow (the log entry pointed at)
    previews: tuple[Preview, ...] = ()  # what each pick would do, shown where one points
    dark: bool = False

    @property
    def last(self) -> int:
        """The last space of the track; the next one is beyond the line."""
        return sum(self.cards)

    def stack(self, space: int) -> str:
        """The camels on a space, bottom to top; "" for none."""
        return next((camels for at, camels in self.stacks if at == space), "")

    def pile(self, camel: str) -> tuple[int, ...]:
        """The leader cards left of a camel, top first."""
        return next((values for name, values in self.leaders if name == camel), ())

    def bet(self, kind: Kind, camel: str) -> CardScene | None:
        return next((bet for bet in self.bets if (bet.kind, bet.camel) == (kind, camel)), None)

    def token(self, token: Token) -> TokenScene:
        return next(each for each in self.tokens if each.token == token)

    def seen_of(self, camel: str, value: int) -> int:
        """The number of race cards of a camel and value that have been turned up."""
        return self.seen.count(f"{camel}{value}")

    def seat(self, number: int | None) -> SeatMark | None:
        known = number is not None and 0 <= number < len(self.seats)
        return self.seats[number] if known and number is not None else None

    def hint(self, place: str) -> str:
        return next((text for name, text in self.hints if name == place), "")


# --- motions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardUp:
    """A race card is turned up, read, and laid to those seen. `mine`: out of my hand; `brisk`: it
    moves nobody."""

    face: str
    source: Literal["deck", "hand"]
    mine: bool = False
    brisk: bool = False


@dataclass(frozen=True, slots=True)
class Walk:
    """A unit hops space by space to `landing`; each token there sends it on to the next of
    `bounces`. It ends beyond the line if its last space is. `under`: it slips beneath the camels
    that stand where it ends. The tokens it met go home."""

    unit: str  # bottom to top
    start: int  # 0: the start space
    landing: int
    bounces: tuple[int, ...] = ()
    tokens: tuple[Token, ...] = ()
    under: bool = False

    @property
    def end(self) -> int:
        return self.bounces[-1] if self.bounces else self.landing


@dataclass(frozen=True, slots=True)
class Storm:
    """Track cards turn to their one-space side, and the spaces are counted anew."""

    turned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """The race is over, and everybody looks at the camel that won it."""

    camel: str


@dataclass(frozen=True, slots=True)
class Flash:
    """Places that light up for a moment: a bet taken, a token laid, a trophy."""

    places: tuple[str, ...]


Motion = CardUp | Walk | Storm | Finish | Flash


def after(scene: Scene, motion: Motion) -> Scene:
    """The scene as a motion leaves it: cards, tokens and camels; the rest comes with the next."""
    match motion:
        case CardUp(face=face, source=source, mine=mine):
            seen = tuple(sorted((*scene.seen, face)))
            if source == "deck":
                return replace(scene, seen=seen, deck=max(0, scene.deck - 1))
            return replace(scene, seen=seen, hand_state="played" if mine else scene.hand_state)
        case Walk(unit=unit, end=end, under=under):
            tokens = tuple(
                TokenScene(each.token) if each.token in motion.tokens else each
                for each in scene.tokens
            )
            left = replace(without(scene, unit), tokens=tokens)
            if end > scene.last:
                return replace(left, crossed=left.crossed + unit)
            there = left.stack(end)
            camels = {**dict(left.stacks), end: unit + there if under else there + unit}
            return replace(left, stacks=tuple(sorted(camels.items())))
        case Storm(turned):
            return _stormed(scene, turned)
        case Finish() | Flash():
            return scene


def without(scene: Scene, camels: str) -> Scene:
    """The scene without some camels."""
    stacks = tuple(
        (space, rest)
        for space, stack in scene.stacks
        if (rest := "".join(camel for camel in stack if camel not in camels))
    )
    start = "".join(camel for camel in scene.start if camel not in camels)
    return replace(scene, stacks=stacks, start=start)


def _stormed(scene: Scene, turned: tuple[int, ...]) -> Scene:
    """L4: nobody stands on a turned card, so a space's new number is the old one less the turned
    cards before it."""
    cards = tuple(1 if index in turned else width for index, width in enumerate(scene.cards))
    firsts = [1 + sum(scene.cards[:index]) for index in turned]
    stacks = tuple(
        (space - sum(first < space for first in firsts), camels) for space, camels in scene.stacks
    )
    return replace(scene, cards=cards, stacks=stacks, turning=frozenset())
