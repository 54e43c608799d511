"""Durable files on every system: bytes forced onto the disk, and a file put in another's place."""

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
    """Force a file's bytes onto the disk. On macOS fsync leaves them in the drive's cache, so we
    ask for F_FULLFSYNC; some network and memory-stick file systems refuse that, and get fsync."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(path: Path) -> None:
    """Force the names in a folder onto the disk. Windows cannot open folders, and logs its
    names."""
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            sync(descriptor)
        finally:
            os.close(descriptor)


def put(draft: Path, path: Path) -> None:
    """Give a closed file its name, replacing any file of that name. On Windows a virus scanner or a
    backup may hold either file for a moment: then try again."""
    for _ in range(_TRIES if sys.platform == "win32" else 0):
        try:
            draft.replace(path)
            return
        except PermissionError:
            time.sleep(_PAUSE_S)
    draft.replace(path)
