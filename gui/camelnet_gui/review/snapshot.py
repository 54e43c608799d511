"""A finished game as it stood before one of its steps, for the board to show again. Knows no Qt."""

from __future__ import annotations

from camelnet.i18n import N_, message
from camelnet.rules import Position
from camelnet_gui.games.view_model import Scene, SceneContext, ViewModel, table_of
from camelnet_gui.review.game_history import GameHistory


class Snapshot:
    """Steps are told to a memory of its own, which knows the dice that lay there then."""

    def __init__(self, history: GameHistory, view_model: ViewModel) -> None:
        """`play` is new and has been told nothing."""
        self.history = history
        self._view_model = view_model
        self._faces = history.own_faces
        self.step = 0

    def go_on(self, step: int) -> None:
        """Steps forward to `step`, which is not before the current one."""
        assert self.step <= step < len(self.history.steps)
        for taken in self.history.steps[self.step : step]:
            self._view_model.take(taken, self.history.names)
        self.step = step

    @property
    def position(self) -> Position:
        return self.history.steps[self.step].before

    def scene(self, look: SceneContext) -> Scene:
        """The scene, with my own cards where I decided; nothing can be chosen in it."""
        position, reader = self.position, self.history.reader
        mine = reader is not None and position.turn == reader
        faces = self._faces.get(self.step, "") if mine else ""
        over = message(N_("This is an earlier position."))
        table = table_of(position, me=reader, faces=faces, blocked=over)
        return self._view_model.scene(position, look, table, None)
