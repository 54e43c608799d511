"""The command that runs this same camelnet again: from sources, installed or frozen."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VOICE = "voice"  # the hidden command of the process that plays sounds
_CONSOLE = "camelnet.exe"  # beside the windowed executable, which has no standard streams


def self_command() -> list[str]:
    """The command that runs this same camelnet again; its arguments follow.

    A frozen app is its own command. On Windows that is the console executable beside it.
    """
    if not getattr(sys, "frozen", False):
        # -P: a folder named camelnet in the user's current folder is not us.
        return [sys.executable, "-P", "-m", "camelnet"]
    if sys.platform == "win32":
        return [str(Path(sys.executable).with_name(_CONSOLE))]
    return [sys.executable]


def self_environment() -> dict[str, str]:
    """This process's environment, in which a child finds the same camelnet."""
    if getattr(sys, "frozen", False):
        return dict(os.environ)
    places = [entry or os.getcwd() for entry in sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
