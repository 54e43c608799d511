"""The tiny games of the simulator, beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest import mock

from camelnet import rules
from tests.sim import flint, pebble
from tests.sim.flint import Flint
from tests.sim.pebble import Pebble

INFOS = {info.key: info for info in (pebble.INFO, flint.INFO)}


@contextmanager
def tiny_games_known() -> Iterator[None]:
    """Within this, the rules know these games besides their own."""
    real_new = rules.new

    def new(game: str, *, seats: int, options: Mapping[str, Any]) -> Any:
        if game == pebble.INFO.key:
            return Pebble.new(seats, options["goal"])
        if game == flint.INFO.key:
            return Flint.new(seats, options["legs"])
        return real_new(game, seats=seats, options=options)

    infos = {**rules.GAMES, **INFOS}
    with mock.patch.object(rules, "GAMES", infos), mock.patch.object(rules, "new", new):
        yield
