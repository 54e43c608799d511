"""The process that plays: `camelnet voice`, told what by lines on its input.

It is a process of its own, since a sound server's library may hang or abort where that server ends:
then only the sounds end, never a game. `play NAME VOLUME` plays a file, `wind VOLUME` sets the
ambience (0: none). It prints a line about the device whenever that changes. It holds the device
only while something sounds, sleeps otherwise, and ends with its input. It needs no Qt.
"""

from __future__ import annotations

import importlib
import os
import queue
import sys
import threading
import time
from array import array
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from camelnet_gui.sound.cue import RATE, Sound

AT_ONCE_MAX = 8  # sounds over each other; more are left out
PERIOD_MS = 25  # a device asks for so much at once, some periods ahead
LOUDEST = 32_767
CLOSE_S = 1.0  # after so much silence the device is closed
LOOK_S = 0.25  # so often it is looked whether something still sounds
AGAIN_S = 5.0  # a device that was not there is not looked for again sooner
STUCK_S = 5.0  # so long a device may take to open, to close, or to ask for more
READY, NO_DEVICE, BROKEN = "ready", "no-device", "broken"


@dataclass(slots=True)
class _Track:
    samples: array[int]
    volume: float
    at: int = 0


class Mixer:
    """Sums what sounds now for a device, which asks in a thread of its own."""

    def __init__(
        self, decode: Callable[[Sound], array[int]], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.clock = clock
        self._decode = decode
        self._decoded: dict[Sound, array[int]] = {}
        self._lock = threading.Lock()
        self._tracks: list[_Track] = []
        self._wind: _Track | None = None
        self._sounded_s = self._asked_s = clock()

    def begin(self, sound: Sound, volume: float) -> None:
        track = _Track(self._samples(sound), volume)
        with self._lock:
            if len(self._tracks) < AT_ONCE_MAX:
                self._tracks.append(track)

    def set_wind(self, volume: float) -> None:
        samples = self._samples(Sound.WIND) if volume > 0 else array("h")
        with self._lock:
            at = self._wind.at if self._wind is not None else 0
            self._wind = _Track(samples, volume, at) if volume > 0 else None

    @property
    def wants_device(self) -> bool:
        return bool(self._tracks) or self._wind is not None

    @property
    def silent_s(self) -> float:
        """The seconds for which nothing has sounded."""
        return 0.0 if self.wants_device else self.clock() - self._sounded_s

    @property
    def unasked_s(self) -> float:
        """The seconds for which no device has asked for samples."""
        return self.clock() - self._asked_s

    def opened(self) -> None:
        """Count silence, and the wait for a device to ask, from now on."""
        self._sounded_s = self._asked_s = self.clock()

    def take(self, count: int) -> bytes:
        """The next `count` samples."""
        with self._lock:
            self._asked_s = self.clock()
            if not self.wants_device:
                return bytes(2 * count)
            self._sounded_s = self._asked_s
            total = [0.0] * count
            for track in self._tracks:
                _add(total, track.samples[track.at : track.at + count], track.volume)
                track.at += count
            self._tracks = [track for track in self._tracks if track.at < len(track.samples)]
            if (wind := self._wind) is not None:
                part = wind.samples[wind.at : wind.at + count]
                while len(part) < count:  # its end joins its beginning
                    part += wind.samples[: count - len(part)]
                wind.at = (wind.at + count) % len(wind.samples)
                _add(total, part, wind.volume)
        return array(
            "h", [max(-LOUDEST, min(LOUDEST, round(sample))) for sample in total]
        ).tobytes()

    def feed(self) -> Generator[bytes, int, None]:
        """A generator as miniaudio wants it: it is sent a count, and yields as many samples."""
        count = yield b""
        while True:
            count = yield self.take(count)

    def _samples(self, sound: Sound) -> array[int]:
        if sound not in self._decoded:
            self._decoded[sound] = self._decode(sound)
        return self._decoded[sound]


def _add(total: list[float], part: array[int], volume: float) -> None:
    for index, sample in enumerate(part):
        total[index] += sample * volume


class Device(Protocol):
    """A device that plays, from when it is opened until it is closed."""

    def close(self) -> None: ...


class NoDevice(Exception):
    """Nothing is there that could play."""


class Voice:
    """Does what lines say, on a device that `open_device` opens: `NoDevice` if none is there."""

    def __init__(
        self,
        mixer: Mixer,
        open_device: Callable[[Mixer], Device],
        tell: Callable[[str], None],
    ) -> None:
        self._mixer = mixer
        self._open_device = open_device
        self._tell = tell
        self._told = ""
        self._device: Device | None = None
        self._looked_s = float("-inf")

    @property
    def patience_s(self) -> float | None:
        """The seconds that it can wait for a line before `rest`; None: for ever."""
        if self._device is not None:
            return LOOK_S
        return AGAIN_S if self._mixer.wants_device else None

    def obey(self, line: str) -> None:
        """Do what a line says; one that says nothing is passed over."""
        match line.split():
            case ["play", name, volume] if name in set(Sound):
                if self.open():
                    self._mixer.begin(Sound(name), float(volume))
            case ["wind", volume]:
                self._mixer.set_wind(float(volume))
                if float(volume) > 0:
                    self.open()

    def open(self) -> bool:
        """Open the device, unless it is open; False if there is none."""
        if self._device is not None:
            return True
        if self._mixer.clock() - self._looked_s < AGAIN_S:
            return False
        self._mixer.opened()
        try:
            with _stuck_is_the_end():
                self._device = self._open_device(self._mixer)
        except NoDevice:
            self._looked_s = self._mixer.clock()
        now = READY if self._device is not None else NO_DEVICE
        if now != self._told:
            self._told = now
            self._tell(now)
        return self._device is not None

    def rest(self) -> None:
        """Close the device if nothing sounds any more; look for one if something should."""
        if self._device is None:
            self.open()
        elif self._mixer.unasked_s > STUCK_S:
            os._exit(1)  # it was pulled, or its server hangs: closing it might hang, too
        elif self._mixer.silent_s > CLOSE_S:
            self.close()

    def close(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with _stuck_is_the_end():
                device.close()


@contextmanager
def _stuck_is_the_end() -> Iterator[None]:
    """End the process if what is done here hangs: the app begins another with a later sound."""
    timer = threading.Timer(STUCK_S, os._exit, [1])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Speaker:
    """The device that the system prefers, or the first of `backends`, by the module miniaudio."""

    def __init__(self, miniaudio: Any, mixer: Mixer, backends: Sequence[Any] = ()) -> None:
        self._miniaudio = miniaudio
        silent = (miniaudio.Backend.NULL, miniaudio.Backend.CUSTOM)
        audible = [backend for backend in miniaudio.Backend if backend not in silent]
        try:
            self._device = miniaudio.PlaybackDevice(
                output_format=miniaudio.SampleFormat.SIGNED16,
                nchannels=1,
                sample_rate=RATE,
                buffersize_msec=PERIOD_MS,
                backends=list(backends) or audible,
                app_name="camelnet",
            )
            feed = mixer.feed()
            next(feed)
            self._device.start(feed)
        except miniaudio.MiniaudioError as error:
            raise NoDevice(str(error)) from error

    def close(self) -> None:
        device = self._device
        device.close()
        # miniaudio 1.71 forgets the connection to the sound server, which allows 64 of them.
        if context := getattr(device, "_context", None):
            self._miniaudio.lib.ma_context_uninit(context)
            device._context = None


def decoder(miniaudio: Any) -> Callable[[Sound], array[int]]:
    """A function that reads a sound's file into samples of one channel at `RATE`."""

    def decode(sound: Sound) -> array[int]:
        file = miniaudio.decode_file(str(sound.path), nchannels=1, sample_rate=RATE)
        samples: array[int] = file.samples
        return samples

    return decode


def main() -> int:
    def tell(line: str) -> None:
        print(line, flush=True)

    def listen() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    try:
        miniaudio = importlib.import_module("miniaudio")
    except ImportError as error:
        tell(f"{BROKEN} {error}")
        return 1
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    threading.Thread(target=listen, daemon=True).start()
    voice = Voice(Mixer(decoder(miniaudio)), lambda mixer: Speaker(miniaudio, mixer), tell)
    voice.open()
    while True:
        try:
            line = lines.get(timeout=voice.patience_s)
        except queue.Empty:
            voice.rest()
            continue
        if line is None:
            voice.close()
            return 0
        voice.obey(line)
