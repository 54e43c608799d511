"""A text board: the frame of every game's text board, and the pieces that its lines share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from camelnet.i18n import _
from camelnet.rules.position import Position

Overflow = Literal["crop", "ellipsis"]

QUIET = "dim"
STRONG = "bold"

_WIDTH_MIN = 50
_WIDE = 70  # columns from which names stand in full


class TextBoard:
    """One position as lines of text; a game's board adds the lines between title and players.

    `names` are by seat; `me` marks one's own row, and `faces` (slot 0 first) are the face-down
    cards that only this player knows. Lines have at most `width` columns (50 and up); `glyphs`
    allows characters beyond ASCII.
    """

    name_max: ClassVar[int] = 16  # columns of a name; half of them on a narrow board

    def __init__(
        self,
        position: Position,
        names: Sequence[str],
        *,
        me: int | None,
        faces: str,
        width: int,
        glyphs: bool,
    ) -> None:
        self.state: Mapping[str, Any] = position.to_dict()
        self.names = names
        self.me = me
        self.faces = faces
        self.width = max(width, _WIDTH_MIN)
        self.glyphs = glyphs

    @property
    def wide(self) -> bool:
        """True if there is more room than the minimum."""
        return self.width >= _WIDE

    @property
    def overflow(self) -> Overflow:
        """The way in which rich cuts an overlong line."""
        return "ellipsis" if self.glyphs else "crop"

    def heading(self, game: str, stage: str, turn: str) -> Text:
        """The first line: the game and its leg or round, and at the right the seat on turn."""
        left = Text.assemble((game, STRONG))
        if stage:
            left.append("  " + stage, QUIET)
        right = Text(turn, STRONG)
        gap = self.width - left.cell_len - right.cell_len
        return Text.assemble(left, " " * max(gap, 2), right)

    def turn(self, phases: Mapping[str, str]) -> str:
        """The line with the turn; `phases` has the words for turns of nobody."""
        turn = self.state["turn"]
        if turn == "over":
            return _("The game is over")
        if turn in phases:
            return phases[turn]
        if turn == self.me:
            return _("Your turn")
        return _("{name}'s turn").format(name=self.names[turn])

    @property
    def name_room(self) -> int:
        """The width of the names and of the gap behind them, in columns."""
        return max(8, *(min(cell_len(name), self._name_max) for name in self.names)) + 2

    @property
    def _name_max(self) -> int:
        return self.name_max if self.wide else self.name_max // 2

    def arrow(self, on_turn: bool) -> Text:
        """The start of a player's line."""
        arrow = ("▶" if self.glyphs else ">") if on_turn else " "
        return Text.assemble((f"{arrow} ", STRONG))

    def append_name(self, line: Text, seat: int, on_turn: bool) -> Text:
        """Append a player's name to its line, in its column."""
        name = set_cell_size(self.names[seat], min(cell_len(self.names[seat]), self._name_max))
        line.append(name, "bold underline" if seat == self.me else STRONG if on_turn else "")
        return line.append(" " * (self.name_room - cell_len(name)))


def joined(lines: Sequence[Text], *, width: int | None = None, overflow: Overflow = "crop") -> Text:
    """The lines of a board as one text, without spaces at their ends and cut at `width`."""
    for line in lines:
        line.rstrip()
        if width is not None:
            line.truncate(width, overflow=overflow)
    return Text("\n").join(lines)


def gap(brief: bool) -> list[Text]:
    """An empty line, unless the board is brief."""
    return [] if brief else [Text()]
