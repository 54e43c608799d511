"""The games by key. This is the one list in Python that names them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from camelnet.rules.game import Game
from camelnet.rules.games import camelup, cards, targui, template

Event = camelup.Event | cards.Event | targui.Event | template.Event

PLAYABLE: Mapping[str, Game] = MappingProxyType(
    {game.info.key: game for game in (camelup.GAME, cards.GAME, targui.GAME)}
)

# The template game is real, but nobody is asked to play it.
ALL: Mapping[str, Game] = MappingProxyType({**PLAYABLE, template.GAME.info.key: template.GAME})
