"""The player of a replay: takes one step after another, at a pace, and waits for what moves."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from camelnet_gui.games.step_player import StepPlayer
from camelnet_gui.replay.model import ReplayModel
from camelnet_gui.table.readings import StepAnimation

DWELL_MS = 900  # how long a step stays in view at the usual speed
LUCK_MS = 550  # the same of a die or a card, which has just been seen to fall
HEARD_TO = 2.0  # the speed up to which single steps can be told apart
QUIET_MS = 120  # of a step that says nothing, or lays out the board before the game begins


class Player(QObject):
    """Drives a model, and the board with the pieces that fly over it."""

    moved = Signal()  # the model stands elsewhere, or plays or pauses
    step_began = Signal(object)  # Stepped: its motion starts
    step_shown = Signal(object)  # Stepped: its result is displayed now
    sheet_due = Signal(object)  # StepAnimation: a scoring to be read before the game goes on
    ended = Signal()  # played to the end

    def __init__(self, model: ReplayModel, stage: StepPlayer, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._stage = stage
        self._speed = 1.0
        self._playing = False
        self._reading = False  # a scoring is shown
        self._showing: StepAnimation | None = None
        self._dwell = QTimer(self)
        self._dwell.setSingleShot(True)
        self._dwell.timeout.connect(self._next)
        stage.finished.connect(self._motions_done)

    @property
    def playing(self) -> bool:
        return self._playing

    @property
    def moving(self) -> bool:
        """True while something moves on the board."""
        return self._showing is not None

    @property
    def speed(self) -> float:
        """The speed as a multiple of the usual one."""
        return self._speed

    @property
    def hurries(self) -> bool:
        """True while steps go by so fast that each of them is nothing to hear."""
        laying_out = self._playing and self._model.at <= self._model.chapter_after(-1)
        return self._speed > HEARD_TO or laying_out

    def set_speed(self, speed: float) -> None:
        """The speed as a multiple of the usual one, from the next motion on."""
        self._speed = speed
        self._stage.set_pace(speed)

    def in_ms(self, usual_ms: int) -> int:
        """A time at the speed chosen."""
        return max(1, round(usual_ms / self._speed))

    # --- what is asked for ----------------------------------------------------------------------

    def play(self) -> None:
        """Goes on from here; from the end, begins again."""
        if self._model.at == self._model.last:
            self.seek(0)
        self._playing = True
        self.moved.emit()
        if not self.moving and not self._reading:
            self._dwell.start(self.in_ms(QUIET_MS))

    def pause(self) -> None:
        """Stops behind the step that is being shown."""
        self._dwell.stop()
        if self._playing:
            self._playing = False
            self.moved.emit()

    def forward(self) -> None:
        """One step, with its motion; one that moves already is brought to its end."""
        self.pause()
        if self.moving:
            self._stage.skip()
        else:
            self._next()

    def seek(self, at: int) -> None:
        """Goes to a place at once, and goes on playing there if it did."""
        self._dwell.stop()
        self._showing = None
        self._model.seek(at)
        self._stage.stop(self._model.scene())
        self.moved.emit()
        if self._playing and not self._reading:
            self._dwell.start(self.in_ms(DWELL_MS))

    def hold(self) -> None:
        """A scoring is being read."""
        self._dwell.stop()
        self._reading = True

    def go_on(self) -> None:
        """The scoring has been read."""
        self._reading = False
        if self._playing:
            self._dwell.start(self.in_ms(QUIET_MS))

    def stop(self) -> None:
        self._dwell.stop()
        self._playing = False

    # --- the show -------------------------------------------------------------------------------

    def _next(self) -> None:
        show = self._model.advance()
        if show is None:
            self.pause()
            return
        self._showing = show
        self.step_began.emit(show.step)
        still = self._is_setup(show)
        moving = ((), ()) if still else (show.motions, show.flights)
        self._stage.play(*moving, show.scene)

    def _is_setup(self, show: StepAnimation) -> bool:
        """True before the first leg or round, while the board is laid out."""
        return self._playing and self._model.at < self._model.chapter_after(-1)

    def _motions_done(self) -> None:
        show, self._showing = self._showing, None
        if show is None:
            return
        self.step_shown.emit(show.step)
        self.moved.emit()
        if self._model.at == self._model.last:
            was_playing = self._playing
            self.pause()
            if show.sheet is not None and was_playing:
                self.sheet_due.emit(show)
            elif was_playing:
                self.ended.emit()
        elif self._playing and show.sheet is not None:
            self.sheet_due.emit(show)
        elif self._playing and not self._reading:
            self._dwell.start(self.in_ms(self._stays_ms(show)))

    def _stays_ms(self, show: StepAnimation) -> int:
        if not show.entries or self._is_setup(show):
            return QUIET_MS
        return DWELL_MS if show.step.seat is not None else LUCK_MS
