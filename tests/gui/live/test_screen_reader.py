"""Camel Up through the accessibility bus, as a screen reader's user plays and learns it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.display import desktop
from tests.gui.live.spoken import SCENES

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SPOKEN = ROOT / "tests/data/spoken"
# The bus is started first, and told that somebody reads: then Qt tells what it shows.
SCRIPT = """
ask() { dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus "$@" >/dev/null; }
ask org.a11y.Bus.GetAddress
ask org.freedesktop.DBus.Properties.Set \
    string:org.a11y.Status string:IsEnabled variant:boolean:true
exec "$@"
"""


def run(tmp_path: Path, program: str, *words: str) -> str:
    """What a program of this folder tells that runs the app in a session of its own."""
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    env = {
        **os.environ,
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
    }
    app = (sys.executable, "-m", f"tests.gui.live.{program}", *words)
    with desktop(tmp_path) as display:
        done = subprocess.run(
            ["dbus-run-session", "--", "sh", "-c", SCRIPT, "sh", *app],
            cwd=ROOT,
            env={**env, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def test_a_whole_game_is_played_by_names_roles_and_actions(tmp_path: Path) -> None:
    told = run(tmp_path, "scripted_app", str(HERE / "blind_player.py"))
    told = json.loads(told[told.index("{") :])
    assert len(told["moves"]) > 2, "several kinds of moves"
    assert told["won"], "the winner is read"
    rows = told["players"]
    assert list(rows) == ["Ana", "Ben", "Chloé"]
    assert all(text.startswith("list item: ") and "pound" in text for text in rows.values()), rows


@pytest.mark.parametrize("name", SCENES)
def test_what_is_read_aloud_can_be_followed(name: str, tmp_path: Path) -> None:
    """The golden files are for people: read one, after a change of words or of the keyboard's way
    (CAMELNET_WRITE_SPOKEN=1 writes them)."""
    told = run(tmp_path, "spoken", name)
    told = told[told.index("[") :]  # the registry of the bus prints, too
    golden = SPOKEN / f"{name}.txt"
    if "CAMELNET_WRITE_SPOKEN" in os.environ:
        golden.write_text(told, encoding="utf-8")
    assert told.splitlines() == golden.read_text(encoding="utf-8").splitlines()
