"""The questions of an examination to this computer; tests plant other answers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ASK_S_MAX: Final = 6.0  # Windows' PowerShell alone takes one or two to start
FILE_BYTES_MAX: Final = 1024 * 1024
_ANY_PORT: Final = 9  # a datagram socket that connects looks up the route and sends nothing
_HIDDEN: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # of Windows: no black window
_PATH: Final = "/usr/sbin:/usr/bin:/sbin:/bin"  # where the programs of an administrator lie


def _ask(words: Sequence[str]) -> str | None:
    """The output of a program, which changes nothing and needs no rights; None if there is none."""
    path = f"{os.environ.get('PATH', '')}:{_PATH}" if sys.platform != "win32" else None
    environment = {**os.environ, "LC_ALL": "C", **({"PATH": path} if path else {})}
    try:
        ended = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ASK_S_MAX,
            env=environment,
            creationflags=_HIDDEN,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ended.stdout.decode("utf-8", "replace")


def _read(path: str) -> str | None:
    """The text of a file; None where there is none, or it is not ours to read."""
    try:
        with Path(path).open("rb") as file:
            return file.read(FILE_BYTES_MAX).decode("utf-8", "replace")
    except OSError:
        return None


def _source_of(host: str) -> str | None:
    """Our own address from which the system would reach `host`; None if it would not."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((host, _ANY_PORT))
            return str(probe.getsockname()[0])
    except OSError:
        return None


@dataclass(frozen=True, slots=True)
class System:
    """See the module."""

    platform: str = sys.platform
    program: str = sys.executable  # for which a firewall has rules
    bundled: bool = bool(getattr(sys, "frozen", False))  # that program is camelnet's own
    ask: Callable[[Sequence[str]], str | None] = _ask
    read: Callable[[str], str | None] = _read
    source_of: Callable[[str], str | None] = _source_of
