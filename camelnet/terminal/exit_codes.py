"""Ends of a command: its exit code, and one line on standard error with the reason.

0 done · 1 failed, or an invalid record · 2 wrong use, or a file that cannot be read ·
3 a valid record, but no quorum of the starting table signed the game to its end ·
4 the output could not be written · 130 Ctrl-C · 141 nobody reads the output any more ·
143 asked to end.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import click

from camelnet.i18n import Message, _, os_reason
from camelnet.terminal.sanitize import visible
from camelnet.terminal.stdout_guard import OutputLost, flush_output

DONE: Final = 0
FAILED: Final = 1
USAGE: Final = 2
DOUBTFUL: Final = 3
UNWRITTEN: Final = 4
INTERRUPTED: Final = 130  # the count of shells: 128 and the signal's number
UNREAD: Final = 141  # SIGPIPE
TERMINATED: Final = 143

_FROM_GOOD_TO_BAD: Final = (DONE, DOUBTFUL, USAGE, FAILED)


class Failed(Exception):
    """A command cannot do its work; `reason` is a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def worst(codes: Iterable[int]) -> int:
    """The exit code for several files: the worst of theirs; an invalid record is the worst of
    all."""
    return max(codes, key=_FROM_GOOD_TO_BAD.index, default=DONE)


def complain(why: str) -> None:
    """Print one line on standard error; quoted text in it cannot control the terminal."""
    with suppress(OSError):
        click.echo(f"camelnet: {visible(' '.join(why.split()))}", err=True)


def explained(error: BaseException) -> tuple[int, str]:
    """The exit code, and the words for standard error; raises the error again if the user wants a
    traceback."""
    match error:
        case click.Abort() | KeyboardInterrupt():
            return INTERRUPTED, ""
        case click.ClickException():
            return error.exit_code, error.format_message()
        case OutputLost():
            if error.unread:
                return UNREAD, ""  # the reader has seen enough
            text = _("The output cannot be written: {why}.")
            return UNWRITTEN, text.format(why=os_reason(error.error))
    # Imported here: whatever raises them has been imported by then, and nothing else needs it.
    from camelnet.net.mesh import NetError
    from camelnet.record.profile import ProfileError

    match error:
        case Failed() | ProfileError():
            return FAILED, str(error.reason)
        case NetError():
            return FAILED, str(error)
    if os.environ.get("CAMELNET_DEBUG"):
        raise error
    text = _("Something went wrong: {error}. CAMELNET_DEBUG=1 shows where.")
    return FAILED, text.format(error=f"{type(error).__name__}: {error}")


def ended(code: int, why: str = "") -> int:
    """The code to end with, after writing all output."""
    try:
        flush_output()
    except OutputLost as error:
        code, why = explained(error)
    if why:
        complain(why)
    return code
