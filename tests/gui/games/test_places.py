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
    paths = {
        re.sub(r"/x/", f"/{game}/", path) for path in re.findall(r"`([\w./-]+/[\w./-]*)`", part)
    }
    files = {f"gui/camelnet_gui/games/{game}/{name}" for name in re.findall(r"`(\w+\.py)`", part)}
    assert len(paths) >= 7
    assert len(files) >= 12
    assert [path for path in sorted(paths | files) if not (ROOT / path).exists()] == []
