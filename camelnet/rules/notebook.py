"""A text board in colours as HTML and as SVG, which notebooks show for a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

_FRAME = (
    '<pre style="font-family: monospace; line-height: 1.25; color: #3a3024; background: #fbf6ea;'
    ' padding: 0.8em; overflow-x: auto; display: inline-block">{board}</pre>'
)


_INK, _PAPER = "#3a3024", "#fbf6ea"
_CELL_WIDTH, _LINE_HEIGHT, _MARGIN = 8.4, 18, 12  # pixels, for a font size of 14


def _segments(board: Any) -> Iterable[Any]:
    """The pieces of a `rich.text.Text`, each with a single style."""
    from rich.console import Console  # no other function needs it

    segments: Iterable[Any] = board.render(Console(color_system="truecolor", width=200))
    return segments


def svg(board: Any) -> str:
    """`board` (a `rich.text.Text`) as a picture that needs only a monospaced font."""
    from rich.cells import cell_len
    from rich.segment import Segment

    lines = list(Segment.split_lines(_segments(board)))
    cells = max(sum(cell_len(piece.text) for piece in line) for line in lines)
    width = round(cells * _CELL_WIDTH) + 2 * _MARGIN
    height = len(lines) * _LINE_HEIGHT + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="monospace" font-size="14" xml:space="preserve">',
        f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
    ]
    for row, line in enumerate(lines):
        cell = 0
        for piece in line:
            parts += _piece(piece, cell, row)
            cell += cell_len(piece.text)
    return "".join([*parts, "</svg>"])


def _piece(piece: Any, cell: int, row: int) -> Iterator[str]:
    from rich.cells import cell_len

    x, y = _MARGIN + cell * _CELL_WIDTH, _MARGIN + row * _LINE_HEIGHT
    width, style = cell_len(piece.text) * _CELL_WIDTH, piece.style
    ink, weight = _INK, ""
    if style is not None:
        if style.bgcolor is not None:
            paper = style.bgcolor.get_truecolor().hex
            yield (
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{_LINE_HEIGHT}"'
                f' fill="{paper}"/>'
            )
        if style.color is not None:
            ink = style.color.get_truecolor().hex
        weight = ' font-weight="bold"' * bool(style.bold) + ' opacity="0.6"' * bool(style.dim)
    if piece.text.strip():
        yield (
            f'<text x="{x:.1f}" y="{y + 13}" textLength="{width:.1f}" fill="{ink}"{weight}>'
            f"{escape(piece.text)}</text>"
        )


def html(board: Any) -> str:
    """`board` (a `rich.text.Text`) as HTML with inline styles, independent of the page around
    it."""
    parts = []
    for segment in _segments(board):
        text = escape(segment.text)
        css = segment.style.get_html_style() if segment.style else ""
        parts.append(f'<span style="{css}">{text}</span>' if css else text)
    return _FRAME.format(board="".join(parts).rstrip("\n"))
