"""The places of a table screen between which pieces fly: the board's, and the players' rows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRect, QSizeF
from PySide6.QtWidgets import QWidget

from camelnet_gui.games.flights import Spot
from camelnet_gui.games.painted_board import AnyBoard
from camelnet_gui.games.view_model import Anchor, Purse
from camelnet_gui.table.players import PlayersPanel

HELD_AT, PURSE_AT = 0.42, 30  # a share of a row's width; pixels from its right edge


class TableSpots:
    """Answers in the coordinates of one page."""

    def __init__(self, page: QWidget, board: AnyBoard, players: PlayersPanel) -> None:
        self._page, self._board, self._players = page, board, players
        # Where the seats are instead while the panel is hidden, as on a big screen.
        self.elsewhere: Callable[[int], QPoint] | None = None

    def spot_of(self, anchor: Anchor) -> Spot | None:
        """None for what the screen does not show."""
        if isinstance(anchor, str):
            return self._on_board(anchor)
        purse = isinstance(anchor, Purse)
        seat = anchor.seat if isinstance(anchor, Purse) else anchor
        if self.elsewhere is not None:
            return Spot(QPointF(self.elsewhere(seat)), None)
        row = self._players.row_of(seat)
        if not row.isVisible():
            return None
        x = row.width() - PURSE_AT if purse else round(row.width() * HELD_AT)
        at = row.mapTo(self._page, QPoint(x, row.height() // 2))
        # A row that was scrolled away lies behind the panel's edge; what it gets flies there.
        seen = row.visibleRegion().boundingRect()
        if seen.isEmpty():
            shown = QRect(self._players.mapTo(self._page, QPoint(0, 0)), self._players.size())
            clip = self._players.visibleRegion().boundingRect()
            shown = clip.translated(shown.topLeft())
            at.setY(max(shown.top() + 12, min(shown.bottom() - 12, at.y())))
        return Spot(QPointF(at), None)

    def _on_board(self, place: str) -> Spot | None:
        outline = self._board.outline(place)
        if outline is None or not self._board.isVisible():
            return None
        box = outline.boundingRect()
        offset = QPointF(self._board.mapTo(self._page, QPoint(0, 0)))
        return Spot(box.center() + offset, QSizeF(box.size()))
