"""The motions of cards, and of camels from the start; see `games.camels.animation`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from camelnet_gui.art.walk import Stop, between, ease, lerp
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.camels.animation import RaceFrame, still_clip, walk_clip
from camelnet_gui.games.camels.drum_roll import drum_roll
from camelnet_gui.games.camels.scene import Finish, Flash, Walk
from camelnet_gui.games.cards.geometry import Layout
from camelnet_gui.games.cards.painting import sprites
from camelnet_gui.games.cards.scene import CardUp, Motion, Scene, Storm, after, gone

CARD_MS = 1150  # a card's way from the deck to those seen, with the time to read it
DRUM_MS = 2400  # the same, while everybody holds their breath
BRISK_MS = 420  # of one that moves nobody
STORM_MS = 800
RISE, TURN, READ = 0.24, 0.42, 0.7  # shares of CARD_MS by which it is up, face up, read


@dataclass(frozen=True, slots=True)
class Flying:
    """A race card in the air; `width` is the share of it that one sees while it turns."""

    face: str
    up: bool
    box: QRectF
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame(RaceFrame):
    card: Flying | None = None
    turning: tuple[int, ...] = ()  # track cards in the air
    turn: float = 0.0  # how far they are turned, 0 to 1


def clip(plan: Layout, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
    """The clip of a motion that starts from a scene."""
    still = replace(scene, picks=frozenset(), chosen=None)
    match motion:
        case CardUp():
            return _card_clip(plan, still, motion)
        case Walk():
            rest = gone(still, motion.unit)
            return walk_clip(
                Frame,
                plan,
                rest,
                motion,
                standing=sprites(plan, rest),
                end=sprites(plan, after(still, motion)),
                stage=plan.stage.center(),
                origin=None if motion.start else _at_start(plan, motion.unit[0]),
            )
        case Storm(turned):
            rest = replace(still, turning=frozenset(turned))
            resting = tuple(sprites(plan, still))
            return Clip(
                rest,
                STORM_MS,
                lambda share: Frame(sprites=resting, turning=turned, turn=ease(share)),
            )
        case Finish() | Flash():
            return still_clip(Frame, plan, still, sprites(plan, still), motion)


def _at_start(plan: Layout, camel: str) -> Stop:
    return Stop(plan.spots[camel], plan.camel_scale, 1, 0.0, 0, 0.0)


def _card_clip(plan: Layout, scene: Scene, card: CardUp) -> Clip[Scene, Frame]:
    """Out of the deck or a hand onto the stage, over, and to the cards seen."""
    left = after(scene, card)
    rest = replace(left, seen=scene.seen)
    resting = tuple(sprites(plan, scene))
    camel, value = card.face[0], int(card.face[1])
    goal = plan.seen_box(card.face, scene.seen_of(camel, value))
    drum = drum_roll(plan, scene, stage=plan.stage.center()) if card.drum else lambda _share: None
    start = plan.deck
    if card.source == "hand":
        start = plan.hand if card.mine else plan.guest_hand

    def frame(share: float) -> Frame:
        if share >= 1:
            return Frame(sprites=resting, drum=drum(share))
        if share < READ:
            box = _box_between(start, plan.stage, ease(min(1.0, share / RISE)))
        else:
            box = _box_between(plan.stage, goal, ease((share - READ) / (1 - READ)))
        known = card.mine and card.source == "hand" and bool(scene.hand)
        if known:  # its owner sees the face all the time
            flying = Flying(card.face, True, box, 1.0)
            return Frame(sprites=resting, card=flying, drum=drum(share))
        turned = min(1.0, max(0.0, (share - RISE) / (TURN - RISE)))
        width = abs(math.cos(math.pi * turned))
        flying = Flying(card.face, turned > 0.5, box, max(0.02, width))
        return Frame(sprites=resting, card=flying, drum=drum(share))

    usual_ms = BRISK_MS if card.brisk else CARD_MS
    return Clip(rest, DRUM_MS if card.drum else usual_ms, frame)


def _box_between(start: QRectF, end: QRectF, share: float) -> QRectF:
    box = QRectF(
        0,
        0,
        lerp(start.width(), end.width(), share),
        lerp(start.height(), end.height(), share),
    )
    box.moveCenter(between(start.center(), end.center(), share))
    return box


def lifted(centre: QPointF, turn: float, unit: float) -> QPointF:
    """The middle of a turning track card, which rises while it stands on its edge."""
    return centre - QPointF(0, math.sin(math.pi * turn) * 22 * unit)
