"""The scene of a Targui board, frozen, and the motions that lead from one to the next.

The view-model turns positions into scenes; the board paints them and emits picks. Nothing here
knows Qt, rules or sockets. Cells are numbered 1 to 49 in a spiral from the centre; a tribe is its
seat's number.

A *place* is a part of the board that can be pointed at:

    "cell 17"      a cell of the desert
    "sector nw"    a corner of it; in place of the cells while tribes choose theirs
    "die"          the die of the round
    "pile 2"       the cards of a tribe that are left in the pile
    "pile destiny" the destiny card in it
    "destiny 11"   a card of the destiny deck, in the row of all that are in play
    "box"          the camels that nobody has

A *pick* is a place that the player may choose now.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from camelnet_gui.games.view_model import BoardScene

CELLS = range(1, 50)
CARDS = range(1, 17)  # of destiny
TRIBES = range(4)
SECTORS: dict[str, tuple[int, ...]] = {
    "nw": (20, 21, 22, 41, 42, 43, 44, 45),
    "ne": (10, 24, 25, 26, 27, 47, 48, 49),
    "sw": (16, 17, 18, 35, 36, 37, 38, 39),
    "se": (12, 13, 14, 29, 30, 31, 32, 33),
}

PLACES: tuple[str, ...] = (
    *(f"sector {sector}" for sector in SECTORS),
    *(f"cell {cell}" for cell in CELLS),
    "die",
    *(f"pile {seat}" for seat in TRIBES),
    "pile destiny",
    *(f"destiny {card}" for card in CARDS),
    "box",
)


@dataclass(frozen=True, slots=True)
class CellScene:
    """One cell. Values are those of this moment, destiny included."""

    land: str | None = None  # None: nothing laid yet
    economic: int = 0
    strategic: int = 0
    owner: int | None = None
    camels: int = 0
    home: int | None = None  # the tribe whose own camp this is


@dataclass(frozen=True, slots=True)
class BattleScene:
    """An attack that goes on, with the dice that lie there."""

    seat: int
    source: int
    target: int
    hit: int | None = None  # the attacker's last roll of this exchange
    parry: int | None = None  # the defender's


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way that camels might go: `count` of them, or an attack (None)."""

    source: int
    target: int
    count: int | None
    seat: int


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of picking a cell: lines of words, each with an amount or ""."""

    place: str
    lines: tuple[tuple[str, str], ...]
    way: tuple[int, int] | None = None  # camels would go from the one to the other
    attack: bool = False


EMPTY = tuple(CellScene() for _cell in CELLS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(BoardScene):
    """Everything that the board shows. Equal scenes look alike."""

    cells: tuple[CellScene, ...] = EMPTY  # cell 1 first
    tribes: int = 4  # that play
    sectors: tuple[tuple[str, int], ...] = ()  # those taken: (sector, seat)
    choosing_sectors: bool = False
    round: int = 0
    die: int | None = None
    pile: tuple[int, ...] = (0, 0, 0, 0)  # cards left by tribe
    pile_destiny: bool = False
    up: int | None = None  # the tribe whose card is turned up
    turns_left: int = 0  # that this card still gives
    turning: bool = False  # the destiny card is up, and does not show its number yet
    out: tuple[bool, ...] = (False, False, False, False)
    deck: tuple[int, ...] = ()  # destiny cards in play
    left: tuple[int, ...] = ()  # of these, those still to come
    effect: int | None = None  # the card that rules this round
    fallen: int | None = None  # this round's card, once it is known
    box: int = 0
    battle: BattleScene | None = None
    foes: frozenset[int] = frozenset()  # of the cells among them, those to be attacked
    source: int | None = None  # the cell that camels would leave
    arrow: Arrow | None = None
    buying: tuple[int, int] | None = None  # (cell, camels) about to be bought
    previews: tuple[Preview, ...] = ()  # what picks would do, shown where one points

    def cell(self, number: int) -> CellScene:
        return self.cells[number - 1]


def with_cell(scene: Scene, number: int, **changes: object) -> Scene:
    """The scene with one cell changed."""
    cells = list(scene.cells)
    cells[number - 1] = replace(cells[number - 1], **changes)  # type: ignore[arg-type]
    return replace(scene, cells=tuple(cells))


# --- motions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lay:
    """A land is turned up on its cell (setup)."""

    cell: int
    land: str
    economic: int
    strategic: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The die of the round tumbles to its place."""

    pips: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A card of the pile is turned over: a tribe's, or destiny (None)."""

    seat: int | None
    turns: int


@dataclass(frozen=True, slots=True)
class Fate:
    """The destiny card in the pile shows its number."""

    card: int


@dataclass(frozen=True, slots=True)
class March:
    """Camels walk to a neighbouring cell and raise their sign there."""

    seat: int
    source: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class Volley:
    """A die of a battle is thrown at a cell, and camels fall there."""

    side: str  # "attack" or "parry"
    pips: int
    cell: int  # where they fall
    kills: int
    bonus: int = 0  # added to the die by the thrower's land
    land: str = ""  # that one
    drum: bool = False  # it could decide what matters most


@dataclass(frozen=True, slots=True)
class Change:
    """Camels come to cells or go from them, all at once; with `owner` the sign there changes."""

    cells: tuple[tuple[int, int], ...]  # (cell, how many more)


@dataclass(frozen=True, slots=True)
class Claim:
    """The sign on a cell changes; None: it comes off."""

    cell: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Harvest:
    """The lands of a tribe pay their tribute."""

    seat: int
    cells: tuple[tuple[int, int], ...]  # (cell, silver)


@dataclass(frozen=True, slots=True)
class Flash:
    """Places that light up for a moment."""

    places: tuple[str, ...]


Motion = Lay | Roll | Turn | Fate | March | Volley | Change | Claim | Harvest | Flash


def after(scene: Scene, motion: Motion) -> Scene:
    """The scene as a motion leaves it; what does not move comes with the next scene."""
    match motion:
        case Lay(cell, land, economic, strategic):
            return with_cell(scene, cell, land=land, economic=economic, strategic=strategic)
        case Roll(pips):
            return replace(scene, die=pips)
        case Turn(seat, turns):
            if seat is None:
                return replace(scene, pile_destiny=False, up=None, turning=True)
            pile = tuple(
                left - 1 if tribe == seat else left for tribe, left in enumerate(scene.pile)
            )
            return replace(scene, pile=pile, up=seat if turns else None, turns_left=turns)
        case Fate(card):
            left = tuple(number for number in scene.left if number != card)
            return replace(
                scene, left=left, pile_destiny=False, turning=False, fallen=card, up=None
            )
        case March(seat, source, target, count):
            scene = _changed(scene, ((source, -count), (target, count)))
            return with_cell(scene, target, owner=seat)
        case Volley(side, pips, cell, kills):
            scene = _changed(scene, ((cell, -kills),))
            battle = scene.battle
            if battle is None:
                return scene
            if side == "attack":
                return replace(scene, battle=replace(battle, hit=pips, parry=None))
            return replace(scene, battle=replace(battle, parry=pips))
        case Change(cells):
            return _changed(scene, cells)
        case Claim(cell, seat):
            return with_cell(scene, cell, owner=seat)
        case Harvest() | Flash():
            return scene


def _changed(scene: Scene, cells: tuple[tuple[int, int], ...]) -> Scene:
    for number, more in cells:
        scene = with_cell(scene, number, camels=max(0, scene.cell(number).camels + more))
    return scene
