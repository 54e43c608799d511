"""A D-Bus session of its own for a program, and the messages that were seen on it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gui.programs import around

needs_session_bus = pytest.mark.skipif(
    not (shutil.which("dbus-run-session") and shutil.which("dbus-monitor")),
    reason="no session bus here",
)


def seen_on_bus(program: str, folder: Path) -> str:
    """Run a Python program to its end; what dbus-monitor tells of all messages."""
    (folder / "call.py").write_text(program, encoding="utf-8")
    watched = (
        "dbus-monitor > seen & watch=$!; until grep -q NameAcquired seen; do :; done; "
        f"{sys.executable} call.py; kill $watch"
    )
    subprocess.run(
        ["dbus-run-session", "--", "bash", "-c", watched],
        env=around(),
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=600,
    )
    return (folder / "seen").read_text(encoding="utf-8")
