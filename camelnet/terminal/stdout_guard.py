"""Standard output of every command: a failure to write there is told from all others, so that it is
never blamed on a file that is read.

A stream that was closed before we began (`>&-`) is the null device: else the next file that is
opened would get its number, and what is printed.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Any

_NOBODY = (errno.EPIPE, errno.EIO)  # a closed pipe; a terminal that is gone


class OutputLost(Exception):
    """Raised when output cannot be written. It is no `OSError`, since whoever reads a file handles
    those as the file's, and click ends in a way of its own when a pipe is closed."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error

    @property
    def unread(self) -> bool:
        """True if nobody reads the output any more; False for, say, a full disk."""
        return self.error.errno in _NOBODY


class _Output(io.FileIO):
    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OutputLost(error) from None


def guard_streams() -> None:
    """Make the three streams such as the rest of camelnet relies on; once, at the start."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper):
        unbuffered = type(out.buffer) is io.FileIO  # as `python -u` makes it
        if unbuffered or type(getattr(out.buffer, "raw", None)) is io.FileIO:
            raw: Any = _Output(out.fileno(), "w", closefd=False)
            sys.stdout = io.TextIOWrapper(
                raw if unbuffered else io.BufferedWriter(raw),
                encoding=out.encoding,
                errors="replace",  # a name that cannot be shown shall not end us
                line_buffering=out.line_buffering,
                write_through=out.write_through,
            )
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="replace")


def flush_output() -> None:
    """Write what is still to be written. Raises `OutputLost`."""
    sys.stdout.flush()


def let_go() -> None:
    """Discards output that could not be written; else Python would try once more at the very end,
    complain, and change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OutputLost, OSError, ValueError):
            with suppress(OSError, ValueError):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)
