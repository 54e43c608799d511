"""Paints the things of a board of Pig."""

from __future__ import annotations

import math

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.palette import Palette, faded, mixed
from camelnet_gui.art.pips import PIPS
from camelnet_gui.art.shapes import paint_fitting, rounded, soft_shadow
from camelnet_gui.games.pig.scene import Scene
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QRadialGradient

from camelnet.i18n import _

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
SKIN, BLUSH, INK = QColor("#f3a6a0"), QColor("#d97f7c"), QColor("#5b2b2b")
RED = QColor("#b3261e")


def paint_ground(painter: QPainter, box: QRectF, tone: Palette) -> None:
    sand = QLinearGradient(box.topLeft(), box.bottomLeft())
    sand.setColorAt(0, tone.sand[0])
    sand.setColorAt(1, tone.sand[1])
    painter.fillRect(box, sand)


def paint_tray(painter: QPainter, box: QRectF, tone: Palette) -> None:
    """A wooden frame, where the die rolls."""
    soft_shadow(painter, rounded(box, 18), 1.4, tone)
    painter.fillPath(rounded(box, 18), tone.frame[1])
    painter.strokePath(rounded(box.adjusted(1, 1, -1, -1), 17), QPen(tone.frame[0], 2))
    felt = QRadialGradient(box.center(), box.width() * 0.6)
    felt.setColorAt(0, tone.court[0])
    felt.setColorAt(1, tone.court[1])
    painter.fillPath(rounded(box.adjusted(9, 9, -9, -9), 11), felt)


def paint_die(painter: QPainter, box: QRectF, scene: Scene, tone: Palette) -> None:
    """The die at its place, or tumbling towards it."""
    side, away = box.width(), scene.away
    painter.save()
    painter.translate(box.center())
    hop = abs(math.cos(away * 9)) * away
    painter.translate(-side * 0.75 * away, -side * 0.4 * hop)
    painter.rotate(-420 * away)
    painter.scale(side / 100, side / 100)
    body = rounded(QRectF(-46, -46, 92, 92), 18)
    soft_shadow(painter, body, 2.2, tone)
    face = QLinearGradient(-46, -46, 46, 46)
    face.setColorAt(0, mixed(QColor("#fffdf6"), tone.shadow, tone.shade))
    face.setColorAt(1, mixed(QColor("#e2d4b4"), tone.shadow, tone.shade))
    painter.fillPath(body, face)
    painter.strokePath(body, QPen(QColor("#7a5a2c"), 2.4))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(RED if scene.pips == 1 else QColor("#2f2313"))
    for x, y in PIPS.get(scene.pips, ()):
        radius = 13 if scene.pips == 1 else 9
        painter.drawEllipse(QPointF(x * 25, y * 25), radius, radius)
    painter.restore()


def paint_pig(painter: QPainter, box: QRectF, tone: Palette) -> None:
    """A pig of clay that keeps the points, seen from its side."""
    painter.save()
    painter.translate(box.center())
    painter.scale(box.width() / 170, box.height() / 125)
    skin, blush = (mixed(colour, tone.shadow, tone.shade) for colour in (SKIN, BLUSH))
    edge = QPen(INK, 2.2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 60))
    painter.drawEllipse(QPointF(0, 56), 74, 7)
    painter.setPen(edge)
    painter.setBrush(blush)
    for x in (-46, -22, 22, 44):
        painter.drawRoundedRect(QRectF(x - 9, 30, 18, 27), 5, 5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(-84, -16, 20, 18), 20 * 16, 300 * 16)  # the tail
    painter.setBrush(skin)
    painter.drawEllipse(QPointF(-4, 2), 68, 46)
    painter.setBrush(blush)
    painter.drawPolygon([QPointF(26, -34), QPointF(50, -52), QPointF(52, -22)])  # an ear
    painter.setBrush(skin)
    painter.drawEllipse(QPointF(48, -4), 28, 27)
    painter.setBrush(blush)
    painter.drawEllipse(QPointF(70, 2), 11, 14)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(INK)
    for centre, radius in ((QPointF(67, 0), 2.2), (QPointF(74, 1), 2.2), (QPointF(50, -12), 3.4)):
        painter.drawEllipse(centre, radius, radius)
    painter.drawRoundedRect(QRectF(-26, -43, 32, 5), 2.5, 2.5)  # the slot
    painter.restore()


def paint_total(painter: QPainter, pig: QRectF, scene: Scene, tone: Palette) -> None:
    """The points of the turn, on the pig's belly; beneath it what the last roll did."""
    belly = QRectF(0, 0, pig.width() * 0.5, pig.height() * 0.42)
    belly.moveCenter(pig.center() - QPointF(pig.width() * 0.08, -pig.height() * 0.04))
    text = f"+{scene.total}" if scene.total else "0"
    paint_fitting(
        painter, text, belly, pig.height() * 0.32, INK if scene.total else faded(INK, 0.5)
    )
    told = _("this turn")
    if scene.winner is not None:
        told = _("{name} wins!").format(name=scene.seats[scene.winner].name)
    elif scene.lost and not scene.total:
        told = _("A 1: the turn is lost")
    below = QRectF(pig.left() - 20, pig.bottom() + 14, pig.width() + 40, 26)
    paint_fitting(painter, told, below, 17, tone.ink)


def paint_way(painter: QPainter, box: QRectF, scene: Scene, seat: int, tone: Palette) -> None:
    """A player's points as a bar towards the goal; those of the turn are pale."""
    mark, score = scene.seats[seat], scene.scores[seat]
    inner, mine = box.adjusted(4, 3, -4, -3), scene.turn == seat and scene.winner is None
    if mine or scene.winner == seat:
        painter.fillPath(rounded(inner, 9), faded(tone.light, 0.5 if tone.shade == 0 else 0.16))
        painter.strokePath(rounded(inner, 9), QPen(tone.pick if mine else tone.highlight, 2))
    radius = min(15.0, inner.height() * 0.36)
    middle = inner.center().y()
    paint_badge(painter, mark, QPointF(inner.left() + 10 + radius, middle), radius)
    name = QRectF(inner.left() + 2 * radius + 18, inner.top(), inner.width() * 0.16, inner.height())
    paint_fitting(painter, mark.name, name, 15, tone.ink, LEFT, bold=mine)
    number = QRectF(inner.right() - 54, inner.top(), 46, inner.height())
    paint_fitting(painter, str(score), number, 21, tone.ink, RIGHT)
    bar = QRectF(name.right() + 8, middle - 7, number.left() - name.right() - 20, 14)
    painter.fillPath(rounded(bar, 7), faded(tone.paper, 0.55 if tone.shade == 0 else 0.14))
    painter.strokePath(rounded(bar, 7), QPen(tone.cell_edge, 1.2))
    kept = min(1.0, score / scene.goal)
    reach = min(1.0, kept + (scene.total / scene.goal if mine else 0.0))
    for share, shown in ((reach, faded(tone.ink, 0.45)), (kept, QColor(mark.colour))):
        if share:
            painter.fillPath(
                rounded(QRectF(bar.topLeft(), QSizeF(bar.width() * share, 14)), 7), shown
            )
    _paint_flag(painter, QPointF(bar.right() + 1, bar.bottom() + 4), tone)


def _paint_flag(painter: QPainter, foot: QPointF, tone: Palette) -> None:
    painter.setPen(QPen(tone.ink, 1.8))
    painter.drawLine(QLineF(foot, foot - QPointF(0, 26)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(RED)
    top = foot - QPointF(0, 26)
    painter.drawPolygon([top, top + QPointF(-12, 4), top + QPointF(0, 9)])
