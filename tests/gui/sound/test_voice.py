"""The process that plays, on a stand-in for QtMultimedia."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from camelnet_gui.sound.voice import AT_ONCE_MAX, NO_DEVICE, READY, Voice
from PySide6.QtCore import QBuffer, QObject, Signal
from pytestqt.qtbot import QtBot

from tests.gui.programs import run_python

# The process, with a listener that is done before Qt's loop begins.
_ALONE = """
import sys, threading
from camelnet_gui.sound import voice
from tests.gui.sound.test_voice import Multimedia
sys.modules["PySide6.QtMultimedia"] = Multimedia()
class Thread(threading.Thread):
    def start(self):
        super().start()
        self.join()
voice.threading.Thread = Thread
sys.exit(voice.main())
"""


class Multimedia:
    """QtMultimedia with devices that come and go, and ears."""

    def __init__(self, *, devices: int = 1) -> None:
        self.devices = devices
        self.watch: Any = None
        self.sinks: list[Any] = []  # in the order begun
        outer = self

        class QMediaDevices(QObject):
            audioOutputsChanged = Signal()

            def __init__(self, parent: QObject) -> None:
                super().__init__(parent)
                outer.watch = self

            @staticmethod
            def audioOutputs() -> list[str]:
                return ["speaker"] * outer.devices

            @staticmethod
            def defaultAudioOutput() -> Any:
                return SimpleNamespace(isNull=lambda: not outer.devices)

        class QAudioFormat:
            SampleFormat = SimpleNamespace(Int16="Int16")

            def setSampleRate(self, rate: int) -> None:
                assert rate in (22050, 11025)

            def setChannelCount(self, count: int) -> None:
                assert count == 1

            def setSampleFormat(self, name: str) -> None:
                assert name == "Int16"

        class QAudioSink:
            def __init__(self, device: Any, _form: Any) -> None:
                assert not device.isNull(), "Qt complains without a device"
                self.volume, self.playing, self.length = 1.0, False, 0
                outer.sinks.append(self)

            def setVolume(self, volume: float) -> None:
                self.volume = volume

            def start(self, buffer: QBuffer) -> None:
                assert buffer.isReadable()
                self.playing, self.length = True, buffer.size()

            def stop(self) -> None:
                self.playing = False

            def state(self) -> str:
                return "active" if self.playing else "idle"

        self.QMediaDevices, self.QAudioFormat, self.QAudioSink = (
            QMediaDevices,
            QAudioFormat,
            QAudioSink,
        )
        self.QAudio = SimpleNamespace(State=SimpleNamespace(ActiveState="active"))

    @property
    def playing(self) -> list[Any]:
        return [sink for sink in self.sinks if sink.playing]


Made = tuple[Multimedia, Voice, list[str]]


@pytest.fixture
def made(qtbot: QtBot) -> Made:
    """A stand-in, a voice that plays on it, and what that tells."""
    multimedia, told = Multimedia(), []
    return multimedia, Voice(multimedia, told.append), told


def test_a_sound_is_played_at_its_volume(made: Made) -> None:
    multimedia, voice, told = made
    voice.obey("play dice 0.25")
    (sink,) = multimedia.playing
    assert sink.volume == 0.25
    assert sink.length > 10_000
    assert told == [READY]


@pytest.mark.parametrize("line", ["", "play", "play trumpet 1.0", "sing", "play ../dice 1"])
def test_a_line_that_says_nothing_is_passed_over(line: str, made: Made) -> None:
    multimedia, voice, _told = made
    voice.obey(line)
    assert not multimedia.sinks


def test_no_more_sounds_at_once_than_an_ear_can_tell_apart(made: Made) -> None:
    multimedia, voice, _told = made
    for _count in range(AT_ONCE_MAX + 5):
        voice.obey("play coin 1")
    assert len(multimedia.playing) == AT_ONCE_MAX
    multimedia.sinks[0].playing = False
    voice.obey("play coin 1")
    assert len(multimedia.sinks) == AT_ONCE_MAX + 1


def test_a_device_that_vanishes_means_silence_until_another_comes(made: Made) -> None:
    multimedia, voice, told = made
    voice.obey("wind 0.5")
    multimedia.devices = 0
    multimedia.watch.audioOutputsChanged.emit()
    assert not multimedia.playing
    voice.obey("play dice 1")
    assert not multimedia.playing
    multimedia.devices = 1
    multimedia.watch.audioOutputsChanged.emit()
    (wind,) = multimedia.playing
    assert wind.volume == 0.5
    assert told == [READY, NO_DEVICE, READY]


def test_the_wind_goes_on_until_it_is_stopped(made: Made, qtbot: QtBot) -> None:
    multimedia, voice, _told = made
    voice.obey("wind 0.5")
    voice.obey("wind 0.2")
    (wind,) = multimedia.sinks
    assert wind.volume == 0.2
    wind.playing = False  # at its end
    qtbot.waitUntil(lambda: len(multimedia.sinks) == 2)
    (anew,) = multimedia.playing
    assert anew.volume == 0.2
    voice.obey("wind 0")
    assert not multimedia.playing


def test_it_ends_with_its_input_even_if_that_was_over_before_it_began() -> None:
    done = run_python("-c", _ALONE)
    assert (done.returncode, done.stdout) == (0, f"{READY}\n"), done.stderr
