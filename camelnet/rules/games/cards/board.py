"""Camel Up Cards as text: the track, the cards on offer and the players in 80 columns.

Every camel has a letter and a mark besides its colour, so the board reads without colours too, and
without `glyphs` it is plain ASCII.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from camelnet.i18n import _, ngettext
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

_TOKENS = {"palm": " +1", "fennec": " -1"}
_STYLES = {"palm": OASIS, "fennec": MIRAGE}
_GOLD = "bold #b8860b"


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
    drawn = _Board(position, names, me=me, faces=faces, width=width, glyphs=glyphs)
    lines = [drawn.title(), *drawn.track(), *drawn.court(), *gap(brief), *drawn.players()]
    return joined([*lines, *drawn.hand()], width=drawn.width)


class _Board(CamelBoard):
    """The parts of the board, top to bottom."""

    name_max = 14

    @property
    def last(self) -> int:
        """The last space before the finish."""
        return int(sum(self.state["cards"]))

    # --- pieces ---------------------------------------------------------------------------------

    def named(self, camel: str, word: str) -> Text:
        """A camel with a word beside it, which keeps plain letters apart."""
        return self.badge(camel, word if self.glyphs else f" {word}")

    def trophies(self, count: int) -> str:
        return f"{'★' if self.glyphs else '*'}{count}" if count else ""

    def final(self, deck: str, camel: str) -> Text:
        """A final card with the trophies on it."""
        return self.badge(camel, self.trophies(self.state["trophies"][deck][camel]))

    # --- title ----------------------------------------------------------------------------------

    def title(self) -> Text:
        leg = self.state["leg"]
        stage = _("leg {number}").format(number=leg) if leg else ""
        return self.heading("Camel Up Cards", stage, self._turn())

    def _turn(self) -> str:
        phases = {"reveal": _("A hand card is shown"), "chance": _("A race card is turned up")}
        whose = self.turn(phases)
        if self.state["turn"] in ("over", *phases):
            return whose
        left = {
            None: _("race action and bet"),
            "race": _("now the bet"),
            "bet": _("now the race action"),
        }
        return _("{whose}: {what}").format(whose=whose, what=left[self.state["did"]])

    # --- track ----------------------------------------------------------------------------------

    def track(self) -> list[Text]:
        """All spaces, in one band, or in two on a narrow board."""
        lines = []
        waiting = self.state["track"]["0"]
        if waiting:
            start = Text.assemble((_("On the start") + "  ", QUIET))
            lines.append(start.append_text(spaced([self.badge(camel) for camel in waiting])))
        if self.width >= self.last * CELL + FINISH:
            return [*lines, *self._band(1, self.last)]
        half = (self.last + 1) // 2
        return [*lines, *self._band(1, half), *self._band(half + 1, self.last)]

    def _band(self, first: int, last: int) -> list[Text]:
        tokens = {
            token["space"]: (name, self.names[token["holder"]])
            for name, token in self.state["tokens"].items()
            if token["space"] is not None
        }
        tiles = {space: Text(_TOKENS[name], _STYLES[name]) for space, (name, _) in tokens.items()}
        owners = {space: owner for space, (_name, owner) in tokens.items()}
        spaces = range(first, last + (2 if last == self.last else 1))
        lines = [*self.stacks(spaces, self.last + 1, tiles), self._axis(first, last)]
        if any(space in owners for space in spaces):
            lines.append(self.owners(spaces, owners))
        return lines

    def _axis(self, first: int, last: int) -> Text:
        """The numbers of the spaces, with a mark at the end of each track card; single spaces that
        the sandstorm turned are drawn in waves."""
        dash, wave, end = ("─", "≈", "┴") if self.glyphs else ("-", "~", "+")
        axis = Text()
        space = 0
        for card, spaces in enumerate(self.state["cards"]):
            # If the number of spaces is odd, the last card has only one from the start.
            whole = card + 1 == len(self.state["cards"]) and self.state["seats"] % 2 == 0
            line = wave if spaces == 1 and not whole else dash
            for part in range(spaces):
                space += 1
                if first <= space <= last:
                    number = f"{line}{space}".ljust(CELL - 1, line)
                    axis.append(number + (end if part + 1 == spaces else line))
        axis.stylize(SAND)
        if last == self.last:
            axis.append_text(self.finish_line()).append(_("finish"), SAND)
        return axis

    # --- cards ----------------------------------------------------------------------------------

    def court(self) -> list[Text]:
        """The cards on offer, the tokens at home and the race deck."""
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
            line = Text.assemble((set_cell_size(label, pad), QUIET))
            lines.append(line.append_text(spaced(parts)) if parts else line.append("-", QUIET))
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
        """The number of cards left, and the seen numbers of each camel."""
        parts = [Text(str(self.state["deck"]).ljust(3), STRONG), Text(_("seen"), QUIET)]
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
        lines = [Text(" " * (2 + self.name_room) + f"{money}  {hand}  {bets}", QUIET)]
        for seat in range(state["seats"]):
            on_turn = seat == state["mover"]
            line = self.append_name(self.arrow(on_turn), seat, on_turn)
            line.append(str(state["money"][seat]).rjust(cell_len(money)), STRONG).append("  ")
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

    def hand(self) -> list[Text]:
        """One's own hand card, which nobody else sees."""
        if self.me is None or not self.faces or not self.state["hand"][self.me]:
            return []
        line = Text.assemble((_("Your hand card") + "  ", QUIET))
        return [line.append_text(self.badge(self.faces[0], self.faces[1:]))]
