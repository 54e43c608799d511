"""The input files of a command: named one by one, `-` for standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

from camelnet.i18n import _, os_reason
from camelnet.session.table.verify import BadRecord, UnsupportedRecord
from camelnet.terminal.exit_codes import FAILED, USAGE, complain, worst
from camelnet.terminal.stdout_guard import flush_output

STANDARD_INPUT = "-"


class Unreadable(Exception):
    """The file cannot be read."""

    def __init__(self, name: str, error: OSError) -> None:
        text = _("{path} cannot be read: {why}.")
        super().__init__(text.format(path=name, why=os_reason(error)))


@dataclass(frozen=True, slots=True)
class Source:
    """One file, by its typed name; `of_several`: others were named with it."""

    given: str
    of_several: bool = False

    @property
    def name(self) -> str:
        return _("standard input") if self.given == STANDARD_INPUT else self.given

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open the file. Raises `OSError`."""
        if self.given != STANDARD_INPUT:
            with Path(self.given).open("rb") as file:
                yield file
        elif sys.stdin is None:  # closed before we began
            with open(os.devnull, "rb") as nothing:
                yield nothing
        else:
            yield sys.stdin.buffer


def each(files: Sequence[str], look: Callable[[Source], int]) -> int:
    """Read one file after the other; return the worst exit code. An error in one is a line on
    standard error, and does not keep us from reading the others."""
    if "" in files:
        raise click.UsageError(_("The name of a file is empty."))
    if files.count(STANDARD_INPUT) > 1:
        raise click.UsageError(_("Standard input (-) can be read only once."))
    return worst([_one(Source(file, len(files) > 1), look) for file in files])


def _one(source: Source, look: Callable[[Source], int]) -> int:
    try:
        return look(source)
    except Unreadable as error:
        code, why = USAGE, str(error)
    except UnsupportedRecord as error:
        text = _("{path} cannot be read: {why}.")
        code, why = USAGE, text.format(path=source.name, why=error.reason)
    except BadRecord as error:
        text = _("{path} does not hold from index {index} on: {reason}.")
        code, why = FAILED, text.format(path=source.name, index=error.index, reason=error.reason)
    flush_output()  # print the good files before the error
    complain(why)
    return code
