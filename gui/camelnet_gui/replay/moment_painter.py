"""Paints the board as it stood at one moment of a game, small, by the board's own code."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from camelnet.review.moments import Moment
from camelnet_gui.games import screens
from camelnet_gui.replay.model import Film, ReplayModel

BOARD = QSize(640, 500)  # device-independent pixels that the board is laid out in


class MomentPainter:
    """Has a board and a reading of its own, so that the replay stays where it is."""

    def __init__(self, film: Film, parent: QWidget) -> None:
        parts = screens(film.game).make_parts()
        self._board = parts.make_board()
        self._board.setParent(parent)  # never shown
        self._model = ReplayModel(film, type(parts.view_model))

    def __call__(self, moment: Moment, wide: int, dark: bool) -> QImage:
        """`wide` device pixels; with the better move of a mistake, or what a step was about."""
        model = self._model
        model.dark = dark
        model.seek(moment.place)
        model.highlight = frozenset() if moment.best else model.spaces(moment.step)
        self._board.show_scene(model.scene(moment.best or None))
        return self._board.image(BOARD.width(), BOARD.height(), wide / BOARD.width())
