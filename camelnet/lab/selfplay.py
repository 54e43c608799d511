"""Games of self-play between networks, played in C for training (`camelnet.lab.train`)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from camelnet.bots.network import Network
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib

LUCK = 254  # in the place of a step's seat
GREEDY = int(lib.CN_PLAYER_GREEDY)
RANDOM = int(lib.CN_PLAYER_RANDOM)
NETWORKS_MAX = 4
_STEPS_MAX = 4096
_ROWS_MAX = 512
_PLIES_MAX = 20_000


def inputs_of(game: str) -> int:
    """The number of inputs per seat for networks of this game; 0 if it has no learned value."""
    return int(lib.cn_value_inputs(lib.cn_game_number(game.encode())))


def start_of(game: str) -> int | None:
    """The input that is a fair score by itself, from which training starts; None if there is
    none."""
    start = int(lib.cn_value_start(lib.cn_game_number(game.encode())))
    return start - 1 if start else None


@dataclass(frozen=True, slots=True)
class Step:
    """A position of a game. All shares are of the victory, by seat.

    `before`: the judgement of the new position; `after`: what its mover expected of the best move,
    or the mean over the possible luck. `row` counts the kept positions; -1: not kept. `seat`: the
    seat that moved; LUCK; None at the end.
    """

    row: int
    seat: int | None
    alive: int  # seats that could still win, as bits
    before: tuple[float, ...]
    after: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its steps, the inputs of the kept positions (position, seat, input), and its end."""

    steps: tuple[Step, ...]
    rows: array[float]
    shares: tuple[float, ...]
    money: tuple[float, ...]


class SelfPlay:
    """Plays games of one kind, one after the other, in memory that it reuses."""

    def __init__(self, game: str) -> None:
        self._number = lib.cn_game_number(game.encode())
        self._inputs = inputs_of(game)
        self._tables = tables(game)
        self._memo = ffi.new("uint64_t[]", lib.cn_value_memo_bytes(self._number) // 8 + 1)
        self._steps = ffi.new("cn_selfplay_step[]", _STEPS_MAX)
        self._play = ffi.new("cn_selfplay *")
        self._share, self._money = ffi.new("float[8]"), ffi.new("float[8]")

    def play(
        self,
        start: Position,
        networks: Sequence[Network],
        players: Sequence[int],
        *,
        seed: int,
        noise: float,
        explore: float,
        keep: float,
    ) -> Played | None:
        """Play a game from `start`; `players` by seat: the number of a network, GREEDY or RANDOM.

        Network 0 judges every step. `noise` (of a victory) and `explore` (a chance) make networks
        stray from their best move; `keep` is the chance of keeping a position's inputs. None if the
        game took too long.
        """
        play, seats = self._play, start.seats
        for number, network in enumerate(networks):
            play.network[number] = network.memory
        play.tables, play.memo = self._tables, self._memo
        play.explore, play.keep, play.plies_max = explore, keep, _PLIES_MAX
        for seat, player in enumerate(players):
            play.player[seat] = player
            play.noise[seat] = noise
        size = seats * self._inputs
        rows = ffi.new("float[]", _ROWS_MAX * size)
        count = lib.cn_selfplay_run(
            play,
            start.state,
            seed & (2**64 - 1),
            self._steps,
            _STEPS_MAX,
            rows,
            _ROWS_MAX,
            self._share,
            self._money,
        )
        if not count:
            return None
        steps = tuple(self._step(self._steps[k], seats) for k in range(count))
        kept = sum(step.row >= 0 for step in steps)
        flat = array("f")
        flat.frombytes(ffi.buffer(rows, 4 * kept * size)[:])
        return Played(steps, flat, tuple(self._share[0:seats]), tuple(self._money[0:seats]))

    @staticmethod
    def _step(step: Any, seats: int) -> Step:
        return Step(
            int(step.row),
            None if step.seat == 255 else int(step.seat),
            int(step.alive),
            tuple(step.before[0:seats]),
            tuple(step.after[0:seats]),
        )
