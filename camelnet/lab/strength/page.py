"""Writes text between two marks of docs/bots.md."""

from __future__ import annotations

from pathlib import Path

from camelnet import rules
from camelnet.lab.strength.results import ROOT

PAGE = ROOT / "docs" / "bots.md"


def marks(what: str) -> tuple[str, str]:
    """The lines around a part of the page."""
    return f"<!-- {what}: written by camelnet/lab/strength -->", f"<!-- {what}: end -->"


def write(what: str, text: str, page: Path = PAGE) -> None:
    """Put `text` between the marks of `what`. ValueError if the page lacks them."""
    begin, end = marks(what)
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _old, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{page} lacks the marks {begin} and {end}")
    whole = f"{before}{begin}\n\n{text}\n{end}{after}"
    page.write_text(whole, encoding="utf-8", newline="\n")


def name_of(game: str) -> str:
    return rules.GAMES[game].name
