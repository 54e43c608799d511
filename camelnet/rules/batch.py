"""Games as numbers, and many tables of one game stepped in one call of the core.

`camelnet.lab.env` explains the numbers: it names the actions of a game and the blocks of a view;
the
core writes both (batch.h), into arrays of numpy or other buffers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from camelnet.rules.core import ffi, lib
from camelnet.rules.luck import FACES, PLIES_LIMIT, SEED, sealed_by
from camelnet.rules.position import Position

SEATS = int(lib.CN_SEATS_MAX)  # rows of `last_faces` per table
LUCK = int(ffi.sizeof("cn_luck"))  # bytes
_TEXT = int(lib.CN_TEXT_MAX)
_MASK, _NUMBERS, _CHARS = (ffi.typeof(f"{kind}[]") for kind in ("uint8_t", "int16_t", "char"))
_POINTERS = {
    name: ffi.typeof(field.type.item.cname + "[]")
    for name, field in ffi.typeof("cn_batch").fields
    if field.type.kind == "pointer"
}


class Numbers:
    """The numbers of `position`'s game, with its seats. All sizes are checked."""

    def __init__(self, position: Position) -> None:
        game, seats = position.state[0], position.seats
        self.actions = int(lib.cn_batch_actions(game))
        self.numbers = int(lib.cn_batch_numbers(game, seats))
        self._head = position.state[:2]
        self._text = ffi.new(_CHARS, _TEXT)

    def offer(self, position: Position, mask: Any) -> None:
        """Write into `mask` (bytes) a 1 for each action that is possible now, else a 0."""
        self._check(position)
        into = ffi.from_buffer(_MASK, mask, require_writable=True)
        _fits(into, self.actions, "mask")
        lib.cn_batch_offer(position.state, into)

    def view(self, position: Position, seat: int, faces: str, numbers: Any) -> None:
        """Write into `numbers` (int16) the view of `seat` with its hidden cards `faces`."""
        self._check(position)
        into = ffi.from_buffer(_NUMBERS, numbers, require_writable=True)
        _fits(into, self.numbers, "numbers")
        own = faces.encode("ascii")
        if not 0 <= seat < position.seats or len(own) > FACES:
            raise ValueError(f"seat {seat} and {faces!r:.40} are no seat with its cards")
        lib.cn_batch_view(position.state, seat, own.ljust(FACES, b"\0"), into)

    def notation(self, position: Position, action: int) -> str | None:
        """The notation of an action at this position; None if the action is not possible."""
        self._check(position)
        if not 0 <= action < self.actions:
            return None
        length = lib.cn_batch_notation(position.state, action, self._text)
        found: bytes = ffi.unpack(self._text, length)
        return found.decode("ascii") if length else None

    def _check(self, position: Position) -> None:
        if position.state[:2] != self._head:
            raise ValueError("position: not of this game")


class Tables:
    """Tables that begin at `start`, in arrays of the caller, named as in `cn_batch`.

    The arrays have to live as long as the tables; their sizes are checked here, once.
    """

    def __init__(
        self,
        start: Position,
        arrays: Mapping[str, Any],
        *,
        tables: int,
        plies_max: int,
        scored: bool,
    ) -> None:
        """ValueError for an array of a wrong size or kind."""
        core = Numbers(start)
        rows = {
            "seeds": SEED,
            "states": len(start.state),
            "lucks": 1,
            "plies": 1,
            "seat": 1,
            "observations": core.numbers,
            "masks": core.actions,
            "rewards": start.seats,
            "terminated": 1,
            "truncated": 1,
            "last": len(start.state),
            "last_faces": SEATS * FACES,
        }
        batch = self._batch = ffi.new("cn_batch *")
        batch.tables, batch.scored = tables, scored
        batch.plies_max = min(max(plies_max, 0), PLIES_LIMIT)
        # Kept alive: C holds pointers to them.
        own = {"start": start.state, "faces": sealed_by(start) + b"\0"}
        self._kept = {name: ffi.from_buffer(_POINTERS[name], of) for name, of in own.items()}
        for name, row in rows.items():
            into = ffi.from_buffer(_POINTERS[name], arrays[name], require_writable=True)
            _fits(into, row * tables, name)
            self._kept[name] = into
        for name, pointer in self._kept.items():
            setattr(batch, name, pointer)

    def begin(self) -> None:
        """Begin a new game at every table."""
        lib.cn_batch_begin(self._batch)

    def step(self, actions: Any) -> int:
        """Take an action (int64) at each table. Returns the number of tables; or, without changing
        anything, the first table at which its action is not possible."""
        wanted = ffi.from_buffer("int64_t[]", actions)
        _fits(wanted, self._batch.tables, "actions")
        return int(lib.cn_batch_step(self._batch, wanted))


def _fits(buffer: Any, items: int, name: str) -> None:
    if len(buffer) != items:
        raise ValueError(f"{name}: a buffer of {len(buffer)} instead of {items}")
