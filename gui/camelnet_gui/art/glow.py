"""How the places of a board are set off: each kind differs in line as well as in colour."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from camelnet_gui.art.palette import Palette, faded


class Glow(Enum):
    """How a place is set off; later ones are painted above earlier ones."""

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
            painter.fillPath(path, faded(tone.pick, 0.12))
            painter.strokePath(path, QPen(faded(tone.pick, 0.22), 6.5 * unit))
            dashes = QPen(tone.pick, max(1.6, 2.1 * unit))
            dashes.setDashPattern([4.2, 2.4])
            dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.strokePath(path, dashes)
        case Glow.OFFER:
            for spread, alpha in ((9.0, 0.12), (5.5, 0.22)):
                painter.strokePath(path, QPen(faded(tone.pick, alpha), spread * unit))
            painter.strokePath(path, QPen(tone.pick, max(1.4, 1.7 * unit)))
        case Glow.HOVER:
            painter.fillPath(path, faded(tone.pick, 0.22))
            painter.strokePath(path, QPen(tone.pick, max(2.0, 2.8 * unit)))
        case Glow.CHOSEN:
            painter.strokePath(path, QPen(faded(tone.chosen, 0.25), 9 * unit))
            painter.strokePath(path, QPen(tone.chosen, max(2.6, 3.6 * unit)))
        case Glow.FOCUS:
            painter.strokePath(path, QPen(tone.paper, max(4.0, 5.2 * unit)))
            painter.strokePath(path, QPen(tone.focus, max(2.0, 2.6 * unit)))
