"""Race cards and their backs, and the bet cards: leader, midfield, final winner, final loser.

Every painter takes a box in pixels. Wherever a camel's colour is, its mark is too; every kind of
bet card has a sign of its own, so that neither is told by colour or place alone.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.camel import paint_camel
from camelnet_gui.art.emblems import paint_laurel, paint_slumber
from camelnet_gui.art.marks import paint_mark, paint_pattern
from camelnet_gui.art.palette import COATS, Palette, faded, mixed
from camelnet_gui.art.shapes import rounded, sized_font, soft_shadow
from camelnet_gui.style.seat_marks import SeatMark

PAPER, PAPER_DEEP, EDGE = QColor("#fffaf0"), QColor("#f0e2c4"), QColor("#5b3a1a")
GOLD, GOLD_DEEP = QColor("#f6cf62"), QColor("#a8720f")
WIN, LOSE = QColor("#14684a"), QColor("#8b2438")
BACK, BACK_DEEP = QColor("#24547c"), QColor("#14324f")


def _paper(painter: QPainter, box: QRectF, radius: float) -> QPainterPath:
    path = rounded(box, radius)
    sheet = QLinearGradient(box.topLeft(), box.bottomRight())
    sheet.setColorAt(0, PAPER)
    sheet.setColorAt(1, PAPER_DEEP)
    painter.fillPath(path, sheet)
    return path


def paint_face(painter: QPainter, face: str, box: QRectF) -> None:
    """A race card face up: its camel and how far it goes. Small ones keep mark and number."""
    camel, value = face[0], face[1]
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wide, high = box.width(), box.height()
    radius = max(2.5, wide * 0.1)
    path = rounded(box, radius)
    if high < 64:
        painter.fillPath(path, coat.base)
        painter.strokePath(path, QPen(coat.ink, 1.0))
        ink = coat.on
        paint_mark(painter, camel, box.center() - QPointF(0, high * 0.2), wide * 0.25, ink)
        painter.setFont(sized_font(painter, high * 0.44))
        painter.setPen(ink)
        low = QRectF(box.left(), box.top() + high * 0.44, wide, high * 0.54)
        painter.drawText(low, Qt.AlignmentFlag.AlignCenter, value)
        painter.restore()
        return
    _paper(painter, box, radius)
    painter.strokePath(path, QPen(coat.ink, 1.4))
    rim = wide * 0.07
    panel = box.adjusted(rim, rim, -rim, -rim)
    inner = rounded(panel, radius * 0.7)
    cloth = QLinearGradient(panel.topLeft(), panel.bottomLeft())
    cloth.setColorAt(0, mixed(coat.light, PAPER, 0.35))
    cloth.setColorAt(1, mixed(coat.base, PAPER, 0.15))
    painter.fillPath(inner, cloth)
    painter.save()
    painter.setClipPath(inner, Qt.ClipOperation.IntersectClip)
    paint_pattern(painter, camel, panel, faded(coat.deep, 0.16), max(5.0, wide * 0.13))
    ground = QPainterPath(QPointF(panel.left(), panel.bottom() - panel.height() * 0.2))
    ground.cubicTo(
        QPointF(panel.left() + panel.width() * 0.3, panel.bottom() - panel.height() * 0.28),
        QPointF(panel.left() + panel.width() * 0.6, panel.bottom() - panel.height() * 0.12),
        QPointF(panel.right(), panel.bottom() - panel.height() * 0.22),
    )
    ground.lineTo(panel.bottomRight())
    ground.lineTo(panel.bottomLeft())
    painter.fillPath(ground, QColor("#f0cf8d"))
    painter.restore()
    painter.strokePath(inner, QPen(faded(coat.ink, 0.6), 1.0))
    painter.save()
    painter.translate(box.center().x() - wide * 0.11, box.bottom() - high * 0.15)
    scale = wide * 0.0062
    painter.scale(scale, scale)
    paint_camel(painter, camel, "stride")
    painter.restore()
    _corner(
        painter, camel, value, QPointF(box.left() + wide * 0.21, box.top() + high * 0.155), wide
    )
    _steps(painter, camel, int(value), box)
    painter.restore()


def _corner(painter: QPainter, camel: str, value: str, centre: QPointF, wide: float) -> None:
    """The number on a disc."""
    coat = COATS[camel]
    radius = wide * 0.17
    painter.setPen(QPen(coat.ink, max(1.0, wide * 0.016)))
    painter.setBrush(PAPER)
    painter.drawEllipse(centre, radius, radius)
    painter.setFont(sized_font(painter, radius * 1.5))
    painter.setPen(coat.ink)
    disc = QRectF(centre.x() - radius, centre.y() - radius, radius * 2, radius * 2)
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, value)


def _steps(painter: QPainter, camel: str, count: int, box: QRectF) -> None:
    """The mark once per space, at the upper right."""
    radius = box.width() * 0.085
    for index in range(count):
        at = QPointF(
            box.right() - box.width() * 0.2 - index * radius * 2.4, box.top() + box.height() * 0.145
        )
        paint_mark(painter, camel, at, radius, COATS[camel].ink)


def paint_back(painter: QPainter, box: QRectF) -> None:
    """The back of a race card: a star of lanes on blue."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    wide = box.width()
    radius = max(2.5, wide * 0.1)
    path = _paper(painter, box, radius)
    painter.strokePath(path, QPen(BACK_DEEP, 1.2))
    rim = wide * 0.075
    panel = box.adjusted(rim, rim, -rim, -rim)
    inner = rounded(panel, radius * 0.7)
    cloth = QLinearGradient(panel.topLeft(), panel.bottomRight())
    cloth.setColorAt(0, BACK.lighter(120))
    cloth.setColorAt(1, BACK_DEEP)
    painter.fillPath(inner, cloth)
    if wide >= 24:
        painter.save()
        painter.setClipPath(inner, Qt.ClipOperation.IntersectClip)
        painter.setPen(QPen(faded(GOLD, 0.4), max(0.8, wide * 0.014)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        centre, pitch = panel.center(), panel.width() * 0.2
        for ring in range(1, 8):
            reach = ring * pitch
            diamond = QPainterPath(centre + QPointF(0, -reach * 1.4))
            for dx, dy in ((reach, 0.0), (0.0, reach * 1.4), (-reach, 0.0)):
                diamond.lineTo(centre + QPointF(dx, dy))
            diamond.closeSubpath()
            painter.drawPath(diamond)
        painter.restore()
        painter.strokePath(inner, QPen(GOLD, max(0.8, wide * 0.016)))
    painter.restore()


def paint_deck(painter: QPainter, count: int, box: QRectF, unit: float, tone: Palette) -> None:
    """The race deck: thicker the more cards lie in it, and their number."""
    if not count:
        pen = QPen(faded(tone.faint, 0.9), max(1.0, 1.3 * unit))
        pen.setDashPattern([3, 3])
        painter.fillPath(rounded(box, 7 * unit), faded(tone.faint, 0.12))
        painter.strokePath(rounded(box, 7 * unit), pen)
        painter.setFont(sized_font(painter, 13 * unit))
        painter.setPen(tone.ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "0")
        return
    layers = min(5, 1 + count // 3)
    for depth in reversed(range(layers)):
        card = box.translated(-1.4 * unit * depth, 1.6 * unit * depth)
        if depth == layers - 1:
            soft_shadow(painter, rounded(card, 7 * unit), unit, tone)
        paint_back(painter, card)
    radius = 17 * unit
    painter.setPen(QPen(GOLD_DEEP, 1.4 * unit))
    painter.setBrush(PAPER)
    painter.drawEllipse(box.center(), radius, radius)
    painter.setFont(sized_font(painter, 20 * unit))
    painter.setPen(QColor("#33210f"))
    disc = QRectF(0, 0, 2 * radius, 2 * radius)
    disc.moveCenter(box.center())
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(count))


def paint_sign(painter: QPainter, kind: str, centre: QPointF, size: float, colour: QColor) -> None:
    """The sign of a kind of bet card, about `size` pixels high."""
    painter.save()
    match kind:
        case "lead":
            _flag(painter, centre, size, colour)
        case "mid":
            _steps_sign(painter, centre, size, colour)
        case "win":
            paint_laurel(painter, centre, size / 42, colour)
        case _:
            paint_slumber(painter, centre + QPointF(0, size * 0.06), size / 42, colour)
    painter.restore()


def _flag(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """A pennant: first at the end of a leg."""
    painter.translate(centre)
    painter.scale(size / 20, size / 20)
    painter.fillRect(QRectF(-5.2, -9, 2, 18.5), colour)
    cloth = QPainterPath(QPointF(-3.2, -8.6))
    cloth.cubicTo(1, -11, 3, -5.5, 8.5, -5)
    cloth.cubicTo(4.5, -3, 1.5, 1, -3.2, 0.6)
    cloth.closeSubpath()
    painter.fillPath(cloth, colour)


def _steps_sign(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """Three blocks, the middle one the highest: second, third, fourth."""
    painter.translate(centre)
    painter.scale(size / 20, size / 20)
    for x, high in ((-9.0, 8.0), (-2.7, 15.0), (3.6, 8.0)):
        block = QPainterPath()
        block.addRoundedRect(QRectF(x, 8 - high, 5.4, high), 1, 1)
        painter.fillPath(block, colour)


def paint_bet(
    painter: QPainter,
    kind: str,
    camel: str,
    value: int | None,
    box: QRectF,
    unit: float,
    tone: Palette,
) -> None:
    """One bet card: the camel's mark above, and below what it bets on: a leader card's number, or
    the sign of its kind."""
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = rounded(box, 4.5 * unit)
    face = QLinearGradient(box.topLeft(), box.bottomRight())
    face.setColorAt(0, mixed(coat.light, coat.base, 0.3))
    face.setColorAt(0.5, coat.base)
    face.setColorAt(1, mixed(coat.base, coat.deep, 0.35))
    painter.fillPath(path, face)
    wide, high = box.width(), box.height()
    foot = QRectF(box.left(), box.top() + high * 0.46, wide, high * 0.54)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    head = QRectF(box.left(), box.top(), wide, high * 0.46)
    paint_pattern(
        painter, camel, head, faded(coat.ink if camel in "yw" else coat.light, 0.28), 5.5 * unit
    )
    if kind in ("win", "lose"):
        painter.fillRect(foot, WIN if kind == "win" else LOSE)
        painter.fillRect(QRectF(foot.left(), foot.top(), wide, max(1.0, 1.3 * unit)), GOLD)
    elif kind == "mid":
        painter.fillRect(foot, PAPER)
        painter.fillRect(QRectF(foot.left(), foot.top(), wide, max(1.0, 1.3 * unit)), coat.ink)
    painter.restore()
    painter.strokePath(path, QPen(coat.ink, max(1.0, 1.1 * unit)))
    mark = QPointF(box.center().x(), box.top() + high * 0.235)
    radius = high * 0.185
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(coat.base, 0.85))
    painter.drawEllipse(mark, radius * 1.2, radius * 1.2)
    paint_mark(painter, camel, mark, radius, coat.on)
    if kind == "lead":
        painter.setFont(sized_font(painter, high * 0.5))
        painter.setPen(coat.on)
        painter.drawText(
            foot.adjusted(0, -2 * unit, 0, 0), Qt.AlignmentFlag.AlignCenter, str(value)
        )
    else:
        colour = QColor("#4a3413") if kind == "mid" else GOLD
        size = foot.height() * (0.62 if kind == "mid" else 0.98)
        paint_sign(painter, kind, foot.center(), size, colour)
    painter.restore()


def paint_pile(
    painter: QPainter,
    camel: str,
    values: tuple[int, ...],
    box: QRectF,
    card: tuple[float, float],
    unit: float,
    tone: Palette,
) -> None:
    """Leader cards fanned out: the top one whole on the left, of each below its right edge."""
    wide, high = card
    tray = rounded(box, 5 * unit)
    painter.fillPath(tray, faded(tone.shadow, 0.08))
    painter.strokePath(tray, QPen(faded(tone.shadow, 0.16), max(0.8, unit)))
    if not values:
        paint_gap(painter, "lead", camel, QRectF(box.left(), box.top(), wide, high), unit, tone)
        return
    step = (box.width() - wide) / 3
    last = QRectF(box.left() + step * (len(values) - 1), box.top(), wide, high)
    soft_shadow(painter, rounded(last, 4.5 * unit), unit, tone)
    coat = COATS[camel]
    for depth in reversed(range(1, len(values))):
        under = QRectF(box.left() + step * depth, box.top(), wide, high)
        path = rounded(under, 4.5 * unit)
        painter.fillPath(path, mixed(coat.base, coat.deep, 0.2 + 0.14 * depth))
        painter.strokePath(path, QPen(coat.ink, max(1.0, 1.1 * unit)))
        painter.setFont(sized_font(painter, high * 0.3))
        painter.setPen(coat.on)
        strip = QRectF(under.right() - step, under.top(), step, high)
        painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, str(values[depth]))
    top = QRectF(box.left(), box.top(), wide, high)
    paint_bet(painter, "lead", camel, values[0], top, unit, tone)


def paint_gap(
    painter: QPainter,
    kind: str,
    camel: str,
    box: QRectF,
    unit: float,
    tone: Palette,
    owner: SeatMark | None = None,
) -> None:
    """Paints the place of a taken bet card, with the badge of whoever took it."""
    pen = QPen(faded(tone.faint, 0.9), max(1.0, 1.2 * unit))
    pen.setDashPattern([3, 2.6])
    path = rounded(box, 4.5 * unit)
    painter.fillPath(path, faded(tone.faint, 0.1))
    painter.strokePath(path, pen)
    if owner is None:
        paint_sign(painter, kind, box.center(), box.height() * 0.42, faded(tone.faint, 0.65))
        return
    paint_badge(painter, owner, box.center(), max(8.5, box.width() * 0.34))


def paint_trophy(painter: QPainter, centre: QPointF, size: float, *, faint: bool = False) -> None:
    """A cup of gold, `size` pixels high."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.scale(size / 24, size / 24)
    bowl = QPainterPath(QPointF(-7, -11))
    bowl.lineTo(7, -11)
    bowl.cubicTo(7, -3, 5, 1, 1.6, 2.4)
    bowl.lineTo(1.6, 6.5)
    bowl.lineTo(-1.6, 6.5)
    bowl.lineTo(-1.6, 2.4)
    bowl.cubicTo(-5, 1, -7, -3, -7, -11)
    bowl.closeSubpath()
    foot = QPainterPath()
    foot.addRoundedRect(QRectF(-5.5, 6.5, 11, 4), 1.2, 1.2)
    handles = QPainterPath()
    handles.addEllipse(QPointF(-7.4, -6.4), 3.4, 3.6)
    handles.addEllipse(QPointF(7.4, -6.4), 3.4, 3.6)
    if faint:
        pen = QPen(QColor(120, 90, 40, 150), 1.4, Qt.PenStyle.DashLine)
        painter.strokePath(bowl, pen)
        painter.strokePath(foot, pen)
        painter.restore()
        return
    painter.strokePath(handles, QPen(GOLD_DEEP, 3.2))
    painter.strokePath(handles, QPen(GOLD, 1.5))
    shine = QLinearGradient(-7, 0, 7, 0)
    shine.setColorAt(0, QColor("#ffe9a3"))
    shine.setColorAt(0.45, GOLD)
    shine.setColorAt(1, QColor("#c98d18"))
    for path in (bowl, foot):
        painter.strokePath(path, QPen(QColor("#6f4706"), 1.8))
        painter.fillPath(path, shine)
    painter.restore()


def paint_trophies(painter: QPainter, count: int, box: QRectF, unit: float, ink: QColor) -> None:
    """Trophies on a final card, beside its right edge: up to two as cups, more as a number."""
    if not count:
        return
    size = 20 * unit
    x = box.right() + 8.5 * unit
    if count > 2:
        paint_trophy(painter, QPointF(x, box.center().y() - 8 * unit), size)
        painter.setFont(sized_font(painter, 12 * unit))
        painter.setPen(ink)
        room = QRectF(x - 14 * unit, box.center().y() + 4 * unit, 28 * unit, 15 * unit)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, f"\N{MULTIPLICATION SIGN}{count}")
        return
    for index in range(count):
        paint_trophy(
            painter, QPointF(x, box.center().y() + (index - (count - 1) / 2) * 22 * unit), size
        )
