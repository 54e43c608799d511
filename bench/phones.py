"""Measures what guests with phones cost the laptop through which they play.

Each figure comes from a fresh process (`bench._window`). A step is a decision or a throw of luck: a
move of a game is one to three of them.
"""

from __future__ import annotations

from typing import Any

from bench._figure import figure
from bench.window import GAMES, REPETITIONS, measured

SEND_MAX = 300.0  # kB of one step


def run() -> list[dict[str, Any]]:
    figures = []
    for game in GAMES:
        for count in (1, 6):
            values = [measured("phones", game, str(count)) for _n in range(REPETITIONS)]
            for key, words, unit, reach in (
                ("window", "CPU of the window's thread for a step", "ms", None),
                ("longest", "the longest that it was held for one phone", "ms", None),
                ("packing", "CPU of packing the pictures of a step, in a thread", "ms", None),
                ("kB", "sent to one phone for a step", "kB", SEND_MAX),
            ):
                name = f"{count} at phones, {game}: {words}"
                figures.append(figure(name, unit, [each[key] for each in values], reach))
    return figures
