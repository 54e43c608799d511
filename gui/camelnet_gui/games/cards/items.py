"""The moving parts of a board besides its camels: a card in the air, track cards that turn over,
the pack that is shuffled."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from camelnet_gui.art.palette import Palette, faded, palette
from camelnet_gui.art.shapes import rounded, sized_font, soft_shadow
from camelnet_gui.games.camels.state_item import StateItem
from camelnet_gui.games.cards.animation import Flying, lifted
from camelnet_gui.games.cards.art.cards import GOLD, PAPER, paint_back, paint_face
from camelnet_gui.games.cards.geometry import Layout
from camelnet_gui.games.cards.painting import keep, paint_card_of_track, plan_of
from camelnet_gui.games.cards.scene import Scene, ShuffleScene, Storm, after
from camelnet_gui.style.words import shuffling_words

PACK = 8  # cards in the air while the pack is shuffled


@dataclass(frozen=True, slots=True)
class CardShow:
    """A race card in the air. Its picture is painted as on the stage, where it is largest."""

    card: Flying
    stage: QRectF
    dark: bool


def card_item() -> StateItem[CardShow]:
    return StateItem(lambda show: show.card.box.adjusted(-12, -12, 12, 16), _paint_card)


def _paint_card(painter: QPainter, show: CardShow) -> None:
    card, stage = show.card, show.stage
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(card.box.center())
    share = card.box.height() / stage.height()
    painter.scale(card.width * share, share)
    painter.translate(-stage.center())
    margin = stage.height() * 0.08
    room = stage.adjusted(-margin, -margin, margin, margin)

    def on_stage(inner: QPainter) -> None:
        shade = stage.height() / 75
        soft_shadow(inner, rounded(stage, 5 * shade), shade, palette(show.dark))
        if card.up:
            paint_face(inner, card.face, stage)
        else:
            paint_back(inner, stage)

    keep(painter, f"flying card {card.face if card.up else ''} {show.dark}", room, on_stage)
    painter.restore()


@dataclass(frozen=True, slots=True)
class StormShow:
    """Track cards that turn over to their sandstorm side."""

    plan: Layout
    scene: Scene  # as it was before
    cards: tuple[int, ...]
    turn: float  # how far, 0 to 1


def storm_item() -> StateItem[StormShow]:
    return StateItem(_storm_bounds, _paint_storm)


def _storm_bounds(show: StormShow) -> QRectF:
    box, margin = QRectF(), 40 * show.plan.unit
    for index in show.cards:
        box = box.united(show.plan.cards[index].path.boundingRect())
    return box.adjusted(-margin, -margin, margin, margin)


def _paint_storm(painter: QPainter, show: StormShow) -> None:
    plan, scene = show.plan, show.scene
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if show.turn > 0.5:
        scene = after(scene, Storm(show.cards))
        plan = plan_of(round(plan.width), round(plan.height), scene)
    height = max(0.02, abs(math.cos(math.pi * show.turn)))
    for index in show.cards:
        card = plan.cards[index]
        painter.save()
        painter.translate(lifted(card.centre, show.turn, plan.unit))
        painter.rotate(card.angle)
        painter.scale(1, height)
        painter.rotate(-card.angle)
        painter.translate(-card.centre)
        paint_card_of_track(painter, plan, scene, index)
        painter.restore()


@dataclass(frozen=True, slots=True)
class ShuffleShow:
    """The pack in everybody's hands: cards that change sides, and how far it is."""

    plan: Layout
    shuffle: ShuffleScene
    phase: float  # the moment of the show, which repeats from 1 on
    dark: bool


def shuffle_item() -> StateItem[ShuffleShow]:
    return StateItem(
        lambda show: show.plan.pack.adjusted(-8, -8, 8, 8),
        lambda painter, show: paint_shuffle(
            painter, show.plan, show.shuffle, show.phase, palette(show.dark)
        ),
    )


def paint_shuffle(
    painter: QPainter, plan: Layout, shuffle: ShuffleScene, phase: float, tone: Palette
) -> None:
    """The pack at a moment of its shuffling, above a bar and words."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit, room = plan.unit, plan.pack
    wide, high = 50 * unit, 70 * unit
    middle = QPointF(room.center().x(), room.top() + 8 * unit + high / 2)
    apart = 46 * unit
    for index in range(PACK):
        share = (phase + index / PACK) % 1.0
        swing = (1 - math.cos(math.tau * share)) / 2  # there and back
        arc = math.sin(math.tau * share)
        at = middle + QPointF((swing * 2 - 1) * apart, -arc * 9 * unit + index * 0.8 * unit)
        painter.save()
        painter.translate(at)
        painter.rotate((swing - 0.5) * 14)
        box = QRectF(-wide / 2, -high / 2, wide, high)
        soft_shadow(painter, rounded(box, 5 * unit), 0.6 * unit, tone)
        paint_back(painter, box)
        painter.restore()
    bar = QRectF(room.left() + 6 * unit, middle.y() + high / 2 + 14 * unit, 0, 9 * unit)
    bar.setRight(room.right() - 6 * unit)
    painter.fillPath(rounded(bar, bar.height() / 2), QColor(PAPER))
    done = QRectF(bar)
    done.setWidth(max(bar.height(), bar.width() * shuffle.done / max(1, shuffle.total)))
    painter.fillPath(rounded(done, bar.height() / 2), GOLD)
    painter.strokePath(rounded(bar, bar.height() / 2), QPen(faded(tone.ink, 0.7), 1.2))
    painter.setFont(sized_font(painter, 12.5 * unit))
    painter.setPen(tone.ink)
    text = QRectF(room.left(), bar.bottom() + 4 * unit, room.width(), room.bottom() - bar.bottom())
    align = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    words = shuffling_words(anew=shuffle.anew)
    painter.drawText(text, int(align) | int(Qt.TextFlag.TextWordWrap), words)
