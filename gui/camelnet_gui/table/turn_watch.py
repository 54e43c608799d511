"""The clocks of a table that no rule knows: how long it waits, a turn left alone, a forced move.

Nothing here ends a turn: a person may take all evening.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from camelnet_gui.table.model import TableModel
from camelnet_gui.table.player_status import WaitStage

LINGER_MS = 1500  # whom the table waits for is not told sooner where it mostly takes milliseconds
GONE_MS = 60_000  # whoever thinks for so long may have left the room
NUDGE_MS = 120_000  # my turn may have gone unseen
SENT_MS = 3000  # a move that no view tells of until then was not taken
FORCED_MS = 900  # long enough to see what is done for me


class TurnWatch(QObject):
    """Told by the page what happens; it tells the model, and emits what is to be done."""

    changed = Signal()
    nudged = Signal()  # my turn, shown two minutes ago, is still mine
    forced = Signal(str)  # a move that leaves nothing to choose

    def __init__(self, model: TableModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._nudges = True
        self.wait_timer = self._timer(self._waited_longer)
        self.nudge_timer = self._timer(self._nudge)
        self._sent_timer = self._timer(self.not_sent)
        self._forced_timer = self._timer(self._force)
        self.wait_timer.start(LINGER_MS)

    def _timer(self, act: object) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.timeout.connect(act)
        return made

    def waits_for_others(self) -> None:
        """The table waits for something else than before."""
        self.wait_timer.start(LINGER_MS)

    def my_turn_is_shown(self) -> None:
        if self._nudges:
            self.nudge_timer.start(NUDGE_MS)

    def leave_in_peace(self) -> None:
        """Nobody waits at this table: never nudge."""
        self._nudges = False
        self.nudge_timer.stop()

    def sent(self, move: str) -> None:
        """I have just played a move."""
        self._model.sent(move)
        self._sent_timer.start(SENT_MS)

    def not_sent(self) -> None:
        """Nothing came of my move."""
        self._sent_timer.stop()
        self._model.not_sent()
        self.changed.emit()

    def force_soon(self, *, at_once: bool) -> None:
        """It is my turn, and there is one move in which nothing is chosen."""
        if not self._forced_timer.isActive():
            self._forced_timer.start(0 if at_once else FORCED_MS)

    def _force(self) -> None:
        move = self._model.forced
        if move is not None:
            self.forced.emit(move)

    def _waited_longer(self) -> None:
        """The table has waited for the same for a while; and then for long."""
        if self._model.wait_stage is WaitStage.FRESH:
            self._model.wait_stage = WaitStage.LINGERS
            self.wait_timer.start(GONE_MS)
        else:
            self._model.wait_stage = WaitStage.GONE
        self.changed.emit()

    def _nudge(self) -> None:
        """Say once more that it is my turn, to somebody who may have looked away."""
        if self._model.my_turn:
            self._model.nudged = True
            self.changed.emit()
            self.nudged.emit()
