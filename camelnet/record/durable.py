"""Durable files on every system: bytes forced onto the disk, and a file put in place of another."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_TRIES: Final = 20
_PAUSE_S: Final = 0.01


def sync(descriptor: int) -> None:
    """Force a file's bytes onto the disk. On macOS fsync leaves them in the drive's cache; what
    empties that is refused by some network and memory-stick file systems, which get fsync."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Force the names in a folder onto the disk. Windows opens no folders, and keeps a log of
    names."""
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            sync(descriptor)
        finally:
            os.close(descriptor)


def put(draft: Path, path: Path) -> None:
    """Give a closed file its name, in place of what bears it. On Windows a virus scanner or a
    backup that looks at either file holds it for a moment: then it is tried again."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            draft.replace(path)
            return
        except PermissionError:
            time.sleep(_PAUSE_S)
    draft.replace(path)
