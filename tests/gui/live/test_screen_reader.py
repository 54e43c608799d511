"""A whole game of Camel Up through the accessibility bus, as a screen reader's user plays it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
# The bus is started first, and told that somebody reads: then Qt tells what it shows.
SCRIPT = """
ask() { dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus "$@" >/dev/null; }
ask org.a11y.Bus.GetAddress
ask org.freedesktop.DBus.Properties.Set \
    string:org.a11y.Status string:IsEnabled variant:boolean:true
exec "$@"
"""


def test_a_whole_game_is_played_by_names_roles_and_actions(tmp_path: Path) -> None:
    app = (sys.executable, "-m", "tests.gui.live.scripted_app", str(HERE / "blind_player.py"))
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    env = {
        **os.environ,
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(run),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
    }
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", SCRIPT, "sh", *app],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    told = json.loads(done.stdout[done.stdout.index("{") :])
    assert len(told["moves"]) > 2, "several kinds of moves"
    assert told["won"], "the winner is read"
    rows = told["players"]
    assert list(rows) == ["Ana", "Ben", "Chloé"]
    assert all(text.startswith("list item: ") and "pound" in text for text in rows.values()), rows
