"""Writes text between two marks of docs/bots.md, and pictures beside it."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from camelnet import rules
from camelnet.lab.strength.results import ROOT

PAGE = ROOT / "docs" / "bots.md"

_STYLE = (
    "text{font:13px sans-serif;fill:#222}.h{font-weight:bold}.a{fill:#666;text-anchor:middle}"
    ".g{stroke:#ddd}.e{stroke:#999;stroke-dasharray:4}"
    ".i{stroke:#2a6db0;stroke-width:2}.d{fill:#2a6db0}"
)


def marks(what: str) -> tuple[str, str]:
    """The lines around a part of the page."""
    return f"<!-- {what}: written by camelnet/lab/strength -->", f"<!-- {what}: end -->"


def write(what: str, text: str, picture: str, says: str, page: Path = PAGE) -> None:
    """Put `text` between the marks of `what`, and below it the picture with `says` as its
    description.

    ValueError if the page lacks the marks.
    """
    begin, end = marks(what)
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _old, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page} lacks the marks {begin} and {end}")
    file = page.with_name(f"{what}.svg")
    file.write_text(picture, encoding="utf-8", newline="\n")
    whole = f"{before}{begin}\n\n{text}\n![{says}]({file.name})\n\n{end}{after}"
    page.write_text(whole, encoding="utf-8", newline="\n")


def name_of(game: str) -> str:
    return rules.GAMES[game].name


def svg_head(width: int, height: int, title: str) -> list[str]:
    """The first lines of a picture with a white background."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]


def svg_line(kind: str, x1: str, y1: str, x2: str, y2: str) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
