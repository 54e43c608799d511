"""The luck of a game that is played in one process, and the cards that its seats hide: all of it
follows from a seed, and the core draws it (luck.h)."""

from __future__ import annotations

from camelnet.rules.core import ffi, lib
from camelnet.rules.position import Position
from camelnet.rules.registry import PLAYABLE

SEED = int(lib.CN_LUCK_SEED)  # bytes
FACES = int(lib.CN_LUCK_FACES)  # room for the hidden cards of a seat
PLIES_LIMIT = 2**32 - 1
_ROOM = 1024  # characters of the notations that a call brings
_STATE, _LUCK = ffi.typeof("uint8_t[]"), ffi.typeof("cn_luck *")


def sealed_by(position: Position) -> bytes:
    """The cards that each seat of the game seals at its start, as the core takes them. ValueError
    for a game that is not played."""
    if position.game not in PLAYABLE:
        raise ValueError(f"game: {position.game!r:.40} is not played")
    return PLAYABLE[position.game].info.faces.encode()


class Luck:
    """Luck and hidden cards of the game that begins at `first`."""

    def __init__(self, first: Position, seed: bytes) -> None:
        """ValueError for a seed that has not `SEED` bytes, or a game that is not played."""
        if len(seed) != SEED:
            raise ValueError(f"seed: {len(seed)} bytes instead of {SEED}")
        self._head = first.state[:2]
        self._luck = ffi.new(_LUCK)
        self._text, self._length = ffi.new("char[]", _ROOM), ffi.new("uint32_t *")
        lib.cn_luck_begin(first.state, seed, sealed_by(first), self._luck)

    def play(self, position: Position, plies: int) -> tuple[Position, list[str]]:
        """Outcomes and openings, until a seat decides, the game is over, or `plies` of them were
        played; a part of them where very many come one after the other. Comes after every
        decision. Returns where they lead, and their notations. ValueError for a position of
        another game, as far as that can be seen."""
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
        """The hidden cards that `seat` may look at there, as bots are told of them."""
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
