"""Many tables of one game, stepped together: one call of the core for all the work of a step.

    tables = Batch(game="camelup", seats=4, tables=256)
    tables.reset(seed=1)
    while True:
        actions = choose(tables.observation, tables.mask)     # one for each table
        rewards, terminated, truncated = tables.step(actions)

Table k plays the games of a single environment reset with the seed + k, luck and all; when a game
has ended, the next one begins in the same step. See docs/lab.md, "For researchers".
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from random import Random
from typing import Any

import numpy

from camelnet import rules
from camelnet.lab.env.environment import CODECS, PLIES_MAX, Reward
from camelnet.rules import Position
from camelnet.rules.batch import LUCK, SEATS, Numbers, Tables
from camelnet.rules.luck import FACES, SEED

TABLES_MAX = 65_536


class Batch:
    """`tables` tables of one game. After `reset`, and after every `step`, for each table:

    `seat` (int8): the seat on turn; `observation` (int16) and `mask` (uint8, 1 for each possible
    action): as of the single environment for that seat. The next step overwrites them.
    """

    def __init__(
        self,
        game: str = "camelup",
        seats: int = 4,
        options: rules.Options | None = None,
        *,
        tables: int = 256,
        reward: Reward = "victory",
        plies_max: int = PLIES_MAX,
    ) -> None:
        """Takes the same arguments, and raises the same errors, as the single environment."""
        if reward not in ("victory", "score"):
            raise ValueError(f"reward: {reward!r:.40} is neither victory nor score")
        if not 1 <= tables <= TABLES_MAX:
            raise ValueError(f"tables: not from 1 to {TABLES_MAX}")
        self._start = rules.new(game, seats, options)
        self._scored = reward == "score"
        self._plies_max = plies_max
        self.tables, self.seats = tables, seats
        self.actions = CODECS[game].actions(seats)
        self.blocks = CODECS[game].blocks(seats)
        self._numbers = Numbers(self._start)
        size = len(self._start.state)
        self._arrays: dict[str, Any] = {
            name: numpy.zeros((tables, *shape), dtype=kind)
            for name, kind, shape in (
                ("seeds", numpy.uint8, (SEED,)),
                ("states", numpy.uint8, (size,)),
                ("lucks", numpy.uint8, (LUCK,)),
                ("plies", numpy.uint32, ()),
                ("seat", numpy.int8, ()),
                ("observations", numpy.int16, (self._numbers.numbers,)),
                ("masks", numpy.uint8, (self._numbers.actions,)),
                ("rewards", numpy.float32, (seats,)),
                ("terminated", numpy.bool_, ()),
                ("truncated", numpy.bool_, ()),
                ("last", numpy.uint8, (size,)),
                ("last_faces", numpy.uint8, (SEATS, FACES)),
            )
        }
        self.seat = self._arrays["seat"]
        self.observation = self._arrays["observations"]
        self.mask = self._arrays["masks"]
        self._randoms: list[Random] = []
        self._core = self._begun()

    def __getstate__(self) -> dict[str, Any]:
        return {name: of for name, of in self.__dict__.items() if name not in ("_core", "_numbers")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._numbers = Numbers(self._start)
        self._core = self._begun()

    def position(self, table: int) -> Position:
        """The position of a table, as the rules know it."""
        return Position(self._arrays["states"][table].tobytes())

    @property
    def final_observation(self) -> Any:
        """The last positions of the games that the latest step ended or truncated, in the order of
        their tables (int16): for each a row per seat, as the single environment shows it at the
        end."""
        over = numpy.flatnonzero(self._arrays["terminated"] | self._arrays["truncated"])
        seen: Any = numpy.zeros((len(over), self.seats, self._numbers.numbers), dtype=numpy.int16)
        for views, table in zip(seen, over, strict=True):
            position = Position(self._arrays["last"][table].tobytes())
            for seat, numbers in enumerate(views):
                faces = self._arrays["last_faces"][table, seat].tobytes().rstrip(b"\0").decode()
                self._numbers.view(position, seat, faces, numbers)
        return seen

    def reset(self, seed: int | None = None) -> None:
        """Begin new games at all tables; a seed determines them and all games after them."""
        first = secrets.randbits(63) if seed is None else seed
        self._randoms = [Random(first + table) for table in range(self.tables)]
        for name in ("terminated", "truncated"):
            self._arrays[name].fill(0)
        self._sow(range(self.tables))
        self._core.begin()
        self._sow(range(self.tables))

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """Take an action at each table, and let luck and openings follow.

        Returns the rewards (float32, a row per table, by seat), which games have ended, and which
        were truncated; these begin anew. ValueError for a masked action, or a wrong number of
        actions: then nothing has changed.
        """
        if not self._randoms:
            raise ValueError("reset comes first")
        chosen = numpy.asarray(actions)
        if chosen.shape != (self.tables,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions: not a number for each of {self.tables} tables")
        table = self._core.step(numpy.ascontiguousarray(chosen, dtype=numpy.int64))
        if table != self.tables:
            raise ValueError(f"action {chosen[table]} cannot be taken now at table {table}")
        arrays = self._arrays
        rewards, terminated = arrays["rewards"].copy(), arrays["terminated"].copy()
        truncated = arrays["truncated"].copy()
        self._sow((terminated | truncated).nonzero()[0].tolist())
        return rewards, terminated, truncated

    def _sow(self, tables: Iterable[int]) -> None:
        """Set the seeds of the next games at these tables."""
        for table in tables:
            seed = self._randoms[table].randbytes(SEED)
            self._arrays["seeds"][table] = numpy.frombuffer(seed, dtype=numpy.uint8)

    def _begun(self) -> Tables:
        return Tables(
            self._start,
            self._arrays,
            tables=self.tables,
            plies_max=self._plies_max,
            scored=self._scored,
        )
