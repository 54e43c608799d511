"""The track of cards: desert and sandstorm sides, the start, the tokens and what they stand on."""

from __future__ import annotations

import math
from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.palette import Palette, faded, mixed
from camelnet_gui.art.shapes import rounded, sized_font, soft_shadow
from camelnet_gui.style.seat_marks import SeatMark

STORM_LIGHT, STORM_DEEP = QColor("#d9b98c"), QColor("#a97d4c")
PALM_GREEN, FENNEC = QColor("#2f8a4a"), QColor("#e79a4a")


def paint_track_card(
    painter: QPainter,
    path: QPainterPath,
    centre: QPointF,
    angle: float,
    seam: tuple[QPointF, QPointF] | None,
    unit: float,
    tone: Palette,
    *,
    turned: bool,
    seed: int,
) -> None:
    """A card of the track. `seam`: the line between its two spaces; `turned`: its storm side."""
    soft_shadow(painter, path, unit, tone)
    box = path.boundingRect()
    sand = QLinearGradient(box.topLeft(), box.bottomRight())
    if turned:
        sand.setColorAt(0, mixed(STORM_LIGHT, tone.cell[0], 0.15 + tone.shade * 4))
        sand.setColorAt(1, mixed(STORM_DEEP, tone.cell[1], 0.1 + tone.shade * 4))
    else:
        sand.setColorAt(0, tone.cell[0])
        sand.setColorAt(1, tone.cell[1])
    painter.fillPath(path, sand)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    if turned:
        _storm(painter, centre, angle, box, unit, tone, Random(seed))
    else:
        _ripples(painter, box, unit, tone, Random(seed))
    painter.strokePath(path, QPen(faded(tone.frame[0], 0.5), 7 * unit))
    painter.restore()
    night = min(1.0, tone.shade * 6)
    rim = mixed(tone.frame[2], tone.cell_edge, night)
    painter.strokePath(path, QPen(rim, max(1.2, 1.7 * unit)))
    if seam:
        dashes = QPen(mixed(tone.frame[1], tone.cell_edge, night), max(1.2, 1.8 * unit))
        dashes.setDashPattern([3, 2.4])
        painter.setPen(dashes)
        painter.drawLine(*seam)


def _ripples(painter: QPainter, box: QRectF, unit: float, tone: Palette, random: Random) -> None:
    """Wind lines in calm sand."""
    pen = QPen(faded(tone.cell_edge, 0.5), 1.2 * unit, c=Qt.PenCapStyle.RoundCap)
    for _line in range(9):
        x = box.left() + random.random() * box.width()
        y = box.top() + random.random() * box.height()
        long = (12 + 14 * random.random()) * unit
        path = QPainterPath(QPointF(x, y))
        path.cubicTo(
            QPointF(x + long * 0.3, y - 3 * unit),
            QPointF(x + long * 0.6, y + 3 * unit),
            QPointF(x + long, y),
        )
        painter.strokePath(path, pen)


def _storm(
    painter: QPainter,
    centre: QPointF,
    angle: float,
    box: QRectF,
    unit: float,
    tone: Palette,
    random: Random,
) -> None:
    """Whirls of dust, blown along the track."""
    painter.save()
    painter.translate(centre)
    painter.rotate(angle)
    light = faded(mixed(QColor("#fff1d2"), tone.cell[0], tone.shade * 3), 0.75)
    deep = faded(mixed(QColor("#6e4a22"), tone.shadow, tone.shade * 2), 0.45)
    for index, (x, y, size) in enumerate(((-30, -6, 1.0), (4, 7, 1.25), (36, -8, 0.9))):
        for pen, shift in ((QPen(deep, 2.4 * unit), 1.4), (QPen(light, 2.2 * unit), 0.0)):
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            whirl = QPainterPath()
            for step in range(46):
                turn = step / 45 * math.tau * 1.9 + index
                reach = (2 + step * 0.33) * size * unit
                at = QPointF(
                    x * unit + math.cos(turn) * reach * 1.5,
                    (y + shift) * unit + math.sin(turn) * reach * 0.8,
                )
                if step:
                    whirl.lineTo(at)
                else:
                    whirl.moveTo(at)
            painter.strokePath(whirl, pen)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(deep)
    for _grain in range(26):
        at = QPointF(random.uniform(-60, 60), random.uniform(-26, 26)) * unit
        painter.drawEllipse(at, 1.1 * unit, 1.1 * unit)
    painter.restore()


def paint_number(
    painter: QPainter, at: QPointF, number: int, unit: float, tone: Palette, *, turned: bool
) -> None:
    painter.setFont(sized_font(painter, 12 * unit))
    ink = QColor("#3a2108") if turned and not tone.shade else tone.ink
    painter.setPen(faded(ink, 0.9))
    painter.drawText(
        QRectF(at.x() - 30, at.y() - 20, 60, 40), Qt.AlignmentFlag.AlignCenter, str(number)
    )


def paint_start(painter: QPainter, box: QRectF, unit: float, tone: Palette) -> None:
    """The start space: a mat of straw with an arrow into the race."""
    path = rounded(box, 12 * unit)
    soft_shadow(painter, path, unit, tone)
    mat = QLinearGradient(box.topLeft(), box.bottomRight())
    mat.setColorAt(0, mixed(tone.cell[0], QColor("#d9e0a8"), 0.45 - tone.shade * 2))
    mat.setColorAt(1, mixed(tone.cell[1], QColor("#a9b66a"), 0.45 - tone.shade * 2))
    painter.fillPath(path, mat)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(faded(tone.frame[1], 0.25), 1.0 * unit))
    for step in range(16):
        y = box.top() + step * 5 * unit
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
    painter.restore()
    painter.strokePath(path, QPen(tone.frame[2], max(1.2, 1.7 * unit)))
    arrow = QPainterPath(QPointF(-5, -7))
    arrow.lineTo(5, 0)
    arrow.lineTo(-5, 7)
    arrow.closeSubpath()
    painter.save()
    painter.translate(box.right() - 12 * unit, box.top() + 15 * unit)
    painter.scale(unit, unit)
    painter.fillPath(arrow, faded(tone.ink, 0.55))
    painter.restore()


# --- tokens -------------------------------------------------------------------------------------


def paint_token(
    painter: QPainter,
    token: str,
    foot: QPointF,
    unit: float,
    tone: Palette,
    owner: SeatMark | None = None,
    *,
    ghost: bool = False,
    plain: bool = False,
) -> None:
    """A token standing on a point, with what it does and its holder's badge; a ghost is
    see-through; `plain`: the figure alone."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if ghost:
        painter.setOpacity(0.6)
    soft = QRadialGradient(QPointF(0, 0), 1)
    soft.setColorAt(0, faded(tone.shadow, 0.45))
    soft.setColorAt(1, faded(tone.shadow, 0))
    painter.save()
    painter.translate(foot)
    painter.scale(24 * unit, 7 * unit)
    painter.fillRect(QRectF(-1, -1, 2, 2), soft)
    painter.restore()
    painter.save()
    painter.translate(foot)
    painter.scale(unit, unit)
    plate = QPainterPath()
    plate.addEllipse(QPointF(0, -1.5), 19, 6.2)
    painter.fillPath(plate.translated(0, 2.4), QColor("#7d5222"))
    painter.fillPath(plate, QColor("#cfe8a8") if token == "palm" else QColor("#ffe2b8"))
    painter.strokePath(plate, QPen(QColor("#5b3a1a"), 1.1))
    (_palm if token == "palm" else _fennec)(painter)
    painter.restore()
    if plain:
        painter.restore()
        return
    painter.setFont(sized_font(painter, 12 * unit))
    sign = "+1" if token == "palm" else "\N{MINUS SIGN}1"
    _sign(painter, sign, foot + QPointF(-20, -13) * unit, unit)
    if owner:
        paint_badge(painter, owner, foot + QPointF(17, -8) * unit, max(8.0, 8 * unit))
    painter.restore()


def _sign(painter: QPainter, text: str, centre: QPointF, unit: float) -> None:
    box = QRectF(0, 0, max(20.0, 21 * unit), max(15.0, 15 * unit))
    box.moveCenter(centre)
    plate = rounded(box, box.height() / 2)
    painter.fillPath(plate, QColor(255, 250, 240, 235))
    painter.strokePath(plate, QPen(QColor("#5b3a1a"), 1.0))
    painter.setPen(QColor("#3a2108"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _palm(painter: QPainter) -> None:
    """A date palm, 44 units high."""
    trunk = QPainterPath(QPointF(-2.8, -1))
    trunk.cubicTo(-2, -14, 1, -22, 1, -31)
    trunk.lineTo(4.4, -31)
    trunk.cubicTo(4.4, -20, 2.6, -12, 3.6, -1)
    trunk.closeSubpath()
    painter.fillPath(trunk, QColor("#9b6530"))
    painter.strokePath(trunk, QPen(QColor("#55330f"), 0.9))
    crown = QPointF(2.6, -32)
    for dx, dy, lift in (
        (-18, 3, -9),
        (18, 3, -9),
        (-14, -8, -12),
        (14, -8, -12),
        (-9, 11, -3),
        (10, 11, -3),
        (0, -13, -8),
    ):
        leaf = QPainterPath(crown)
        leaf.quadTo(crown + QPointF(dx * 0.55, lift), crown + QPointF(dx, dy))
        leaf.quadTo(crown + QPointF(dx * 0.4, lift + 6.5), crown + QPointF(0, 2))
        leaf.closeSubpath()
        painter.fillPath(leaf, PALM_GREEN)
        painter.strokePath(leaf, QPen(QColor("#0f4a24"), 0.8))
    painter.setPen(QPen(QColor("#55330f"), 0.7))
    painter.setBrush(QColor("#d9842a"))
    for x, y in ((-1.4, 2), (2.2, 3.4), (5, 1.6)):
        painter.drawEllipse(crown + QPointF(x, y), 2.1, 2.1)


def _fennec(painter: QPainter) -> None:
    """A sitting desert fox, all ears, 40 units high."""
    line = QPen(QColor("#6a3a10"), 1.0)
    tail = QPainterPath(QPointF(6, -3))
    tail.cubicTo(18, -1, 20, -12, 14, -17)
    tail.cubicTo(15, -10, 11, -8, 5, -9)
    tail.closeSubpath()
    painter.fillPath(tail, FENNEC)
    painter.strokePath(tail, line)
    body = QPainterPath(QPointF(-7, -1))
    body.cubicTo(-9, -12, -5, -18, 0, -19)
    body.cubicTo(6, -18, 9, -10, 8, -1)
    body.closeSubpath()
    painter.fillPath(body, QColor("#f2b56e"))
    painter.strokePath(body, line)
    for side in (-1, 1):
        ear = QPainterPath(QPointF(side * 2, -26))
        ear.cubicTo(side * 4, -38, side * 9, -43, side * 12.5, -44)
        ear.cubicTo(side * 13.5, -36, side * 11, -28, side * 8, -23)
        ear.closeSubpath()
        painter.fillPath(ear, FENNEC)
        painter.strokePath(ear, line)
        inner = QPainterPath(QPointF(side * 4.4, -27))
        inner.cubicTo(side * 6, -35, side * 9, -39, side * 11, -40)
        inner.cubicTo(side * 11, -35, side * 10, -29, side * 7.6, -25.5)
        inner.closeSubpath()
        painter.fillPath(inner, QColor("#ffdcc0"))
    head = QPainterPath(QPointF(-9.5, -24))
    head.cubicTo(-8, -30, 8, -30, 9.5, -24)
    head.cubicTo(8, -18, 3, -14, 0, -12.6)
    head.cubicTo(-3, -14, -8, -18, -9.5, -24)
    head.closeSubpath()
    painter.fillPath(head, FENNEC)
    painter.strokePath(head, line)
    muzzle = QPainterPath(QPointF(-6.5, -20))
    muzzle.cubicTo(-3, -22, 3, -22, 6.5, -20)
    muzzle.cubicTo(4, -16, 2, -14, 0, -13)
    muzzle.cubicTo(-2, -14, -4, -16, -6.5, -20)
    painter.fillPath(muzzle, QColor("#fff3df"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#23140a"))
    painter.drawEllipse(QPointF(-3.9, -22.4), 1.5, 1.8)
    painter.drawEllipse(QPointF(3.9, -22.4), 1.5, 1.8)
    painter.drawEllipse(QPointF(0, -14.4), 1.5, 1.2)


def paint_token_card(
    painter: QPainter,
    token: str,
    title: str,
    line: str,
    box: QRectF,
    unit: float,
    tone: Palette,
    holder: SeatMark | None,
    *,
    home: bool,
    lent: bool = False,
) -> None:
    """The card of a token: the token on it while at home, else who holds it and where it lies;
    `lent`: at home, but the token is being laid."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = rounded(box, 7 * unit)
    green = token == "palm"
    if home:
        soft_shadow(painter, path, unit, tone)
        paper = QLinearGradient(box.topLeft(), box.bottomRight())
        paper.setColorAt(0, QColor("#eef6d6") if green else QColor("#fff0d2"))
        paper.setColorAt(1, QColor("#b9d78e") if green else QColor("#f3c386"))
        painter.fillPath(path, paper)
        painter.strokePath(path, QPen(QColor("#2f5c24") if green else QColor("#8a4d12"), 1.3))
    else:
        pen = QPen(faded(tone.faint, 0.9), max(1.0, 1.3 * unit))
        pen.setDashPattern([3, 3])
        painter.fillPath(path, faded(tone.faint, 0.12))
        painter.strokePath(path, pen)
    ink = QColor("#33250d") if home else tone.ink
    painter.setPen(ink)
    painter.setFont(sized_font(painter, 12 * unit))
    head = QRectF(box.left() + 4, box.top() + 3 * unit, box.width() - 8, 16 * unit)
    painter.drawText(head, Qt.AlignmentFlag.AlignCenter, title)
    middle = box.center() + QPointF(0, 2 * unit)
    if home and not lent:
        size = min(unit, (box.height() - 24 * unit) / 48)
        paint_token(painter, token, QPointF(middle.x(), box.bottom() - 9 * unit), size, tone)
    elif holder:
        paint_badge(painter, holder, middle, 13 * unit)
        painter.setPen(ink)
        painter.setFont(sized_font(painter, 11 * unit, bold=False))
        foot = QRectF(box.left() + 3, box.bottom() - 18 * unit, box.width() - 6, 15 * unit)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, line)
    painter.restore()
