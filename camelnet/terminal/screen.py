"""The printed screen: sentences, the text board, scorings. Not a full screen: lines that scroll,
and
below them the line of input.

All text that a peer could have written (names, chat) passes `printable`, so that nobody can send
control sequences to another's terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from camelnet.i18n import _
from camelnet.rules import Position
from camelnet.rules.phrases import MINUS, ScoreTable
from camelnet.rules.words import words
from camelnet.terminal.sanitize import printable

if TYPE_CHECKING:
    from camelnet.terminal.line_editor import Editor

WIDTH_MAX = 100
BOARD_WIDTH_MIN = 50
TABLE_WIDTH_MAX = 1000  # no table is wider
LOG_LINES = 4  # lines of earlier output above a board
_TYPEWRITER = str.maketrans(
    {
        0x201C: '"',
        0x201D: '"',
        0x2019: "'",
        0x2026: "...",
        0xA0: " ",
        0x202F: " ",
        0x2212: "-",
        0x2068: "",
        0x2069: "",
    }
)


class Screen:
    """Prints to standard output, in colours if the terminal has them.

    `prefix` stands before every sentence, for several seats that share one output.
    """

    def __init__(self, *, prefix: str = "") -> None:
        self._prefix = prefix
        self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        dumb = os.environ.get("TERM", "") == "dumb"
        self.glyphs = not dumb and _can_encode(getattr(sys.stdout, "encoding", None) or "ascii")
        self._prompted = False
        self._editor: Editor | None = None
        self._narrow = False  # already warned

    @property
    def width(self) -> int:
        return min(self._console.width, WIDTH_MAX)

    def edited_by(self, editor: Editor) -> None:
        """Connect the editor for input."""
        self._editor = editor

    def say(self, text: str, style: str = "") -> None:
        """Print one sentence; on a terminal wrapped at its width."""
        self._print(text, style, 0)

    def _print(self, text: str, style: str, indent: int) -> None:
        self._interrupt()
        text = self._fitting(self._prefix + text)
        if self._console.is_terminal:
            padded = Padding(Text(text, style), (0, 0, 0, indent), expand=False)
            self._console.print(padded, width=self.width)
        else:  # in a file or a pipe a sentence is one line
            self._console.print(" " * indent + text, soft_wrap=True)

    def told(self, lines: Sequence[str]) -> None:
        """Print the latest events of the game, indented."""
        for line in lines:
            self._print(line, "", 2)

    def happened(self, lines: Sequence[str], scorings: Sequence[ScoreTable]) -> None:
        """Print one step: its sentences, of which the last tells how it goes on after the
        scorings."""
        before, after = (lines[:-1], lines[-1:]) if scorings else (lines, ())
        self.told(before)
        for scoring in scorings:
            self.scores(scoring)
        self.told(after)

    def loud(self, text: str) -> None:
        """Print something that nobody must overlook."""
        self.say(text, "bold red")

    def heading(self, text: str) -> None:
        self.gap()
        self.say(text, "bold")

    def gap(self) -> None:
        self._interrupt()
        self._console.print()

    def board(self, position: Position, names: Sequence[str], me: int | None, faces: str) -> None:
        self.gap()
        self._print_board(self._drawn(position, names, me, faces, brief=False))

    def drawn(self, picture: Text) -> None:
        """Print lines of characters as they are; they are never wrapped."""
        self._interrupt()
        self._console.print(picture, no_wrap=True, crop=False, soft_wrap=True)

    def turn(
        self,
        position: Position,
        names: Sequence[str],
        me: int | None,
        faces: str,
        choices: Sequence[tuple[str, str]],
    ) -> None:
        """Print the board and the menu, and keep some earlier lines visible above: if the two are
        too high for that, leave out the parts that only explain."""
        board = self._drawn(position, names, me, faces, brief=False)
        if not self._console.is_terminal or self._leaves_log(board, len(choices) + 2):
            self.gap()
            self._print_board(board)
            self.menu(choices)
            self.say("  " + _("? for help"), "dim")
            return
        if not self._leaves_log(board, 2):
            board = self._drawn(position, names, me, faces, brief=True)
        self._interrupt()
        self._print_board(board)
        self.say(self._in_a_line([typed for typed, _text in choices]), "bold")

    def _in_a_line(self, moves: Sequence[str]) -> str:
        """The moves in one line, cut if they do not fit."""
        between, more = (" · ", " …") if self.glyphs else (" | ", " ...")
        text = _("{moves} (menu explains them)")
        for count in range(len(moves), 0, -1):
            some = between.join(moves[:count]) + (more if count < len(moves) else "")
            line = text.format(moves=some)
            if len(line) <= self.width:
                break
        return line

    def _leaves_log(self, board: Text, more: int) -> bool:
        height = len(board.plain.split("\n")) + more + 1  # for the line of input
        return height + LOG_LINES <= self._console.height

    def _drawn(
        self, position: Position, names: Sequence[str], me: int | None, faces: str, *, brief: bool
    ) -> Text:
        return words(position.game).board(
            position,
            [printable(name) for name in names],
            me=me,
            faces=faces,
            width=self.width,
            glyphs=self.glyphs,
            brief=brief,
        )

    def _print_board(self, board: Text) -> None:
        """Print the board as drawn; on a terminal that is too narrow its lines wrap."""
        narrow = self._console.is_terminal and self._console.width < BOARD_WIDTH_MIN
        if narrow and not self._narrow:
            text = _("The board needs {needed} columns; this terminal has {here}.")
            self.say(text.format(needed=BOARD_WIDTH_MIN, here=self._console.width), "yellow")
        self._narrow = narrow
        if narrow:
            self._console.print(board, soft_wrap=True)
        else:
            self._console.print(board, no_wrap=True, crop=True)

    def scores(self, scoring: ScoreTable) -> None:
        """Print a scoring as a table; amounts are aligned right."""
        table = Table(box=SIMPLE, title=self._fitting(scoring.title), title_justify="left")
        table.title_style = "bold"
        for column, head in enumerate(scoring.head):
            cells = [row[column] for row in scoring.rows]
            amounts = all(cell.lstrip("+-" + MINUS).isdecimal() for cell in cells if cell)
            table.add_column(head, justify="right" if amounts else "left", no_wrap=True)
        for row in scoring.rows:
            table.add_row(*(Text(self._fitting(cell)) for cell in row))
        self.table(table)

    def table(self, table: Table) -> None:
        """Print a table drawn elsewhere; if it does not fit, print a line for each cell, since
        nothing of it may be cut."""
        self._interrupt()
        options = self._console.options.update(width=TABLE_WIDTH_MAX)
        needed = self._console.measure(table, options=options).minimum
        if needed <= self._console.width:
            self._console.print(table)
            return
        if table.title:
            self._console.print(table.title, style="bold", soft_wrap=True)
        heads = [str(column.header) for column in table.columns]
        for row in zip(*(column.cells for column in table.columns), strict=True):
            first, *rest = (str(cell).strip() for cell in row)
            self._console.print(first, style="bold", soft_wrap=True)
            for head, cell in zip(heads[1:], rest, strict=True):
                if head and cell:
                    self._console.print(f"  {head}: {cell}", soft_wrap=True)

    def menu(self, lines: Sequence[tuple[str, str]]) -> None:
        """Print the commands that one may type, each with its effect."""
        self._interrupt()
        pad = max(len(typed) for typed, _text in lines) + 2
        grid = Table.grid(padding=0)
        grid.add_column(width=pad + 2, no_wrap=True)
        grid.add_column()
        for typed, text in lines:
            grid.add_row(Text("  " + typed, "bold"), Text(text))
        self._console.print(grid, width=self.width)

    def prompt(self, what: str = "") -> None:
        """Ask for a line; any output before the answer starts on a line of its own."""
        if self._editor is not None:
            self._editor.ask(what)
        elif not self._prompted:
            self._console.print(f"{what}> ", end="")
            self._console.file.flush()
            self._prompted = True

    def answered(self) -> None:
        """Note that a line was typed: the cursor is at the beginning of the next one."""
        self._prompted = False
        self.unprompted()

    def unprompted(self) -> None:
        """Remove the prompt: we ask nothing any more, though the person may type anything."""
        if self._editor is not None:
            self._editor.ask("")

    def _fitting(self, text: str) -> str:
        """`text` in characters that this terminal can show."""
        text = printable(text)
        return text if self.glyphs else text.translate(_TYPEWRITER)

    def _interrupt(self) -> None:
        if self._editor is not None:
            self._editor.make_room()
        elif self._prompted:
            self._console.print()
            self._prompted = False


def _can_encode(encoding: str) -> bool:
    try:
        "◆♣▲☾☼▐─".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
