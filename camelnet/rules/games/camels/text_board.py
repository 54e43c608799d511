"""A text board with camels: stacks on a track, the finish, tiles and their owners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import set_cell_size
from rich.text import Text

from camelnet.rules.games.camels import MARKS, STYLES
from camelnet.rules.text_board import QUIET, TextBoard

OASIS = "bold #0b5d4a on #bfe3c6"
MIRAGE = "bold #7a2e12 on #f3d3ae"
SAND = "#b07f45"

CELL = 4  # columns of one space of the track: a chip of three and a gap
FINISH = 6  # columns for the line and the camels beyond it


class CamelBoard(TextBoard):
    """A board with a track. Camels have letters and marks, so it reads without colours too."""

    def badge(self, camel: str, label: str = "") -> Text:
        return badge(camel, label, glyphs=self.glyphs)

    def finish_line(self) -> Text:
        return Text("▐ " if self.glyphs else "| ", SAND)

    def stacks(self, spaces: range, beyond: int, tiles: Mapping[int, Text]) -> list[Text]:
        """The camels on some spaces of the track, highest level first; camels that have crossed the
        line are at `beyond`, `tiles` lie on spaces without camels."""
        stacks: dict[int, str] = {int(k): v for k, v in self.state["track"].items()}
        stacks[beyond] = self.state["crossed"]
        height = max(2, *(len(stacks.get(space, "")) for space in spaces))
        rows = []
        for level in reversed(range(height)):
            row = Text()
            for space in spaces:
                stack = stacks.get(space, "")
                if space == beyond:
                    row.append_text(self.finish_line())
                if level < len(stack):
                    row.append_text(self._chip(stack[level])).append(" ")
                elif level == 0 and space in tiles:
                    row.append_text(tiles[space]).append(" ")
                else:
                    row.append(" " * CELL)
            rows.append(row)
        return rows

    def _chip(self, camel: str) -> Text:
        """A camel on the track, three columns wide."""
        return Text(f"{MARKS[camel]} {camel}" if self.glyphs else f"[{camel}]", STYLES[camel])

    def owners(self, spaces: range, owners: Mapping[int, str]) -> Text:
        """The names of the tiles' owners, beneath their spaces."""
        line = Text(style=QUIET)
        for space in spaces:
            line.append(set_cell_size(owners.get(space, ""), CELL - 1) + " ")
        return line


def spaced(parts: Sequence[Text]) -> Text:
    """The parts with a space between them."""
    return Text(" ").join(parts)


def badge(camel: str, label: str, *, glyphs: bool) -> Text:
    """A camel in a line of text, with the worth of a card or a tile beside it."""
    if not glyphs:
        return Text(f"{camel}{label}", STYLES[camel])
    return Text(f" {MARKS[camel]}{camel} {label + ' ' if label else ''}", STYLES[camel])
