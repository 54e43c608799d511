"""The scene of a race of camels, as far as the games share it, and the motions on its track.

Pure; knows no Qt. Camels are the letters b g o w y; stacks read bottom to top; spaces count from
1, and the one after the last is beyond the finish line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from camelnet_gui.games.view_model import BoardScene
from camelnet_gui.style.seat_marks import SeatMark


@dataclass(frozen=True, slots=True)
class Sent:
    """The space to which something on a space sends the camels that land there."""

    start: int
    end: int
    there: str  # the camels on `end` now, bottom to top
    under: bool  # they slip beneath these


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of picking a place."""

    place: str
    lines: tuple[tuple[str, str], ...]  # in words: when, and how much
    piece: str = ""  # what would lie there, as the game names it; "" for nothing
    sent: Sent | None = None


def preview_of(previews: Sequence[Preview], place: str) -> Preview | None:
    return next((each for each in previews if each.place == place), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceScene(BoardScene):
    """A scene of a race; a game adds its pieces."""

    stacks: tuple[tuple[int, str], ...] = ()  # (space, "gyo" bottom to top), any order
    crossed: str = ""  # the unit beyond the line, bottom to top
    previews: tuple[Preview, ...] = ()  # what each pick would do, shown where one points

    @property
    def last(self) -> int:
        """The last space of the track; the next one is beyond the line."""
        raise NotImplementedError

    @property
    def waits(self) -> str:
        """The camels that wait for the race beside the track."""
        raise NotImplementedError

    def stack(self, space: int) -> str:
        """The camels on a space, bottom to top; "" for none. Those beyond the line are on every
        space after the last."""
        if space > self.last:
            return self.crossed
        return dict(self.stacks).get(space, "")

    def seat(self, number: int | None) -> SeatMark | None:
        known = number is not None and 0 <= number < len(self.seats)
        return self.seats[number] if known and number is not None else None


SceneT = TypeVar("SceneT", bound=RaceScene)


@dataclass(frozen=True, slots=True)
class Walk:
    """A unit hops space by space to `landing`; what lies there sends it on to the next of
    `bounces`. It ends beyond the line if its last space is. `under`: it slips beneath the camels
    that stand where it ends. The `tokens` that it met go home."""

    unit: str  # bottom to top
    start: int  # 0: where camels wait for the race
    landing: int
    bounces: tuple[int, ...] = ()
    tokens: tuple[str, ...] = ()
    under: bool = False
    drum: bool = False  # it follows a die or a card that could end the leg or the race

    @property
    def end(self) -> int:
        return self.bounces[-1] if self.bounces else self.landing


@dataclass(frozen=True, slots=True)
class Finish:
    """The race is over, and everybody looks at the camel that won it."""

    camel: str


@dataclass(frozen=True, slots=True)
class Flash:
    """Places that light up for a moment: a bet taken, a tile or a token laid, a trophy."""

    places: tuple[str, ...]


def without(scene: SceneT, camels: str) -> SceneT:
    """The scene without some camels of its stacks."""
    stacks = tuple(
        (space, rest)
        for space, stack in scene.stacks
        if (rest := "".join(camel for camel in stack if camel not in camels))
    )
    return replace(scene, stacks=stacks)


def put(scene: SceneT, space: int, unit: str, *, under: bool = False) -> SceneT:
    """The scene with a unit on top of the camels on a space, or beneath them."""
    there = scene.stack(space)
    if space > scene.last:
        return replace(scene, crossed=there + unit)
    stacks = {**dict(scene.stacks), space: unit + there if under else there + unit}
    return replace(scene, stacks=tuple(sorted(stacks.items())))


def walked(scene: SceneT, walk: Walk) -> SceneT:
    """The scene as a walk leaves its stacks."""
    return put(without(scene, walk.unit), walk.end, walk.unit, under=walk.under)
