"""Tables that the core computes once per process and only reads afterwards, and their memory."""

from __future__ import annotations

import mmap
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from camelnet.rules.core import ffi, lib

_built: dict[str, Any] = {}
_building = threading.Lock()


def tables(game: str) -> Any:
    """The tables for a game's search, in the core's form; NULL for a game without any. The first
    call builds them (some 100 ms); from any thread."""
    number = lib.cn_game_number(game.encode())
    size = lib.cn_tables_bytes(number)
    return _once(game, size, lambda memory: lib.cn_tables_build(number, memory))


def race_tables() -> Any:
    """The tables of Camel Up's legs and races without desert tiles, built at the first call."""
    return _once("race", lib.cn_camelup_tables_bytes(), lib.cn_camelup_tables_build)


def _once(key: str, size: int, build: Callable[[Any], object]) -> Any:
    with _building:
        if key not in _built:
            memory = memory_for(size) if size else ffi.NULL
            if size:
                build(memory)
            _built[key] = memory
        return _built[key]


def forget_tables() -> None:
    """Release the memory of all tables once nobody uses them; the next call builds them again. From
    any thread."""
    with _building:
        _built.clear()


def memory_for(size: int) -> Any:
    """Allocate this many bytes, in large pages if the system has them: queries jump about in
    tables, and touching small pages for the first time takes a third of the time of building."""
    length = (size + 7) // 8 * 8
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return ffi.from_buffer("uint64_t[]", mmap.mmap(-1, length))
    pages = mmap.mmap(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a kernel without large pages
        pages.madvise(mmap.MADV_HUGEPAGE)
    return ffi.from_buffer("uint64_t[]", pages)
