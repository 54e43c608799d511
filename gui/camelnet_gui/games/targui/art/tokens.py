"""Painters for what lies on the desert and beside it: signs of owners, values, counts, dice and
cards.

Each painter takes a box or a point in pixels. Wherever a tribe's colour is, its mark or its
pattern is too; nothing is written smaller than 11 pixels.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
)

from camelnet_gui.art.coin import paint_coin
from camelnet_gui.art.marks import paint_mark, paint_pattern
from camelnet_gui.art.palette import Palette, faded, mixed
from camelnet_gui.art.pips import PIPS
from camelnet_gui.art.shapes import fits, paint_fitting, rounded, sized_font
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art.lands import paint_land
from camelnet_gui.games.targui.destiny import CARDS

_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


# --- on a cell ----------------------------------------------------------------------------------


def paint_border(painter: QPainter, seat: int, box: QRectF, unit: float) -> None:
    """The land's owner: a band around the cell in the tribe's colour and pattern."""
    coat = tribes.coat(seat)
    wide = max(4.0, 5.6 * unit)
    band = QPainterPath()
    band.setFillRule(Qt.FillRule.OddEvenFill)
    band.addRect(box)
    band.addRoundedRect(box.adjusted(wide, wide, -wide, -wide), wide * 0.7, wide * 0.7)
    painter.save()
    painter.setClipPath(band, Qt.ClipOperation.IntersectClip)
    painter.fillRect(box, coat.base)
    thread = coat.ink if tribes.CAMELS[seat] == "y" else coat.light
    paint_pattern(painter, tribes.CAMELS[seat], box, faded(thread, 0.75), wide * 1.25)
    painter.restore()
    painter.setPen(QPen(faded(coat.ink, 0.9), max(1.0, unit)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(wide, wide, -wide, -wide)
    painter.drawRoundedRect(inner, wide * 0.7, wide * 0.7)


def paint_flag(painter: QPainter, seat: int, foot: QPointF, high: float, tone: Palette) -> None:
    """A tribe's flag with its mark, planted where no camel stands."""
    coat = tribes.coat(seat)
    painter.save()
    painter.translate(foot)
    painter.scale(high / 60, high / 60)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(tone.shadow, 0.4))
    painter.drawEllipse(QPointF(4, 0), 11, 3)
    painter.setBrush(QColor("#5a3815"))
    painter.drawRoundedRect(QRectF(-2, -60, 4, 60), 2, 2)
    cloth = QPainterPath(QPointF(2, -58))
    cloth.cubicTo(16, -63, 26, -52, 42, -56)
    cloth.lineTo(37, -42)
    cloth.lineTo(42, -27)
    cloth.cubicTo(26, -23, 16, -34, 2, -29)
    cloth.closeSubpath()
    shade = QLinearGradient(2, -58, 42, -28)
    shade.setColorAt(0, coat.light)
    shade.setColorAt(0.4, coat.base)
    shade.setColorAt(1, coat.deep)
    painter.strokePath(cloth, QPen(QColor("#fff8e6"), 4.5))
    painter.fillPath(cloth, shade)
    painter.strokePath(cloth, QPen(coat.ink, 1.8))
    paint_mark(painter, tribes.CAMELS[seat], QPointF(19, -43), 10, coat.on)
    painter.restore()


def paint_count(
    painter: QPainter, seat: int, text: str, right: QPointF, unit: float, *, ghost: bool = False
) -> QRectF:
    """Paints a number of camels, on a plate in the tribe's colour that ends at a lower right
    corner."""
    coat = tribes.coat(seat)
    painter.save()
    font = sized_font(painter, 17 * unit)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    high = max(16.0, 20 * unit)
    wide = max(high * 1.15, metrics.horizontalAdvance(text) + high * 0.55)
    box = QRectF(right.x() - wide, right.y() - high, wide, high)
    plate = rounded(box, high * 0.36)
    if not ghost:
        painter.fillPath(plate.translated(0, 1.4 * unit), QColor(30, 15, 0, 90))
    painter.fillPath(plate, QColor("#fffaf0") if ghost else coat.base)
    painter.strokePath(plate, QPen(QColor("#fffaf0"), max(1.2, 1.6 * unit)))
    pen = QPen(coat.ink, max(0.8, 0.9 * unit))
    if ghost:
        pen = QPen(coat.deep, max(1.4, 1.8 * unit), Qt.PenStyle.DashLine)
    painter.strokePath(plate, pen)
    painter.setPen(coat.ink if ghost else coat.on)
    painter.drawText(box, _CENTRE, text)
    painter.restore()
    return box


def paint_shield(painter: QPainter, box: QRectF) -> None:
    """Paints the shield that stands beside strategic values."""
    painter.save()
    painter.translate(box.topLeft())
    painter.scale(box.width() / 20, box.height() / 20)
    shield = QPainterPath(QPointF(10, 0.5))
    shield.cubicTo(13, 2.6, 16, 3.2, 18.6, 3.4)
    shield.cubicTo(19, 11, 16.5, 16.5, 10, 19.6)
    shield.cubicTo(3.5, 16.5, 1, 11, 1.4, 3.4)
    shield.cubicTo(4, 3.2, 7, 2.6, 10, 0.5)
    face = QLinearGradient(2, 0, 18, 20)
    face.setColorAt(0, QColor("#eef3f8"))
    face.setColorAt(1, QColor("#a9bccd"))
    painter.fillPath(shield.translated(0.5, 1.2), QColor(30, 15, 0, 80))
    painter.fillPath(shield, face)
    painter.strokePath(shield, QPen(QColor("#3c4e60"), 1.7))
    painter.restore()


def paint_values(
    painter: QPainter, right: QPointF, economic: int, strategic: int, unit: float
) -> None:
    """The values that are not 0, each on its sign, side by side at an upper right corner."""
    high = max(16.0, 18.5 * unit)
    x = right.x()
    for value, coin in ((strategic, False), (economic, True)):
        if value:
            x -= high
            paint_value(painter, value, QRectF(x, right.y(), high, high), coin=coin)
            x -= 1.5 * unit


def paint_value(painter: QPainter, value: int, box: QRectF, *, coin: bool) -> None:
    """A value on a coin (economic) or a shield (strategic)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if coin:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(30, 15, 0, 80))
        painter.drawEllipse(box.center() + QPointF(0.4, 1), box.width() / 2, box.height() / 2)
        paint_coin(painter, box.center(), box.width() / 2 - 0.5)
    else:
        paint_shield(painter, box)
    painter.setFont(sized_font(painter, box.height() * 0.74))
    painter.setPen(QColor("#3d2600") if coin else QColor("#16222e"))
    painter.drawText(
        box.adjusted(-4, 0 if coin else -box.height() * 0.06, 4, 0), _CENTRE, str(value)
    )
    painter.restore()


def paint_barred(painter: QPainter, centre: QPointF, radius: float) -> None:
    """Paints the sign for a way that is barred."""
    painter.save()
    painter.setBrush(QColor("#fffaf0"))
    painter.setPen(QPen(QColor("#9c1f16"), radius * 0.36))
    painter.drawEllipse(centre, radius * 0.82, radius * 0.82)
    reach = radius * 0.55
    painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))
    painter.restore()


def paint_number(painter: QPainter, cell: int, at: QPointF, unit: float) -> None:
    """The cell's number, discreetly, at an upper left corner."""
    painter.save()
    font = sized_font(painter, 9.5 * unit, bold=False)
    painter.setFont(font)
    wide = QFontMetricsF(font).horizontalAdvance(str(cell)) + 5 * unit
    box = QRectF(at.x(), at.y(), wide, max(13.0, 12 * unit))
    painter.fillPath(rounded(box, 4 * unit), QColor(255, 250, 240, 150))
    painter.setPen(QColor("#3d2a17"))
    painter.drawText(box, _CENTRE, str(cell))
    painter.restore()


# --- dice and cards -----------------------------------------------------------------------------


def paint_die(
    painter: QPainter, pips: int, box: QRectF, seat: int | None = None, turn: float = 0.0
) -> None:
    """A die of six; a tribe's own is in its colour. `turn` in degrees, while it tumbles."""
    side = min(box.width(), box.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.center())
    painter.scale(side / 100, side / 100)
    if not turn:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(30, 15, 0, 70))
        painter.drawEllipse(QPointF(4, 45), 44, 9)
    painter.rotate(turn)
    body = rounded(QRectF(-44, -44, 88, 88), 18)
    face = QLinearGradient(-44, -44, 44, 44)
    if seat is None:
        low, high, ink, pip = "#fffdf6", "#d9c9a6", QColor("#6b4b1d"), QColor("#3a2710")
    else:
        coat = tribes.coat(seat)
        low, high, ink, pip = coat.light.name(), coat.base.name(), coat.ink, coat.on
    face.setColorAt(0, QColor(low))
    face.setColorAt(1, QColor(high))
    painter.strokePath(body, QPen(QColor("#fff8e6"), 9))
    painter.fillPath(body, face)
    painter.strokePath(body, QPen(ink, 3.5))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pip)
    for x, y in PIPS[pips]:
        painter.drawEllipse(QPointF(x * 23, y * 23), 8.8, 8.8)
    painter.restore()


def paint_die_place(painter: QPainter, box: QRectF, tone: Palette) -> None:
    """Paints the empty place of a die."""
    side = min(box.width(), box.height()) * 0.82
    place = QRectF(0, 0, side, side)
    place.moveCenter(box.center())
    painter.setPen(QPen(faded(tone.ink, 0.5), 1.4, Qt.PenStyle.DashLine))
    painter.setBrush(faded(tone.paper, 0.2))
    painter.drawRoundedRect(place, side * 0.18, side * 0.18)


def paint_tribe_card(
    painter: QPainter, seat: int | None, box: QRectF, *, faint: bool = False
) -> None:
    """A card of the pile: a tribe's, or destiny's (None)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(0.3 if faint else 1.0)
    radius = box.width() * 0.14
    card = rounded(box, radius)
    painter.fillPath(card.translated(0.8, 1.6), QColor(30, 15, 0, 80))
    painter.fillPath(card, QColor("#fffaf0"))
    inner = box.adjusted(*(box.width() * share for share in (0.07, 0.07, -0.07, -0.07)))
    field = rounded(inner, radius * 0.75)
    middle, reach = inner.center(), inner.width() * 0.32
    if seat is None:
        night = QLinearGradient(inner.topLeft(), inner.bottomRight())
        night.setColorAt(0, QColor("#4a3b6e"))
        night.setColorAt(1, QColor("#241c3f"))
        painter.fillPath(field, night)
        paint_eye(painter, middle, reach * 1.15)
    else:
        coat = tribes.coat(seat)
        painter.fillPath(field, coat.base)
        painter.save()
        painter.setClipPath(field, Qt.ClipOperation.IntersectClip)
        paint_pattern(
            painter, tribes.CAMELS[seat], inner, faded(coat.deep, 0.7), max(4.0, box.width() * 0.16)
        )
        painter.restore()
        painter.setPen(QPen(coat.ink, 1))
        painter.setBrush(QColor("#fffdf6"))
        painter.drawEllipse(middle, reach * 1.05, reach * 1.05)
        ink = coat.ink if tribes.CAMELS[seat] == "y" else coat.deep
        paint_mark(painter, tribes.CAMELS[seat], middle, reach * 0.72, ink)
    painter.strokePath(card, QPen(QColor("#7a5a30"), 1))
    painter.restore()


def paint_eye(painter: QPainter, centre: QPointF, radius: float) -> None:
    """Destiny's mark: an eye in a star."""
    painter.save()
    painter.translate(centre)
    painter.scale(radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    gold = QColor("#f2c65a")
    painter.setBrush(gold)
    for turn in range(8):
        painter.save()
        painter.rotate(turn * 45)
        ray = QPainterPath(QPointF(-0.12, -0.62))
        ray.lineTo(0, -1.0 if turn % 2 == 0 else -0.86)
        ray.lineTo(0.12, -0.62)
        ray.closeSubpath()
        painter.drawPath(ray)
        painter.restore()
    lid = QPainterPath(QPointF(-0.68, 0))
    lid.quadTo(0, -0.66, 0.68, 0)
    lid.quadTo(0, 0.66, -0.68, 0)
    painter.fillPath(lid, QColor("#fff6df"))
    painter.strokePath(lid, QPen(gold, 0.1))
    painter.setBrush(QColor("#2b2150"))
    painter.drawEllipse(QPointF(0, 0), 0.25, 0.25)
    painter.restore()


def paint_destiny(painter: QPainter, card: int, box: QRectF, tone: Palette, *, state: str) -> None:
    """A destiny card: what it touches, and how much. `state`: "left", "gone", "rules" for one that
    holds for this round, "falls" for the one that is being turned up."""
    what = CARDS[card]
    radius = min(box.width(), box.height()) * 0.14
    shape = rounded(box, radius)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    gone = state == "gone"
    painter.setOpacity(0.42 if gone else 1.0)
    if not gone:
        painter.fillPath(shape.translated(0.6, 1.2), QColor(30, 15, 0, 70))
    painter.fillPath(shape, QColor("#fffaf0") if not tone.shade else QColor("#efe6d4"))
    strip = max(13.0, box.height() * 0.3)
    size = min(box.width() - 4, box.height() - strip - 3)
    icon = QRectF(0, 0, size, size)
    icon.moveCenter(QPointF(box.center().x(), box.top() + 2 + (box.height() - strip) / 2 - 0.5))
    paint_subject(painter, what.picture, icon, tone, round_by=radius * 0.8)
    painter.setPen(QColor("#33210f"))
    painter.setFont(sized_font(painter, strip * 0.74))
    foot = QRectF(box.left(), box.bottom() - strip - 0.5, box.width(), strip)
    if fits(painter, what.sign, foot):  # else it is read on the pile, and told in words
        painter.drawText(foot, _CENTRE, what.sign)
    painter.setOpacity(1.0)
    edge = {"rules": tone.chosen, "falls": tone.highlight}.get(state, QColor("#9a7a4c"))
    wide = 2.6 if state in ("rules", "falls") else 1.0
    painter.strokePath(shape, QPen(faded(edge, 0.6 if gone else 1.0), wide))
    if gone:
        painter.setPen(QPen(faded(QColor("#8f1d14"), 0.85), max(1.6, box.width() * 0.05)))
        inset = box.adjusted(4, 4, -4, -4)
        painter.drawLine(inset.bottomLeft(), inset.topRight())
    painter.restore()


def paint_destiny_line(
    painter: QPainter,
    card: int,
    title: str,
    box: QRectF,
    tone: Palette,
    *,
    state: str,
    size: float,
    sign: bool,
) -> None:
    """A destiny card as a line with its title, and with its sign behind it if asked; `state` as for
    `paint_destiny`, `size` of the letters in pixels."""
    what, gone = CARDS[card], state == "gone"
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shape = rounded(box, 4)
    if state in ("rules", "falls"):
        painter.fillPath(shape, QColor("#fffaf0") if not tone.shade else QColor("#efe6d4"))
        edge = tone.chosen if state == "rules" else tone.highlight
        painter.strokePath(shape, QPen(edge, 2))
    side = box.height() - 4
    icon = QRectF(box.left() + 3, box.top() + 2, side, side)
    painter.setOpacity(0.45 if gone else 1.0)
    paint_subject(painter, what.picture, icon, tone, round_by=3)
    ink = tone.ink if state in ("left", "gone") else QColor("#33210f")
    painter.setFont(sized_font(painter, size))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(what.sign) + 4
    right = QRectF(box.right() - wide - 4, box.top(), wide, box.height())
    words = QRectF(icon.right() + 6, box.top(), box.right() - icon.right() - 8, box.height())
    bold = state in ("rules", "falls")
    if sign:
        words.setRight(right.left() - 3)
        painter.setPen(ink)
        painter.drawText(right, _RIGHT, what.sign)
    paint_fitting(painter, title, words, size, ink, _LEFT, bold=bold)
    if gone:
        long = min(words.width(), QFontMetricsF(painter.font()).horizontalAdvance(title))
        middle = box.center().y() + 0.5
        painter.setPen(QPen(ink, 1.2))
        painter.drawLine(QPointF(words.left(), middle), QPointF(words.left() + long, middle))
    painter.restore()


def paint_subject(
    painter: QPainter, picture: str, box: QRectF, tone: Palette, *, round_by: float = 3.0
) -> None:
    """A land, a tribe's mark, coins, or the whole desert, as a small picture."""
    painter.save()
    clip = rounded(box, round_by)
    if picture == "coin":
        for dx, dy in ((-0.2, 0.16), (0.2, 0.16), (0.0, -0.16)):
            centre = box.center() + QPointF(dx * box.width(), dy * box.height())
            paint_coin(painter, centre, box.width() * 0.25)
    elif picture.isdigit():
        coat = tribes.coat(int(picture))
        painter.fillPath(clip, coat.base)
        mark = tribes.CAMELS[int(picture)]
        paint_mark(painter, mark, box.center(), box.width() * 0.33, coat.on)
        painter.strokePath(clip, QPen(coat.ink, 1))
    else:
        painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
        if picture == "all":
            half = QRectF(box.left(), box.top(), box.width() / 2, box.height() / 2)
            for index, land in enumerate(("erg", "reg", "mount", "guelta")):
                at = QPointF((index % 2) * half.width(), (index // 2) * half.height())
                paint_land(painter, land, half.translated(at), 5, tone)
        else:
            paint_land(painter, picture, box, 5, tone)
        painter.strokePath(clip, QPen(QColor("#7a5a30"), 1.2))
    painter.restore()


def paint_plate(painter: QPainter, box: QRectF, tone: Palette) -> None:
    """The ground of what lies beside the desert."""
    shape = rounded(box, 10)
    cloth = QLinearGradient(box.topLeft(), box.bottomLeft())
    cloth.setColorAt(0, mixed(tone.court[0], tone.paper, 0.03 if tone.shade else 0.35))
    cloth.setColorAt(1, tone.court[1] if tone.shade else tone.court[0])
    painter.fillPath(shape, cloth)
    painter.strokePath(shape, QPen(faded(tone.frame[1], 0.8), 1.4))
