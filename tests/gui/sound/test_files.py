"""The files of the sounds: what the script writes, none silent, none clipped, all equally loud."""

from __future__ import annotations

import importlib.util
import wave
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from camelnet_gui.sound.cue import FOLDER, Sound

ROOT = Path(__file__).resolve().parents[3]
BYTES_MAX = 450_000
ROUNDING = 8  # of 32767: numpy's sines and transforms differ a little between processors


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sounds", ROOT / "packaging/sounds.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def samples(sound: Sound) -> tuple[np.ndarray, int]:
    """The samples from -1 to 1, and how many there are a second."""
    with wave.open(str(sound.path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        made = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        return made / 32767, file.getframerate()


@pytest.mark.parametrize("sound", Sound)
def test_a_file_is_what_the_script_writes(sound: Sound) -> None:
    shipped, rate = samples(sound)
    made = script().synthesise(sound.value)
    assert rate == script().rate_of(sound.value)
    assert len(shipped) == len(made)
    assert np.max(np.abs(shipped * 32767 - made)) <= ROUNDING


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_is_heard_and_not_clipped(sound: Sound) -> None:
    made, rate = samples(sound)
    assert 0.1 < np.max(np.abs(made)) < 0.95
    assert abs(np.mean(made)) < 0.01
    assert 0.15 <= len(made) / rate <= 5.0
    loud = script().loudness(made, rate)
    assert 0.11 <= loud <= 0.21, "none jumps out and none is lost"


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_begins_and_ends_without_a_click(sound: Sound) -> None:
    made, _rate = samples(sound)
    if sound is Sound.WIND:  # goes round: its end meets its begin
        assert abs(made[0] - made[-1]) < 3 * np.max(np.abs(np.diff(made)))
    else:
        assert max(abs(made[0]), abs(made[-1])) < 0.01


def test_the_folder_holds_these_sounds_and_is_small() -> None:
    files = sorted(path.name for path in FOLDER.iterdir())
    assert files == sorted(f"{sound.value}.wav" for sound in Sound)
    assert set(script().SOUNDS) == {sound.value for sound in Sound}
    assert sum((FOLDER / name).stat().st_size for name in files) < BYTES_MAX
