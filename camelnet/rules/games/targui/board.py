"""Targui as text: the seven by seven cells, the round and the tribes within 80 columns.

Every tribe has a letter and a mark besides its colour, so the board reads without colours too, and
without `glyphs` it is plain ASCII.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from camelnet.i18n import _
from camelnet.rules.games.targui.cells import SPIRAL
from camelnet.rules.games.targui.events import ECONOMIC, LANDS, STRATEGIC
from camelnet.rules.games.targui.names import (
    LETTERS,
    MARKS,
    STYLES,
    TRIBES,
    destiny_title,
    land_short,
    sector_name,
)
from camelnet.rules.position import Position
from camelnet.rules.text_board import QUIET, STRONG, TextBoard, joined

_LANDS = {
    "camp": "#3a3024 on #d9a066",
    "saline": "#3a3024 on #f7f7f2",
    "guelta": "#0b3b4d on #a9d8e0",
    "reg": "#3a3024 on #d8cfc0",
    "erg": "#3a3024 on #f0d68a",
    "feche": "#3a3024 on #ecdfc4",
    "mount": "#f7f0e2 on #7d6a5a",
    "chott": "dim #6a6f73 on #c9d3d6",
}
_BARE = "dim"
_SIDE = 7
_CELL_MAX = 11  # columns of a cell, with the gap behind it


def board(
    position: Position,
    names: Sequence[str],
    *,
    me: int | None = None,
    faces: str = "",
    width: int = 80,
    glyphs: bool = True,
    brief: bool = False,
) -> Text:
    """The whole position as lines of at most `width` columns (50 and up).

    `names` are by seat; `me` marks one's own row. Nothing is hidden: `faces` is "". `glyphs` allows
    characters beyond ASCII; `brief` leaves out empty lines, the pay of lands and the supplies.
    """
    drawn = _Board(position, names, me=me, faces=faces, width=width, glyphs=glyphs)
    if brief:
        taken = [line for line in drawn.cells() if line.plain.strip()]
        lines = [*drawn.title_and(drawn.pile()), *taken, *drawn.effect(), *drawn.players()]
    else:
        lines = [drawn.title(), *drawn.cells(), *drawn.round(), Text(), *drawn.players()]
    return joined(lines, width=drawn.width, overflow=drawn.overflow)


class _Board(TextBoard):
    """The parts of the board, top to bottom."""

    def tribe(self, seat: int, behind: str = "") -> Text:
        """A tribe's mark and letter, with a number behind them."""
        mark = f"{MARKS[seat]}{LETTERS[seat]}" if self.glyphs else LETTERS[seat]
        return Text(f"{mark}{' ' + behind if behind else ''}", STYLES[seat])

    # --- the head -------------------------------------------------------------------------------

    def title(self) -> Text:
        """The game, the round, and at the right the seat on turn."""
        stage = ""
        if self.state["round"]:
            rounds = len(self.state["options"]["destiny"])
            stage = _("round {number} of {rounds}").format(
                number=self.state["round"], rounds=rounds
            )
        return self.heading(_("Targui"), stage, self.turn({"chance": _("Luck decides")}))

    def title_and(self, more: Text) -> list[Text]:
        """The title with `more` in its middle, or behind it on a narrow board."""
        title = self.title()
        left = len(title.plain.rpartition("  ")[0].rstrip())
        right = len(title.plain.rpartition("  ")[2])
        room = self.width - left - right - more.cell_len - 4
        if room < 0:
            return [title, more]
        gap = " " * (room + 2)
        return [Text.assemble(title[:left], "  ", more, gap, title[len(title.plain) - right :])]

    # --- the cells ------------------------------------------------------------------------------

    def cells(self) -> list[Text]:
        """Two lines for each row of cells: number and land, then the camels there."""
        room = min(_CELL_MAX, self.width // _SIDE) - 1
        lines = []
        for row in SPIRAL:
            lines.append(Text(" ").join(self._land(cell, room) for cell in row))
            lines.append(Text(" ").join(self._herd(cell, room) for cell in row))
        return lines

    def _style(self, cell: int) -> str:
        land = self.state["land"][cell - 1]
        return _LANDS[land] if land is not None else _BARE

    def _land(self, cell: int, room: int) -> Text:
        land = self.state["land"][cell - 1]
        name = "" if land is None else land_short(land)
        if land == "camp" and cell in self.state["camp"]:
            letter = LETTERS[self.state["camp"].index(cell)]
            return self._tile(cell, f"{cell:>2} {set_cell_size(name, room - 5)} {letter}", room)
        return self._tile(cell, f"{cell:>2} {name}", room)

    def _tile(self, cell: int, text: str, room: int) -> Text:
        return Text(set_cell_size(text, room), self._style(cell))

    def _herd(self, cell: int, room: int) -> Text:
        owner, camels = self.state["owner"][cell - 1], self.state["camels"][cell - 1]
        line = Text(style=self._style(cell))
        if owner is not None:
            line.append_text(self.tribe(owner, str(camels) if camels else "-"))
        line.append(self._battle(cell))
        line.truncate(room)
        return line.append(" " * (room - line.cell_len))

    def _battle(self, cell: int) -> str:
        """A sign on the cells of an attack."""
        attack = self.state["attack"]
        if attack is None or cell not in (attack["from"], attack["to"]):
            return ""
        if cell == attack["from"]:
            return " »" if self.glyphs else " >"
        return " «" if self.glyphs else " <"

    # --- the round ------------------------------------------------------------------------------

    def round(self) -> list[Text]:
        """The value of the lands, the pile, and the remaining cards and camels."""
        state = self.state
        left = _("destiny cards left: {cards}; camels in the box: {box}").format(
            cards=" ".join(map(str, state["destiny"])) or "-", box=state["box"]
        )
        return [self._worths(), self.pile(), Text(left, QUIET), *self.effect()]

    def pile(self) -> Text:
        state = self.state
        pile = Text(style=QUIET)
        if state["die"] is not None:
            pile.append(_("die {die}").format(die=state["die"]) + "  ")
        pile.append(_("pile") + " ")
        for seat in range(state["seats"]):
            pile.append_text(self.tribe(seat, str(state["pile"][str(seat)]))).append(" ")
        pile.append(_("destiny") + f" {state['pile']['destiny']}")
        if state["turns_left"] == 2:
            pile.append("  " + _("two turns in a row"))
        return pile

    def effect(self) -> list[Text]:
        """The destiny card in force this round."""
        if self.state["effect"] is None:
            return []
        title = destiny_title(self.state["effect"])
        return [Text(_("this round: {title}").format(title=title), STRONG)]

    def _worths(self) -> Text:
        """The pay of each land and its bonus to a die, under this round's destiny card."""
        line = Text(_("pays/adds:"), QUIET)
        for land in LANDS[:-1]:
            pays, adds = ECONOMIC[land], STRATEGIC[land]
            if land == "mount" and self.state["effect"] == 16:
                pays = 3
            if land == "erg" and self.state["effect"] == 13:
                adds = 3
            line.append(f" {land_short(land)} {pays}/{adds}", QUIET)
        return line

    # --- the tribes -----------------------------------------------------------------------------

    def players(self) -> list[Text]:
        """One line per seat: tribe, name, silver, camels, cells, the last tribute, its camp."""
        state = self.state
        heads = [_("silver"), _("camels"), _("cells"), _("tribute")]
        tribe_pad = max(map(len, TRIBES)) + 2 if self.wide else 0
        head = Text(" " * (5 + self.name_room + tribe_pad) + "  ".join(heads), QUIET)
        lines = [head]
        for seat in range(state["seats"]):
            on_turn = seat == state["turn"]
            line = self.arrow(on_turn).append_text(self.tribe(seat))
            line.append(" " * (5 - line.cell_len))
            self.append_name(line, seat, on_turn)
            if self.wide:
                line.append(set_cell_size(TRIBES[seat], tribe_pad), QUIET)
            numbers = [state["money"][seat], *self._held(seat), state["tribute"][seat]]
            cells = [str(n).rjust(cell_len(h)) for n, h in zip(numbers, heads, strict=True)]
            line.append("  ".join(cells) + "  ").append(self._camp(seat), QUIET)
            lines.append(line)
        return lines

    def _held(self, seat: int) -> tuple[int, int]:
        """The camels and the cells of a seat."""
        mine = [i for i, owner in enumerate(self.state["owner"]) if owner == seat]
        return sum(self.state["camels"][i] for i in mine), len(mine)

    def _camp(self, seat: int) -> str:
        state = self.state
        camp, sector = state["camp"][seat], state["sectors"][seat]
        if state["out"][seat]:
            return _("beaten")
        if camp is None:
            return "" if sector is None else sector_name(sector)
        if state["owner"][camp - 1] == seat:
            return _("camp on {cell}").format(cell=camp)
        return _("camp lost")
