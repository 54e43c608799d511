"""The motions of dice and of camels that come to the track; see `games.camels.animation`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from camelnet_gui.art.stack import Sprite
from camelnet_gui.art.walk import (
    SETTLE_MS,
    Stop,
    between,
    ease,
    hopping,
    lerp,
    stop,
)
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.animation import RaceFrame, still_clip, walk_clip
from camelnet_gui.games.camels.drum_roll import drum_roll
from camelnet_gui.games.camels.scene import Finish, Flash, Walk, without
from camelnet_gui.games.camelup.geometry import Layout, pyramid_corners
from camelnet_gui.games.camelup.painting import sprites
from camelnet_gui.games.camelup.scene import (
    DieRoll,
    Drop,
    Motion,
    Scene,
    after,
)

TUMBLE_MS, DRUM_MS = 540, 1500  # a die's way from the gate; while everybody holds their breath
READ_MS, AWAY_MS = 380, 260  # while it lies still to be read, and its way to its tent
DIE_LARGE = 92.0  # its width while it is shown, in units of the court


@dataclass(frozen=True, slots=True)
class Die:
    """A die in the air."""

    camel: str
    pips: int
    box: QRectF
    turn: float  # degrees
    shine: float = 0.0  # of the light behind it, 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame(RaceFrame):
    die: Die | None = None


def clip(plan: Layout, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
    """The clip of a motion that starts from a scene."""
    still = replace(scene, picks=frozenset(), chosen=None)
    match motion:
        case DieRoll():
            return _die_clip(plan, still, motion)
        case Drop():
            return _drop_clip(plan, still, motion)
        case Walk():
            rest = without(still, motion.unit)
            end = sprites(plan, after(still, motion))
            standing, stage = sprites(plan, rest), _stage(plan)
            return walk_clip(Frame, plan, rest, motion, standing=standing, end=end, stage=stage)
        case Finish() | Flash():
            return still_clip(Frame, plan, still, sprites(plan, still), motion)


# --- dice ---------------------------------------------------------------------------------------


def _die_clip(plan: Layout, scene: Scene, roll: DieRoll) -> Clip[Scene, Frame]:
    """Out of the gate towards the viewer, large and still for a moment, then to its tent."""
    resting = tuple(sprites(plan, scene))
    _top, _right, front, left = pyramid_corners(plan.pyramid)
    gate = left + (front - left) * 0.6
    unit, goal = plan.court_unit, plan.die(roll.camel)
    start = QPointF(gate.x(), gate.y() - 8 * unit)
    stage = _stage(plan)
    large = DIE_LARGE * unit / goal.width()
    tumble_ms = DRUM_MS if roll.drum else TUMBLE_MS
    length_ms = tumble_ms + READ_MS + AWAY_MS
    tumbled, shown = tumble_ms / length_ms, 1 - AWAY_MS / length_ms
    leaps, turns, flips = (5.5, 2160, 27) if roll.drum else (2.5, 900, 11)
    drum = drum_roll(plan, scene, stage=stage) if roll.drum else lambda _share: None
    way = 1.0 if goal.center().x() >= start.x() else -1.0

    def frame(share: float) -> Frame:
        turn, shine, pips = 0.0, 0.0, roll.pips
        if share < tumbled:
            part = share / tumbled
            run = 1 - (1 - part) ** 1.7
            bounces = abs(math.cos(math.pi * (0.5 + leaps * part))) * (1 - part) ** 1.1
            centre = between(start, stage, run) - QPointF(0, 70 * unit * bounces)
            size, turn = lerp(0.5, large, run), -way * turns * (1 - run)
            if part < 0.82:
                pips = 1 + int(part * flips) % 3
        elif share < shown:
            part = (share - tumbled) / (shown - tumbled)
            centre, shine = stage, math.sin(math.pi * part)
            size = large * (1 + 0.06 * shine)
        else:
            part = ease((share - shown) / (1 - shown))
            centre, size = between(stage, goal.center(), part), lerp(large, 1.0, part)
        box = QRectF(0, 0, goal.width() * size, goal.height() * size)
        box.moveCenter(centre)
        die = Die(roll.camel, pips, box, turn, shine)
        return Frame(sprites=resting, die=die, drum=drum(share))

    return Clip(scene, length_ms, frame)


def _stage(plan: Layout) -> QPointF:
    """The place where a die is read."""
    return plan.pyramid.center() + QPointF(0, 14 * plan.court_unit)


# --- camels -------------------------------------------------------------------------------------


def _drop_clip(plan: Layout, scene: Scene, drop: Drop) -> Clip[Scene, Frame]:
    place = scene.waiting.index(drop.camel)
    rest = replace(scene, waiting="")
    queue = scene.waiting.replace(drop.camel, "")
    there = scene.stack(drop.space)
    stops = [
        Stop(plan.queue[place], plan.camel_scale, plan.queue_forward[place], 0.0, 0, 0.0),
        *(
            stop(plan, space, 1, there=there if space == drop.space else None)
            for space in range(1, drop.space + 1)
        ),
    ]
    left = after(scene, drop)
    grown = plan.stack_scale(drop.space, len(there) + 1)

    def frame(share: float) -> Frame:
        if share >= 1:
            return Frame(sprites=tuple(sprites(plan, left)))
        out = []
        for sprite in sprites(plan, rest):
            if there and sprite.foot == plan.stack_foot(drop.space):
                late = ease(max(0.0, share * 3 - 2))
                sprite = replace(sprite, scale=lerp(sprite.scale, grown, late))
            out.append(sprite)
        for index, camel in enumerate(queue):
            old = index + (1 if index >= place else 0)
            foot = between(plan.queue[old], plan.queue[index], ease(share))
            forward = plan.queue_forward[old if share < 0.5 else index]
            out.append(Sprite(camel, foot, plan.camel_scale, forward))
        out.append(hopping(drop.camel, stops, share))
        return Frame(sprites=tuple(sorted(out, key=lambda sprite: sprite.foot.y())))

    return Clip(rest, sum(each.ms for each in stops) + SETTLE_MS, frame)
