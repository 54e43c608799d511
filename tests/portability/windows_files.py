"""Files as Windows has them: what Windows refuses is refused here, too.

`strict_files` is on in the tests of files; `pytest -p tests.portability.windows_files` turns it on
in all others, to look for more.

- A file that is open is neither renamed nor removed, nor replaced by another.
- A rename does not replace a file; `Path.replace` does.
- Names hold none of `<>:"|?*` nor control characters, end with no dot or space, and are not those
  of devices (`con`, `nul`, `com1` with any ending).
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_RENAME = os.rename
_on = False
_installed = False


def is_open(path: str) -> bool:
    """True if this process has the file open."""
    try:
        wanted = os.stat(path)
    except OSError:
        return False
    for number in os.listdir("/proc/self/fd"):
        try:
            found = os.fstat(int(number))
        except OSError:
            continue
        if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino):
            return True
    return False


def bad_name(path: str) -> bool:
    """True if Windows takes no file of that name."""
    name = os.path.basename(path)
    return (
        re.search(r'[<>:"|?*\x00-\x1f]|[ .]$', name) is not None
        or _DEVICES.fullmatch(name) is not None
    )


def _ours(path: object) -> str:
    """The path if a test may have made it; "" for any other."""
    if not isinstance(path, str | bytes | os.PathLike):
        return ""
    text = os.path.abspath(os.fsdecode(path))
    return text if text.startswith(tempfile.gettempdir()) else ""


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if not _on:
        return
    if event == "open":
        path, _mode, flags = arguments
        if flags & _WRITING and (text := _ours(path)) and bad_name(text):
            raise OSError(22, "Windows takes no such name", text)
    elif event in ("os.remove", "os.rename"):
        for path in arguments[: 2 if event == "os.rename" else 1]:
            if (text := _ours(path)) and os.path.isfile(text) and is_open(text):
                raise PermissionError(13, "Windows: the file is open", text)


def _rename(source: Any, target: Any, **others: Any) -> None:
    if _on and _ours(target) and os.path.exists(target):
        raise FileExistsError(17, "Windows: a rename replaces no file", os.fsdecode(target))
    _RENAME(source, target, **others)


@pytest.fixture(autouse=True)
def strict_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Refuse what Windows refuses, for one test."""
    global _on, _installed
    if sys.platform != "linux":
        yield
        return
    if not _installed:
        sys.addaudithook(_check)
        _installed = True
    monkeypatch.setattr(os, "rename", _rename)
    _on = True
    try:
        yield
    finally:
        _on = False
