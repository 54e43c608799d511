"""The scene of a Camel Up board, frozen, and the motions that lead from one to the next.

The view-model turns positions into scenes; the board paints them and emits picks. Nothing here
knows Qt, rules or sockets. Camels are the letters b g o w y; stacks read bottom to top; spaces are
1 to 16, and `BEYOND` is past the finish line.

A *place* is a part of the board that can be pointed at:

    "roll"        the pyramid
    "leg b"       the pile of leg tiles of a camel
    "space 5"     a space of the track
    "deck win"    the deck of bets on the race's winner
    "deck lose"   the deck of bets on the race's loser

A *pick* is a place that the player may choose now. `CamelUpBoard.show_scene(scene)` shows a scene
at once; `CamelUpBoard.animate(motions, then)` plays motions from what is shown, one after another
(the steps between them are computed here, by `after`), and ends with exactly the scene `then`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from camelnet_gui.games.camels.preview import Preview
from camelnet_gui.style.seat_marks import SeatMark

CAMELS = "bgowy"
SPACES = range(1, 17)
BEYOND = 17  # a landing or an end past the finish line

PLACES: tuple[str, ...] = (
    "roll",
    *(f"leg {camel}" for camel in CAMELS),
    "deck win",
    "deck lose",
    *(f"space {space}" for space in SPACES),
)

Side = Literal["+", "-"]


@dataclass(frozen=True, slots=True)
class TileScene:
    """A desert tile on a space: "+" an oasis, "-" a mirage; a ghost is a preview, not yet laid."""

    space: int
    side: Side
    seat: int
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A small number at a place, of the table's aids; the best of them is strong."""

    place: str
    text: str
    strong: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the board shows. Equal scenes look alike."""

    stacks: tuple[tuple[int, str], ...] = ()  # (space, "gyo" bottom to top), any order
    crossed: str = ""  # the unit beyond the line, bottom to top
    waiting: str = ""  # camels not yet on the track (setup), the next to go first
    dice_out: tuple[tuple[str, int], ...] = ()  # (camel, pips 1-3), in the order drawn
    dice_in: str = CAMELS  # still in the pyramid
    leg_tiles: tuple[tuple[str, tuple[int, ...]], ...] = ()  # per camel the values left, top first
    tiles: tuple[TileScene, ...] = ()
    win_cards: int = 0  # cards laid on the winner deck
    lose_cards: int = 0
    win_marks: tuple[int, ...] = ()  # the seats of these cards, from the first laid
    lose_marks: tuple[int, ...] = ()
    seats: tuple[SeatMark, ...] = ()
    picks: frozenset[str] = frozenset()  # places that may be clicked now
    chosen: str | None = None  # the pick that awaits its confirmation
    hints: tuple[tuple[str, str], ...] = ()  # place -> tooltip: what it does, or why it cannot
    highlight: frozenset[int] = frozenset()  # spaces that glow (the log entry pointed at)
    numbers: tuple[Number, ...] = ()  # on spaces, where the table has aids
    previews: tuple[Preview, ...] = ()  # what each pick would do, shown where one points
    dark: bool = False

    def stack(self, space: int) -> str:
        """The camels on a space, bottom to top; "" for none."""
        return dict(self.stacks).get(space, "")

    def pile(self, camel: str) -> tuple[int, ...]:
        """The leg tiles left of a camel, top first."""
        return dict(self.leg_tiles).get(camel, ())

    def hint(self, place: str) -> str:
        return dict(self.hints).get(place, "")


# --- motions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DieRoll:
    """A die tumbles out of the pyramid and comes to rest in front of its camel's tent."""

    camel: str
    pips: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A waiting camel trots in and goes on top of a space (setup)."""

    camel: str
    space: int


@dataclass(frozen=True, slots=True)
class Walk:
    """A unit hops space by space, and is bounced by a desert tile if it lands on one.

    `landing` is where the die takes it, `end` where it stays: they differ by one when `tile` is
    set. Both may be `BEYOND`. `under`: it slips beneath the camels on `end`.
    """

    unit: str  # bottom to top
    start: int
    landing: int
    tile: Side | None = None
    end: int = field(default=0)
    under: bool = False

    def __post_init__(self) -> None:
        if self.end == 0:
            object.__setattr__(self, "end", self.landing)


@dataclass(frozen=True, slots=True)
class Finish:
    """The race is over, and everybody looks at the camel that won it."""

    camel: str


@dataclass(frozen=True, slots=True)
class Flash:
    """Places that light up for a moment: a leg tile taken, a card laid, a desert tile put down."""

    places: tuple[str, ...]


Motion = DieRoll | Drop | Walk | Finish | Flash


def after(scene: Scene, motion: Motion) -> Scene:
    """The scene as a motion leaves it: dice and camels only; the rest comes with the next scene."""
    match motion:
        case DieRoll(camel, pips):
            out = (*(die for die in scene.dice_out if die[0] != camel), (camel, pips))
            return replace(scene, dice_out=out, dice_in=scene.dice_in.replace(camel, ""))
        case Drop(camel, space):
            stacks = _put(scene.stacks, space, camel, under=False)
            return replace(scene, stacks=stacks, waiting=scene.waiting.replace(camel, ""))
        case Walk(unit=unit, end=end, under=under):
            left = tuple(
                (space, rest)
                for space, camels in scene.stacks
                if (rest := "".join(camel for camel in camels if camel not in unit))
            )
            if end >= BEYOND:
                return replace(scene, stacks=left, crossed=scene.crossed + unit)
            return replace(scene, stacks=_put(left, end, unit, under=under))
        case Finish() | Flash():
            return scene


def _put(
    stacks: tuple[tuple[int, str], ...], space: int, unit: str, *, under: bool
) -> tuple[tuple[int, str], ...]:
    camels = dict(stacks)
    there = camels.get(space, "")
    camels[space] = unit + there if under else there + unit
    return tuple(sorted(camels.items()))
