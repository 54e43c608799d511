"""Sections of a rulebook: titles, paragraphs, lists, tables and painted pictures.

A game makes its sections anew for each reading, in the language chosen.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet_gui.art.shapes import rounded

PaintPicture = Callable[[QPainter, QRectF, bool], None]  # the box to fill; True for the dark theme


@dataclass(frozen=True, slots=True)
class Picture:
    """A painted picture, `width` by `height` device-independent pixels at 1x."""

    width: int
    height: int
    paint: PaintPicture
    caption: str = ""  # beneath it; without one it is decoration


@dataclass(frozen=True, slots=True)
class Points:
    """A bulleted list."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; every row has as many cells as `head`, which may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Picture, ...], ...]


Block = str | Points | Grid | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """One section; `anchor` names it within its game, the same in all languages."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]

    def texts(self) -> Iterator[str]:
        """All that there is to read, in order."""
        yield self.title
        for block in self.blocks:
            match block:
                case str():
                    yield block
                case Points(lines):
                    yield from lines
                case Picture(caption=caption):
                    yield caption
                case Grid(head, rows):
                    yield from head
                    for row in rows:
                        yield from (cell for cell in row if isinstance(cell, str))


def framed(part: QRectF, box: QRectF, board: QRectF) -> QRectF:
    """The part of a board that fills a box: with the box's proportions, around `part`, within
    `board` as far as that goes."""
    wide = max(part.width(), part.height() * box.width() / box.height())
    high = wide * box.height() / box.width()
    shrink = min(1.0, board.width() / wide, board.height() / high)
    found = QRectF(0, 0, wide * shrink, high * shrink)
    found.moveCenter(part.center())
    found.moveLeft(max(board.left(), min(found.left(), board.right() - found.width())))
    found.moveTop(max(board.top(), min(found.top(), board.bottom() - found.height())))
    return found


def anchor_in(anchors: Mapping[str, str], topic: str) -> str:
    """The section about a rule, a place of the board or a pick, by all of its words or the first;
    "" for none."""
    return anchors.get(topic) or anchors.get(topic.partition(" ")[0], "")


@contextlib.contextmanager
def cut_out(painter: QPainter, box: QRectF, part: QRectF, board: QRectF) -> Iterator[None]:
    """Fills `box` with `part` of what is painted meanwhile on a board at its own size, and with
    what is around that part."""
    part = framed(part, box, board)
    painter.save()
    painter.setClipPath(rounded(box, 10))
    scale = box.width() / part.width()
    painter.translate(box.center())
    painter.scale(scale, scale)
    painter.translate(-part.center())
    yield
    painter.restore()
