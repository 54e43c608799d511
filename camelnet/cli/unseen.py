"""Errors that nobody would see: a crash log, and a window.

A launcher gives the app no terminal, and the windowed executable on Windows has no standard streams
at all.
"""

from __future__ import annotations

import os
import stat
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from camelnet import __version__
from camelnet.cli.app import find_alert
from camelnet.i18n import _

_APP = "camelnet_gui.app"  # imported when a command opens the app
_LOG = "crash.log"  # the same as the app's own
_ICON_ERROR = 0x10  # of a message box on Windows


def nobody_watches() -> bool:
    """True if this is a start of the app, and neither a terminal nor a program reads its standard
    streams."""
    if sys.__stderr__ is not None and _APP not in sys.modules:
        return False
    return not any(map(_is_watched, range(3)))


def _is_watched(number: int) -> bool:
    try:
        return os.isatty(number) or stat.S_ISFIFO(os.fstat(number).st_mode)
    except OSError:
        return False


def tell(why: str, error: BaseException) -> None:
    """Write the report of an error, and announce it in a window."""
    path = _written("".join(traceback.format_exception(error)))
    text = why if path is None else f"{why}\n\n" + _("The report: {path}").format(path=path)
    try:
        show = find_alert()
        if show is not None:
            show(text)
            return
    except Exception:  # Qt itself may have failed: the system's own box does not need it
        traceback.print_exc()
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, "camelnet", _ICON_ERROR)


def _written(trace: str) -> Path | None:
    """The log, after writing the report into it."""
    with suppress(OSError, ImportError):
        from platformdirs import user_state_path

        path = user_state_path("camelnet", appauthor=False) / _LOG
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(f"camelnet {__version__}, {sys.platform}, {' '.join(sys.argv)}\n{trace}")
        return path
    return None
