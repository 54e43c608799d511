"""A rulebook from a Markdown file, in the language chosen; see `camelnet_gui.games.page_text`.

A heading begins a section: the first of its names is the section's anchor, all of them are topics
that lead there. A table whose first cells are keys explains the options of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from camelnet.i18n import _
from camelnet_gui.games.page_text import Block, blocks, is_words
from camelnet_gui.games.rules_section import Block as Shown
from camelnet_gui.games.rules_section import Grid, Picture, Points, Section, anchor_in


@dataclass(frozen=True, slots=True)
class RulesFile:
    """The rules of a game; `pictures` and `sections` are made anew for each reading, by name: a
    section without a title in the file is made by the game."""

    path: Path
    pictures: Mapping[str, Callable[[str], Picture]]  # of a caption
    sections: Mapping[str, Callable[[], Section]]

    def page(self) -> tuple[Section, ...]:
        """The sections in order."""
        return tuple(
            self._shown(heading, inside)
            if heading.lines[0][0]
            else self.sections[heading.names[0]]()
            for heading, inside in _sections(self.path)
        )

    def anchor(self, topic: str) -> str:
        """The section about a rule ("A3"), a place of the board or a pick; "" for none."""
        topics = {
            name: each.names[0] for each, _inside in _sections(self.path) for name in each.names
        }
        return anchor_in(topics, topic.removeprefix("act "))

    def option_words(self, key: str) -> tuple[str, str]:
        """An option in one line, and what it does."""
        for _heading, inside in _sections(self.path):
            for block in inside:
                for name, *told in block.lines:
                    if name == f"`{key}`":
                        title, text = map(_, told)
                        return title, text
        return key, ""

    def _shown(self, heading: Block, inside: tuple[Block, ...]) -> Section:
        return Section(
            heading.names[0], _(heading.lines[0][0]), tuple(self._block(each) for each in inside)
        )

    def _block(self, block: Block) -> Shown:
        lines = tuple(
            tuple(_(text) if is_words(text) else text for text in line if not text.startswith("`"))
            for line in block.lines
        )
        match block.kind:
            case "list":
                return Points(tuple(text for (text,) in lines))
            case "table":
                return Grid(lines[0] if any(lines[0]) else (), lines[1:])
            case "image":
                return self.pictures[block.names[0]](lines[0][0])
            case _:
                return lines[0][0]


@lru_cache(maxsize=4)
def _sections(path: Path) -> tuple[tuple[Block, tuple[Block, ...]], ...]:
    """Each heading with the blocks beneath it."""
    found: list[tuple[Block, list[Block]]] = []
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.kind == "heading":
            found.append((block, []))
        else:
            found[-1][1].append(block)
    return tuple((heading, tuple(inside)) for heading, inside in found)
