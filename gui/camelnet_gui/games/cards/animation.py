"""Motions as pure functions of time: which camels and cards are where, so many milliseconds in.

A motion becomes a `Clip`: the scene that rests while it plays, its length, and a function from a
share of its time (0 to 1) to a `Frame`. No timer lives here; the board asks for frames.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from camelnet_gui.art.stack import Sprite
from camelnet_gui.art.walk import Route, Stop, between, ease, lerp, walk
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.finish_show import FINISH_MS
from camelnet_gui.games.cards.geometry import Layout
from camelnet_gui.games.cards.painting import sprites
from camelnet_gui.games.cards.scene import (
    CardUp,
    Finish,
    Flash,
    Motion,
    Scene,
    Storm,
    Walk,
    after,
    without,
)

CARD_MS = 1150  # a card's way from the deck to those seen, with the time to read it
BRISK_MS = 420  # of one that moves nobody
STORM_MS = 800
FLASH_MS = 420
RISE, TURN, READ = 0.24, 0.42, 0.7  # shares of CARD_MS by which it is up, face up, read


@dataclass(frozen=True, slots=True)
class Flying:
    """A race card in the air; `width` is the share of it that one sees while it turns."""

    face: str
    up: bool
    box: QRectF
    width: float


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of the animation, without the resting scene's ground and table."""

    sprites: tuple[Sprite, ...]  # all camels, those farther off first
    card: Flying | None = None
    turning: tuple[int, ...] = ()  # track cards in the air
    turn: float = 0.0  # how far they are turned, 0 to 1
    flash: tuple[str, ...] = ()  # places lit up
    strength: float = 0.0  # how brightly, 0 to 1
    first: str | None = None  # the camel that won, while the show of it goes on
    show: float = 0.0  # how far that is, 0 to 1


def clip(plan: Layout, scene: Scene, motion: Motion) -> Clip:
    """The clip of a motion that starts from a scene."""
    still = replace(scene, picks=frozenset(), chosen=None)
    match motion:
        case CardUp():
            return _card_clip(plan, still, motion)
        case Walk():
            return _walk_clip(plan, still, motion)
        case Storm():
            return _storm_clip(plan, still, motion)
        case Finish(camel):
            standing = tuple(sprites(plan, still))
            return Clip(still, FINISH_MS, lambda share: Frame(standing, first=camel, show=share))
        case Flash(places):
            resting = tuple(sprites(plan, still))
            lit = tuple(place for place in places if place in plan.places)

            def frame(share: float) -> Frame:
                return Frame(resting, flash=lit, strength=math.sin(math.pi * share))

            return Clip(still, FLASH_MS, frame)


def _card_clip(plan: Layout, scene: Scene, card: CardUp) -> Clip:
    """Out of the deck or a hand onto the stage, over, and to the cards seen."""
    left = after(scene, card)
    rest = replace(left, seen=scene.seen)
    resting = tuple(sprites(plan, scene))
    camel, value = card.face[0], int(card.face[1])
    goal = plan.seen_box(card.face, scene.seen_of(camel, value))
    start = plan.deck
    if card.source == "hand":
        start = plan.hand if card.mine else plan.guest_hand

    def frame(share: float) -> Frame:
        if share >= 1:
            return Frame(resting)
        if share < READ:
            box = _box_between(start, plan.stage, ease(min(1.0, share / RISE)))
        else:
            box = _box_between(plan.stage, goal, ease((share - READ) / (1 - READ)))
        known = card.mine and card.source == "hand" and bool(scene.hand)
        if known:  # its owner sees the face all the time
            return Frame(resting, Flying(card.face, True, box, 1.0))
        turned = min(1.0, max(0.0, (share - RISE) / (TURN - RISE)))
        width = abs(math.cos(math.pi * turned))
        return Frame(resting, Flying(card.face, turned > 0.5, box, max(0.02, width)))

    return Clip(rest, BRISK_MS if card.brisk else CARD_MS, frame)


def _box_between(start: QRectF, end: QRectF, share: float) -> QRectF:
    box = QRectF(
        0,
        0,
        lerp(start.width(), end.width(), share),
        lerp(start.height(), end.height(), share),
    )
    box.moveCenter(between(start.center(), end.center(), share))
    return box


def _walk_clip(plan: Layout, scene: Scene, motion: Walk) -> Clip:
    rest = without(scene, motion.unit)
    beyond = scene.last + 1
    path = (*range(motion.start + 1, min(motion.landing, beyond) + 1), *motion.bounces)
    bounces = len(motion.bounces)
    if motion.end >= beyond and not bounces:
        bounces = 1
    origin = None
    if motion.start == 0:
        origin = Stop(plan.spots[motion.unit[0]], plan.camel_scale, 1, 0.0, 0, 0.0)
    route = Route(
        unit=motion.unit,
        start=motion.start,
        path=tuple(min(space, beyond) for space in path),
        bounces=bounces,
        crosses=motion.end >= beyond,
        below=rest.stack(motion.start),
        there=rest.stack(motion.end) if motion.end < beyond else "",
        under=motion.under,
    )
    end = sprites(plan, after(scene, motion))
    length_ms, camels = walk(plan, route, rest=sprites(plan, rest), end=end, origin=origin)
    return Clip(rest, length_ms, lambda share: Frame(camels(share)))


def _storm_clip(plan: Layout, scene: Scene, motion: Storm) -> Clip:
    rest = replace(scene, turning=frozenset(motion.turned))
    resting = tuple(sprites(plan, scene))
    return Clip(
        rest, STORM_MS, lambda share: Frame(resting, turning=motion.turned, turn=ease(share))
    )


def lifted(centre: QPointF, turn: float, unit: float) -> QPointF:
    """The middle of a turning track card, which rises while it stands on its edge."""
    return centre - QPointF(0, math.sin(math.pi * turn) * 22 * unit)
