"""Camels: a profile in paths, standing, striding or couched on the back of another.

Drawn in camel units, facing right, the ground at y = 0 and y down: a standing camel is 110 units
high and 120 long. A stack stands on one point: the lowest camel on its legs, all others couched,
so that every blanket with its pattern and mark stays in sight, and every head.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

from camelnet_gui.art.marks import paint_mark, paint_pattern
from camelnet_gui.art.palette import COATS, Coat, faded, mixed

HEIGHT = 110.0  # a standing camel, hoof to ear
SEATED = 42.0  # how much lower a couched camel's body is
SADDLE = 80.0  # where the next one couches, above the ground of a standing camel
LEFT, RIGHT = -46.0, 80.0  # the reach of tail and muzzle

Gait = Literal["stand", "stride", "pass"]


def stack_height(count: int, seated: bool = False) -> float:
    """The height of a stack in camel units; `seated`: its lowest camel is couched as well."""
    single = HEIGHT - SEATED if seated or count > 1 else HEIGHT
    return base_of(max(0, count - 1), seated) + single


def base_of(index: int, seated: bool = False) -> float:
    """The height above the stack's foot at which the camel at `index` rests, in camel units."""
    step = SADDLE - SEATED
    return index * step if seated or index == 0 else SADDLE + (index - 1) * step


@dataclass(frozen=True, slots=True)
class _Leg:
    """A limb as joints from the body down, with its width at each, and the hoof's x."""

    joints: tuple[tuple[float, float], ...]
    widths: tuple[float, ...]
    near: bool


def _fore(shift: float, lift: float, near: bool) -> _Leg:
    return _Leg(
        ((27, -56), (27 + shift * 0.55, -29 - lift * 0.5), (27 + shift, -6 - lift)),
        (15, 7.4, 5.4),
        near,
    )


def _hind(shift: float, lift: float, near: bool) -> _Leg:
    return _Leg(
        (
            (-26, -58),
            (-25 + shift * 0.3, -44),
            (-32 + shift * 0.7, -27 - lift * 0.4),
            (-29 + shift, -6 - lift),
        ),
        (24, 17, 7.2, 5.4),
        near,
    )


GAITS: dict[Gait, tuple[_Leg, ...]] = {
    "stand": (
        _fore(9, 0, False),
        _hind(11, 0, False),
        _hind(-1, 0, True),
        _fore(-2, 0, True),
    ),
    "stride": (
        _fore(-14, 0, False),
        _hind(20, 3, False),
        _hind(-14, 0, True),
        _fore(17, 6, True),
    ),
    "pass": (
        _fore(16, 5, False),
        _hind(-10, 0, False),
        _hind(16, 4, True),
        _fore(-12, 0, True),
    ),
}


@cache
def _profile() -> QPainterPath:
    """Body, neck and head in one line."""
    path = QPainterPath(QPointF(-38, -66))
    path.cubicTo(-37, -74, -31, -78, -23, -78)
    path.cubicTo(-15, -79, -11, -95, 0, -95)
    path.cubicTo(10, -95, 14, -80, 23, -76)
    path.cubicTo(29, -73, 34, -69, 39, -72)
    path.cubicTo(46, -77, 45, -91, 49, -100)
    path.cubicTo(51, -105, 55, -107, 59, -106)
    path.cubicTo(65, -105, 69, -102, 74, -99.5)
    path.cubicTo(78, -97.5, 78.5, -93, 75.5, -91)
    path.cubicTo(72, -89, 67, -90, 63.5, -91)
    path.cubicTo(59.5, -92, 58.5, -88, 58, -83)
    path.cubicTo(57, -70, 53, -58, 44, -53)
    path.cubicTo(39, -49, 35, -46, 28, -45)
    path.cubicTo(16, -42, 4, -43, -6, -45)
    path.cubicTo(-16, -47, -22, -50, -29, -51)
    path.cubicTo(-36, -53, -39, -59, -38, -66)
    path.closeSubpath()
    return path


@cache
def _blanket() -> QPainterPath:
    path = QPainterPath(QPointF(-20, -79.5))
    path.cubicTo(-13, -81, -10, -96.5, 0, -96.5)
    path.cubicTo(10, -96.5, 13, -82, 21, -77.5)
    path.cubicTo(22, -68, 22, -60, 21, -51)
    path.quadTo(0.5, -46, -20, -52)
    path.cubicTo(-22, -62, -22, -70, -20, -79.5)
    path.closeSubpath()
    return path


@cache
def _tail() -> QPainterPath:
    path = QPainterPath(QPointF(-36, -71))
    path.cubicTo(-43, -69, -44, -58, -42, -47)
    return path


def _limb(leg: _Leg) -> QPainterPath:
    """The silhouette of a leg: rounded joints and the tapering parts between them, and the foot."""
    path = QPainterPath()
    for (x, y), width in zip(leg.joints, leg.widths, strict=True):
        joint = QPainterPath()
        joint.addEllipse(QPointF(x, y), width / 2, width / 2)
        path = path.united(joint)
    parts = list(zip(leg.joints, leg.widths, strict=True))
    for ((x1, y1), w1), ((x2, y2), w2) in pairwise(parts):
        along = QPointF(x2 - x1, y2 - y1)
        side = QPointF(-along.y(), along.x()) / (along.x() ** 2 + along.y() ** 2) ** 0.5
        part = QPainterPath(QPointF(x1, y1) + side * w1 / 2)
        part.lineTo(QPointF(x2, y2) + side * w2 / 2)
        part.lineTo(QPointF(x2, y2) - side * w2 / 2)
        part.lineTo(QPointF(x1, y1) - side * w1 / 2)
        part.closeSubpath()
        path = path.united(part)
    x, y = leg.joints[-1]
    foot = QPainterPath(QPointF(x - 4.2, y + 6))
    foot.cubicTo(x - 4.6, y + 1, x - 1, y - 2, x + 1, y - 2)
    foot.cubicTo(x + 5, y, x + 8, y + 3, x + 8, y + 6)
    foot.closeSubpath()
    return path.united(foot)


@cache
def _legs(gait: Gait) -> tuple[tuple[QPainterPath, bool], ...]:
    return tuple((_limb(leg), leg.near) for leg in GAITS[gait])


@cache
def _folded() -> tuple[QPainterPath, ...]:
    """Legs of a couched camel, in the coordinates of its lowered body."""
    hind = QPainterPath(QPointF(-37, -58))
    hind.cubicTo(-41, -50, -40, -41.6, -33, -41.6)
    hind.lineTo(-6, -41.6)
    hind.cubicTo(-2, -41.6, -2, -46.4, -7, -46.4)
    hind.lineTo(-13, -46.6)
    hind.cubicTo(-8, -52, -12, -60, -20, -63)
    hind.cubicTo(-27, -65, -34, -64, -37, -58)
    fore = QPainterPath(QPointF(25, -57))
    fore.cubicTo(32, -60, 42, -54, 45, -48)
    fore.cubicTo(46.5, -44, 44, -41.6, 40, -41.6)
    fore.lineTo(17, -41.6)
    fore.cubicTo(13, -41.6, 13, -46.4, 17, -46.4)
    fore.lineTo(27, -46.8)
    fore.cubicTo(22, -50, 21, -54, 25, -57)
    return hind, fore


def paint_camel(painter: QPainter, camel: str, gait: Gait = "stand", couched: bool = False) -> None:
    """One camel on the origin, in camel units."""
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPen(coat.ink, 1.7)
    outline.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    outline.setCapStyle(Qt.PenCapStyle.RoundCap)
    if couched:
        painter.translate(0, SEATED)
    body = QLinearGradient(-20, -100, 20, -40)
    body.setColorAt(0, coat.light)
    body.setColorAt(0.45, coat.base)
    body.setColorAt(1, mixed(coat.base, coat.deep, 0.75))
    near = QLinearGradient(0, -58, 0, 0)
    near.setColorAt(0, mixed(coat.base, coat.deep, 0.3))
    near.setColorAt(1, mixed(coat.base, coat.deep, 0.7))
    painter.setPen(QPen(coat.ink, 4.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(_tail())
    painter.setPen(QPen(coat.base, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(_tail())
    painter.setPen(outline)
    painter.setBrush(coat.ink)
    painter.drawEllipse(QPointF(-42, -45), 2.6, 4.6)
    legs = () if couched else _legs(gait)
    for path, is_near in legs:
        painter.strokePath(path, QPen(coat.ink, 3.0))
        if is_near:
            painter.fillPath(path, near)
        else:
            painter.fillPath(path, mixed(coat.deep, coat.ink, 0.2))
    painter.setBrush(body)
    painter.drawPath(_ear(54))
    painter.drawPath(_profile())
    if not couched:
        _blend_thighs(painter, gait, coat)
    for path in _folded() if couched else ():
        painter.setBrush(near)
        painter.drawPath(path)
    _paint_face(painter, coat, outline)
    _paint_blanket(painter, camel, coat)
    painter.restore()


def _blend_thighs(painter: QPainter, gait: Gait, coat: Coat) -> None:
    """Let the near legs grow out of the body: no line across shoulder and thigh."""
    painter.save()
    painter.setClipPath(_profile(), Qt.ClipOperation.IntersectClip)
    for path, is_near in _legs(gait):
        if is_near:
            top = path.boundingRect().top()
            shade = QLinearGradient(0, top, 0, top + 24)
            tone = mixed(coat.base, coat.deep, 0.42)
            shade.setColorAt(0, faded(tone, 0))
            shade.setColorAt(1, faded(tone, 1))
            painter.fillPath(path, shade)
    painter.restore()


def _ear(x: float) -> QPainterPath:
    path = QPainterPath(QPointF(x - 3, -103))
    path.cubicTo(x - 6, -108, x - 5, -112, x - 3.5, -113)
    path.cubicTo(x, -112, x + 2, -108, x + 1.5, -104)
    path.closeSubpath()
    return path


def _paint_face(painter: QPainter, coat: Coat, outline: QPen) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    soft = QRadialGradient(QPointF(72, -96), 9)
    soft.setColorAt(0, faded(QColor("#ffffff"), 0.28))
    soft.setColorAt(1, faded(QColor("#ffffff"), 0))
    painter.setBrush(soft)
    painter.drawEllipse(QPointF(71, -95.5), 7, 5)
    painter.setPen(QPen(coat.ink, 1.1))
    painter.setBrush(QColor("#ffffff"))
    painter.drawEllipse(QPointF(61, -100.3), 2.9, 2.9)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#1d130b"))
    painter.drawEllipse(QPointF(61.8, -100), 1.7, 1.7)
    pen = QPen(outline)
    pen.setWidthF(1.2)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    smile = QPainterPath(QPointF(74.5, -94.4))
    smile.cubicTo(71, -93, 68.5, -93.4, 66.8, -95.2)
    painter.drawPath(smile)
    painter.drawPoint(QPointF(74.6, -97))
    halter = QPen(QColor("#fff0c4") if coat.on == QColor("#ffffff") else coat.ink, 1.5)
    painter.setPen(halter)
    band = QPainterPath(QPointF(68.6, -102))
    band.quadTo(66.4, -97, 67.2, -90.8)
    band.moveTo(67, -97.2)
    band.quadTo(60, -96, 52.5, -104)
    painter.drawPath(band)


def _paint_blanket(painter: QPainter, camel: str, coat: Coat) -> None:
    """The blanket with the camel's pattern, fringe and mark."""
    blanket = _blanket()
    trim = QColor("#ffe9b0") if camel != "w" else QColor("#c99a3c")
    cloth = mixed(coat.deep, coat.ink, 0.35) if camel not in "yw" else coat.ink
    thread = coat.light if camel not in "yw" else mixed(coat.base, coat.light, 0.4)
    if camel == "w":
        cloth = QColor("#6c5d4d")
    elif camel == "y":
        cloth = QColor("#8a5c06")
    painter.setPen(QPen(trim, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for step in range(11):
        x = -19 + step * 4.0
        y = -51.2 + 3.4 * (1 - ((x - 0.5) / 20) ** 2)
        painter.drawLine(QPointF(x, y), QPointF(x, y + 3.6))
    painter.fillPath(blanket, cloth)
    painter.save()
    painter.setClipPath(blanket, Qt.ClipOperation.IntersectClip)
    paint_pattern(painter, camel, QRectF(-23, -98, 47, 52), faded(thread, 0.85), 6.6)
    light = QLinearGradient(-18, -96, 16, -48)
    light.setColorAt(0, faded(QColor("#ffffff"), 0.22))
    light.setColorAt(0.5, faded(QColor("#ffffff"), 0))
    light.setColorAt(1, faded(QColor("#000000"), 0.18))
    painter.fillPath(blanket, light)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(coat.ink, 3.2))
    painter.drawPath(blanket)
    painter.setPen(QPen(trim, 1.6))
    painter.drawPath(blanket)
    painter.setPen(QPen(coat.ink, 1.2))
    painter.setBrush(QColor("#fffdf6"))
    painter.drawEllipse(QPointF(0.5, -64.5), 12.2, 12.2)
    paint_mark(painter, camel, QPointF(0.5, -64.5), 8.2, coat.ink if camel in "yw" else coat.deep)


def paint_stack(painter: QPainter, camels: str, gait: Gait = "stand", seated: bool = False) -> None:
    """A stack on the origin, bottom to top; `seated`: it rests on other camels, out of the picture.

    Heads lie before the chest of the next camel up.
    """
    for index, camel in enumerate(camels):
        painter.save()
        painter.translate(0, -base_of(index, seated))
        couched = seated or index > 0
        paint_camel(painter, camel, gait, couched)
        if index + 1 < len(camels):
            _paint_contact(painter, couched)
        painter.restore()
    for index in reversed(range(len(camels) - 1)):
        _repaint_head(painter, camels[index], base_of(index, seated), gait, seated or index > 0)


def _paint_contact(painter: QPainter, couched: bool) -> None:
    """The shade that the next camel up throws on the back of this one."""
    soft = QRadialGradient(QPointF(0, 0), 1)
    soft.setColorAt(0, QColor(0, 0, 0, 130))
    soft.setColorAt(1, QColor(0, 0, 0, 0))
    painter.save()
    if couched:
        painter.translate(0, SEATED)
    painter.setClipPath(_profile(), Qt.ClipOperation.IntersectClip)
    painter.translate(1, 1 - SADDLE)
    painter.scale(38, 8)
    painter.fillRect(QRectF(-1, -1, 2, 2), soft)
    painter.restore()


def _repaint_head(painter: QPainter, camel: str, base: float, gait: Gait, couched: bool) -> None:
    painter.save()
    painter.translate(0, -base)
    drop = SEATED if couched else 0.0
    painter.setClipRect(QRectF(30, -116 + drop, 56, 56), Qt.ClipOperation.IntersectClip)
    paint_camel(painter, camel, gait, couched)
    painter.restore()


@cache
def outline(couched: bool) -> QPainterPath:
    """The silhouette of one camel on the origin, as one path. Do not change it: it is shared."""
    whole = QPainterPath(_profile())
    for part in (_ear(54), *(_folded() if couched else (leg for leg, _near in _legs("stand")))):
        whole = whole.united(part)
    return whole.translated(0, SEATED) if couched else whole


def paint_silhouette(
    painter: QPainter, foot: QPointF, scale: float, colour: QColor, couched: bool
) -> None:
    """A camel in one colour, for emblems."""
    painter.save()
    painter.translate(foot)
    painter.scale(scale, scale)
    if couched:
        painter.translate(0, SEATED)
    painter.fillPath(_profile(), colour)
    painter.fillPath(_ear(54), colour)
    for path in _folded() if couched else (leg for leg, _near in _legs("stand")):
        painter.fillPath(path, colour)
    painter.restore()


def paint_tiny(painter: QPainter, camel: str, blanket: str, pixel: float) -> None:
    """A standing camel for a handful of pixels: outline, coat, a plain blanket in the coat of
    another, an eye. `pixel`: the side of one, in camel units."""
    coat, silhouette = COATS[camel], outline(False)
    round_pen = QPen(coat.ink, 1.5 * pixel)
    round_pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(silhouette, round_pen)
    painter.fillPath(silhouette, coat.base)
    painter.fillPath(_blanket(), COATS[blanket].base)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(coat.ink)
    painter.drawEllipse(QPointF(62, -99), 0.45 * pixel, 0.45 * pixel)
