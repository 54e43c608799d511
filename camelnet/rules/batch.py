"""Many positions of one game in a call of the core, and a game as numbers: actions and views.

What is read and written are buffers (bytes, arrays of numpy), positions one after the other. What
each number stands for is in `camelnet.env`, which has a game's codec; the core has the same
(batch.h).
"""

from __future__ import annotations

from typing import Any

from camelnet.rules.core import ffi, lib
from camelnet.rules.position import Position

FACES = int(lib.CN_BATCH_FACES)  # bytes for the hidden cards of a seat
SEATS = int(lib.CN_SEATS_MAX)  # scores of a position
DECIDE, OVER = int(lib.CN_DECIDE), int(lib.CN_OVER)
NODE, SEAT = 2, 3  # where these stand in a position

_read = ffi.from_buffer


def _to_write(kind: str, buffer: Any) -> Any:
    return ffi.from_buffer(kind, buffer, require_writable=True)


class Numbers:
    """The calls for positions of the game, and the seats, of `position`. All sizes are checked."""

    def __init__(self, position: Position) -> None:
        game, seats = position.state[0], position.seats
        self.size = len(position.state)
        self.actions = int(lib.cn_batch_actions(game))
        self.numbers = int(lib.cn_batch_numbers(game, seats))
        self._head = position.state[:2]
        if not self.actions:
            raise ValueError(f"game: {position.game!r:.40} has no numbers")

    def _count(self, states: Any) -> int:
        view = memoryview(states).cast("B")
        count, rest = divmod(len(view), self.size)
        if rest or any(bytes(view[at : at + 2]) != self._head for at in (0, len(view) - self.size)):
            raise ValueError("states: not positions of this game one after the other")
        return count

    def offer(self, states: Any, masks: Any) -> None:
        """Into `masks` (uint8), for each position, a 1 for each action that can be taken."""
        count, into = self._count(states), _to_write("uint8_t[]", masks)
        _fits(into, count * self.actions)
        lib.cn_batch_offer(_read("uint8_t[]", states), count, into)

    def view(self, states: Any, faces: Any, numbers: Any) -> None:
        """Into `numbers` (int16) what the seat on turn sees; `faces` are its hidden cards."""
        count, into = self._count(states), _to_write("int16_t[]", numbers)
        own = _read("uint8_t[]", faces)
        _fits(into, count * self.numbers)
        _fits(own, count * FACES)
        lib.cn_batch_view(_read("uint8_t[]", states), count, own, into)

    def act(self, states: Any, actions: Any, after: Any, statuses: Any) -> int:
        """Take `actions` (uint32); into `after` what follows, into `statuses` (uint8) 0 where it
        was taken. Returns how many were."""
        count = self._count(states)
        into, said = _to_write("uint8_t[]", after), _to_write("uint8_t[]", statuses)
        wanted = _read("uint32_t[]", actions)
        _fits(wanted, count)
        _fits(into, count * self.size)
        _fits(said, count)
        return int(lib.cn_batch_act(_read("uint8_t[]", states), count, wanted, into, said))

    def scores(self, states: Any, scores: Any) -> None:
        """Into `scores` (int32) `SEATS` numbers for each position."""
        count, into = self._count(states), _to_write("int32_t[]", scores)
        _fits(into, count * SEATS)
        lib.cn_batch_scores(_read("uint8_t[]", states), count, into)

    def packs(self, states: Any, packs: Any) -> None:
        """Into `packs` (uint32) the number of each position's pack, 0 where there is none."""
        count, into = self._count(states), _to_write("uint32_t[]", packs)
        _fits(into, count)
        lib.cn_batch_packs(_read("uint8_t[]", states), count, into)


def _fits(buffer: Any, items: int) -> None:
    if len(buffer) != items:
        raise ValueError(f"a buffer of {len(buffer)} instead of {items}")
