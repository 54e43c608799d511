"""A person's terminal: the line that is typed, and what stays visible above it."""

from __future__ import annotations

import asyncio
import io
import random
import re
from collections.abc import Callable

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from camelnet import rules
from camelnet.cli import main
from camelnet.rules import Position
from camelnet.rules.phrases import refusal
from camelnet.rules.words import words
from camelnet.terminal.line_editor import Editor, next_words
from camelnet.terminal.screen import Screen

UP, LEFT, TAB, CONTROL_A, CONTROL_D, ENTER = "\x1b[A", "\x1b[D", "\t", "\x01", "\x04", "\r"
LINES = ("roll", "leg g", "leg w", "tile 3+", "tile 3-", "tile 11+", "without Cleo")


class Desk:
    """An editor at a terminal of the test's."""

    def __init__(self, keys: PipeInput) -> None:
        self.shown = io.StringIO()
        self.heard: list[str | None] = []
        self._keys = keys
        output = Vt100_Output(self.shown, lambda: Size(24, 80), term="xterm")
        self.editor = Editor(self.heard.append, lambda: LINES, source=keys, output=output)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self._keys.send_text(key)
            await self.settled()

    async def settled(self) -> None:
        for _turn in range(20):
            await asyncio.sleep(0.002)

    def print(self, text: str) -> None:
        self.editor.make_room()
        self.shown.write(text + "\n")


def at_a_desk(act: Callable[[Desk], object]) -> Desk:
    async def sit() -> Desk:
        with create_pipe_input() as keys:
            desk = Desk(keys)
            desk.editor.start()
            await desk.settled()
            await act(desk)  # type: ignore[misc]
            await desk.editor.stop()
            return desk

    return asyncio.run(sit())


def test_a_line_is_edited_repeated_and_completed() -> None:
    async def type_them(desk: Desk) -> None:
        await desk.press("y hello", CONTROL_A, "sa", ENTER)
        await desk.press("rolk", "\x7f", "l", ENTER, UP, UP, ENTER)
        await desk.press("ro", TAB, ENTER)
        await desk.press("wi", TAB, "c", TAB, ENTER)

    assert at_a_desk(type_them).heard == ["say hello", "roll", "say hello", "roll", "without Cleo"]


def test_what_is_printed_meanwhile_stands_above_and_takes_nothing_of_the_line() -> None:
    async def type_half(desk: Desk) -> None:
        desk.editor.ask("your move")
        await desk.press("rolling", LEFT, LEFT, LEFT)
        desk.print("Bo rolls the pyramid.")
        await desk.settled()
        behind = desk.shown.getvalue().rpartition("Bo rolls the pyramid.")[2]
        assert "your move> rolling" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", behind)
        await desk.press("\x1b[3~" * 3, ENTER)

    assert at_a_desk(type_half).heard == ["roll"]


def test_the_end_of_input_and_pasted_lines_are_heard() -> None:
    async def paste(desk: Desk) -> None:
        await desk.press("\x1b[200~say one\nsay two\x1b[201~", ENTER, CONTROL_D)

    assert at_a_desk(paste).heard == ["say one", "say two", None]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", ["leg", "roll", "tile", "without"]),
        ("t", ["tile"]),
        ("tile ", ["11+", "3+", "3-"]),
        ("TILE 3", ["3+", "3-"]),
        ("leg g", ["g"]),
        ("leg g ", []),
        ("fly", []),
        ("without c", ["Cleo"]),
    ],
)
def test_a_word_is_completed_to_what_can_follow(typed: str, words: list[str]) -> None:
    assert next_words(typed, LINES) == words


def midway(game: str, seed: int) -> Position:
    """A position on somebody's turn, after some fifty steps of a game of four."""
    luck = random.Random(seed)
    print("seed", seed)
    position, steps = rules.new(game, seats=4), 0
    while steps < 50 or not isinstance(position.turn, int):
        steps += 1
        outcomes = [notation for notation, _weight in position.outcomes()]
        found = position.legal() or outcomes or position.openings()
        position = position.apply(luck.choice(found))
    return position


@pytest.mark.parametrize("game", sorted(rules.GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_board_and_menu_leave_some_lines_of_what_was_told(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, and one without the tests' TERM=dumb
    position = midway(game, seed)
    assert isinstance(position.turn, int)
    choices = [(choice.typed, choice.text) for choice in words(game).choices(position, "")]
    for lines in (24, 60):
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("LINES", str(lines))
        names = ["Anna", "Bo", "Cleo", "Dora"]
        Screen().turn(position, names, position.turn, "", choices)
        told = capsys.readouterr().out
        rows = told.count("\n") + 1  # and the line that is typed
        assert rows <= lines - 2, told
        assert choices[0][0] in told
        assert lines == 24 or all(typed in told for typed, _text in choices)
        assert "menu explains them" in told or lines == 60 or "? for help" in told


def test_a_narrow_terminal_costs_no_figure_and_no_space(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    sketch = ["odds", "1:gyo 3:bw 5+ 9- /bgoy", "--race"]
    with pytest.raises(SystemExit):
        main(sketch)
    figures = re.findall(r"[0-9.]+ %", capsys.readouterr().out)
    assert len(figures) == 36
    monkeypatch.setenv("COLUMNS", "30")
    with pytest.raises(SystemExit):
        main(sketch)
    told = capsys.readouterr().out
    assert re.findall(r"[0-9.]+ %", told) == figures
    assert "…" not in told
    screen, position = Screen(), midway("camelup", 1)
    for _time in range(2):
        screen.board(position, ["Anna", "Bo", "Cleo", "Dora"], 0, "")
    told = capsys.readouterr().out
    assert " ".join(told.split()).count("The board needs 50 columns; this terminal has 30.") == 1
    for space in range(1, 17):
        assert len(re.findall(rf"(?<![0-9]){space}─", told)) >= 2, f"space {space} is missing"


def test_a_refusal_begins_with_its_reason() -> None:
    assert refusal("A3: a camel stands on space 5") == "A camel stands on space 5 (rule A3)."
    assert refusal("luck comes first now") == "Luck comes first now."
    assert refusal('There is no move "x".') == 'There is no move "x".'
