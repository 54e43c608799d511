"""Standard output of every command: tells a failure to write there from all others, so that nobody
blames it on an input file.

A stream that was closed before we began (`>&-`) becomes the null device: otherwise the next file
opened would get its number, and our output.
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
    """Output cannot be written. This is no `OSError`, since readers of files handle those as the
    file's, and click has its own way to end when a pipe is closed."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error

    @property
    def unread(self) -> bool:
        """True if nobody reads the output any more; False for other failures, such as a full
        disk."""
        return self.error.errno in _NOBODY


class _Output(io.FileIO):
    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OutputLost(error) from None


def guard_streams() -> None:
    """Prepare the three streams as the rest of camelnet expects them; once, at the start."""
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
                encoding=_encoding(out),
                errors="replace",  # a name that cannot be printed must not end us
                line_buffering=out.line_buffering,
                write_through=out.write_through,
            )
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(encoding=_encoding(sys.stderr), errors="replace")


def _encoding(stream: io.TextIOWrapper) -> str:
    """The stream's own; for a pipe or a file on Windows UTF-8, which we read from our children:
    the old code page there lacks letters of many a name."""
    return "utf-8" if sys.platform == "win32" and not stream.isatty() else stream.encoding


def flush_output() -> None:
    """Write all buffered output. Raises `OutputLost`."""
    sys.stdout.flush()


def let_go() -> None:
    """Discard output that could not be written; otherwise Python would try again at the very end,
    complain, and change the exit code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OutputLost, OSError, ValueError):
            with suppress(OSError, ValueError):
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)
