"""The graphics items of a board besides its camels: a card in the air, track cards that turn over,
the pack that is shuffled, and ladders."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.palette import Palette, faded, palette
from camelnet_gui.art.shapes import rounded, sized_font, soft_shadow
from camelnet_gui.games.cards.animation import Flying, lifted
from camelnet_gui.games.cards.art.cards import GOLD, PAPER, paint_back, paint_face
from camelnet_gui.games.cards.geometry import Layout
from camelnet_gui.games.cards.painting import keep, paint_card_of_track, plan_of
from camelnet_gui.games.cards.scene import Scene, ShuffleScene, Storm, after
from camelnet_gui.style.words import shuffling_words

PACK = 8  # cards in the air while the pack is shuffled


class CardItem(QGraphicsItem):
    """A race card in the air."""

    def __init__(self) -> None:
        super().__init__()
        self._card: Flying | None = None
        self._stage = QRectF()
        self._dark = False

    def show_card(self, card: Flying | None, stage: QRectF, *, dark: bool) -> None:
        """`stage`: where it is shown largest; so its picture is painted."""
        if card == self._card:
            return
        self.prepareGeometryChange()
        self._card, self._stage, self._dark = card, stage, dark
        self.update()

    def boundingRect(self) -> QRectF:
        return self._card.box.adjusted(-12, -12, 12, 16) if self._card else QRectF()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        card = self._card
        if card is None:
            return
        stage = self._stage
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(card.box.center())
        share = card.box.height() / stage.height()
        painter.scale(card.width * share, share)
        painter.translate(-stage.center())
        margin = stage.height() * 0.08
        room = stage.adjusted(-margin, -margin, margin, margin)
        key = f"flying card {card.face if card.up else ''} {self._dark}"
        keep(painter, key, room, self._paint_card)
        painter.restore()

    def _paint_card(self, painter: QPainter) -> None:
        """The card as it is on the stage, where it is largest."""
        card, stage = self._card, self._stage
        assert card is not None
        shade = stage.height() / 75
        soft_shadow(painter, rounded(stage, 5 * shade), shade, palette(self._dark))
        if card.up:
            paint_face(painter, card.face, stage)
        else:
            paint_back(painter, stage)


class StormItem(QGraphicsItem):
    """Track cards that turn over to their sandstorm side."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Layout | None = None
        self._scene = Scene()
        self._turn = 0.0
        self._cards: tuple[int, ...] = ()

    def show_turning(self, plan: Layout, scene: Scene, cards: tuple[int, ...], turn: float) -> None:
        """`scene`: as it was before; `turn`: how far, 0 to 1."""
        if (cards, turn) == (self._cards, self._turn) and plan is self._plan:
            return
        self.prepareGeometryChange()
        self._plan, self._scene, self._cards, self._turn = plan, scene, cards, turn
        self.update()

    def boundingRect(self) -> QRectF:
        box = QRectF()
        for index in self._cards:
            if self._plan:
                box = box.united(self._plan.cards[index].path.boundingRect())
        margin = 40 * self._plan.unit if self._plan else 0.0
        return box.adjusted(-margin, -margin, margin, margin) if self._cards else box

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        plan, scene = self._plan, self._scene
        if plan is None or not self._cards:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = self._turn > 0.5
        if over:
            scene = after(scene, Storm(self._cards))
            plan = plan_of(round(plan.width), round(plan.height), scene)
        height = max(0.02, abs(math.cos(math.pi * self._turn)))
        for index in self._cards:
            card = plan.cards[index]
            painter.save()
            painter.translate(lifted(card.centre, self._turn, plan.unit))
            painter.rotate(card.angle)
            painter.scale(1, height)
            painter.rotate(-card.angle)
            painter.translate(-card.centre)
            paint_card_of_track(painter, plan, scene, index)
            painter.restore()


class ShuffleItem(QGraphicsItem):
    """The pack in everybody's hands: cards that change sides, and how far it is."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Layout | None = None
        self._shuffle: ShuffleScene | None = None
        self._phase = 0.0
        self._dark = False
        self._font = QFont()

    def show_shuffle(
        self,
        plan: Layout,
        shuffle: ShuffleScene | None,
        *,
        phase: float,
        dark: bool,
        font: QFont,
    ) -> None:
        """`phase`: the moment of the show, which repeats from 1 on."""
        now = (shuffle, phase, dark)
        if plan is self._plan and now == (self._shuffle, self._phase, self._dark):
            return
        self.prepareGeometryChange()
        self._plan, self._shuffle, self._phase = plan, shuffle, phase
        self._dark, self._font = dark, font
        self.update()

    def boundingRect(self) -> QRectF:
        if self._plan is None or self._shuffle is None:
            return QRectF()
        return self._plan.pack.adjusted(-8, -8, 8, 8)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._plan and self._shuffle:
            painter.setFont(self._font)
            paint_shuffle(painter, self._plan, self._shuffle, self._phase, palette(self._dark))


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
