"""Pages of prose as Markdown files: their blocks, and the words in them for translators.

A page knows headings, paragraphs, lists, tables and pictures. `{#a; b; c}` behind a heading names
it, an image's address says which picture it is, and a table's cell in backticks is for the program
alone. `packaging/catalogue.py` loads this file by its path: it imports nothing but Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_IMAGE = re.compile(r"!\[(?P<words>.*)\]\((?P<name>[^)]*)\)")
_HEADING = re.compile(r"#+ *(?P<words>.*?) *(?:\{#(?P<name>.*)\})?")
_RULE = re.compile(r"\|[ :|-]+\|")


@dataclass(frozen=True, slots=True)
class Block:
    """`lines`: the rows of cells of a table; the lines of a list; else one line with one text."""

    kind: Literal["heading", "text", "list", "table", "image"]
    lines: tuple[tuple[str, ...], ...]
    names: tuple[str, ...] = ()  # of a heading or an image


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page, in order. Lines of prose may be broken anywhere."""
    for part in re.split(r"\n\s*\n", page.strip()):
        lines = [line.strip() for line in part.splitlines()]
        whole = " ".join(lines)
        if whole.startswith("#"):
            yield _named("heading", _HEADING.fullmatch(whole))
        elif whole.startswith("!["):
            yield _named("image", _IMAGE.fullmatch(whole))
        elif whole.startswith("- "):
            points = "\n".join(lines).removeprefix("- ").split("\n- ")
            yield Block("list", tuple((point.replace("\n", " "),) for point in points))
        elif whole.startswith("|"):
            rows = [line for line in lines if not _RULE.fullmatch(line) or not line.strip("| ")]
            cells = (tuple(cell.strip() for cell in row[1:-1].split("|")) for row in rows)
            yield Block("table", tuple(cells))
        else:
            yield Block("text", ((whole,),))


def _named(kind: Literal["heading", "image"], found: re.Match[str] | None) -> Block:
    assert found is not None
    names = tuple(name.strip() for name in (found["name"] or "").split(";"))
    return Block(kind, ((found["words"],),), names)


def is_words(text: str) -> bool:
    """True of what people read in their language; False of numbers and of the program's keys."""
    return any(letter.isalpha() for letter in text) and not text.startswith("`")


def words(page: str) -> Iterator[str]:
    """All that is to be translated, in order."""
    for block in blocks(page):
        yield from (text for line in block.lines for text in line if is_words(text))
