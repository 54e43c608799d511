"""The show of one step: pieces are laid, the board moves, pieces are taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from camelnet_gui.games.board_parts import Speed
from camelnet_gui.games.flights import FlightLayer, Spot
from camelnet_gui.games.painted_board import AnyBoard
from camelnet_gui.games.view_model import Anchor, Flight


class StepPlayer(QObject):
    """Plays one step at a time on a board and the layer above it."""

    finished = Signal()  # all of a step has been played or skipped

    def __init__(
        self,
        board: AnyBoard,
        layer: FlightLayer,
        spot_of: Callable[[Anchor], Spot | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._board, self._layer, self._spot_of = board, layer, spot_of
        self._playing = False
        self._hurried = False  # skipped: what follows is shown at once
        self._taken: tuple[Flight, ...] = ()
        board.finished.connect(self._board_done)

    @property
    def playing(self) -> bool:
        return self._playing

    def set_speed(self, speed: Speed) -> None:
        self._board.set_speed(speed)
        self._layer.set_speed(speed)

    def set_pace(self, factor: float) -> None:
        """So many times as fast as the speed says, from the next motion on."""
        self._board.set_pace(factor)
        self._layer.set_pace(factor)

    def stop(self, scene: object) -> None:
        """Drop what moves, and show another scene; `finished` does not come."""
        self._playing, self._hurried = False, True
        self._layer.skip()
        self._board.show_scene(scene)

    def play(self, motions: Sequence[object], flights: Sequence[Flight], then: object) -> None:
        """Play a step from what the board shows to the scene `then`; `finished` comes once, also
        when nothing moves."""
        self._playing, self._hurried = True, False
        self._taken = tuple(flight for flight in flights if not flight.lays)
        laid = tuple(flight for flight in flights if flight.lays)

        def go_on() -> None:
            if motions and not self._hurried:
                self._board.animate(tuple(motions), then)
            else:
                self._board.show_scene(then)
                self._board_done()

        for flight in laid:
            if isinstance(flight.origin, str):
                self._board.lift(flight.origin)
        self._layer.play(laid, self._spot_of, go_on)

    def skip(self) -> None:
        """Jump to the end of the step."""
        if self._playing:
            self._hurried = True
            self._layer.skip()
            self._board.skip()

    def _board_done(self) -> None:
        if not self._playing:
            return
        taken, self._taken = self._taken, ()
        self._layer.play(() if self._hurried else taken, self._spot_of, self._done)

    def _done(self) -> None:
        if self._playing:
            self._playing = False
            self.finished.emit()
