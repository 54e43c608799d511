"""Invisible buttons over the places of a board: keyboard, focus, and names for screen readers.

Graphics items cannot be reached by assistive technology; these can. They let the mouse through:
the board decides by its own geometry what is pointed at.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from camelnet_gui.widgets.pointing import PICK

ARROWS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PlaceButton(QAbstractButton):
    """The button of one place. Enabled while the place is a pick."""

    def __init__(
        self,
        place: str,
        parent: QWidget,
        *,
        focus_changed: Callable[[], None],
        moved: Callable[[str, tuple[int, int]], None],
    ) -> None:
        super().__init__(parent)
        self.place = place
        self._focus_changed = focus_changed
        self._moved = moved
        self.setObjectName(f"place {place}")
        self.setProperty(PICK, place)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The board paints; this button is only there to be reached."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            self._moved(self.place, ARROWS[event.key()])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._focus_changed()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus_changed()


def nearest(start: QPoint, others: dict[str, QPoint], way: tuple[int, int]) -> str | None:
    """The place nearest to `start` in a direction: straight ahead counts more than beside."""
    best: tuple[float, str] | None = None
    for place, point in sorted(others.items()):
        ahead = (point.x() - start.x()) * way[0] + (point.y() - start.y()) * way[1]
        aside = abs((point.x() - start.x()) * way[1]) + abs((point.y() - start.y()) * way[0])
        if ahead > 0 and aside <= ahead * 2.2:
            cost = ahead + 1.6 * aside
            if best is None or cost < best[0]:
                best = (cost, place)
    return best[1] if best else None
