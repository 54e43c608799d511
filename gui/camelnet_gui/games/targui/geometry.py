"""The geometry of a Targui board, for painting and for hit-testing alike.

`layout(width, height)` is pure and cached: sizes in device-independent pixels, y down. The desert
is a square in a frame; beside it, or beneath it on a board that is higher than wide, lies what
belongs to the round: the die, the pile, the destiny cards and the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from camelnet.rules.games.targui.cells import SPOTS
from camelnet_gui.games.board_parts import CAPTION, BoardPlan
from camelnet_gui.games.targui.scene import CARDS, CELLS, PLACES, SECTORS, TRIBES

SIDE = 7  # cells
MARGIN = 7.0  # around all, in pixels
BESIDE_MIN, BESIDE_MAX = 164.0, 250.0  # the width of what lies beside the desert
BESIDE_SHARE, BESIDE_WISH = 0.19, 206.0  # of the board, up to so many pixels
BESIDE_TALL = 1.2  # times as high as the desert, at most
BENEATH_MIN, BENEATH_MAX = 118.0, 190.0
FRAME = 0.09  # of a cell: the wood around the desert
ROW = 4  # destiny cards in a row beside the desert, where there is no room for their names
CARD_MIN = 22.0  # the width of a destiny card whose number is read
LINE_MIN, LINE_MAX = 16.0, 30.0  # the height of a destiny card as a line with its name
NOTE = 84.0  # what such a list leaves for the note beneath it


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(BoardPlan):
    """All positions for one size of the board."""

    side: float  # of a cell, a whole number of pixels
    frame: QRectF  # the desert with its wood
    desert: QRectF
    cells: Mapping[int, QRectF]
    beside: QRectF  # all that belongs to the round
    titles: Mapping[str, QRectF]  # "round", "pile", "destiny"
    die: QRectF
    cards: Mapping[int | None, QRectF]  # the pile by tribe; None: the destiny card
    turned: QRectF  # the card that is up
    destinies: Mapping[int, QRectF]
    listed: bool  # destiny cards are lines with their names
    note: QRectF  # this round's destiny in words; may be too low for any
    legend: bool  # there is a column, which may have room for a legend beneath the note
    box: QRectF

    def centre(self, cell: int) -> QPointF:
        return self.cells[cell].center()

    def foot(self, cell: int) -> QPointF:
        """The foot of a camel that stands on a cell."""
        box = self.cells[cell]
        return QPointF(box.left() + box.width() * 0.37, box.bottom() - box.height() * 0.11)

    @property
    def camel_scale(self) -> float:
        """Pixels per camel unit."""
        return self.side * 0.0053


def battle_die(plan: Layout, cell: int) -> QRectF:
    """The box of a die that hits a cell."""
    side = 30 * plan.unit
    box = QRectF(0, 0, side, side)
    box.moveCenter(plan.centre(cell) + QPointF(-side * 0.1, -side * 0.42))
    return box


def turned_card(plan: Layout) -> QRectF:
    """The place of the card that is up."""
    high = plan.turned.height()
    box = QRectF(0, 0, min(high / 1.36, plan.turned.width()), high)
    box.moveCenter(plan.turned.center())
    return box


@lru_cache(maxsize=8)
def layout(
    width: int,
    height: int,
    tribes: int = 4,
    sectors: bool = False,
    deck: tuple[int, ...] = tuple(CARDS),
) -> Layout:
    """`tribes`: that play; `sectors`: the corners are places, and not their cells; `deck`: the
    destiny cards in play."""
    wide, high = max(320.0, float(width)), max(240.0, float(height))
    upright = wide < high
    if upright:
        room = min(wide - 2 * MARGIN, high - CAPTION - 2 * MARGIN - BENEATH_MIN)
    else:
        least = max(BESIDE_MIN, min(BESIDE_WISH, wide * BESIDE_SHARE))
        room = min(high - CAPTION - MARGIN, wide - 3 * MARGIN - least)
    side = float(int(room / (SIDE + 2 * FRAME)))
    edge = round(side * FRAME)
    square = side * SIDE + 2 * edge
    if upright:
        rest = min(BENEATH_MAX, high - CAPTION - 2 * MARGIN - square)
        top = max(CAPTION, (high - square - rest - MARGIN) / 2)
        frame = QRectF(round((wide - square) / 2), round(top), square, square)
        beside = QRectF(MARGIN, frame.bottom() + MARGIN, wide - 2 * MARGIN, rest)
    else:
        rest = min(BESIDE_MAX, wide - 3 * MARGIN - square)
        left = max(MARGIN, (wide - square - rest - MARGIN) / 2)
        top = max(CAPTION, (high - square) / 2)
        frame = QRectF(round(left), round(top), square, square)
        tall = min(high - CAPTION - MARGIN, square * BESIDE_TALL)
        above = max(CAPTION, (high - tall) / 2)
        beside = QRectF(frame.right() + MARGIN, round(above), rest, tall)
    desert = frame.adjusted(edge, edge, -edge, -edge)
    cells = {
        cell: QRectF(
            desert.left() + SPOTS[cell][0] * side, desert.top() + SPOTS[cell][1] * side, side, side
        )
        for cell in CELLS
    }
    parts = _beneath(beside, tribes, deck) if upright else _beside(beside, tribes, deck)
    paths = _paths(cells, parts, sectors)
    return Layout(
        width=wide,
        height=high,
        unit=side / 76,
        side=side,
        frame=frame,
        desert=desert,
        cells=MappingProxyType(cells),
        beside=beside,
        titles=MappingProxyType(parts.titles),
        die=parts.die,
        cards=MappingProxyType(parts.cards),
        turned=parts.turned,
        destinies=MappingProxyType(parts.destinies),
        listed=parts.listed,
        note=parts.note,
        legend=not upright,
        box=parts.box,
        places=MappingProxyType(paths),
    )


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of the board that belong to the round."""

    titles: dict[str, QRectF]
    die: QRectF
    cards: dict[int | None, QRectF]
    turned: QRectF
    destinies: dict[int, QRectF]
    listed: bool
    note: QRectF
    box: QRectF


def _beside(area: QRectF, tribes: int, deck: tuple[int, ...]) -> _Parts:
    """A column: die and turned card, the pile, the destiny cards, the box."""
    pad = 10.0
    left, wide = area.left() + pad, area.width() - 2 * pad
    title = min(26.0, max(18.0, area.height() * 0.034))
    y = area.top() + 6
    titles = {"round": QRectF(left, y, wide, title)}
    y += title + 2
    high = min(wide * 0.5, area.height() * 0.15)
    die = QRectF(left, y, wide * 0.46, high)
    turned = QRectF(left + wide * 0.54, y, wide * 0.46, high)
    y += high + 8
    titles["pile"] = QRectF(left, y, wide, title)
    y += title + 2
    cards, used = _pile(left, y, wide, area.height() * 0.12, tribes)
    y += used + 8
    titles["destiny"] = QRectF(left, y, wide, title)
    y += title + 2
    box_high = max(26.0, area.height() * 0.055)
    bottom = area.bottom() - 8
    box = QRectF(left, bottom - box_high, wide, box_high)
    room = box.top() - 8 - y
    line = min(LINE_MAX, max(LINE_MIN, (room - NOTE) / len(CARDS)))
    listed = line * len(CARDS) <= room
    if listed:
        destinies = _grid(deck, 1, QRectF(left, y, wide, line - 1), 1)
    else:
        gap = 4.0
        rows = len(CARDS) // ROW
        each = (wide - gap * (ROW - 1)) / ROW
        tall = min(each * 1.42, (room - gap * (rows - 1)) / rows)
        destinies = _grid(deck, ROW, QRectF(left, y, each, tall), gap)
    below = destinies[deck[-1]].bottom() + 9
    note = QRectF(left, below, wide, max(0.0, box.top() - 6 - below))
    return _Parts(titles, die, cards, turned, destinies, listed, note, box)


def _pile(
    left: float, top: float, wide: float, high: float, tribes: int
) -> tuple[dict[int | None, QRectF], float]:
    """The cards of the pile side by side, destiny last; and the height they take."""
    keys: list[int | None] = [*range(tribes), None]
    gap = 5.0
    each = min((wide - gap * (len(keys) - 1)) / len(keys), high * 0.74)
    tall = each * 1.36
    return {
        key: QRectF(left + index * (each + gap), top, each, tall) for index, key in enumerate(keys)
    }, tall


def _grid(deck: tuple[int, ...], columns: int, first: QRectF, gap: float) -> dict[int, QRectF]:
    """The destiny cards in play in rows, beginning with a box."""
    return {
        card: first.translated(
            (place % columns) * (first.width() + gap), (place // columns) * (first.height() + gap)
        )
        for place, card in enumerate(deck)
    }


def _beneath(area: QRectF, tribes: int, deck: tuple[int, ...]) -> _Parts:
    """A strip: die, turned card, pile and box on the left, two rows of destiny cards beside."""
    pad, title = 10.0, 18.0
    left, top = area.left() + pad, area.top() + 5
    low = top + title + 3
    high = area.bottom() - 9 - low
    die = QRectF(left, low, min(high, 92.0), min(high, 106.0))
    turned = QRectF(die.right() + 8, low, die.width() / 1.2, min(high, die.width() * 1.15))
    begin = turned.right() + 12
    middle = min(area.width() * 0.24, 210.0)
    titles = {
        "round": QRectF(left, top, begin - left - 12, title),
        "pile": QRectF(begin, top, middle, title),
    }
    cards, used = _pile(begin, low, middle, high * 0.52 / 0.74, tribes)
    box_high = max(24.0, min(34.0, high - used - 8))
    box = QRectF(begin, area.bottom() - 9 - box_high, middle, box_high)
    right = begin + middle + 14
    wide = area.right() - pad - right
    titles["destiny"] = QRectF(right, top, wide, title)
    gap, columns = 4.0, len(CARDS) // 2
    if (wide - gap * (columns - 1)) / columns < CARD_MIN:  # a phone; few cards have more room
        columns = min(len(deck), columns)
    each = min((wide - gap * (columns - 1)) / columns, (high - gap) / 2)
    tall = min(each * 1.5, (high - gap) / 2)
    destinies = _grid(deck, columns, QRectF(right, low, each, tall), gap)
    below = destinies[deck[-1]].bottom() + 8
    note = QRectF(right, below, wide, max(0.0, area.bottom() - 6 - below))
    return _Parts(titles, die, cards, turned, destinies, False, note, box)


def _paths(cells: Mapping[int, QRectF], parts: _Parts, sectors: bool) -> dict[str, QPainterPath]:
    """The outlines of all places, in the order of `PLACES`."""
    found: dict[str, QPainterPath] = {}
    taken: set[int] = set()
    if sectors:
        for sector, members in SECTORS.items():
            taken.update(members)
            path = QPainterPath()
            for cell in members:
                path = path.united(_square(cells[cell]))
            found[f"sector {sector}"] = path.simplified()
    for cell in CELLS:
        if cell not in taken:
            found[f"cell {cell}"] = _rectangle(cells[cell].adjusted(1, 1, -1, -1))
    found["die"] = _rectangle(parts.die)
    for seat in TRIBES:
        if seat in parts.cards:
            found[f"pile {seat}"] = _rectangle(parts.cards[seat])
    found["pile destiny"] = _rectangle(parts.cards[None])
    for card, place in parts.destinies.items():
        found[f"destiny {card}"] = _rectangle(place)
    found["box"] = _rectangle(parts.box)
    assert list(found) == [place for place in PLACES if place in found]
    return found


def _rectangle(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(box, 3, 3)
    return path


def _square(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(box)
    return path
