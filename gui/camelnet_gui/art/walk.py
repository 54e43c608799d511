"""The walk of camels: hop by hop along a track, up onto others or underneath them. Pure functions
of time; no timer lives here.

A unit touches down at *stops*; between them it hops. While it arrives, the stack that it joins
gives way: smaller when it gets taller, lifted when the unit slips beneath.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QPointF

from camelnet_gui.art import camel as camel_art
from camelnet_gui.art.stack import Sprite

HOP_MS = 180  # one space
BOUNCE_MS = 220  # off something that lies there
CROSS_MS = 520  # across the line, while everybody holds their breath
SETTLE_MS = 60  # before the next motion
CLIMB = 0.22  # the share of a hop in which a camel gets up or sits down


class Ground(Protocol):
    """The places of stacks on a board; spaces are numbers, also those beyond the line."""

    @property
    def camel_scale(self) -> float: ...
    def stack_foot(self, space: int) -> QPointF: ...
    def stack_scale(self, space: int, count: int) -> float: ...
    def forward(self, space: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Stop:
    """A point where a unit touches down between hops."""

    foot: QPointF
    scale: float
    forward: int
    base: float  # the height on which it rests, in pixels; 0 on the ground
    ms: int  # the time of the hop that leads here
    height: float  # of that hop, in pixels


@dataclass(frozen=True, slots=True)
class Route:
    """A unit's way along the track."""

    unit: str  # bottom to top
    start: int
    path: tuple[int, ...]  # the spaces it touches; on the last it stays
    bounces: int  # so many of the last hops are longer: off a tile, or across the line
    crosses: bool  # the last one goes across the line
    below: str  # whom it leaves where it started
    there: str  # who stands where it ends
    under: bool  # it slips beneath them


def ease(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)


def lerp(start: float, end: float, share: float) -> float:
    return start + (end - start) * share


def between(start: QPointF, end: QPointF, share: float) -> QPointF:
    return start + (end - start) * share


def walk(
    ground: Ground,
    route: Route,
    *,
    rest: Sequence[Sprite],
    end: Sequence[Sprite],
    origin: Stop | None = None,
) -> tuple[int, Callable[[float], tuple[Sprite, ...]]]:
    """The length in milliseconds, and all camels after a share of it, those farther off first.

    `rest`: the camels without the unit, at rest; `end`: all of them afterwards; `origin`: where
    the unit stands, if that is not on a space of the track.
    """
    crew, below = len(route.unit), len(route.below)
    before = below + crew
    start, goal = route.start, route.path[-1]
    stops = [origin or _origin(ground, route)]
    for index, space in enumerate(route.path):
        last = index == len(route.path) - 1
        bounced = index >= len(route.path) - route.bounces
        stops.append(
            stop(
                ground,
                space,
                crew,
                there=route.there if last else None,
                under=route.under,
                bounced=bounced,
                crosses=last and route.crosses,
            )
        )
    grown = len(route.there) + crew

    def others(share: float) -> list[Sprite]:
        """All camels that stay, with the stacks at both ends giving way."""
        out = []
        for sprite in rest:
            if below and goal != start and sprite.foot == ground.stack_foot(start):
                scale = lerp(ground.stack_scale(start, before), sprite.scale, min(1.0, share * 4))
                sprite = replace(sprite, scale=scale)
            if route.there and sprite.foot == ground.stack_foot(goal):
                late = ease(max(0.0, share * 3 - 2))
                scale = lerp(sprite.scale, ground.stack_scale(goal, grown), late)
                sprite = replace(sprite, scale=scale)
                if route.under and late > 0:
                    lift = lerp(camel_art.SEATED, camel_art.base_of(crew), late) * scale
                    sprite = replace(sprite, lift=lift, seated=True)
            out.append(sprite)
        return out

    def frame(share: float) -> tuple[Sprite, ...]:
        if share >= 1:
            return tuple(end)
        mover = hopping(route.unit, stops, share)
        crowd = [(sprite.foot.y(), index, sprite) for index, sprite in enumerate(others(share))]
        slipping = route.under and share > 0.5  # it goes beneath only as it comes back
        crowd.append((mover.foot.y(), -1 if slipping else len(crowd), mover))
        return tuple(sprite for _y, _index, sprite in sorted(crowd, key=lambda c: c[:2]))

    return sum(stop.ms for stop in stops) + SETTLE_MS, frame


def _origin(ground: Ground, route: Route) -> Stop:
    below = len(route.below)
    scale = ground.stack_scale(route.start, below + len(route.unit))
    foot, forward = ground.stack_foot(route.start), ground.forward(route.start)
    return Stop(foot, scale, forward, camel_art.base_of(below) * scale, 0, 0.0)


def stop(
    ground: Ground,
    space: int,
    crew: int,
    *,
    there: str | None = None,
    under: bool = False,
    bounced: bool = False,
    crosses: bool = False,
) -> Stop:
    """The stop of a unit of `crew` on a space; `there`: the stack that stands there, where it
    stays."""
    scale = ground.stack_scale(space, crew)
    base = 0.0
    if there is not None:
        scale = ground.stack_scale(space, crew + len(there))
        base = 0.0 if under else camel_art.base_of(len(there)) * scale
    return Stop(
        ground.stack_foot(space),
        scale,
        ground.forward(space),
        base,
        CROSS_MS if crosses else BOUNCE_MS if bounced else HOP_MS,
        ground.camel_scale * 26 * (1.5 if bounced else 1.0) + base * 0.35,
    )


def hopping(camels: str, stops: list[Stop], share: float) -> Sprite:
    """The unit on its way along stops; the time to settle comes after the last."""
    total = sum(stop.ms for stop in stops)
    clock = min(total, share * (total + SETTLE_MS))
    for index, (start, end) in enumerate(pairwise(stops)):
        if clock <= end.ms or index == len(stops) - 2:
            return _hop(camels, start, end, min(1.0, clock / end.ms), index)
        clock -= end.ms
    raise AssertionError("a walk has at least one hop")


def _hop(camels: str, start: Stop, end: Stop, share: float, index: int) -> Sprite:
    scale = lerp(start.scale, end.scale, share)
    foot = between(start.foot, end.foot, ease(share) * 0.5 + share * 0.5)
    # The body's height, as if it stood: a couched camel's body is lower by SEATED.
    sunk = camel_art.SEATED * scale
    low = start.base - sunk if start.base else 0.0
    high = end.base - sunk if end.base else 0.0
    body = lerp(low, high, ease(share)) + end.height * 4 * share * (1 - share)
    seated = bool(start.base and share < CLIMB) or bool(end.base and share > 1 - CLIMB)
    forward = start.forward if share < 0.5 else end.forward
    gait: camel_art.Gait = "stand"
    if 0.1 < share < 0.9:
        gait = "pass" if (share > 0.5) != bool(index % 2) else "stride"
    lift = max(0.0, body + sunk if seated else body)
    return Sprite(camels, foot, scale, forward, gait, lift, seated)
