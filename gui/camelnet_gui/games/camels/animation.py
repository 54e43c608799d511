"""Motions of camels as pure functions of time: who is where, so many milliseconds in.

A motion becomes a `Clip`: the scene that rests while it plays, its length, and a function from a
share of its time (0 to 1) to a frame. No timer lives here; the board asks for frames.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF

from camelnet_gui.art.stack import Sprite
from camelnet_gui.art.walk import Route, Stop, walk
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.drum_roll import HOP_SLOWER, Drum, drum_roll
from camelnet_gui.games.camels.finish_show import FINISH_MS, Show
from camelnet_gui.games.camels.ground import RaceGround
from camelnet_gui.games.camels.scene import Finish, Flash, SceneT, Walk, put

FLASH_MS = 420


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceFrame:
    """A frame of an animation, without the resting scene's ground and table; a game's own frame
    adds what flies there."""

    sprites: tuple[Sprite, ...]  # all camels, those farther off first
    flash: tuple[str, ...] = ()  # places lit up
    strength: float = 0.0  # how brightly, 0 to 1
    first: str | None = None  # the camel that won, while the show of it goes on
    show: float = 0.0  # how far that is, 0 to 1
    drum: Drum | None = None


def finish_of(frame: RaceFrame, board: QRectF) -> Show | None:
    """The show of a frame on a board, if there is one."""
    return Show(board, frame.first, frame.show) if frame.first else None


FrameT = TypeVar("FrameT", bound=RaceFrame)


def still_clip(
    make: type[FrameT],
    plan: RaceGround,
    scene: SceneT,
    standing: Sequence[Sprite],
    motion: Finish | Flash,
) -> Clip[SceneT, FrameT]:
    """A clip in which no camel moves."""
    sprites = tuple(standing)
    match motion:
        case Finish(camel):
            return Clip(
                scene, FINISH_MS, lambda share: make(sprites=sprites, first=camel, show=share)
            )
        case Flash(places):
            lit = tuple(place for place in places if place in plan.places)
            return Clip(
                scene,
                FLASH_MS,
                lambda share: make(sprites=sprites, flash=lit, strength=math.sin(math.pi * share)),
            )


def walk_clip(
    make: type[FrameT],
    plan: RaceGround,
    rest: SceneT,
    motion: Walk,
    *,
    standing: Sequence[Sprite],
    end: Sequence[Sprite],
    stage: QPointF,
    origin: Stop | None = None,
) -> Clip[SceneT, FrameT]:
    """`rest`: the scene without those that walk, whose camels are `standing`; `end`: all of them
    afterwards; `stage`: where the die or the card was shown; `origin`: where they begin, if not on
    the track."""
    beyond = rest.last + 1
    crosses = motion.end >= beyond
    path = (*range(motion.start + 1, min(motion.landing, beyond) + 1), *motion.bounces)
    route = Route(
        unit=motion.unit,
        start=motion.start,
        path=tuple(min(space, beyond) for space in path),
        bounces=len(motion.bounces) or int(crosses),
        crosses=crosses,
        below=rest.stack(motion.start),
        there="" if crosses else rest.stack(motion.end),
        under=motion.under,
    )
    length_ms, camels = walk(plan, route, rest=standing, end=end, origin=origin)
    if not motion.drum:
        return Clip(rest, length_ms, lambda share: make(sprites=camels(share)))
    before = put(rest, motion.start, motion.unit) if motion.start else rest
    drum = drum_roll(plan, before, stage=stage, moving=motion.unit)
    slow_ms = round(length_ms * HOP_SLOWER)
    return Clip(rest, slow_ms, lambda share: make(sprites=camels(share), drum=drum(share)))
