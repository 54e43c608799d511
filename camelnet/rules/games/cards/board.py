"""Camel Up Cards as text: the track, the cards that can be taken and the players in 80 columns.

Every camel is a letter and a mark besides its colour, so the board reads without colours too, and
without `glyphs` it is plain ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from camelnet.i18n import _, ngettext
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camels.words import badge, chip, spaced
from camelnet.rules.position import Position

_TOKENS = {"palm": " +1", "fennec": " -1"}
_STYLES = {"palm": "bold #0b5d4a on #bfe3c6", "fennec": "bold #7a2e12 on #f3d3ae"}
_SAND = "#b07f45"
_GOLD = "bold #b8860b"
_QUIET = "dim"
_STRONG = "bold"

_CELL = 4  # columns of one space of the track: a chip of three and a gap
_FINISH = 6  # columns for the line and the camels beyond it
_NAME_MAX = 14

_Dict = Mapping[str, Any]


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

    `names` are by seat; `me` marks one's own row, and `faces` is the hand card that only this
    player knows. `glyphs` allows characters beyond ASCII; `brief` leaves out empty lines.
    """
    pen = _Pen(position.to_dict(), names, me, faces, max(width, 50), glyphs)
    lines = [pen.title(), *pen.track(), *pen.court(), *_gap(brief), *pen.players()]
    hand = pen.hand()
    if hand is not None:
        lines.append(hand)
    for line in lines:
        line.rstrip()
        line.truncate(pen.width)
    return Text("\n").join(lines)


def _gap(brief: bool) -> list[Text]:
    return [] if brief else [Text()]


class _Pen:
    """Draws one position; holds what every part of the drawing needs."""

    def __init__(
        self,
        state: _Dict,
        names: Sequence[str],
        me: int | None,
        faces: str,
        width: int,
        glyphs: bool,
    ) -> None:
        self.state = state
        self.names = names
        self.me = me
        self.faces = faces
        self.width = width
        self.glyphs = glyphs
        self.last = sum(state["cards"])

    # --- pieces ---------------------------------------------------------------------------------

    def badge(self, camel: str, label: str = "") -> Text:
        return badge(camel, label, glyphs=self.glyphs)

    def named(self, camel: str, word: str) -> Text:
        """A camel with a word beside it, which plain letters have to keep apart."""
        return self.badge(camel, word if self.glyphs else f" {word}")

    def trophies(self, count: int) -> str:
        return f"{'★' if self.glyphs else '*'}{count}" if count else ""

    def final(self, deck: str, camel: str) -> Text:
        """A final card with the trophies on it."""
        return self.badge(camel, self.trophies(self.state["trophies"][deck][camel]))

    # --- title ----------------------------------------------------------------------------------

    def title(self) -> Text:
        """The game, the leg, and at the right whose turn it is."""
        left = Text.assemble(("Camel Up Cards", _STRONG))
        if self.state["leg"]:
            left.append("  " + _("leg {number}").format(number=self.state["leg"]), _QUIET)
        right = Text(self._turn(), _STRONG)
        gap = self.width - left.cell_len - right.cell_len
        return Text.assemble(left, " " * max(gap, 2), right)

    def _turn(self) -> str:
        turn = self.state["turn"]
        match turn:
            case "over":
                return _("The game is over")
            case "reveal":
                return _("A hand card is shown")
            case "chance":
                return _("A race card is turned up")
        whose = (
            _("Your turn") if turn == self.me else _("{name}'s turn").format(name=self.names[turn])
        )
        left = {
            None: _("race action and bet"),
            "race": _("now the bet"),
            "bet": _("now the race action"),
        }
        return _("{whose}: {what}").format(whose=whose, what=left[self.state["did"]])

    # --- track ----------------------------------------------------------------------------------

    def track(self) -> list[Text]:
        """All spaces, in one band or in two where the width asks for it."""
        lines = []
        waiting = self.state["track"]["0"]
        if waiting:
            start = Text.assemble((_("On the start") + "  ", _QUIET))
            lines.append(start.append_text(spaced([self.badge(camel) for camel in waiting])))
        if self.width >= self.last * _CELL + _FINISH:
            return [*lines, *self._band(1, self.last)]
        half = (self.last + 1) // 2
        return [*lines, *self._band(1, half), *self._band(half + 1, self.last)]

    def _band(self, first: int, last: int) -> list[Text]:
        stacks: dict[int, str] = {int(k): v for k, v in self.state["track"].items()}
        beyond = self.last + 1
        stacks[beyond] = self.state["crossed"]
        tokens = {
            token["space"]: (name, self.names[token["holder"]])
            for name, token in self.state["tokens"].items()
            if token["space"] is not None
        }
        spaces = range(first, last + (2 if last == self.last else 1))
        height = max(2, *(len(stacks.get(space, "")) for space in spaces))
        rows = []
        for level in reversed(range(height)):
            row = Text()
            for space in spaces:
                stack = stacks.get(space, "")
                if space == beyond:
                    row.append_text(self._line())
                if level < len(stack):
                    row.append_text(chip(stack[level], glyphs=self.glyphs)).append(" ")
                elif level == 0 and space in tokens:
                    token = tokens[space][0]
                    row.append(_TOKENS[token], _STYLES[token]).append(" ")
                else:
                    row.append(" " * _CELL)
            rows.append(row)
        lines = [*rows, self._axis(first, last)]
        if any(space in tokens for space in spaces):
            owners = Text(style=_QUIET)
            for space in spaces:
                owner = tokens[space][1] if space in tokens else ""
                owners.append(set_cell_size(owner, _CELL - 1) + " ")
            lines.append(owners)
        return lines

    def _line(self) -> Text:
        return Text("▐ " if self.glyphs else "| ", _SAND)

    def _axis(self, first: int, last: int) -> Text:
        """The numbers of the spaces, with a mark where a track card ends; those of one space that
        the sandstorm turned are drawn in waves."""
        dash, wave, end = ("─", "≈", "┴") if self.glyphs else ("-", "~", "+")
        axis = Text()
        space = 0
        for card, spaces in enumerate(self.state["cards"]):
            # With an odd number of spaces the last card holds one from the start.
            whole = card + 1 == len(self.state["cards"]) and self.state["seats"] % 2 == 0
            line = wave if spaces == 1 and not whole else dash
            for part in range(spaces):
                space += 1
                if first <= space <= last:
                    number = f"{line}{space}".ljust(_CELL - 1, line)
                    axis.append(number + (end if part + 1 == spaces else line))
        axis.stylize(_SAND)
        if last == self.last:
            axis.append_text(self._line()).append(_("finish"), _SAND)
        return axis

    # --- cards ----------------------------------------------------------------------------------

    def court(self) -> list[Text]:
        """The cards that can be taken, the tokens at home and the race deck."""
        state = self.state
        leaders = [
            self.badge(camel, f"{left[0]}" if left else "-")
            for camel, left in state["leaders"].items()
        ]
        rows = [
            (_("Leaders"), leaders),
            (_("Midfield"), [self.badge(camel) for camel in state["mids"]]),
            (_("Final winner"), [self.final("win", camel) for camel in state["finals"]["win"]]),
            (_("Final loser"), [self.final("lose", camel) for camel in state["finals"]["lose"]]),
            (_("At home"), self._home()),
        ]
        if state["leg"] and state["turn"] != "over":
            rows.append((_("Race deck"), self._deck()))
        pad = max(cell_len(label) for label, _parts in rows) + 2
        lines = []
        for label, parts in rows:
            line = Text.assemble((set_cell_size(label, pad), _QUIET))
            lines.append(line.append_text(spaced(parts)) if parts else line.append("-", _QUIET))
        return lines

    def _home(self) -> list[Text]:
        parts = [
            Text(f" {name} ", _STYLES[token])
            for token, name in (("palm", _("palm")), ("fennec", _("fennec")))
            if self.state["tokens"][token]["space"] is None
        ]
        left = self.state["trophies"]["left"]
        if left:
            text = ngettext("{count} trophy", "{count} trophies", left).format(count=left)
            parts.append(Text(text, _GOLD))
        return parts

    def _deck(self) -> list[Text]:
        """The number of cards left, and the numbers seen of each camel."""
        parts = [Text(str(self.state["deck"]).ljust(3), _STRONG), Text(_("seen"), _QUIET)]
        for camel in CAMELS:
            numbers = ",".join(face[1] for face in self.state["seen"] if face[0] == camel)
            if numbers:
                parts.append(self.badge(camel, numbers))
        return parts if len(parts) > 2 else parts[:1]

    # --- players --------------------------------------------------------------------------------

    def players(self) -> list[Text]:
        """One line per seat: name, coins, hand card, the cards taken."""
        state = self.state
        money, hand, bets = _("coins"), _("hand"), _("bets")
        name_max = _NAME_MAX if self.width >= 70 else _NAME_MAX // 2
        name_pad = max(8, *(min(cell_len(name), name_max) for name in self.names)) + 2
        lines = [Text(" " * (2 + name_pad) + f"{money}  {hand}  {bets}", _QUIET)]
        for seat in range(state["seats"]):
            on_turn = seat == state["mover"]
            arrow = ("▶" if self.glyphs else ">") if on_turn else " "
            name = set_cell_size(self.names[seat], min(cell_len(self.names[seat]), name_max))
            line = Text.assemble((f"{arrow} ", _STRONG))
            line.append(name, "bold underline" if seat == self.me else _STRONG if on_turn else "")
            line.append(" " * (name_pad - cell_len(name)))
            line.append(str(state["money"][seat]).rjust(cell_len(money)), _STRONG).append("  ")
            held = ("▮" if self.glyphs else "#") if state["hand"][seat] else ""
            line.append(set_cell_size(held, cell_len(hand))).append("  ")
            line.append_text(self._bets(seat))
            lines.append(line)
        return lines

    def _bets(self, seat: int) -> Text:
        held = self.state["held"][seat]
        parts = [self.badge(card[0], card[1]) for card in held["lead"]]
        parts += [self.named(camel, _("mid")) for camel in held["mid"]]
        for deck, word in (("win", _("wins")), ("lose", _("loses"))):
            if held[deck]:
                trophies = self.trophies(self.state["trophies"][deck][held[deck]])
                parts.append(self.named(held[deck], f"{word} {trophies}".rstrip()))
        parts += [
            Text(f" {name} ", _STYLES[token])
            for token, name in (("palm", _("palm")), ("fennec", _("fennec")))
            if self.state["tokens"][token]["holder"] == seat
        ]
        return spaced(parts)

    def hand(self) -> Text | None:
        """One's own hand card, which nobody else sees."""
        if self.me is None or not self.faces or not self.state["hand"][self.me]:
            return None
        line = Text.assemble((_("Your hand card") + "  ", _QUIET))
        return line.append_text(self.badge(self.faces[0], self.faces[1:]))
