"""The process that plays: `camelnet voice`, told what by lines on its input.

It is a process of its own, since Qt aborts where a sound server ends under it: then only the sounds
end, never a game. `play NAME VOLUME` plays a file, `wind VOLUME` sets the ambience (0: none). It
prints a line about the devices whenever they change, and ends with its input.
"""

from __future__ import annotations

import importlib
import sys
import threading
import wave
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QObject,
    QTimer,
    Signal,
)

from camelnet_gui.sound.cue import Sound

AT_ONCE_MAX = 8  # sounds over each other; more are left out
SWEEP_MS = 400  # what has ended holds its device no longer than this
WIND_ROUNDS = 60  # of the wind's five seconds, before it is begun anew
READY, NO_DEVICE, BROKEN = "ready", "no-device", "broken"


class Voice(QObject):
    """Plays on the device that the system prefers. `multimedia` is the module QtMultimedia."""

    heard = Signal(str)  # a line of the input
    deserted = Signal()  # the input has ended

    def __init__(self, multimedia: Any, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._multimedia = multimedia
        self._tell = tell
        self._told = ""
        self._files: dict[Sound, tuple[Any, bytes]] = {}
        self._sinks: list[tuple[Any, QBuffer]] = []
        self._wind: tuple[Any, QBuffer] | None = None
        self._wind_volume = 0.0
        self._sweep = QTimer(self)
        self._sweep.setInterval(SWEEP_MS)
        self._sweep.timeout.connect(self._let_go)
        self._devices = multimedia.QMediaDevices(self)
        self._devices.audioOutputsChanged.connect(self._devices_changed)
        self.heard.connect(self.obey)
        self._devices_changed()

    def obey(self, line: str) -> None:
        """Do what a line says; one that says nothing is passed over."""
        match line.split():
            case ["play", name, volume] if name in set(Sound):
                self._play(Sound(name), float(volume))
            case ["wind", volume]:
                self._set_wind(float(volume))

    def _play(self, sound: Sound, volume: float) -> None:
        self._let_go()
        if len(self._sinks) < AT_ONCE_MAX and (begun := self._begin(sound, volume)):
            self._sinks.append(begun)
            self._sweep.start()

    def _set_wind(self, volume: float) -> None:
        self._wind_volume = volume
        if volume <= 0:
            if self._wind is not None:
                self._wind[0].stop()
            self._wind = None
        elif self._wind is not None:
            self._wind[0].setVolume(volume)
        elif (begun := self._begin(Sound.WIND, volume, WIND_ROUNDS)) is not None:
            self._wind = begun
            self._sweep.start()

    def _let_go(self) -> None:
        """Close what has ended; wind that ended begins anew."""
        for sink, _buffer in self._sinks:
            if not self._is_playing(sink):
                sink.stop()
        self._sinks = [held for held in self._sinks if self._is_playing(held[0])]
        if self._wind is not None and not self._is_playing(self._wind[0]):
            volume = self._wind_volume
            self._set_wind(0)
            self._set_wind(volume)
        if not self._sinks and self._wind is None:
            self._sweep.stop()

    def _begin(self, sound: Sound, volume: float, rounds: int = 1) -> tuple[Any, QBuffer] | None:
        device = self._multimedia.QMediaDevices.defaultAudioOutput()
        if device.isNull():
            return None
        form, samples = self._file(sound)
        buffer = QBuffer()
        buffer.setData(QByteArray(samples * rounds))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        sink = self._multimedia.QAudioSink(device, form)
        sink.setVolume(volume)
        sink.start(buffer)
        return sink, buffer

    def _file(self, sound: Sound) -> tuple[Any, bytes]:
        """The format and the samples of a sound."""
        if sound not in self._files:
            with wave.open(str(sound.path), "rb") as file:
                form = self._multimedia.QAudioFormat()
                form.setSampleRate(file.getframerate())
                form.setChannelCount(file.getnchannels())
                form.setSampleFormat(self._multimedia.QAudioFormat.SampleFormat.Int16)
                self._files[sound] = form, file.readframes(file.getnframes())
        return self._files[sound]

    def _is_playing(self, sink: Any) -> bool:
        return bool(sink.state() == self._multimedia.QAudio.State.ActiveState)

    def _devices_changed(self) -> None:
        """Another device is preferred now, or none is left."""
        found = bool(self._multimedia.QMediaDevices.audioOutputs())
        now = READY if found else NO_DEVICE
        if now != self._told:
            self._told = now
            self._tell(now)
        if self._wind_volume > 0:  # on the new device
            volume = self._wind_volume
            self._set_wind(0)
            self._set_wind(volume)


def main() -> int:
    def tell(line: str) -> None:
        print(line, flush=True)

    def listen() -> None:
        for line in sys.stdin:
            voice.heard.emit(line)
        voice.deserted.emit()  # app.quit() at once would be lost where nothing runs yet

    try:
        multimedia = importlib.import_module("PySide6.QtMultimedia")
    except ImportError as error:
        tell(f"{BROKEN} {error}")
        return 1
    app = QCoreApplication([])
    voice = Voice(multimedia, tell)
    voice.deserted.connect(app.quit)
    threading.Thread(target=listen, daemon=True).start()
    return app.exec()
