"""The player of sounds, from the settings down to a process that plays (`voice`).

Without the library miniaudio, for which some processors have no wheel, or without a device, there
is silence and a sentence for the settings. The process begins when a game comes into view, and
again with a later sound when it has ended.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from camelnet.i18n import N_, Message, message
from camelnet.terminal.self_command import VOICE, self_command, self_environment
from camelnet_gui.settings.store import Settings
from camelnet_gui.sound.cue import Sound
from camelnet_gui.sound.voice import BROKEN, NO_DEVICE, READY

SAME_MS = 60  # the same sound again sooner than this is one sound
REST_MS = 180_000  # after so much silence the process, which sleeps, ends
AGAIN_S = 10.0  # a process that ended is not begun again sooner
AMBIENCE_PART = 0.35  # of the volume: the wind stays behind everything else
END_MS = 500  # so long the process may take to end

_MISSING = N_("Sound needs one more package. Install it with: pip install 'camelnet[sound]'")
_BROKEN = N_("Sound does not work on this computer: {why}")
_NO_DEVICE = N_("No speakers or headphones were found. Sound starts when some are connected.")


def is_installed() -> bool:
    """True if what plays is there."""
    return importlib.util.find_spec("miniaudio") is not None


class SoundPlayer(QObject):
    """Plays sounds as the settings allow, and follows them. `trouble` says why there is silence."""

    changed = Signal()  # `trouble` is another than before

    def __init__(
        self,
        settings: Settings,
        *,
        installed: Callable[[], bool] = is_installed,
        command: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.trouble: Message | None = None
        self._settings = settings
        self._installed = installed
        self._command = tuple(command) or (*self_command(), VOICE)
        self._clock = clock
        self._voice: QProcess | None = None
        self._begun_s = -AGAIN_S
        self._closed = False
        self._recent: set[Sound] = set()
        self._outdoors = False
        self._wind = 0.0  # as the process was told
        self._same = self._timer(SAME_MS, self._recent.clear)
        self._rest = self._timer(REST_MS, self._rested)
        settings.changed.connect(self._follow)

    def play(self, sound: Sound) -> None:
        """Play a sound now, unless the settings or the computer want silence."""
        if not self._wanted or sound in self._recent:
            return
        if self._send(f"play {sound.value} {self._loudness():.3f}"):
            self._recent.add(sound)
            self._same.start()

    def set_outdoors(self, outdoors: bool) -> None:
        """Begin or end the ambience: a game is in view, or none is."""
        self._outdoors = outdoors
        if outdoors and self._wanted:
            self._started()  # so that the first die is heard in time
        self._follow()

    def look(self) -> None:
        """Find out whether sounds can be played, so that `trouble` is known."""
        self._started()

    def leave(self) -> None:
        """Let all sounds begin to end, while other things do; none can be played afterwards."""
        self._closed = True
        if self._voice is not None:
            self._voice.closeWriteChannel()

    def close(self) -> None:
        """Stop all sounds."""
        self.leave()
        self._end()

    @property
    def _wanted(self) -> bool:
        return self._settings.sound and self._settings.volume > 0

    def _loudness(self) -> float:
        """The amplitude for the volume of the settings, which goes by the ear: half is half as
        loud."""
        return float((self._settings.volume / 100) ** 1.7)

    def _follow(self) -> None:
        """Bring the ambience in line with the settings."""
        wanted = self._settings.sound and self._settings.ambience and self._outdoors
        wind = self._loudness() * AMBIENCE_PART if wanted else 0.0
        if wind != self._wind and (wind > 0 or self._voice is not None):
            self._wind = wind
            self._send(f"wind {wind:.3f}")

    # --- the process ----------------------------------------------------------------------------

    def _send(self, line: str) -> bool:
        """Tell the process a line; False if there is none."""
        if not self._started() or self._voice is None:
            return False
        self._voice.write(f"{line}\n".encode())
        self._rest.start()
        return True

    def _started(self) -> bool:
        if self._closed:
            return False
        if self._voice is not None:
            return True
        if not self._installed():
            self._tell(message(_MISSING))
            return False
        if self._clock() - self._begun_s < AGAIN_S:
            return False
        self._begun_s = self._clock()
        environment = QProcessEnvironment()
        for name, value in self_environment().items():
            environment.insert(name, value)
        voice = self._voice = QProcess(self)
        voice.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        voice.setProcessEnvironment(environment)
        voice.setStandardErrorFile(QProcess.nullDevice())  # what libraries say of a device
        voice.readyReadStandardOutput.connect(self._heard)
        voice.finished.connect(self._ended)
        voice.errorOccurred.connect(self._ended)
        voice.start(self._command[0], list(self._command[1:]))
        self._rest.start()
        return True

    def _heard(self) -> None:
        voice = self._voice
        while voice is not None and voice.canReadLine():
            word, _space, rest = bytes(voice.readLine().data()).decode().strip().partition(" ")
            if word == READY:
                self._tell(None)
                self._follow()  # of the wind an earlier process was told
            elif word == NO_DEVICE:
                self._tell(message(_NO_DEVICE))
            elif word == BROKEN:
                self._tell(message(_BROKEN, why=rest))

    def _ended(self) -> None:
        """By a sound server that ended, mostly: the next sound tries again."""
        ended, self._voice = self._voice, None
        self._wind = 0.0
        if ended is not None:
            ended.deleteLater()

    def _rested(self) -> None:
        if self._wind > 0:
            self._rest.start()
        else:
            self._end()
            self._begun_s = -AGAIN_S

    def _end(self) -> None:
        voice, self._voice = self._voice, None
        self._wind = 0.0
        if voice is not None:
            voice.finished.disconnect(self._ended)
            voice.errorOccurred.disconnect(self._ended)
            voice.closeWriteChannel()
            if not voice.waitForFinished(END_MS):
                voice.kill()
                voice.waitForFinished(END_MS)
            voice.deleteLater()

    def _timer(self, interval_ms: int, act: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(act)
        return timer

    def _tell(self, trouble: Message | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self.changed.emit()
