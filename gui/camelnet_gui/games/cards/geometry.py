"""The geometry of a board of Camel Up Cards, for painting and for hit-testing alike.

`layout` is pure and cached: sizes in device-independent pixels, y down. The track winds once
through the upper half, from the start on the left to a bend on the right and back to the finish
on the left; its cards have their places for good, also when they are turned. Beneath lies a carpet
with a lane for each camel (race cards seen, leader, midfield and final cards), and beside it the
deck, my hand card, the tokens at home and the trophies.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from camelnet.rules.games.camels import CAMELS
from camelnet_gui.art import camel as camel_art
from camelnet_gui.art.line import Line, band, line_through
from camelnet_gui.art.shapes import rounded
from camelnet_gui.games.camels.ground import Cell, RaceGround, cell_at, degrees
from camelnet_gui.games.cards.scene import (
    KINDS,
    ONES,
    PLACES,
    TOKENS,
)

WIDE, HIGH = 700.0, 620.0  # the board for which a unit is one pixel
ASPECT_MAX, ASPECT_MIN = 1.5, 0.95  # beyond, sand remains at the sides
NUMBER, LIFT = QRectF(-11, -7, 22, 15), 8.0  # a number's room, and a stack's height above it


@dataclass(frozen=True, slots=True)
class TrackCard:
    """One card of the track; `angle` is the running direction, degrees clockwise."""

    path: QPainterPath
    centre: QPointF
    angle: float
    middle: tuple[QPointF, QPointF]  # the line between its two spaces
    spaces: tuple[int, ...]  # on the side that lies up


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(RaceGround):
    """All positions for one size of the board and one track."""

    cards: tuple[TrackCard, ...]
    start: QRectF
    spots: Mapping[str, QPointF]  # where each camel stands on the start space
    carpet: QRectF
    lanes: Mapping[str, QRectF]
    heads: Mapping[str, QRectF]  # "seen" and the kinds of bets: the columns' titles
    chips: Mapping[str, QPointF]
    tableau: Mapping[str, tuple[QRectF, ...]]  # per camel: the ones, then the two
    bets: Mapping[str, QRectF]  # "lead b": the whole pile
    card: tuple[float, float]  # width and height of a bet card
    deck: QRectF
    hand: QRectF
    tokens: Mapping[str, QRectF]
    trophies: QRectF
    stage: QRectF  # where a card is shown large when it is turned up
    guest_hand: QRectF  # where cards come from that others play
    pack: QRectF  # where the cards are shuffled

    def token_foot(self, space: int) -> QPointF:
        """The foot of a token, above the space's number."""
        cell = self.cell(space)
        low = cell.number.y() - 12 * self.unit
        return QPointF(cell.centre.x(), min(cell.centre.y() + 12 * self.unit, low))

    def seen_box(self, face: str, place: int) -> QRectF:
        """The box of a race card that was seen; `place` counts those of its face before it."""
        row = self.tableau[face[0]]
        return row[ONES] if face[1] == "2" else row[min(place, ONES - 1)]


@lru_cache(maxsize=16)
def layout(width: int, height: int, cards: tuple[int, ...], half: bool) -> Layout:
    """The layout of a board of a size (at least 320 by 240) for a track: spaces on each card, and
    whether the last one is half as long."""
    full_w, full_h = float(max(320, width)), float(max(240, height))
    wide, high = min(full_w, full_h * ASPECT_MAX), min(full_h, full_w / ASPECT_MIN)
    unit = min(wide / WIDE, high / HIGH)
    left, top = (full_w - wide) / 2, (full_h - high) / 2
    spare = high - HIGH * unit
    thickness = 74 * unit
    row1 = top + 136 * unit + spare * 0.25
    gap = 142 * unit + spare * 0.3
    line = _line(left, wide, row1, gap, unit)
    scale = 0.92 * thickness / camel_art.HEIGHT
    lengths = [1 if half and index == len(cards) - 1 else 2 for index in range(len(cards))]
    track, cells = _track(line, cards, lengths, thickness, unit, scale)
    end, along = line.at(line.length)
    side = QPointF(along.y(), -along.x())
    carpet_top = row1 + gap + 52 * unit + spare * 0.25
    carpet = QRectF(left + 10 * unit, carpet_top, 480 * unit, high + top - 10 * unit - carpet_top)
    carpet.setWidth(480 * unit + (wide - WIDE * unit) * 0.55)
    lanes, heads, chips, tableau, bets, card = _market(carpet, unit)
    beside = QRectF(carpet.right() + 10 * unit, carpet.top(), 0, carpet.height())
    beside.setRight(left + wide - 10 * unit)
    deck, hand, tokens, trophies = _beside(beside, unit)
    start = QRectF(left + 8 * unit, row1 - 36 * unit, 98 * unit, 72 * unit)
    stage = QRectF(0, 0, 104 * unit, 146 * unit)
    stage.moveCenter(QPointF(left + wide * 0.5, row1 + gap * 0.62))
    guest = QRectF(left + wide - 4 * unit, row1, 40 * unit, 56 * unit)
    pack = QRectF(beside.left(), beside.top(), beside.width(), tokens["palm"].top() - beside.top())
    places: dict[str, QPainterPath] = {
        "reveal": rounded(deck, 7 * unit),
        "hand": rounded(hand, 8 * unit),
        **{name: rounded(box, 7 * unit) for name, box in tokens.items()},
        **{name: rounded(box, 5 * unit) for name, box in bets.items()},
        **{f"space {cell.space}": cell.path for cell in cells},
    }
    return Layout(
        width=full_w,
        height=full_h,
        unit=unit,
        thickness=thickness,
        camel_scale=scale,
        horizon=top + 46 * unit,
        cards=track,
        cells=cells,
        start=start,
        spots=MappingProxyType(_spots(start, unit)),
        finish=(end + side * (thickness / 2 + 3 * unit), end - side * (thickness / 2 + 3 * unit)),
        podium=QPointF(left + 54 * unit, row1 + gap + 16 * unit),
        podium_forward=-1,
        carpet=carpet,
        lanes=MappingProxyType(lanes),
        heads=MappingProxyType(heads),
        chips=MappingProxyType(chips),
        tableau=MappingProxyType(tableau),
        bets=MappingProxyType(bets),
        card=card,
        deck=deck,
        hand=hand,
        tokens=MappingProxyType(tokens),
        trophies=trophies,
        stage=stage,
        guest_hand=guest,
        pack=pack,
        places=MappingProxyType({name: places[name] for name in PLACES if name in places}),
    )


def _line(left: float, wide: float, row: float, gap: float, unit: float) -> Line:
    """The track's middle: to the right, around the bend, and back; both rows sway a little."""
    begin, end = left + 114 * unit, left + 116 * unit
    radius = gap / 2
    bend = left + wide - 10 * unit - 34 * unit - radius
    sway, steps = 7 * unit, 60
    points = []
    for step in range(steps):
        share = step / steps
        x = begin + (bend - begin) * share
        points.append(QPointF(x, row - sway * math.sin(math.tau * share) * (1 - share**3)))
    for step in range(steps):
        turn = math.pi * step / steps
        points.append(QPointF(bend + radius * math.sin(turn), row + radius * (1 - math.cos(turn))))
    for step in range(steps + 1):
        share = step / steps
        x = bend + (end - bend) * share
        points.append(QPointF(x, row + gap - sway * math.sin(math.tau * share) * share))
    return line_through(points, closed=False)


def _track(
    line: Line,
    widths: tuple[int, ...],
    lengths: list[int],
    thickness: float,
    unit: float,
    scale: float,
) -> tuple[tuple[TrackCard, ...], tuple[Cell, ...]]:
    """The cards, and the spaces on the sides that lie up."""
    pitch = line.length / sum(lengths)
    seam, half = 2.2 * unit, thickness / 2
    cards, cells = [], []
    run, space = 0.0, 1
    for width, length in zip(widths, lengths, strict=True):
        begin, end = run + seam, run + pitch * length - seam
        run += pitch * length
        centre, along = line.at((begin + end) / 2)
        spaces = tuple(range(space, space + width))
        space += width
        cards.append(
            TrackCard(
                band(line, begin, end, half, 7 * unit),
                centre,
                degrees(along),
                (
                    line.beside((begin + end) / 2, half - 6 * unit),
                    line.beside((begin + end) / 2, 6 * unit - half),
                ),
                spaces,
            )
        )
        step = (end - begin) / width
        for index, number in enumerate(spaces):
            cells.append(
                _cell(
                    line,
                    number,
                    begin + step * index,
                    begin + step * (index + 1),
                    half,
                    unit,
                    scale,
                )
            )
    return tuple(cards), tuple(cells)


def _cell(
    line: Line, space: int, begin: float, end: float, half: float, unit: float, scale: float
) -> Cell:
    return cell_at(
        line,
        (begin + end) / 2,
        band(line, begin + 1.5 * unit, end - 1.5 * unit, half - 3 * unit, 5 * unit),
        space=space,
        unit=unit,
        scale=scale,
        room=NUMBER,
        lift=LIFT,
        upright_ladder=-1,
    )


def _spots(start: QRectF, unit: float) -> dict[str, QPointF]:
    """Five camels side by side, in two ranks."""
    at = ((25, 36), (50, 36), (75, 36), (36, 63), (62, 63))
    return {
        camel: start.topLeft() + QPointF(x, y) * unit
        for camel, (x, y) in zip(CAMELS, at, strict=True)
    }


def _market(
    carpet: QRectF, unit: float
) -> tuple[
    dict[str, QRectF],
    dict[str, QRectF],
    dict[str, QPointF],
    dict[str, tuple[QRectF, ...]],
    dict[str, QRectF],
    tuple[float, float],
]:
    """The lanes of the carpet with all that lies in them."""
    inner = carpet.adjusted(12 * unit, 8 * unit, -12 * unit, -8 * unit)
    head = 20 * unit
    pitch = (inner.height() - head) / len(CAMELS)
    lane_h = pitch - 4 * unit
    card_h = min(lane_h - 4 * unit, 60 * unit)
    card_w = card_h * 0.74
    mini_h = card_h * 0.66
    mini_w = mini_h * 0.64
    pile_w = card_w * (1 + 3 * 0.37)
    final_w = card_w + 18 * unit
    seen_w = (ONES + 1) * (mini_w + 2 * unit) + 5 * unit
    columns = {"chip": 30 * unit, "seen": seen_w, "lead": pile_w, "mid": card_w + 10 * unit}
    columns |= {"win": final_w, "lose": final_w}
    free = inner.width() - 8 * unit - sum(columns.values())
    space = free / (len(columns) - 1)
    x = inner.left() + 4 * unit
    lefts = {}
    for name, wide in columns.items():
        lefts[name] = x
        x += wide + space
    lanes, chips, tableau, bets = {}, {}, {}, {}
    for index, camel in enumerate(CAMELS):
        lane = QRectF(inner.left(), inner.top() + head + index * pitch, inner.width(), lane_h)
        middle = lane.center().y()
        lanes[camel] = lane
        chips[camel] = QPointF(lefts["chip"] + 15 * unit, middle)
        tableau[camel] = tuple(
            QRectF(
                lefts["seen"] + at * (mini_w + 2 * unit) + (5 * unit if at == ONES else 0),
                middle - mini_h / 2,
                mini_w,
                mini_h,
            )
            for at in range(ONES + 1)
        )
        for kind in KINDS:
            wide = pile_w if kind == "lead" else card_w
            left = lefts[kind] + (5 * unit if kind == "mid" else 0)
            bets[f"{kind} {camel}"] = QRectF(left, middle - card_h / 2, wide, card_h)
    heads = {}
    for name in ("seen", *KINDS):
        wide = card_w if name in ("win", "lose") else columns[name]
        heads[name] = QRectF(lefts[name], inner.top() - 2 * unit, wide, head)
    gaps = (after.left() - before.right() for before, after in pairwise(heads.values()))
    aside = min(12 * unit, min(gaps) / 2 - 1.5 * unit)  # words of neighbours stay apart
    heads = {name: box.adjusted(-aside, 0, aside, 0) for name, box in heads.items()}
    return lanes, heads, chips, tableau, bets, (card_w, card_h)


def _beside(room: QRectF, unit: float) -> tuple[QRectF, QRectF, dict[str, QRectF], QRectF]:
    """Deck and hand above, tokens in the middle, trophies below."""
    caption = 17 * unit
    shift = min(room.width(), 230 * unit)
    left = room.left() + (room.width() - shift) / 2
    size = min(room.height() / (316 * unit), 1.25)
    hand_w, hand_h = 92 * unit * size, 126 * unit * size
    hand_w = min(hand_w, shift - 90 * unit)
    deck_w, deck_h = 76 * unit, 104 * unit
    hand = QRectF(left + shift - hand_w, room.top() + caption, hand_w, hand_h)
    deck = QRectF(left + 4 * unit, hand.bottom() - deck_h, deck_w, deck_h)
    trophy_h = 40 * unit
    trophies = QRectF(left, room.bottom() - trophy_h, shift, trophy_h)
    token_h = min(86 * unit, trophies.top() - hand.bottom() - 20 * unit)
    token_w = (shift - 10 * unit) / 2
    token_top = (hand.bottom() + trophies.top() - token_h) / 2 + 2 * unit
    tokens: dict[str, QRectF] = {
        name: QRectF(left + index * (token_w + 10 * unit), token_top, token_w, token_h)
        for index, name in enumerate(TOKENS)
    }
    return deck, hand, tokens, trophies
