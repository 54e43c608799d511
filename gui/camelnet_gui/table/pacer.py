"""The rhythm of a table: its steps on the board one at a time, at a pace that can be followed.

A step of others stays on the board for a moment before the next one begins; my own move never
waits. A click cuts the moment short. Scorings wait until they are read, which is the page's part.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from camelnet.session.api.facts import Stepped
from camelnet_gui.games.step_player import StepPlayer
from camelnet_gui.table.model import RUSH, TableModel
from camelnet_gui.table.readings import StepAnimation

PACES = {"instant": 0, "quick": 1000, "calm": 2200}  # milliseconds that a step of others stays
LUCK = 0.6  # of that for what nobody decided
BACKLOG = 8  # while more steps wait, each stays for less


class Pacer(QObject):
    """`go_on` after every fact, and when a page over the board was left."""

    began = Signal(object)  # a `StepAnimation` that begins to move
    landed = Signal(object)  # a `StepAnimation` whose result is on the board
    waits = Signal()  # the step on the board stays for a moment
    settled = Signal()  # all is shown

    def __init__(
        self, model: TableModel, player: StepPlayer, parent: QObject, *, covered: Callable[[], bool]
    ) -> None:
        """`covered`: whether a page lies over the board."""
        super().__init__(parent)
        self._model = model
        self._player = player
        self._covered = covered
        self._moving: StepAnimation | None = None
        self._stay_ms = 0  # how long the step on the board stays, from when it landed
        self._since = QElapsedTimer()
        self._hurrying = False  # through all that waits
        self._cut = False  # what is being played stays for no moment
        self._line = ""  # of the log, which the step being shown shares with others
        self._skipped_line = ""
        self.pace_ms = PACES["quick"]
        self._moment = QTimer(self)
        self._moment.setSingleShot(True)
        self._moment.timeout.connect(self.go_on)
        player.finished.connect(self._motions_done)

    @property
    def moving(self) -> bool:
        """True while motions of a step are played."""
        return self._moving is not None

    @property
    def runs(self) -> bool:
        """True while a run of steps is played that any key may skip, as a setup."""
        return self.moving and bool(self._line)

    @property
    def skippable(self) -> bool:
        """True while a click would cut something short."""
        return self.moving or self._moment.isActive()

    @property
    def at_end(self) -> bool:
        """True if `go_on` would find all shown, and say so."""
        return self._free and self._model.next_step is None

    @property
    def _free(self) -> bool:
        """True if nothing is being shown."""
        return not (self.moving or self._moment.isActive() or self._covered())

    def go_on(self) -> None:
        """Shows what comes next, unless something is being shown."""
        while self._free:
            step = self._model.next_step
            if step is None:
                self._hurrying = False
                self.settled.emit()
                return
            if wait := self._wait_before(step):
                self._moment.start(wait)
                self.waits.emit()
                return
            self._line = self._model.next_line
            skipped = bool(self._line) and self._line == self._skipped_line
            show = self._model.advance(still=self._hurrying or skipped)
            assert show is not None, "a step waits"
            if show.moves:
                self._moving = show
            self.began.emit(show)
            if show.moves:
                self._player.play(show.motions, show.flights, show.scene)
            else:
                self._land(show)

    def skip(self) -> None:
        """Cuts short what is shown just now: a step, or a run of steps with one line in the log."""
        self._skipped_line = self._line
        if self.moving:
            self._cut = True
            self._player.skip()
        elif self._moment.isActive():
            self._stay_ms = 0
            self._moment.stop()
            self.go_on()

    def skip_by_click(self, board: QWidget) -> None:
        """From now on a click anywhere on the board skips, while there is something to skip."""
        for part in (board, *board.findChildren(QWidget)):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonPress and self.skippable:
            self.skip()
            return True
        return False

    def skip_all(self) -> None:
        """Hurries through all that has happened; scorings are still to be read."""
        self._hurrying = True
        self.skip()
        self.go_on()

    def _wait_before(self, step: Stepped) -> int:
        """The milliseconds for which the step on the board still stays before the next one."""
        waiting = self._model.waiting_steps
        if not self._stay_ms or self._is_mine(step) or self._hurrying or waiting > RUSH:
            return 0
        stay = self._stay_ms * min(1.0, BACKLOG / waiting)
        return max(0, round(stay) - self._since.elapsed())

    def _motions_done(self) -> None:
        show, self._moving = self._moving, None
        if show is not None:
            self._land(show)
            self.go_on()

    def _land(self, show: StepAnimation) -> None:
        self._stay_ms = 0 if self._cut else self._stay_of(show)
        self._cut = False
        self._since.start()
        self.landed.emit(show)

    def _stay_of(self, show: StepAnimation) -> int:
        quick = show.swift or self._line or self._is_mine(show.step)
        if quick or not (show.moves or show.entries):
            return 0
        return self.pace_ms if show.step.seat is not None else round(self.pace_ms * LUCK)

    def _is_mine(self, step: Stepped) -> bool:
        return step.seat is not None and step.seat == self._model.view.me
