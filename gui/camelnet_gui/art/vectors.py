"""A paint device that keeps vectors: every path with its style, each shape and style once.

A picture is a list of elements, each a shape, a style, a transform and a clip, by their numbers in
tables that many pictures share: two positions of a board differ in few of them. What is painted
again and again under a name (`paint_part`) is a group of elements, which is kept once. Text becomes
shapes, so that it looks the same where its font is missing.
"""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QDataStream, QIODevice, QPointF, Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QGradient,
    QImage,
    QLinearGradient,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTextItem,
    QTextLayout,
    QTransform,
)

# Shape, style, transform and clip (-1: none); a group has its number and the style -1.
Element = tuple[int, int, str, int]
_METRIC = QPaintDevice.PaintDeviceMetric
_DIRTY = QPaintEngine.DirtyFlag
_FILL = (_DIRTY.DirtyBrush | _DIRTY.DirtyOpacity).value
_STROKE = (_DIRTY.DirtyPen | _DIRTY.DirtyOpacity).value
_AT = _DIRTY.DirtyTransform.value
_CLIP = (_DIRTY.DirtyClipPath | _DIRTY.DirtyClipRegion | _DIRTY.DirtyClipEnabled).value
_DPI = 96
LINE_MAX = 100_000.0  # pixels: a text that is painted has one line
_EMPTY = 'fill="none"'
_SPREADS = {QGradient.Spread.ReflectSpread: "reflect", QGradient.Spread.RepeatSpread: "repeat"}
_CAPS = {Qt.PenCapStyle.RoundCap: "round", Qt.PenCapStyle.SquareCap: "square"}
_JOINS = {Qt.PenJoinStyle.RoundJoin: "round", Qt.PenJoinStyle.BevelJoin: "bevel"}


@dataclass(slots=True)
class Numbered:
    """Texts, each with a number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def of(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> list[str]:
        return list(self.numbers)


class Drawings:
    """The tables that pictures share. `shapes`: path data of SVG; `styles`: attributes of SVG;
    `paints`: gradients and pictures of SVG, whose id is "g" and their number; `clips`: path data in
    the picture's own coordinates."""

    def __init__(self) -> None:
        self.shapes, self.styles, self.paints, self.clips = (Numbered() for _ in range(4))
        self.elements: dict[Element, int] = {}
        self.groups: list[list[int]] = []
        self._named: dict[str, int] = {}
        self._known: dict[tuple[bytes, int], str] = {}

    def picture(
        self, width: float, height: float, paint: Callable[[QPainter], None], font: QFont
    ) -> list[int]:
        """The numbers of the elements that `paint` paints on a device of that size."""
        device = VectorDevice(self, round(width), round(height))
        painter = QPainter(device)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font)
        try:
            paint(painter)
        finally:
            painter.end()
        return device.painted

    def group(self, name: str, paint: Callable[[], list[int]]) -> int:
        """The number of the group of that name, which `paint` makes the first time."""
        number = self._named.get(name)
        if number is None:
            made = paint()
            number = self._named[name] = len(self.groups)
            self.groups.append(made)
        return number

    def data(self, path: QPainterPath, digits: int) -> str:
        """A path as path data of SVG."""
        kept = QByteArray()
        QDataStream(kept, QIODevice.OpenModeFlag.WriteOnly) << path
        key = (bytes(kept.data()), digits)
        told = self._known.get(key)
        if told is None:
            told = self._known[key] = _data(key[0], digits)
        return told

    def element(self, element: Element) -> int:
        return self.elements.setdefault(element, len(self.elements))


class VectorDevice(QPaintDevice):
    """Collects in `painted` the elements that are painted on it."""

    def __init__(self, drawings: Drawings, width: int, height: int) -> None:
        super().__init__()
        self.painted: list[int] = []
        self.drawings = drawings
        self._engine = _Engine(drawings, self.painted)
        self._metrics = {
            _METRIC.PdmWidth: width,
            _METRIC.PdmHeight: height,
            _METRIC.PdmWidthMM: round(width * 25.4 / _DPI),
            _METRIC.PdmHeightMM: round(height * 25.4 / _DPI),
            _METRIC.PdmNumColors: 2**24,
            _METRIC.PdmDepth: 24,
            _METRIC.PdmDpiX: _DPI,
            _METRIC.PdmDpiY: _DPI,
            _METRIC.PdmPhysicalDpiX: _DPI,
            _METRIC.PdmPhysicalDpiY: _DPI,
            _METRIC.PdmDevicePixelRatio: 1,
            _METRIC.PdmDevicePixelRatioScaled: 2**16,
        }

    def paintEngine(self) -> QPaintEngine:
        return self._engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        return self._metrics.get(metric, 1)

    def add_group(self, number: int) -> None:
        """Paint a group where the painter is."""
        self._engine.add_group(number)


def paint_part(
    painter: QPainter, name: str, paint: Callable[[QPainter], None], at: QPointF | None = None
) -> bool:
    """Paint at a point (None: the origin) what every painting under this name paints alike; False
    where the painter paints no vectors."""
    device = painter.device()
    if not isinstance(device, VectorDevice):
        return False
    drawings, font = device.drawings, painter.font()
    number = drawings.group(name, lambda: drawings.picture(1000, 1000, paint, font))
    painter.save()
    painter.translate(at or QPointF())
    device.add_group(number)
    painter.restore()
    return True


def paint_named(painter: QPainter, name: object, paint: Callable[[QPainter], None]) -> None:
    """Paint; as vectors what has this name only once."""
    if not paint_part(painter, str(name), paint):
        paint(painter)


class _Engine(QPaintEngine):
    """Reads a part of the painter's state when it has changed."""

    def __init__(self, drawings: Drawings, painted: list[int]) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self._drawings, self._painted = drawings, painted
        # A painter's own brush and pen: it tells only what differs from them.
        self._fill, self._stroke = _EMPTY, self._stroked(QPen(), 1.0)
        self._turned, self._clip, self._scale = QTransform(), -1, 1.0

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: QPaintEngineState) -> None:
        changed, painter = state.state().value, self.painter()
        if changed & _FILL:
            self._fill = self._filled(painter.brush(), painter.opacity())
        if changed & _STROKE:
            self._stroke = self._stroked(painter.pen(), painter.opacity())
        if changed & _AT:
            self._turned = painter.combinedTransform()
            self._scale = math.sqrt(abs(self._turned.determinant())) or 1.0
        if changed & _CLIP:
            self._clip = self._clipped(painter)

    def drawPath(self, path: QPainterPath) -> None:
        if not path.isEmpty():
            self._draw(path, self._fill, path.fillRule() is Qt.FillRule.OddEvenFill)

    def drawPolygon(self, points: Any, mode: QPaintEngine.PolygonDrawMode) -> None:
        path = QPainterPath()
        path.addPolygon(points if isinstance(points, QPolygonF) else QPolygonF(points))
        if mode is QPaintEngine.PolygonDrawMode.PolylineMode:
            self._draw(path, _EMPTY, odd=False)
            return
        path.closeSubpath()
        self._draw(path, self._fill, mode is QPaintEngine.PolygonDrawMode.OddEvenMode)

    def drawTextItem(self, at: Any, item: QTextItem) -> None:
        """A text is a group of its letters, which many texts share."""
        painter, font = self.painter(), item.font()
        style = self._coloured("fill", painter.pen().brush(), painter.opacity())
        name = f"{item.text()} {font.key()} {style} {self._digits}"
        number = self._drawings.group(name, lambda: self._letters(item.text(), font, style))
        place = _matrix(QTransform.fromTranslate(at.x(), at.y()) * self._turned)
        self._add((number, -1, place, self._clip))

    def _letters(self, text: str, font: QFont, style: str) -> list[int]:
        """The elements of a text whose base line begins at the origin."""
        layout = QTextLayout(text, font)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(LINE_MAX)
        layout.endLayout()
        letters = (
            (run.rawFont().pathForGlyph(glyph), place)
            for run in layout.glyphRuns()
            for glyph, place in zip(run.glyphIndexes(), run.positions(), strict=True)
        )
        return [
            self._shape(path, style, QTransform.fromTranslate(at.x(), at.y() - line.ascent()), -1)
            for path, at in letters
            if not path.isEmpty()
        ]

    def drawPixmap(self, box: Any, pixmap: Any, part: Any) -> None:
        self.drawImage(box, pixmap.toImage(), part)

    def drawImage(self, box: Any, image: QImage, part: Any, *_flags: Any) -> None:
        """A picture that somebody painted otherwise, as a PNG."""
        kept = QBuffer()
        kept.open(QIODevice.OpenModeFlag.WriteOnly)
        image.copy(part.toAlignedRect()).save(kept, "PNG")  # type: ignore[call-overload]
        told = base64.b64encode(kept.data().data()).decode()
        paint = self._drawings.paints.of(
            f'<pattern x="{box.x():g}" y="{box.y():g}" width="{box.width():g}" height="'
            f'{box.height():g}" patternUnits="userSpaceOnUse"><image width="{box.width():g}" '
            f'height="{box.height():g}" preserveAspectRatio="none" href="data:image/png;base64,'
            f'{told}"/></pattern>'
        )
        path = QPainterPath()
        path.addRect(box)
        self._keep(path, f'fill="url(#g{paint})"')

    def add_group(self, number: int) -> None:
        """Paint a group; the painter tells no state for what it does not draw itself."""
        painter = self.painter()
        self._add((number, -1, _matrix(painter.combinedTransform()), self._clipped(painter)))

    def _add(self, element: Element) -> None:
        self._painted.append(self._drawings.element(element))

    def _draw(self, path: QPainterPath, fill: str, odd: bool) -> None:
        style = fill + self._stroke
        if style != _EMPTY:
            self._keep(path, style + ' fill-rule="evenodd"' if odd and fill != _EMPTY else style)

    @property
    def _digits(self) -> int:
        """As many as are seen at this size."""
        return max(0, min(4, math.ceil(math.log10(8 * self._scale))))

    def _keep(self, path: QPainterPath, style: str) -> None:
        self._painted.append(self._shape(path, style, self._turned, self._clip))

    def _shape(self, path: QPainterPath, style: str, turned: QTransform, clip: int) -> int:
        """The number of the element; its path is kept from its first point on, so that it is the
        same wherever it lies, but a gradient lies where it is."""
        drawings = self._drawings
        if "url(" not in style:
            first = path.elementAt(0)
            turned = QTransform.fromTranslate(first.x, first.y) * turned
            path = path.translated(-first.x, -first.y)
        shape = drawings.shapes.of(drawings.data(path, self._digits))
        return drawings.element((shape, drawings.styles.of(style), _matrix(turned), clip))

    def _clipped(self, painter: QPainter) -> int:
        """The number of the clip, in the coordinates of the picture."""
        if not painter.hasClipping():
            return -1
        path = painter.combinedTransform().map(painter.clipPath())
        rule = "evenodd" if path.fillRule() is Qt.FillRule.OddEvenFill else "nonzero"
        return self._drawings.clips.of(f"{rule} {self._drawings.data(path, 1)}")

    def _filled(self, brush: QBrush, opacity: float) -> str:
        if brush.style() is Qt.BrushStyle.NoBrush:
            return _EMPTY
        return self._coloured("fill", brush, opacity)

    def _stroked(self, pen: QPen, opacity: float) -> str:
        if pen.style() is Qt.PenStyle.NoPen:
            return ""
        wide = pen.widthF() or 1.0
        told = f" {self._coloured('stroke', pen.brush(), opacity)}"
        if wide != 1.0:
            told += f' stroke-width="{_number(wide, 3)}"'
        if pen.capStyle() in _CAPS:
            told += f' stroke-linecap="{_CAPS[pen.capStyle()]}"'
        if pen.joinStyle() in _JOINS:
            told += f' stroke-linejoin="{_JOINS[pen.joinStyle()]}"'
        if pen.style() is not Qt.PenStyle.SolidLine:
            dashes = " ".join(_number(wide * part, 2) for part in pen.dashPattern())
            told += f' stroke-dasharray="{dashes}"'
        if pen.isCosmetic():
            told += ' vector-effect="non-scaling-stroke"'
        return told

    def _coloured(self, what: str, brush: QBrush, opacity: float) -> str:
        gradient = brush.gradient()
        if gradient is not None:
            paint = self._drawings.paints.of(_gradient(gradient, brush.transform()))
            colour, alpha = f"url(#g{paint})", opacity
        else:
            colour, alpha = brush.color().name(), opacity * brush.color().alphaF()
        told = f'{what}="{colour}"'
        return told if alpha > 0.998 else f'{told} {what}-opacity="{_number(alpha, 3)}"'


def _gradient(gradient: QGradient, at: QTransform) -> str:
    box = gradient.coordinateMode() is not QGradient.CoordinateMode.LogicalMode
    told = "" if box else ' gradientUnits="userSpaceOnUse"'
    if gradient.spread() in _SPREADS:
        told += f' spreadMethod="{_SPREADS[gradient.spread()]}"'
    if not at.isIdentity():
        told += f' gradientTransform="matrix({_matrix(at)})"'
    if isinstance(gradient, QLinearGradient):
        kind, start, stop = "linearGradient", gradient.start(), gradient.finalStop()
        given = [("x1", start.x()), ("y1", start.y()), ("x2", stop.x()), ("y2", stop.y())]
    else:
        assert isinstance(gradient, QRadialGradient), "SVG has no conical gradient"
        kind, centre, focus = "radialGradient", gradient.center(), gradient.focalPoint()
        given = [("cx", centre.x()), ("cy", centre.y()), ("r", gradient.radius())]
        given += [("fx", focus.x()), ("fy", focus.y())]
    told += "".join(f' {name}="{_number(value, 3)}"' for name, value in given)
    stops = "".join(
        f'<stop offset="{_number(where, 3)}" stop-color="{colour.name()}"'
        + (f' stop-opacity="{_number(colour.alphaF(), 3)}"/>' if colour.alpha() < 255 else "/>")
        for where, colour in gradient.stops()
    )
    return f"<{kind}{told}>{stops}</{kind}>"


def _matrix(at: QTransform) -> str:
    """The six numbers of a transform, "" for none."""
    if at.isIdentity():
        return ""
    turn = (at.m11(), at.m12(), at.m21(), at.m22())
    return " ".join(
        (*(_number(part, 4) for part in turn), *(_number(part, 2) for part in (at.dx(), at.dy())))
    )


def _data(stream: bytes, digits: int) -> str:
    """A path as Qt streams it, as path data of SVG."""
    (count,) = struct.unpack_from(">i", stream)
    told: list[str] = []
    kinds = [struct.unpack_from(">idd", stream, 4 + 20 * number) for number in range(count)]
    before = start = (0.0, 0.0)
    for number, (kind, x, y) in enumerate(kinds):
        letter = {0: "M", 1: "L", 2: "C", 3: " "}[kind]
        told.append(f"{letter}{_number(x, digits)} {_number(y, digits)}")
        if kind == 0:
            start = (x, y)
        before = (x, y)
        last = number + 1 == count or kinds[number + 1][0] == 0
        if last and number and kind != 0 and math.dist(before, start) < 1e-6:
            told.append("Z")
    return "".join(told)


def _number(value: float, digits: int) -> str:
    told = f"{value:.{digits}f}"
    if "." in told:
        told = told.rstrip("0").rstrip(".")
    return "0" if told in ("-0", "") else told
