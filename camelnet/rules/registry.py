"""The games by key: the one list in Python that names them, like native/src/registry.c in C."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from camelnet.rules.game import Game
from camelnet.rules.games.camelup import events as camelup
from camelnet.rules.games.camelup.game import GAME as CAMELUP
from camelnet.rules.games.cards import events as cards
from camelnet.rules.games.cards.game import GAME as CARDS
from camelnet.rules.games.targui import events as targui
from camelnet.rules.games.targui.game import GAME as TARGUI

Event = camelup.Event | cards.Event | targui.Event

ALL: Mapping[str, Game] = MappingProxyType(
    {game.info.key: game for game in (CAMELUP, CARDS, TARGUI)}
)
