"""Many tables of one game, stepped together: one call of the core for all their decisions.

    tables = Batch(game="camelup", seats=4, tables=256)
    tables.reset(seed=1)
    while True:
        actions = choose(tables.observation, tables.mask)     # one for each table
        rewards, terminated, truncated = tables.step(actions)

Table k plays the games of the single environment that was reset with the seed + k, luck and all; a
game that has ended is followed at once by the next one. See docs/bots.md, "For researchers".
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy

from camelnet import rules
from camelnet.env.environment import CODECS, PLIES_MAX, Reward
from camelnet.rules import Position
from camelnet.rules.batch import DECIDE, FACES, NODE, OVER, SEAT, SEATS, Numbers
from camelnet.session.game.referee import Luck, shares

TABLES_MAX = 65_536


class Batch:
    """`tables` tables of one game. After `reset`, and after every `step`, for each table:

    `seat` (int8): who decides; `observation` (int16) and `mask` (uint8, 1 for each action that can
    be taken): as of the single environment for that seat. The next step writes over them.
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
        self._codec = CODECS[game]
        self._hands = rules.GAMES[game].hands
        self._reward = reward
        self._plies_max = plies_max
        self.tables, self.seats = tables, seats
        self.actions = self._codec.actions(seats)
        self.blocks = self._codec.blocks(seats)
        core = self._core = Numbers(self._start)
        self._states: Any = numpy.zeros((tables, core.size), dtype=numpy.uint8)
        self._after: Any = numpy.zeros_like(self._states)
        self._statuses: Any = numpy.zeros(tables, dtype=numpy.uint8)
        self._faces: Any = numpy.zeros((tables, seats, FACES), dtype=numpy.uint8)
        self._scores: Any = numpy.zeros((tables, SEATS), dtype=numpy.int32)
        self._packs: Any = numpy.zeros(tables, dtype=numpy.uint32)
        self._plies: Any = numpy.zeros(tables, dtype=numpy.int64)
        self.seat: Any = numpy.zeros(tables, dtype=numpy.int8)
        self.observation: Any = numpy.zeros((tables, core.numbers), dtype=numpy.int16)
        self.mask: Any = numpy.zeros((tables, core.actions), dtype=numpy.uint8)
        self._randoms: list[Random] = []
        self._lucks: list[Luck] = []
        self._rows: Any = numpy.arange(tables)

    def position(self, table: int) -> Position:
        """The position of a table, as the rules know it."""
        return Position(self._states[table].tobytes())

    def reset(self, seed: int | None = None) -> None:
        """New games at all tables; with a seed they and all after them are always the same."""
        first = secrets.randbits(63) if seed is None else seed
        self._randoms = [Random(first + table) for table in range(self.tables)]
        self._lucks = [Luck(self._start, bytes(32))] * self.tables
        self._begin(range(self.tables))
        self._core.scores(self._states, self._scores)
        self._look()

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """An action for each table, and the luck and the openings that follow.

        Returns the rewards (float32, a row for each table, by seat), which games have ended, and
        which were truncated; these begin anew. ValueError for an action that is masked, or a wrong
        number of them: then nothing has changed.
        """
        if not self._randoms:
            raise ValueError("reset comes first")
        chosen = numpy.asarray(actions)
        if chosen.shape != (self.tables,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions: not a number for each of {self.tables} tables")
        wanted = numpy.ascontiguousarray(chosen.astype(numpy.uint32))
        core = self._core
        if core.act(self._states, wanted, self._after, self._statuses) != self.tables:
            table = int(self._statuses.nonzero()[0][0])
            raise ValueError(f"action {chosen[table]} cannot be taken now at table {table}")
        self._states, self._after = self._after, self._states
        self._plies += 1
        if self._hands:
            before = self._packs.copy()
            core.packs(self._states, self._packs)
            self._deal(self._rows[self._packs != before])
        self._go_on(self._rows[self._states[:, NODE] != DECIDE])
        return self._pay()

    # --- what follows -------------------------------------------------------------------------

    def _begin(self, tables: Sequence[int]) -> None:
        """A new game at each of these tables."""
        for table in tables:
            luck = self._lucks[table] = Luck(self._start, self._randoms[table].randbytes(32))
            self._show(table, luck, self._start)
        rows = numpy.array(tables, dtype=numpy.int64)
        self._states[rows] = numpy.frombuffer(self._start.state, dtype=numpy.uint8)
        self._plies[rows] = 0
        self._packs[rows] = 0
        self._go_on(rows)

    def _go_on(self, rows: Any) -> None:
        """Luck and openings at these tables, until a seat decides or the game has ended."""
        while True:
            node = self._states[rows, NODE]
            rows = rows[(node != DECIDE) & (node != OVER) & (self._plies[rows] < self._plies_max)]
            if not len(rows):
                return
            tables = rows.tolist()
            positions = [self.position(table) for table in tables]
            lucks = [self._lucks[table] for table in tables]
            coming = [luck.coming(at) for luck, at in zip(lucks, positions, strict=True)]
            after = rules.apply_all(positions, coming)
            told = b"".join([position.state for position in after])
            self._states[rows] = numpy.frombuffer(told, dtype=numpy.uint8).reshape(len(rows), -1)
            self._plies[rows] += 1
            if self._hands:
                for table, luck, before, now in zip(tables, lucks, positions, after, strict=True):
                    if luck.note(now) or before.turn == "reveal":
                        self._packs[table] = luck.pack
                        self._show(table, luck, now)

    def _deal(self, rows: Any) -> None:
        """A decision has brought another pack, or turned the last card of one."""
        for table in rows.tolist():
            position, luck = self.position(table), self._lucks[table]
            luck.note(position)
            self._show(table, luck, position)

    def _show(self, table: int, luck: Luck, position: Position) -> None:
        for seat in range(self.seats):
            coded = self._codec.coded(luck.faces(seat, position))
            self._faces[table, seat] = 0
            self._faces[table, seat, : len(coded)] = coded

    def _pay(self) -> tuple[Any, Any, Any]:
        before = self._scores.copy()
        self._core.scores(self._states, self._scores)
        node = self._states[:, NODE]
        ended = node == OVER
        truncated = ~ended & (self._plies >= self._plies_max)
        if self._reward == "score":
            rewards = (self._scores - before)[:, : self.seats].astype(numpy.float32)
        else:
            rewards = numpy.zeros((self.tables, self.seats), dtype=numpy.float32)
            for table in self._rows[ended].tolist():
                rewards[table] = shares(self.position(table))
        over = self._rows[ended | truncated].tolist()
        if over:
            self._begin(over)
            self._core.scores(self._states, self._scores)
        self._look()
        return rewards, ended, truncated

    def _look(self) -> None:
        """Computes the observation and the action mask of each seat on turn."""
        self.seat[:] = self._states[:, SEAT]
        own = numpy.ascontiguousarray(self._faces[self._rows, self.seat])
        self._core.offer(self._states, self.mask)
        self._core.view(self._states, own, self.observation)
