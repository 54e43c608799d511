"""Camel Up as text: the track, the pyramid, the bets and the players within 80 columns.

Every camel is a letter and a mark besides its colour, so the board reads without colours too, and
without `glyphs` it is plain ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from camelnet.i18n import _
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camels.words import badge, chip, spaced
from camelnet.rules.position import Position

_OASIS = "bold #0b5d4a on #bfe3c6"
_MIRAGE = "bold #7a2e12 on #f3d3ae"
_SAND = "#b07f45"
_QUIET = "dim"
_STRONG = "bold"

_SPACES = 16
_CELL = 4  # columns of one space of the track: a chip of three and a gap
_FINISH = 6  # columns for the line and the camels beyond it
_NAME_MAX = 16

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

    `names` are by seat; `me` marks one's own row, and `faces` (slot 0 first) names the race cards
    that only this player knows. `glyphs` allows characters beyond ASCII; `brief` leaves out
    empty lines.
    """
    pen = _Pen(position.to_dict(), names, me, faces, max(width, 50), glyphs)
    blocks = [pen.title(), *pen.track(), *pen.court(), *_gap(brief), *pen.players()]
    hand = pen.hand()
    if hand is not None:
        blocks.append(hand)
    for line in blocks:
        line.rstrip()
    return Text("\n").join(blocks)


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

    # --- pieces ---------------------------------------------------------------------------------

    def chip(self, camel: str) -> Text:
        return chip(camel, glyphs=self.glyphs)

    def badge(self, camel: str, label: str) -> Text:
        return badge(camel, label, glyphs=self.glyphs)

    def tile(self, side: str) -> Text:
        """A desert tile on the track, three columns wide."""
        if side == "+":
            return Text(" +1", _OASIS)
        return Text(" -1", _MIRAGE)

    # --- parts ----------------------------------------------------------------------------------

    def title(self) -> Text:
        """The game, the leg, and at the right whose turn it is."""
        left = Text.assemble(("Camel Up", _STRONG))
        if self.state["leg"]:
            left.append("  " + _("leg {number}").format(number=self.state["leg"]), _QUIET)
        right = Text(self._turn(), _STRONG)
        gap = self.width - left.cell_len - right.cell_len
        return Text.assemble(left, " " * max(gap, 2), right)

    def _turn(self) -> str:
        turn = self.state["turn"]
        if turn == "over":
            return _("The game is over")
        if turn == "reveal":
            return _("The race bets are opened")
        if turn == "chance":
            return _("The dice decide")
        if turn == self.me:
            return _("Your turn")
        return _("{name}'s turn").format(name=self.names[turn])

    def track(self) -> list[Text]:
        """The sixteen spaces, in one band or in two where the width asks for it."""
        if self.width >= _SPACES * _CELL + _FINISH:
            return self._band(1, _SPACES)
        return [*self._band(1, 8), *self._band(9, _SPACES)]

    def _band(self, first: int, last: int) -> list[Text]:
        stacks: dict[int, str] = {int(k): v for k, v in self.state["track"].items()}
        if last == _SPACES:
            stacks[_SPACES + 1] = self.state["crossed"]
        tiles = {int(t[:-1]): (owner, t[-1]) for owner, t in enumerate(self.state["tiles"]) if t}
        spaces = range(first, last + (2 if last == _SPACES else 1))
        height = max(2, *(len(stacks.get(space, "")) for space in spaces))
        rows = []
        for level in reversed(range(height)):
            row = Text()
            for space in spaces:
                stack = stacks.get(space, "")
                if space > _SPACES:
                    row.append_text(self._line())
                if level < len(stack):
                    row.append_text(self.chip(stack[level])).append(" ")
                elif level == 0 and space in tiles:
                    row.append_text(self.tile(tiles[space][1])).append(" ")
                else:
                    row.append(" " * _CELL)
            rows.append(row)
        owners = Text(style=_QUIET)
        for space in spaces:
            owner = self.names[tiles[space][0]] if space in tiles else ""
            owners.append(set_cell_size(owner, _CELL - 1) + " ")
        return [*rows, self._axis(first, last), owners]

    def _line(self) -> Text:
        return Text("▐ " if self.glyphs else "| ", _SAND)

    def _axis(self, first: int, last: int) -> Text:
        dash = "─" if self.glyphs else "-"
        axis = Text()
        for space in range(first, last + 1):
            axis.append(f"{dash}{space}{dash}{dash}"[: _CELL - 1] if space < 10 else str(space))
            axis.append(dash * (_CELL - (3 if space < 10 else 2)))
        axis.stylize(_SAND)
        if last == _SPACES:
            axis.append_text(self._line()).append(_("finish"), _SAND)
        return axis

    def court(self) -> list[Text]:
        """The pyramid, the leg tiles left and the two decks."""
        state = self.state
        labels = [_("Pyramid"), _("Leg tiles"), _("Winner bets"), _("Loser bets")]
        pad = max(cell_len(label) for label in labels) + 2
        inside = state["dice"]
        out = [camel for camel in CAMELS if camel not in inside]
        pyramid = self._label(labels[0], pad)
        pyramid.append_text(spaced([self.badge(camel, "") for camel in inside]))
        if not inside:
            pyramid.append(_("empty"), _QUIET)
        if out:
            pyramid.append("   " + _("out") + " ", _QUIET)
            pyramid.append_text(spaced([self.badge(camel, "") for camel in out]))
        legs = self._label(labels[1], pad)
        tops = [(c, state["leg_tiles"][c]) for c in CAMELS]
        none = "-"
        legs.append_text(
            spaced([self.badge(c, str(left[0]) if left else none) for c, left in tops])
        )
        decks = [
            self._deck(label, pad, state[key])
            for label, key in zip(labels[2:], ("win", "lose"), strict=True)
        ]
        return [pyramid, legs, *decks]

    def _label(self, label: str, pad: int) -> Text:
        return Text.assemble((set_cell_size(label, pad), _QUIET))

    def _deck(self, label: str, pad: int, deck: Sequence[Sequence[int]]) -> Text:
        """A face-down deck: its owners' names from the first laid, with the faces once opened."""
        line = self._label(label, pad)
        if not deck:
            return line.append(_("none yet"), _QUIET)
        for order, (seat, slot) in enumerate(deck):
            if order:
                line.append(", ", _QUIET)
            line.append(self.names[seat])
            face = self.state["slots"][seat][slot]
            if face == "?" and seat == self.me and self.faces:
                face = self.faces[slot]
            if face in CAMELS:
                line.append(" ").append_text(self.badge(face, ""))
            elif face == "-":
                line.append(" -", _QUIET)
        line.truncate(self.width, overflow="ellipsis" if self.glyphs else "crop")
        return line

    def players(self) -> list[Text]:
        """One line per seat: name, pounds, desert tile, race cards in hand, holdings of this leg.

        Where the width is short the desert tile is only its space, and the race cards are left out.
        """
        state = self.state
        wide = self.width >= _SPACES * _CELL + _FINISH
        pounds, desert, cards, leg = _("pounds"), _("desert tile"), _("race cards"), _("this leg")
        name_max = _NAME_MAX if wide else _NAME_MAX // 2
        name_pad = max(8, *(min(cell_len(name), name_max) for name in self.names)) + 2
        head = Text(" " * (2 + name_pad) + pounds + "  ", _QUIET)
        if wide:
            head.append(f"{desert}  {cards}  ")
        lines = [head.append(leg)]
        laid = [seat for seat, _slot in [*state["win"], *state["lose"]]]
        for seat in range(state["seats"]):
            on_turn = seat in (state["turn"], state["rolling"])
            arrow = ("▶" if self.glyphs else ">") if on_turn else " "
            name = set_cell_size(self.names[seat], min(cell_len(self.names[seat]), name_max))
            line = Text.assemble((f"{arrow} ", _STRONG))
            line.append(name, "bold underline" if seat == self.me else _STRONG if on_turn else "")
            line.append(" " * (name_pad - cell_len(name)))
            line.append(str(state["money"][seat]).rjust(cell_len(pounds)), _STRONG).append("  ")
            if wide:
                tile = self._desert(state["tiles"][seat])
                line.append(set_cell_size(tile, cell_len(desert)) + "  ")
                line.append(str(len(CAMELS) - laid.count(seat)).rjust(cell_len(cards)) + "  ")
            line.append_text(self._held(state["held"][seat]))
            line.truncate(self.width)
            lines.append(line)
        return lines

    def _desert(self, tile: str | None) -> str:
        if tile is None:
            return _("in hand")
        label = _("oasis {space}") if tile[-1] == "+" else _("mirage {space}")
        return label.format(space=tile[:-1])

    def _held(self, held: _Dict) -> Text:
        parts = [self.badge(tile[0], tile[1:]) for tile in held["leg"]]
        if held["pyramid"]:
            parts.append(Text(_("pyramid {count}").format(count=held["pyramid"]), _SAND))
        return spaced(parts)

    def hand(self) -> Text | None:
        """The race cards still in one's own hand, which nobody else sees."""
        if self.me is None or not self.faces or self.state["turn"] in ("over", "reveal"):
            return None
        laid = {slot for seat, slot in [*self.state["win"], *self.state["lose"]] if seat == self.me}
        cards = [face for slot, face in enumerate(self.faces) if slot not in laid]
        line = Text.assemble((_("Your race cards") + "  ", _QUIET))
        return line.append_text(spaced([self.badge(card, "") for card in sorted(cards)]))
