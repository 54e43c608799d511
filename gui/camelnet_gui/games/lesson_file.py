"""A tutorial from a Markdown file; see `camelnet_gui.games.page_text` and `.lesson`.

A heading names a chapter, and its last one, `closing`, is what the player knows then. A paragraph
is what a step says; a line in backticks beneath it is the rest of the step:
`point: space 4, @row 0; play: roll; then: die g2, leg y; page`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from camelnet.rules import Position
from camelnet_gui.games.lesson import Chapter, Lesson, Step
from camelnet_gui.games.page_text import blocks

Opening = tuple[Callable[[], Position], Callable[[Position], str]]  # see `Chapter`


def read_lesson(
    path: Path, game: str, *, bots: tuple[str, ...], chapters: Mapping[str, Opening]
) -> Lesson:
    """`chapters`: how each of the file begins, by name."""
    found: dict[str, list[Step]] = {}
    steps: list[Step] = []
    for block in blocks(path.read_text(encoding="utf-8")):
        text = block.lines[0][0]
        if block.kind == "heading":
            steps = found[block.names[0]] = []
        elif text.startswith("`"):
            steps.append(_with(steps.pop().say, text.strip("`")))
        else:
            steps.append(Step(text))
    (closing,) = found.pop("closing")
    made = tuple(Chapter(*chapters[name], tuple(steps)) for name, steps in found.items())
    return Lesson(game, bots, made, closing.say)


def _with(say: str, line: str) -> Step:
    told = {key.strip(): value.strip() for key, _colon, value in map(_halves, line.split(";"))}
    point, then = (tuple(filter(None, told.get(key, "").split(", "))) for key in ("point", "then"))
    return Step(say, point, told.get("play", ""), then, "page" in told)


def _halves(part: str) -> tuple[str, str, str]:
    return part.partition(":")
