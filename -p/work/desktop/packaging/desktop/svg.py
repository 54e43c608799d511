"""One painted picture as an SVG of its own; QSvgGenerator forgets clips, and our camels are full of
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from camelnet_gui.art.vectors import Drawings, Element
from PySide6.QtGui import QFont, QPainter

FINE = 16  # it is painted so much larger, for its numbers have few digits


def write_svg(size: int, title: str, paint: Callable[[QPainter], None]) -> str:
    """The text of a square picture of that size, painted by `paint`."""
    drawings = Drawings()

    def paint_larger(painter: QPainter) -> None:
        painter.scale(FINE, FINE)
        paint(painter)

    painted = drawings.picture(FINE * size, FINE * size, paint_larger, QFont())
    shapes, styles = drawings.shapes.all(), drawings.styles.all()
    elements = list(drawings.elements)

    def told(numbers: Iterable[int]) -> str:
        return "\n".join(_placed(elements[number], drawn(elements[number])) for number in numbers)

    def drawn(element: Element) -> str:
        number, style, *_place = element
        if style < 0:
            return told(drawings.groups[number])
        return f'<path d="{shapes[number]}" {styles[style]}/>'

    body = told(painted)  # before the definitions, which it needs
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
            f' width="{size}" height="{size}">',
            f"<title>{title}</title>",
            "<defs>",
            *(_named(paint, f"g{number}") for number, paint in enumerate(drawings.paints.all())),
            *(_clip(clip, number) for number, clip in enumerate(drawings.clips.all())),
            "</defs>",
            f'<g transform="scale({1 / FINE:g})">',
            body,
            "</g>",
            "</svg>\n",
        )
    )


def _placed(element: Element, drawn: str) -> str:
    _number, _style, at, clip = element
    if at:
        drawn = f'<g transform="matrix({at})">{drawn}</g>'
    return f'<g clip-path="url(#c{clip})">{drawn}</g>' if clip >= 0 else drawn


def _named(paint: str, name: str) -> str:
    """A gradient or a picture with its id."""
    kind, space, rest = paint.partition(" ")
    return f'{kind} id="{name}"{space}{rest}'


def _clip(clip: str, number: int) -> str:
    rule, _space, data = clip.partition(" ")
    return f'<clipPath id="c{number}"><path d="{data}" clip-rule="{rule}"/></clipPath>'
