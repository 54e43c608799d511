"""`python -m camelnet` is the command `camelnet`, and so is the script that pip installs."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import NoReturn

_INTERRUPTED = 130


def main() -> NoReturn:
    """The console command; always raises SystemExit."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    try:
        from camelnet import cli

        cli.main()
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    except SystemExit:
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
