"""Every game of the app lies in the places that ARCHITECTURE.md lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from camelnet_gui.games import playable

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("game", playable())
def test_a_game_has_every_file_that_the_page_lists(game: str) -> None:
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
