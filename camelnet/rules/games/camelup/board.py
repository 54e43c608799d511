"""Camel Up as text: the track, the pyramid, the bets and the players within 80 columns.

Every camel has a letter and a mark besides its colour, so the board reads without colours too, and
without `glyphs` it is plain ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from camelnet.i18n import _
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camels.text_board import (
    CELL,
    FINISH,
    MIRAGE,
    OASIS,
    SAND,
    CamelBoard,
    spaced,
)
from camelnet.rules.position import Position
from camelnet.rules.text_board import QUIET, STRONG, gap, joined

_SPACES = 16


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
    drawn = _Board(position, names, me=me, faces=faces, width=width, glyphs=glyphs)
    lines = [drawn.title(), *drawn.track(), *drawn.court(), *gap(brief), *drawn.players()]
    return joined([*lines, *drawn.hand()], width=drawn.width, overflow=drawn.overflow)


class _Board(CamelBoard):
    """The parts of the board, top to bottom."""

    def title(self) -> Text:
        leg = self.state["leg"]
        phases = {"reveal": _("The race bets are opened"), "chance": _("The dice decide")}
        stage = _("leg {number}").format(number=leg) if leg else ""
        return self.heading("Camel Up", stage, self.turn(phases))

    def track(self) -> list[Text]:
        """The sixteen spaces, in one band, or in two on a narrow board."""
        if self.width >= _SPACES * CELL + FINISH:
            return self._band(1, _SPACES)
        return [*self._band(1, 8), *self._band(9, _SPACES)]

    def _band(self, first: int, last: int) -> list[Text]:
        owned = {int(t[:-1]): (owner, t[-1]) for owner, t in enumerate(self.state["tiles"]) if t}
        tiles = {space: _desert_tile(side) for space, (_owner, side) in owned.items()}
        owners = {space: self.names[owner] for space, (owner, _side) in owned.items()}
        spaces = range(first, last + (2 if last == _SPACES else 1))
        rows = self.stacks(spaces, _SPACES + 1, tiles)
        return [*rows, self._axis(first, last), self.owners(spaces, owners)]

    def _axis(self, first: int, last: int) -> Text:
        dash = "─" if self.glyphs else "-"
        axis = Text()
        for space in range(first, last + 1):
            axis.append(f"{dash}{space}{dash}{dash}"[: CELL - 1] if space < 10 else str(space))
            axis.append(dash * (CELL - (3 if space < 10 else 2)))
        axis.stylize(SAND)
        if last == _SPACES:
            axis.append_text(self.finish_line()).append(_("finish"), SAND)
        return axis

    def court(self) -> list[Text]:
        """The pyramid, the leg tiles left and the two decks."""
        state = self.state
        labels = [_("Pyramid"), _("Leg tiles"), _("Winner bets"), _("Loser bets")]
        room = [cell_len(label) + 2 for label in labels]
        # Where there is little room, long words for the bets would push tiles over the edge.
        pad, deck_pad = (max(room), max(room)) if self.wide else (max(room[:2]), max(room[2:]))
        inside = state["dice"]
        out = [camel for camel in CAMELS if camel not in inside]
        pyramid = self._label(labels[0], pad)
        pyramid.append_text(spaced([self.badge(camel, "") for camel in inside]))
        if not inside:
            pyramid.append(_("empty"), QUIET)
        if out:
            pyramid.append("   " + _("out") + " ", QUIET)
            pyramid.append_text(spaced([self.badge(camel, "") for camel in out]))
        legs = self._label(labels[1], pad)
        tops = [(c, state["leg_tiles"][c]) for c in CAMELS]
        none = "-"
        legs.append_text(
            spaced([self.badge(c, str(left[0]) if left else none) for c, left in tops])
        )
        decks = [
            self._deck(label, deck_pad, state[key])
            for label, key in zip(labels[2:], ("win", "lose"), strict=True)
        ]
        return [pyramid, legs, *decks]

    def _label(self, label: str, pad: int) -> Text:
        return Text.assemble((set_cell_size(label, pad), QUIET))

    def _deck(self, label: str, pad: int, deck: Sequence[Sequence[int]]) -> Text:
        """A face-down deck: the owners' names, the first card laid first, with its faces once
        opened."""
        line = self._label(label, pad)
        if not deck:
            return line.append(_("none yet"), QUIET)
        for order, (seat, slot) in enumerate(deck):
            if order:
                line.append(", ", QUIET)
            line.append(self.names[seat])
            face = self.state["slots"][seat][slot]
            if face == "?" and seat == self.me and self.faces:
                face = self.faces[slot]
            if face in CAMELS:
                line.append(" ").append_text(self.badge(face, ""))
            elif face == "-":
                line.append(" -", QUIET)
        line.truncate(self.width, overflow=self.overflow)
        return line

    def players(self) -> list[Text]:
        """One line per seat: name, pounds, desert tile, race cards in hand, holdings of this leg.

        On a narrow board the desert tile is only its space, and the race cards are left out.
        """
        state = self.state
        pounds, desert, cards, leg = _("pounds"), _("desert tile"), _("race cards"), _("this leg")
        head = Text(" " * (2 + self.name_room) + pounds + "  ", QUIET)
        if self.wide:
            head.append(f"{desert}  {cards}  ")
        lines = [head.append(leg)]
        laid = [seat for seat, _slot in [*state["win"], *state["lose"]]]
        for seat in range(state["seats"]):
            on_turn = seat in (state["turn"], state["rolling"])
            line = self.append_name(self.arrow(on_turn), seat, on_turn)
            line.append(str(state["money"][seat]).rjust(cell_len(pounds)), STRONG).append("  ")
            if self.wide:
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

    def _held(self, held: Mapping[str, Any]) -> Text:
        parts = [self.badge(tile[0], tile[1:]) for tile in held["leg"]]
        if held["pyramid"]:
            parts.append(Text(_("pyramid {count}").format(count=held["pyramid"]), SAND))
        return spaced(parts)

    def hand(self) -> list[Text]:
        """The race cards still in one's own hand, which nobody else sees."""
        if self.me is None or not self.faces or self.state["turn"] in ("over", "reveal"):
            return []
        laid = {slot for seat, slot in [*self.state["win"], *self.state["lose"]] if seat == self.me}
        cards = [face for slot, face in enumerate(self.faces) if slot not in laid]
        line = Text.assemble((_("Your race cards") + "  ", QUIET))
        return [line.append_text(spaced([self.badge(card) for card in sorted(cards)]))]


def _desert_tile(side: str) -> Text:
    """A desert tile on the track, three columns wide."""
    return Text(" +1", OASIS) if side == "+" else Text(" -1", MIRAGE)
