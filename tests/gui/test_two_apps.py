"""Two apps on two laptops: they find each other by mDNS and play a whole game by clicks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from camelnet.session.table.verify import verify
from tests.net.netns import Room, require_namespaces
from tests.patience import LONG_S
from tests.sampling import only_full

ROOT = Path(__file__).parents[2]


@pytest.fixture
def room() -> Iterator[Room]:
    require_namespaces()
    with Room(2) as made:
        yield made


def start_app(room: Room, number: int, folder: Path, *words: str) -> subprocess.Popen[Any]:
    command = [sys.executable, "-m", "tests.gui.clicker", str(folder), *words]
    command += ["--seed", str(number)]
    return room.popen(
        number,
        command,
        env={"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": f"{ROOT}:{ROOT / 'gui'}"},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.slow
@only_full
def test_two_apps_find_each_other_and_play_to_the_end(room: Room, tmp_path: Path) -> None:
    folders = [tmp_path / "ana", tmp_path / "ben"]
    for folder in folders:
        folder.mkdir()
    ana = start_app(room, 0, folders[0], "Ana", "Two laptops", "--open", "2")
    ben = start_app(room, 1, folders[1], "Ben", "Two laptops")
    said = [process.communicate(timeout=LONG_S)[0] for process in (ana, ben)]
    assert ana.returncode == 0, said
    assert ben.returncode == 0, said
    results = [words.splitlines()[-2:] for words in said]
    scores = [lines[0].split(", ", 1)[1] for lines in results]
    assert scores[0] == scores[1]
    assert results[0][1] == results[1][1], "both see the same table code"
    records = [next((folder / "records").iterdir()) for folder in folders]
    assert verify(records[0]).scores == verify(records[1]).scores
