"""Motions as pure functions of time: which camels and dice are where, so many milliseconds in.

A motion becomes a `Clip`: the scene that rests while it plays, its length, and a function from a
share of its time (0 to 1) to a `Frame`. No timer lives here; the board asks for frames.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF

from camelnet_gui.art import camel as camel_art
from camelnet_gui.games.camelup.geometry import Layout, pyramid_corners
from camelnet_gui.games.camelup.painting import Sprite, sprites
from camelnet_gui.games.camelup.scene import (
    BEYOND,
    DieRoll,
    Drop,
    Flash,
    Motion,
    Scene,
    Walk,
    after,
)

DIE_MS = 440  # a die's way from the gate to its tent
HOP_MS = 180  # one space
BOUNCE_MS = 220  # off a desert tile, or beyond the line
SETTLE_MS = 60  # before the next motion
FLASH_MS = 420
FAST = 3.0  # how many times faster "fast" is
CLIMB = 0.22  # the share of a hop in which a camel gets up or sits down


@dataclass(frozen=True, slots=True)
class Die:
    """A die in the air."""

    camel: str
    pips: int
    box: QRectF
    turn: float  # degrees


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen at one moment, besides the resting scene's ground and tiles."""

    sprites: tuple[Sprite, ...]  # all camels, those farther off first
    die: Die | None = None
    flash: tuple[str, ...] = ()  # places lit up
    strength: float = 0.0  # how brightly, 0 to 1


@dataclass(frozen=True, slots=True)
class Clip:
    """One motion, ready to play."""

    rest: Scene  # painted below while it plays
    length_ms: int
    frame: Callable[[float], Frame]


def clip(plan: Layout, scene: Scene, motion: Motion) -> Clip:
    """The clip of a motion that starts from a scene."""
    still = replace(scene, picks=frozenset(), chosen=None)
    match motion:
        case DieRoll():
            return _die_clip(plan, still, motion)
        case Drop():
            return _drop_clip(plan, still, motion)
        case Walk():
            return _walk_clip(plan, still, motion)
        case Flash(places):
            resting = tuple(sprites(plan, still))
            return Clip(
                still,
                FLASH_MS,
                lambda share: Frame(resting, None, places, math.sin(math.pi * share)),
            )


def _ease(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def _lerp(start: float, end: float, share: float) -> float:
    return start + (end - start) * share


def _between(start: QPointF, end: QPointF, share: float) -> QPointF:
    return start + (end - start) * share


# --- dice ---------------------------------------------------------------------------------------


def _die_clip(plan: Layout, scene: Scene, roll: DieRoll) -> Clip:
    resting = tuple(sprites(plan, scene))
    _top, _right, front, left = pyramid_corners(plan.pyramid)
    gate = left + (front - left) * 0.6
    goal = plan.die(roll.camel)
    start = QPointF(gate.x(), gate.y() - 8 * plan.court_unit)

    def frame(share: float) -> Frame:
        run = 1 - (1 - share) ** 1.7
        centre = _between(start, goal.center(), run)
        bounces = abs(math.cos(math.pi * (0.5 + 2.5 * share))) * (1 - share) ** 1.2
        centre -= QPointF(0, 34 * plan.court_unit * bounces)
        size = _lerp(0.55, 1.0, min(1.0, share * 2.2))
        box = QRectF(0, 0, goal.width() * size, goal.height() * size)
        box.moveCenter(centre)
        way = 1.0 if goal.center().x() >= start.x() else -1.0
        turn = -way * 540 * (1 - run) if share < 1 else 0.0
        return Frame(resting, Die(roll.camel, roll.pips, box, turn))

    return Clip(scene, DIE_MS, frame)


# --- camels -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where a unit touches down between hops."""

    foot: QPointF
    scale: float
    forward: int
    base: float  # the height on which it rests, in pixels; 0 on the ground
    ms: int  # the time of the hop that leads here
    height: float  # of that hop, in pixels


def _walk_clip(plan: Layout, scene: Scene, walk: Walk) -> Clip:
    left = after(scene, walk)
    crew = len(walk.unit)
    before = scene.stack(walk.start)
    below = len(before) - crew
    rest = _without(scene, walk.unit)
    there = rest.stack(walk.end) if walk.end < BEYOND else ""
    arc = plan.camel_scale * 26
    stops = [
        _Stop(
            plan.stack_foot(walk.start),
            plan.stack_scale(walk.start, len(before)),
            plan.forward(walk.start),
            camel_art.base_of(below) * plan.stack_scale(walk.start, len(before)),
            0,
            0.0,
        )
    ]
    path = list(range(walk.start + 1, min(walk.landing, BEYOND) + 1))
    if walk.tile is not None:
        path.append(walk.end)
    for index, space in enumerate(path):
        last = index == len(path) - 1
        bounced = walk.tile is not None and last
        stops.append(_stop(plan, space, crew, last, there, walk.under, bounced, arc))
    grown = len(there) + crew

    def others(share: float) -> list[Sprite]:
        """All camels that stay, with the stacks at both ends giving way."""
        out = []
        for sprite in sprites(plan, rest):
            if sprite.foot == plan.stack_foot(walk.start) and below > 0 and walk.end != walk.start:
                sprite = replace(
                    sprite,
                    scale=_lerp(
                        plan.stack_scale(walk.start, len(before)), sprite.scale, min(1.0, share * 4)
                    ),
                )
            if there and walk.end < BEYOND and sprite.foot == plan.stack_foot(walk.end):
                late = _ease(max(0.0, share * 3 - 2))
                scale = _lerp(sprite.scale, plan.stack_scale(walk.end, grown), late)
                sprite = replace(sprite, scale=scale)
                if walk.under and late > 0:
                    floor = camel_art.SEATED
                    lift = _lerp(floor, camel_art.base_of(crew), late) * scale
                    sprite = replace(sprite, lift=lift, seated=True)
            out.append(sprite)
        return out

    def frame(share: float) -> Frame:
        if share >= 1:
            return Frame(tuple(sprites(plan, left)))
        mover = _hopping(walk.unit, stops, share)
        crowd = [(sprite.foot.y(), index, sprite) for index, sprite in enumerate(others(share))]
        slipping = walk.under and share > 0.5  # it goes beneath only as it comes back
        crowd.append((mover.foot.y(), -1 if slipping else len(crowd), mover))
        return Frame(tuple(sprite for _y, _index, sprite in sorted(crowd, key=lambda c: c[:2])))

    return Clip(rest, sum(stop.ms for stop in stops) + SETTLE_MS, frame)


def _stop(
    plan: Layout,
    space: int,
    crew: int,
    last: bool,
    there: str,
    under: bool,
    bounced: bool,
    arc: float,
) -> _Stop:
    scale = plan.stack_scale(space, crew)
    base = 0.0
    if last:
        scale = plan.stack_scale(space, crew + len(there))
        base = 0.0 if under else camel_art.base_of(len(there)) * scale
    far = bounced or space >= BEYOND
    return _Stop(
        plan.stack_foot(space),
        scale,
        plan.forward(space),
        base,
        BOUNCE_MS if far else HOP_MS,
        arc * (1.5 if far else 1.0) + base * 0.35,
    )


def _without(scene: Scene, camels: str) -> Scene:
    """The scene without some camels of its stacks."""
    stacks = tuple(
        (space, rest)
        for space, stack in scene.stacks
        if (rest := "".join(camel for camel in stack if camel not in camels))
    )
    return replace(scene, stacks=stacks)


def _hopping(camels: str, stops: list[_Stop], share: float) -> Sprite:
    """The unit on its way along stops; the time to settle comes after the last."""
    total = sum(stop.ms for stop in stops)
    clock = min(total, share * (total + SETTLE_MS))
    for index, (start, end) in enumerate(pairwise(stops)):
        if clock <= end.ms or index == len(stops) - 2:
            return _hop(camels, start, end, min(1.0, clock / end.ms), index)
        clock -= end.ms
    raise AssertionError("a walk has at least one hop")


def _hop(camels: str, start: _Stop, end: _Stop, share: float, index: int) -> Sprite:
    scale = _lerp(start.scale, end.scale, share)
    foot = _between(start.foot, end.foot, _ease(share) * 0.5 + share * 0.5)
    # The body's height, as if it stood: a couched camel's body is lower by SEATED.
    sunk = camel_art.SEATED * scale
    low = start.base - sunk if start.base else 0.0
    high = end.base - sunk if end.base else 0.0
    body = _lerp(low, high, _ease(share)) + end.height * 4 * share * (1 - share)
    seated = bool(start.base and share < CLIMB) or bool(end.base and share > 1 - CLIMB)
    forward = start.forward if share < 0.5 else end.forward
    gait: camel_art.Gait = "stand"
    if 0.1 < share < 0.9:
        gait = "pass" if index % 2 else "stride"
    lift = max(0.0, body + sunk if seated else body)
    return Sprite(camels, foot, scale, forward, gait, lift, seated)


def _drop_clip(plan: Layout, scene: Scene, drop: Drop) -> Clip:
    place = scene.waiting.index(drop.camel)
    rest = replace(scene, waiting="")
    queue = scene.waiting.replace(drop.camel, "")
    there = scene.stack(drop.space)
    arc = plan.camel_scale * 26
    stops = [
        _Stop(plan.queue[place], plan.camel_scale, plan.queue_forward[place], 0.0, 0, 0.0),
        *(
            _stop(plan, space, 1, space == drop.space, there, False, False, arc)
            for space in range(1, drop.space + 1)
        ),
    ]
    left = after(scene, drop)
    grown = plan.stack_scale(drop.space, len(there) + 1)

    def frame(share: float) -> Frame:
        if share >= 1:
            return Frame(tuple(sprites(plan, left)))
        out = []
        for sprite in sprites(plan, rest):
            if there and sprite.foot == plan.stack_foot(drop.space):
                late = _ease(max(0.0, share * 3 - 2))
                sprite = replace(sprite, scale=_lerp(sprite.scale, grown, late))
            out.append(sprite)
        for index, camel in enumerate(queue):
            old = index + (1 if index >= place else 0)
            foot = _between(plan.queue[old], plan.queue[index], _ease(share))
            forward = plan.queue_forward[old if share < 0.5 else index]
            out.append(Sprite(camel, foot, plan.camel_scale, forward))
        out.append(_hopping(drop.camel, stops, share))
        return Frame(tuple(sorted(out, key=lambda sprite: sprite.foot.y())))

    return Clip(rest, sum(stop.ms for stop in stops) + SETTLE_MS, frame)
