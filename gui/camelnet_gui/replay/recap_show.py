"""The moves of the others since my last turn, on a board over that of the table: the game goes on
beneath it, and nothing waits."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from camelnet_gui.games import screens
from camelnet_gui.games.flights import FlightLayer
from camelnet_gui.games.painted_board import AnyBoard
from camelnet_gui.games.step_player import StepPlayer
from camelnet_gui.replay.model import SPECTATOR, ReplayModel, film_of_table
from camelnet_gui.replay.player import Player
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.page import SPEEDS, TablePage

WHOLE_MS = 5000  # that the whole of it may take, or a little more
STEP_MS = 1500  # what a step takes at the usual speed, about
WATCHED = 12  # steps for who has no turn of their own


@dataclass(slots=True)
class _Showing:
    """A recap that is open."""

    board: AnyBoard
    model: ReplayModel
    player: Player
    start: int  # the step after my last one


class RecapShow(QObject):
    """Plays while the recap of a table is open. It ends in the present: at its last move, at my
    turn, at a click, or with the panel."""

    def __init__(self, page: TablePage, settings: Settings) -> None:
        super().__init__(page)
        self._page, self._settings = page, settings
        self._showing: _Showing | None = None
        page.recap.opened.connect(self._open)
        page.recap.left.connect(self._close)
        page.recap.sought.connect(self._seek)
        page.your_turn.connect(page.recap.leave)
        page.chooser.changed.connect(page.recap.leave)

    @property
    def shown(self) -> AnyBoard | None:
        """The board over that of the table, while it shows an earlier moment."""
        board = self._showing.board if self._showing else None
        return board if board is not None and not board.isHidden() else None

    def _open(self) -> None:
        table = self._page.model
        steps = table.told_steps
        me = table.view.me
        mine = [number for number, step in enumerate(steps) if me is not None and step.seat == me]
        start = mine[-1] + 1 if mine else max(0, len(steps) - WATCHED) if me is None else 0
        if start == len(steps) or self._page.overlay.page is not None:
            return
        film = film_of_table(table)
        film = dataclasses.replace(film, history=dataclasses.replace(film.history, steps=steps))
        parts = screens(film.game).make_parts()
        model = ReplayModel(film, type(parts.view_model), dark=table.dark)
        if me is None:
            model.look_as(SPECTATOR)
        board = parts.make_board()
        board.setParent(self._page.stage)
        board.setGeometry(self._page.stage.rect())
        speed = SPEEDS[self._settings.speed]
        stage = StepPlayer(board, FlightLayer(board, None), lambda _anchor: None, board)
        stage.set_speed(speed)
        player = Player(model, stage, board)
        self._showing = _Showing(board, model, player, start)
        for part in (self._page.stage, board, *board.findChildren(QWidget)):
            part.installEventFilter(self)
        player.moved.connect(self._moved)
        player.sheet_due.connect(player.go_on)
        player.set_speed(max(1.0, (model.last - start) * STEP_MS / WHOLE_MS))
        if speed == "off":
            player.seek(model.last)
        else:
            player.seek(start)
            player.play()

    def _moved(self) -> None:
        """Tell the place; in the present the table's own board is seen."""
        if self._showing is None:
            return
        model, player, start = self._showing.model, self._showing.player, self._showing.start
        past = model.at < model.last or player.moving
        told = model.sentence(model.at - 1) if model.at > start else ""
        self._showing.board.setVisible(past)
        if past:
            self._showing.board.raise_()
        self._page.recap.show_place(model.at - start, model.last - start, told)

    def _seek(self, place: int) -> None:
        if self._showing is not None:
            self._showing.player.pause()
            self._showing.player.seek(self._showing.start + place)

    def _close(self) -> None:
        showing, self._showing = self._showing, None
        if showing is not None:
            self._page.stage.removeEventFilter(self)
            showing.player.stop()
            showing.board.hide()
            showing.board.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on its board leaves it; it is as large as the table's."""
        if self._showing is None:
            return False
        if watched is self._page.stage:
            if event.type() is QEvent.Type.Resize:
                self._showing.board.setGeometry(self._page.stage.rect())
        elif event.type() is QEvent.Type.MouseButtonPress:
            self._page.recap.leave()
            return True
        return False
