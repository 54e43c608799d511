"""Choosing a move in Targui: what may be clicked, what is chosen, how many camels go.

Pure; knows no Qt and no rules: what is legal, and why something is not, comes from the position.
One click chooses and a second one on the same thing, or Enter, confirms; Esc goes one step back.

Picks besides the board's places: `from 5` (a drag begins there), `pass`, `again`, `stop`, and for
the number of camels `number 12`, `one`, `half`, `all`, `more`, `less`, `digit 7`, `erase`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from camelnet.i18n import N_, Message, message
from camelnet.rules.games.targui.cells import NEIGHBOURS
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.targui.scene import CELLS, Arrow, Scene
from camelnet_gui.games.view_model import Table, refusal

COUNTED = ("move", "buy", "occupy")  # verbs with a number


@dataclass(frozen=True, slots=True)
class Ways:
    """The legal moves, sorted by what one points at. Numbers run from 1 to the most."""

    sectors: frozenset[str] = frozenset()
    camps: frozenset[int] = frozenset()
    marches: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (from, to) -> most
    attacks: frozenset[tuple[int, int]] = frozenset()
    buys: Mapping[int, int] = field(default_factory=dict)  # cell -> most
    occupy: int = 0  # the most
    words: frozenset[str] = frozenset()  # "pass", "again", "stop"

    @property
    def sources(self) -> frozenset[int]:
        """The cells from which camels may go or attack."""
        return frozenset(source for source, _target in (*self.marches, *self.attacks))

    def targets(self, source: int) -> frozenset[int]:
        """The cells that camels may go to from there, those of foes included."""
        both = (*self.marches, *self.attacks)
        return frozenset(target for start, target in both if start == source)

    def foes(self, source: int) -> frozenset[int]:
        return frozenset(target for start, target in self.attacks if start == source)


@lru_cache(maxsize=4)
def ways(legal: frozenset[str]) -> Ways:
    """Read thousands of notations once."""
    sectors, camps, attacks, words = set(), set(), set(), set()
    marches: dict[tuple[int, int], int] = {}
    buys: dict[int, int] = {}
    occupy = 0
    for notation in legal:
        verb, *rest = notation.split(" ")
        match verb, rest:
            case "sector", [sector]:
                sectors.add(sector)
            case "camp", [cell]:
                camps.add(int(cell))
            case "move", [start, end, count]:
                way = (int(start), int(end))
                marches[way] = max(marches.get(way, 0), int(count))
            case "attack", [start, end]:
                attacks.add((int(start), int(end)))
            case "buy", [cell, count]:
                buys[int(cell)] = max(buys.get(int(cell), 0), int(count))
            case "occupy", [count]:
                occupy = max(occupy, int(count))
            case _:
                words.add(notation)
    return Ways(
        frozenset(sectors),
        frozenset(camps),
        marches,
        frozenset(attacks),
        buys,
        occupy,
        frozenset(words),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """The state of choosing."""

    verb: str | None = None  # of the move, once it is whole but for its number
    source: int | None = None  # the cell that camels leave
    target: str | None = None  # where the move happens: a cell's number or a sector
    count: int = 0
    most: int = 0  # what the number may be
    typed: bool = False  # the last thing that happened to the number was a digit

    @property
    def armed(self) -> str | None:
        """The notation that waits for its confirmation."""
        match self.verb:
            case None:
                return None
            case "move":
                return f"move {self.source} {self.target} {self.count}"
            case "attack":
                return f"attack {self.source} {self.target}"
            case "buy":
                return f"buy {self.target} {self.count}"
            case "occupy":
                return f"occupy {self.count}"
            case "camp" | "sector":
                return f"{self.verb} {self.target}"
            case _:
                return self.verb


NOTHING = Choice()


def half(count: int) -> int:
    """Half of the camels, rounded up."""
    return (count + 1) // 2


def picks(table: Table, choice: Choice) -> frozenset[str]:
    """The places that may be clicked."""
    can = ways(table.legal)
    found = {f"sector {sector}" for sector in can.sectors}
    found |= {f"cell {cell}" for cell in (*can.camps, *can.buys)}
    if choice.source is None:
        found |= {f"cell {cell}" for cell in can.sources}
    else:
        found |= {f"cell {cell}" for cell in (choice.source, *can.targets(choice.source))}
    if can.occupy:
        found.add(f"cell {_attack(table)[1]}")
    return frozenset(found)


def pick(table: Table, choice: Choice, picked: str) -> tuple[Choice, str | None]:
    """Whatever was clicked, dragged, pressed or typed; the move to play if that confirmed one."""
    kind, _space, rest = picked.partition(" ")
    if kind in ("pass", "again", "stop"):
        return _word(table, choice, picked)
    if kind == "from":
        cell = int(rest)
        return (Choice(source=cell) if cell in ways(table.legal).sources else choice), None
    if kind in ("cell", "sector"):
        if picked not in picks(table, choice):
            return choice, None
        if choice.verb and choice.target == rest:
            return confirm(table, choice)
        return _place(table, choice, kind, rest), None
    return _number(table, choice, kind, rest), None


def _word(table: Table, choice: Choice, word: str) -> tuple[Choice, str | None]:
    if word not in table.legal:
        return choice, None
    return (NOTHING, word) if choice.verb == word else (Choice(verb=word), None)


def _place(table: Table, choice: Choice, kind: str, rest: str) -> Choice:
    """A place that may be picked is clicked for the first time."""
    can = ways(table.legal)
    if kind == "sector":
        return Choice(verb="sector", target=rest)
    cell = int(rest)
    if can.occupy:
        return Choice(
            verb="occupy",
            source=_attack(table)[0],
            target=rest,
            count=can.occupy,
            most=can.occupy,
        )
    if cell in can.camps:
        return Choice(verb="camp", target=rest)
    if cell in can.buys:
        most = can.buys[cell]
        return Choice(verb="buy", target=rest, count=most, most=most)
    if choice.source is None:
        return Choice(source=cell)
    if cell == choice.source:
        return NOTHING
    if (choice.source, cell) in can.attacks:
        return Choice(verb="attack", source=choice.source, target=rest)
    most = can.marches[choice.source, cell]
    mine = public_of(table.position)["owner"][cell - 1] == table.me
    count = most if mine else half(most)  # who takes land mostly leaves somebody behind
    return Choice(verb="move", source=choice.source, target=rest, count=count, most=most)


def _number(table: Table, choice: Choice, kind: str, rest: str) -> Choice:
    """The number of camels changes. While only one thing can be counted, typing begins it."""
    if choice.verb not in COUNTED:
        can = ways(table.legal)
        if not can.occupy:
            return choice
        choice = _place(table, choice, "cell", str(_attack(table)[1]))
    count, most, typed = choice.count, choice.most, False
    match kind:
        case "number":
            count = int(rest)
        case "one":
            count = 1
        case "half":
            count = half(most)
        case "all":
            count = most
        case "more":
            count += 1
        case "less":
            count -= 1
        case "digit":
            count = int(f"{count}{rest}") if choice.typed else int(rest)
            typed = True
        case "erase":
            count, typed = count // 10, count >= 10  # nothing left: the next digit begins anew
        case _:
            return choice
    return replace(choice, count=max(1, min(most, count)), typed=typed)


def _attack(table: Table) -> tuple[int, int]:
    """The cells of the attack that goes on: (from, to)."""
    attack = public_of(table.position)["attack"]
    return attack["from"], attack["to"]


def confirm(table: Table, choice: Choice) -> tuple[Choice, str | None]:
    """The choice after the armed move was confirmed, and that move."""
    if choice.armed is None or choice.armed not in table.legal:
        return choice, None
    return NOTHING, choice.armed


def back(choice: Choice) -> Choice:
    """One step back: the target first, then the source."""
    if choice.verb in ("move", "attack"):
        return Choice(source=choice.source)
    return NOTHING


def still_possible(table: Table, choice: Choice) -> Choice:
    """The choice after the position changed: kept as far as it still makes sense."""
    if choice.armed is not None:
        return choice if choice.armed in table.legal else NOTHING
    if choice.source is not None and choice.source not in ways(table.legal).sources:
        return NOTHING
    return choice


def with_choice(scene: Scene, table: Table, choice: Choice, *, pending: str | None) -> Scene:
    """The scene with what may be chosen, what is, and tooltips."""
    shown = choice if pending is None else _pending_choice(table, pending)
    seat = table.me
    arrow, buying, chosen = None, None, None
    if shown.verb in ("move", "attack", "occupy") and seat is not None:
        assert shown.source is not None
        assert shown.target is not None
        count = None if shown.verb == "attack" else shown.count
        arrow = Arrow(shown.source, int(shown.target), count, seat)
    if shown.verb == "buy" and shown.target is not None:
        buying = (int(shown.target), shown.count)
    if shown.target is not None:
        chosen = f"{'sector' if shown.verb == 'sector' else 'cell'} {shown.target}"
    found = picks(table, choice)
    foes = frozenset(ways(table.legal).foes(choice.source)) if choice.source else frozenset()
    return replace(
        scene,
        picks=found,
        foes=foes,
        source=shown.source,
        arrow=arrow,
        buying=buying,
        chosen=chosen,
        hints=_hints(table, choice, found),
    )


def _pending_choice(table: Table, pending: str) -> Choice:
    """My move on its way, as if it were being chosen."""
    verb, *rest = pending.split(" ")
    match verb, rest:
        case "move", [start, end, count]:
            return Choice("move", int(start), end, int(count))
        case "attack", [start, end]:
            return Choice("attack", int(start), end)
        case "buy", [cell, count]:
            return Choice("buy", None, cell, int(count))
        case "occupy", [count]:
            source, target = _attack(table)
            return Choice("occupy", source, str(target), int(count))
        case (("camp" | "sector"), [place]):
            return Choice(verb, None, place)
        case _:
            return Choice(verb)


def _hints(table: Table, choice: Choice, found: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Hints by place: why a cell cannot be chosen, or what choosing it does."""
    if table.blocked:
        return ()
    step = public_of(table.position)["step"]
    hints = []
    for cell in CELLS:
        place = f"cell {cell}"
        if place in found:
            does = _does(choice, step, cell)
            said = str(does) if does else ""
        else:
            why = _why_not(table, choice, step, cell)
            said = refusal(table, why) if why else ""
        if said:
            hints.append((place, said))
    return tuple(hints)


def _does(choice: Choice, step: str, cell: int) -> Message | None:
    match step:
        case "camp":
            return message(N_("Set up your camp here."))
        case "buy":
            return message(N_("Buy camels for this cell."))
        case "occupy":
            return message(N_("Move here with any number of camels."))
        case "move" if choice.source is None:
            return message(N_("Choose where these camels go."))
        case "move" if choice.source == cell:
            return message(N_("Choose another cell."))
        case _:
            return None


def reason(table: Table, choice: Choice, picked: str) -> Message | None:
    """The reason why something cannot be picked; None if it can, or if no rule is about it."""
    kind, _space, rest = picked.partition(" ")
    if kind != "cell" or picked in picks(table, choice):
        return None
    return _why_not(table, choice, public_of(table.position)["step"], int(rest))


def _why_not(table: Table, choice: Choice, step: str, cell: int) -> Message | None:
    match step:
        case "camp":
            return table.position.why_not(f"camp {cell}")
        case "buy":
            return table.position.why_not(f"buy {cell} 1")
        case "move" if choice.source is not None:
            return table.position.why_not(f"move {choice.source} {cell} 1")
        case "move":
            return table.position.why_not(f"move {cell} {NEIGHBOURS[cell][0]} 1")
        case _:
            return None
