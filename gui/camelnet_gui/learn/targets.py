"""The targets of a tutorial's steps, as outlines on the screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QPushButton, QWidget

from camelnet_gui.table.page import TablePage

SPREAD = 6.0  # pixels around a widget
ROUNDING = 10.0


def outline(page: TablePage, target: str, canvas: QWidget) -> QPainterPath | None:
    """The outline of a target in the pixels of `canvas`; None while it is not on the screen.
    Targets: see `camelnet_gui.games.lesson`."""
    if not target.startswith("@"):
        return _place(page, target, canvas)
    name, _space, rest = target[1:].partition(" ")
    match name:
        case "row":
            return around(page.panel.players.row_of(int(rest)), canvas)
        case "actions":
            return around(page.panel.acts, canvas)
        case "banner":
            return around(page.panel.banner, canvas)
        case _:
            raise ValueError(f"no such target: {target}")


def can_pick(page: TablePage, place: str) -> bool:
    """True if a place of the board can be clicked now."""
    return place in page.board.shown.picks


def first_pick(page: TablePage) -> QWidget:
    """The place where the keyboard chooses: the board, or the action that leads there."""
    board = page.board
    actions = page.panel.acts.findChildren(QPushButton)
    ready = [made for made in actions if made.isEnabled() and made.isVisible()]
    if ready and not board.shown.picks:
        return ready[0]
    return board


def _place(page: TablePage, place: str, canvas: QWidget) -> QPainterPath | None:
    board = page.board
    path = board.outline(place)
    origin = board.viewport().mapTo(canvas, QPoint(0, 0))
    return path.translated(QPointF(origin)) if path is not None else None


def around(widget: QWidget, canvas: QWidget) -> QPainterPath | None:
    """A rounded box around a widget, as far as it is in sight."""
    if not widget.isVisibleTo(canvas):
        return None
    seen = widget.visibleRegion().boundingRect() if widget.isVisible() else widget.rect()
    if seen.isEmpty():
        seen = widget.rect()
    box = QRectF(seen.translated(widget.mapTo(canvas, QPoint(0, 0))))
    grown = box.adjusted(-SPREAD, -SPREAD, SPREAD, SPREAD)
    path = QPainterPath()
    path.addRoundedRect(grown.intersected(QRectF(canvas.rect())), ROUNDING, ROUNDING)
    return path
