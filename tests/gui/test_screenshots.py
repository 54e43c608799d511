"""The pictures of `make screenshots`: all of them are painted, in French and in the dark theme."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gui.programs import run_python
from tests.sampling import only_full
from tools.screenshots.__main__ import main as paint_screens

# The other games' screens are looked at where no words may be cut.
SOME = {
    "app": {"lobby", "lobby-return", "emotes", "chat", "emote-bar", "curtain", "big-screen"},
    "camelup": {"table-mine", "bet", "leg", "result", "review", "away-vote", "ghost", "i-am-out"},
}


@only_full
@pytest.mark.slow
@pytest.mark.parametrize("part", SOME)
def test_every_screen_can_be_painted(part: str, tmp_path: Path) -> None:
    words = ("-m", "tools.screenshots", str(tmp_path), "fr", "1024x640", "dark", "--only", part)
    assert run_python(*words).returncode == 0
    assert SOME[part] <= {path.stem for path in tmp_path.glob("*.png")}


@pytest.mark.parametrize("words", [["--help"], ["--frames"], ["pictures", "klingon"]])
def test_the_painter_of_screens_makes_no_folder_of_what_it_does_not_understand(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        paint_screens(words)
    assert end.value.code == (0 if words == ["--help"] else 2)
    assert not list(tmp_path.iterdir())
