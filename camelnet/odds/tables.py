"""What the core computes once for a process and only reads afterwards, and the memory for it."""

from __future__ import annotations

import threading
from typing import Any

from camelnet.rules.core import ffi, lib

# Tables are large, and building them writes every byte.
_uncleared = ffi.new_allocator(should_clear_after_alloc=False)
_built: dict[str, Any] = {}
_building = threading.Lock()


def tables(game: str) -> Any:
    """The tables of a game as the core takes them; NULL for one that has none. Built at the first
    call (some 100 ms), from any thread."""
    with _building:
        if game not in _built:
            number = lib.cn_game_number(game.encode())
            size = lib.cn_tables_bytes(number)
            memory = _uncleared("uint64_t[]", (size + 7) // 8) if size else ffi.NULL
            if size:
                lib.cn_tables_build(number, memory)
            _built[game] = memory
        return _built[game]
