"""The rules of every game, decided in C. See docs/rules.md and docs/core.md.

state = new("camelup", seats=4, options={"flip_in_place": True})
state = state.apply("first 2")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from camelnet.rules import game as _game
from camelnet.rules.digest import rules_digest
from camelnet.rules.game import GameInfo, OptionInfo, Options
from camelnet.rules.pack import Pack, PackSlot
from camelnet.rules.position import (
    IllegalMove,
    InvalidNotation,
    Position,
    Seat,
    Turn,
    apply_all,
    by_verb,
    decode,
    draw_with,
    from_dict,
    new,
    parse,
    perft,
    playouts,
)
from camelnet.rules.registry import ALL, Event


def _draw(position: Position, names: Sequence[str], **how: Any) -> Any:
    from camelnet.rules.words import words  # with a library that most programs do not need

    return words(position.game).board(position, names, **how)


draw_with(_draw)

GAMES: Mapping[str, GameInfo] = MappingProxyType({key: g.info for key, g in ALL.items()})


def check_options(game: str, options: Options) -> dict[str, Any]:
    """All options of a game, with defaults filled in; ValueError names the fault."""
    if game not in GAMES:
        raise ValueError(f"game: {game!r:.40} is unknown")
    return _game.check_options(GAMES[game], options)


__all__ = [
    "GAMES",
    "Event",
    "GameInfo",
    "IllegalMove",
    "InvalidNotation",
    "OptionInfo",
    "Options",
    "Pack",
    "PackSlot",
    "Position",
    "Seat",
    "Turn",
    "apply_all",
    "by_verb",
    "check_options",
    "decode",
    "from_dict",
    "new",
    "parse",
    "perft",
    "playouts",
    "rules_digest",
]
