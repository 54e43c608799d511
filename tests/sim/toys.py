"""The tiny games of the simulator, beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest import mock

from camelnet import rules
from tests.sim import card_toy, seal_toy
from tests.sim.card_toy import CardToy
from tests.sim.seal_toy import SealToy

INFOS = {info.key: info for info in (seal_toy.INFO, card_toy.INFO)}


@contextmanager
def toys_known() -> Iterator[None]:
    """Within this, the rules know these games besides their own."""
    real_new = rules.new

    def new(game: str, *, seats: int, options: Mapping[str, Any]) -> Any:
        if game == seal_toy.INFO.key:
            return SealToy.new(seats, options["goal"])
        if game == card_toy.INFO.key:
            return CardToy.new(seats, options["legs"])
        return real_new(game, seats=seats, options=options)

    infos = {**rules.GAMES, **INFOS}
    with mock.patch.object(rules, "GAMES", infos), mock.patch.object(rules, "new", new):
        yield
