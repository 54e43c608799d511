"""`python -m camelnet` is the command `camelnet`, and so are the script that pip installs and
the executable of a frozen app."""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

_INTERRUPTED = 130


def main() -> NoReturn:
    """The console command; always raises SystemExit."""
    if getattr(sys, "frozen", False):
        # The processes of a pool are this executable again: here they part from the command line.
        import multiprocessing

        multiprocessing.freeze_support()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    try:
        from camelnet import cli

        cli.main()
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    except SystemExit:
        gc.freeze()  # else Python looks through all objects once more: most of an app's end
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # all is said: Python has only to end
        raise


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ctrl-C while a module is being imported ends at once: nothing is open then, and an exception
    would come out of whatever that module happened to do."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            os._exit(_INTERRUPTED)
        frame = frame.f_back
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
