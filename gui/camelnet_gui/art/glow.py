"""Highlights of the places of a board: each kind differs in line as well as in colour."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.palette import Palette, faded, palette


class Glow(Enum):
    """The kind of a highlight; later ones are painted above earlier ones."""

    HIGHLIGHT = "highlight"  # a log entry speaks of it
    PICK = "pick"  # a space that may be chosen
    OFFER = "offer"  # a pile, a deck or the pyramid that may be chosen
    HOVER = "hover"  # the pointer is on it, and it may be chosen
    CHOSEN = "chosen"  # it waits for its confirmation
    FOCUS = "focus"  # the keyboard is on it


def paint_glow(
    painter: QPainter, path: QPainterPath, glow: Glow, unit: float, tone: Palette
) -> None:
    """Set a place off; each kind differs in line as well as in colour."""
    match glow:
        case Glow.HIGHLIGHT:
            painter.fillPath(path, faded(tone.highlight, 0.3))
            painter.strokePath(path, QPen(faded(tone.highlight, 0.95), 2.6 * unit))
        case Glow.PICK:
            painter.fillPath(path, faded(tone.light, 0.42))
            painter.strokePath(path, QPen(faded(tone.light, 0.85), 6.5 * unit))
            dashes = QPen(tone.pick, max(1.6, 2.1 * unit))
            dashes.setDashPattern([4.2, 2.4])
            dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.strokePath(path, dashes)
        case Glow.OFFER:
            for spread, alpha in ((9.0, 0.12), (5.5, 0.22)):
                painter.strokePath(path, QPen(faded(tone.pick, alpha), spread * unit))
            painter.strokePath(path, QPen(tone.pick, max(1.4, 1.7 * unit)))
        case Glow.HOVER:
            painter.fillPath(path, faded(tone.light, 0.22))
            painter.strokePath(path, QPen(tone.pick, max(2.4, 3.2 * unit)))
        case Glow.CHOSEN:
            painter.strokePath(path, QPen(faded(tone.paper, 0.8), 9 * unit))  # on red cards, too
            painter.strokePath(path, QPen(tone.chosen, max(2.6, 3.6 * unit)))
        case Glow.FOCUS:
            painter.strokePath(path, QPen(tone.paper, max(4.0, 5.2 * unit)))
            painter.strokePath(path, QPen(tone.focus, max(2.0, 2.6 * unit)))


class _Places(Protocol):
    """The places of a board, as paths."""

    @property
    def unit(self) -> float: ...
    @property
    def places(self) -> Mapping[str, QPainterPath]: ...


class GlowItem(QGraphicsItem):
    """Places lit up for a moment, the place under the pointer, the place of the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: _Places | None = None
        self._dark = False
        self._glows: tuple[tuple[str, Glow, float], ...] = ()

    def show_glows(
        self, plan: _Places, dark: bool, glows: tuple[tuple[str, Glow, float], ...]
    ) -> None:
        """`glows`: places, how they are set off, and how strongly (0 to 1)."""
        if (plan is self._plan) and (dark, glows) == (self._dark, self._glows):
            return
        self.prepareGeometryChange()
        self._plan, self._dark, self._glows = plan, dark, glows
        self.update()

    def boundingRect(self) -> QRectF:
        box = QRectF()
        for place, _glow, _strength in self._glows:
            if self._plan:
                box = box.united(self._plan.places[place].boundingRect())
        margin = 8 * self._plan.unit if self._plan else 0.0
        return box.adjusted(-margin, -margin, margin, margin) if self._glows else box

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if not self._plan:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, glow, strength in self._glows:
            painter.setOpacity(strength)
            path = self._plan.places[place]
            paint_glow(painter, path, glow, self._plan.unit, palette(self._dark))
