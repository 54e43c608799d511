"""The registry alone names the games, and loads each when it is asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import camelnet_gui
import pytest
from camelnet_gui import games

from camelnet import rules
from tests.gui.programs import ROOT, run_python

FOLDER = Path(camelnet_gui.__file__).parent


@pytest.mark.parametrize("game", games.playable())
def test_a_game_has_every_file_that_architecture_lists(game: str) -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("## What a new game touches\n")[2].partition("\n## ")[0]
    part = section.partition("In the app:")[2].partition("\n\nHidden cards")[0]
    named = re.findall(r"`([\w./-]+/[\w./-]*)`", part)
    paths = [
        re.sub(r"\bx\b", game, re.sub(r"^games/", "gui/camelnet_gui/games/", path))
        for path in named
    ]
    assert len(paths) >= 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def frame_modules() -> Iterator[Path]:
    """All modules of the app that are no game's own."""
    for path in sorted(FOLDER.rglob("*.py")):
        parts = path.relative_to(FOLDER).parts
        if len(parts) < 3 or parts[0] != "games":
            yield path


@pytest.mark.slow
def test_no_module_of_the_frame_names_a_game() -> None:
    found = []
    for path in frame_modules():
        registry = path == FOLDER / "games/__init__.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    said = [name.name for name in names]
                case ast.ImportFrom(module=str(origin), names=names):
                    said = [f"{origin}.{name.name}" for name in names]
                case ast.Constant(value=str(text)) if text in rules.GAMES:
                    said = [f"camelnet_gui.games.{text}"]
                case _:
                    continue
            own = ("camelnet.rules.games", *(f"camelnet_gui.games.{key}" for key in rules.GAMES))
            if not registry:
                found += [(path.name, name) for name in said if name.startswith(own)]
    assert not found


@pytest.mark.slow
def test_the_window_comes_up_without_any_game() -> None:
    code = (
        "import sys, camelnet_gui.application;"
        "print(*(n for n in sys.modules if n.startswith('camelnet_gui.games.')))"
    )
    told = run_python("-c", code)
    assert told.returncode == 0, told.stderr
    loaded = {name.split(".")[2] for name in told.stdout.split()}
    assert not loaded & set(games.playable())


def test_every_game_of_the_rules_has_its_screens() -> None:
    assert set(games.playable()) == set(rules.GAMES)
    for key in games.playable():
        known = games.screens(key)
        info = games.game_of(key).info
        assert info == rules.GAMES[key]
        assert known.rules_page()
        for option in info.options:
            title, text = known.option_words(option.key)
            assert title != option.key
            assert text.endswith(".")
