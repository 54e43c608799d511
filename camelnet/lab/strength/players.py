"""Players for judging networks outside the levels: `camelnet arena` takes them by these names.

camelnet.lab.strength.players:Plain@2000nodes      `hard`, without its network
camelnet.lab.strength.players:Candidate@2000nodes  with the network that CAMELNET_NETWORK names
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from camelnet.bots.base import History
from camelnet.bots.network import Network, parse
from camelnet.bots.search import SearchBot
from camelnet.rules import Position

_STRONG_MS = 100


class Plain(SearchBot):
    """The search without a network."""

    def __init__(self, *, seed: int, think_ms: int | None = None, nodes: int | None = None) -> None:
        think_ms = _STRONG_MS if think_ms is None and nodes is None else think_ms
        super().__init__(seed=seed, think_ms=think_ms, nodes=nodes, network=None)


class Candidate:
    """The search with a network from outside the package."""

    def __init__(self, *, seed: int, think_ms: int | None = None, nodes: int | None = None) -> None:
        self._file = os.environ["CAMELNET_NETWORK"]
        self._seed, self._nodes = seed, nodes
        self._think_ms = _STRONG_MS if think_ms is None and nodes is None else think_ms

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        bot = SearchBot(
            seed=self._seed,
            think_ms=self._think_ms,
            nodes=self._nodes,
            network=_network(self._file, position.game),
        )
        return bot.choose(position, seat, faces, history)


@lru_cache
def _network(file: str, game: str) -> Network:
    return parse(Path(file).read_bytes(), game)
