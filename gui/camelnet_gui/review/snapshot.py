"""A finished game as it stood before one of its steps, for the board to show again. Knows no Qt."""

from __future__ import annotations

from camelnet.i18n import N_, message
from camelnet.rules import Position
from camelnet_gui.games.view_model import Look, Play, Scene, table_of
from camelnet_gui.review.game_history import Story


class Moment:
    """Steps are told to a memory of its own, which knows the dice that lay there then."""

    def __init__(self, story: Story, play: Play) -> None:
        """`play` is new and has been told nothing."""
        self.story = story
        self._play = play
        self._faces = story.own_faces
        self.step = 0

    def go_on(self, step: int) -> None:
        """To a step that is not before this one."""
        assert self.step <= step < len(self.story.steps)
        for taken in self.story.steps[self.step : step]:
            self._play.take(taken, self.story.names)
        self.step = step

    @property
    def position(self) -> Position:
        return self.story.steps[self.step].before

    def scene(self, look: Look) -> Scene:
        """With my own cards, where I decided; nothing can be chosen any more."""
        position, reader = self.position, self.story.reader
        mine = reader is not None and position.turn == reader
        faces = self._faces.get(self.step, "") if mine else ""
        over = message(N_("This is how it stood."))
        table = table_of(position, me=reader, faces=faces, blocked=over)
        return self._play.scene(position, look, table, None)
