"""The process that plays: what is heard when, on planted devices and on miniaudio's null device."""

from __future__ import annotations

import threading
from array import array
from pathlib import Path
from types import ModuleType

import pytest
from camelnet_gui.sound import voice as module
from camelnet_gui.sound.cue import RATE, Sound
from camelnet_gui.sound.voice import (
    AGAIN_S,
    AT_ONCE_MAX,
    CLOSE_S,
    LOUDEST,
    NO_DEVICE,
    READY,
    STUCK_S,
    Mixer,
    NoDevice,
    Speaker,
    Voice,
    decoder,
)

from tests.gui.programs import run_python
from tests.patience import until

LENGTHS = {Sound.DICE: 100, Sound.COIN: 60, Sound.WIND: 30}

# The process on a device that nobody hears.
_ALONE = """
import functools, sys, miniaudio
from camelnet_gui.sound import voice
null = [miniaudio.Backend.NULL]
voice.Speaker = functools.partial(voice.Speaker, backends=null)
sys.exit(voice.main())
"""
_WITHOUT = """
import sys
sys.modules["miniaudio"] = None
from camelnet_gui.sound import voice
sys.exit(voice.main())
"""


def loud(sound: Sound) -> array[int]:
    """Samples of a sound that can be told from one another."""
    return array("h", [1000 * (1 + list(LENGTHS).index(sound))] * LENGTHS[sound])


def running_threads() -> int:
    """Threads of this process, those of libraries too, where the system lists them."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.exists() else 0


class Room:
    """A voice, its planted devices, and its clock."""

    def __init__(self) -> None:
        self.now_s = 50.0
        self.there = True
        self.opened = self.closed = 0
        self.told: list[str] = []
        self.mixer = Mixer(loud, clock=lambda: self.now_s)
        self.voice = Voice(self.mixer, self.open_device, self.told.append)

    def open_device(self, mixer: Mixer) -> Room:
        assert mixer is self.mixer
        if not self.there:
            raise NoDevice("nothing is connected")
        self.opened += 1
        return self

    def close(self) -> None:
        self.closed += 1

    @property
    def is_open(self) -> bool:
        return self.opened > self.closed

    def hear(self, count: int) -> list[int]:
        """What the device plays next."""
        assert self.is_open
        return array("h", self.mixer.take(count)).tolist()

    def wait(self, seconds: float) -> None:
        self.now_s += seconds
        self.voice.rest()


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_sound_is_played_at_its_volume_to_its_end(room: Room) -> None:
    room.voice.obey("play dice 0.25")
    assert room.hear(70) == [250] * 70
    assert room.hear(70) == [250] * 30 + [0] * 40
    assert room.told == [READY]


def test_sounds_over_each_other_are_mixed_and_never_wrap(room: Room) -> None:
    room.voice.obey("play dice 1")
    assert room.hear(50) == [1000] * 50
    room.voice.obey("play coin 0.5")
    assert room.hear(50) == [2000] * 50
    assert room.hear(50) == [1000] * 10 + [0] * 40
    room.voice.obey("play coin 17")
    assert room.hear(1) == [LOUDEST]


@pytest.mark.parametrize("line", ["", "play", "play trumpet 1.0", "sing", "play ../dice 1"])
def test_a_line_that_says_nothing_is_passed_over(line: str, room: Room) -> None:
    room.voice.obey(line)
    assert not room.opened


def test_no_more_sounds_at_once_than_an_ear_can_tell_apart(room: Room) -> None:
    for _count in range(AT_ONCE_MAX + 5):
        room.voice.obey("play dice 1")
    assert room.hear(100) == [1000 * AT_ONCE_MAX] * 100
    room.voice.obey("play dice 1")
    assert room.hear(100) == [1000] * 100


def test_the_wind_goes_round_until_it_is_stopped(room: Room) -> None:
    room.voice.obey("wind 0.5")
    assert room.hear(100) == [1500] * 100
    room.voice.obey("wind 0.1")
    assert room.hear(45) == [300] * 45
    room.wait(2 * CLOSE_S)
    assert room.is_open
    room.voice.obey("wind 0")
    assert room.hear(10) == [0] * 10
    room.wait(1.1 * CLOSE_S)
    assert not room.is_open


def test_the_device_is_held_only_while_something_sounds(room: Room) -> None:
    assert room.voice.patience_s is None
    room.voice.obey("play dice 1")
    assert room.voice.patience_s is not None
    room.hear(99)
    room.wait(1.1 * CLOSE_S)
    assert room.is_open, "one sample is left"
    room.hear(99)
    room.wait(0.9 * CLOSE_S)
    assert room.is_open
    room.wait(0.2 * CLOSE_S)
    assert not room.is_open
    assert room.voice.patience_s is None, "nothing wakes it but a line"
    room.voice.obey("play coin 1")
    assert room.hear(1) == [2000]
    room.voice.close()
    assert (room.opened, room.closed) == (2, 2)
    assert room.told == [READY]


def test_without_a_device_there_is_silence_until_one_comes(room: Room) -> None:
    room.there = False
    room.voice.obey("play dice 1")
    assert room.told == [NO_DEVICE]
    assert room.voice.patience_s is None
    room.there = True
    room.voice.obey("play dice 1")
    assert not room.is_open, "it is not asked for at every sound"
    room.now_s += AGAIN_S
    room.voice.obey("play coin 1")
    assert room.hear(61) == [2000] * 60 + [0], "and what was missed is not made up for"
    assert room.told == [NO_DEVICE, READY]


def test_the_wind_waits_for_a_device(room: Room) -> None:
    room.there = False
    room.voice.obey("wind 1")
    assert room.voice.patience_s == AGAIN_S
    room.there = True
    room.wait(AGAIN_S)
    assert room.hear(2) == [3000, 3000]


def test_the_process_ends_where_a_device_no_longer_asks(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[int] = []
    monkeypatch.setattr(module.os, "_exit", ends.append)
    room.voice.obey("wind 1")
    room.hear(1)
    room.wait(0.9 * STUCK_S)
    assert not ends
    room.wait(0.2 * STUCK_S)
    assert ends == [1]
    assert not room.closed, "closing might hang, too"


@pytest.mark.parametrize("act", ["open", "close"])
def test_the_process_ends_where_a_device_hangs(
    act: str, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    monkeypatch.setattr(module.os, "_exit", lambda code: ended.set() if code == 1 else None)
    monkeypatch.setattr(module, "STUCK_S", 0.01)
    name = "open_device" if act == "open" else "close"

    def hang(*_given: object) -> None:
        ended.wait()

    if act == "open":
        room.voice._open_device = hang  # type: ignore[assignment,return-value]
        room.voice.open()
    else:
        room.voice.open()
        monkeypatch.setattr(room, name, hang)
        room.voice.close()
    assert ended.is_set()


# --- miniaudio -----------------------------------------------------------------------------------


@pytest.fixture
def miniaudio() -> ModuleType:
    """The library, which some processors have no wheel of."""
    found: ModuleType = pytest.importorskip("miniaudio")
    return found


@pytest.mark.parametrize("sound", Sound)
def test_every_file_is_decoded_to_one_rate(sound: Sound, miniaudio: ModuleType) -> None:
    samples = decoder(miniaudio)(sound)
    assert samples.typecode == "h"
    assert 0.15 * RATE < len(samples) <= 5 * RATE
    assert max(samples) > 0.1 * LOUDEST


def test_a_real_device_plays_to_the_end_and_leaves_nothing_behind(miniaudio: ModuleType) -> None:
    threads = running_threads()
    told: list[str] = []
    mixer = Mixer(decoder(miniaudio))
    null = [miniaudio.Backend.NULL]
    voice = Voice(mixer, lambda asked: Speaker(miniaudio, asked, null), told.append)
    voice.obey("play tile 0.5")
    assert mixer.wants_device
    until(lambda: voice.rest() or voice.patience_s is None, what="the device was never closed")
    assert not mixer.wants_device
    assert told == [READY]
    until(lambda: running_threads() <= threads, what="a thread of the device goes on")


def test_where_no_backend_has_a_device_there_is_none(miniaudio: ModuleType) -> None:
    with pytest.raises(NoDevice):
        Speaker(miniaudio, Mixer(decoder(miniaudio)), [miniaudio.Backend.WEBAUDIO])


def test_the_process_ends_with_its_input(miniaudio: ModuleType) -> None:
    done = run_python("-c", _ALONE)
    assert (done.returncode, done.stdout) == (0, f"{READY}\n"), done.stderr


def test_without_the_library_the_process_says_so_and_ends() -> None:
    done = run_python("-c", _WITHOUT)
    assert done.returncode == 1
    assert done.stdout.startswith("broken ")
    assert "miniaudio" in done.stdout
