"""A command as text to copy into this system's shell."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence


def shell_words(words: Sequence[str]) -> str:
    """The words, quoted as the shell needs it: Windows knows no single quotes."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
