"""A paint device that writes SVG: QSvgGenerator forgets clips, and our camels are full of them.

It handles the shapes of the logo: paths, ellipses, lines and polygons, plain colours, linear and
radial gradients, solid pens, clips. Anything else is an error, so that no picture is silently
wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QLinearGradient,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

CAPS = {
    Qt.PenCapStyle.FlatCap: "butt",
    Qt.PenCapStyle.SquareCap: "square",
    Qt.PenCapStyle.RoundCap: "round",
}
JOINS = {
    Qt.PenJoinStyle.MiterJoin: "miter",
    Qt.PenJoinStyle.SvgMiterJoin: "miter",
    Qt.PenJoinStyle.BevelJoin: "bevel",
    Qt.PenJoinStyle.RoundJoin: "round",
}
_LINE, _MOVE, _CURVE = (
    QPainterPath.ElementType.LineToElement,
    QPainterPath.ElementType.MoveToElement,
    QPainterPath.ElementType.CurveToElement,
)


def write_svg(size: int, title: str, paint: Callable[[QPainter], None]) -> str:
    """The text of a square picture of that size, painted by `paint`."""
    device = _Device(size)
    painter = QPainter(device)
    paint(painter)
    painter.end()
    engine = device.engine
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
            f' width="{size}" height="{size}">',
            f"<title>{title}</title>",
            "<defs>",
            *engine.shared.values(),
            "</defs>",
            *engine.shapes,
            "</svg>\n",
        )
    )


class _Device(QPaintDevice):
    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size
        self.engine = _Engine()

    def paintEngine(self) -> QPaintEngine:
        return self.engine

    def metric(self, asked: QPaintDevice.PaintDeviceMetric) -> int:
        kinds = QPaintDevice.PaintDeviceMetric
        match asked:
            case kinds.PdmDpiX | kinds.PdmDpiY | kinds.PdmPhysicalDpiX | kinds.PdmPhysicalDpiY:
                return 96
            case kinds.PdmDevicePixelRatio:
                return 1
            case kinds.PdmDevicePixelRatioScaled:
                return int(QPaintDevice.devicePixelRatioFScale())
            case kinds.PdmDepth:
                return 32
        return self._size


class _Engine(QPaintEngine):
    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.shared: dict[str, str] = {}  # definitions by their content
        self.shapes: list[str] = []

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def begin(self, device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def updateState(self, state: QPaintEngineState) -> None:
        pass  # we ask the painter when a shape comes

    def drawPath(self, path: QPainterPath) -> None:
        self._draw(path, filled=True)

    def drawPolygon(self, points: Iterable[QPointF], mode: QPaintEngine.PolygonDrawMode) -> None:
        path = QPainterPath()
        path.addPolygon(QPolygonF(list(points)))
        open_line = mode is QPaintEngine.PolygonDrawMode.PolylineMode
        if mode is QPaintEngine.PolygonDrawMode.WindingMode:
            path.setFillRule(Qt.FillRule.WindingFill)
        if not open_line:
            path.closeSubpath()
        self._draw(path, filled=not open_line)

    def _draw(self, path: QPainterPath, *, filled: bool) -> None:
        painter = self.painter()
        brush = painter.brush() if filled else QBrush()
        looks = [self._filled(brush, path), *_stroked(painter.pen())]
        clip = ""
        if painter.hasClipping():
            clip = f' clip-path="url(#{self._clip(painter.clipPath())})"'
        shape = f'<path d="{_data(path)}" {" ".join(looks)}/>'
        self.shapes.append(f'<g transform="{_matrix(painter.transform())}"{clip}>{shape}</g>')

    def drawPixmap(self, place: QRectF, pixmap: QPixmap, source: QRectF) -> None:
        raise NotImplementedError("a pixmap")

    def _filled(self, brush: QBrush, path: QPainterPath) -> str:
        rule = "" if path.fillRule() is Qt.FillRule.WindingFill else ' fill-rule="evenodd"'
        if brush.style() is Qt.BrushStyle.NoBrush:
            return 'fill="none"'
        if brush.style() is Qt.BrushStyle.SolidPattern:
            return _colour("fill", brush.color()) + rule
        if not brush.transform().isIdentity():
            raise NotImplementedError("a brush with a matrix")
        return f'fill="url(#{self._gradient(brush.gradient())})"{rule}'

    def _gradient(self, gradient: QGradient | None) -> str:
        match gradient:
            case QLinearGradient():
                start, end = gradient.start(), gradient.finalStop()
                kind = "linearGradient"
                where = f'x1="{_n(start.x())}" y1="{_n(start.y())}"'
                where += f' x2="{_n(end.x())}" y2="{_n(end.y())}"'
            case QRadialGradient():
                middle = gradient.center()
                kind = "radialGradient"
                where = f'cx="{_n(middle.x())}" cy="{_n(middle.y())}" r="{_n(gradient.radius())}"'
            case _:
                raise NotImplementedError(gradient)
        stops = "".join(
            f'<stop offset="{_n(at)}" {_colour("stop", colour)}/>'
            for at, colour in gradient.stops()
        )
        return self._share(f'<{kind} gradientUnits="userSpaceOnUse" {where}', f">{stops}</{kind}>")

    def _clip(self, path: QPainterPath) -> str:
        rule = "" if path.fillRule() is Qt.FillRule.WindingFill else ' clip-rule="evenodd"'
        return self._share("<clipPath", f'><path d="{_data(path)}"{rule}/></clipPath>')

    def _share(self, head: str, tail: str) -> str:
        """The id of a definition; equal definitions share one."""
        known = self.shared.get(head + tail)
        if known is None:
            known = self.shared[head + tail] = f'{head} id="d{len(self.shared)}"{tail}'
        return known.split(' id="', 1)[1].split('"', 1)[0]


def _stroked(pen: QPen) -> list[str]:
    if pen.style() is Qt.PenStyle.NoPen:
        return []
    if pen.style() is not Qt.PenStyle.SolidLine or pen.isCosmetic():
        raise NotImplementedError("a pen that is no solid line")
    return [
        _colour("stroke", pen.color()),
        f'stroke-width="{_n(pen.widthF())}"',
        f'stroke-linecap="{CAPS[pen.capStyle()]}"',
        f'stroke-linejoin="{JOINS[pen.joinStyle()]}"',
    ]


def _colour(name: str, colour: QColor) -> str:
    said = f'{name}{"-color" if name == "stop" else ""}="{colour.name()}"'
    return said if colour.alpha() == 255 else f'{said} {name}-opacity="{_n(colour.alphaF())}"'


def _matrix(transform: QTransform) -> str:
    parts = (
        transform.m11(),
        transform.m12(),
        transform.m21(),
        transform.m22(),
        transform.dx(),
        transform.dy(),
    )
    return f"matrix({' '.join(map(_n, parts))})"


def _data(path: QPainterPath) -> str:
    """The path as the attribute `d`; a curve's two other points follow it as data."""
    said = []
    for number in range(path.elementCount()):
        element = path.elementAt(number)
        kind = {_MOVE: "M", _LINE: "L", _CURVE: "C"}.get(element.type, "")
        said.append(f"{kind}{_n(element.x)} {_n(element.y)}")
    return " ".join(said)


def _n(number: float) -> str:
    """A number in a short form, the same on every machine."""
    return f"{round(number, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
