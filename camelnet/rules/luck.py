"""The luck of a game played in one process, and the hidden cards of its seats: all of it follows
from a seed, and the core draws it (luck.h)."""

from __future__ import annotations

from camelnet.rules.core import ffi, lib
from camelnet.rules.position import Position
from camelnet.rules.registry import ALL

SEED = int(lib.CN_LUCK_SEED)  # bytes
FACES = int(lib.CN_LUCK_FACES)  # room for the hidden cards of a seat
PLIES_LIMIT = 2**32 - 1
_ROOM = 1024  # characters for the notations of one call
_STATE, _LUCK = ffi.typeof("uint8_t[]"), ffi.typeof("cn_luck *")


def sealed_by(position: Position) -> bytes:
    """The cards that each seat seals at the start of the game, in the core's form."""
    return ALL[position.game].info.faces.encode()


class Luck:
    """Luck and hidden cards of the game that begins at `first`."""

    def __init__(self, first: Position, seed: bytes) -> None:
        """ValueError for a seed without exactly `SEED` bytes."""
        if len(seed) != SEED:
            raise ValueError(f"seed: {len(seed)} bytes instead of {SEED}")
        self._head = first.state[:2]
        self._luck = ffi.new(_LUCK)
        self._text, self._length = ffi.new("char[]", _ROOM), ffi.new("uint32_t *")
        lib.cn_luck_begin(first.state, seed, sealed_by(first), self._luck)

    def play(self, position: Position, plies: int) -> tuple[Position, list[str]]:
        """Play outcomes and openings until a seat decides, the game is over, or `plies` of them are
        played; only a part of a very long sequence. Call it after every decision. Returns the new
        position, and the notations. ValueError for a position that is recognisably of another
        game."""
        self._check(position)
        state, text = ffi.new(_STATE, position.state), self._text
        most = min(max(plies, 0), PLIES_LIMIT)
        if not lib.cn_luck_play(self._luck, state, most, text, _ROOM, self._length):
            if most and (position.is_chance or position.opener is not None):
                raise ValueError("position: cards are awaited that this luck has not dealt")
            return position, []
        told = ffi.unpack(text, self._length[0]).decode("ascii").split("\n")
        return Position(bytes(ffi.buffer(state, len(position.state)))), told[:-1]

    def faces(self, seat: int, position: Position) -> str:
        """The hidden cards that `seat` may look at there, in the form for bots."""
        self._check(position)
        if not 0 <= seat < position.seats:
            raise ValueError(f"seat: {seat} is none")
        faces = ffi.new("char[]", FACES + 1)
        lib.cn_luck_faces(self._luck, position.state, seat, faces)
        found: bytes = ffi.string(faces)
        return found.decode("ascii")

    def _check(self, position: Position) -> None:
        if position.state[:2] != self._head:
            raise ValueError("position: not of this luck's game")
