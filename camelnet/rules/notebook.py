"""A text board in colours as HTML, which notebooks show for a position."""

from __future__ import annotations

from html import escape
from typing import Any

_FRAME = (
    '<pre style="font-family: monospace; line-height: 1.25; color: #3a3024; background: #fbf6ea;'
    ' padding: 0.8em; overflow-x: auto; display: inline-block">{board}</pre>'
)


def html(board: Any) -> str:
    """`board` (a `rich.text.Text`) with its styles written into it: no page around has to help."""
    from rich.console import Console  # which only this needs

    console = Console(color_system="truecolor", width=200, record=False)
    parts = []
    for segment in board.render(console):
        text = escape(segment.text)
        css = segment.style.get_html_style() if segment.style else ""
        parts.append(f'<span style="{css}">{text}</span>' if css else text)
    return _FRAME.format(board="".join(parts).rstrip("\n"))
