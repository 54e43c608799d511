"""Synthesises every sound of the app into gui/camelnet_gui/assets/sounds: 16-bit mono WAV files.

Run it after a change here: `.venv/bin/python packaging/sounds.py`. It needs numpy, unlike the app.
Seeds determine all chance, so that every run writes the same files; tests check that the repository
has exactly these files, that none is silent or clipped, and that all are equally loud.
"""

from __future__ import annotations

import random
import sys
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).resolve().parent.parent / "gui/camelnet_gui/assets/sounds"
RATE = 22_050  # samples a second
WIND_RATE = 11_025  # wind has no high notes
PEAK = 0.89  # -1 dB: room for a player that resamples
Samples = Any  # an array of floats, about -1 to 1


def seconds(count_s: float, rate: int = RATE) -> Samples:
    """Points in time."""
    return np.arange(int(count_s * rate)) / rate


def silence(count_s: float) -> Samples:
    return np.zeros(int(count_s * RATE))


def noise(count_s: float, seed: str, low: float, high: float, rate: int = RATE) -> Samples:
    """Noise between two frequencies in Hz with soft edges; its end joins its beginning."""
    chance = random.Random(seed)
    white = np.array([chance.uniform(-1, 1) for _ in range(int(count_s * rate))])
    bins = np.fft.rfft(white)
    pitch = np.fft.rfftfreq(len(white), 1 / rate)
    shape = 1 / (1 + (low / np.maximum(pitch, 1e-6)) ** 4) / (1 + (pitch / high) ** 4)
    made = np.fft.irfft(bins * shape, len(white))
    return made / np.max(np.abs(made))


def fading(count_s: float, half_s: float, attack_s: float = 0.002) -> Samples:
    """A steep rise, then half the loudness after each `half_s`; silent at the end."""
    at = seconds(count_s)
    tail = np.clip((count_s - at) / 0.02, 0, 1)
    return np.clip(at / attack_s, 0, 1) * 0.5 ** (at / half_s) * tail


def tone(count_s: float, pitch: float, half_s: float, parts: dict[float, float]) -> Samples:
    """A struck tone: `parts` are its partials as multiples of `pitch`, with their loudness. Higher
    partials fade sooner."""
    at = seconds(count_s)
    made = np.zeros_like(at)
    for multiple, loud in parts.items():
        made += (
            loud * np.sin(2 * np.pi * pitch * multiple * at) * fading(count_s, half_s / multiple)
        )
    return made


def mix(length_s: float, *placed: tuple[float, float, Samples]) -> Samples:
    """Several sounds (time in s, loudness, samples), overlaid."""
    made = silence(length_s)
    for when_s, loud, samples in placed:
        begin = int(when_s * RATE)
        part = samples[: len(made) - begin]
        made[begin : begin + len(part)] += loud * part
    return made


# --- materials ----------------------------------------------------------------------------------

BRASS = {1.0: 1.0, 2.0: 0.62, 3.0: 0.38, 4.0: 0.2, 5.0: 0.1}
COIN = {1.0: 1.0, 1.71: 0.8, 2.63: 0.55, 3.9: 0.35}


def knock(pitch: float, seed: str, half_s: float = 0.012) -> Samples:
    """Wood on wood."""
    body = tone(0.18, pitch, half_s, {1.0: 1.0, 2.31: 0.6, 3.7: 0.3})
    click = noise(0.18, seed, 900, 6000) * fading(0.18, 0.004, 0.0005)
    return 0.8 * body + 0.7 * click


def horn(count_s: float, pitch: float, seed: str) -> Samples:
    """A ram's horn: breath, a scoop up to the note, and a tone that is brightest at its middle."""
    at = seconds(count_s)
    swell = np.clip(at / 0.06, 0, 1) * np.clip((count_s - at) / 0.14, 0, 1)
    sway = 1 + 0.004 * np.sin(2 * np.pi * 5.2 * at) * np.clip((at - 0.2) / 0.2, 0, 1)
    turns = np.cumsum(pitch * sway * (1 - 0.07 * np.exp(-at / 0.03))) / RATE
    made = sum(
        loud * swell**part * np.sin(2 * np.pi * part * turns)
        for part, loud in ((1, 0.8), (2, 1.0), (3, 0.6), (4, 0.35), (5, 0.22), (6, 0.1), (7, 0.05))
    )
    return made + 0.12 * swell * noise(count_s, seed, pitch, 5 * pitch)


def thud(seed: str) -> Samples:
    """A soft foot in sand."""
    sand = noise(0.2, seed, 250, 1900) * fading(0.2, 0.03, 0.012)
    foot = tone(0.2, 92, 0.03, {1.0: 1.0, 1.6: 0.4})
    return 0.55 * sand + 0.8 * foot


def ping(pitch: float) -> Samples:
    return tone(0.45, pitch, 0.07, COIN)


# --- the sounds ---------------------------------------------------------------------------------


def dice() -> Samples:
    """A die rattles in the pyramid: knocks that get faster, then slower."""
    chance = random.Random("dice")
    placed, when_s = [], 0.0
    for number in range(11):
        loud = chance.uniform(0.45, 1.0) * (0.7 + 0.3 * np.sin(np.pi * number / 10))
        placed.append((when_s, loud, knock(chance.uniform(620, 1150), f"dice {number}")))
        when_s += chance.uniform(0.035, 0.062)
    return mix(0.75, *placed)


def land() -> Samples:
    """The die comes to rest on the table."""
    return mix(
        0.34,
        (0.0, 1.0, knock(410, "land 1", 0.02)),
        (0.085, 0.5, knock(455, "land 2", 0.016)),
        (0.135, 0.25, knock(490, "land 3", 0.012)),
    )


def steps() -> Samples:
    """A camel walks a space."""
    return mix(0.46, (0.0, 1.0, thud("step 1")), (0.17, 0.75, thud("step 2")))


def coin() -> Samples:
    return mix(0.55, (0.0, 0.8, ping(2350)), (0.075, 1.0, ping(2810)))


def card() -> Samples:
    """A card is drawn from the pack and laid down."""
    draw = noise(0.16, "card draw", 1800, 7500) * np.sin(np.pi * seconds(0.16) / 0.16) ** 2
    return mix(0.3, (0.0, 0.6, draw), (0.13, 1.0, knock(240, "card down", 0.008)))


def tile() -> Samples:
    """A tile is taken or put down."""
    return mix(0.24, (0.0, 1.0, knock(320, "tile", 0.022)), (0.03, 0.4, knock(510, "tile 2")))


def turn() -> Samples:
    """It is your turn: a horn, a fifth up."""
    return mix(1.0, (0.0, 0.7, horn(0.26, 293.66, "turn")), (0.2, 1.0, horn(0.72, 440.0, "turn 2")))


def nudge() -> Samples:
    """The others wait: the same horn, lower, twice."""
    one, two = horn(0.18, 220.0, "nudge"), horn(0.34, 329.63, "nudge 2")
    return mix(1.1, (0.0, 0.7, one), (0.14, 1.0, two), (0.55, 0.7, one), (0.69, 1.0, two))


def win() -> Samples:
    """A little fanfare over the desert."""
    notes = ((0.0, 392.0, 0.3), (0.16, 523.25, 0.3), (0.32, 659.25, 0.3), (0.48, 783.99, 0.6))
    horns = [(when_s, 0.8, tone(1.3, pitch, half_s, BRASS)) for when_s, pitch, half_s in notes]
    chord = [
        (0.72, 0.6, tone(1.3, pitch, 0.45, BRASS)) for pitch in (523.25, 659.25, 783.99, 1046.5)
    ]
    drum = [(when_s, 0.9, thud(f"drum {when_s}")) for when_s in (0.0, 0.32, 0.72)]
    return mix(2.0, *horns, *chord, *drum)


def wind() -> Samples:
    """The desert's wind, five seconds whose end joins their beginning: two bands of noise that
    swell in turn, with a whole number of swells in the length."""
    length_s = 5.0
    at = seconds(length_s, WIND_RATE)
    swell = np.sin(2 * np.pi * at / length_s)
    low = noise(length_s, "wind low", 90, 420, WIND_RATE) * (0.7 + 0.25 * swell)
    high = noise(length_s, "wind high", 500, 1300, WIND_RATE) * (0.22 - 0.16 * swell)
    return low + high


SOUNDS: dict[str, Callable[[], Samples]] = {
    made.__name__: made for made in (dice, land, steps, coin, card, tile, turn, nudge, win, wind)
}
# The average loudness of each while it sounds, relative to the others; the peak sets the limit.
LOUDNESS = {"win": 0.2, "turn": 0.18, "nudge": 0.18, "wind": 0.12}
LOUDNESS_ELSE = 0.16


def loudness(samples: Samples, rate: int) -> float:
    """The root mean square of the loudest tenth of a second, by which the ear judges."""
    window = max(1, int(rate * 0.1))
    power = np.convolve(samples**2, np.ones(window) / window, mode="same")
    return float(np.sqrt(np.max(power)))


def rate_of(name: str) -> int:
    return WIND_RATE if name == "wind" else RATE


def synthesise(name: str) -> Samples:
    """One sound as 16-bit integers, at its proper loudness and never clipped."""
    made = SOUNDS[name]()
    made = made - np.mean(made)
    if name != "wind":  # which loops
        made = made * np.clip((1 - np.arange(len(made)) / len(made)) / 0.12, 0, 1)
    wanted = LOUDNESS.get(name, LOUDNESS_ELSE)
    made = made * (wanted / loudness(made, rate_of(name)))
    made = made * min(1.0, PEAK / np.max(np.abs(made)))
    return np.round(made * 32767).astype("<i2")


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    total = 0
    for name in SOUNDS:
        path = FOLDER / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate_of(name))
            file.writeframes(synthesise(name).tobytes())
        total += path.stat().st_size
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    print(f"all: {total / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
