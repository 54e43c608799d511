"""The sounds of a table screen or a replay: they follow what its board displays, no more."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from camelnet.session.api.facts import Stepped
from camelnet_gui.games import screens
from camelnet_gui.settings.store import Settings
from camelnet_gui.sound.cue import Cue, Sound
from camelnet_gui.sound.player import SoundPlayer
from camelnet_gui.table.page import TablePage

HASTE = {"off": 0.5, "normal": 1.0, "fast": 0.5}  # of the waits, for each speed of motions


class StepSounds(QObject):
    """The sounds of steps as a page displays them; lives as long as it. `begin` and `show` each."""

    def __init__(self, page: QWidget, game: str, player: SoundPlayer, settings: Settings) -> None:
        super().__init__(page)
        self._page = page
        self._player = player
        self._settings = settings
        self._screens = screens(game)
        self._moving: Stepped | None = None
        self._waiting: list[QTimer] = []

    def begin(self, step: Stepped) -> None:
        """The step begins to move on the board."""
        self._forget()
        if self._unseen:
            return
        self._moving = step
        self._play([cue for cue in self._screens.sounds(step) if not cue.result])

    def show(self, step: Stepped) -> None:
        """The board shows the result of the step."""
        cues = self._screens.sounds(step)
        if self._moving is step:  # its motions have ended, or were skipped
            self._forget()
            cues = [cue for cue in cues if cue.result]
        if not self._unseen:
            self._play(cues)

    @property
    def _unseen(self) -> bool:
        """True if nobody sees the board: then only what calls me back is heard."""
        return not self._page.isVisible() or self._page.window().isMinimized()

    def _play(self, cues: Sequence[Cue]) -> None:
        for cue in cues:
            wait_ms = int(cue.after_ms * HASTE[self._settings.speed])
            if wait_ms == 0:
                self._player.play(cue.sound)
                continue
            timer = QTimer(self)
            timer.setSingleShot(True)
            timer.timeout.connect(lambda sound=cue.sound: self._player.play(sound))
            timer.start(wait_ms)
            self._waiting.append(timer)

    def _forget(self) -> None:
        """Drop the sounds of an earlier step that were not heard yet."""
        for timer in self._waiting:
            timer.stop()
            timer.deleteLater()
        self._waiting.clear()
        self._moving = None


class TableSounds(StepSounds):
    """And what calls me back to a table."""

    def __init__(self, page: TablePage, player: SoundPlayer, settings: Settings) -> None:
        super().__init__(page, page.model.view.position.game, player, settings)
        page.step_began.connect(self.begin)
        page.step_shown.connect(self.show)
        page.your_turn.connect(lambda: self._player.play(Sound.TURN))
        page.nudged.connect(lambda: self._player.play(Sound.NUDGE))
        page.sound_due.connect(self._player.play)
        page.result_shown.connect(lambda: self._player.play(Sound.WIN))
