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
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.games.camels.scene import Finish, Flash, RaceScene, Walk, put, walked

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(RaceScene):
    """Everything that the board shows. Equal scenes look alike."""

    waiting: str = ""  # camels not yet on the track (setup), the next to go first
    dice_out: tuple[tuple[str, int], ...] = ()  # (camel, pips 1-3), in the order drawn
    dice_in: str = CAMELS  # still in the pyramid
    leg_tiles: tuple[tuple[str, tuple[int, ...]], ...] = ()  # per camel the values left, top first
    tiles: tuple[TileScene, ...] = ()
    win_cards: int = 0  # cards laid on the winner deck
    lose_cards: int = 0
    win_marks: tuple[int, ...] = ()  # the seats of these cards, from the first laid
    lose_marks: tuple[int, ...] = ()
    numbers: tuple[Number, ...] = ()  # on spaces, where the table has aids

    @property
    def last(self) -> int:
        return SPACES[-1]

    @property
    def waits(self) -> str:
        return self.waiting

    def pile(self, camel: str) -> tuple[int, ...]:
        """The leg tiles left of a camel, top first."""
        return dict(self.leg_tiles).get(camel, ())


# --- motions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DieRoll:
    """A die tumbles out of the pyramid and comes to rest in front of its camel's tent."""

    camel: str
    pips: int
    drum: bool = False  # it could end the leg or the race


@dataclass(frozen=True, slots=True)
class Drop:
    """A waiting camel trots in and goes on top of a space (setup)."""

    camel: str
    space: int


Motion = DieRoll | Drop | Walk | Finish | Flash


def after(scene: Scene, motion: Motion) -> Scene:
    """The scene as a motion leaves it: dice and camels only; the rest comes with the next scene."""
    match motion:
        case DieRoll(camel=camel, pips=pips):
            out = (*(die for die in scene.dice_out if die[0] != camel), (camel, pips))
            return replace(scene, dice_out=out, dice_in=scene.dice_in.replace(camel, ""))
        case Drop(camel, space):
            left = replace(scene, waiting=scene.waiting.replace(camel, ""))
            return put(left, space, camel)
        case Walk():
            return walked(scene, motion)
        case Finish() | Flash():
            return scene
