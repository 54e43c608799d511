"""Paints a frame of a motion above the resting scene, and the camels that a drag carries."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from camelnet.rules.phrases import signed
from camelnet_gui.art.camel import HEIGHT, paint_silhouette
from camelnet_gui.art.palette import Palette, palette
from camelnet_gui.art.shapes import sized_font
from camelnet_gui.games.plan_item import PlanItem
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.animation import Card, Coin, Fallen, Float, Frame, Sum, Tile, Walker
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.art.lands import paint_land
from camelnet_gui.games.targui.geometry import Layout
from camelnet_gui.games.targui.painting import paint_camel
from camelnet_gui.games.targui.words import volley_words

DARKNESS = 0.62
FALLEN_MAX = 6  # camels that are seen to fall at once


class MovingItem(PlanItem[Layout]):
    """All that moves, in one item as large as the board."""

    def __init__(self) -> None:
        super().__init__()
        self._frame = Frame()
        self._dark = False

    def show_frame(self, plan: Layout, frame: Frame, *, dark: bool) -> None:
        self._frame, self._dark = frame, dark
        self.setVisible(frame != Frame())
        self.show_plan(plan)

    def paint_plan(self, painter: QPainter, plan: Layout) -> None:
        paint_frame(painter, plan, self._frame, palette(self._dark))


def paint_frame(painter: QPainter, plan: Layout, frame: Frame, tone: Palette) -> None:
    if frame.lit:
        _paint_veil(painter, plan, frame)
    for tile in frame.tiles:
        _paint_tile(painter, plan, tile, tone)
    for seat, cell, share in frame.flags:
        box = plan.cells[cell]
        foot = QPointF(box.left() + box.width() * 0.3, box.bottom() - 10 * plan.unit)
        if share > 0:
            tokens.paint_flag(painter, seat, foot, 38 * plan.unit * share, tone)
    for fallen in frame.fallen:
        _paint_fallen(painter, plan, fallen)
    for walker in frame.walkers:
        paint_walker(painter, plan, walker, tone)
    for die in frame.dice:
        tokens.paint_die(painter, die.pips, die.box, die.seat, die.turn)
    for card in frame.cards:
        _paint_card(painter, card, tone)
    for number in frame.floats:
        _paint_float(painter, plan, number)
    for coin in frame.coins:
        _paint_coin(painter, plan, coin)
    for told in frame.sums:
        _paint_sum(painter, plan, told, tone)


def _paint_veil(painter: QPainter, plan: Layout, frame: Frame) -> None:
    """The dark over all but the cells of a battle."""
    night = QPainterPath()
    night.addRect(QRectF(0, 0, plan.width, plan.height))
    for cell in frame.lit:
        night.addRoundedRect(plan.cells[cell], 4, 4)  # even and odd: these stay clear
    veil = QColor(16, 8, 4)
    veil.setAlphaF(DARKNESS * frame.dark)
    painter.fillPath(night, veil)


def paint_walker(painter: QPainter, plan: Layout, walker: Walker, tone: Palette) -> None:
    """A camel with the number of all that go with it."""
    paint_camel(
        painter,
        plan,
        walker.seat,
        walker.foot,
        tone,
        lift=walker.lift,
        forward=walker.forward,
        gait=walker.gait,
    )
    corner = walker.foot + QPointF(40, -2) * plan.unit - QPointF(0, walker.lift)
    tokens.paint_count(painter, walker.seat, str(walker.count), corner, plan.unit)


def _paint_tile(painter: QPainter, plan: Layout, tile: Tile, tone: Palette) -> None:
    """A land seen ever wider, as a card that turns over."""
    box = plan.cells[tile.cell]
    painter.save()
    painter.translate(box.center())
    painter.scale(tile.width, 1)
    inside = QRectF(-box.width() / 2, -box.height() / 2, box.width(), box.height())
    assert tile.shown.land is not None
    paint_land(painter, tile.shown.land, inside, tile.cell, tone)
    painter.restore()


def _paint_card(painter: QPainter, card: Card, tone: Palette) -> None:
    painter.save()
    painter.translate(card.box.center())
    painter.scale(card.width, 1)
    box = QRectF(card.box)
    box.moveCenter(QPointF(0, 0))
    if isinstance(card.face, str):
        tokens.paint_destiny(painter, int(card.face), box, tone, state="falls")
    else:
        tokens.paint_tribe_card(painter, card.face, box)
    painter.restore()


def _paint_fallen(painter: QPainter, plan: Layout, fallen: Fallen) -> None:
    """Silhouettes that sink aside and fade."""
    coat = tribes.coat(fallen.seat)
    scale = plan.camel_scale * 0.5
    box = plan.cells[fallen.cell]
    shown = min(fallen.count, FALLEN_MAX)
    for index in range(shown):
        share = max(0.0, min(1.0, fallen.share * 1.6 - index * 0.1))
        x = box.left() + box.width() * (0.2 + 0.6 * (index + 0.5) / shown)
        painter.save()
        painter.setOpacity(1 - share)
        painter.translate(QPointF(x, box.bottom() - 8 * plan.unit))
        painter.rotate((70 if index % 2 else -70) * share)
        painter.translate(0, HEIGHT * scale * 0.15 * share)
        paint_silhouette(painter, QPointF(-8 * scale, 0), scale, coat.ink, False)
        painter.restore()


def _paint_float(painter: QPainter, plan: Layout, number: Float) -> None:
    """A gain in green, a loss in red, each with its sign and a light rim."""
    painter.save()
    painter.setOpacity(number.strength)
    font = sized_font(painter, 26 * plan.unit)
    path = QPainterPath()
    text = signed(number.change) if number.change else "0"
    path.addText(QPointF(0, 0), font, text)
    box = path.boundingRect()
    path.translate(number.at - box.center())
    colour = QColor("#0c6b35") if number.change > 0 else QColor("#a8140b")
    pen = QPen(QColor("#fffaf0"), 6 * plan.unit)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)
    painter.fillPath(path, colour)
    painter.restore()


def _paint_coin(painter: QPainter, plan: Layout, coin: Coin) -> None:
    painter.save()
    painter.setOpacity(coin.strength)
    side = 34 * plan.unit
    box = QRectF(0, 0, side, side)
    box.moveCenter(coin.centre)
    tokens.paint_value(painter, coin.silver, box, coin=True)
    painter.restore()


def _paint_sum(painter: QPainter, plan: Layout, told: Sum, tone: Palette) -> None:
    """A plate above the cell that is hit: the die and what the land adds, and how many fall."""
    lines = volley_words(told.volley)
    painter.save()
    painter.setOpacity(told.strength)
    painter.setFont(sized_font(painter, max(14.0, 15 * plan.unit)))
    metrics = QFontMetricsF(painter.font())
    wide = max(metrics.horizontalAdvance(line) for line in lines) + 24
    high = metrics.height() * len(lines) + 14
    box = QRectF(0, 0, wide, high)
    cell = plan.cells[told.volley.cell]
    box.moveCenter(QPointF(cell.center().x(), cell.top() - high / 2 - 4))
    if box.top() < plan.frame.top():
        box.moveTop(cell.bottom() + 4)
    box.moveLeft(max(plan.frame.left(), min(box.left(), plan.frame.right() - wide)))
    path = QPainterPath()
    path.addRoundedRect(box, 8, 8)
    painter.fillPath(path.translated(1, 3), QColor(20, 10, 0, 80))
    painter.fillPath(path, QColor("#fffaf0") if not tone.shade else QColor("#efe6d4"))
    painter.strokePath(path, QPen(QColor("#b3130b"), 2))
    for number, line in enumerate(lines):
        row = QRectF(box.left(), box.top() + 7 + number * metrics.height(), wide, metrics.height())
        painter.setPen(QColor("#8f1d14") if number else QColor("#33210f"))
        painter.drawText(row, Qt.AlignmentFlag.AlignCenter, line)
    painter.restore()
