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

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.camels.scene import Finish, Flash, RaceScene, Walk, walked, without

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(RaceScene):
    """Everything that the board shows. Equal scenes look alike."""

    cards: tuple[int, ...] = (2, 2, 2, 2, 2, 2, 2, 2, 1)  # spaces on each track card, in order
    half: bool = True  # the last track card holds one space on either side
    turning: frozenset[int] = frozenset()  # track cards in the air
    start: str = ""  # camels on the start space, side by side
    tokens: tuple[TokenScene, ...] = (TokenScene("palm"), TokenScene("fennec"))
    leaders: tuple[tuple[str, tuple[int, ...]], ...] = ()  # per camel the values left, top first
    bets: tuple[CardScene, ...] = ()  # midfield and final cards
    trophies_left: int | None = None  # beside the track; None: played without
    deck: int = 0  # race cards not yet turned up
    seen: tuple[str, ...] = ()  # race cards turned up in this leg, sorted
    hand: str = ""  # my own hand card; "" while nobody may know it
    hand_state: HandState = ""
    shuffle: ShuffleScene | None = None

    @property
    def last(self) -> int:
        return sum(self.cards)

    @property
    def waits(self) -> str:
        return self.start

    def pile(self, camel: str) -> tuple[int, ...]:
        """The leader cards left of a camel, top first."""
        return dict(self.leaders).get(camel, ())

    def bet(self, kind: Kind, camel: str) -> CardScene | None:
        return next((bet for bet in self.bets if (bet.kind, bet.camel) == (kind, camel)), None)

    def token(self, token: Token) -> TokenScene:
        return next(each for each in self.tokens if each.token == token)

    def seen_of(self, camel: str, value: int) -> int:
        """The number of race cards of a camel and value that have been turned up."""
        return self.seen.count(f"{camel}{value}")


# --- motions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardUp:
    """A race card is turned up, read, and laid to those seen. `mine`: out of my hand; `brisk`: it
    moves nobody."""

    face: str
    source: Literal["deck", "hand"]
    mine: bool = False
    brisk: bool = False
    drum: bool = False  # it could end the leg or the race


@dataclass(frozen=True, slots=True)
class Storm:
    """Track cards turn to their one-space side, and the spaces are counted anew."""

    turned: tuple[int, ...]


Motion = CardUp | Walk | Storm | Finish | Flash


def after(scene: Scene, motion: Motion) -> Scene:
    """The scene as a motion leaves it: cards, tokens and camels; the rest comes with the next."""
    match motion:
        case CardUp(face=face, source=source, mine=mine):
            seen = tuple(sorted((*scene.seen, face)))
            if source == "deck":
                return replace(scene, seen=seen, deck=max(0, scene.deck - 1))
            return replace(scene, seen=seen, hand_state="played" if mine else scene.hand_state)
        case Walk():
            tokens = tuple(
                TokenScene(each.token) if each.token in motion.tokens else each
                for each in scene.tokens
            )
            return walked(replace(gone(scene, motion.unit), tokens=tokens), motion)
        case Storm(turned):
            return _stormed(scene, turned)
        case Finish() | Flash():
            return scene


def gone(scene: Scene, camels: str) -> Scene:
    """The scene without some camels, also of those on the start space."""
    start = "".join(camel for camel in scene.start if camel not in camels)
    return replace(without(scene, camels), start=start)


def _stormed(scene: Scene, turned: tuple[int, ...]) -> Scene:
    """L4: nobody stands on a turned card, so a space's new number is the old one less the turned
    cards before it."""
    cards = tuple(1 if index in turned else width for index, width in enumerate(scene.cards))
    firsts = [1 + sum(scene.cards[:index]) for index in turned]
    stacks = tuple(
        (space - sum(first < space for first in firsts), camels) for space, camels in scene.stacks
    )
    return replace(scene, cards=cards, stacks=stacks, turning=frozenset())
